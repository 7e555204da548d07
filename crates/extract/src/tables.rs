//! Lists and dictionaries that are written out.

use crate::builder::{Builder, CALLEE_LIMIT};
use facts::{Call, CallKind, Given, ValueId};

impl Builder<'_> {
    /// Keeps a list, dictionary or object that is written out between two offsets as a call that is given its rows and
    /// gives `value`; without a name where it has none.
    pub fn written(&mut self, name: &str, value: ValueId, start: u32, end: u32, given: Vec<Given>) {
        let literal = Call {
            kind: CallKind::New,
            caller: self.caller(),
            callee: value,
            name: self.name(name),
            text: self.text_end(start, end.min(start + 1), CALLEE_LIMIT),
            at: self.source.point(start),
            start_line: self.source.line(start),
            arguments: 0,
            spread: false,
            given,
            result: Some(value),
        };
        self.graph.literals.push(literal);
    }
}
