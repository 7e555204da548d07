//! The values of what is chosen by a subject: `when (x) { "a" -> 1 }`, `x switch { "a" => 1 }`, `case x when 'a' then 1 end`.

use super::MAX_TOKENS;
use super::tokens::Kind;
use super::values::Values;

/// From where to where the values of branches stand.
type Parts = Vec<(usize, usize)>;

impl Values<'_> {
    /// The branches of a choice that an expression is. None: it is none.
    pub(super) fn branches(&self, from: usize, to: usize) -> Option<Parts> {
        match self.word(from) {
            "case" if self.lexis.bare_calls => self.cases(from, to),
            "if" => self.either(from, to),
            "when" | "switch" | "match" => {
                let open = (from + 1..to).find(|at| self.word(*at) == "{" && self.is(*at, Kind::Open))?;
                self.arms(open, to)
            }
            // C#'s subject stands in front.
            _ => {
                let at = (from + 1..to.min(from + MAX_TOKENS)).find(|at| self.word(*at) == "switch")?;
                (self.word(at + 1) == "{").then(|| self.arms(at + 1, to))?
            }
        }
    }

    /// Behind the end of Ruby's `case … end`.
    pub(super) fn behind_case(&self, from: usize) -> Option<usize> {
        if self.word(from) != "case" || !self.lexis.bare_calls {
            return None;
        }
        let (mut at, mut depth) = (from + 1, 1);
        while at < self.tokens.len() && at - from < MAX_TOKENS {
            let opens = match self.word(at) {
                "case" | "do" | "begin" => true,
                // Behind a value they are its condition.
                "if" | "unless" => self.tokens[at].starts_line,
                _ => false,
            };
            depth += i32::from(opens);
            depth -= i32::from(self.word(at) == "end");
            at += 1;
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// What stands behind arrows between braces, up to a comma, a semicolon or the next line.
    fn arms(&self, open: usize, to: usize) -> Option<Parts> {
        let close = self.behind(open).checked_sub(1).filter(|close| *close < to)?;
        let (mut parts, mut at, mut begins) = (Vec::new(), open + 1, None);
        while at <= close {
            let ends = at == close
                || matches!(self.word(at), "," | ";")
                || begins.is_some_and(|it| it < at) && self.tokens[at].starts_line && !self.is(at, Kind::Operator);
            if ends && let Some(begin) = begins.take_if(|it| *it < at) {
                parts.push((begin, at));
            }
            if begins.is_none() && matches!(self.word(at), "=>" | "->") {
                begins = Some(at + 1);
            }
            let skips = at < close && self.is(at, Kind::Open);
            at = if skips { self.behind(at) } else { at + 1 };
        }
        (!parts.is_empty()).then_some(parts)
    }

    /// `if (a) "b" else "c"`
    fn either(&self, from: usize, to: usize) -> Option<Parts> {
        let begins = match self.word(from + 1) {
            "(" => self.behind(from + 1),
            _ => (from + 1..to).find(|at| self.word(*at) == "{")?,
        };
        let mut at = begins;
        while at < to && self.word(at) != "else" {
            at = if self.is(at, Kind::Open) { self.behind(at) } else { at + 1 };
        }
        let mut parts = vec![(begins, at.min(to))];
        if at < to {
            parts.append(&mut self.branches(at + 1, to).unwrap_or_else(|| vec![(at + 1, to)]));
        }
        Some(parts)
    }

    /// `case x when 'a' then 'b' else 'c' end`
    fn cases(&self, from: usize, to: usize) -> Option<Parts> {
        let (mut parts, mut at, mut begins) = (Vec::new(), from + 1, None);
        let mut is_asked = false;
        while at < to {
            let word = self.word(at);
            if matches!(word, "when" | "in" | "else" | "end") && (word != "in" || self.tokens[at].starts_line) {
                if let Some(begin) = begins.take() {
                    parts.push((begin, at));
                }
                is_asked = matches!(word, "when" | "in");
                begins = (word == "else").then_some(at + 1);
            } else if is_asked && (word == "then" || self.tokens[at].starts_line) {
                begins = Some(if word == "then" { at + 1 } else { at });
                is_asked = false;
            }
            at = if self.is(at, Kind::Open) { self.behind(at) } else { at + 1 };
        }
        (!parts.is_empty()).then_some(parts)
    }
}
