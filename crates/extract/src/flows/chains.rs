//! What an expression begins with, and how far what is asked of it goes.

use super::tokens::Kind;
use super::values::Values;
use super::words;

impl<'g> Values<'g> {
    /// Whether a text begins with what is not given from outside, so that it leads to no other host: `"/orders/" + id`.
    /// Of what stands for each other, `own || "/orders"`, each has to.
    pub fn leads(&self, from: usize, to: usize) -> bool {
        let (mut start, mut at) = (from, from);
        while at < to {
            if matches!(self.word(at), "||" | "??" | "or") && at > start {
                if !self.leads_alone(start, at) {
                    return false;
                }
                start = at + 1;
            }
            at = if self.is(at, Kind::Open) { self.behind(at).max(at + 1) } else { at + 1 };
        }
        self.leads_alone(start, to)
    }

    /// Whether a text begins with another host's address, so that it is no path of this one: `"https://example.com/" + id`.
    pub fn is_address(&self, from: usize) -> bool {
        let Some(token) = self.tokens.get(from) else { return false };
        let beginning = match token.kind {
            Kind::Literal => &self.text[token.from as usize..token.to as usize],
            // Up to what is put in first.
            Kind::Open => {
                let hole = self.tokens.get(from + 1).map_or(self.text.len(), |it| it.from as usize);
                &self.text[token.from as usize..hole.max(token.from as usize)]
            }
            _ => return false,
        };
        let beginning = beginning.trim_start_matches(['"', '\'', '`']);
        let host = beginning.strip_prefix("https://").or_else(|| beginning.strip_prefix("http://"));
        host.is_some_and(|it| it.find(['/', '?']).is_some_and(|end| end > 0))
    }

    fn leads_alone(&self, from: usize, to: usize) -> bool {
        let mut at = from;
        while at < to && matches!(self.tokens[at].kind, Kind::Open | Kind::Name) {
            if words::is_route(self.word(at)) && self.word(at + 1) == "(" {
                return true;
            }
            let is_text = self.tokens[at].kind == Kind::Open && !matches!(self.word(at), "(" | "[" | "{");
            let is_filled = is_text && self.tokens.get(at + 1).is_some_and(|it| it.from <= self.tokens[at].to + 2);
            if (is_filled || !is_text) && self.begins_led(if is_filled { at + 1 } else { at }, is_filled) {
                return true;
            }
            if self.begins_constant(if is_text { at + 1 } else { at }) {
                return !is_text || self.tokens[at + 1].from <= self.tokens[at].to + 2;
            }
            // The start of a text up to what is put in first.
            if is_text {
                let behind = self.tokens[at].to as usize;
                let hole = self.tokens.get(at + 1).map_or(self.text.len(), |it| it.from as usize);
                let beginning = self.text[behind..hole.max(behind)].trim_end_matches(['$', '{', '#']);
                let is_named = || self.is(at + 1, Kind::Name) && self.begins_led(at + 1, true);
                return is_own(beginning) || beginning == "/" && is_named();
            }
            let goes_in =
                self.tokens[at].kind == Kind::Open || words::passes(self.word(at)) || self.word(at + 1) == ".";
            if !goes_in && self.word(at + 1) != "!" {
                return false;
            }
            at += 1;
            while matches!(self.word(at), "." | "!" | "::") {
                at += 1;
            }
        }
        let is_literal = at < to && self.tokens[at].kind == Kind::Literal;
        is_literal && is_own(self.word(at).trim_start_matches(['f', '$', '@', '"', '\'', '`']))
    }

    /// Whether a constant stands there to which more is added: `BASE_URL + path`, `{BASE_URL}/…` in a text.
    fn begins_constant(&self, at: usize) -> bool {
        let goes_on = match self.word(at + 1) {
            "+" => true,
            "." => self.lexis.arrow_members,
            word => word.is_empty() && at + 1 < self.tokens.len(),
        };
        goes_on && self.is(at, Kind::Name) && self.is_constant(self.word(at))
    }

    /// Whether a value stands there that leads to no host of others' choice, and to which more is added: `{target}?{query}`.
    fn begins_led(&self, at: usize, is_in_text: bool) -> bool {
        // A field of its own, or what that gives: `${this.config.get("URL")}/…`.
        if self.field(at, self.tokens.len()).is_some() {
            let end = self.behind_asked(at + 1, self.tokens.len());
            let is_given = |at: usize| self.lookup(self.word(at)).is_some_and(|it| !it.of.is_empty());
            return (is_in_text || self.word(end) == "+")
                && !(at..end).any(|at| self.is(at, Kind::Name) && is_given(at));
        }
        let goes_on = is_in_text || self.word(at + 1) == "+";
        let known = if self.is(at, Kind::Name) && goes_on { self.lookup(self.word(at)) } else { None };
        known.is_some_and(|it| it.of.is_empty() || it.harmless & words::kind_mask("redirect") != 0)
    }

    /// Behind the type of one of Go's literals, in front of what it holds: `Page{Name: name}`, `[]string{"a"}`,
    /// `map[string]pages.Page{}`.
    /// Behind that of an array that is made where it is filled, too: `new String[]{"a"}`.
    pub fn behind_literal_type(&self, at: usize, to: usize) -> Option<usize> {
        if at > 0 && self.word(at - 1) == "new" && self.word(at + 1) == "[" {
            let end = self.behind(at + 1);
            return (end < to && self.word(end) == "{").then_some(end);
        }
        if !self.lexis.pointers {
            return None;
        }
        let mut end = if self.word(at) == "map" && self.word(at + 1) == "[" { self.behind(at + 1) } else { at };
        while self.word(end) == "[" || self.word(end) == "*" {
            end = if self.word(end) == "[" { self.behind(end) } else { end + 1 };
        }
        if self.word(end + 1) == "." && self.is(end + 2, Kind::Name) {
            end += 2;
        }
        let is_literal = self.is(end, Kind::Name) && end + 1 < to && self.word(end + 1) == "{" && self.touches(end + 1);
        is_literal.then_some(end + 1)
    }

    /// Whether a bracket holds a type of numbers, and what follows is made one: `(int)$size`.
    pub fn is_cast(&self, at: usize) -> bool {
        self.word(at) == "("
            && self.word(at + 2) == ")"
            && self.is(at + 1, Kind::Name)
            && (self.is(at + 3, Kind::Name) || self.word(at + 3) == "(")
            && words::is_number(self.word(at + 1))
    }

    /// A field of what a method is called on, as it is written: `this.path`, and its last token.
    pub fn field(&self, at: usize, to: usize) -> Option<(&'g str, usize)> {
        let is_own = matches!(self.word(at), "this" | "self" | "$this");
        if !is_own || at + 2 >= to || !self.takes_member(self.word(at + 1)) || !self.is(at + 2, Kind::Name) {
            return None;
        }
        let last = self.tokens[at + 2];
        Some((&self.text[self.tokens[at].from as usize..last.to as usize], at + 2))
    }

    /// Behind a call's arguments and what is asked of its result.
    pub fn behind_chain(&self, open: usize, to: usize) -> usize {
        self.behind_asked(self.behind(open), to).max(open + 1)
    }

    pub fn behind_operand(&self, at: usize) -> usize {
        if self.is(at, Kind::Open) { self.behind(at) } else { at + 1 }
    }

    /// Behind the members, elements and calls that follow a value.
    pub fn behind_asked(&self, from: usize, to: usize) -> usize {
        let mut end = from;
        while end < to {
            let is_member = self.takes_member(self.word(end)) && self.is(end + 1, Kind::Name);
            let is_call =
                self.is(end, Kind::Open) && matches!(self.word(end), "(" | "[") && !self.tokens[end].starts_line;
            match (is_member, is_call) {
                (true, _) => end += 2,
                (_, true) => end = self.behind(end),
                _ => break,
            }
        }
        end
    }
}

/// Whether a text's beginning says where it leads: a path of the own host, or a host.
fn is_own(beginning: &str) -> bool {
    match beginning.split_once("://") {
        Some((_, host)) => host.contains('/') && !host.starts_with('/'),
        None => match beginning.strip_prefix('/') {
            Some(path) => path.starts_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '-' | '?' | '#')),
            None => beginning.starts_with(|it: char| it.is_alphanumeric() || it == '?' || it == '#'),
        },
    }
}
