//! Java by tree-sitter, in one walk over the tree. Locals, parameters, type parameters and local classes are
//! bound by block scopes; what a bare name means beyond them (members, inherited ones too, imports, the
//! package) the resolver finds through the class scopes.

mod annotations;
mod calls;
mod classes;
mod imports;
mod lambdas;
mod members;
mod patterns;
mod statements;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, DEPTH_LIMIT, end, field, fields, start};
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::{self, Node};

/// Fills the graph of a Java file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b, &tree_sitter::java()) else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        depth: 0,
        returns: Vec::new(),
        expects: Vec::new(),
        yields: Vec::new(),
        classes: Vec::new(),
        literals: FxHashMap::default(),
        unknown_type: None,
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    testing::find(&mut walk.b.graph);
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    depth: u32,
    /// What each enclosing method or lambda returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// What each enclosing method or lambda is to return, as declared.
    expects: Vec<Option<TypeId>>,
    /// What each enclosing switch yields.
    yields: Vec<Vec<ValueId>>,
    /// The enclosing classes, the innermost last.
    classes: Vec<SymbolId>,
    /// Types that literals and operators have, by name, and the value of one.
    literals: FxHashMap<&'static str, (TypeId, ValueId)>,
    unknown_type: Option<TypeId>,
}

impl<'s> Walk<'_, 's> {
    fn children(&mut self, node: Node) {
        for child in node.named_children(&mut node.walk()) {
            self.node(child);
        }
    }

    /// Walks a declaration, a statement or an expression of which the value does not matter.
    fn node(&mut self, node: Node) {
        self.deeper(node, |walk| walk.statement(node));
    }

    /// Counts a step down; none where the walk has to end.
    fn deeper<T>(&mut self, node: Node, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.depth >= DEPTH_LIMIT {
            self.b.too_deep(start(node));
            return None;
        }
        self.depth += 1;
        let result = walk(self);
        self.depth -= 1;
        Some(result)
    }

    /// Walks `inside` in a block of its own.
    fn scoped(&mut self, inside: impl FnOnce(&mut Self)) {
        self.scopes.open(self.b, ScopeKind::Block, None);
        inside(self);
        self.scopes.close();
    }

    fn str(&self, node: Node) -> &'s str {
        self.b.source.slice(start(node), end(node))
    }

    fn name(&mut self, node: Node) -> NameId {
        let text = self.str(node);
        self.b.name(text)
    }

    fn text(&self, node: Node, limit: usize) -> String {
        self.b.text(start(node), end(node), limit)
    }

    fn unknown(&mut self) -> ValueId {
        self.scopes.unknown(self.b)
    }

    fn builtin(&mut self, builtin: Builtin) -> ValueId {
        self.scopes.builtin(self.b, builtin)
    }

    /// A new binding in the current scope.
    fn bind(&mut self, name: Node, kind: BindingKind, symbol: Option<SymbolId>) -> BindingId {
        let id = self.name(name);
        let binding = self.scopes.rebind(self.b, id, kind, start(name));
        self.b.binding_mut(binding).symbol = symbol;
        binding
    }

    /// The innermost class around.
    fn class(&self) -> Option<SymbolId> {
        self.classes.last().copied()
    }

    /// Whether the place is directly in a class or at the top level, not in a body.
    fn in_body(&self) -> bool {
        let kind = self.b.graph.scopes[self.scopes.current() as usize].kind;
        !matches!(kind, ScopeKind::Module | ScopeKind::Class)
    }
}

/// A node's named children, without comments.
fn items(node: Node) -> Vec<Node> {
    let is_comment = |node: &Node| matches!(node.kind(), "line_comment" | "block_comment");
    node.named_children(&mut node.walk()).filter(|child| !is_comment(child)).collect()
}

/// The first child of a kind.
fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == kind)
}
