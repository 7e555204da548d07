//! Programs in templates: what is code stands at the file's own places, all else is blank. What the code needs to be a
//! program (`end` where a block ends by its indentation) is put in between, and taken out of the tree again.

use crate::builder::Builder;
use crate::tree;
use std::ops::Range;
use syntax::tree_sitter::{InputEdit, Point, Tree};

pub struct Program<'s> {
    source: &'s str,
    bytes: Vec<u8>,
    inserted: Vec<(usize, &'static str)>,
}

impl<'s> Program<'s> {
    /// A program of a text of which nothing is code so far.
    pub fn blank(source: &'s str) -> Self {
        let bytes = source.bytes().map(|it| if matches!(it, b'\n' | b'\r') { it } else { b' ' }).collect();
        Self { source, bytes, inserted: Vec::new() }
    }

    /// A part of the text is code.
    pub fn keep(&mut self, part: Range<usize>) {
        self.bytes[part.clone()].copy_from_slice(&self.source.as_bytes()[part]);
    }

    /// One character of ASCII stands for what is at a place.
    pub fn set(&mut self, at: usize, byte: u8) {
        if self.source.as_bytes()[at].is_ascii() {
            self.bytes[at] = byte;
        }
    }

    /// Something that the text does not have, before what stands at a place.
    pub fn insert(&mut self, at: usize, what: &'static str) {
        self.inserted.push((at, what));
    }

    /// The whole program, and where in it is what the text does not have.
    pub fn whole(mut self) -> (String, Vec<Range<usize>>) {
        self.inserted.sort_by_key(|it| it.0);
        let mut whole: Vec<u8> = Vec::with_capacity(self.bytes.len());
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, what) in self.inserted {
            whole.extend_from_slice(&self.bytes[from..at]);
            parts.push(whole.len()..whole.len() + what.len());
            whole.extend_from_slice(what.as_bytes());
            from = at;
        }
        whole.extend_from_slice(&self.bytes[from..]);
        (String::from_utf8(whole).unwrap_or_default(), parts)
    }

    /// Its tree, in which every position is the file's own: what was put in between has no length.
    pub fn tree(self, b: &mut Builder) -> Option<Tree> {
        let (text, parts) = self.whole();
        let mut tree = tree::parse_text(b, &text)?;
        for part in parts.into_iter().rev() {
            let start_position = point(&text, part.start);
            tree.edit(&InputEdit {
                start_byte: part.start,
                old_end_byte: part.end,
                new_end_byte: part.start,
                start_position,
                old_end_position: point(&text, part.end),
                new_end_position: start_position,
            });
        }
        Some(tree)
    }
}

fn point(text: &str, at: usize) -> Point {
    let before = &text.as_bytes()[..at];
    let line = before.iter().rposition(|it| *it == b'\n').map_or(0, |it| it + 1);
    Point { row: 0, column: at - line }
}

/// Texts of so many within each other are followed; of what is deeper nothing is told.
const MAX_TEXTS: usize = 50;

/// How a language skips what holds brackets that are none: where a text or a comment that begins at a place ends, behind
/// its last character. `None`: nothing of that begins there; `Some(None)`: it does, and its end is not known. A place may
/// lie within a character.
pub type Skip = fn(text: &str, at: usize, around: usize) -> Option<Option<usize>>;

/// Where what is opened at a place is closed: brackets in each other, and texts.
///
/// `around`: how many texts the place stands in that were put into each other
pub fn closing(text: &str, open: usize, around: usize, skip: Skip) -> Option<usize> {
    if around > MAX_TEXTS {
        return None;
    }
    let mut depth = 0usize;
    let mut at = open;
    while let Some(byte) = text.as_bytes().get(at) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {
                if let Some(end) = skip(text, at, around) {
                    at = end?;
                    continue;
                }
            }
        }
        at += 1;
    }
    None
}
