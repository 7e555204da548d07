//! Assignments: what a name holds from there on, and behind the block that they stand in.
//!
//! To the end of its block a name holds what it was given there and nothing else; behind it, that or what it held
//! before. Where a block ends, brackets tell, or a line that begins further to the left.

use super::scopes::Fact;
use super::tokens::Kind;
use super::{MAX_TARGET, MAX_TOKENS, Reader, bare, words};

/// The statements around one: how many brackets are open there, and in which column it begins.
#[derive(Clone, Copy)]
pub(super) struct Block {
    pub(super) depth: usize,
    pub(super) column: usize,
}

/// What a name held in front of a block that gave it something else.
pub(super) struct Held<'g> {
    block: Block,
    /// How many functions are open around it.
    scopes: usize,
    name: &'g str,
    fact: Fact,
}

impl<'g> Reader<'g> {
    /// Takes over what an assignment says whose operator is a token.
    pub(super) fn assignment(&mut self, at: usize) {
        let operator = self.word(at);
        if !matches!(operator, "=" | ":=" | "+=" | ".=" | "||=" | "??=") {
            return;
        }
        let start = self.statement_start(at);
        if start == at {
            return;
        }
        let declares = operator == ":="
            || matches!(self.word(start), "const" | "let" | "var" | "val" | "final")
            || matches!(self.word(start), "if" | "while") && self.word(start + 1) == "let";
        let inside = self.open.last().map(|open| self.word(*open));
        let grouped = || self.open.last().is_some_and(|it| *it > 0 && matches!(self.word(it - 1), "const" | "var"));
        if inside.is_some_and(|it| it != "{") && !declares && !grouped() {
            return;
        }
        let targets = self.targets(start, at);
        if operator != "+=" {
            self.holds_builder(&targets, at + 1);
        }
        let end = self.head_end(at, self.value_end(at + 1, targets.len() > 1));
        self.finds(&targets, at + 1, end);
        self.holds_last_mark(&targets, at + 1, end);
        // What Go declares by `const` is known when it is compiled, whatever file the names in it are of.
        let group = self.open.last().filter(|it| **it > 0).map(|it| self.word(*it - 1));
        let is_fixed = self.values.lexis.pointers && (self.word(start) == "const" || group == Some("const"));
        let fact = if is_fixed { Fact::CONSTANT } else { self.values.evaluate(at + 1, end) };
        // `a, b = x, y`: to each its own, as they were before.
        let parts = if targets.len() > 1 { self.values.parts(at + 1, end) } else { Vec::new() };
        let facts: Vec<Fact> = match parts.len() == targets.len() && self.values.tokens[at - 1].kind == Kind::Name {
            true => parts.iter().map(|(from, to)| self.values.evaluate(*from, *to)).collect(),
            false => vec![fact.clone(); targets.len()],
        };
        // Of a declaration that begins with a type, too.
        let typed = start + 1 < at && self.values.tokens[start + 1].kind == Kind::Name && operator == "=";
        let block = self.block(start);
        // What a field of what is given is overwritten with counts from there on: `form.path = clean(form.path)`.
        if targets.is_empty() && fact.of.is_empty() && self.values.takes_member(self.word(start + 1)) {
            self.values.check_expression(start, at, words::ALL);
        }
        for (target, fact) in targets.into_iter().zip(facts) {
            // What a value is made of itself takes its place: `id = int(id)`.
            let of_itself =
                operator == "=" && (at + 1..end).take(MAX_TOKENS).any(|it| bare(self.word(it)) == bare(target));
            if of_itself && !declares {
                self.values.scopes.replace(target, fact.clone());
            } else if let (true, Some(block)) = (operator == "=" && !declares && !typed, block) {
                self.overwrite(target, &fact, block);
            } else {
                self.values.scopes.assign(target, &fact, declares || typed);
            }
        }
    }

    /// Where the value ends of an assignment whose operator is a token: in front of the block whose head it stands in
    /// (`for _, x := range xs {`, `if let Some(x) = y {`), else where it is said to.
    fn head_end(&self, at: usize, end: usize) -> usize {
        let tokens = self.values.tokens;
        let is_in_head = (at.saturating_sub(MAX_TARGET)..at)
            .rev()
            .scan(0, |depth, it| {
                match tokens[it].kind {
                    Kind::Close => *depth += 1,
                    Kind::Open => *depth -= 1,
                    _ => {}
                }
                let goes_on = *depth >= 0 && !(*depth == 0 && matches!(self.word(it), ";" | "}"));
                goes_on.then_some(it)
            })
            .take_while(|it| *it + 1 == at || !tokens[it + 1].starts_line)
            .any(|it| matches!(self.word(it), "for" | "if" | "while" | "switch" | "match"));
        if !is_in_head {
            return end;
        }
        let mut next = at + 1;
        while next < end {
            // A literal's brace touches its type: `range []string{"a"} {`.
            let opens = self.word(next) == "{" && tokens[next - 1].to < tokens[next].from;
            if opens && next > at + 1 {
                return next;
            }
            next = if tokens[next].kind == Kind::Open { self.values.behind(next) } else { next + 1 };
        }
        end
    }

    /// The block that a statement stands in which follows another on a line of its own. None: whether it is done at
    /// all may rest on a condition in front of it.
    fn block(&self, start: usize) -> Option<Block> {
        let tokens = self.values.tokens;
        if !tokens[start].starts_line {
            return None;
        }
        let behind = start.checked_sub(1).map(|before| (tokens[before].kind, self.word(before)));
        let follows = match behind {
            Some((Kind::Close, word)) => word != ")" || self.values.lexis.lines_end,
            Some((Kind::Operator, word)) => matches!(word, ";" | ":") || self.values.lexis.lines_end,
            Some((_, word)) => !matches!(word, "else" | "do"),
            None => true,
        };
        follows.then(|| Block { depth: self.open.len(), column: self.column(tokens[start].from) })
    }

    pub(super) fn column(&self, byte: u32) -> usize {
        let before = &self.values.text.as_bytes()[..byte as usize];
        before.iter().rev().take_while(|it| **it != b'\n').count()
    }

    /// Gives a name something in the place of what it holds, until its block ends.
    pub(super) fn overwrite(&mut self, name: &'g str, fact: &Fact, block: Block) {
        let scopes = self.values.scopes.len();
        let Some(before) = self.values.scopes.overwrite(name, fact) else {
            return self.values.scopes.assign(name, fact, false);
        };
        if before != *fact {
            self.held.push(Held { block, scopes, name, fact: before });
        }
    }

    /// Behind the blocks that end in front of a token their names hold what they held before, too.
    pub(super) fn leave_blocks(&mut self, at: usize) {
        let token = self.values.tokens[at];
        while let Some(held) = self.held.last() {
            let scopes = self.values.scopes.len();
            let is_left = self.open.len() < held.block.depth
                || scopes < held.scopes
                || token.starts_line && scopes == held.scopes && self.column(token.from) < held.block.column;
            if !is_left {
                return;
            }
            if let Some(held) = self.held.pop()
                && scopes >= held.scopes
                && let Some(known) = self.values.scopes.held(held.scopes, held.name)
            {
                known.take(&held.fact);
            }
        }
    }

    /// The names that stand in front of an assignment's operator.
    pub(super) fn targets(&self, start: usize, end: usize) -> Vec<&'g str> {
        let tokens = self.values.tokens;
        let is_name = |at: usize| tokens[at].kind == Kind::Name;
        // What stands behind a function's head is its body: `fun run(cmd: String): Any = system(cmd)`.
        if (start..end).any(|at| is_name(at) && matches!(self.word(at), "fun" | "def")) {
            return Vec::new();
        }
        if tokens[end - 1].kind == Kind::Close {
            let is_key = |at: usize| self.word(at + 1) == ":";
            return (start..end).filter(|at| is_name(*at) && !is_key(*at)).map(|at| bare(self.word(at))).collect();
        }
        if let Some((field, _)) = self.values.field(start, end + 1).filter(|(_, last)| last + 1 == end) {
            return vec![bare(field)];
        }
        let (mut targets, mut last, mut typed) = (Vec::new(), None, false);
        let operator = |at: usize| tokens[at].kind == Kind::Operator;
        let mut at = start;
        while at <= end {
            let is_end = at == end || operator(at) && matches!(self.word(at), "," | ":");
            if is_end && !typed {
                targets.extend(last.take());
            }
            typed |= at < end && self.word(at) == ":";
            if at < end && is_name(at) && !typed {
                let member = at > start && self.values.takes_member(self.word(at - 1));
                let word = self.word(at);
                last = (!member).then(|| if word.starts_with('@') { word } else { bare(word) });
            }
            at += 1;
        }
        targets
    }
}
