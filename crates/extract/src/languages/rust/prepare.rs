//! What the grammar does not know: attributes before the parts of tuples and of patterns, a comma behind a closure's last
//! parameter.

use crate::builder::Builder;
use crate::tree;
use std::ops::Range;
use syntax::tree_sitter::Tree;

/// The tree of the builder's source, as it stands or without these.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let tree = tree::parse(b)?;
    Some(tree::mended(b, tree, |text, tree| prepared(text, &tree::faulty_lines(text, tree))))
}

/// The text with spaces in place of those in some of its lines, byte for byte as long. None: there are none.
fn prepared(text: &str, lines: &[Range<usize>]) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    for lines in lines {
        // What stands before an attribute may be what was not understood.
        let next = text[lines.end..].trim_start();
        let end = if next.starts_with("#[") { text.len() - next.len() + "#[".len() } else { lines.end };
        for (at, _) in text[lines.start..end].match_indices("#[") {
            let start = lines.start + at;
            if let Some(length) = attribute(&text[start..]) {
                blank(&mut bytes[start..start + length]);
            }
        }
        for (at, _) in
            text[lines.clone()].match_indices(",|").filter(|(at, _)| !text[lines.start + at..].starts_with(",||"))
        {
            bytes[lines.start + at] = b' ';
        }
    }
    String::from_utf8(bytes).ok().filter(|prepared| prepared != text)
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|it| !matches!(it, b'\n' | b'\r')).for_each(|it| *it = b' ');
}

/// How long the attribute is that a text starts with, if it ends.
fn attribute(text: &str) -> Option<usize> {
    let (mut open, mut quoted) = (0u32, false);
    for (at, byte) in text.bytes().enumerate().take(MOST) {
        match byte {
            b'"' => quoted = !quoted,
            b'[' if !quoted => open += 1,
            b']' if !quoted && open == 1 => return Some(at + 1),
            b']' if !quoted => open = open.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Bytes of the longest attribute that is looked at.
const MOST: usize = 2000;

#[cfg(test)]
mod tests {
    use super::*;
    use std::slice::from_ref;

    #[test]
    fn attributes_and_commas_are_left_out_of_lines_that_were_not_understood() {
        let text = "#[a] f((b,\n#[cfg(feature = \"]\", c[0])]\nd, |e: F,| g), h(i, |j| k || l));";
        let left = prepared(text, from_ref(&(11..text.len()))).expect("some");
        assert_eq!((left.len(), left.lines().count()), (text.len(), 3));
        assert_eq!(left.split_whitespace().collect::<String>(), "#[a]f((b,d,|e:F|g),h(i,|j|k||l));");
        assert_eq!(prepared("(a,\n  #[b]\n  c)", from_ref(&(0..3))).as_deref(), Some("(a,\n      \n  c)"));
        assert_eq!(prepared("f(a,||b, #[c)", from_ref(&(0..13))), None);
    }
}
