//! Members of a type that a macro is given, `impl A { cfg_net! { fn f() {} } }`, and statics that it declares otherwise
//! than they are written: `thread_local! { static A: T = t(); }`.

use super::{MACROS_LIMIT, Walk, is_broken, items, whole_of};
use crate::languages::rust::attributes::is_off;
use crate::tree::field;
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::{Node, Tree};

impl Walk<'_, '_> {
    /// Walks what a macro is given in braces that stands where members do, if these are members: as they are, or in
    /// braces of their own behind words, `unstable: { … }`. The second part gives way to others of the same names.
    pub fn given_members(
        &mut self,
        node: Node,
        mut walk: impl FnMut(&mut Self, Node) -> Vec<SymbolId>,
    ) -> Option<(Vec<SymbolId>, Vec<SymbolId>)> {
        let tokens =
            items(node).into_iter().find(|it| node.kind() == "macro_invocation" && it.kind() == "token_tree")?;
        if self.macros_around >= MACROS_LIMIT {
            return None;
        }
        let blocks = match self.members_in(tokens) {
            Some(whole) => vec![(tokens, whole, false)],
            None => self.labelled(tokens)?,
        };
        self.noted(node)?;
        let (mut made, mut weak) = (Vec::new(), Vec::new());
        self.macros_around += 1;
        for (tokens, tree, is_weak) in blocks {
            let Some(block) = whole_of(tree.root_node()) else { continue };
            let inner = self.elsewhere(is_weak, |it| it.deeper(tokens, |it| walk(it, block)));
            if is_weak { &mut weak } else { &mut made }.extend(inner.unwrap_or_default());
        }
        self.macros_around -= 1;
        Some((made, weak))
    }

    /// The members that stand between braces.
    fn members_in(&mut self, tokens: Node) -> Option<Tree> {
        let (open, close) = (tokens.child(0)?, tokens.child(tokens.child_count().checked_sub(1)?)?);
        if open.kind() != "{" {
            return None;
        }
        let tree = self.parse_again(open, close)?;
        let block = whole_of(tree.root_node()).filter(|it| it.kind() == "block")?;
        let holds = items(block).iter().any(|it| it.kind() == "function_item") && !is_broken(block);
        holds.then_some(tree)
    }

    /// `a: { fn f() {} }, b: { fn f() {} }`, and which of them are not built by their words.
    fn labelled<'t>(&mut self, tokens: Node<'t>) -> Option<Vec<(Node<'t>, Tree, bool)>> {
        let mut cursor = tokens.walk();
        let all: Vec<Node> = tokens.children(&mut cursor).filter(|it| !it.kind().ends_with("_comment")).collect();
        let inside = all.get(1..all.len().checked_sub(1)?)?;
        let mut found = Vec::new();
        for part in inside.split(|it| it.kind() == ",").filter(|part| !part.is_empty()) {
            let [label, _, block] = part else { return None };
            if label.kind() != "identifier" || block.kind() != "token_tree" {
                return None;
            }
            found.push((*block, self.members_in(*block)?, is_off(self.str(*label))));
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// The type that a macro declares statics of by the types that are written.
    pub fn keys_of(&self, node: Node, name: &str) -> Option<&'static [&'static str]> {
        let of = field(node, "macro").and_then(|path| field(path, "path")).map(|path| self.str(path));
        match (of, name) {
            (None | Some("std"), "thread_local") => Some(&["", "std", "thread", "LocalKey"]),
            (Some("tokio"), "task_local") => Some(&["", "tokio", "task", "LocalKey"]),
            _ => None,
        }
    }

    /// The type of a constant or static as its macro declares it.
    pub fn key_type(&mut self, node: Node, ty: Node) -> TypeId {
        let written = self.ty(ty);
        match self.keys.filter(|_| node.kind() == "static_item") {
            Some(path) => self.named(path.to_vec(), vec![written]),
            None => written,
        }
    }
}
