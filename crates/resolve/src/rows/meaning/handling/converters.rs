//! Functions of Go that make what a framework handles requests by of a handler of the repository's own kind,
//! `handler.User(show)`. What they do before they call that shows in their code, which only the whole repository tells.

use super::handlers::{Handler, MAX_GUARDS};
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use facts::{Shape, Value, ValueId};
use rules::Clause;

impl<'g> Writer<'_, 'g> {
    /// The functions of the repository that a handler is given to which are no middleware: they ask where their code does.
    pub fn converters(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<Handler> {
        let found = if clause.wrapping && self.goes_by_types() { self.find(site, &clause.handler) } else { Vec::new() };
        let Some(&Found::Shape(&Shape::Value(value))) = found.last() else { return Vec::new() };
        let (graph, mut at, mut told) = (self.graph, self.kept_in(value), Vec::new());
        let is_written = |it: &ValueId| matches!(graph.values[*it as usize], Value::Function { .. });
        for _ in 0..MAX_GUARDS {
            let Value::Call { callee, ref arguments } = graph.values[at as usize] else { break };
            let inner = self.given_function(at).map(|(inner, _)| inner);
            let is_given = inner.is_some() || arguments.iter().any(is_written);
            // What is given no handler makes one by itself.
            if is_given && self.handing_on(callee).is_none() && self.ended_chain(at).is_none() {
                told.extend(self.converter(callee, at));
            }
            match inner {
                Some(inner) => at = inner,
                None => break,
            }
        }
        told
    }

    fn converter(&mut self, callee: ValueId, call: ValueId) -> Option<Handler> {
        let [one] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        if self.asks_by_name(callee).is_some() {
            return None;
        }
        let (one, source, symbol) = self.declared_function(one)?;
        let is_made = self.is_handler(source, one.file, symbol.returns_type?);
        is_made.then(|| (Some(self.project.symbol_id(one)), self.asking_for(symbol.qualified.clone(), call)))
    }
}
