//! The text that the parser is given: as long as the source, byte for byte, but without what is for the preprocessor:
//! directives, branches that are not read, comments, attributes, and macros that stand where the grammar knows none.
//! A macro that is a statement by itself gets its semicolon.

use super::cleaner::{Cleaner, is_keyword, is_macro, is_qualifier};
use super::conditionals::{self, Directives};
use super::context::{Context, Place};
use super::tokens::{Kind, Token, Tokens};

#[derive(Debug, Default)]
pub struct Prepared {
    pub code: String,
    pub directives: Directives,
    /// Attributes that were taken out, in order: `__attribute__((x))`, `[[x]]`, macros before a declaration.
    pub attributes: Vec<(u32, u32)>,
    /// The macro that opens a namespace around the file's declarations.
    pub namespace: Option<String>,
}

/// Prepares a source; `cpp`: as C++.
pub fn prepare(text: &str, cpp: bool) -> Prepared {
    let mut scanner = Tokens::new(text);
    let all: Vec<Token> = scanner.by_ref().collect();
    let mut directives = Directives::default();
    let tokens = conditionals::kept(text, &all, cpp, &mut directives);
    let mut code = vec![b' '; text.len()];
    let bytes = text.as_bytes();
    for (at, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
        code[at] = *byte;
    }
    for token in &tokens {
        let range = token.start as usize..token.end as usize;
        code[range.clone()].copy_from_slice(&bytes[range]);
    }
    let mut cleaner = Cleaner { text, cpp, tokens, code, attributes: Vec::new(), namespace: None };
    cleaner.clean();
    let Cleaner { code, mut attributes, namespace, .. } = cleaner;
    attributes.sort_unstable();
    // Only whole tokens were replaced, and only by blanks.
    let code = String::from_utf8(code).unwrap_or_else(|_| text.to_owned());
    Prepared { code, directives, attributes, namespace }
}

impl Cleaner<'_> {
    fn clean(&mut self) {
        let mut context = Context::new();
        let (mut at, mut starts) = (0, true);
        while at < self.tokens.len() {
            if starts {
                match context.place() {
                    Place::Function => self.statement(at),
                    Place::Brackets | Place::Values | Place::Enum => {}
                    place => self.declaration(at, place == Place::Class, context.class()),
                }
            }
            self.rewrite(at, context.in_function());
            if let Some(end) = self.everywhere(at) {
                at = end;
                continue;
            }
            // What was taken out or rewritten is that token no more.
            if self.is_changed(at) {
                starts = false;
                at += 1;
                continue;
            }
            starts = context.step(self, at);
            if self.is_mark(at, b')') && context.declares() {
                self.behind_parameters(at + 1);
            }
            at += 1;
        }
    }

    /// Attributes and calling conventions, wherever they stand. Some: the token behind.
    fn everywhere(&mut self, at: usize) -> Option<usize> {
        if self.is_mark(at, b'[') && self.is_mark(at + 1, b'[') && self.cpp && self.is_word(at + 2) {
            let end = self.group_end(at)?;
            self.attribute(at, end);
            return Some(end);
        }
        if !self.is_word(at) {
            return None;
        }
        match self.str(at) {
            "__attribute__" | "__attribute" | "__declspec" | "_Alignas" | "__nonnull" if self.is_mark(at + 1, b'(') => {
                let end = self.group_end(at + 1)?;
                self.attribute(at, end);
                Some(end)
            }
            word if is_qualifier(word) => {
                self.blank(at, at + 1);
                Some(at + 1)
            }
            // `ALIGNED(class) Name {`
            word if is_macro(word) && self.holds_tag(at) => {
                self.attribute(at, at + 2);
                self.blank(at + 3, at + 4);
                Some(at + 2)
            }
            "class" | "struct" | "union" | "enum" if is_macro(self.str(at + 1)) => {
                let end = if self.is_mark(at + 2, b'(') { self.group_end(at + 2)? } else { at + 2 };
                if self.is_word(end) && !matches!(self.str(end), "final") {
                    self.attribute(at + 1, end);
                }
                None
            }
            // `class lib_EXPORT Name {`
            "class" | "struct" | "union" if is_export(self.str(at + 1)) && self.is_word(at + 2) => {
                let opens = matches!(self.kind(at + 3), Some(Kind::Mark(b'{' | b':'))) || self.str(at + 3) == "final";
                if opens {
                    self.attribute(at + 1, at + 2);
                }
                None
            }
            _ => None,
        }
    }

    /// Macros behind a function's parameters: `int f(void) NOEXCEPT;`
    fn behind_parameters(&mut self, at: usize) {
        // The statement was ended already.
        if at > 0 && self.tokens.get(at - 1).is_some_and(|token| self.code.get(token.end as usize) == Some(&b';')) {
            return;
        }
        let mut here = at;
        while self.is_word(here) && is_macro(self.str(here)) {
            let Some(end) = (if self.is_mark(here + 1, b'(') { self.group_end(here + 1) } else { Some(here + 1) })
            else {
                return;
            };
            let goes_on = matches!(self.kind(end), Some(Kind::Mark(b';' | b'{' | b':' | b'=')) | Some(Kind::Arrow))
                || is_macro(self.str(end))
                || matches!(self.str(end), "override" | "final" | "const" | "noexcept" | "__attribute__");
            if !goes_on {
                return;
            }
            self.attribute(here, end);
            here = end;
        }
    }

    /// A macro that is a statement or opens one: `CHECK(x)` at a line's end, `for_each(x, xs) {`.
    fn statement(&mut self, at: usize) {
        if !self.is_word(at) || is_keyword(self.str(at)) {
            return;
        }
        if !self.is_mark(at + 1, b'(') {
            let alone = is_macro(self.str(at)) && self.is_first(at) && self.is_first(at + 1);
            if alone && (self.is_word(at + 1) || self.is_mark(at + 1, b'}')) {
                self.end_statement(at);
            }
            return;
        }
        let Some(end) = self.group_end(at + 1) else { return };
        let opens = self.is_mark(end, b'{');
        let alone = self.is_first(end) && (self.is_word(end) || self.is_mark(end, b'}'));
        if opens || alone {
            self.end_statement(end - 1);
        }
    }
}

/// Whether a name with small letters is written as macros are that a build makes to export what it stands before.
fn is_export(word: &str) -> bool {
    ["_EXPORT", "_EXPORTS", "_API"].iter().any(|end| word.ends_with(end))
}
