//! Classes of handlers that go through functions of the file: one that hands on to a framework the class and the paths
//! that it is given registers none itself; each of its calls does.

use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use facts::{BindingId, Call, Param, Shape, Symbol, SymbolKind, Value};
use rules::Kind;

impl<'p, 'g> Writer<'p, 'g> {
    /// The registrations of a call of a function of this file that hands on all that it is given, in its order.
    pub fn classes_handed(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let [function] = verdict.targets[..] else { return };
        if function.file != self.file || call.given.len() < 2 {
            return;
        }
        let symbol = &graph.symbols[function.symbol as usize];
        if !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) || !has_rest(symbol) {
            return;
        }
        let within = graph.calls.iter().filter(|it| it.caller == Some(function.symbol) && it.given.len() >= 2);
        for inner in within {
            let Some(path) = self.eval.reference_target(self.file, inner.callee).external else { continue };
            let path = project.names.text(path).to_string();
            let clauses = project.rules.of_call(&path, &graph.language);
            let clauses = clauses.filter(|it| it.kind == Some(Kind::Endpoint) && !it.actions.is_empty());
            let clauses: Vec<_> = clauses.filter(|it| call.arguments >= it.arguments).collect();
            let Some(handed) = (if clauses.is_empty() { None } else { self.handed_params(inner, symbol) }) else {
                continue;
            };
            let is_changed = handed.iter().any(|it| !graph.bindings[*it as usize].values.is_empty());
            let changing = handed.iter().find_map(|it| self.changing(*it));
            let changed_by = (is_changed && changing.is_none()).then(|| graph.name(symbol.name));
            let site = Site { changed_by, changing, ..Site::of_call(graph, call) };
            anchors.pending.extend(clauses.into_iter().map(|clause| (clause, site)));
        }
    }

    /// The parameters of the function around a call that this hands on by their places, down to the one that takes all
    /// further arguments.
    fn handed_params(&self, inner: &Call, function: &Symbol) -> Option<Vec<BindingId>> {
        let given: Vec<&Shape> = inner.given.iter().filter(|it| it.name.is_none()).map(|it| &it.shape).collect();
        let bound = |shape: &Shape| match *shape {
            Shape::Value(value) => match self.graph.values[value as usize] {
                Value::Name { binding, .. } => binding,
                _ => None,
            },
            _ => None,
        };
        let first = bound(given.first()?)?;
        let at = function.params.iter().position(|it| it.binding == Some(first))?;
        let params = function.params.get(at..at + given.len()).filter(|it| it.last().is_some_and(|last| last.rest))?;
        let handed = given.iter().zip(params);
        // What is spread has no name in the graph.
        let is_handed = |(shape, param): (&&Shape, &Param)| {
            let is_spread = param.rest && inner.spread && matches!(shape, Shape::Other);
            is_spread || (param.binding.is_some() && bound(shape) == param.binding)
        };
        handed.clone().all(is_handed).then(|| params.iter().filter_map(|it| it.binding).collect())
    }
}

/// Whether a function takes any number of paths.
fn has_rest(function: &Symbol) -> bool {
    function.params.iter().any(|it| it.rest)
}
