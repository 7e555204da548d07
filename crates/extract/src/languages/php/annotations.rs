//! Annotations that documentation comments hold, as Doctrine's reader takes them: `@Route("/x", methods={"GET"})`.
//! They are decorators like attributes. A name counts that the file imports or that is written in full: any other may be
//! a tag of documentation.

use super::{Comment, Walk};
use crate::builder::TEXT_LIMIT;
use crate::text::keep_start;
use facts::*;

/// Longer comments hold no annotations that are read.
const COMMENT_LIMIT: usize = 40_000;
/// Lists inside of each other are read so deep: reading them is recursive.
const DEPTH_LIMIT: u8 = 20;

impl Walk<'_, '_> {
    /// Those of a comment, behind the attributes of the same declaration: of one class only what an attribute does not
    /// say already.
    pub fn annotations(&mut self, symbol: SymbolId, comment: Option<Comment>) {
        let Some(comment) = comment.filter(|it| it.text.len() <= COMMENT_LIMIT && it.text.contains('@')) else {
            return;
        };
        let mut reader = Reader { text: comment.text, at: 3.min(comment.text.len()), from: comment.at };
        let said = self.b.graph.symbols[symbol as usize].decorators.len();
        while let Some(found) = reader.next_name() {
            let (name, at) = (found, reader.at - found.len());
            if !name.starts_with(|c: char| c.is_ascii_uppercase() || c == '\\') {
                continue;
            }
            let Some(full) = self.names.imported_class(name) else { continue };
            let behind = reader.at;
            reader.skip();
            let is_given = reader.rest().starts_with('(');
            reader.at = if is_given { reader.at } else { behind };
            let given = match is_given {
                true => {
                    reader.at += 1;
                    reader.arguments(self, ')', 0)
                }
                false => Vec::new(),
            };
            let full = self.b.name(&full);
            let value = self.class_of(full);
            if self.b.graph.symbols[symbol as usize].decorators[..said].iter().any(|it| it.value == value) {
                continue;
            }
            let written = super::docs::clean(&comment.text[at..reader.at]);
            let plain = written.split_whitespace().collect::<Vec<_>>().join(" ");
            let text = keep_start(self.b.doc(&plain).unwrap_or_default(), TEXT_LIMIT);
            self.b.symbol_mut(symbol).decorators.push(Decorator { text, value, given });
            let last = name.rsplit('\\').next().unwrap_or(name);
            let id = self.b.name(last);
            let end = comment.at + (at + name.len()) as u32;
            self.b.refer(ReferenceKind::Decorator, value, id, end - last.len() as u32);
        }
    }
}

/// A reader of a comment's annotations.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    /// Where the comment starts in the file.
    from: u32,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Skips spaces and the stars of lines, and a comma.
    fn skip(&mut self) {
        let rest = self.rest();
        let end = rest.strip_suffix("*/").map_or(rest.len(), str::len);
        let blank = rest[..end].find(|c: char| !(c.is_whitespace() || c == '*')).unwrap_or(end);
        self.at += blank;
    }

    /// The next name behind a mark that a space or a line's star stands before; the reader is behind it then.
    fn next_name(&mut self) -> Option<&'t str> {
        loop {
            let mark = self.at + self.rest().find('@')?;
            self.at = mark + 1;
            let before = self.text[..mark].chars().next_back();
            let name = self.word();
            if !name.is_empty() && before.is_none_or(|c| c.is_whitespace() || c == '*') {
                return Some(name);
            }
        }
    }

    /// The name here, which may be qualified.
    fn word(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '\\'))).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// What stands up to the bracket `close`, and behind it.
    fn arguments(&mut self, walk: &mut Walk, close: char, depth: u8) -> Vec<Given> {
        let mut all = Vec::new();
        loop {
            self.skip();
            let Some(next) = self.rest().chars().next() else { return all };
            if next == close {
                self.at += 1;
                return all;
            }
            let before = self.at;
            let name = self.key();
            let name = name.map(|name| walk.b.name(name));
            let shape = self.value(walk, depth);
            if self.at == before {
                // Nothing that is known.
                self.at += next.len_utf8();
            } else if all.len() < SHAPES_LIMIT {
                all.push(Given { name, shape });
            }
            self.skip();
            if self.rest().starts_with(',') {
                self.at += 1;
            }
        }
    }

    /// What names a value: `methods=`, `"id"=`, `id:`. The reader stays where it is where nothing does.
    fn key(&mut self) -> Option<&'t str> {
        let before = self.at;
        let name = match self.quoted() {
            Some((from, to)) => &self.text[from..to],
            None => {
                let rest = self.rest();
                let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(rest.len());
                self.at += end;
                &rest[..end]
            }
        };
        self.skip();
        let is_key = self.rest().starts_with('=') || self.rest().starts_with(':') && !self.rest().starts_with("::");
        if name.is_empty() || !is_key {
            self.at = before;
            return None;
        }
        self.at += 1;
        self.skip();
        Some(name)
    }

    /// Where the contents of the text stand that begins here: a quote in it is written twice. The reader is behind it.
    fn quoted(&mut self) -> Option<(usize, usize)> {
        let quote = self.rest().chars().next().filter(|it| matches!(it, '"' | '\''))?;
        let from = self.at + 1;
        let mut to = from;
        loop {
            to += self.text[to..].find(quote)?;
            if !self.text[to + 1..].starts_with(quote) {
                break;
            }
            to += 2;
        }
        self.at = to + 1;
        Some((from, to))
    }

    fn value(&mut self, walk: &mut Walk, depth: u8) -> Shape {
        if depth > DEPTH_LIMIT {
            self.at = self.text.len();
            return Shape::Other;
        }
        if let Some((from, to)) = self.quoted() {
            return Shape::Text(walk.b.literal(self.from + from as u32, self.from + to as u32));
        }
        match self.rest().chars().next() {
            Some('{') => {
                self.at += 1;
                let items = self.arguments(walk, '}', depth.saturating_add(1));
                if depth >= SHAPE_DEPTH {
                    return Shape::Other;
                }
                match items.iter().any(|it| it.name.is_some()) {
                    true => Shape::Object(items.into_iter().filter_map(|it| Some((it.name?, it.shape))).collect()),
                    false => Shape::List(items.into_iter().map(|it| it.shape).collect()),
                }
            }
            // Another annotation, of which nothing is asked.
            Some('@') => {
                self.at += 1;
                self.word();
                if self.rest().starts_with('(') {
                    self.at += 1;
                    self.arguments(walk, ')', depth.saturating_add(1));
                }
                Shape::Other
            }
            _ => {
                let rest = self.rest();
                let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\\' | ':' | '.' | '-' | '+');
                let end = rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
                let from = self.at;
                self.at += end;
                match end {
                    0 => Shape::Other,
                    _ => Shape::Literal(walk.b.literal(self.from + from as u32, self.from + self.at as u32)),
                }
            }
        }
    }
}
