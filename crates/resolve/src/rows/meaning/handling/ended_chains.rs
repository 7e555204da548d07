//! Handlers that a library's chain ends with: `negroni.New(signedIn, &admin{}, negroni.Wrap(router))`,
//! `common.With(negroni.WrapFunc(show))`. What stands before it in the chain is asked first.

use super::handlers::Handler;
use crate::rows::Writer;
use crate::rows::meaning::places::found::{Found, MAX_ROW};
use facts::{Call, Shape, Value, ValueId};

/// What a handler is given to that ends a chain.
const ENDING: [&str; 2] = ["Wrap", "WrapFunc"];

impl<'g> Writer<'_, 'g> {
    /// Whether what a call is given last may end a chain, as far as its name says.
    pub fn may_end_chain(&self, call: &Call) -> bool {
        match call.given.last().map(|it| &it.shape) {
            Some(&Shape::Value(last)) => self.end_of_chain(last).is_some(),
            _ => false,
        }
    }

    /// What is handed a handler by a name that ends chains, and that handler.
    fn end_of_chain(&self, value: ValueId) -> Option<(ValueId, ValueId)> {
        let Value::Call { callee, ref arguments } = self.graph.values[value as usize] else { return None };
        let [inner] = arguments[..] else { return None };
        let name = self.last_name(callee).filter(|_| self.goes_by_types())?;
        ENDING.contains(&&*name).then_some((callee, inner))
    }

    /// Who a chain asks, the first of them first, and the handler that it ends with.
    pub fn ended_chain(&mut self, chain: ValueId) -> Option<(Vec<Handler>, ValueId)> {
        let graph = self.graph;
        let Value::Call { callee, arguments } = &graph.values[chain as usize] else { return None };
        let (last, own) = arguments.split_last()?;
        let (ending, inner) = self.end_of_chain(*last)?;
        self.eval.reference_target(self.file, ending).external?;
        if self.target(*callee).is_some() {
            return None;
        }
        let mut rows = vec![own];
        let mut at = self.object(*callee).map(|it| self.kept_in(it));
        while let Some(before) = at.filter(|_| rows.len() < MAX_ROW)
            && let Value::Call { callee, arguments } = &graph.values[before as usize]
            && self.target(*callee).is_none()
        {
            rows.push(arguments);
            at = self.object(*callee).map(|it| self.kept_in(it));
        }
        let asked = rows.into_iter().rev().flatten().filter_map(|it| self.asked_by_chain(*it));
        Some((asked.collect(), inner))
    }

    /// What a chain is given that asks: a function that is made a handler of, or one of a type that is.
    fn asked_by_chain(&mut self, value: ValueId) -> Option<Handler> {
        let value = self.kept_in(value);
        if let Value::Call { callee, ref arguments } = self.graph.values[value as usize]
            && let [inner] = arguments[..]
            && self.target(callee).is_none()
            && let Some(told) = self.guard_value(inner).filter(|(symbol, _)| symbol.is_some())
        {
            return Some(told);
        }
        let told = self.guard_value(value).filter(|(symbol, _)| symbol.is_some());
        told.or_else(|| self.made_handler(&Found::Value(value))).or_else(|| self.guard_value(value))
    }
}
