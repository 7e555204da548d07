//! The frame of a walk over a tree that tree-sitter made: how it goes down, and what it makes of any node.

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::shapes;
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

/// A walk that fills a builder, over nodes of `'t`. A language says what it makes of a node; where its names or
/// texts are not plainly what is written, it says so with a method of its own.
pub trait Walker<'s, 't>: Sized {
    fn builder(&self) -> &Builder<'s>;

    /// The builder, and the scopes that are open.
    fn parts(&mut self) -> (&mut Builder<'s>, &mut Scopes);

    /// Walks a declaration, a statement or an expression of which the value does not matter.
    fn visit(&mut self, node: Node<'t>);

    /// [`Self::visit`], one step further down.
    fn node(&mut self, node: Node<'t>) {
        self.deeper(node, |walk| walk.visit(node));
    }

    fn children(&mut self, node: Node<'t>) {
        for child in node.named_children(&mut node.walk()) {
            self.node(child);
        }
    }

    /// Counts a step down; none where the walk has to end.
    fn deeper<T>(&mut self, node: Node<'t>, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if !self.parts().0.step_down(start(node)) {
            return None;
        }
        let result = walk(self);
        self.parts().0.step_up();
        Some(result)
    }

    /// What `walk` makes of an expression; unknown where the walk has to end.
    fn deep_value(&mut self, node: Node<'t>, walk: impl FnOnce(&mut Self) -> ValueId) -> ValueId {
        self.deeper(node, walk).unwrap_or_else(|| self.unknown())
    }

    /// What `walk` makes of a written type; unknown where the walk has to end.
    fn deep_type(&mut self, node: Node<'t>, walk: impl FnOnce(&mut Self) -> TypeId) -> TypeId {
        self.deeper(node, walk).unwrap_or_else(|| self.unknown_type())
    }

    /// Walks `inside` in a block of its own.
    fn scoped<T>(&mut self, inside: impl FnOnce(&mut Self) -> T) -> T {
        let (b, scopes) = self.parts();
        scopes.open(b, ScopeKind::Block, None);
        let result = inside(self);
        self.parts().1.close();
        result
    }

    fn str(&self, node: Node) -> &'s str {
        self.builder().source.slice(start(node), end(node))
    }

    /// A name as it is meant, without the marks of one that would be a keyword.
    fn plain(&self, node: Node) -> &'s str {
        self.str(node)
    }

    fn name(&mut self, node: Node) -> NameId {
        let text = self.plain(node);
        self.parts().0.name(text)
    }

    fn text(&self, node: Node, limit: usize) -> String {
        self.builder().text(start(node), end(node), limit)
    }

    fn line(&self, node: Node) -> u32 {
        self.builder().source.line(start(node))
    }

    /// Notes a statement of which parts run under its condition.
    fn conditional(&mut self, node: Node) {
        let asked = node.child_by_field_name("condition").map_or(start(node), end);
        self.parts().0.conditional(start(node), asked, end(node));
    }

    fn unknown(&mut self) -> ValueId {
        let (b, scopes) = self.parts();
        scopes.unknown(b)
    }

    fn unknown_type(&mut self) -> TypeId {
        let (b, scopes) = self.parts();
        scopes.unknown_type(b)
    }

    fn builtin(&mut self, builtin: Builtin) -> ValueId {
        let (b, scopes) = self.parts();
        scopes.builtin(b, builtin)
    }

    /// What an argument of which the value was made is as it is written.
    fn argument(&mut self, node: Node<'t>, value: ValueId) -> Shape {
        shapes::written(self.parts().0, node, value)
    }

    /// Keeps what a call that was noted is given, and what it gives.
    fn gives(&mut self, call: Option<usize>, given: &[Node<'t>], values: &[ValueId], result: ValueId) {
        let Some(call) = call else { return };
        let parts: Vec<_> = given.iter().zip(values).map(|(node, value)| (None, *node, *value)).collect();
        self.gives_parts(call, &parts, result);
    }

    /// Keeps what a call that was noted is given; what it gives is one of those.
    fn given_of(&mut self, call: Option<usize>, given: &[Node<'t>], values: &[ValueId]) {
        let Some(call) = call else { return };
        let pairs = given.iter().zip(values).take(SHAPES_LIMIT);
        let given = pairs.map(|(node, value)| Given { name: None, shape: self.argument(*node, *value) }).collect();
        if let Some(noted) = self.parts().0.graph.calls.get_mut(call) {
            noted.given = given;
        }
    }

    /// [`Self::gives`] of arguments, some of which are given by the name in front of them.
    fn gives_parts(&mut self, call: usize, parts: &[(Option<Node<'t>>, Node<'t>, ValueId)], result: ValueId) {
        let given = parts.iter().take(SHAPES_LIMIT).map(|(name, node, value)| {
            let value = match self.builder().graph.values[*value as usize] {
                Value::Named { value, .. } => value,
                _ => *value,
            };
            Given { name: name.map(|name| self.name(name)), shape: self.argument(*node, value) }
        });
        let given = given.collect();
        let Some(noted) = self.parts().0.graph.calls.get_mut(call) else { return };
        (noted.given, noted.result) = (given, Some(result));
    }

    /// Keeps where a function stands that a call is given.
    fn block(&mut self, callee: ValueId, node: Node) {
        self.parts().0.graph.blocks.push(Block { callee, from: start(node), to: end(node) });
    }

    /// A new binding in the current scope.
    fn bind(&mut self, name: Node, kind: BindingKind, symbol: Option<SymbolId>) -> BindingId {
        let id = self.name(name);
        let (b, scopes) = self.parts();
        let binding = scopes.rebind(b, id, kind, start(name));
        b.binding_mut(binding).symbol = symbol;
        binding
    }
}
