//! Rust by tree-sitter, in one walk over the tree. The items of a module or block are bound before its
//! statements are walked, since they count wherever they stand; a local name counts from its declaration on.
//! What stands between a macro's brackets is parsed again, as expressions, in its place.

mod attributes;
mod calls;
mod control;
mod functions;
mod impls;
mod imports;
mod items;
mod macros;
mod names;
mod patterns;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, DEPTH_LIMIT, end, field, start};
use attributes::Attributes;
use facts::*;
use impls::SelfType;
use names::Names;
use syntax::tree_sitter::{self, Node, Parser};

/// Fills the graph of a Rust file.
pub fn extract(b: &mut Builder) {
    let grammar = tree_sitter::rust();
    let Some(tree) = tree::parse(b, &grammar) else { return };
    let mut parser = Parser::new();
    let has_grammar = parser.set_language(&grammar).is_ok();
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        names: Names::default(),
        depth: 0,
        returns: Vec::new(),
        selves: Vec::new(),
        unknown_type: None,
        macros_around: 0,
        parser: has_grammar.then_some(parser),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.body(root);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    names: Names,
    depth: u32,
    /// What each enclosing function or closure returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// What `Self` is, the innermost last.
    selves: Vec<SelfType>,
    unknown_type: Option<TypeId>,
    /// The macros between whose brackets the walk is.
    macros_around: u32,
    /// For what stands between a macro's brackets.
    parser: Option<Parser>,
}

impl<'s> Walk<'_, 's> {
    fn finish(self) {
        testing::find(&mut self.b.graph);
    }

    /// The items and statements of a module or block whose scope is open. The value of the last
    /// expression, where one ends it.
    fn body(&mut self, node: Node) -> Option<ValueId> {
        self.hoist(node);
        let mut attributes = Attributes::default();
        let (mut last, mut cursor) = (None, node.walk());
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "attribute_item" => attributes.push(child),
                "line_comment" | "block_comment" | "inner_attribute_item" | "shebang" | "label" => {}
                _ => {
                    last = self.deeper(child, |walk| walk.statement(child, &attributes)).flatten();
                    attributes.clear();
                }
            }
        }
        last
    }

    /// An item or a statement; the value of an expression without a semicolon behind it.
    fn statement(&mut self, node: Node, attributes: &Attributes) -> Option<ValueId> {
        if self.item(node, attributes) {
            return None;
        }
        match node.kind() {
            "let_declaration" => self.let_declaration(node),
            "expression_statement" => {
                let inner = node.named_child(0)?;
                let value = self.value(inner);
                let ends = node.child(node.child_count().saturating_sub(1)).is_some_and(|it| it.kind() == ";");
                return (!ends).then_some(value);
            }
            "empty_statement" => {}
            _ => return Some(self.value(node)),
        }
        None
    }

    /// Walks all named children for what they hold.
    fn children(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.deeper(child, |walk| walk.statement(child, &Attributes::default()));
        }
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
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.open(self.b, ScopeKind::Block, None);
        let result = inside(self);
        self.scopes.close();
        result
    }

    fn str(&self, node: Node) -> &'s str {
        let text = self.b.source.slice(start(node), end(node));
        text.strip_prefix("r#").unwrap_or(text)
    }

    /// Where a name starts, behind the mark of a raw one.
    fn name_start(&self, node: Node) -> u32 {
        let raw = self.b.source.slice(start(node), end(node)).starts_with("r#");
        start(node) + if raw { 2 } else { 0 }
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
}
