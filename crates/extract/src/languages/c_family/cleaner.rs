//! A source's tokens, and the text that is left of it: what is taken out becomes blanks, so that every byte keeps its
//! place.

use super::tokens::{Kind, Token};

/// Further than this no declaration's head is read.
const REACH: usize = 2000;

pub struct Cleaner<'t> {
    pub text: &'t str,
    pub cpp: bool,
    pub tokens: Vec<Token>,
    pub code: Vec<u8>,
    pub attributes: Vec<(u32, u32)>,
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

    pub fn is_changed(&self, at: usize) -> bool {
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
