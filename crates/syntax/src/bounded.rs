//! A parse by tree-sitter in bounded time. A grammar's own scanner may look for the end of a token as far as the file
//! goes, at each token anew; so the parser is handed its text in pieces, and none once it has had too many.

use crate::tree_sitter::{Parser, Point, Tree};

/// What the parser is handed at a time.
const PIECE: usize = 4096;
/// How many times the length of a text the parser may read.
const TIMES: usize = 16;
/// What it may read of any text, however short.
const ALLOWANCE: usize = 1 << 25;

pub struct Parsed {
    pub tree: Tree,
    /// Whether the tree ends where the parser had read too much, not where the text does.
    pub gave_up: bool,
}

/// The tree of a text, or of its part that the parser is told to read. None: the parser has no language.
pub fn parse(parser: &mut Parser, text: &str) -> Option<Parsed> {
    parse_within(parser, text, TIMES.saturating_mul(text.len()).saturating_add(ALLOWANCE))
}

fn parse_within(parser: &mut Parser, text: &str, allowed: usize) -> Option<Parsed> {
    let bytes = text.as_bytes();
    let (mut left, mut gave_up) = (allowed, false);
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
    let tree = parser.parse_with_options(&mut read, None, None)?;
    Some(Parsed { tree, gave_up })
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
        let parsed = parse_within(&mut lua(), &text, 2 * PIECE).unwrap();
        assert!(parsed.gave_up);
        assert!(parsed.tree.root_node().end_byte() <= 2 * PIECE);
    }
}
