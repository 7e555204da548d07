//! A source's tokens, one reading for all languages: names, texts with what is put into them, brackets, operators.

use crate::languages::lexis::{Inside, Lexis};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Name,
    /// A text, a number, a regular expression.
    Literal,
    /// A bracket, or the start of a text into which something is put.
    Open,
    Close,
    Operator,
}

#[derive(Clone, Copy, Debug)]
pub struct Token {
    pub kind: Kind,
    pub from: u32,
    pub to: u32,
    /// The first of its line.
    pub starts_line: bool,
    /// Of a bracket that opens: the one that closes it.
    pub partner: u32,
}

/// Texts inside of texts are read so deep.
const MAX_DEPTH: u8 = 4;
/// Bytes that are put into a text.
const MAX_HOLE: usize = 2_000;
const OPERATORS: [&str; 20] = [
    "===", "!==", "<<=", "...", ":=", "+=", ".=", "||=", "??=", "=>", "->", "==", "!=", "<=", ">=", "&&", "||", "??",
    "?.", "::",
];

/// The second bytes of these.
const OPERATORS_GO_ON: &[u8] = b"=<>.|&?:";

struct Reader<'s> {
    text: &'s str,
    bytes: &'s [u8],
    lexis: &'static Lexis,
    /// The bytes that can begin a comment or a text.
    opening: [bool; 256],
    tokens: Vec<Token>,
    open: Vec<u32>,
    starts_line: bool,
}

/// The tokens of a text. What is not closed closes at its end.
pub fn read(text: &str, lexis: &'static Lexis) -> Vec<Token> {
    let mut reader = Reader {
        text,
        bytes: text.as_bytes(),
        lexis,
        opening: opening(lexis),
        tokens: Vec::with_capacity(text.len() / 5),
        open: Vec::new(),
        starts_line: true,
    };
    reader.run(0, text.len(), 0);
    let last = reader.tokens.len() as u32;
    for at in reader.open {
        reader.tokens[at as usize].partner = last;
    }
    reader.tokens
}

fn opening(lexis: &Lexis) -> [bool; 256] {
    let mut opening = [false; 256];
    let texts = lexis.texts.iter().map(|(quote, _)| quote);
    for mark in lexis.line_comments.iter().chain(texts).chain(&["/*", "'"]) {
        opening[usize::from(mark.as_bytes()[0])] = true;
    }
    if !lexis.formatted.is_empty() {
        (b'A'..=b'Z').chain(b'a'..=b'z').chain(*b"$@").for_each(|it| opening[usize::from(it)] = true);
    }
    opening
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

impl Reader<'_> {
    fn push(&mut self, kind: Kind, from: usize, to: usize) {
        let starts_line = std::mem::take(&mut self.starts_line);
        self.tokens.push(Token { kind, from: from as u32, to: to as u32, starts_line, partner: 0 });
    }

    fn open(&mut self, from: usize, to: usize) {
        self.push(Kind::Open, from, to);
        self.open.push(self.tokens.len() as u32 - 1);
    }

    fn close(&mut self, from: usize, to: usize) {
        self.push(Kind::Close, from, to);
        if let Some(at) = self.open.pop() {
            self.tokens[at as usize].partner = self.tokens.len() as u32 - 1;
        }
    }

    /// Reads from one byte to before another.
    fn run(&mut self, from: usize, to: usize, depth: u8) {
        let mut at = from;
        while at < to {
            at = self.step(at, to, depth);
        }
    }

    /// Reads a token, or what lies between two. Where it ends.
    fn step(&mut self, at: usize, to: usize, depth: u8) -> usize {
        let (byte, rest) = (self.bytes[at], &self.bytes[at..to]);
        match byte {
            b'\n' => {
                self.starts_line = true;
                return at + 1;
            }
            b' ' | b'\t' | b'\r' => return at + 1,
            _ => {}
        }
        if self.opening[usize::from(byte)]
            && let Some(end) = self.comment(at, to).or_else(|| self.string(at, to, depth))
        {
            return end;
        }
        if let Some(end) = self.raw(at, to) {
            self.push(Kind::Literal, at, end);
            return end;
        }
        // A character that would open a text; a lifetime is a name.
        if byte == b'\'' {
            let width = if rest.get(1) == Some(&b'\\') { 4 } else { 3 };
            let is_char = rest.get(width - 1) == Some(&b'\'');
            self.push(if is_char { Kind::Literal } else { Kind::Operator }, at, at + if is_char { width } else { 1 });
            return at + if is_char { width } else { 1 };
        }
        let dollar = byte == b'$' && self.lexis.dollars || byte == b'@';
        if is_name(byte) || dollar && rest.get(1).is_some_and(|it| is_name(*it)) {
            let end =
                (at + 1..to).find(|&it| !(is_name(self.bytes[it]) || self.bytes[it] == b'$' && self.lexis.regexps));
            let end = end.unwrap_or(to);
            let number = byte.is_ascii_digit();
            self.push(if number { Kind::Literal } else { Kind::Name }, at, end);
            return end;
        }
        match byte {
            b'(' | b'[' | b'{' => self.open(at, at + 1),
            b')' | b']' | b'}' => self.close(at, at + 1),
            b'/' if self.lexis.regexps && self.takes_operand() => {
                if let Some(end) = self.regexp(at, to) {
                    self.push(Kind::Literal, at, end);
                    return end;
                }
                self.push(Kind::Operator, at, at + 1);
            }
            _ => {
                let goes_on = rest.get(1).is_some_and(|it| OPERATORS_GO_ON.contains(it));
                let long = || OPERATORS.iter().find(|it| rest.starts_with(it.as_bytes()));
                let width = goes_on.then(long).flatten().map_or(1, |it| it.len());
                self.push(Kind::Operator, at, at + width);
                return at + width;
            }
        }
        at + 1
    }

    /// Behind the end of Rust's `r"…"`, `r#"…"#` and `br"…"`. None: none begins here.
    fn raw(&self, at: usize, to: usize) -> Option<usize> {
        let rest = self.text[at..to].strip_prefix(['b', 'c']).unwrap_or(&self.text[at..to]);
        let inside = rest.strip_prefix('r').filter(|_| self.lexis.line_comments.contains(&"//"))?;
        let opened = inside.trim_start_matches('#');
        let hashes = inside.len() - opened.len();
        let text = opened.strip_prefix('"')?;
        let close = format!("\"{}", &inside[..hashes]);
        text.find(&close).map(|end| to - text.len() + end + close.len())
    }

    /// Behind the end of a comment, or in front of the line's. None: none begins here.
    fn comment(&self, at: usize, to: usize) -> Option<usize> {
        let rest = &self.bytes[at..to];
        if self.lexis.line_comments.iter().any(|mark| rest.starts_with(mark.as_bytes())) {
            return Some(rest.iter().position(|it| *it == b'\n').map_or(to, |end| at + end));
        }
        let inside = rest.strip_prefix(b"/*")?;
        let end = inside.iter().enumerate().position(|(end, it)| *it == b'*' && inside.get(end + 1) == Some(&b'/'));
        Some(end.map_or(to, |end| at + end + 4))
    }

    /// Whether what stands next is an operand, and no operator.
    fn takes_operand(&self) -> bool {
        self.tokens.last().is_none_or(|last| match last.kind {
            Kind::Name => matches!(&self.text[last.from as usize..last.to as usize], "return" | "if" | "and" | "or"),
            Kind::Open | Kind::Operator => true,
            Kind::Literal | Kind::Close => false,
        })
    }

    /// Behind the end of a regular expression on one line.
    fn regexp(&self, at: usize, to: usize) -> Option<usize> {
        let (mut end, mut class) = (at + 1, false);
        while end < to {
            match self.bytes[end] {
                b'\n' => return None,
                b'\\' => end += 1,
                b'[' => class = true,
                b']' => class = false,
                b'/' if !class => return Some(end + 1),
                _ => {}
            }
            end += 1;
        }
        None
    }

    /// Reads a text. None: none begins here.
    fn string(&mut self, at: usize, to: usize, depth: u8) -> Option<usize> {
        let rest = &self.bytes[at..to];
        let verbatim_mark = if self.lexis.formatted.contains(&'$') { b'@' } else { b'$' };
        let is_mark = |it: &&u8| it.is_ascii_alphabetic() || **it == b'$' || **it == verbatim_mark;
        let prefix = rest.iter().take(3).take_while(is_mark).count();
        let prefix = if self.lexis.formatted.is_empty() { 0 } else { prefix };
        let quoted = &rest[prefix..];
        let (quote, inside) = *self.lexis.texts.iter().find(|(quote, _)| quoted.starts_with(quote.as_bytes()))?;
        // C#'s `@"…"` goes over lines; in it a backslash is one, and two quotes are one.
        let verbatim = verbatim_mark == b'@' && self.text[at..at + prefix].contains('@');
        let formatted = self.text[at..at + prefix].chars().any(|it| self.lexis.formatted.contains(&it));
        let inside = if formatted { Inside::Braces } else { inside };
        // Ruby's texts go over lines, whichever their quotes.
        let is_ruby = self.lexis.texts.iter().any(|(_, inside)| *inside == Inside::Hash);
        let (start, long) = (
            at + prefix + quote.len(),
            quote.len() > 1 || quote == "`" || inside == Inside::Braces || verbatim || is_ruby,
        );
        let mut end = start;
        let mut holes = Vec::new();
        while end < to {
            let byte = self.bytes[end];
            // Nothing ends or is put in with these.
            if byte.is_ascii_alphanumeric() || byte == b' ' {
                end += 1;
                continue;
            }
            if verbatim && self.bytes[end..to].starts_with(b"\"\"") {
                end += 2;
                continue;
            }
            if byte == b'\\' && !verbatim && (quote != "`" || inside != Inside::Nothing) {
                end += 2;
                continue;
            }
            if self.bytes[end..to].starts_with(quote.as_bytes()) {
                break;
            }
            if byte == b'\n' && !long && inside == Inside::Nothing && !self.lexis.arrow_members {
                break;
            }
            if let Some((from, until, behind)) = self.hole(end, to, inside) {
                holes.push((from, until));
                end = behind;
                continue;
            }
            end += 1;
        }
        let (until, behind) = (end.min(to), (end + quote.len()).min(to));
        if holes.is_empty() || depth >= MAX_DEPTH {
            self.push(Kind::Literal, at, behind);
            return Some(behind);
        }
        self.open(at, start);
        for (from, until) in holes {
            let (last, level) = (self.tokens.len(), self.open.len());
            self.run(from, until, depth + 1);
            while self.open.len() > level {
                self.close(until, until);
            }
            // What is put in is apart from what is put in next to it.
            if self.tokens.len() > last {
                self.push(Kind::Operator, until, until);
            }
        }
        self.close(until, behind);
        Some(behind)
    }

    /// From where to where something is put into a text, and where the text goes on.
    fn hole(&self, at: usize, to: usize, inside: Inside) -> Option<(usize, usize, usize)> {
        let rest = &self.bytes[at..to];
        let skip = match inside {
            Inside::Nothing => return None,
            Inside::Dollar if rest.starts_with(b"${") => 2,
            Inside::Hash if rest.starts_with(b"#{") => 2,
            Inside::Braces if rest.starts_with(b"{{") => return None,
            Inside::Braces if rest[0] == b'{' && rest.get(1).is_some_and(|it| is_name(*it) && !it.is_ascii_digit()) => {
                1
            }
            Inside::Variables if rest.starts_with(b"${") => 2,
            Inside::Variables if rest.starts_with(b"{$") => 1,
            Inside::Variables if rest[0] == b'$' && rest.get(1).is_some_and(|it| is_name(*it)) => {
                let end = (at + 1..to).find(|&it| !is_name(self.bytes[it])).unwrap_or(to);
                return Some((if self.lexis.dollars { at } else { at + 1 }, end, end));
            }
            _ => return None,
        };
        let mut open = 1;
        for end in at + skip..to.min(at + MAX_HOLE) {
            match self.bytes[end] {
                b'{' => open += 1,
                b'}' => {
                    open -= 1;
                    if open == 0 {
                        return Some((at + skip, end, end + 1));
                    }
                }
                _ => {}
            }
        }
        None
    }
}
