//! A parse by tree-sitter in bounded time.
//!
//! - A grammar's own scanner may look for the end of a token as far as the file goes, at each token anew. So the parser
//!   is handed its text in pieces, and none once it has had too many.
//! - Where a grammar is ambiguous at each of many tokens, the parser may take back and redo at each what it made of those
//!   before. So its steps are counted, and a text that takes too many is read as far as the parser came with them.

use crate::tree_sitter::{ParseOptions, ParseState, Parser, Point, Tree};
use std::ops::ControlFlow;

/// What the parser is handed at a time.
const PIECE: usize = 4096;
/// How many times the length of a text the parser may read.
const TIMES: usize = 16;
/// What it may read of any text, however short.
const ALLOWANCE: usize = 1 << 25;

/// The parser tells of its progress each time it has done so many steps.
const STEPS: usize = 100;
/// Steps that it may do for a byte. Written by hand, the densest code takes two.
const STEPS_A_BYTE: usize = 16;
/// Those that it may do with any text, however short.
const STEPS_ALLOWED: usize = 1 << 20;

pub struct Parsed {
    pub tree: Tree,
    /// Whether the tree ends where the parser had read or done too much, not where the text does.
    pub gave_up: bool,
}

/// What a parser may do with a text.
#[derive(Clone, Copy)]
struct Bounds {
    bytes: usize,
    steps: usize,
}

impl Bounds {
    fn of(text: &str) -> Self {
        Self {
            bytes: TIMES.saturating_mul(text.len()).saturating_add(ALLOWANCE),
            steps: STEPS_A_BYTE.saturating_mul(text.len()).saturating_add(STEPS_ALLOWED),
        }
    }
}

/// The tree of a text, or of its part that the parser is told to read. None: the parser has no language.
pub fn parse(parser: &mut Parser, text: &str) -> Option<Parsed> {
    // Grammars take a byte of zero for the end of the text, wherever it stands.
    if text.contains('\0') {
        let text = text.replace('\0', " ");
        return parse_within(parser, &text, Bounds::of(&text));
    }
    parse_within(parser, text, Bounds::of(text))
}

fn parse_within(parser: &mut Parser, text: &str, bounds: Bounds) -> Option<Parsed> {
    let reached = match attempt(parser, text, bounds) {
        Attempt::Parsed(parsed) => return Some(parsed),
        Attempt::NoLanguage => return None,
        Attempt::StoppedAt(reached) => text.get(..text.floor_char_boundary(reached))?,
    };
    // As far as it came, the text is known to take no more than what was allowed; as much again is for its end.
    let bounds = Bounds { steps: bounds.steps.saturating_mul(2), ..bounds };
    for part in [reached, ""] {
        if let Attempt::Parsed(Parsed { tree, .. }) = attempt(parser, part, bounds) {
            return Some(Parsed { tree, gave_up: true });
        }
    }
    None
}

enum Attempt {
    Parsed(Parsed),
    /// The parser had done too much when it came to this byte.
    StoppedAt(usize),
    NoLanguage,
}

fn attempt(parser: &mut Parser, text: &str, bounds: Bounds) -> Attempt {
    let bytes = text.as_bytes();
    let (mut left, mut gave_up) = (bounds.bytes, false);
    let mut read = |at: usize, _: Point| {
        let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) else { return &[][..] };
        let piece = &rest[..rest.len().min(PIECE)];
        gave_up |= left < piece.len();
        if gave_up {
            return &[];
        }
        left -= piece.len();
        piece
    };
    let (mut steps, mut stopped) = (bounds.steps, None);
    let mut progress = |state: &ParseState| {
        if steps < STEPS {
            stopped = Some(state.current_byte_offset());
            return ControlFlow::Break(());
        }
        steps -= STEPS;
        ControlFlow::Continue(())
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    match (tree, stopped) {
        (Some(tree), _) => Attempt::Parsed(Parsed { tree, gave_up }),
        (None, Some(reached)) => {
            // What it kept to go on from is of another text than the next.
            parser.reset();
            Attempt::StoppedAt(reached)
        }
        (None, None) => Attempt::NoLanguage,
    }
}

#[cfg(all(test, feature = "lua"))]
mod tests {
    use super::*;

    fn lua() -> Parser {
        let mut parser = Parser::new();
        parser.set_language(&crate::tree_sitter::grammar(crate::FrontEnd::Lua).unwrap()).unwrap();
        parser
    }

    #[test]
    fn what_the_scanner_reads_again_and_again_is_bounded() {
        let text = format!("local function read() end\nlocal x {}{}", "<a>".repeat(10_000), "</a>".repeat(10_000));
        let parsed = parse(&mut lua(), &text).unwrap();
        assert!(parsed.gave_up);
        let root = parsed.tree.root_node();
        assert!(root.end_byte() < text.len());
        assert_eq!(root.child(0).unwrap().kind(), "function_declaration");
    }

    #[test]
    fn pieces_change_nothing() {
        let text = "local Größe = { 'ß', [[\nlang ]] } -- ß\nfunction Größe.of(x) return x end\n".repeat(2_000);
        let parsed = parse(&mut lua(), &text).unwrap();
        assert!(!parsed.gave_up);
        let whole = lua().parse(&text, None).unwrap();
        assert_eq!(parsed.tree.root_node().to_sexp(), whole.root_node().to_sexp());
    }

    #[test]
    fn a_tree_ends_where_nothing_more_is_handed_out() {
        let text = "x = 1\n".repeat(2_000);
        let parsed = parse_within(&mut lua(), &text, Bounds { bytes: 2 * PIECE, ..Bounds::of(&text) }).unwrap();
        assert!(parsed.gave_up);
        assert!(parsed.tree.root_node().end_byte() <= 2 * PIECE);
    }

    #[test]
    fn a_tree_ends_where_the_parser_had_done_too_much() {
        let text = "x = 'ß'\n".repeat(20_000);
        let mut parser = lua();
        let parsed = parse_within(&mut parser, &text, Bounds { steps: 100 * STEPS, ..Bounds::of(&text) }).unwrap();
        assert!(parsed.gave_up);
        let root = parsed.tree.root_node();
        assert!((1_000..text.len() / 2).contains(&root.end_byte()));
        assert_eq!(root.child(0).unwrap().kind(), "assignment_statement");
        // The next text is read from its start.
        let parsed = parse(&mut parser, "x = 1").unwrap();
        assert!(!parsed.gave_up && !parsed.tree.root_node().has_error());
    }

    #[test]
    fn without_a_step_there_is_an_empty_tree() {
        let text = "x = 1\n".repeat(20_000);
        let parsed = parse_within(&mut lua(), &text, Bounds { steps: 0, ..Bounds::of(&text) }).unwrap();
        assert!(parsed.gave_up);
        assert_eq!(parsed.tree.root_node().child_count(), 0);
    }
}

#[cfg(all(test, feature = "swift"))]
mod ambiguous {
    use super::*;

    #[test]
    fn what_the_parser_takes_back_at_each_token_is_bounded() {
        let mut parser = Parser::new();
        parser.set_language(&crate::tree_sitter::grammar(crate::FrontEnd::Swift).unwrap()).unwrap();
        let text = format!("func read() {}\nlet a = {}x\n", "{}", "! ".repeat(10_000));
        let parsed = parse(&mut parser, &text).unwrap();
        assert!(parsed.gave_up);
        let root = parsed.tree.root_node();
        assert!(root.end_byte() < text.len());
        assert_eq!(root.child(0).unwrap().kind(), "function_declaration");
    }
}
