//! Functions of Go that a variable holds and that register what they are given:
//! `handle := func(path string, h http.HandlerFunc) { mux.Handle(path, signedIn(h)) }`. Each call of the variable is a row,
//! whose parts are the function's parameters.

use super::tables::Turn;
use crate::rows::Writer;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::{Anchors, Site};
use facts::{BindingId, BindingKind, Call, Shape, Value, ValueId};
use rules::{Clause, Kind};

/// A variable has no more calls.
const MAX_CALLS: usize = 200;

impl<'p, 'g> Writer<'p, 'g> {
    /// Tells what such a function registers once for each of its calls. False where it is none.
    pub fn told_by_closure(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'p, 'g>) -> bool {
        if clause.kind != Some(Kind::Endpoint) || self.turn.is_some() || !self.goes_by_types() {
            return false;
        }
        let graph = self.graph;
        let Some(parameter) = site.given.iter().find_map(|it| self.closures_parameter(&it.shape, site)) else {
            return false;
        };
        let own = &graph.bindings[parameter as usize];
        let ids = 0..graph.bindings.len() as BindingId;
        let is_parameter = |it: &BindingId| {
            let binding = &graph.bindings[*it as usize];
            binding.kind == BindingKind::Parameter && binding.scope == own.scope
        };
        let parameters: Vec<BindingId> = ids.clone().filter(is_parameter).collect();
        let holds = |it: &BindingId| {
            let binding = &graph.bindings[*it as usize];
            let is_function =
                |value: &ValueId| matches!(graph.values[*value as usize], Value::Function { symbol: None, .. });
            binding.line == own.line && matches!(&binding.values[..], [one] if is_function(one))
        };
        let mut holders = ids.filter(holds);
        let (Some(holder), None) = (holders.next(), holders.next()) else { return false };
        let is_called = |call: &&Call| matches!(graph.values[call.callee as usize], Value::Name { binding, .. } if binding == Some(holder));
        let calls: Vec<&'g Call> = graph.calls.iter().filter(is_called).take(MAX_CALLS).collect();
        for call in &calls {
            let given = parameters.iter().copied().zip(call.given.iter().map(|it| &it.shape)).collect();
            let (row, fields, texts) = (&Shape::Other, Vec::new(), Vec::new());
            self.turn = Some(Turn { over: ValueId::MAX, key: None, row, fields, given, texts });
            self.clause(clause, &Site { at: call.at, caller: call.caller, ..*site }, anchors);
        }
        self.turn = None;
        !calls.is_empty()
    }

    /// The parameter of a function without a name that something is, or that is put into a text.
    fn closures_parameter(&self, shape: &Shape, site: &Site<'g>) -> Option<BindingId> {
        let graph = self.graph;
        let is_closures = |id: BindingId| {
            let binding = &graph.bindings[id as usize];
            let is_parameter = binding.kind == BindingKind::Parameter && binding.line <= site.at.line;
            is_parameter && graph.scopes[binding.scope as usize].symbol.is_none()
        };
        match shape {
            Shape::Value(value) => match graph.values[*value as usize] {
                Value::Name { binding: Some(binding), .. } => Some(binding).filter(|it| is_closures(*it)),
                _ => None,
            },
            Shape::Joined(text) => {
                let names = graph.name(*text).split("${").skip(1).filter_map(|it| it.split('}').next());
                let named = |name: &str| {
                    let is_it = |id: &BindingId| graph.name(graph.bindings[*id as usize].name) == name;
                    let ids = (0..graph.bindings.len() as BindingId).filter(is_it).filter(|id| is_closures(*id));
                    ids.max_by_key(|id| graph.bindings[*id as usize].line)
                };
                names.filter_map(named).next()
            }
            _ => None,
        }
    }

    /// What the row gives in the place of a parameter.
    pub fn given_in_turn(&self, value: ValueId) -> Option<&'g Shape> {
        let turn = self.turn.as_ref()?;
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        turn.given.iter().find(|(it, _)| *it == binding).map(|(_, shape)| *shape)
    }

    /// What something is registered on that the row gives: `mount := func(r gin.IRouter) { r.GET("/x", show) }`.
    pub fn owner_in_turn(&mut self, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> Option<String> {
        if self.turn.is_none() || site.decorated.is_some() || !self.goes_by_types() {
            return None;
        }
        let object = self.object(site.callee)?;
        match self.given_in_turn(object)? {
            Shape::Value(value) => self.anchor(*value, anchors),
            _ => None,
        }
    }

    /// A handler that is told by a parameter's name, as the row has it.
    pub fn handler_in_turn(&mut self, handler: Handler, site: &Site<'g>) -> Handler {
        if handler.0.is_some() || !self.goes_by_types() {
            return handler;
        }
        let Some(turn) = self.turn.as_ref() else { return handler };
        let graph = self.graph;
        let named =
            |(binding, _): &&(BindingId, &'g Shape)| graph.name(graph.bindings[*binding as usize].name) == handler.1;
        let Some((_, shape)) = turn.given.iter().find(named) else { return handler };
        let found = crate::rows::meaning::places::found::Found::Shape(shape);
        self.functions(&found, site).pop().unwrap_or(handler)
    }
}
