//! Texts that formats put together, and what stands side by side.

use super::scopes::Fact;
use super::tokens::Kind;
use super::values::Values;

impl Values<'_> {
    /// What commas part that stand in no brackets.
    pub fn parts(&self, from: usize, to: usize) -> Vec<(usize, usize)> {
        let (mut parts, mut start, mut at) = (Vec::new(), from, from);
        while at < to {
            if self.tokens[at].kind == Kind::Operator && self.word(at) == "," {
                parts.push((start, at));
                start = at + 1;
            }
            at = if self.is(at, Kind::Open) { self.behind(at).max(at + 1) } else { at + 1 };
        }
        parts.push((start, to));
        parts
    }

    /// What a text is made of that a format puts together, by the arguments that stand for more than numbers:
    /// `Sprintf("%s LIMIT %d", query, limit)`. None: the format is not written there.
    pub(super) fn formatted(&self, open: usize) -> Option<Fact> {
        let close = self.behind(open).checked_sub(1)?;
        let parts = self.parts(open + 1, close);
        let (format, given) = parts.split_first()?;
        if format.1 != format.0 + 1 || !self.is(format.0, Kind::Literal) {
            return None;
        }
        let text = self.word(format.0).replace("%%", "");
        let verbs: Vec<char> = text
            .split('%')
            .skip(1)
            .map(|rest| {
                rest.trim_start_matches(|it: char| "+-# 0123456789.".contains(it)).chars().next().unwrap_or('s')
            })
            .collect();
        if verbs.len() != given.len() {
            return None;
        }
        let mut fact = Fact::CONSTANT;
        for ((from, to), verb) in given.iter().zip(verbs) {
            if !matches!(verb, 'd' | 'u' | 'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 't' | 'b' | 'o' | 'i') {
                fact.take(&self.evaluate(*from, *to));
            }
        }
        Some(fact)
    }
}
