//! What can be the value of an expression that chooses: its branches, and not what they go by.

use super::tokens::Kind;
use super::values::Values;

impl Values<'_> {
    /// The parts of an expression that can be its value: not the condition of a choice. None: it is a function, or
    /// whether something holds.
    pub(super) fn choices(&self, from: usize, to: usize) -> Option<Vec<(usize, usize)>> {
        if matches!(self.word(from), "func" | "function" | "fn" | "lambda" | "|" | "||" | "!")
            || self.word(from) == "{" && self.lexis.bare_calls
        {
            return None;
        }
        if let Some(branches) = self.branches(from, to) {
            return Some(branches);
        }
        let (mut at, mut asks, mut chosen, mut begins) = (from, None, None, from);
        let mut python = None;
        while at < to {
            let word = self.word(at);
            match self.tokens[at].kind {
                Kind::Open => {
                    at = self.behind(at);
                    continue;
                }
                Kind::Operator => match word {
                    "=>" => return None,
                    "->" if !self.lexis.arrow_members => return None,
                    "?" => asks = asks.or(Some(at)),
                    ":" if asks.is_some() => chosen = asks.take(),
                    "==" | "!=" | "===" | "!==" if asks.is_none() && chosen.is_none() => python = Some(at),
                    _ => {}
                },
                Kind::Name if word == "if" && at > from => return Some(self.without_condition(from, at, to)),
                _ => {}
            }
            at += 1;
            if chosen.is_some_and(|it| it >= begins) {
                begins = chosen.map_or(from, |it| it + 1);
            }
        }
        // A comparison that nothing is chosen by.
        if python.is_some() && chosen.is_none() {
            return None;
        }
        Some(vec![(begins, to)])
    }

    /// What can be the value of a choice in brackets, not its condition: `"a" + (b ? "c" : d)`.
    pub(super) fn chosen_within(&self, open: usize) -> Option<(usize, usize)> {
        let is_call = open > 0 && (self.ends(open) || self.is(open - 1, Kind::Close));
        if self.word(open) != "(" || is_call {
            return None;
        }
        let (from, to) = (open + 1, (self.tokens[open].partner as usize).min(self.tokens.len()));
        match self.choices(from, to)?[..] {
            [(begins, end)] if begins > from => Some((begins, end)),
            _ => None,
        }
    }

    /// `a if b else c` without `b`.
    fn without_condition(&self, from: usize, condition: usize, to: usize) -> Vec<(usize, usize)> {
        let otherwise = (condition..to).find(|at| self.word(*at) == "else");
        let mut parts = vec![(from, condition)];
        parts.extend(otherwise.map(|at| (at + 1, to)));
        parts
    }
}
