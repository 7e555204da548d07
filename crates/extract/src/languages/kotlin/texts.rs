//! Where texts and comments stand, as far as raw strings have to be told from them, and names that are put into texts.

use super::Walk;
use crate::tree::{end, start};
use syntax::tree_sitter::Node;

const QUOTES: &str = "\"\"\"";

/// The bytes of raw strings that the parser mistakes: a backslash before a quote, and quotes at the end that belong to the
/// string.
pub fn raw_strings(text: &str) -> Vec<usize> {
    let (mut found, mut at) = (Vec::new(), 0);
    if !text.contains(QUOTES) {
        return found;
    }
    while let Some(next) = text.as_bytes()[at..].iter().position(|it| matches!(it, b'"' | b'/' | b'\'')) {
        at += next;
        let rest = &text[at..];
        at += match rest.as_bytes() {
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => comment(rest),
            [b'"', b'"', b'"', ..] => {
                let start = at + QUOTES.len();
                let Some(end) = text[start..].find(QUOTES).map(|it| start + it) else { break };
                let quotes = text[end..].bytes().take_while(|it| *it == b'"').count();
                found.extend(text[start..end].match_indices("\\\"").map(|(it, _)| start + it));
                let last = end + quotes - QUOTES.len();
                found.extend((end > start && text[..end].ends_with('\\')).then(|| end - 1));
                found.extend(end..last);
                end + quotes - at
            }
            [b'"', ..] => plain(rest, b'"'),
            [b'\'', ..] => plain(rest, b'\''),
            _ => 1,
        };
    }
    found
}

/// The length of a comment, with those inside it.
fn comment(text: &str) -> usize {
    let (mut open, mut at) = (0_u32, 0);
    while let Some(pair) = text.as_bytes().get(at..at + 2) {
        match pair {
            b"/*" => open += 1,
            b"*/" => open -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if open == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of a text or character on one line, with its quotes.
fn plain(text: &str, quote: u8) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            b'\n' => return at,
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            _ if byte == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

impl Walk<'_, '_, '_> {
    /// Reads the names that a text takes in without braces, `"$BASE/items"`: the grammar leaves these to what is written around.
    pub fn put_in(&mut self, node: Node) {
        let mut cursor = node.walk();
        let mut parts = node.children(&mut cursor).filter(|it| it.kind() == "string_content").peekable();
        while let Some(part) = parts.next() {
            let from = start(part);
            let mut to = end(part);
            while let Some(next) = parts.next_if(|it| start(*it) == to) {
                to = end(next);
            }
            let text = self.b.source.slice(from, to);
            for name in names_put_in(text) {
                let name = self.b.name(name);
                self.read_name(name);
            }
        }
    }
}

/// The names behind a dollar, but for what is a receiver's.
fn names_put_in(text: &str) -> impl Iterator<Item = &str> {
    text.split('$').skip(1).filter_map(|rest| {
        let name = &rest[..rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())];
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name != "this";
        is_name.then_some(name)
    })
}

#[cfg(test)]
mod tests {
    use super::super::heads::prepared;

    #[test]
    fn quotes_in_raw_strings_are_theirs() {
        assert_eq!(prepared(r#"a("""b="\"\"c\"""", d)"#), r#"a("""b=" " "c  """, d)"#);
        assert_eq!(prepared(r#"a("""b="""", """""", "\"c")"#), r#"a("""b= """, """""", "\"c")"#);
    }

    #[test]
    fn what_looks_like_one_elsewhere_is_none() {
        for text in [
            r#"val a = "\"\"\"" // """ and \"
val b = "\"""#,
            "/* \"\"\" /* */ \\\" */ val a = '\"' + \"\"\"b\"\"\"",
        ] {
            assert_eq!(prepared(text), text);
        }
    }
}
