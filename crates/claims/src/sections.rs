//! The sections of a document: a heading and what stands below it up to the next one.

use crate::blocks::{self, Part, Piece};
use crate::document::Format;
use crate::rst;
use crate::text::{Lines, clip};
use sha2::{Digest, Sha256};

/// Of one document, the first ones.
const MAX_SECTIONS: usize = 1_000;
const MAX_HEADING: usize = 200;
const MAX_EXCERPT: usize = 600;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The headings that lead to it, its own last; empty before the first heading.
    pub headings: Vec<String>,
    /// Of its heading, 1 to 6; 0 before the first.
    pub level: u8,
    pub line: u32,
    pub end_line: u32,
    /// The first 64 bits of SHA-256 of its lines, as hexadecimal digits.
    pub hash: String,
    /// Its first words.
    pub excerpt: String,
}

struct Start {
    headings: Vec<String>,
    level: u8,
    at: usize,
    excerpt: String,
}

/// The sections, and the document's title: that of its metadata, else its first heading. `visit` is given each piece
/// with the words of the headings above it, in lower case, and its section's place.
pub fn read(
    format: Format,
    text: &str,
    lines: &Lines,
    mut visit: impl FnMut(&Piece, &str, usize),
) -> (Vec<Section>, Option<String>) {
    let mut starts = vec![Start { headings: Vec::new(), level: 0, at: 0, excerpt: String::new() }];
    let mut title = None;
    let mut above = String::new();
    let mut take = |part: Part| {
        let last = starts.len() - 1;
        match part {
            Part::Title(it) => title = Some(clip(&it, MAX_HEADING)),
            Part::Heading(level, block, at) => {
                // A rule below a paragraph of several lines is no heading that anybody wrote.
                let name = clip(without_id(&block.text), MAX_HEADING);
                if !name.is_empty() && starts.len() <= MAX_SECTIONS {
                    let headings = under(&starts, level, name);
                    above = format!(" {}", headings.join(" ").to_lowercase());
                    starts.push(Start { headings, level, at, excerpt: String::new() });
                }
                visit(&Piece::Text(block), &above, starts.len() - 1);
            }
            Part::Piece(piece) => {
                let start = &mut starts[last];
                let words = match &piece {
                    Piece::Text(block) => block.text.as_str(),
                    Piece::Fence(fence) => fence.text.as_str(),
                    Piece::Html(_) => "",
                };
                if start.excerpt.len() < MAX_EXCERPT && !words.trim().is_empty() {
                    let so_far = std::mem::take(&mut start.excerpt);
                    let end = crate::text::floor(words, MAX_EXCERPT * 4);
                    start.excerpt = clip(&format!("{so_far} {}", &words[..end]), MAX_EXCERPT);
                }
                visit(&piece, &above, last);
            }
        }
    };
    match format {
        Format::ReStructuredText => rst::read(text, &mut take),
        Format::Markdown | Format::Mdx => blocks::read(text, &mut take),
    }
    let title = title.or_else(|| starts.get(1).and_then(|first| first.headings.last().cloned()));
    let ends: Vec<usize> = starts.iter().skip(1).map(|it| it.at).chain([text.len()]).collect();
    let sections = starts.into_iter().zip(ends).map(|(start, end)| section(text, lines, start, end)).collect();
    (sections, title)
}

/// Without `{#id}` behind it.
fn without_id(heading: &str) -> &str {
    heading.rsplit_once("{#").filter(|(_, rest)| rest.trim_end().ends_with('}')).map_or(heading, |(name, _)| name)
}

/// The headings that lead to one of a level: those above it, then itself.
fn under(starts: &[Start], level: u8, name: String) -> Vec<String> {
    let mut wanted = level;
    let mut headings = vec![name];
    for start in starts.iter().rev() {
        if start.level > 0 && start.level < wanted {
            wanted = start.level;
            headings.extend(start.headings.last().cloned());
        }
        if wanted <= 1 {
            break;
        }
    }
    headings.reverse();
    headings
}

fn section(text: &str, lines: &Lines, Start { headings, level, at, excerpt }: Start, end: usize) -> Section {
    let hash = Sha256::digest(text[at.min(end)..end].trim().as_bytes());
    let hash = hash[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let last = end.saturating_sub(usize::from(end > at));
    Section { headings, level, line: lines.line(at), end_line: lines.line(last).max(lines.line(at)), hash, excerpt }
}
