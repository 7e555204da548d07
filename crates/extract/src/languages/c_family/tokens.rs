//! The tokens of a C or C++ source as the preprocessor sees them: directives whole, comments left out.

/// What a token is. Of a mark of several characters only `::`, `->` and `##` are one token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Word,
    Number,
    /// Also a raw one, with its prefix.
    String,
    Char,
    Mark(u8),
    /// `::`
    Scope,
    /// `->`
    Arrow,
    /// `##`
    Paste,
    /// From `#` to the line's end, continued lines included.
    Directive,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub start: u32,
    pub end: u32,
    /// It is the first of its line.
    pub first: bool,
}

/// The tokens from `from` to `to`, and where comments stand.
pub struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
    end: usize,
    first: bool,
    directives: bool,
    pub comments: Vec<(u32, u32)>,
}

impl<'t> Tokens<'t> {
    /// Of a whole file.
    pub fn new(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), at: 0, end: text.len(), first: true, directives: true, comments: Vec::new() }
    }

    /// Of a part, in which `#` starts no directive: a macro's replacement.
    pub fn within(text: &'t str, from: u32, to: u32) -> Self {
        let (at, end) = (from as usize, (to as usize).min(text.len()));
        Self { bytes: text.as_bytes(), at, end, first: false, directives: false, comments: Vec::new() }
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.bytes[at] } else { 0 }
    }

    /// Skips blanks, continued lines and comments.
    fn skip(&mut self) {
        while self.at < self.end {
            match self.bytes[self.at] {
                b'\n' => {
                    self.first = true;
                    self.at += 1;
                }
                b' ' | b'\t' | b'\r' | 0x0b | 0x0c => self.at += 1,
                b'\\' if matches!(self.byte(self.at + 1), b'\n' | b'\r') => self.at += 2,
                b'/' if self.byte(self.at + 1) == b'/' => self.comment(|it| it.line_end(it.at)),
                b'/' if self.byte(self.at + 1) == b'*' => self.comment(|it| it.block_end(it.at)),
                _ => return,
            }
        }
    }

    fn comment(&mut self, end: impl Fn(&Self) -> usize) {
        let to = end(self);
        self.comments.push((self.at as u32, to as u32));
        self.at = to;
    }

    /// Where the line of `from` ends that no backslash continues.
    fn line_end(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.end && self.bytes[at] != b'\n' {
            at += match self.bytes[at] {
                b'\\' if self.byte(at + 1) == b'\r' && self.byte(at + 2) == b'\n' => 3,
                b'\\' => 2,
                _ => 1,
            };
        }
        at.min(self.end)
    }

    fn block_end(&self, from: usize) -> usize {
        let inside = &self.bytes[(from + 2).min(self.end)..self.end];
        inside.windows(2).position(|pair| pair == b"*/").map_or(self.end, |at| from + 2 + at + 2)
    }

    /// Where a directive ends: at the line's end, but a block comment may go on over lines.
    fn directive_end(&mut self) -> usize {
        let mut at = self.at;
        while at < self.end && self.bytes[at] != b'\n' {
            at = match self.bytes[at] {
                b'\\' if self.byte(at + 1) == b'\r' && self.byte(at + 2) == b'\n' => at + 3,
                b'\\' => at + 2,
                b'/' if self.byte(at + 1) == b'/' => self.line_end(at),
                b'/' if self.byte(at + 1) == b'*' => self.block_end(at),
                b'"' => self.quoted(at, b'"'),
                _ => at + 1,
            };
        }
        at.min(self.end)
    }

    /// Behind a quoted text, which ends at the line's end at the latest.
    fn quoted(&self, from: usize, quote: u8) -> usize {
        let mut at = from + 1;
        while at < self.end {
            match self.bytes[at] {
                b'\\' => at += 2,
                b'\n' => break,
                byte if byte == quote => return at + 1,
                _ => at += 1,
            }
        }
        at.min(self.end)
    }

    /// Behind `R"x(…)x"`, whose quote stands at `from`.
    fn raw(&self, from: usize) -> usize {
        let rest = &self.bytes[from + 1..self.end];
        let Some(open) = rest.iter().take(17).position(|byte| *byte == b'(') else { return self.quoted(from, b'"') };
        let mut close = vec![b')'];
        close.extend_from_slice(&rest[..open]);
        close.push(b'"');
        let found = rest[open..].windows(close.len()).position(|part| part == close);
        found.map_or(self.end, |at| from + 1 + open + at + close.len())
    }

    fn word_end(&self, from: usize) -> usize {
        let inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || *byte >= 0x80;
        from + self.bytes[from..self.end].iter().take_while(|byte| inside(byte)).count()
    }

    fn number_end(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.end {
            let byte = self.bytes[at];
            let exponent = matches!(byte, b'+' | b'-') && matches!(self.bytes[at - 1], b'e' | b'E' | b'p' | b'P');
            let divides = byte == b'\'' && self.byte(at + 1).is_ascii_alphanumeric();
            if !(byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_') || divides || at > from && exponent) {
                break;
            }
            at += 1;
        }
        at
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.skip();
        if self.at >= self.end {
            return None;
        }
        let (start, first) = (self.at, std::mem::take(&mut self.first));
        let byte = self.bytes[start];
        let next = self.byte(start + 1);
        let (kind, end) = match byte {
            b'#' if first && self.directives => (Kind::Directive, self.directive_end()),
            b'#' if next == b'#' => (Kind::Paste, start + 2),
            b'"' => (Kind::String, self.quoted(start, b'"')),
            b'\'' => (Kind::Char, self.quoted(start, b'\'')),
            b'0'..=b'9' => (Kind::Number, self.number_end(start)),
            b'.' if next.is_ascii_digit() => (Kind::Number, self.number_end(start)),
            b'_' | b'$' | 0x80.. | b'a'..=b'z' | b'A'..=b'Z' => {
                let end = self.word_end(start);
                match (&self.bytes[start..end], self.byte(end)) {
                    (b"R" | b"LR" | b"uR" | b"UR" | b"u8R", b'"') => (Kind::String, self.raw(end)),
                    (b"L" | b"u" | b"U" | b"u8", b'"') => (Kind::String, self.quoted(end, b'"')),
                    (b"L" | b"u" | b"U" | b"u8", b'\'') => (Kind::Char, self.quoted(end, b'\'')),
                    _ => (Kind::Word, end),
                }
            }
            b':' if next == b':' => (Kind::Scope, start + 2),
            b'-' if next == b'>' => (Kind::Arrow, start + 2),
            mark => (Kind::Mark(mark), start + 1),
        };
        self.at = end.clamp(start + 1, self.end.max(start + 1));
        Some(Token { kind, start: start as u32, end: self.at as u32, first })
    }
}
