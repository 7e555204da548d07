//! What the grammar does not know: a method's block that has no name, handed on as the last argument of a call without
//! parentheses (`f a, &`), which it takes for an operator that the next line goes on with.

use std::borrow::Cow;

/// The text with spaces in place of such blocks and the commas before them, byte for byte as long.
pub fn prepared(text: &str) -> Cow<'_, str> {
    // Only a method that takes a block without a name can hand it on, and its own `&` stands before a parenthesis.
    if !text.contains("&)") {
        return Cow::Borrowed(text);
    }
    let blocks: Vec<_> = text.match_indices('&').filter_map(|(at, _)| Some((comma(text, at)?, at))).collect();
    if blocks.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    for (comma, block) in blocks {
        bytes[comma] = b' ';
        bytes[block] = b' ';
    }
    Cow::Owned(String::from_utf8(bytes).expect("only whole characters were changed"))
}

/// The comma before the `&` at a place, if nothing follows it in its line.
fn comma(text: &str, at: usize) -> Option<usize> {
    let behind = text[at + 1..].trim_start_matches([' ', '\t', '\r']);
    let ends = behind.is_empty() || behind.starts_with('\n') || behind.starts_with("# ");
    let before = text[..at].trim_end();
    (ends && before.ends_with(',')).then(|| before.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_without_a_name_are_left_out_where_they_end_a_line() {
        let text = "def a(b, &)\n  c b, d: {\n    e: 1\n  }, &\n  f b, &  # g\n  h b,\n    &\nend\n";
        let left = prepared(text);
        assert_eq!(left, "def a(b, &)\n  c b, d: {\n    e: 1\n  }   \n  f b     # g\n  h b \n     \nend\n");
        for text in ["def a(b, &c)\n  d b, &c\nend\n", "def a(&)\n  b(c, &)\n  d &\n    e\nend\n"] {
            assert_eq!(prepared(text), text);
        }
    }
}
