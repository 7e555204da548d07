//! What macros are given that is a text, as it is written: `query!("select …")`.

use super::Walk;
use super::macros::pieces;
use crate::shapes;
use crate::walk::Walker;
use facts::{Given, Shape};
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

/// A macro whose parts between slashes are those of a path: `path!("items" / u32 / ..)`.
const PATH: &str = "path";

/// The path that is written so, with the types of its parameters in braces.
fn path_written(tokens: &str) -> Option<String> {
    let inner = tokens.strip_prefix(['(', '[', '{'])?.strip_suffix([')', ']', '}'])?;
    let (mut path, mut quoted) = (String::new(), false);
    let parts = inner.split(|it: char| {
        quoted ^= it == '"';
        it == '/' && !quoted
    });
    for part in parts.map(str::trim) {
        let text = part.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
        let is_type = !part.is_empty() && part.chars().all(|it| it.is_alphanumeric() || "_:<>".contains(it));
        path.push('/');
        match text {
            Some(text) if !text.contains(['"', '\\']) => path.push_str(text),
            None if part == ".." => path.push_str(part),
            None if is_type => path.push_str(&format!("{{{}}}", part.rsplit("::").next().unwrap_or(part))),
            _ => return None,
        }
    }
    Some(path)
}

impl Walk<'_, '_> {
    /// Keeps the texts among the arguments of a macro as they are written.
    pub fn written_texts(&mut self, name: &str, tokens: Option<Node>, call: usize) {
        if FORMATTING.contains(&name) {
            return;
        }
        if let Some(path) = tokens.filter(|_| name == PATH).and_then(|it| path_written(self.str(it))) {
            let text = self.b.name(&path);
            self.b.graph.calls[call].given = vec![Given { name: None, shape: Shape::Text(text) }];
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
