//! What the grammar does not know: extension blocks, assignments to members of what may be null (`a?.B = c`), casts to pointers that are
//! read at once (`*(float*)a`), and keywords as plain names.

use crate::builder::Builder;
use crate::languages::csharp::{extension_blocks, plain_names, preprocessor};
use crate::tree;
use std::ops::Range;
use syntax::tree_sitter::Tree;

/// The tree of the builder's source, as it stands or without these.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let blocks = extension_blocks::as_types(&b.source.text);
    let tree = match &blocks {
        Some(text) => tree::parse_text(b, text)?,
        None => preprocessor::parse(b)?,
    };
    let tree = tree::mended(b, tree, |text, tree| {
        let text = blocks.as_deref().unwrap_or(text);
        prepared(text, &tree::faulty_lines(text, tree))
    });
    let whole = |text: &str| text.to_owned();
    let tree = tree::mended(b, tree, |text, tree| named_plainly(blocks.as_deref().unwrap_or(text), tree, whole));
    let first = preprocessor::first_branches;
    Some(tree::mended(b, tree, |text, tree| named_plainly(blocks.as_deref().unwrap_or(text), tree, first)))
}

/// What is read of a text with other names in place of keywords that are none, and without what the grammar does not know in the
/// lines that its tree did not understand.
fn named_plainly(text: &str, tree: &Tree, read: impl Fn(&str) -> String) -> Option<String> {
    let renamed = read(&plain_names::renamed(text)?);
    let prepared = prepared(&renamed, &tree::faulty_lines(&renamed, tree));
    Some(prepared.unwrap_or(renamed))
}

/// The text with spaces in place of their `?` and casts in some of its lines, byte for byte as long. None: there are none.
fn prepared(text: &str, lines: &[Range<usize>]) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for lines in lines {
        let mut at = lines.start;
        for line in text[lines.clone()].split_inclusive('\n') {
            if let Some(target) = target(line) {
                line[..target].match_indices("?.").for_each(|(found, _)| bytes[at + found] = b' ');
            }
            for (found, _) in line.match_indices("*(") {
                if let Some(length) = pointer_cast(&line[found..]) {
                    bytes[at + found..at + found + length].fill(b' ');
                }
            }
            at += line.len();
        }
    }
    String::from_utf8(bytes).ok().filter(|prepared| prepared != text)
}

/// How much of a line stands before its assignment.
fn target(line: &str) -> Option<usize> {
    [" = ", " += ", " -= ", " ??= "].iter().filter_map(|operator| line.find(operator)).min()
}

/// How long the `*(T*)` is that a text starts with.
fn pointer_cast(text: &str) -> Option<usize> {
    let inside = text.strip_prefix("*(")?;
    let (ty, _) = inside.split_once(')')?;
    let name = ty.trim_end_matches('*');
    let is_type = !name.is_empty() && name.chars().all(|it| it.is_alphanumeric() || matches!(it, '_' | '.'));
    (is_type && name.len() < ty.len()).then_some("*()".len() + ty.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice::from_ref;

    #[test]
    fn what_may_be_null_is_assigned_to_and_pointers_are_read() {
        let left = |text: &str| prepared(text, from_ref(&(0..text.len())));
        assert_eq!(left("a?.B?.C = d?.E;").as_deref(), Some("a .B .C = d?.E;"));
        assert_eq!(left("set => a?.B += c;\n").as_deref(), Some("set => a .B += c;\n"));
        assert_eq!(left("var a = *(N.T**)b;").as_deref(), Some("var a =         b;"));
        for text in ["a = b?.C;", "if (a?.B == c) d();", "a = b *(c) * d;"] {
            assert_eq!(left(text), None);
        }
    }
}
