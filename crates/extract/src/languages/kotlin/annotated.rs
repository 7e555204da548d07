//! Declarations behind several annotations: at the top of a file the grammar takes these for an expression that is
//! annotated, in the body of a class for what they are.

use crate::builder::Builder;
use crate::tree::{self, child};
use syntax::tree_sitter::{Node, Tree};

/// What stands in the place of all before a file's declarations, so that these are members.
const HEAD: &[u8] = b"class A{";

/// The tree of a text whose declarations are read as members of a class, with equal offsets. None: the grammar has
/// taken none of them for an expression, or there is no room for the class.
pub fn as_members(b: &Builder, text: &str, tree: &Tree) -> Option<Tree> {
    let root = tree.root_node();
    let mistaken = root.named_children(&mut root.walk()).filter(|it| is_annotated(*it)).count();
    // What a script does may be annotated.
    if mistaken == 0 || b.graph.path.ends_with(".kts") {
        return None;
    }
    let head = root.named_children(&mut root.walk()).filter(is_head).last().map_or(0, |it| it.end_byte());
    let mut bytes = text.as_bytes().to_vec();
    bytes[..head].iter_mut().filter(|it| !matches!(it, b'\n' | b'\r')).for_each(|it| *it = b' ');
    bytes[..head].get_mut(..HEAD.len())?.copy_from_slice(HEAD);
    bytes.push(b'}');
    let text = String::from_utf8(bytes).ok()?;
    let parsed = tree::parser(b).and_then(|mut parser| syntax::tree_sitter::parse(&mut parser, &text))?;
    let is_better = !parsed.gave_up && tree::faults(&parsed.tree) <= tree::faults(tree) + mistaken;
    (is_better && body(&parsed.tree).is_some()).then_some(parsed.tree)
}

/// Whether a node stands before a file's declarations.
pub fn is_head(node: &Node) -> bool {
    matches!(node.kind(), "package_header" | "import" | "file_annotation")
}

/// Where a file's declarations are in a tree that [`as_members`] gave.
pub fn body(tree: &Tree) -> Option<Node<'_>> {
    child(child(tree.root_node(), "class_declaration")?, "class_body")
}

/// Whether an expression begins with annotations.
fn is_annotated(node: Node) -> bool {
    let mut first = Some(node);
    while let Some(node) = first {
        if node.kind() == "annotated_expression" {
            return true;
        }
        let may_begin = node.kind().ends_with("_expression") || node.kind() == "assignment";
        first = node.named_child(0).filter(|_| may_begin);
    }
    false
}
