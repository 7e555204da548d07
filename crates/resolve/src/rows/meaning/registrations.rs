//! Handlers that are registered with a framework, and what stands before them: prefixes, guards, mounts.

use super::found::Found;
use super::{Anchors, Site};
use crate::rows::{TEXT, Writer, clip};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{BindingKind, Call, Shape, SymbolId, Value, ValueId};
use rules::{Clause, Kind, Part, Source};
use serde_json::json;
use std::borrow::Cow;

/// A function that something is led to: a symbol's id, where it is one, and a name for people.
type Handler = (Option<String>, String);

/// Of the guards before a handler so many are told.
const MAX_GUARDS: usize = 12;

impl<'g> Writer<'_, 'g> {
    pub fn registration(&mut self, kind: Kind, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'_, 'g>) {
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        anchors.owners.extend(owner.clone());
        let methods: Vec<Cow<str>> = self.find(site, &clause.method).iter().flat_map(|it| self.texts(it)).collect();
        let routes = self.routes(kind, site, clause);
        // A path that is no literal is not known, which is not the same as an empty one.
        if kind == Kind::Endpoint && routes.is_empty() {
            return;
        }
        let name = self.literal(site, &clause.name);
        let handlers = self.handlers(site, &clause.handler);
        let guards: Vec<Handler> =
            self.find(site, &clause.guards).iter().flat_map(|it| self.guards(it, site)).take(MAX_GUARDS).collect();
        let mounted: Vec<Option<String>> = match clause.mounted.is_empty() {
            true => vec![None],
            false => {
                let found = self.find(site, &clause.mounted);
                let known = found.iter().filter_map(|it| self.mounted(it, site, anchors)).map(Some);
                known.collect()
            }
        };
        let first = |list: &[Handler]| list.last().cloned().unwrap_or_default();
        let handler = first(&handlers);
        let guards = match guards.is_empty() {
            true => Cell::Null,
            false => {
                let told = guards.iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol }));
                Cell::from(json!(told.collect::<Vec<_>>()).to_string())
            }
        };
        let methods: Vec<Option<String>> = match methods.is_empty() {
            true => vec![None],
            false => methods.iter().map(|method| Some(method.to_ascii_uppercase())).collect(),
        };
        let routes = if routes.is_empty() { vec![None] } else { routes.into_iter().map(Some).collect() };
        for mounted in &mounted {
            for route in &routes {
                for method in &methods {
                    let [caller, ..] = self.caller(site.caller);
                    fn text(text: Option<&str>, max: usize) -> Cell<'_> {
                        text.map_or(Cell::Null, |text| clip(text, max))
                    }
                    let row = [
                        kind.word().into(),
                        clip(&clause.framework, 40),
                        text(owner.as_deref(), 1_000),
                        text(method.as_deref(), 20),
                        text(route.as_deref(), TEXT),
                        text(name.as_deref(), TEXT),
                        text(handler.0.as_deref(), 2_100),
                        text(Some(handler.1.as_str()).filter(|it| !it.is_empty()), TEXT),
                        guards.clone(),
                        text(mounted.as_deref(), 1_000),
                        caller,
                        self.path(),
                        site.at.line.into(),
                    ];
                    self.unit.push("registrations", &row);
                }
            }
        }
    }

    /// The paths of a registration. What stands in one's place and is not known stays as a name in braces.
    fn routes(&mut self, kind: Kind, site: &Site<'g>, clause: &Clause) -> Vec<String> {
        let mut routes = Vec::new();
        for found in self.find(site, &clause.route) {
            match found {
                Found::Text(text) => routes.push(text.into_owned()),
                Found::Shape(Shape::List(items)) => {
                    routes.extend(items.iter().filter_map(|item| self.fixed(item)).map(Cow::into_owned));
                }
                Found::Shape(shape) => match self.fixed(shape) {
                    Some(text) => routes.push(text.into_owned()),
                    // The first argument of a mount may be what is mounted.
                    None if kind == Kind::Endpoint
                        || matches!(clause.route.0[..], [Part { source: Source::Named(_), .. }]) =>
                    {
                        routes.extend(self.unknown_text(shape));
                    }
                    None => {}
                },
                _ => {}
            }
        }
        let mut marks: Vec<_> = clause.fill.iter().collect();
        marks.sort_by_key(|(mark, _)| *mark);
        for (mark, selector) in marks {
            if routes.iter().any(|route| route.contains(&**mark))
                && let Some(name) = self.name_told(site, selector)
            {
                routes.iter_mut().for_each(|route| *route = route.replace(&**mark, &name));
            }
        }
        routes
    }

    fn anchor_of(&mut self, found: &Found<'g>, anchors: &Anchors) -> Option<String> {
        match found {
            Found::Value(value) | Found::Row(value) | Found::Shape(Shape::Value(value)) => self.anchor(*value, anchors),
            Found::Symbol(symbol) => Some(self.id(*symbol)),
            Found::File => Some(format!("{}#<module>", self.graph.path)),
            _ => None,
        }
    }

    /// What is reached through a mount: a router, what a function is given as its first parameter, what a call gives.
    fn mounted(&mut self, found: &Found<'g>, site: &Site<'g>, anchors: &Anchors) -> Option<String> {
        match found {
            Found::Value(value) if Some(*value) == site.result => self.result_anchor(*value, anchors),
            Found::Shape(Shape::Function { line }) => self.inline_param(*line, site, anchors),
            Found::Shape(Shape::Value(value)) => self.anchor(*value, anchors),
            _ => self.anchor_of(found, anchors),
        }
    }

    /// The first parameter of the function that a call is given in place.
    fn inline_param(&mut self, line: u32, site: &Site<'g>, anchors: &Anchors) -> Option<String> {
        let bindings = &self.graph.bindings;
        let given = |value: &ValueId| {
            let value = &self.graph.values[*value as usize];
            matches!(value, Value::CallbackParam { callee, position: 0, .. } if *callee == site.callee)
        };
        let told = bindings.iter().position(|binding| binding.values.iter().any(given));
        // A parameter with a type of its own.
        let anonymous = |scope: facts::ScopeId| self.graph.scopes[scope as usize].symbol.is_none();
        let declared = || {
            bindings.iter().position(|it| it.kind == BindingKind::Parameter && it.line == line && anonymous(it.scope))
        };
        let binding = told.or_else(declared)?;
        self.binding_anchor(binding as u32, anchors, 1)
    }

    /// A router that a function of the repository is given: what is registered on its parameter hangs on it.
    pub fn handed_on(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        for (at, given) in call.given.iter().enumerate() {
            let Shape::Value(value) = given.shape else { continue };
            if !self.may_be_router(value, anchors) {
                continue;
            }
            let ty = self.eval.value(self.file, value);
            let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { continue };
            if !self.project.rules.is_router(&self.project.names.text(path)) {
                continue;
            }
            if let Some(owner) = self.anchor(value, anchors) {
                let mounted = format!("{}({at})", self.project.symbol_id(function));
                self.link(&owner, &mounted, call.caller, call.at.line);
            }
        }
    }

    /// A name that holds one thing throughout, or a group made in place: what a callback is given is neither.
    fn may_be_router(&self, value: ValueId, anchors: &Anchors) -> bool {
        let graph = self.graph;
        match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &graph.bindings[binding as usize].values;
                !values.iter().any(|it| matches!(graph.values[*it as usize], Value::CallbackParam { .. }))
            }
            Value::Member { object, .. } => matches!(graph.values[object as usize], Value::This { .. }),
            _ => anchors.apart.contains(&value),
        }
    }

    /// The routers that functions of this file give back.
    pub fn handed_back(&mut self, anchors: &Anchors) {
        for (id, symbol) in self.graph.symbols.iter().enumerate() {
            for value in &symbol.return_values {
                let Some(router) = self.anchor(*value, anchors).filter(|it| anchors.owners.contains(it)) else {
                    continue;
                };
                let id = id as SymbolId;
                self.link(&format!("{}()", self.id(id)), &router, Some(id), symbol.name_at.line);
            }
        }
    }

    /// A mount without a path: one thing is another's under a second name.
    fn link(&mut self, owner: &str, mounted: &str, caller: Option<SymbolId>, line: u32) {
        let [caller, ..] = self.caller(caller);
        let none = || Cell::Null;
        let row = [
            Kind::Mount.word().into(),
            none(),
            clip(owner, 1_000),
            none(),
            none(),
            none(),
            none(),
            none(),
            none(),
            clip(mounted, 1_000),
            caller,
            self.path(),
            line.into(),
        ];
        self.unit.push("registrations", &row);
    }

    fn handlers(&mut self, site: &Site<'g>, selector: &rules::Selector) -> Vec<Handler> {
        self.find(site, selector).iter().flat_map(|it| self.functions(it, site)).collect()
    }

    /// The functions that something names.
    fn functions(&mut self, found: &Found<'g>, site: &Site<'g>) -> Vec<Handler> {
        match found {
            Found::Symbol(symbol) => vec![self.symbol_handler(*symbol)],
            Found::Value(value) => self.value_handler(*value).into_iter().collect(),
            Found::Shape(shape) => self.shape_functions(shape, site),
            _ => Vec::new(),
        }
    }

    /// What asks requests first: functions, and what goes by a name that is a text.
    fn guards(&mut self, found: &Found<'g>, site: &Site<'g>) -> Vec<Handler> {
        let functions = self.functions(found, site);
        if !functions.is_empty() {
            return functions;
        }
        self.texts(found).into_iter().filter(|it| !it.is_empty()).map(|it| (None, it.into_owned())).collect()
    }

    fn shape_functions(&mut self, shape: &'g Shape, site: &Site<'g>) -> Vec<Handler> {
        match shape {
            Shape::Value(value) => self.value_handler(*value).into_iter().collect(),
            Shape::Function { .. } => {
                let [symbol, name, _] = self.caller(site.caller);
                match (symbol, name) {
                    (Cell::Text(symbol), Cell::Text(_)) => vec![(Some(symbol.into_owned()), "(inline)".to_owned())],
                    _ => Vec::new(),
                }
            }
            Shape::List(items) => items.iter().flat_map(|item| self.shape_functions(item, site)).collect(),
            _ => Vec::new(),
        }
    }

    fn symbol_handler(&self, symbol: SymbolId) -> Handler {
        (Some(self.id(symbol)), self.graph.symbols[symbol as usize].qualified.clone())
    }

    fn value_handler(&mut self, value: ValueId) -> Option<Handler> {
        let verdict = self.eval.reference_target(self.file, value);
        if let [one] = verdict.targets[..] {
            let name = self.project.symbol(one).map(|(_, symbol)| symbol.qualified.clone());
            return Some((Some(self.project.symbol_id(one)), name.unwrap_or_default()));
        }
        match &self.graph.values[value as usize] {
            // A wrapper of a handler: `asyncHandler(show)`, `Depends(user)`.
            Value::Call { callee, arguments } => {
                let (callee, arguments) = (*callee, arguments.clone());
                let inner =
                    arguments.iter().find_map(|it| self.value_handler(*it).filter(|(symbol, _)| symbol.is_some()));
                inner.or_else(|| self.value_handler(callee))
            }
            Value::Name { name, .. } | Value::Member { name, .. } => Some((None, self.graph.name(*name).to_owned())),
            Value::Named { value, .. } => self.value_handler(*value),
            _ => None,
        }
    }
}
