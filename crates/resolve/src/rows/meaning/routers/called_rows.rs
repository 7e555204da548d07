//! Functions of Python that register the class of handlers which they are given: `def add(view, url): app.add_url_rule(url,
//! view_func=view.as_view())`. Each call of the file is a row, whose parts are the function's parameters.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routing::tables::Turn;
use crate::rows::meaning::{Anchors, Site};
use facts::{BindingId, Call, Shape, Symbol, SymbolKind, Value, ValueId};
use rules::{Clause, Kind};

/// A function has no more calls.
const MAX_CALLS: usize = 400;
/// So deep a parameter stands in what handles.
const MAX_DEPTH: u8 = 4;

impl<'p, 'g> Writer<'p, 'g> {
    /// Tells what a function registers of a class that it is given once for each of its calls. False where there are none.
    pub fn told_by_calls(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'p, 'g>) -> bool {
        if clause.kind != Some(Kind::Endpoint) || clause.actions.is_empty() && clause.answers.is_empty() {
            return false;
        }
        let Some(function) = site.caller.filter(|_| self.goes_through_rows() && self.turn.is_none()) else {
            return false;
        };
        let graph = self.graph;
        let symbol = &graph.symbols[function as usize];
        let [Found::Value(handler) | Found::Shape(&Shape::Value(handler))] = self.find(site, &clause.handler)[..]
        else {
            return false;
        };
        if !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) || !self.is_of(symbol, handler, MAX_DEPTH)
        {
            return false;
        }
        let is_call =
            |(_, called): &&(&Call, crate::values::types::Decl)| called.file == self.file && called.symbol == function;
        let calls: Vec<&'g Call> =
            anchors.calls_of.iter().filter(is_call).map(|(call, _)| *call).take(MAX_CALLS).collect();
        for call in &calls {
            let given = given_to(graph, symbol, call);
            let texts = defaults(graph, symbol, &given);
            self.turn =
                Some(Turn { over: ValueId::MAX, key: None, row: &Shape::Other, fields: Vec::new(), given, texts });
            self.clause(clause, &Site { at: call.at, caller: call.caller, ..*site }, anchors);
        }
        self.turn = None;
        !calls.is_empty()
    }

    /// Whether what handles is made of a parameter of the function around, of which each call says what class that is.
    pub fn handles_by_parameter(&mut self, clause: &Clause, site: &Site<'g>) -> bool {
        if clause.actions.is_empty() || !self.goes_through_rows() || self.turn.is_some() {
            return false;
        }
        let graph = self.graph;
        let Some(function) = site.caller.map(|it| &graph.symbols[it as usize]) else { return false };
        let found = self.find(site, &clause.handler);
        let [Found::Value(handler) | Found::Shape(&Shape::Value(handler))] = found[..] else { return false };
        matches!(function.kind, SymbolKind::Function | SymbolKind::Method) && self.is_of(function, handler, MAX_DEPTH)
    }

    /// Whether a value is a parameter of a function, or made of one.
    fn is_of(&self, function: &Symbol, value: ValueId, depth: u8) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        let graph = self.graph;
        match &graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let held = &graph.bindings[*binding as usize].values[..];
                let is_made = matches!(held, [one] if self.is_of(function, *one, depth));
                is_made || function.params.iter().any(|it| it.binding == Some(*binding))
            }
            Value::Member { object, .. } => self.is_of(function, *object, depth),
            Value::Call { callee, arguments } => {
                self.is_of(function, *callee, depth) || arguments.iter().any(|it| self.is_of(function, *it, depth))
            }
            _ => false,
        }
    }
}

/// What a call gives a function, by the bindings of its parameters.
fn given_to<'g>(graph: &'g facts::FileGraph, function: &Symbol, call: &'g Call) -> Vec<(BindingId, &'g Shape)> {
    let is_method = matches!(graph.values[call.callee as usize], Value::Member { .. });
    let own = usize::from(is_method && function.kind == SymbolKind::Method);
    let mut told = Vec::new();
    for (at, param) in function.params.iter().skip(own).enumerate().filter(|(_, param)| !param.rest) {
        let Some(binding) = param.binding else { continue };
        let by_name = call.given.iter().find(|it| it.name.is_some_and(|it| graph.name(it) == graph.name(param.name)));
        let by_place = || call.given.iter().filter(|it| it.name.is_none()).nth(at);
        told.extend(by_name.or_else(by_place).map(|given| (binding, &given.shape)));
    }
    told
}

/// The texts of parameters that a call leaves out, by their names.
fn defaults(graph: &facts::FileGraph, function: &Symbol, given: &[(BindingId, &Shape)]) -> Vec<(String, String)> {
    let is_left = |it: &&facts::Param| it.binding.is_some_and(|of| given.iter().all(|(given, _)| *given != of));
    let text = |it: &facts::Param| {
        let default = it.default.as_deref()?;
        let inner = default.trim_start_matches(['"', '\'']).trim_end_matches(['"', '\'']);
        (inner.len() + 2 == default.len()).then(|| (graph.name(it.name).to_owned(), inner.to_owned()))
    };
    function.params.iter().filter(is_left).filter_map(text).collect()
}
