//! The text of a paragraph of reStructuredText: literals, roles and references in it.

use super::words::{Says, is_foreign, role};
use crate::blocks::{Block, MAX_SPANS, Span, SpanKind, is_address};

/// A paragraph as it stands in the document: its lines and where each begins.
pub type Written<'t> = [(usize, &'t str)];

struct Inline<'a> {
    raw: String,
    /// Where the lines begin in `raw` and in the document.
    lines: Vec<(usize, usize)>,
    own: &'a [String],
    block: Block,
}

/// The block that a paragraph makes. `own` are the roots of names that the document says it is about.
pub fn block(lines: &Written<'_>, own: &[String]) -> Block {
    let mut inline = Inline { raw: String::new(), lines: Vec::new(), own, block: Block::default() };
    for (at, text) in lines {
        if !inline.raw.is_empty() {
            inline.raw.push(' ');
        }
        if inline.raw.len() + text.len() > crate::blocks::MAX_BLOCK {
            break;
        }
        inline.lines.push((inline.raw.len(), *at));
        inline.raw.push_str(text);
    }
    inline.read();
    inline.block
}

impl Inline<'_> {
    fn read(&mut self) {
        let raw = std::mem::take(&mut self.raw);
        let (mut plain, mut at) = (0, 0);
        // What has no end from here on has none further on.
        let (mut has_double, mut has_single) = (true, true);
        while let Some(tick) = raw.get(at..).and_then(|rest| rest.find('`')).map(|it| at + it) {
            let is_double = raw[tick..].starts_with("``");
            let mark = if is_double { "``" } else { "`" };
            let open = tick + mark.len();
            let has_end = if is_double { &mut has_double } else { &mut has_single };
            let end = has_end.then(|| raw[open..].find(mark)).flatten().map(|it| open + it);
            *has_end = end.is_some();
            let Some(end) = end.filter(|end| *end > open && !raw[open..].starts_with(' ')) else {
                at = open;
                continue;
            };
            let name = if is_double { "" } else { role_before(&raw[plain..tick]) };
            let start = if name.is_empty() { tick } else { tick - name.len() - 2 };
            self.push(&raw, plain, start);
            let behind = &raw[end + mark.len()..];
            let underscores = if is_double { 0 } else { behind.len() - behind.trim_start_matches('_').len() };
            if is_double {
                self.span(&raw, open, end, SpanKind::Code);
            } else if name.is_empty() && underscores > 0 {
                self.reference(&raw, open, end);
            } else if name.is_empty() {
                self.span(&raw, open, end, SpanKind::Code);
            } else {
                self.role(&raw, name, open, end);
            }
            at = end + mark.len() + underscores.min(2);
            plain = at;
        }
        self.push(&raw, plain, raw.len());
    }

    /// `text <target>`_
    fn reference(&mut self, raw: &str, from: usize, to: usize) {
        let (text_end, target) = titled(&raw[from..to]);
        let kind = target.map(|(at, end)| SpanKind::Link(raw[from + at..from + end].to_owned()));
        match kind {
            Some(kind) if text_end > 0 => self.span(raw, from, from + text_end, kind),
            _ => self.push(raw, from, to),
        }
    }

    fn role(&mut self, raw: &str, name: &str, from: usize, to: usize) {
        let (text_end, target) = titled(&raw[from..to]);
        let (start, end) = target.map_or((from, to), |(at, end)| (from + at, from + end));
        let inner = raw[start..end].trim_start_matches(['~', '!', '.']);
        let start = end - inner.len();
        let shown = from + if target.is_some() { text_end } else { to - from };
        match role(name) {
            Some(Says::RoleCode) => self.span(raw, from, to, SpanKind::Code),
            Some(Says::RoleVariable) => self.span(raw, start, end, SpanKind::Variable),
            Some(Says::RoleFile) => self.span(raw, from, shown, SpanKind::Link(raw[start..end].to_owned())),
            Some(says @ (Says::RoleSymbol | Says::RoleMember))
                if (says == Says::RoleSymbol || inner.contains('.')) && !is_foreign(inner, self.own) =>
            {
                self.span(raw, start, end, SpanKind::Symbol { is_declared: false });
            }
            _ => self.push(raw, from, shown),
        }
    }

    fn span(&mut self, raw: &str, from: usize, to: usize, kind: SpanKind) {
        let at = self.source(from);
        let start = self.block.text.len();
        self.push(raw, from, to);
        let is_elsewhere = matches!(&kind, SpanKind::Link(to) if is_address(to));
        if self.block.spans.len() < MAX_SPANS {
            self.block.spans.push(Span { kind, from: start, to: self.block.text.len(), at, is_elsewhere });
        }
    }

    /// A part of the raw text, each of its lines with its own place.
    fn push(&mut self, raw: &str, from: usize, to: usize) {
        let mut from = from;
        while from < to {
            let next = self.lines.partition_point(|(at, _)| *at <= from);
            let end = self.lines.get(next).map_or(to, |(at, _)| to.min(*at));
            self.block.parts.push((self.block.text.len(), self.source(from)));
            self.block.text.push_str(&raw[from..end]);
            from = end;
        }
    }

    fn source(&self, at: usize) -> usize {
        let line = self.lines.partition_point(|(from, _)| *from <= at).checked_sub(1).and_then(|it| self.lines.get(it));
        line.map_or(0, |(from, source)| source + (at - from))
    }
}

/// The name of the role right before a text: `py:class` of `:py:class:`.
fn role_before(text: &str) -> &str {
    const MAX: usize = 40;
    let Some(inner) = text.strip_suffix(':') else { return "" };
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':' | b'+');
    let length = inner.bytes().rev().take(MAX).take_while(is_part).count();
    let name = &inner[inner.len() - length..];
    // Where a colon ends the word before, as in `a::b:`, it is none.
    name.strip_prefix(':').filter(|it| it.starts_with(|c: char| c.is_ascii_alphabetic())).unwrap_or_default()
}

/// Of `title <target>` where the title ends, and from where to where the target goes.
fn titled(text: &str) -> (usize, Option<(usize, usize)>) {
    match text.rfind('<').filter(|_| text.ends_with('>')) {
        Some(at) => (text[..at].trim_end().len(), Some((at + 1, text.len() - 1))),
        None => (text.len(), None),
    }
}
