//! The text that the parser is given: as long as the source, byte for byte, but without what is for the preprocessor:
//! directives, branches that are not read, comments, attributes, and macros that stand where the grammar knows none.
//! A macro that is a statement by itself gets its semicolon.

use super::conditionals::{self, Directives};
use super::context::{Context, Place};
use super::tokens::{Kind, Token, Tokens};

/// Further than this no declaration's head is read.
const REACH: usize = 2000;

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

pub struct Cleaner<'t> {
    pub text: &'t str,
    pub cpp: bool,
    pub tokens: Vec<Token>,
    code: Vec<u8>,
    attributes: Vec<(u32, u32)>,
    pub namespace: Option<String>,
}

impl<'t> Cleaner<'t> {
    pub fn str(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| &self.text[token.start as usize..token.end as usize])
    }

    pub fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub fn is_mark(&self, at: usize, mark: u8) -> bool {
        self.kind(at) == Some(Kind::Mark(mark))
    }

    pub fn is_word(&self, at: usize) -> bool {
        self.kind(at) == Some(Kind::Word)
    }

    pub fn is_first(&self, at: usize) -> bool {
        self.tokens.get(at).is_none_or(|token| token.first)
    }

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

    fn is_changed(&self, at: usize) -> bool {
        let start = self.tokens[at].start as usize;
        self.code[start] != self.text.as_bytes()[start]
    }

    pub fn is_blank(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| self.code[token.start as usize] == b' ')
    }

    /// The token behind the bracket that closes the one at `at`. None: too far away.
    pub fn group_end(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for here in at..self.tokens.len().min(at + REACH) {
            match self.kind(here) {
                Some(Kind::Mark(b'(' | b'[' | b'{')) => depth += 1,
                Some(Kind::Mark(b')' | b']' | b'}')) => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(here + 1);
            }
        }
        None
    }

    /// The token behind `<…>`.
    pub fn angle_end(&self, at: usize) -> Option<usize> {
        let (mut depth, mut here) = (0, at);
        while here < self.tokens.len().min(at + REACH) {
            match self.kind(here) {
                Some(Kind::Mark(b'<')) => depth += 1,
                Some(Kind::Mark(b'>')) => depth -= 1,
                Some(Kind::Mark(b'(' | b'[')) => {
                    here = self.group_end(here)?;
                    continue;
                }
                Some(Kind::Mark(b';' | b'{' | b'}' | b')')) => return None,
                _ => {}
            }
            here += 1;
            if depth == 0 {
                return Some(here);
            }
        }
        None
    }

    /// Takes the tokens out.
    pub fn blank(&mut self, from: usize, to: usize) {
        for at in from..to.min(self.tokens.len()) {
            let token = self.tokens[at];
            for byte in &mut self.code[token.start as usize..token.end as usize] {
                *byte = if *byte == b'\n' { b'\n' } else { b' ' };
            }
        }
    }

    /// Writes another word over a token, which must not be shorter.
    pub fn overwrite(&mut self, at: usize, word: &str) {
        let Some(token) = self.tokens.get(at) else { return };
        let (from, to) = (token.start as usize, token.end as usize);
        if word.len() <= to - from {
            self.code[from..to].fill(b' ');
            self.code[from..from + word.len()].copy_from_slice(word.as_bytes());
        }
    }

    pub fn attribute(&mut self, from: usize, to: usize) {
        self.blank(from, to);
        if let (Some(first), Some(last)) = (self.tokens.get(from), self.tokens.get(to.saturating_sub(1))) {
            self.attributes.push((first.start, last.end));
        }
    }

    /// Puts a semicolon behind the token, where there is room.
    pub fn end_statement(&mut self, at: usize) {
        let Some(token) = self.tokens.get(at) else { return };
        let behind = token.end as usize;
        let room = self.tokens.get(at + 1).map_or(self.code.len(), |next| next.start as usize);
        if behind < room {
            self.code[behind] = b';';
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
            "class" | "struct" | "union" | "enum" if is_macro(self.str(at + 1)) => {
                let end = if self.is_mark(at + 2, b'(') { self.group_end(at + 2)? } else { at + 2 };
                if self.is_word(end) && !matches!(self.str(end), "final") {
                    self.attribute(at + 1, end);
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

/// Qualifiers of single compilers, which say nothing about what is declared.
pub fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "__extension__"
            | "__restrict"
            | "__restrict__"
            | "restrict"
            | "__inline"
            | "__inline__"
            | "__forceinline"
            | "__volatile__"
            | "__cdecl"
            | "__stdcall"
            | "__fastcall"
            | "WINAPI"
            | "CALLBACK"
            | "APIENTRY"
            | "_Nonnull"
            | "_Nullable"
            | "__const"
    )
}

/// Whether a name is written as macros are: in capitals.
pub fn is_macro(word: &str) -> bool {
    let written = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    word.len() > 2 && word.bytes().all(written) && word.bytes().any(|byte| byte.is_ascii_uppercase())
}

pub fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "else"
            | "for"
            | "while"
            | "do"
            | "switch"
            | "case"
            | "default"
            | "return"
            | "goto"
            | "break"
            | "continue"
            | "sizeof"
            | "try"
            | "catch"
            | "throw"
            | "new"
            | "delete"
            | "static_assert"
            | "_Static_assert"
            | "decltype"
            | "typeof"
            | "alignof"
            | "co_return"
            | "co_await"
            | "co_yield"
            | "asm"
            | "__asm__"
            | "__typeof__"
            | "constexpr"
            | "noexcept"
            | "requires"
            | "operator"
    )
}
