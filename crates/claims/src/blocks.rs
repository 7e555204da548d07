//! A document as a row of pieces: texts with their code spans and links, fences, and headings.

use crate::text::floor;
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;

/// Longer texts are cut: nobody wrote them.
pub const MAX_BLOCK: usize = 20_000;
pub const MAX_FENCE: usize = 40_000;
/// Code spans and links of one text.
pub const MAX_SPANS: usize = 200;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpanKind {
    Code,
    /// A link's or picture's destination.
    Link(String),
    /// A name of code, because the markup says so: where it is declared, or where it is named.
    Symbol {
        is_declared: bool,
    },
    /// A variable of the environment, because the markup says so.
    Variable,
}

/// A part of a block's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    pub kind: SpanKind,
    pub from: usize,
    pub to: usize,
    /// Where it stands in the document.
    pub at: usize,
    /// It stands inside of a link that leads elsewhere: what it names is explained there.
    pub is_elsewhere: bool,
}

/// A paragraph, a heading, an item of a list or a row of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    pub text: String,
    pub spans: Vec<Span>,
    /// Of a row of a table: the words at its head.
    pub header: String,
    /// Parts of the text with where they stand in the document, in order.
    pub parts: Vec<(usize, usize)>,
}

impl Block {
    /// Where a byte of the text stands in the document.
    pub fn source(&self, at: usize) -> usize {
        let part = self.parts.partition_point(|(from, _)| *from <= at).checked_sub(1).and_then(|it| self.parts.get(it));
        part.map_or(0, |(from, source)| source + (at - from))
    }

    pub fn of(&self, span: &Span) -> &str {
        self.text.get(span.from..span.to).unwrap_or_default()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The first word behind its opening, in lower case.
    pub language: String,
    pub info: String,
    pub text: String,
    /// Where its first line of code and its end stand in the document.
    pub at: usize,
    pub end: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    Text(Block),
    Fence(Fence),
    /// Destinations that a piece of HTML names, with where they stand.
    Html(Vec<(String, usize)>),
}

/// What comes of reading: a heading, a piece, or the `title` of the document's metadata.
pub enum Part {
    /// Its level from 1, its words, and where it begins.
    Heading(u8, Block, usize),
    Piece(Piece),
    Title(String),
}

/// Reads a document from its beginning to its end.
pub fn read(text: &str, mut visit: impl FnMut(Part)) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_GFM;
    let mut reader = Reader::default();
    for (event, range) in Parser::new_ext(text, options).into_offset_iter() {
        reader.event(event, range, &mut visit);
    }
    reader.flush(&mut visit);
}

#[derive(Default)]
struct Reader {
    block: Block,
    /// Links that are open: whether they lead elsewhere.
    links: Vec<(bool, String, usize, usize)>,
    fence: Option<Fence>,
    heading: Option<(u8, usize)>,
    /// The head of the table that is open.
    header: String,
    is_head: bool,
    is_metadata: bool,
    html: Vec<(String, usize)>,
}

impl Reader {
    fn event(&mut self, event: Event<'_>, range: Range<usize>, visit: &mut impl FnMut(Part)) {
        match event {
            Event::Start(tag) => self.start(tag, range, visit),
            Event::End(tag) => self.end(tag, visit),
            Event::Text(text) if self.is_metadata => self.metadata(&text, visit),
            Event::Text(text) => match &mut self.fence {
                Some(fence) => {
                    if fence.text.is_empty() {
                        fence.at = range.start;
                    }
                    let room = MAX_FENCE.saturating_sub(fence.text.len());
                    fence.text.push_str(&text[..floor(&text, room)]);
                    fence.end = range.end.saturating_sub(1).max(range.start);
                }
                None => self.push(&text, range.start),
            },
            Event::Code(code) => {
                let from = self.block.text.len();
                self.push(&code, range.start);
                let is_elsewhere = self.links.last().is_some_and(|(elsewhere, ..)| *elsewhere);
                self.span(Span { kind: SpanKind::Code, from, to: 0, at: range.start, is_elsewhere });
            }
            Event::SoftBreak | Event::HardBreak => self.push(" ", range.start),
            Event::Html(html) | Event::InlineHtml(html) => self.html(&html, range.start),
            _ => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>, visit: &mut impl FnMut(Part)) {
        match tag {
            Tag::Emphasis | Tag::Strong | Tag::Strikethrough | Tag::Superscript | Tag::Subscript => {}
            Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. } => {
                let from = self.block.text.len();
                self.links.push((is_address(&dest_url), dest_url.into_string(), from, range.start));
            }
            Tag::TableCell => {
                if !self.block.text.is_empty() {
                    self.push(" | ", range.start);
                }
            }
            _ => {
                self.flush(visit);
                match tag {
                    Tag::Heading { level, .. } => self.heading = Some((level_of(level), range.start)),
                    Tag::CodeBlock(kind) => self.open(&kind, range),
                    Tag::TableHead => self.is_head = true,
                    Tag::MetadataBlock(_) => self.is_metadata = true,
                    _ => {}
                }
            }
        }
    }

    fn end(&mut self, tag: TagEnd, visit: &mut impl FnMut(Part)) {
        match tag {
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Superscript | TagEnd::Subscript => {}
            TagEnd::TableCell => {}
            TagEnd::Link | TagEnd::Image => {
                if let Some((is_elsewhere, to, from, at)) = self.links.pop() {
                    self.span(Span { kind: SpanKind::Link(to), from, to: 0, at, is_elsewhere });
                }
            }
            TagEnd::TableHead => {
                self.header = format!(" {}", self.block.text.to_lowercase());
                self.is_head = false;
                self.flush(visit);
            }
            TagEnd::Table => {
                self.header.clear();
                self.flush(visit);
            }
            TagEnd::MetadataBlock(_) => self.is_metadata = false,
            TagEnd::CodeBlock => {
                if let Some(fence) = self.fence.take() {
                    visit(Part::Piece(Piece::Fence(fence)));
                }
            }
            _ => self.flush(visit),
        }
    }

    fn open(&mut self, kind: &CodeBlockKind<'_>, range: Range<usize>) {
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.to_string(),
            CodeBlockKind::Indented => String::new(),
        };
        let word = info.split([' ', ',', '{', '\t']).find(|it| !it.is_empty()).unwrap_or_default();
        let language = word.trim_end_matches('}').trim_start_matches('.').to_lowercase();
        self.fence = Some(Fence { language, info, text: String::new(), at: range.start, end: range.start });
    }

    fn push(&mut self, text: &str, at: usize) {
        let room = MAX_BLOCK.saturating_sub(self.block.text.len());
        let text = &text[..floor(text, room)];
        if !text.is_empty() {
            self.block.parts.push((self.block.text.len(), at));
            self.block.text.push_str(text);
        }
    }

    fn span(&mut self, mut span: Span) {
        span.to = self.block.text.len();
        if self.block.spans.len() < MAX_SPANS {
            self.block.spans.push(span);
        }
    }

    fn html(&mut self, html: &str, at: usize) {
        for name in ["src=\"", "href=\"", "src='", "href='"] {
            for (found, _) in html.match_indices(name).take(MAX_SPANS) {
                let from = found + name.len();
                let quote = if name.ends_with('"') { '"' } else { '\'' };
                let value = html[from..].split([quote, '\n']).next().unwrap_or_default();
                if self.html.len() < MAX_SPANS {
                    self.html.push((value.to_owned(), at + from));
                }
            }
        }
    }

    fn metadata(&mut self, text: &str, visit: &mut impl FnMut(Part)) {
        let title = text.lines().find_map(|line| line.strip_prefix("title:"));
        if let Some(title) = title.map(|it| it.trim().trim_matches(['"', '\''])).filter(|it| !it.is_empty()) {
            visit(Part::Title(title.to_owned()));
        }
    }

    /// What was gathered is a block of its own.
    fn flush(&mut self, visit: &mut impl FnMut(Part)) {
        if !self.html.is_empty() {
            visit(Part::Piece(Piece::Html(std::mem::take(&mut self.html))));
        }
        let mut block = std::mem::take(&mut self.block);
        self.links.clear();
        if let Some((level, at)) = self.heading.take() {
            visit(Part::Heading(level, block, at));
        } else if !block.text.trim().is_empty() || !block.spans.is_empty() {
            if !self.is_head {
                block.header.clone_from(&self.header);
            }
            visit(Part::Piece(Piece::Text(block)));
        }
    }
}

/// Whether a destination names a host or a scheme.
pub fn is_address(url: &str) -> bool {
    url.starts_with("//") || url.split_once(':').is_some_and(|(scheme, _)| !scheme.contains(['/', '#', '?', '.']))
}

fn level_of(level: HeadingLevel) -> u8 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}
