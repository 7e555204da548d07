//! Macros as symbols, and the calls that their replacements make.

use super::Walk;
use super::cleaner::is_keyword;
use super::conditionals::Macro;
use super::tokens::{Kind, Token, Tokens};
use crate::builder::{CALLEE_LIMIT, TEXT_LIMIT};
use facts::*;

/// Of a longer replacement only so much is read.
const REACH: usize = 4000;

impl Walk<'_, '_> {
    /// Declares the macros that are defined before a place, so that symbols keep the order of the file.
    pub fn macros_before(&mut self, at: u32) {
        let prepared = self.prepared;
        while let Some(defined) = prepared.directives.macros.get(self.next_macro).filter(|it| it.start < at) {
            self.next_macro += 1;
            self.define(defined);
        }
    }

    fn define(&mut self, defined: &Macro) {
        let source = self.b.source;
        let name = source.slice(defined.name.0, defined.name.1);
        let body = source.slice(defined.body.0, defined.body.1).trim();
        // What guards a header from being read twice is no name that anybody uses.
        let guard =
            body.is_empty() && ["_H", "_H_", "_H__", "_HPP", "_HPP_", "INCLUDED"].iter().any(|end| name.ends_with(end));
        if guard {
            return;
        }
        let kind = if defined.params.is_some() { SymbolKind::Function } else { SymbolKind::Variable };
        let symbol = self.b.symbol(kind, name, defined.name.0, (defined.start, defined.end));
        let doc = self.doc_above(defined.start);
        self.b.sign(symbol, defined.start, defined.params.map_or(defined.name.1, |(_, to)| to + 1));
        let params = self.macro_params(defined);
        let made = self.b.symbol_mut(symbol);
        (made.parent, made.exported, made.doc) = (None, true, doc);
        made.modifiers = Modifiers::default()
            .with(Modifiers::MACRO | Modifiers::READONLY, true)
            .with(defined.readers.modifiers(), true)
            .with(Modifiers::CONDITIONAL, defined.conditional);
        made.params = params;
        // What it stands for, where that is short or opens a namespace.
        if defined.params.is_none() && !body.is_empty() {
            let text = self.b.text(defined.body.0, defined.body.1, TEXT_LIMIT).replace(" \\ ", " ");
            self.b.symbol_mut(symbol).declared_text = Some(text);
        }
        self.replacement(symbol, defined);
    }

    fn macro_params(&mut self, defined: &Macro) -> Vec<Param> {
        let Some((from, to)) = defined.params else { return Vec::new() };
        let names =
            self.b.source.slice(from, to).split(',').map(|name| name.trim_matches([' ', '\t', '\\', '\n', '\r']));
        let made = names.filter(|name| !name.is_empty()).map(|name| {
            let rest = name.ends_with("...");
            let name = self.b.name(name);
            Param { name, type_text: None, declared: None, default: None, optional: rest, rest, binding: None }
        });
        made.collect()
    }

    /// The calls in a macro's replacement. A macro that stands for one name is another name for it.
    fn replacement(&mut self, symbol: SymbolId, defined: &Macro) {
        let source = self.b.source;
        let tokens: Vec<Token> = Tokens::within(&source.text, defined.body.0, defined.body.1).take(REACH).collect();
        let text = |token: &Token| source.slice(token.start, token.end);
        if let ([only], None) = (&tokens[..], defined.params)
            && only.kind == Kind::Word
            && !is_keyword(text(only))
        {
            let name = self.b.name(text(only));
            let value = self.b.value(Value::Name { name, scope: 0, binding: None });
            self.b.initial(symbol, value);
        }
        let params: Vec<NameId> = self.b.graph.symbols[symbol as usize].params.iter().map(|param| param.name).collect();
        for (at, token) in tokens.iter().enumerate() {
            let next = tokens.get(at + 1).map(|token| token.kind);
            let before = at.checked_sub(1).map(|at| tokens[at].kind);
            let pasted = before == Some(Kind::Paste) || matches!(before, Some(Kind::Mark(b'#')));
            if token.kind != Kind::Word || next != Some(Kind::Mark(b'(')) || pasted {
                continue;
            }
            let word = text(token);
            let name = self.b.name(word);
            if params.contains(&name) || is_keyword(word) || not_called(word) {
                continue;
            }
            let leads_in = at.checked_sub(1).map_or("", |at| text(&tokens[at]));
            let arguments = arguments(&tokens[at + 1..]);
            let (mut kind, mut name) = (CallKind::Call, name);
            let callee = match before {
                Some(Kind::Word) if matches!(leads_in, "return" | "else" | "do" | "throw") => self.outermost(name),
                Some(Kind::Word) if leads_in == "new" && self.cpp => {
                    kind = CallKind::New;
                    self.outermost(name)
                }
                // `Type name(x)`: a variable, where what stands in the brackets declares nothing.
                Some(Kind::Word) if self.cpp && arguments > 0 && !declares(&tokens[at + 1..]) => {
                    if is_keyword(leads_in) {
                        continue;
                    }
                    (kind, name) = (CallKind::Implied, self.b.name(leads_in));
                    match self.chained(&tokens[..at], &params) {
                        Some(callee) => callee,
                        None => continue,
                    }
                }
                Some(Kind::Arrow | Kind::Scope | Kind::Mark(b'.')) => match self.chained(&tokens[..=at], &params) {
                    Some(callee) => callee,
                    None => continue,
                },
                Some(Kind::Word | Kind::Mark(b'*')) => continue,
                _ => self.outermost(name),
            };
            self.b.graph.calls.push(Call {
                kind,
                caller: Some(symbol),
                callee,
                name,
                text: self.b.text_end(token.start, token.end, CALLEE_LIMIT),
                at: self.b.source.point(token.start),
                start_line: self.b.source.line(token.start),
                arguments,
                spread: false,
                given: Vec::new(),
                result: None,
            });
        }
    }

    /// What a name means outside of everything.
    fn outermost(&mut self, name: NameId) -> ValueId {
        self.b.value(Value::Name { name, scope: 0, binding: None })
    }

    /// What the tokens end in: a word, with those before it that `->`, `.` and `::` join to it. None: it starts from
    /// what only the macro's use tells.
    fn chained(&mut self, tokens: &[Token], params: &[NameId]) -> Option<ValueId> {
        let joins = |at: usize| matches!(tokens[at].kind, Kind::Arrow | Kind::Scope | Kind::Mark(b'.'));
        let mut at = tokens.len().checked_sub(1)?;
        while at >= 2 && joins(at - 1) && tokens[at - 2].kind == Kind::Word {
            at -= 2;
        }
        let outer = at.checked_sub(1).map(|at| tokens[at].kind);
        let is_open = matches!(outer, Some(Kind::Arrow | Kind::Mark(b'.' | b'#' | b'>') | Kind::Paste));
        let word = self.b.source.slice(tokens[at].start, tokens[at].end);
        let root = self.b.name(word);
        if is_open || is_keyword(word) || params.contains(&root) {
            return None;
        }
        let mut value = match self.declared_before(&tokens[..at], word, params) {
            Some(Some(value)) => value,
            Some(None) => return None,
            None => self.outermost(root),
        };
        while at + 2 < tokens.len() {
            if tokens[at + 1].kind == Kind::Arrow {
                value = self.b.value(Value::Index { object: value });
            }
            at += 2;
            let name = self.b.source.slice(tokens[at].start, tokens[at].end);
            let name = self.b.name(name);
            value = self.b.value(Value::Member { object: value, name });
        }
        Some(value)
    }

    /// What a name is that the replacement itself declares: `Type name(x);`. `Some(None)`: of a type that it does not say.
    fn declared_before(&mut self, tokens: &[Token], word: &str, params: &[NameId]) -> Option<Option<ValueId>> {
        let source = self.b.source;
        let text = |token: &Token| source.slice(token.start, token.end);
        let ends =
            |at: usize| matches!(tokens.get(at + 1).map(|it| it.kind), Some(Kind::Mark(b'(' | b'{' | b';' | b'=')));
        let named = (1..tokens.len()).rev().filter(|&at| tokens[at].kind == Kind::Word && text(&tokens[at]) == word);
        for at in named.filter(|&at| ends(at)) {
            let is_mark = |at: usize| matches!(tokens[at].kind, Kind::Mark(b'*' | b'&'));
            let mut from = at - 1;
            let is_pointer = matches!(tokens[from].kind, Kind::Mark(b'*'));
            while from > 0 && is_mark(from) {
                from -= 1;
            }
            if tokens[from].kind == Kind::Mark(b'>') || text(&tokens[from]) == "auto" {
                return Some(None);
            }
            if tokens[from].kind != Kind::Word || is_keyword(text(&tokens[from])) || leads_in(text(&tokens[from])) {
                continue;
            }
            let mut path = vec![text(&tokens[from])];
            while from >= 2 && tokens[from - 1].kind == Kind::Scope && tokens[from - 2].kind == Kind::Word {
                from -= 2;
                path.insert(0, text(&tokens[from]));
            }
            let path: Vec<NameId> = path.into_iter().map(|part| self.b.name(part)).collect();
            if path.iter().any(|part| params.contains(part)) {
                return Some(None);
            }
            let mut ty = self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() });
            if is_pointer {
                ty = self.b.ty(Type::List { element: ty });
            }
            return Some(Some(self.b.value(Value::Instance { ty })));
        }
        None
    }
}

/// Whether the brackets that open the tokens hold what only a declaration has: a type and a name side by side.
fn declares(tokens: &[Token]) -> bool {
    let mut depth = 0;
    for pair in tokens.windows(2) {
        match pair[0].kind {
            Kind::Mark(b'(') => depth += 1,
            Kind::Mark(b')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return false;
        }
        if pair[1].kind == Kind::Word && matches!(pair[0].kind, Kind::Word | Kind::Mark(b'*' | b'&' | b'>')) {
            return true;
        }
    }
    false
}

/// Whether what stands behind a word is no variable of the type that it names.
fn leads_in(word: &str) -> bool {
    matches!(
        word,
        "namespace"
            | "class"
            | "struct"
            | "union"
            | "enum"
            | "typename"
            | "using"
            | "return"
            | "throw"
            | "new"
            | "delete"
            | "else"
            | "goto"
            | "case"
            | "operator"
    )
}

fn not_called(word: &str) -> bool {
    matches!(
        word,
        "defined" | "__attribute__" | "__declspec" | "_Pragma" | "__pragma" | "int" | "void" | "char" | "__asm"
    )
}

/// How many arguments stand in the brackets that open the tokens.
fn arguments(tokens: &[Token]) -> u32 {
    let (mut depth, mut count, mut any) = (0, 0, false);
    for token in tokens {
        match token.kind {
            Kind::Mark(b'(' | b'[' | b'{') => depth += 1,
            Kind::Mark(b')' | b']' | b'}') => depth -= 1,
            Kind::Mark(b',') if depth == 1 => count += 1,
            _ => {}
        }
        if depth == 0 {
            break;
        }
        any |= depth > 0 && !(depth == 1 && token.kind == Kind::Mark(b'('));
    }
    count + u32::from(any)
}
