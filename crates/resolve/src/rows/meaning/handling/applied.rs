//! Decorators of Python that are applied by calls, `router.get("/items")(show)`, and functions of the repository that do so with
//! what they decorate: `@protected(router.get, "/items")`. Which path such a function hands on is known only where all files
//! are, so its uses say what it is given, by the names of its parameters.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::routing::verbs::verb;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use crate::values::types::Decl;
use facts::{Call, Decorator, Given, Modifiers, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Part, Source};
use serde_json::{Value as Json, json};

/// The name of rows that say what a function is given that decorates something.
pub const DECORATING: &str = "decorating";
/// The path of a parameter that is itself called: a router's method that the function is given.
const CALLED: &str = "(given).(called)";
/// What calls something later on with what it is given now.
const PARTIAL: &str = "functools.partial";
/// The name by which methods are given.
const METHODS: &str = "methods";
/// Functions that what is decorated goes through on its way to a router.
const MAX_AROUND: u8 = 4;

impl<'p, 'g> Writer<'p, 'g> {
    /// What a decorator means that a call applies to something.
    pub fn applied(&mut self, call: &'g Call, anchors: &mut Anchors<'p, 'g>) {
        let graph = self.graph;
        if !crate::languages::of(&graph.language).decorators_give || call.given.is_empty() {
            return;
        }
        let Value::Call { callee: maker, .. } = graph.values[call.callee as usize] else { return };
        let (Some(made), Shape::Value(value)) = (anchors.call_giving(call.callee), &call.given[0].shape) else {
            return;
        };
        let verdict = self.eval.reference_target(self.file, maker);
        let Some(path) = self.path_of_applied(maker, &verdict) else { return };
        let project = self.project;
        let site = Site { at: call.at, applied: Some(*value), ..Site::of_call(graph, made) };
        for clause in project.rules.of_decorator(&path, &graph.language) {
            if clause.class != Some(true) && !says_of_decorated(clause) {
                anchors.pending.push((clause, site));
            }
        }
    }

    /// What a decorator means that a function of the repository gives back: `def get(path): return router.get(path)`. What that
    /// decorates its uses say.
    pub fn gives_decorator(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let (Some(caller), Some(result)) = (call.caller, call.result) else { return };
        if matches!(graph.values[call.callee as usize], Value::Call { .. }) {
            return;
        }
        let symbol = &graph.symbols[caller as usize];
        let gives = graph.language == "python" && symbol.return_values.contains(&result);
        if !gives || symbol.params.is_empty() || graph.is_test {
            return;
        }
        let Some(path) = self.path_of_applied(call.callee, verdict) else { return };
        let site = Site { applied: Some(result), ..Site::of_call(graph, call) };
        for clause in project.rules.of_decorator(&path, &graph.language) {
            if clause.kind == Some(Kind::Endpoint) && clause.class != Some(true) {
                anchors.pending.push((clause, site));
            }
        }
    }

    /// Whether a site is about a decorator that a function gives back.
    pub fn is_given_back(&self, site: &Site<'g>) -> bool {
        site.applied.is_some() && site.applied == site.result
    }

    /// What a call means of which `functools.partial` is given all: `partial(app.register_blueprint, api, url_prefix="/api")`.
    pub fn applied_partly(&mut self, call: &'g Call, path: &str, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let [first, given @ ..] = &call.given[..] else { return };
        let Shape::Value(callee) = first.shape else { return };
        if path != PARTIAL || given.is_empty() {
            return;
        }
        let Value::Member { name, .. } = graph.values[callee as usize] else { return };
        let Some(path) = self.eval.reference_target(self.file, callee).external else { return };
        let path = project.names.text(path).to_string();
        let site = Site { name: graph.name(name), callee, given, ..Site::of_call(graph, call) };
        for clause in project.rules.of_call(&path, &graph.language) {
            if clause.kind == Some(Kind::Mount) && call.arguments > clause.arguments {
                anchors.pending.push((clause, site));
            }
        }
    }

    fn path_of_applied(&mut self, maker: ValueId, verdict: &Verdict) -> Option<String> {
        let (project, graph) = (self.project, self.graph);
        if self.is_own_parameter(maker) {
            return Some(CALLED.to_owned());
        }
        let path = verdict.external.map(|path| project.names.text(path).to_string());
        let path = path.filter(|path| project.rules.knows(path, &graph.language));
        path.or_else(|| self.given_decorator(maker, verdict))
    }

    /// The function that decorates, where what a registration stands in is the function that it gives back and what is
    /// registered is what that decorates.
    pub fn decorating(&mut self, site: &Site<'g>, clause: &Clause) -> Option<SymbolId> {
        let graph = self.graph;
        let within = site.caller.filter(|_| clause.kind == Some(Kind::Endpoint))?;
        if !crate::languages::of(&graph.language).decorators_give {
            return None;
        }
        let (Found::Value(handler) | Found::Shape(&Shape::Value(handler))) =
            *self.find(site, &clause.handler).last()?
        else {
            return None;
        };
        if !self.is_decorated_by(within, handler, MAX_AROUND) {
            return None;
        }
        let around = graph.symbols[within as usize].parent?;
        matches!(graph.symbols[around as usize].kind, SymbolKind::Function | SymbolKind::Method).then_some(around)
    }

    /// Whether a value is what a function takes, maybe with others around it.
    fn is_decorated_by(&self, function: SymbolId, value: ValueId, steps: u8) -> bool {
        let Some(steps) = steps.checked_sub(1) else { return false };
        let graph = self.graph;
        match &graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let is_taken = |it: &facts::Param| it.binding == Some(*binding);
                let mut held = graph.bindings[*binding as usize].values.iter();
                graph.symbols[function as usize].params.first().is_some_and(is_taken)
                    || held.any(|it| self.is_decorated_by(function, *it, steps))
            }
            Value::Call { arguments, .. } => arguments.iter().any(|it| self.is_decorated_by(function, *it, steps)),
            _ => false,
        }
    }

    /// What a function of the repository is given that decorates a function, where that may be a path.
    pub fn decorated_route(
        &mut self,
        decorator: Decl,
        used: &'g Decorator,
        symbol: SymbolId,
        anchors: &Anchors<'_, 'g>,
    ) {
        let own = &self.graph.symbols[symbol as usize];
        let is_decorated = matches!(own.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Class);
        if self.graph.is_test || !crate::languages::of(&self.graph.language).decorators_give || !is_decorated {
            return;
        }
        let Some((source, declared)) = self.project.symbol(decorator) else { return };
        if !matches!(declared.kind, SymbolKind::Function | SymbolKind::Method) || declared.params.is_empty() {
            return;
        }
        let is_bound = declared.kind == SymbolKind::Method && !declared.modifiers.has(Modifiers::STATIC);
        let names: Vec<&str> = declared.params.iter().map(|it| source.graph.name(it.name)).collect();
        let (mut told, mut on, mut methods) = (Vec::new(), None, Vec::new());
        let mut route = None;
        let mut place = usize::from(is_bound);
        for given in &used.given {
            let name = match given.name {
                Some(name) => self.graph.name(name),
                None => {
                    place += 1;
                    names.get(place - 1).copied().unwrap_or_default()
                }
            };
            if let Some((clause, router)) = self.method_given(&given.shape) {
                on = on.or_else(|| Some((Some(clause), self.anchor(router, anchors)?)));
                methods.extend(self.last_of(&given.shape).and_then(|it| verb(&it)).map(str::to_owned));
            } else if self.gives_router(&given.shape)
                && let Shape::Value(router) = given.shape
            {
                on = on.or_else(|| Some((None, self.anchor(router, anchors)?)));
            } else if name == METHODS {
                methods.extend(self.methods_listed(given));
            } else if let Some(text) = self.fixed(&given.shape) {
                match verb(&text) {
                    Some(method) => methods.push(method.to_owned()),
                    None if route.is_none() && is_path(&text) => route = Some(text.to_string()),
                    None => {}
                }
                told.push(json!({ "name": name, "symbol": null, "given": text }));
            }
        }
        if route.is_none() && on.is_none() {
            return;
        }
        let framework = on.as_ref().and_then(|(clause, _)| clause.as_ref()).map(|it| it.framework.clone());
        let owner = on.map(|(_, owner)| owner);
        let (id, name, line) = (self.id(symbol), own.qualified.clone(), own.name_at.line);
        let callee = self.project.symbol_id(decorator);
        let methods = if methods.is_empty() { vec![None] } else { methods.into_iter().map(Some).collect() };
        for method in methods {
            self.register(&Registration {
                framework: framework.as_deref(),
                owner: owner.as_deref(),
                method: method.as_deref(),
                route: Some(route.as_deref().unwrap_or_default()),
                name: Some(DECORATING),
                handler: Some(&id),
                handler_name: Some(&name),
                guards: Some(Json::Array(told.clone()).to_string()),
                mounted: Some(&callee),
                ..self.registered_by("handed", own.parent, line)
            });
        }
    }

    /// What a router's method registers that is given as a value, and the router: `router.get`.
    fn method_given(&mut self, shape: &Shape) -> Option<(&'p Clause, ValueId)> {
        let Shape::Value(value) = *shape else { return None };
        let router = self.object(value)?;
        let path = self.eval.reference_target(self.file, value).external?;
        let project = self.project;
        let path = project.names.text(path);
        let mut clauses = project.rules.of_decorator(&path, &self.graph.language);
        clauses.find(|it| it.kind == Some(Kind::Endpoint)).map(|clause| (clause, router))
    }

    fn last_of(&self, shape: &Shape) -> Option<String> {
        match shape {
            Shape::Value(value) => self.last_name(*value).map(|it| it.into_owned()),
            _ => None,
        }
    }

    fn methods_listed(&self, given: &'g Given) -> Vec<String> {
        let texts = self.texts(&Found::Shape(&given.shape));
        texts.iter().filter_map(|it| verb(it)).map(str::to_owned).collect()
    }
}

/// Whether a clause says who asks before what is decorated: that is told where the function is declared.
fn says_of_decorated(clause: &Clause) -> bool {
    let is_decorated = |part: &Part| part.source == Source::Decorated;
    clause.kind == Some(Kind::Guard) && clause.on.0.iter().any(is_decorated)
}

/// Whether a text may be a path: one of URLs, or a part of one.
fn is_path(text: &str) -> bool {
    text.is_empty() || text.starts_with('/') || !text.contains([' ', '\n', ':']) && text.contains(['/', '<', '{'])
}
