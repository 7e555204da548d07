//! Literals and errors: what a file says besides its names, types and calls.

use crate::builder::Builder;
use crate::text;
use facts::*;
use std::ops::Range;

/// Characters of a literal that are kept.
const LITERAL_LIMIT: usize = 200;

impl Builder<'_> {
    /// The contents of a literal, redacted and bounded, as a name.
    pub fn literal(&mut self, start: u32, end: u32) -> NameId {
        let reach = self.boundary(end.min(start.saturating_add(4 * LITERAL_LIMIT as u32)));
        let text = text::keep_start(self.redacted(start, reach), LITERAL_LIMIT);
        self.name(&text)
    }

    /// Notes where an error is thrown or caught, between two offsets; `text` says of which type.
    pub fn error(&mut self, kind: ErrorKind, of: Option<ValueId>, text: String, bytes: Range<u32>) {
        let (caller, at) = (self.caller(), self.source.point(bytes.start));
        let end_line = self.source.line(bytes.end);
        self.graph.errors.push(ErrorSite { kind, caller, of, text, at, end_line });
    }

    /// Keeps the texts that symbols are declared to hold.
    pub(crate) fn keep_constants(&mut self) {
        for id in 0..self.graph.symbols.len() {
            let symbol = &self.graph.symbols[id];
            let text = |value: &ValueId| self.graph.values[*value as usize] == Value::Builtin(Builtin::String);
            let holds = matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Property | SymbolKind::EnumMember);
            if !holds || symbol.initial.len() != 1 || !symbol.initial.iter().all(text) {
                continue;
            }
            let (from, to) = (symbol.name_at.byte, symbol.span.end.byte);
            if let Some((start, end)) = text::only_literal(self.source.slice(from, to.max(from))) {
                let name = self.literal(from + start as u32, from + end as u32);
                self.graph.constants.push((id as SymbolId, name));
            }
        }
    }
}
