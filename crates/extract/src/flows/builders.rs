//! What puts texts together piece by piece: `StringBuilder`, Go's `strings.Builder`. One holds what it was made with
//! and all that was added to it until there.

use super::scopes::Fact;
use super::tokens::Kind;
use super::values::Values;
use super::{MAX_TOKENS, Reader, words};

/// Calls that stand in a row are followed so far.
const MAX_ROW: usize = 60;

impl<'g> Reader<'g> {
    /// Notes which names hold a builder of texts: `sb = new StringBuilder("select ")`.
    pub(super) fn holds_builder(&mut self, targets: &[&'g str], from: usize) {
        let made = if self.word(from) == "new" { from + 1 } else { from };
        let is_builder = words::is_builder(self.word(made)) && self.word(made + 1) == "(";
        for name in targets {
            match is_builder {
                true => _ = self.values.builders.insert(name),
                false => _ = self.values.builders.remove(name),
            }
        }
    }

    /// Go's `var sb strings.Builder` holds nothing yet.
    pub(super) fn declares_builder(&mut self, at: usize) {
        let is_declared =
            at >= 4 && self.word(at - 1) == "." && self.word(at - 2) == "strings" && self.word(at - 4) == "var";
        if is_declared && self.values.lexis.pointers {
            let name = self.word(at - 3);
            self.values.builders.insert(name);
            self.values.scopes.assign(name, &Fact::CONSTANT, true);
        }
    }

    /// Takes in what a call adds to a builder: `sb.append("x").append(id)`, `fmt.Fprintf(&sb, "%s", id)`. One that is
    /// handed to anything else may hold anything afterwards.
    pub(super) fn added(&mut self, at: usize) {
        if self.values.builders.is_empty() {
            return;
        }
        if words::adds(self.word(at)) && self.word(at + 1) == "(" {
            if let Some(name) = self.row_begin(at).filter(|it| self.values.builders.contains(it)) {
                let fact = self.values.evaluate(at + 2, self.values.behind(at + 1).saturating_sub(1));
                self.values.scopes.assign(name, &fact, false);
            }
            return;
        }
        let name = self.word(at);
        if !self.values.builders.contains(name) || at < 2 {
            return;
        }
        let lent = usize::from(self.word(at - 1) == "&");
        let is_alone = matches!(self.word(at - 1 - lent), "(" | ",") && matches!(self.word(at + 1), ")" | ",");
        let opens = at - 1 - lent;
        let is_called = is_alone && (self.word(opens) == "," || opens > 0 && self.values.is(opens - 1, Kind::Name));
        if !is_called {
            return;
        }
        let fact = match opens.checked_sub(1).map(|it| self.word(it)) {
            Some("Fprintf" | "Fprint" | "Fprintln") if self.word(at + 1) == "," => {
                self.values.evaluate(at + 2, self.values.behind(opens).saturating_sub(1))
            }
            // What only takes the text that it holds changes nothing.
            Some(name) if words::passes(name) => return,
            _ => Fact::default(),
        };
        self.values.scopes.assign(name, &fact, false);
    }

    /// The name that a row of calls begins with in which a method's name stands: `sb` of `sb.append("x").append(id)`.
    fn row_begin(&self, method: usize) -> Option<&'g str> {
        let tokens = self.values.tokens;
        let mut at = method;
        for _ in 0..MAX_ROW {
            if at == 0 || !self.values.takes_member(self.word(at - 1)) {
                return (at < method && self.values.is(at, Kind::Name)).then(|| self.word(at));
            }
            let before = at.checked_sub(2)?;
            at = match tokens[before].kind {
                Kind::Name => before,
                Kind::Close => {
                    let opens =
                        |open: &usize| tokens[*open].kind == Kind::Open && tokens[*open].partner == before as u32;
                    let from = before.saturating_sub(MAX_TOKENS);
                    (from..before).rev().find(opens)?.checked_sub(1)?
                }
                _ => return None,
            };
        }
        None
    }
}

impl Values<'_> {
    /// Whether a call gives the text that a name holds, as it is: `sb.toString()`.
    pub(super) fn gives_text(&self, at: usize, last: usize) -> bool {
        last == at + 2 && words::gives_text(self.word(last)) && self.word(last + 1) == "(" && self.word(last + 2) == ")"
    }
}
