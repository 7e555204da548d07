//! Decorators of Python that keep on what they decorate what they are given, `fn.routes = [(path, options)]`, and what goes
//! through all that is so marked and registers it: `for path, options in getattr(fn, "routes"): self.route(path, **options)(fn)`.
//! Which functions are marked so is known only where all files are.

use crate::rows::Writer;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use facts::{BindingKind, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Source};

/// The name of rows that say which attribute a decorator gives what it decorates.
const MARKING: &str = "marking";
/// The name of rows that say by which attributes something is registered.
const COLLECTING: &str = "collecting";
/// Calls that ask what is called so of something.
const READING: [&str; 2] = ["getattr", "hasattr"];
const STORING: &str = "setattr";
/// Functions around each other.
const MAX_AROUND: usize = 4;

impl<'g> Writer<'_, 'g> {
    /// The attributes that functions of the file give what they take.
    pub fn markings(&mut self) {
        let graph = self.graph;
        if graph.is_test || graph.language != "python" {
            return;
        }
        let stored = graph.stored.iter().filter_map(|(name, _)| match graph.values[*name as usize] {
            Value::Member { object, name } => Some((object, graph.name(name))),
            _ => None,
        });
        let set = graph.calls.iter().filter(|call| call.text == STORING).filter_map(|call| match &call.given[..] {
            [object, name, ..] => match (&object.shape, &name.shape) {
                (Shape::Value(object), Shape::Text(name)) => Some((*object, graph.name(*name))),
                _ => None,
            },
            _ => None,
        });
        let mut told: Vec<(SymbolId, &str)> = Vec::new();
        for (object, name) in stored.chain(set) {
            let function = self.function_taking(object).map(|it| self.outermost(it));
            if let Some(function) = function.filter(|it| !told.contains(&(*it, name))) {
                told.push((function, name));
            }
        }
        for (function, name) in told {
            let (id, line) = (self.id(function), graph.symbols[function as usize].name_at.line);
            self.register(&Registration {
                owner: Some(&id),
                name: Some(MARKING),
                handler_name: Some(name),
                ..self.registered_by(Kind::Prefix.word(), Some(function), line)
            });
        }
    }

    /// The function that takes a value as its parameter.
    fn function_taking(&self, value: ValueId) -> Option<SymbolId> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        let binding = &self.graph.bindings[binding as usize];
        let scope = &self.graph.scopes[binding.scope as usize];
        scope.symbol.filter(|_| binding.kind == BindingKind::Parameter)
    }

    /// The outermost function around one.
    fn outermost(&self, function: SymbolId) -> SymbolId {
        let is_function =
            |it: &SymbolId| matches!(self.graph.symbols[*it as usize].kind, SymbolKind::Function | SymbolKind::Method);
        let around = |it: &SymbolId| self.graph.symbols[*it as usize].parent.filter(is_function);
        std::iter::successors(Some(function), around).take(MAX_AROUND).last().unwrap_or(function)
    }

    /// Whether what is registered goes by what something is marked with: its path is not known, and the code around asks for an
    /// attribute by its name.
    pub fn collects(&mut self, clause: &Clause, site: &Site<'g>, routes: &[String], anchors: &Anchors<'_, 'g>) -> bool {
        let graph = self.graph;
        let is_open = routes.iter().all(|it| it.starts_with("${") && it.ends_with('}'));
        let Some(caller) = site.caller.filter(|_| is_open && graph.language == "python" && !graph.is_test) else {
            return false;
        };
        let function = self.outermost(caller);
        let is_within = |it: Option<SymbolId>| it.is_some_and(|it| self.outermost(it) == function);
        let asked = graph.calls.iter().filter(|call| READING.contains(&&*call.text) && is_within(call.caller));
        let mut names: Vec<&str> = asked
            .filter_map(|call| match call.given.get(1)?.shape {
                Shape::Text(name) => Some(graph.name(name)),
                _ => None,
            })
            .collect();
        names.dedup();
        if names.is_empty() {
            return false;
        }
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        let class = self.class_of(function).map(|it| self.id(it));
        let method = clause.method.0.iter().find_map(|part| match &part.source {
            Source::Text(text) => Some(text.to_string()),
            _ => None,
        });
        self.register(&Registration {
            framework: Some(&clause.framework),
            owner: owner.as_deref(),
            method: method.as_deref(),
            name: Some(COLLECTING),
            handler: class.as_deref(),
            handler_name: Some(&names.join(" ")),
            ..self.registered_by(Kind::Prefix.word(), Some(function), site.at.line)
        });
        true
    }
}
