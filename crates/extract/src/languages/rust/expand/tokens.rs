//! Token trees of a source's text. A token is its place in the text; what it says is read there.

use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Ident,
    Lifetime,
    Literal,
    Punct,
    /// What stands in the brackets of the attribute that a documentation comment is.
    Doc,
    Group,
}

/// How a token stands behind the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gap {
    None,
    Space,
    Line,
}

/// A token, or a group of them with its brackets.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    pub gap: Gap,
    /// Of a group, its opening bracket.
    pub start: u32,
    pub end: u32,
    pub inner: Rc<[Token]>,
    /// Of a group, its closing bracket and what is before it.
    pub close: (u32, u32),
    pub close_gap: Gap,
}

impl Token {
    fn leaf(kind: Kind, gap: Gap, start: usize, end: usize) -> Self {
        let (start, end) = (start as u32, end as u32);
        Self { kind, gap, start, end, inner: Rc::from([]), close: (end, end), close_gap: Gap::None }
    }

    pub fn text<'t>(&self, source: &'t str) -> &'t str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    pub fn is(&self, source: &str, text: &str) -> bool {
        self.kind != Kind::Literal && self.kind != Kind::Doc && self.text(source) == text
    }
}

/// How deep groups may nest.
const DEPTH_LIMIT: usize = 64;
/// Longest first.
const PUNCTS: [&str; 25] = [
    "<<=", ">>=", "...", "..=", "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "^=",
    "&=", "|=", "%=", "<<", ">>", "..", "$",
];

/// The tokens between two offsets. None: brackets do not match, or nest too deep.
pub fn read(text: &str, start: u32, end: u32) -> Option<Rc<[Token]>> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: start as usize, end: (end as usize).min(text.len()) };
    let tokens = reader.tokens(None, 0)?;
    (reader.at >= reader.end).then_some(tokens.0)
}

struct Reader<'t> {
    text: &'t str,
    bytes: &'t [u8],
    at: usize,
    end: usize,
}

impl Reader<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        if self.at + ahead < self.end { self.bytes[self.at + ahead] } else { 0 }
    }

    /// The tokens up to a closing bracket, and the gap before that.
    fn tokens(&mut self, close: Option<u8>, depth: usize) -> Option<(Rc<[Token]>, Gap)> {
        if depth > DEPTH_LIMIT {
            return None;
        }
        let mut made = Vec::new();
        loop {
            let gap = self.skip(&mut made);
            if self.at >= self.end {
                return close.is_none().then(|| (made.into(), gap));
            }
            let (start, byte) = (self.at, self.peek(0));
            match byte {
                b'(' | b'[' | b'{' => {
                    self.at += 1;
                    let wanted = match byte {
                        b'(' => b')',
                        b'[' => b']',
                        _ => b'}',
                    };
                    let (inner, close_gap) = self.tokens(Some(wanted), depth + 1)?;
                    let close = (self.at as u32, self.at as u32 + 1);
                    self.at += 1;
                    let mut group = Token::leaf(Kind::Group, gap, start, start + 1);
                    (group.inner, group.close, group.close_gap) = (inner, close, close_gap);
                    made.push(group);
                }
                b')' | b']' | b'}' => return (close == Some(byte)).then(|| (made.into(), gap)),
                _ => {
                    let kind = self.leaf();
                    made.push(Token::leaf(kind, gap, start, self.at));
                }
            }
        }
    }

    /// Skips blanks and comments; one that documents is kept as the attribute that it is.
    fn skip(&mut self, made: &mut Vec<Token>) -> Gap {
        let mut gap = Gap::None;
        while self.at < self.end {
            match (self.peek(0), self.peek(1)) {
                (b'\n', _) => {
                    gap = Gap::Line;
                    self.at += 1;
                }
                (byte, _) if byte.is_ascii_whitespace() => {
                    if gap == Gap::None {
                        gap = Gap::Space;
                    }
                    self.at += 1;
                }
                (b'/', b'/') => {
                    let start = self.at;
                    let rest = &self.bytes[start..self.end];
                    self.at = start + rest.iter().position(|it| *it == b'\n').unwrap_or(rest.len());
                    if rest.starts_with(b"///") && !rest.starts_with(b"////") {
                        made.push(Token::leaf(Kind::Punct, Gap::Line, start, start));
                        let mut group = Token::leaf(Kind::Group, Gap::None, start, start);
                        group.inner = Rc::from([Token::leaf(Kind::Doc, Gap::Line, start, self.at)]);
                        made.push(group);
                    }
                    gap = Gap::Line;
                }
                (b'/', b'*') => {
                    let mut open = 0usize;
                    while self.at < self.end {
                        match (self.peek(0), self.peek(1)) {
                            (b'/', b'*') => (open, self.at) = (open + 1, self.at + 2),
                            (b'*', b'/') => (open, self.at) = (open - 1, self.at + 2),
                            _ => self.at += 1,
                        }
                        if open == 0 {
                            break;
                        }
                    }
                    gap = if gap == Gap::None { Gap::Space } else { gap };
                }
                _ => break,
            }
        }
        self.at = self.at.min(self.end);
        gap
    }

    /// Steps over one token that is no bracket.
    fn leaf(&mut self) -> Kind {
        let rest = self.text.get(self.at..self.end).unwrap_or("");
        let first = rest.chars().next().unwrap_or(' ');
        if let Some(length) = string(rest) {
            self.at += length;
            return Kind::Literal;
        }
        if first == '\'' {
            let mut after = rest[1..].chars();
            let (one, two) = (after.next(), after.next());
            if one == Some('\\') || two == Some('\'') {
                let skipped = if one == Some('\\') { 3 } else { 1 + one.map_or(0, char::len_utf8) };
                let close = rest.as_bytes().get(skipped..).and_then(|it| it.iter().position(|byte| *byte == b'\''));
                self.at += close.map_or(rest.len(), |close| skipped + close + 1);
                return Kind::Literal;
            }
            self.at += 1 + word(&rest[1..]);
            return Kind::Lifetime;
        }
        if first.is_ascii_digit() {
            let mut length = word(rest);
            let bytes = rest.as_bytes();
            if bytes.get(length) == Some(&b'.') && bytes.get(length + 1).is_some_and(u8::is_ascii_digit) {
                length += 1 + word(&rest[length + 1..]);
            }
            self.at += length;
            return Kind::Literal;
        }
        if first == '_' || first.is_alphabetic() {
            let raw = if rest.starts_with("r#") { 2 } else { 0 };
            self.at += raw + word(&rest[raw..]);
            return Kind::Ident;
        }
        let punct = PUNCTS.iter().find(|punct| rest.starts_with(**punct));
        self.at += punct.map_or(first.len_utf8(), |punct| punct.len());
        Kind::Punct
    }
}

/// How many bytes belong to a word.
fn word(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(text.len())
}

/// The length of the string that a text starts with.
fn string(text: &str) -> Option<usize> {
    let prefix = text.find(|c: char| !matches!(c, 'b' | 'c' | 'r')).filter(|length| *length <= 2)?;
    let bytes = text.as_bytes();
    let hashes = bytes[prefix..].iter().take_while(|byte| **byte == b'#').count();
    if bytes.get(prefix + hashes) != Some(&b'"') {
        return None;
    }
    let body = prefix + hashes + 1;
    if text[..prefix].ends_with('r') {
        let close = format!("\"{}", "#".repeat(hashes));
        return Some(text[body..].find(&close).map_or(text.len(), |at| body + at + close.len()));
    }
    if hashes > 0 {
        return None;
    }
    let mut at = body;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => at += 2,
            b'"' => return Some(at + 1),
            _ => at += 1,
        }
    }
    Some(text.len())
}
