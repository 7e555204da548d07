//! oxc, and how a file that it gives up on is read all the same.

use crate::Dialect;
use crate::salvage::Salvage;
use oxc_span::GetSpan;

pub use oxc_allocator as allocator;
pub use oxc_ast as ast;
pub use oxc_ast_visit as ast_visit;
pub use oxc_semantic as semantic;
pub use oxc_span as span;
pub use oxc_syntax as syntax;

use allocator::Allocator;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use span::SourceType;
use std::ops::Range;

/// A program, and what stood in the way of reading it.
pub struct Parsed<'a> {
    pub program: ast::ast::Program<'a>,
    /// Nothing of the file was understood.
    pub gave_up: bool,
    /// Where and what: parts that were not understood, or not as the language wants them.
    pub faults: Vec<(Range<u32>, String)>,
    /// Parts that were left out so that the rest could be read.
    pub left_out: Vec<Range<u32>>,
}

/// A file is read as its name says, then as the neighbouring dialect. oxc gives up on a whole file
/// at the first thing it cannot read; then what reads without that is kept. Nothing moves, so
/// positions stay true. Parentheses leave no nodes.
pub fn parse<'a>(arena: &'a Allocator, text: &'a str, dialect: Dialect) -> Parsed<'a> {
    let (kind, other) = kinds(dialect);
    // oxc takes a hashbang at the first byte alone; behind a BOM it becomes a comment.
    let text = match text.strip_prefix("\u{feff}#!") {
        Some(rest) => arena.alloc_str(&format!("//   {rest}")),
        None => text,
    };
    let first = run(arena, text, kind);
    if whole(&first) {
        return parsed(first, Vec::new(), Vec::new());
    }
    let second = run(arena, text, other);
    if whole(&second) {
        return parsed(second, Vec::new(), Vec::new());
    }
    let reads = |text: &str| whole(&run(&Allocator::default(), text, kind));
    let again = |close| {
        let salvage = Salvage::of(text, close, &reads);
        (run(arena, arena.alloc_str(salvage.text()), kind), salvage.left_out)
    };
    let (third, left_out) = Some(again(true)).filter(|(it, _)| !it.panicked).unwrap_or_else(|| again(false));
    if third.panicked {
        return parsed(first, Vec::new(), Vec::new());
    }
    let cause = faults(&first).pop();
    let left_out = left_out.into_iter().map(|range| range.start as u32..range.end as u32).collect();
    parsed(third, cause.into_iter().collect(), left_out)
}

/// What a file is read as: at first, and where that does not fit.
fn kinds(dialect: Dialect) -> (SourceType, SourceType) {
    match dialect {
        Dialect::TypeScript => (SourceType::ts(), SourceType::tsx()),
        Dialect::Tsx => (SourceType::tsx(), SourceType::ts()),
        Dialect::Declarations => (SourceType::d_ts(), SourceType::ts()),
        Dialect::JavaScript => (SourceType::unambiguous().with_jsx(true), SourceType::tsx().with_unambiguous(true)),
        Dialect::CommonJs => (SourceType::cjs().with_jsx(true), SourceType::tsx().with_unambiguous(true)),
    }
}

/// Whether a text reads as it stands, with nothing to complain about.
pub fn reads(text: &str, dialect: Dialect) -> bool {
    let arena = Allocator::default();
    let read = run(&arena, text, kinds(dialect).0);
    !read.panicked && read.diagnostics.is_empty()
}

fn parsed<'a>(read: ParserReturn<'a>, mut causes: Vec<(Range<u32>, String)>, left_out: Vec<Range<u32>>) -> Parsed<'a> {
    causes.extend(faults(&read));
    Parsed { gave_up: read.panicked, program: read.program, faults: causes, left_out }
}

fn faults(read: &ParserReturn) -> Vec<(Range<u32>, String)> {
    let at = |found: &oxc_diagnostics::OxcDiagnostic| {
        found.labels.first().map_or(0..0, |label| label.offset()..label.offset() + label.len())
    };
    read.diagnostics.iter().map(|found| (at(found), found.message.to_string())).collect()
}

/// Not after a panic, and not when the lexer ended the file early, which is no panic to oxc.
fn whole(parsed: &ParserReturn) -> bool {
    let program = &parsed.program;
    let read =
        program.body.last().map_or(0, |it| it.span().end).max(program.comments.last().map_or(0, |it| it.span.end));
    !parsed.panicked && (parsed.diagnostics.is_empty() || program.source_text.trim_end().len() <= read as usize)
}

fn run<'a>(arena: &'a Allocator, text: &'a str, kind: SourceType) -> ParserReturn<'a> {
    let options =
        ParseOptions { allow_return_outside_function: true, preserve_parens: false, ..ParseOptions::default() };
    Parser::new(arena, text, kind).with_options(options).parse()
}
