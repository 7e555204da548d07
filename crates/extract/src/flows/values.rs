//! What an expression is made of.

use super::scopes::{Fact, Scopes};
use super::tokens::{Kind, Token};
use super::words;
use super::{MAX_TOKENS, Names, bare};
use crate::languages::lexis::Lexis;
use facts::NameId;
use rustc_hash::FxHashMap;

const SKIPPED: &[&str] = &[
    "await", "new", "return", "typeof", "not", "and", "or", "async", "yield", "mut", "ref", "range", "const", "let",
    "var", "as", "throw", "else", "out", "move", "is",
];
const CONSTANT: &[&str] = &[
    "true",
    "false",
    "null",
    "nil",
    "None",
    "True",
    "False",
    "undefined",
    "__dirname",
    "__filename",
    "__DIR__",
    "__FILE__",
    "__file__",
    "__dir__",
];

/// Where PHP has put a file that was sent.
const UPLOADED: &str = "tmp_name";

pub struct Values<'g> {
    pub text: &'g str,
    pub tokens: &'g [Token],
    pub lexis: &'static Lexis,
    pub requests: FxHashMap<&'static str, NameId>,
    /// Parameters of functions without a name.
    pub nameless: FxHashMap<&'g str, NameId>,
    /// Symbols that hold a text.
    pub constants: Names<'g>,
    pub names: FxHashMap<&'g str, NameId>,
    pub scopes: Scopes<'g>,
    /// Names that hold what puts texts together.
    pub builders: Names<'g>,
    /// Names that hold where a text has a mark for the last time.
    pub last_marks: Names<'g>,
    /// Names that hold what was found among others, or nothing, and by which names it was.
    pub found_by: FxHashMap<&'g str, Vec<&'g str>>,
}

impl<'g> Values<'g> {
    /// The text of a token; of none, nothing.
    pub fn word(&self, at: usize) -> &'g str {
        self.tokens.get(at).map_or("", |token| &self.text[token.from as usize..token.to as usize])
    }

    pub fn is(&self, at: usize, kind: Kind) -> bool {
        self.tokens.get(at).is_some_and(|token| token.kind == kind)
    }

    /// Whether a member of what stands in front of an operator stands behind it.
    pub fn takes_member(&self, operator: &str) -> bool {
        match operator {
            "." | "?." => !self.lexis.arrow_members,
            "->" => self.lexis.arrow_members,
            _ => operator == "::",
        }
    }

    pub fn behind(&self, at: usize) -> usize {
        (self.tokens[at].partner as usize + 1).max(at + 1)
    }

    pub fn lookup(&self, word: &str) -> Option<Fact> {
        let name = bare(word);
        let of_field = || word.starts_with('@').then(|| self.scopes.known(word))?;
        if let Some(fact) = of_field().or_else(|| self.scopes.known(name)) {
            return Some(fact.clone());
        }
        self.requests
            .get(word)
            .or_else(|| self.nameless.get(name))
            .or_else(|| self.nameless.get(word))
            .map(|id| Fact::of(*id))
    }

    /// Notes that a value was checked: it does no harm to these kinds of sinks any more.
    pub fn check(&mut self, name: &'g str, harmless: u8) {
        let known = self.lookup(name).filter(|fact| !fact.is_constant());
        if let Some(mut fact) = known {
            fact.harmless |= harmless;
            if fact.is_constant() {
                fact.of.clear();
            }
            let name = if name.starts_with('@') { name } else { bare(name) };
            self.scopes.replace(name, fact);
        }
    }

    /// Notes that what is asked of a value was checked: `request.args.get("next")`.
    pub fn check_expression(&mut self, from: usize, to: usize, harmless: u8) {
        self.scopes.check(self.written(from, to), harmless);
    }

    fn written(&self, from: usize, to: usize) -> String {
        (from..to).map(|at| self.word(at)).collect()
    }

    pub fn is_constant(&self, word: &str) -> bool {
        let shouts =
            word.len() > 1 && word.bytes().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_');
        shouts || CONSTANT.contains(&word) || self.constants.contains(bare(word)) || self.constants.contains(word)
    }

    /// From where to where the arguments of a call stand whose name is a token.
    pub fn arguments(&self, name: usize) -> Option<(usize, usize)> {
        let mut at = name + 1;
        if matches!(self.word(at), "!" | "?." | "?") {
            at += 1;
        }
        if self.word(at) == "::" {
            at += 1;
        }
        if self.word(at) == "<" {
            at = self.behind_types(at)?;
        }
        if self.is(at, Kind::Open)
            && matches!(self.word(at), "(" | "[")
            && (self.word(at) == "(" || self.word(at - 1) == "!")
        {
            return Some((at + 1, (self.tokens[at].partner as usize).min(self.tokens.len())));
        }
        let next = self.tokens.get(at).filter(|next| self.lexis.bare_calls && !next.starts_line && at == name + 1)?;
        if !matches!(next.kind, Kind::Name | Kind::Literal | Kind::Open)
            || matches!(self.word(at), "do" | "if" | "unless" | "{" | "[")
        {
            return None;
        }
        let mut end = at;
        while let Some(token) = self.tokens.get(end).filter(|it| it.kind != Kind::Close && end - at < MAX_TOKENS) {
            let wraps = end > at && self.word(end - 1) == ",";
            if token.starts_line && !wraps || matches!(self.word(end), "do" | ";" | "if" | "unless") {
                break;
            }
            end = if token.kind == Kind::Open { self.behind(end) } else { end + 1 };
        }
        Some((at, end.min(self.tokens.len())))
    }

    /// The token behind `<…>`.
    fn behind_types(&self, from: usize) -> Option<usize> {
        let mut depth = 0;
        for at in from..(from + 40).min(self.tokens.len()) {
            match self.word(at) {
                "<" => depth += 1,
                ">" => depth -= 1,
                ";" | "(" | "&&" => return None,
                _ => {}
            }
            if depth == 0 {
                return Some(at + 1);
            }
        }
        None
    }

    /// What the tokens from one to before another are made of.
    pub fn evaluate(&self, from: usize, to: usize) -> Fact {
        let mut fact = Fact::CONSTANT;
        let to = to.min(self.tokens.len());
        if to - from.min(to) > MAX_TOKENS {
            return Fact::default();
        }
        let Some(parts) = self.choices(from, to) else { return Fact::default() };
        let is_led = parts.iter().all(|(from, to)| self.leads(*from, *to));
        let is_elsewhere = parts.iter().all(|(from, _)| self.is_address(*from));
        for (from, to) in parts {
            let mut at = from;
            while at < to {
                at = match self.tokens[at].kind {
                    Kind::Name => self.name(at, from, to, &mut fact),
                    Kind::Open if self.statement(at).is_some() => self.said(at, &mut fact),
                    Kind::Open if self.chosen_within(at).is_some() => {
                        let (from, to) = self.chosen_within(at).unwrap_or((at, at));
                        fact.take(&self.evaluate(from, to));
                        self.behind(at)
                    }
                    Kind::Open if self.is_cast(at) => self.behind_asked(self.behind_operand(at + 3), to),
                    _ => at + 1,
                };
            }
        }
        if is_led {
            fact.harmless |= words::kind_mask("redirect");
        }
        if is_elsewhere {
            fact.harmless |= words::kind_mask("path");
        }
        fact
    }

    /// Whether a token stands right behind the one before it.
    pub(super) fn touches(&self, at: usize) -> bool {
        at > 0 && self.tokens[at - 1].to == self.tokens[at].from
    }

    /// Whether a token stands right behind a name or a bracket: `a:b`.
    pub(super) fn ends(&self, at: usize) -> bool {
        self.touches(at) && matches!(self.tokens[at - 1].kind, Kind::Name | Kind::Close | Kind::Literal)
    }

    /// Whether it is what was put on a request on its way, and not what was sent: `req.user`, `c.Repo.Path()`.
    fn is_attached(&self, at: usize, to: usize) -> bool {
        let word = bare(self.word(at));
        let is_python = self.lexis.requests.contains(&"request");
        let takes_all =
            self.lexis.loose_types && word == "req" || is_python && word == "request" || self.is_context(word);
        takes_all
            && at + 2 < to
            && self.takes_member(self.word(at + 1))
            && self.is(at + 2, Kind::Name)
            && (self.lexis.loose_types || self.word(at + 3) != "(")
            && !words::is_requested(self.word(at + 2))
            && !(is_python && words::is_requested_in_python(self.word(at + 2)))
    }

    /// Whether a name holds the context of a request, by its own name or by its type's.
    fn is_context(&self, name: &str) -> bool {
        matches!(name, "ctx" | "context") || self.scopes.is_context(name)
    }

    /// The kinds of sinks to which a member is harmless that stands on the request itself.
    fn spared_of(&self, at: usize, member: usize) -> u8 {
        let is_request =
            |at: usize| matches!(bare(self.word(at)), "r" | "req" | "request" | "Request" | "ctx" | "context" | "c");
        let is_own = is_request(at) && (member == at + 2 || member == at + 4 && is_request(at + 2));
        if is_own { words::spares_of_request(self.word(member)) } else { 0 }
    }

    /// Takes over what a name and what is asked of it tell. The token to go on with.
    fn name(&self, at: usize, from: usize, to: usize, fact: &mut Fact) -> usize {
        let word = self.word(at);
        let before = if at > from { self.word(at - 1) } else { "" };
        let next = self.word(at + 1);
        if SKIPPED.contains(&word) {
            return at + 1;
        }
        // Ruby's `:name`.
        let is_symbol = self.lexis.bare_calls && before == ":" && self.touches(at) && !self.ends(at - 1);
        if is_symbol {
            return at + 1;
        }
        // The name of a class: `Cat::class`.
        if next == "::" && self.word(at + 2) == "class" {
            return at + 3;
        }
        // What Rails calls a model's table.
        if self.lexis.bare_calls && words::names_table(word) {
            return self.behind_asked(at + 1, to);
        }
        // The key of a member, an argument's name.
        if matches!(next, ":" | "=") && matches!(before, "{" | "," | "(" | "[") && at + 2 < to {
            return at + 1;
        }
        let of_literal = self.takes_member(before);
        let field = self.field(at, to);
        let root = match field {
            Some((name, _)) if !of_literal => self.lookup(name),
            _ if of_literal => None,
            _ => self.lookup(word),
        };
        let derived = root.as_ref().is_some_and(|it| !it.of.is_empty());
        let (mut last, mut end) = field.map_or((at, at + 1), |(_, last)| (last, last + 1));
        let (mut called, mut told, mut made, mut cleaned, mut spared) = (false, false, false, 0, 0);
        if let Some(literal) = self.behind_literal_type(at, to) {
            return literal;
        }
        made |= derived && self.is_attached(at, to);
        while end < to {
            let mark = self.word(end);
            if self.is(end, Kind::Operator) && (self.takes_member(mark) || mark == "!" || mark == "&") {
                if self.is(end + 1, Kind::Name) && mark != "!" && mark != "&" {
                    (last, end) = (end + 1, end + 2);
                    told |= derived && words::tells(self.word(last));
                    cleaned |= if derived { words::cleans(self.word(last - 2), self.word(last)) } else { 0 };
                    cleaned |= if derived { self.last_part(last) } else { 0 };
                    spared |= words::spares(self.word(last)) | self.spared_of(at, last);
                    continue;
                }
                // `x!.y`, a macro's name, `x&.y`
                let goes_on = self.takes_member(self.word(end + 1)) || mark == "!" && self.is(end + 1, Kind::Open);
                if goes_on && end + 1 < to {
                    end += 1;
                    continue;
                }
                break;
            }
            let typed = if mark == "<" { self.behind_types(end).filter(|it| self.word(*it) == "(") } else { None };
            if let Some(open) = typed.filter(|it| *it < to) {
                end = open;
                continue;
            }
            if !self.is(end, Kind::Open) || !matches!(mark, "(" | "[") || self.tokens[end].starts_line {
                break;
            }
            if mark == "(" || mark == "[" && self.word(end - 1) == "!" {
                let name = self.word(last);
                let owner = if last >= at + 2 { self.word(last - 2) } else { "" };
                if !derived {
                    let cut = if self.is_cut_last(last) { words::kind_mask("path") } else { 0 };
                    let harmless = words::cleans(owner, name) | cut;
                    if harmless != 0 {
                        fact.take(&Fact { harmless, of: Vec::new() });
                        return self.behind_chain(end, to);
                    }
                    let formats = matches!(name, "Sprintf" | "sprintf" | "format") && mark == "(";
                    if let Some(formatted) = formats.then(|| self.formatted(end)).flatten() {
                        fact.take(&formatted);
                        return self.behind_chain(end, to);
                    }
                    let is_added = of_literal && words::adds(name);
                    if words::passes(name) || is_added || words::is_builder(name) {
                        return end + 1;
                    }
                }
                made |= derived && last > at && (!words::asks(name) || self.lexis.arrow_members && name == "file");
                called |= !words::goes_through(self.word(last));
            }
            let element = self.word(end + 1).trim_matches(['"', '\'']);
            told |= derived && mark == "[" && element == UPLOADED;
            cleaned |= if derived { self.last_part(end) } else { 0 };
            cleaned |= if derived && mark == "[" { words::cleans_part(word, element) } else { 0 };
            spared |= words::spares(element);
            end = self.behind(end);
        }
        cleaned |= if derived { self.scopes.checked(|| self.written(at, end)) } else { 0 };
        match root {
            Some(_) if told => {}
            Some(_) if derived && cleaned != 0 => fact.take(&Fact { harmless: cleaned, of: Vec::new() }),
            Some(_) if derived && made => fact.take(&Fact::default()),
            Some(root) if derived && called && last == at => fact.take(&Fact { harmless: 0, of: root.of }),
            Some(root) if derived => fact.take(&Fact { harmless: root.harmless | spared, of: root.of }),
            Some(root) if root.is_constant() && (!called || self.gives_text(at, last)) => {}
            Some(root) => fact.take(&Fact { harmless: if called { 0 } else { root.harmless }, of: Vec::new() }),
            None if of_literal
                && (!called || words::lays_out(self.word(last)) || words::gives_text(self.word(last))) => {}
            None if !called && (self.is_constant(self.word(last)) || self.is_constant(word)) => {}
            None => fact.take(&Fact::default()),
        }
        end.max(at + 1)
    }
}
