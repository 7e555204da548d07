//! Routes that are filters which are put together, as warp's: `warp::get().and(warp::path!("items" / u32)).and_then(show)`,
//! `one.or(other)`. What a function gives hangs on that function; what serves it is one more thing that it hangs on.

use super::verbs::verb;
use crate::rows::Writer;
use crate::rows::meaning::handling::guards::told_guard;
use crate::rows::meaning::handling::handlers::{Handler, MAX_GUARDS};
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::{Decl, FileId};
use facts::{BindingKind, Call, FileGraph, Shape, SymbolId, Value, ValueId};
use rules::{Clause, Kind};
use serde_json::json;

/// The name of a rule about what is given such filters.
const FILTERS: &str = "filters";
/// What serves them, and what declares that.
const SERVING: &str = "warp.serve";
const LIBRARY: &str = "warp";
/// Names, calls and functions are followed so far.
const MAX_STEPS: u8 = 60;
/// So many ways through a filter are told.
const MAX_WAYS: usize = 400;

/// One way through a filter.
#[derive(Clone, Debug, Default)]
struct Way {
    method: Option<String>,
    path: String,
    guards: Vec<Handler>,
    end: End,
    line: u32,
}

/// What a way ends in.
#[derive(Clone, Debug, Default)]
enum End {
    #[default]
    Open,
    /// What never refuses, and what may.
    Mapped(Handler),
    Answered(Handler),
    /// What a function gives.
    Mounted(String),
}

impl Way {
    fn is_route(&self) -> bool {
        let is_reached = self.method.is_some() || !self.path.is_empty();
        matches!(self.end, End::Mounted(_)) || is_reached && !matches!(self.end, End::Open)
    }

    /// A way that goes on with another.
    fn then(&self, next: &Way) -> Way {
        let mut way = self.clone();
        if let End::Answered(handler) = &self.end {
            way.guards.push(handler.clone());
        }
        way.method = next.method.clone().or(way.method);
        way.path += &next.path;
        way.guards.extend(next.guards.iter().cloned());
        way.line = next.line.max(way.line);
        way.end = match &next.end {
            _ if matches!(self.end, End::Mounted(_)) => way.end,
            end if next.is_route() => end.clone(),
            End::Answered(handler) => {
                way.guards.push(handler.clone());
                End::Open
            }
            _ => End::Open,
        };
        way
    }
}

impl<'g> Writer<'_, 'g> {
    /// Whether a rule is about what is given filters.
    pub fn is_of_filters(&self, clause: &Clause) -> bool {
        matches!(&clause.name.0[..], [rules::Part { source: rules::Source::Text(name), .. }] if name == FILTERS)
    }

    /// The rows of the filters that the functions of this file give, and of those that are served or, where none is, that
    /// functions of the repository are given.
    pub fn filters(&mut self, anchors: &Anchors<'_, 'g>) {
        let (graph, project) = (self.graph, self.project);
        let Some(clause) = project.rules.of_call(SERVING, &graph.language).find(|it| self.is_of_filters(it)) else {
            return;
        };
        if !graph.imports.iter().any(|it| it.specifier.split([':', '.']).next() == Some(LIBRARY)) {
            return;
        }
        let is_served = |writer: &mut Self, call: &Call| {
            let path = writer.eval.reference_target(writer.file, call.callee).external;
            path.is_some_and(|path| {
                let path = project.names.text(path);
                let mut clauses = project.rules.of_call(&path, &graph.language);
                clauses.any(|it| writer.is_of_filters(it))
            })
        };
        let calls: Vec<&'g Call> = graph.calls.iter().filter(|call| !is_joining(graph.name(call.name))).collect();
        let (served, others): (Vec<_>, Vec<_>) = calls.into_iter().partition(|call| is_served(self, call));
        let mut told = false;
        for call in served {
            told |= self.filters_given(call, &clause.framework, anchors);
        }
        for call in others.into_iter().filter(|_| !told) {
            if self.target(call.callee).is_some() {
                self.filters_given(call, &clause.framework, anchors);
            }
        }
        for (id, symbol) in graph.symbols.iter().enumerate().filter(|(_, it)| gives_filter(it)) {
            let mut ways = Vec::new();
            for value in &symbol.return_values {
                ways.extend(self.ways(self.file, *value, MAX_STEPS, anchors).unwrap_or_default());
            }
            let id = id as SymbolId;
            self.push_ways(&ways, &format!("{}()", self.id(id)), &clause.framework, Some(id));
        }
    }

    /// The rows of what a call is given.
    fn filters_given(&mut self, call: &'g Call, framework: &str, anchors: &Anchors<'_, 'g>) -> bool {
        let mut told = false;
        for given in &call.given {
            let Shape::Value(value) = given.shape else { continue };
            let ways = self.ways(self.file, value, MAX_STEPS, anchors).unwrap_or_default();
            let owner = format!("{}#@{}:{}", self.graph.path, call.at.line, call.at.column);
            self.push_ways(&ways, &owner, framework, call.caller);
            told |= ways.iter().any(Way::is_route);
        }
        told
    }

    fn push_ways(&mut self, ways: &[Way], owner: &str, framework: &str, caller: Option<SymbolId>) {
        for way in ways.iter().filter(|it| it.is_route()).take(MAX_WAYS) {
            let (kind, handler, mounted) = match &way.end {
                End::Open => continue,
                End::Mapped(handler) | End::Answered(handler) => (Kind::Endpoint, Some(handler), None),
                End::Mounted(mounted) => (Kind::Mount, None, Some(mounted)),
            };
            let asked: Vec<_> = way.guards.iter().take(MAX_GUARDS).map(|it| told_guard(it, false, false)).collect();
            let guards = (!asked.is_empty()).then(|| json!(asked).to_string());
            let route = if way.path.is_empty() && kind == Kind::Endpoint { "/" } else { &way.path };
            self.register(&Registration {
                framework: Some(framework),
                owner: Some(owner),
                method: way.method.as_deref().filter(|_| kind == Kind::Endpoint),
                route: Some(route),
                handler: handler.and_then(|it| it.0.as_deref()),
                handler_name: handler.map(|it| it.1.as_str()),
                guards,
                mounted: mounted.map(String::as_str),
                ..self.registered_by(kind.word(), caller, way.line)
            });
        }
    }

    /// All ways through a filter; none where a value is no filter that is known.
    fn ways(&mut self, file: FileId, value: ValueId, steps: u8, anchors: &Anchors<'_, 'g>) -> Option<Vec<Way>> {
        let steps = steps.checked_sub(1)?;
        let (own, project) = (self.graph, self.project);
        let graph: &FileGraph = if file == self.file { own } else { &project.source(file)?.graph };
        match &graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let binding = &graph.bindings[*binding as usize];
                match binding.values[..] {
                    [one] if binding.kind != BindingKind::Parameter => self.ways(file, one, steps, anchors),
                    _ => None,
                }
            }
            Value::Await { object } | Value::Lent { object } => self.ways(file, *object, steps, anchors),
            Value::Either { options } => {
                let mut ways = Vec::new();
                for option in options {
                    ways.extend(self.ways(file, *option, steps, anchors)?);
                }
                Some(ways)
            }
            Value::Call { callee, arguments } => {
                let called = match graph.values[*callee as usize] {
                    Value::Member { object, name } => Some((object, graph.name(name))),
                    _ => None,
                };
                if let Some((object, name)) = called
                    && is_joining(name)
                    && let Some(before) = self.ways(file, object, steps, anchors)
                {
                    return Some(self.joined_ways(file, value, name, before, arguments, steps, anchors));
                }
                if let [function] = self.eval.reference_target(file, *callee).targets[..] {
                    let symbol = self.project.symbol(function)?.1;
                    return gives_filter(symbol).then(|| self.ways_of(function, file, value, steps, anchors));
                }
                // What is put together of many: `balanced_or_tree!(one, other)`.
                if let Value::Name { name, .. } | Value::Member { name, .. } = graph.values[*callee as usize]
                    && graph.name(name).ends_with("or_tree!")
                {
                    let each = arguments.iter().filter_map(|it| self.ways(file, *it, steps, anchors));
                    return Some(each.flatten().take(MAX_WAYS).collect());
                }
                let path = self.eval.reference_target(file, *callee).external?;
                let path = self.project.names.text(path).to_string();
                self.way_made(file, value, &path, anchors).map(|way| vec![way])
            }
            _ => None,
        }
    }

    /// The ways of a row of calls with one more.
    #[expect(clippy::too_many_arguments, reason = "it is a part of the walk above")]
    fn joined_ways(
        &mut self,
        file: FileId,
        call: ValueId,
        name: &str,
        before: Vec<Way>,
        arguments: &[ValueId],
        steps: u8,
        anchors: &Anchors<'_, 'g>,
    ) -> Vec<Way> {
        let given = arguments.first().copied();
        match (name, given) {
            ("and", Some(given)) => {
                let next = match self.ways(file, given, steps, anchors) {
                    Some(next) => next,
                    // What a function is given may ask.
                    None => {
                        let name = if file == self.file { self.last_name(given) } else { None };
                        let guards = name.map(|it| (None, format!("{it}?"))).into_iter().collect();
                        vec![Way { guards, ..Way::default() }]
                    }
                };
                let both = before.iter().flat_map(|one| next.iter().map(|other| one.then(other)));
                both.take(MAX_WAYS).collect()
            }
            ("or", Some(given)) => {
                let mut ways = before;
                ways.extend(self.ways(file, given, steps, anchors).unwrap_or_default());
                ways
            }
            ("and_then" | "map" | "then", _) => {
                let own = anchors.call_giving(call).filter(|_| file == self.file);
                let handler = own.and_then(|call| self.given_to_handle(call)).unwrap_or_default();
                let line = own.map_or(0, |call| call.at.line);
                let ended = |way: Way| match way.end {
                    End::Mounted(_) => way,
                    _ => {
                        let mut way = way.then(&Way::default());
                        way.end = if name == "and_then" {
                            End::Answered(handler.clone())
                        } else {
                            End::Mapped(handler.clone())
                        };
                        way.line = line;
                        way
                    }
                };
                before.into_iter().map(ended).collect()
            }
            ("with", Some(given)) => {
                let around = if file == self.file { self.put_around(given) } else { None };
                let add = |mut way: Way| {
                    way.guards.splice(0..0, around.clone());
                    way
                };
                before.into_iter().map(add).collect()
            }
            _ => before,
        }
    }

    fn given_to_handle(&mut self, call: &'g Call) -> Option<Handler> {
        let site = Site::of_call(self.graph, call);
        let found = crate::rows::meaning::places::found::Found::Shape(&call.given.first()?.shape);
        self.functions(&found, &site).pop()
    }

    /// What is put around filters, by the function that it is made of or by what makes it: `warp::cors().allow_any_origin()`.
    fn put_around(&mut self, value: ValueId) -> Option<Handler> {
        let mut at = self.kept_in(value);
        if let Some((_, told)) = self.given_function(at) {
            return Some(told);
        }
        for _ in 0..MAX_STEPS {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else { break };
            match self.object(callee).filter(|it| matches!(self.graph.values[*it as usize], Value::Call { .. })) {
                Some(object) => at = object,
                None => return self.value_handler(callee),
            }
        }
        self.value_handler(at)
    }

    /// What a function of the repository gives: routes, or who asks, or nothing but what handlers take.
    fn ways_of(
        &mut self,
        function: Decl,
        file: FileId,
        call: ValueId,
        steps: u8,
        anchors: &Anchors<'_, 'g>,
    ) -> Vec<Way> {
        let Some((_, symbol)) = self.project.symbol(function) else { return Vec::new() };
        let (id, name) = (self.project.symbol_id(function), symbol.qualified.clone());
        let mut ways = Vec::new();
        for value in &symbol.return_values {
            ways.extend(self.ways(function.file, *value, steps, anchors).unwrap_or_default());
        }
        if ways.iter().any(Way::is_route) {
            return vec![Way { end: End::Mounted(format!("{id}()")), ..Way::default() }];
        }
        let is_asking = |way: &Way| !way.guards.is_empty() || matches!(way.end, End::Answered(_));
        let asked = if file == self.file { self.asking_for(name.clone(), call) } else { name };
        let told = |way: Way| {
            let guards = is_asking(&way).then(|| (Some(id.clone()), asked.clone())).into_iter().collect();
            Way { method: way.method, path: way.path, guards, ..Way::default() }
        };
        match ways.is_empty() {
            // What cannot be read may ask.
            true => vec![Way { guards: vec![(Some(id), format!("{asked}?"))], ..Way::default() }],
            false => ways.into_iter().map(told).collect(),
        }
    }

    /// What a function of the library makes.
    fn way_made(&mut self, file: FileId, call: ValueId, path: &str, anchors: &Anchors<'_, 'g>) -> Option<Way> {
        let name = path.strip_prefix("warp.")?.rsplit('.').next()?;
        let given = anchors.call_giving(call).filter(|_| file == self.file);
        let first = given.and_then(|call| call.given.first()).map(|it| &it.shape);
        let line = given.map_or(0, |call| call.at.line);
        let text = first.and_then(|shape| self.path_told(shape, anchors, super::routes::MAX_PARTS));
        let way = Way { line, ..Way::default() };
        let unknown = || "${path}".to_owned();
        let part =
            |path: String| Some(Way { path: format!("/{}", path.trim_start_matches('/')), line, ..Way::default() });
        match name {
            "path!" => part(text.unwrap_or_else(unknown).trim_end_matches("/..").to_owned()),
            "path" => part(text.unwrap_or_else(unknown)),
            "param" => part("{param}".to_owned()),
            "tail" => part("*".to_owned()),
            "dir" => Some(Way {
                method: Some("GET".to_owned()),
                path: "/*".to_owned(),
                end: End::Mapped((None, name.to_owned())),
                ..way
            }),
            "file" if path.contains(".fs.") => {
                Some(Way { method: Some("GET".to_owned()), end: End::Mapped((None, name.to_owned())), ..way })
            }
            "header" | "exact" | "exact_ignore_case" | "cookie" if !path.contains("host") => {
                let asked = text.map_or_else(|| name.to_owned(), |text| format!("{name}({text})"));
                Some(Way { guards: vec![(None, asked)], ..way })
            }
            _ => Some(Way { method: verb(name).map(str::to_owned), ..way }),
        }
    }
}

/// Whether a method of filters gives another that is put together of it.
fn is_joining(name: &str) -> bool {
    matches!(
        name,
        "and"
            | "or"
            | "and_then"
            | "map"
            | "then"
            | "with"
            | "boxed"
            | "clone"
            | "unify"
            | "untuple_one"
            | "recover"
            | "or_else"
            | "map_err"
    )
}

fn gives_filter(symbol: &facts::Symbol) -> bool {
    symbol.returns.as_deref().is_some_and(|it| it.contains("Filter<") || it.ends_with("Filter"))
}
