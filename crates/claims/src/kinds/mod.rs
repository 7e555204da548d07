//! The kinds of claims: each looks at a piece and says what it finds.

mod code;
mod commands;
mod dependencies;
mod paths;
mod routes;
mod settings;
mod shell;
mod symbols;
mod versions;

pub use code::{classes, functions, variables};
pub use symbols::OF_AN_OBJECT;

use crate::blocks::{Block, Fence, Piece, Span, SpanKind};
use crate::cues::Around;
use crate::text::sentence;
use crate::{Form, Kind};

/// A claim where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    pub kind: Kind,
    pub form: Form,
    pub text: String,
    pub subject: String,
    pub value: Option<String>,
    pub names: Vec<String>,
    pub quote: String,
    /// Bytes of the document.
    pub at: usize,
    pub end: usize,
    pub confidence: u8,
}

/// A claim without its place.
pub struct Told {
    pub kind: Kind,
    pub subject: String,
    pub value: Option<String>,
    pub confidence: u8,
}

impl Told {
    pub fn new(kind: Kind, subject: &str, confidence: u8) -> Self {
        Self { kind, subject: subject.to_owned(), value: None, confidence }
    }

    pub fn with(mut self, value: &str) -> Self {
        self.value = Some(value.to_owned());
        self
    }
}

/// What a piece of the document at `path` claims; `heading` are the words above it, in lower case.
pub fn find(piece: &Piece, path: &str, heading: &str) -> Vec<Found> {
    match piece {
        Piece::Text(block) => of_block(block, path, heading),
        Piece::Fence(fence) => of_fence(fence, heading),
        Piece::Html(links) => links.iter().filter_map(|(to, at)| of_link(to, to, path, *at, "")).collect(),
    }
}

fn of_block(block: &Block, path: &str, heading: &str) -> Vec<Found> {
    let mut found = Vec::new();
    for span in &block.spans {
        let quote = sentence(&block.text, span.from, span.to);
        match &span.kind {
            SpanKind::Link(to) => found.extend(of_link(to, block.of(span), path, span.at, quote)),
            SpanKind::Code if !span.is_elsewhere => found.extend(of_code(block, span, quote, path, heading)),
            SpanKind::Code => {}
            SpanKind::Symbol { is_declared } => found.extend(of_name(block, span, quote, *is_declared)),
            SpanKind::Variable => {
                let told = settings::named(block.of(span));
                found.extend(told.map(|it| place(it, Form::Code, block.of(span), quote, span.at, span.at)));
            }
        }
    }
    for (told, from, to) in versions::find(block, heading).into_iter().chain(routes::in_text(block)) {
        let text = block.text.get(from..to).unwrap_or_default();
        let (at, end) = (block.source(from), block.source(to.saturating_sub(1).max(from)));
        found.push(place(told, Form::Text, text, sentence(&block.text, from, to), at, end));
    }
    found
}

/// What a code span says; the first kind that knows it counts.
fn of_code(block: &Block, span: &Span, quote: &str, path: &str, heading: &str) -> Vec<Found> {
    const MAX: usize = 200;
    let code = block.of(span).trim();
    if code.is_empty() || code.len() > MAX {
        return Vec::new();
    }
    let cell = block.text.get(..span.from).map_or(0, |before| before.matches(" | ").count());
    let column = block.header.split(" | ").nth(cell).unwrap_or_default();
    let is_internal = crate::document::is_internal(path);
    let is_lesson = crate::document::is_lesson(path);
    let is_front = path.rsplit('/').next().is_some_and(|name| name.to_ascii_lowercase().starts_with("readme"));
    let sentence = format!(" {} ", quote.to_lowercase());
    let around = Around { sentence, heading, header: &block.header, column, is_internal, is_lesson, is_front };
    let told = commands::inline(code, &around)
        .or_else(|| routes::inline(code, &around).map(|it| vec![it]))
        .or_else(|| settings::inline(code, &around).map(|it| vec![it]))
        .or_else(|| paths::inline(code, &around).map(|it| vec![it]))
        .or_else(|| dependencies::inline(block, span, code).map(|it| vec![it]))
        .or_else(|| versions::inline(code, &around).map(|it| vec![it]))
        .or_else(|| symbols::inline(code, &around).map(|it| vec![it]))
        .unwrap_or_default();
    told.into_iter().map(|it| place(it, Form::Code, code, quote, span.at, span.at)).collect()
}

/// What the markup says is a name of code.
fn of_name(block: &Block, span: &Span, quote: &str, is_declared: bool) -> Option<Found> {
    let told = symbols::named(block.of(span), is_declared)?;
    Some(place(told, Form::Code, block.of(span), quote, span.at, span.at))
}

fn of_link(to: &str, text: &str, path: &str, at: usize, quote: &str) -> Option<Found> {
    let told = paths::link(to, path)?;
    Some(place(told, Form::Link, if text.trim().is_empty() { to } else { text }, quote, at, at))
}

fn of_fence(fence: &Fence, heading: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let lines =
        commands::in_fence(fence, heading).into_iter().chain(settings::in_fence(fence)).chain(routes::in_fence(fence));
    for (told, from, line) in lines {
        let at = fence.at + from;
        found.push(place(told, Form::Fence, line, line, at, at));
    }
    if let Some(block) = code::block(fence) {
        found.push(Found {
            kind: Kind::CodeBlock,
            form: Form::Fence,
            text: block.first,
            subject: fence.language.clone(),
            value: Some(block.hash),
            names: block.names,
            quote: String::new(),
            at: fence.at,
            end: fence.end,
            confidence: 90,
        });
    }
    found
}

fn place(told: Told, form: Form, text: &str, quote: &str, at: usize, end: usize) -> Found {
    let Told { kind, subject, value, confidence } = told;
    let quote = if quote.is_empty() { text } else { quote }.to_owned();
    Found { kind, form, text: text.trim().to_owned(), subject, value, names: Vec::new(), quote, at, end, confidence }
}
