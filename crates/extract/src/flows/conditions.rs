//! What statements say of values besides assignments: loops, conditions, calls that fill what they are given.

use super::assignments::Block;
use super::scopes::Fact;
use super::tokens::Kind;
use super::{Reader, bare, words};

/// Tokens of a condition that are read.
const MAX_CONDITION: usize = 60;
/// Bytes of a line; a longer one was not written by people.
const MAX_LINE: usize = 400;

/// A whole request: what is asked about it is seldom about all that it holds.
const WHOLE: [&str; 6] = ["req", "request", "ctx", "context", "c", "event"];

/// Go's functions that put what was asked into what a pointer leads to.
const FILLING: [&str; 11] = [
    "Bind",
    "BindBody",
    "BindJSON",
    "BindQuery",
    "BodyParser",
    "Decode",
    "DecodeJSON",
    "QueryParser",
    "ShouldBind",
    "ShouldBindJSON",
    "Unmarshal",
];

impl<'g> Reader<'g> {
    /// Takes over what the statement says that a word begins.
    pub(super) fn word_of_statement(&mut self, at: usize) {
        match self.word(at) {
            "of" | "in" | "as" => self.iteration(at),
            "if" | "elif" | "elsif" | "unless" | "guard" | "require" => self.condition(at),
            "Builder" => self.declares_builder(at),
            word if FILLING.contains(&word) => self.filling(at),
            word if words::refuses(word) || words::is_predicate(word) => self.refusal(at),
            _ => {}
        }
    }

    /// Whether a byte stands on a line that was not written by people.
    pub(super) fn is_on_long_line(&self, byte: usize) -> bool {
        let text = self.values.text.as_bytes();
        let before = text[byte.saturating_sub(MAX_LINE)..byte].iter().rev().position(|it| *it == b'\n');
        let behind = text[byte..(byte + MAX_LINE).min(text.len())].iter().position(|it| *it == b'\n');
        let (before, ends) = (before.unwrap_or(byte.min(MAX_LINE)), byte + MAX_LINE >= text.len());
        before + behind.unwrap_or(if ends { text.len() - byte } else { MAX_LINE }) >= MAX_LINE
    }

    /// What was asked about in a condition is checked from there on.
    fn condition(&mut self, at: usize) {
        let tokens = self.values.tokens;
        let first = at + 1;
        let wrapped = self.word(first) == "(" && tokens[first].kind == Kind::Open;
        let end = if wrapped { (tokens[first].partner as usize).min(tokens.len()) } else { tokens.len() };
        let mut next = first + usize::from(wrapped);
        let mut checked = Vec::new();
        while next < end.min(first + MAX_CONDITION) {
            let token = tokens[next];
            if !wrapped && (token.starts_line || matches!(self.word(next), "{" | ":" | ";" | "then")) {
                break;
            }
            if token.kind == Kind::Name {
                self.checked(next, &mut checked);
                self.checked_expressions(next);
                self.asked_whether_found(next, &mut checked);
            }
            checked.extend(self.compared(next).map(|name| (name, words::ALL)));
            next += 1;
        }
        for (name, harmless) in checked {
            self.values.check(name, harmless);
        }
        self.equal(at, first, next);
    }

    /// `if kind == "a" {`: in the block behind it the name holds what it is equal to.
    fn equal(&mut self, at: usize, from: usize, to: usize) {
        let is_choice = |at: usize| matches!(self.word(at), "or" | "||" | "not" | "!");
        if !matches!(self.word(at), "if" | "elif" | "elsif") || (from..to).any(is_choice) {
            return;
        }
        for operator in from + 1..to {
            let Some(name) = self.equalled(operator) else { continue };
            let block = Block { depth: self.open.len(), column: self.column(self.values.tokens[at].from) + 1 };
            self.overwrite(name, &Fact::CONSTANT, block);
        }
    }

    /// The name that an operator compares with a constant, as it is or in another casing: `name.lower() == "a"`.
    fn equalled(&self, operator: usize) -> Option<&'g str> {
        let values = &self.values;
        if !matches!(self.word(operator), "==" | "===") || !values.is(operator + 1, Kind::Literal) {
            return None;
        }
        let is_called = operator > 5
            && values.is(operator - 1, Kind::Close)
            && self.word(operator - 2) == "("
            && values.takes_member(self.word(operator - 4))
            && words::cases(self.word(operator - 3));
        let at = if is_called { operator - 5 } else { operator - 1 };
        let is_whole = values.is(at, Kind::Name) && !(at > 0 && values.takes_member(self.word(at - 1)));
        let name = bare(self.word(at));
        (is_whole && values.lookup(name).is_some_and(|it| !it.of.is_empty())).then_some(name)
    }

    /// The name that an operator compares with what is no constant: `column == field.column`.
    fn compared(&self, at: usize) -> Option<&'g str> {
        let values = &self.values;
        let is_name = |at: usize| values.is(at, Kind::Name);
        if at == 0 || !matches!(self.word(at), "==" | "===" | "!=" | "!==") || !is_name(at - 1) || !is_name(at + 1) {
            return None;
        }
        let is_given = |at: usize| values.lookup(self.word(at)).is_some_and(|it| !it.of.is_empty());
        let is_part = |at: usize| at > 0 && values.takes_member(self.word(at - 1));
        let goes_on = |at: usize| values.takes_member(self.word(at + 1)) || values.is(at + 1, Kind::Open);
        let (left, right) = (at - 1, at + 1);
        let is_other = |at: usize| !is_given(at) && !values.is_constant(self.word(at));
        if is_given(left) && !is_part(left) && is_other(right) {
            return Some(self.word(left));
        }
        // A member counts by what has it: `it.id === id`.
        let mut root = left;
        while root > 1 && is_part(root) && is_name(root - 2) {
            root -= 2;
        }
        (is_given(right) && !goes_on(right) && root < left && is_other(root)).then(|| self.word(right))
    }

    /// `ensureInside(path);`, `ok := isSlug(name)`: behind it the values are as they have to be.
    fn refusal(&mut self, at: usize) {
        let mut start = at;
        while start > 1 && self.values.takes_member(self.word(start - 1)) && self.values.is(start - 2, Kind::Name) {
            start -= 2;
        }
        let before = if start > 0 { self.word(start - 1) } else { "" };
        let begins = matches!(before, "await" | ";" | "{" | "}") || self.values.tokens[start].starts_line;
        let stands = matches!(before, "=" | ":=") || begins && words::refuses(self.word(at));
        if !stands {
            return;
        }
        let Some((from, to)) = self.values.arguments(at) else { return };
        for name in self.lone_names(from, to) {
            self.values.check(name, words::ALL);
        }
        self.check_arguments(from, to, words::ALL);
    }

    /// The arguments that are names by themselves, and no whole request.
    fn lone_names(&self, from: usize, to: usize) -> Vec<&'g str> {
        let ends = |at: usize| at == to || self.word(at) == ",";
        (from..to.min(from + MAX_CONDITION))
            .filter(|at| (*at == from || self.word(at - 1) == ",") && ends(at + 1))
            .filter(|at| self.values.is(*at, Kind::Name) && !WHOLE.contains(&bare(self.word(*at))))
            .map(|at| self.word(at))
            .collect()
    }

    /// The names that a call in a condition asks about, and what they are harmless to afterwards.
    fn checked(&mut self, at: usize, checked: &mut Vec<(&'g str, u8)>) {
        let word = self.word(at);
        let is_member = at > 0 && self.values.takes_member(self.word(at - 1));
        if word == "in" && at > 0 {
            let left = if self.word(at - 1) == "not" && at > 1 { at - 2 } else { at - 1 };
            if self.values.is(left, Kind::Name) {
                checked.push((self.word(left), words::ALL));
            } else {
                checked.push((self.word(at + 1), words::checks("", "startsWith")));
            }
            return;
        }
        let owner = if is_member && at > 1 { self.word(at - 2) } else { "" };
        let harmless = words::checks(owner, word);
        // `form.IsPlugin` is a flag that was sent, and asks nothing.
        let is_flag = words::is_predicate(word) && self.values.arguments(at).is_none() && !self.values.lexis.bare_calls;
        if harmless == 0 || is_flag {
            return;
        }
        if is_member && at > 3 && self.values.takes_member(self.word(at - 3)) {
            self.checked_member(at, checked);
        }
        let on_value = is_member
            && self.values.tokens[at - 2].kind == Kind::Name
            && self.values.lookup(owner).is_some_and(|it| !it.of.is_empty());
        if on_value && WHOLE.contains(&bare(owner)) {
            return;
        }
        // `file.includes("..")` tells a part, `allowed.includes(file)` that it is one of them.
        if on_value {
            let is_whole = word.starts_with("is") || word.contains("match") || word.contains("Match");
            checked.push((owner, if is_whole { words::ALL } else { words::checks("", "startsWith") }));
            return;
        }
        let Some((from, to)) = self.values.arguments(at) else { return };
        checked.extend(self.lone_names(from, to).into_iter().map(|name| (name, harmless)));
        if harmless == words::ALL && !words::validates(word) {
            let names = self.names_in_texts(from, to).into_iter().filter(|it| !WHOLE.contains(&bare(it)));
            checked.extend(names.map(|name| (name, harmless)));
        }
    }

    /// Notes what an assignment looks for among others: `const one = all.find((it) => it.id === id)`, `one, ok := all[id]`.
    pub(super) fn finds(&mut self, targets: &[&'g str], from: usize, to: usize) {
        let values = &self.values;
        let Some(target) = targets.last() else { return };
        let is_given = |name: &str| values.lookup(name).is_some_and(|it| !it.of.is_empty());
        let mut names = Vec::new();
        for at in from..to.min(from + MAX_CONDITION) {
            let (word, is_called) = (self.word(at), self.word(at + 1) == "(");
            if at > from && is_called && values.takes_member(self.word(at - 1)) && words::finds(word) {
                let end = values.behind(at + 1);
                names.extend((at + 2..end.min(to)).filter_map(|operator| self.compared(operator)));
            }
            // What a key leads to, by a name alone and to the end.
            let is_key = word == "["
                && at > from
                && values.is(at - 1, Kind::Name)
                && values.touches(at)
                && values.behind(at) == to
                && at + 3 == to
                && values.is(at + 1, Kind::Name);
            if is_key && !is_given(self.word(at - 1)) && is_given(self.word(at + 1)) {
                names.push(self.word(at + 1));
            }
        }
        if names.is_empty() {
            self.values.found_by.remove(target);
        } else {
            self.values.found_by.insert(target, names);
        }
    }

    /// `if (!one) return;`: by what was looked for is then one of those that there are.
    fn asked_whether_found(&self, at: usize, checked: &mut Vec<(&'g str, u8)>) {
        let goes_on = self.values.takes_member(self.word(at + 1)) || matches!(self.word(at + 1), "(" | "[");
        let is_part = at > 0 && self.values.takes_member(self.word(at - 1));
        if goes_on || is_part {
            return;
        }
        let names = self.values.found_by.get(bare(self.word(at))).into_iter().flatten();
        checked.extend(names.map(|name| (*name, words::ALL)));
    }

    /// The names that are put into the texts among some arguments: `` `${folder}/${name}` ``, `folder + "/" + name`.
    fn names_in_texts(&self, from: usize, to: usize) -> Vec<&'g str> {
        let values = &self.values;
        let joins =
            |at: usize| matches!(self.word(at), "+" | ",") || values.lexis.arrow_members && self.word(at) == ".";
        let is_plain = (from..to).all(|at| match values.tokens[at].kind {
            Kind::Open => !matches!(self.word(at), "(" | "[" | "{"),
            Kind::Operator => joins(at) || self.word(at).is_empty(),
            _ => true,
        });
        if !is_plain || to > from + MAX_CONDITION {
            return Vec::new();
        }
        (from..to).filter(|at| values.is(*at, Kind::Name)).map(|at| self.word(at)).collect()
    }

    /// `form.name.includes("..")`: of a member that says where something is, what has it is checked too.
    fn checked_member(&mut self, at: usize, checked: &mut Vec<(&'g str, u8)>) {
        let mut root = at - 2;
        while root > 1 && self.values.takes_member(self.word(root - 1)) && self.values.is(root - 2, Kind::Name) {
            root -= 2;
        }
        let name = self.word(root);
        if root + 2 > at - 2 || self.values.lookup(name).is_none_or(|it| it.of.is_empty()) {
            return;
        }
        let harmless = words::checks("", "startsWith");
        self.values.check_expression(root, at - 1, harmless);
        if words::is_locator(self.word(at - 2)) && !WHOLE.contains(&bare(name)) {
            checked.push((name, harmless));
        }
    }

    /// What a call in a condition asks about that has no name: `is_safe_url(request.args.get("next"))`.
    fn checked_expressions(&mut self, at: usize) {
        let is_member = at > 1 && self.values.takes_member(self.word(at - 1));
        let harmless = words::checks(if is_member { self.word(at - 2) } else { "" }, self.word(at));
        if let Some((from, to)) = self.values.arguments(at).filter(|_| harmless != 0) {
            for start in self.check_arguments(from, to, harmless) {
                self.checked_root(at, start, harmless);
            }
        }
    }

    /// Notes that those arguments of a call were checked by it that are more than a name. Where they begin.
    fn check_arguments(&mut self, from: usize, to: usize, harmless: u8) -> Vec<usize> {
        let (mut start, mut found) = (from, Vec::new());
        while start < to.min(from + MAX_CONDITION) {
            let mut end = start;
            while end < to && self.word(end) != "," {
                end = if self.values.tokens[end].kind == Kind::Open { self.values.behind(end) } else { end + 1 };
            }
            if end > start + 1 {
                self.values.check_expression(start, end.min(to), harmless);
                found.push(start);
            }
            start = end + 1;
        }
        found
    }

    /// `is_safe_path(base, file.as_posix())`: what is asked in another form was checked itself.
    fn checked_root(&mut self, at: usize, start: usize, harmless: u8) {
        let name = self.word(start);
        let is_asked = self.values.is(start, Kind::Name) && self.values.takes_member(self.word(start + 1));
        if is_asked && words::validates(self.word(at)) && !WHOLE.contains(&bare(name)) {
            self.values.check(name, harmless);
        }
    }

    /// `c.Bind(&order)`, `json.NewDecoder(r.Body).Decode(&order)`: what a pointer leads to is made of the request.
    fn filling(&mut self, at: usize) {
        if !self.values.lexis.pointers {
            return;
        }
        let Some((from, to)) = self.values.arguments(at) else { return };
        let tokens = self.values.tokens;
        let start = self.statement_start(at).max(at.saturating_sub(12));
        let mut fact = Fact::CONSTANT;
        let mut filled = Vec::new();
        for one in (start..to.min(from + MAX_CONDITION)).filter(|one| tokens[*one].kind == Kind::Name) {
            let before = if one > 0 { self.word(one - 1) } else { "" };
            if one >= from && before == "&" {
                filled.push(bare(self.word(one)));
            } else if !self.values.takes_member(before) {
                let known = self.values.lookup(self.word(one)).filter(|it| !it.of.is_empty());
                known.iter().for_each(|known| fact.take(known));
            }
        }
        if !fact.of.is_empty() {
            for name in filled {
                self.values.scopes.assign(name, &fact, false);
            }
        }
    }
}
