//! HTML as components write it: tags with attributes, text, and expressions in braces.

use std::ops::Range;

pub type At = Range<usize>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    Nothing,
    /// In quotes, or a word.
    Text(At),
    /// `{…}`, without the braces.
    Braces(At),
}

#[derive(Clone, Debug)]
pub struct Attribute {
    /// Empty for `{shorthand}` and `{...spread}`.
    pub name: At,
    pub held: Held,
}

#[derive(Debug)]
pub enum Token {
    Open {
        name: At,
        attributes: Vec<Attribute>,
        /// It has no inside: `<a />`, `<br>`.
        closed: bool,
    },
    Close {
        name: At,
    },
    Text(At),
    /// `{…}` between tags, without the braces.
    Braces(At),
}

const VOID: [&str; 14] =
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"];

/// Reads a text token by token. What is no markup is text.
pub struct Markup<'t> {
    pub text: &'t str,
    pub at: usize,
    pub end: usize,
    /// Whether braces hold expressions.
    pub braces: bool,
}

impl<'t> Markup<'t> {
    pub fn new(text: &'t str, range: At, braces: bool) -> Self {
        Self { text, at: range.start, end: range.end, braces }
    }

    fn byte(&self, at: usize) -> u8 {
        if at < self.end { self.text.as_bytes()[at] } else { 0 }
    }

    fn find(&self, from: usize, what: &str) -> Option<usize> {
        let found = self.text.as_bytes()[from.min(self.end)..self.end].windows(what.len());
        found.enumerate().find(|(_, window)| *window == what.as_bytes()).map(|(at, _)| from + at)
    }

    /// The range up to the closing tag of an element whose inside is no markup, and moves behind the tag.
    pub fn raw(&mut self, name: &str) -> At {
        let start = self.at;
        let closing = format!("</{name}");
        let end = self.find(start, &closing).unwrap_or(self.end);
        self.at = self.find(end, ">").map_or(self.end, |at| at + 1);
        start..end
    }

    /// The next token; none at the end.
    pub fn next(&mut self) -> Option<Token> {
        let start = self.at;
        while self.at < self.end {
            let tag = self.byte(self.at) == b'<' && self.starts_tag(self.at + 1);
            let brace = self.braces && self.byte(self.at) == b'{';
            if !tag && !brace {
                self.at += 1;
                continue;
            }
            if self.at > start {
                return Some(Token::Text(start..self.at));
            }
            if brace {
                let inside = brace_end(self.text, self.at, self.end);
                let at = self.at + 1;
                self.at = inside + usize::from(inside < self.end);
                return Some(Token::Braces(at..inside));
            }
            if self.text[self.at..self.end].starts_with("<!--") {
                self.at = self.find(self.at, "-->").map_or(self.end, |at| at + 3);
                return Some(Token::Text(start..start));
            }
            return Some(self.tag());
        }
        (start < self.end).then_some(Token::Text(start..self.end))
    }

    fn starts_tag(&self, at: usize) -> bool {
        let byte = self.byte(at);
        byte.is_ascii_alphabetic() || byte == b'!' || (byte == b'/' && self.byte(at + 1).is_ascii_alphabetic())
    }

    fn tag(&mut self) -> Token {
        let closing = self.byte(self.at + 1) == b'/';
        let start = self.at + 1 + usize::from(closing);
        let name = start..self.word(start);
        self.at = name.end;
        if closing {
            self.at = self.find(self.at, ">").map_or(self.end, |at| at + 1);
            return Token::Close { name };
        }
        let mut attributes = Vec::new();
        let mut closed = VOID.contains(&&self.text[name.clone()]);
        loop {
            self.skip_space();
            match self.byte(self.at) {
                0 => break,
                b'>' => {
                    self.at += 1;
                    break;
                }
                b'/' => {
                    closed |= self.byte(self.at + 1) == b'>';
                    self.at += 1;
                }
                b'{' if self.braces => {
                    let end = brace_end(self.text, self.at, self.end);
                    attributes.push(Attribute { name: self.at..self.at, held: Held::Braces(self.at + 1..end) });
                    self.at = end + usize::from(end < self.end);
                }
                _ => attributes.push(self.attribute()),
            }
        }
        Token::Open { name, attributes, closed }
    }

    fn skip_space(&mut self) {
        while self.at < self.end && self.byte(self.at).is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn word(&self, from: usize) -> usize {
        let mut at = from;
        while at < self.end && !matches!(self.byte(at), b'>' | b'/' | b'=' | b' ' | b'\t' | b'\r' | b'\n') {
            at += 1;
        }
        at
    }

    fn attribute(&mut self) -> Attribute {
        let start = self.at;
        // A name has one byte at least, so that each call moves on.
        self.at = self.word(start).max(start + 1);
        let name = start..self.at;
        let before = self.at;
        self.skip_space();
        if self.byte(self.at) != b'=' {
            self.at = before;
            return Attribute { name, held: Held::Nothing };
        }
        self.at += 1;
        self.skip_space();
        let held = match self.byte(self.at) {
            quote @ (b'"' | b'\'' | b'`') => {
                let from = self.at + 1;
                let end = self.quoted(from, quote);
                self.at = end + usize::from(end < self.end);
                Held::Text(from..end)
            }
            b'{' if self.braces => {
                let end = brace_end(self.text, self.at, self.end);
                let from = self.at + 1;
                self.at = end + usize::from(end < self.end);
                Held::Braces(from..end)
            }
            _ => {
                let from = self.at;
                while !matches!(self.byte(self.at), 0 | b'>') && !self.byte(self.at).is_ascii_whitespace() {
                    self.at += 1;
                }
                Held::Text(from..self.at)
            }
        };
        Attribute { name, held }
    }

    /// Where a quoted value ends. Braces in it may hold the same quotes.
    fn quoted(&self, from: usize, quote: u8) -> usize {
        let mut at = from;
        while at < self.end && self.byte(at) != quote {
            let braces = self.braces && self.byte(at) == b'{';
            at = if braces { brace_end(self.text, at, self.end) } else { at } + 1;
        }
        at.min(self.end)
    }
}

/// Where the brace that opens at `open` is closed, strings and comments left aside; `end` where it is not.
pub fn brace_end(text: &str, open: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    // What is open: braces, and templates that braces may interrupt.
    let mut stack: Vec<u8> = Vec::new();
    let mut at = open;
    while at < end {
        let byte = bytes[at];
        if stack.last() == Some(&b'`') {
            match byte {
                b'\\' => at += 1,
                b'`' => _ = stack.pop(),
                b'$' if bytes.get(at + 1) == Some(&b'{') => {
                    stack.push(b'{');
                    at += 1;
                }
                _ => {}
            }
            at += 1;
            continue;
        }
        match byte {
            b'{' | b'`' => stack.push(byte),
            b'}' => {
                stack.pop();
                if stack.is_empty() {
                    return at;
                }
            }
            b'"' | b'\'' => at = string_end(bytes, at, end),
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                while at < end && bytes[at] != b'\n' {
                    at += 1;
                }
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at += 2;
                while at < end && !bytes[at..].starts_with(b"*/") {
                    at += 1;
                }
                at += 1;
            }
            _ => {}
        }
        at += 1;
    }
    end
}

/// The closing quote of a string; where none is on its line, the opening one.
fn string_end(bytes: &[u8], open: usize, end: usize) -> usize {
    let mut at = open + 1;
    while at < end && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == bytes[open] => return at,
            _ => {}
        }
        at += 1;
    }
    open
}
