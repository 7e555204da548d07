//! What macros are given that is a text, as it is written: `query!("select …")`.

use super::Walk;
use super::macros::pieces;
use crate::shapes;
use syntax::tree_sitter::Node;

/// Macros whose texts are for people.
const FORMATTING: &[&str] = &[
    "format",
    "print",
    "println",
    "eprint",
    "eprintln",
    "write",
    "writeln",
    "panic",
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "unreachable",
    "todo",
    "unimplemented",
    "trace",
    "debug",
    "info",
    "warn",
    "error",
    "log",
    "vec",
    "bail",
    "anyhow",
    "ensure",
    "concat",
    "matches",
];

impl Walk<'_, '_> {
    /// Keeps the texts among the arguments of a macro as they are written.
    pub fn written_texts(&mut self, name: &str, tokens: Option<Node>, call: usize) {
        if FORMATTING.contains(&name) {
            return;
        }
        let pieces = tokens.map(pieces).unwrap_or_default();
        if self.b.graph.calls[call].given.len() != pieces.len() {
            return;
        }
        for (at, piece) in pieces.iter().enumerate() {
            if let [text] = piece[..]
                && matches!(text.kind(), "string_literal" | "raw_string_literal")
            {
                self.b.graph.calls[call].given[at].shape = shapes::constant(self.b, text);
            }
        }
    }
}
