//! What the grammar does not know: an annotation of a variable number of arguments, `String @Nullable ... names`.

use crate::builder::Builder;
use crate::tree;
use syntax::tree_sitter::Tree;

/// The tree of the builder's source, as it stands or without such annotations.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let tree = tree::parse(b)?;
    Some(tree::mended(b, tree, |text, _| without_annotations(text)))
}

/// The text with spaces in place of the annotations before `...`, byte for byte as long. None: there are none.
fn without_annotations(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut found = false;
    for (dots, _) in text.match_indices("...") {
        let mut end = dots;
        while let Some(at) = annotation_before(&text[..end]) {
            bytes[at..end].fill(b' ');
            (end, found) = (at, true);
        }
    }
    String::from_utf8(bytes).ok().filter(|_| found)
}

/// Where the annotation starts that a text ends with.
fn annotation_before(text: &str) -> Option<usize> {
    let line = text.rsplit_once('\n').map_or(text, |(_, line)| line);
    let name = line.trim_end();
    let name = name.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    let start = text.len() - line.len() + name.strip_suffix('@')?.len();
    text[start + 1..].starts_with(char::is_alphabetic).then_some(start)
}

#[cfg(test)]
mod tests {
    use super::without_annotations;

    #[test]
    fn annotations_before_dots_are_left_out_and_nothing_moves() {
        let text = "void a(String @Nullable ... a) { b(c @X @y.Z...); d(\"ä...\"); }";
        let left = without_annotations(text).expect("annotations");
        assert_eq!(left.len(), text.len());
        assert_eq!(left.split_whitespace().collect::<String>(), "voida(String...a){b(c...);d(\"ä...\");}");
        assert_eq!(without_annotations("void a(String... a) { @X int b; }"), None);
    }
}
