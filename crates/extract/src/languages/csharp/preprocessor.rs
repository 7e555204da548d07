//! Conditional compilation. The grammar reads `#if` where whole declarations or statements stand in it; where
//! it cuts through one, the file is read with the first branch alone.

use crate::builder::Builder;
use crate::tree;
use syntax::tree_sitter::Tree;

/// The tree of the builder's source, as it stands or with one branch of each condition.
pub fn parse(b: &mut Builder) -> Option<Tree> {
    let tree = tree::parse(b)?;
    if !tree.root_node().has_error() || !b.source.text.contains("#if") {
        return Some(tree);
    }
    let single = first_branches(&b.source.text);
    Some(tree::better(b, tree, &single))
}

/// The text with spaces in place of every condition and of every branch but the first, byte for byte as long.
pub fn first_branches(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // For each open condition: whether its branch that is being read is left out.
    let mut open: Vec<bool> = Vec::new();
    for line in text.split_inclusive('\n') {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let word = directive.map(|it| it.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default());
        let is_condition = matches!(word, Some("if" | "elif" | "else" | "endif"));
        match word {
            Some("if") => open.push(false),
            Some("elif" | "else") => {
                if let Some(last) = open.last_mut() {
                    *last = true;
                }
            }
            Some("endif") => {
                open.pop();
            }
            _ => {}
        }
        if is_condition || open.contains(&true) {
            out.extend(line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }));
        } else {
            out.push_str(line);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::first_branches;

    #[test]
    fn one_branch_of_each_condition_is_left_and_nothing_moves() {
        let text = "a\n#if X\nb\n#if Y\nc\n#endif\n#else\nä\n#endif\nd\n";
        let left = first_branches(text);
        assert_eq!(left.len(), text.len());
        assert_eq!(left.split_whitespace().collect::<Vec<_>>(), ["a", "b", "c", "d"]);
    }
}
