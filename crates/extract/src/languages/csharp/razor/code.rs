//! Code between braces, in which elements may stand where statements do.

use super::{MAX_DEPTH, Place, Reader};
use crate::program;

impl Reader<'_> {
    /// Code up to the brace that closes what was opened before here, and past that; the brace is no part of it.
    pub(super) fn block(&mut self) {
        if self.depth > MAX_DEPTH {
            self.at = self.text.len();
            return;
        }
        self.depth += 1;
        self.code();
        self.depth -= 1;
    }

    fn code(&mut self) {
        let mut start = self.at;
        // A statement could begin here; a label ends at the next colon; braces that are open.
        let (mut fresh, mut label, mut open) = (true, false, 0usize);
        while self.at < self.text.len() {
            let at = self.at;
            let (byte, next) = (self.byte(at), self.byte(at + 1));
            let is_markup = match byte {
                b'@' if next == b'*' || fresh && next != b'"' && next != b'$' => true,
                b'@' => next == b'<',
                b'<' => fresh && (next.is_ascii_alphabetic() || next == b'!'),
                _ => false,
            };
            if is_markup {
                self.program.keep(start..at);
                match next {
                    b'<' => {
                        self.program.insert(at, "null");
                        self.at += 1;
                        self.element();
                        fresh = false;
                    }
                    b':' => self.markup_line(),
                    _ if byte == b'<' => self.element(),
                    _ => {
                        // Places are those of the file, not of what stands around in it.
                        let place = std::mem::replace(&mut self.place, Place::Statements);
                        self.sign();
                        self.place = place;
                    }
                }
                start = self.at;
                continue;
            }
            match byte {
                b'"' | b'\'' | b'/' => match skipped(self.text, at, 0).flatten() {
                    Some(end) => {
                        self.at = end;
                        fresh &= byte == b'/';
                        continue;
                    }
                    None => fresh = false,
                },
                b'{' => {
                    open += 1;
                    fresh = true;
                }
                b'}' if open == 0 => break,
                b'}' => {
                    open -= 1;
                    fresh = true;
                }
                b';' => fresh = true,
                b':' if label => (fresh, label) = (true, false),
                it if it.is_ascii_whitespace() => {}
                _ if self.names(at) => {
                    let word = self.word(at);
                    label |= fresh && matches!(word, "case" | "default");
                    fresh = false;
                    self.at += word.len();
                    continue;
                }
                _ => fresh = false,
            }
            self.at += self.text[at..].chars().next().map_or(1, char::len_utf8);
        }
        self.program.keep(start..self.at);
        self.at = (self.at + 1).min(self.text.len());
    }

    /// `@: text @x`
    fn markup_line(&mut self) {
        let end = self.line_end(self.at);
        self.at += 2;
        while self.at < end {
            match self.byte(self.at) {
                b'@' => self.sign(),
                _ => self.at += self.text[self.at..].chars().next().map_or(1, char::len_utf8),
            }
        }
    }

    /// `if (…) { … } else { … }`
    pub(super) fn statement(&mut self, from: usize) {
        self.to(Place::Statements);
        let mut from = from;
        loop {
            let word = self.word(from);
            let mut at = from;
            let open = loop {
                at = self.skip_space(at);
                match self.byte(at) {
                    b'{' => break Some(at),
                    b'(' => match closing(self.text, at) {
                        Some(close) => at = close + 1,
                        None => break None,
                    },
                    _ if self.names(at) => at += self.word(at).len(),
                    _ => break None,
                }
            };
            let Some(open) = open else {
                self.at = self.at.max(from + 1);
                return;
            };
            self.program.keep(from..open + 1);
            self.at = open + 1;
            self.block();
            if self.text[..self.at].ends_with('}') {
                self.program.keep(self.at - 1..self.at);
            }
            let next = self.skip_space(self.at);
            match self.word(next) {
                "else" | "catch" | "finally" => from = next,
                "while" if word == "do" => {
                    let end = self.text[next..].find(';').map_or(self.line_end(next), |it| next + it + 1);
                    self.program.keep(next..end);
                    self.at = end;
                    return;
                }
                _ => return,
            }
        }
    }
}

pub fn is_name(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// Where a comment of Razor ends that starts at a place.
pub fn comment_end(text: &str, at: usize) -> usize {
    text[at + 2..].find("*@").map_or(text.len(), |it| at + it + 4)
}

/// Where a text, a character or a comment of C# ends that starts at a place. What is no whole text is passed over.
fn skipped(text: &str, at: usize, around: usize) -> Option<Option<usize>> {
    let to = |what: &str, from: usize| {
        let within = text[at + from..].find(what);
        Some(within.map_or(text.len(), |it| at + from + it + what.len()))
    };
    let end = match &text.as_bytes()[at..] {
        [b'/', b'/', ..] => to("\n", 2),
        [b'/', b'*', ..] => to("*/", 2),
        [b'"', b'"', b'"', ..] => to("\"\"\"", 3),
        [b'"' | b'\'', ..] => text_within(text, at, around),
        _ => None,
    };
    end.map(Some)
}

/// Where a text in quotes ends, behind its quote.
fn text_within(text: &str, open: usize, depth: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let marks = text[..open].trim_end_matches(['$', '@']);
    let is_verbatim = text[marks.len()..open].contains('@');
    let is_filled = text[marks.len()..open].contains('$');
    let mut at = open + 1;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if !is_verbatim => at += 1,
            b'{' if is_filled && bytes.get(at + 1) == Some(&b'{') => at += 1,
            b'{' if is_filled => at = program::closing(text, at, depth + 1, skipped)?,
            it if it == bytes[open] && is_verbatim && bytes.get(at + 1) == Some(&it) => at += 1,
            it if it == bytes[open] => return Some(at + 1),
            b'\n' if !is_verbatim => return None,
            _ => {}
        }
        at += 1;
    }
    None
}

/// Where what is opened at a place is closed.
pub fn closing(text: &str, open: usize) -> Option<usize> {
    program::closing(text, open, 0, skipped)
}
