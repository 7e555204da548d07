//! reStructuredText as a row of pieces: paragraphs, items, rows of tables, blocks of code and headings.
//!
//! It is read line by line and never backwards. What a directive holds is read where it is prose or code; of
//! directives that nobody listed, and of comments, nothing is.

mod inline;
#[cfg(test)]
mod spec;
mod table;
mod words;

use crate::blocks::{Block, Fence, MAX_FENCE, Part, Piece, Span, SpanKind};
use crate::text::floor;
use words::{Says, directive, is_foreign};

/// A line without what stands around it.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// Where its text begins in the document.
    at: usize,
    /// Columns before its text; of an empty line as many as there can be.
    indent: usize,
    text: &'t str,
}

struct Reader<'t, V> {
    source: &'t str,
    lines: Vec<Line<'t>>,
    visit: V,
    /// The paragraph that is open: its lines, and the column that they stand in.
    open: Vec<(usize, &'t str)>,
    indent: usize,
    /// Marks below headings and whether they stand above too, in the order of their levels.
    styles: Vec<(char, bool)>,
    /// The language of blocks that name none.
    language: String,
    /// Roots of the names that the document is about.
    own: Vec<String>,
    /// Declarations that are open, with the columns they stand in.
    classes: Vec<(usize, String)>,
}

/// Reads a document from its beginning to its end.
pub fn read(text: &str, visit: impl FnMut(Part)) {
    let mut at = 0;
    let mut lines = Vec::new();
    for whole in text.split_inclusive('\n') {
        let trimmed = whole.trim();
        let before = whole.len() - whole.trim_start().len();
        let columns = whole[..before].chars().map(|c| if c == '\t' { 8 } else { 1 }).sum();
        let indent = if trimmed.is_empty() { usize::MAX } else { columns };
        lines.push(Line { at: at + if trimmed.is_empty() { 0 } else { before }, indent, text: trimmed });
        at += whole.len();
    }
    let own = own_roots(&lines);
    let mut reader = Reader {
        source: text,
        lines,
        visit,
        open: Vec::new(),
        indent: 0,
        styles: Vec::new(),
        language: String::new(),
        own,
        classes: Vec::new(),
    };
    let mut next = 0;
    while next < reader.lines.len() {
        next = reader.line(next).max(next + 1);
    }
    reader.flush();
}

/// Roots of the modules that a document says it is about.
fn own_roots(lines: &[Line<'_>]) -> Vec<String> {
    const MAX: usize = 20;
    let mut own: Vec<String> = Vec::new();
    for line in lines {
        let Some((name, argument)) = line.text.strip_prefix(".. ").and_then(|it| it.split_once("::")) else { continue };
        let is_auto = name.starts_with("auto") && argument.contains('.');
        if !is_auto && !matches!(directive(name), Some(Says::Module)) {
            continue;
        }
        let root = argument.trim().split(['.', '(', '\\']).next().unwrap_or_default();
        if !root.is_empty() && own.len() < MAX && !own.iter().any(|it| it == root) {
            own.push(root.to_owned());
        }
    }
    own
}

impl<'t, V: FnMut(Part)> Reader<'t, V> {
    fn get(&self, at: usize) -> Option<Line<'t>> {
        self.lines.get(at).copied()
    }

    /// Reads what begins at a line; where the next begins.
    fn line(&mut self, at: usize) -> usize {
        let Some(line) = self.get(at) else { return at + 1 };
        if line.text.is_empty() {
            let is_literal = self.open.last().is_some_and(|(_, text)| text.ends_with("::"));
            let indent = self.indent;
            self.flush();
            return if is_literal { self.fence(at, indent, self.language.clone()) } else { at + 1 };
        }
        if self.open.is_empty() {
            self.classes.retain(|(indent, _)| *indent < line.indent);
            if let Some(next) = self.heading(at, line).or_else(|| self.rows(at, line)) {
                return next;
            }
            if line.text.starts_with(">>> ") {
                return self.doctest(at);
            }
        }
        if line.text == ".." || line.text.starts_with(".. ") {
            self.flush();
            return self.explicit(at, line);
        }
        let marker = marker(line.text);
        if marker > 0 || line.indent != self.indent {
            self.flush();
        }
        if self.open.is_empty() {
            self.indent = line.indent + marker;
        }
        self.open.push((line.at + marker, &line.text[marker..]));
        at + 1
    }

    /// A line of marks below a text, or above and below it.
    fn heading(&mut self, at: usize, line: Line<'_>) -> Option<usize> {
        let below = self.get(at + 1)?;
        let (name, mark, is_above) = match (rule(line.text), rule(below.text)) {
            (Some(mark), None) if !below.text.is_empty() && rule(self.get(at + 2)?.text) == Some(mark) => {
                (below, mark, true)
            }
            (Some(_), _) if below.text.is_empty() => return Some(at + 1),
            (None, Some(mark)) if line.indent == 0 && below.indent == 0 => (line, mark, false),
            _ => return None,
        };
        let style = (mark, is_above);
        let level = self.styles.iter().position(|it| *it == style).unwrap_or(self.styles.len());
        if level == self.styles.len() && level < 16 {
            self.styles.push(style);
        }
        let block = inline::block(&[(name.at, name.text)], &self.own);
        (self.visit)(Part::Heading(level.min(5) as u8 + 1, block, line.at));
        Some(at + if is_above { 3 } else { 2 })
    }

    /// The rows of a table.
    fn rows(&mut self, at: usize, line: Line<'_>) -> Option<usize> {
        let (rows, next) = table::read(at, line.text, |it| self.get(it).map(|line| (line.at, line.text)))?;
        let mut header = String::new();
        for (is_head, place, text) in rows {
            let mut block = inline::block(&[(place, &text)], &self.own);
            if is_head {
                header.push(' ');
                header.push_str(&block.text.to_lowercase());
            } else {
                block.header.clone_from(&header);
            }
            (self.visit)(Part::Piece(Piece::Text(block)));
        }
        Some(next)
    }

    fn doctest(&mut self, at: usize) -> usize {
        let end = (at..).find(|it| self.get(*it).is_none_or(|line| line.text.is_empty())).unwrap_or(at);
        self.code(at, end, "python".to_owned(), String::new());
        end
    }

    /// The block of code that is indented below a line.
    fn fence(&mut self, at: usize, indent: usize, language: String) -> usize {
        let from = (at..).find(|it| self.get(*it).is_none_or(|line| !line.text.is_empty())).unwrap_or(at);
        let end = self.end(from, indent);
        if from < end {
            self.code(from, end, language.clone(), language);
        }
        end.max(at)
    }

    /// Where lines end that stand further in than `indent`.
    fn end(&self, from: usize, indent: usize) -> usize {
        (from..).find(|it| self.get(*it).is_none_or(|line| line.indent <= indent)).unwrap_or(from)
    }

    fn code(&mut self, from: usize, end: usize, language: String, info: String) {
        let last = (from..end).rev().find_map(|it| self.get(it).filter(|line| !line.text.is_empty()));
        let (Some(first), Some(last)) = (self.get(from), last) else { return };
        let to = last.at + last.text.len();
        let text = &self.source[first.at..to];
        let text = text[..floor(text, MAX_FENCE)].to_owned();
        let fence = Fence { language, info, text, at: first.at, end: to.saturating_sub(1).max(first.at) };
        (self.visit)(Part::Piece(Piece::Fence(fence)));
    }

    /// A comment, a target or a directive.
    fn explicit(&mut self, at: usize, line: Line<'t>) -> usize {
        let rest = line.text.get(3..).unwrap_or_default();
        let end = self.end(at + 1, line.indent);
        if let Some((_, to)) = rest.strip_prefix('_').and_then(|it| it.split_once(": ")) {
            self.link(to, line.at);
            return at + 1;
        }
        let named = rest.split_once("::").filter(|(name, _)| !name.contains(' ') && !name.is_empty());
        let Some((name, argument)) = named else { return end };
        let argument = argument.trim();
        if name == "highlight" {
            self.language = argument.split(' ').next().unwrap_or_default().to_lowercase();
            return end;
        }
        let is_option = |it: Line<'_>| it.text.starts_with(':') && it.text[1..].contains(':');
        let body = (at + 1..).find(|it| !self.get(*it).is_some_and(is_option)).unwrap_or(at + 1).min(end);
        match directive(name) {
            Some(Says::Fence(language)) => {
                let written = argument.split(' ').next().unwrap_or_default().to_lowercase();
                let written = if written.is_empty() { self.language.clone() } else { written };
                self.fence(body, line.indent, language.map_or(written, str::to_owned));
                return end;
            }
            Some(Says::File) => self.link(argument, line.at),
            Some(Says::Variable) => self.named(argument, line.at, SpanKind::Variable),
            Some(says @ (Says::Symbol | Says::Member | Says::Class)) => {
                self.declaration(argument, line, says);
                return body;
            }
            Some(Says::Text) => {
                if !argument.is_empty() {
                    self.indent = self.get(body).map_or(0, |line| line.indent);
                    self.open.push((line.at + line.text.len() - argument.len(), argument));
                }
                return body;
            }
            _ => {}
        }
        end
    }

    /// What a directive declares, with the class around it before its name.
    fn declaration(&mut self, signature: &str, line: Line<'_>, says: Says) {
        let name = signature.split('(').next().unwrap_or_default().trim();
        let name = name.rsplit(' ').next().unwrap_or_default().trim_end_matches(':');
        let around = self.classes.last().map(|(_, around)| around);
        let whole = match around {
            Some(around) if !name.contains(['.', ':', '\\']) => format!("{around}.{name}"),
            _ => name.to_owned(),
        };
        let is_told = says != Says::Member || whole.contains(['.', ':', '\\']);
        if is_told && !is_foreign(&whole, &self.own) {
            self.named(&whole, line.at, SpanKind::Symbol { is_declared: true });
        }
        if says == Says::Class && self.classes.len() < 8 {
            self.classes.push((line.indent, whole));
        }
    }

    fn named(&mut self, name: &str, at: usize, kind: SpanKind) {
        let span = Span { kind, from: 0, to: name.len(), at, is_elsewhere: false };
        let block = Block { text: name.to_owned(), spans: vec![span], header: String::new(), parts: vec![(0, at)] };
        (self.visit)(Part::Piece(Piece::Text(block)));
    }

    fn link(&mut self, to: &str, at: usize) {
        (self.visit)(Part::Piece(Piece::Html(vec![(to.trim().to_owned(), at)])));
    }

    /// The paragraph that was open is a block of its own.
    fn flush(&mut self) {
        let lines = std::mem::take(&mut self.open);
        if !lines.is_empty() {
            (self.visit)(Part::Piece(Piece::Text(inline::block(&lines, &self.own))));
        }
    }
}

/// The mark of a line of one punctuation mark alone.
fn rule(text: &str) -> Option<char> {
    let mark = text.chars().next().filter(char::is_ascii_punctuation)?;
    (text.len() >= 3 && text.chars().all(|c| c == mark)).then_some(mark)
}

/// Bytes of the mark before an item's text: `- `, `* `, `1. `, `#. `, and of a field `:name: `.
fn marker(text: &str) -> usize {
    let word = text.split(' ').next().unwrap_or_default();
    let number = word.trim_start_matches('(').trim_end_matches(['.', ')']);
    let is_counted = word.len() <= 5
        && word.ends_with(['.', ')'])
        && (number == "#" || (!number.is_empty() && number.bytes().all(|b| b.is_ascii_digit())));
    let is_item = matches!(word, "-" | "*" | "+" | "•" | "|") || is_counted;
    let behind = text[word.len()..].len() - text[word.len()..].trim_start().len();
    if is_item && behind > 0 { word.len() + behind } else { 0 }
}
