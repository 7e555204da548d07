//! Objects of which one member says what is done, and the others are values for that.

use super::scopes::Fact;
use super::tokens::Kind;
use super::values::Values;

impl Values<'_> {
    /// From where to where the statement stands in an object that has the values for it beside: `{ text: "…", values }`.
    pub fn statement(&self, open: usize) -> Option<(usize, usize)> {
        if !self.lexis.loose_types || self.word(open) != "{" {
            return None;
        }
        let close = self.behind(open).saturating_sub(1);
        let (mut found, mut has_values, mut start, mut at) = (None, false, open + 1, open + 1);
        while at <= close {
            let ends = at == close || self.is(at, Kind::Operator) && self.word(at) == ",";
            if ends {
                has_values |= self.word(start) == "values";
                if matches!(self.word(start), "text" | "sql") && self.word(start + 1) == ":" {
                    found = Some((start + 2, at));
                }
                start = at + 1;
            }
            at = if at < close && self.is(at, Kind::Open) { self.behind(at) } else { at + 1 };
        }
        found.filter(|_| has_values)
    }

    /// Takes over what the statement of an object is made of. The token to go on with.
    pub fn said(&self, open: usize, fact: &mut Fact) -> usize {
        if let Some((from, to)) = self.statement(open) {
            fact.take(&self.evaluate(from, to));
        }
        self.behind(open)
    }
}
