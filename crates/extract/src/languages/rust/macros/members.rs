//! Members of a type that a macro is given: `impl A { cfg_net! { fn f() {} } }`.

use super::{MACROS_LIMIT, Walk, is_broken, items, whole_of};
use crate::walk::Walker;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Walks what a macro is given in braces that stands where members do, if these are members.
    pub fn given_members<T>(&mut self, node: Node, walk: impl FnOnce(&mut Self, Node) -> T) -> Option<T> {
        let tokens =
            items(node).into_iter().find(|it| node.kind() == "macro_invocation" && it.kind() == "token_tree")?;
        let (open, close) = (tokens.child(0)?, tokens.child(tokens.child_count().checked_sub(1)?)?);
        if open.kind() != "{" || self.macros_around >= MACROS_LIMIT {
            return None;
        }
        let tree = self.parse_again(open, close)?;
        let block = whole_of(tree.root_node()).filter(|it| it.kind() == "block")?;
        if !items(block).iter().any(|it| it.kind() == "function_item") || is_broken(block) {
            return None;
        }
        self.noted(node)?;
        self.macros_around += 1;
        let made = self.deeper(tokens, |it| walk(it, block));
        self.macros_around -= 1;
        made
    }
}
