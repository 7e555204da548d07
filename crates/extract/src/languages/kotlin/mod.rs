//! Kotlin by tree-sitter, in one walk over the tree. A local name counts from its declaration on. What no
//! function binds may be a member of any receiver around, so that only the resolver can tell.

mod calls;
mod classes;
mod functions;
mod imports;
mod lambdas;
mod properties;
mod statements;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, DEPTH_LIMIT, end, start};
use facts::*;
use syntax::tree_sitter::{self, Node};

/// Fills the graph of a Kotlin file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b, &tree_sitter::kotlin()) else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        depth: 0,
        receivers: Vec::new(),
        returns: Vec::new(),
        generic: None,
        unknown_type: None,
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    walk.finish();
}

struct Walk<'b, 's, 't> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    depth: u32,
    /// What `this` may be, the innermost last.
    receivers: Vec<Receiver>,
    /// What each enclosing function returns, the innermost last. Lambdas have none of their own.
    returns: Vec<Vec<ValueId>>,
    /// The parentheses that hold the arguments of a generic call which the parser takes for a comparison,
    /// and what is called.
    generic: Option<(usize, Node<'t>)>,
    unknown_type: Option<TypeId>,
}

#[derive(Clone, Copy)]
struct Receiver {
    kind: ReceiverKind,
    /// What `this@label` calls it.
    label: Option<NameId>,
}

#[derive(Clone, Copy)]
enum ReceiverKind {
    Class(SymbolId),
    /// An extension's.
    Value(ValueId),
    /// What a lambda is given, if it is given any.
    Lambda(ValueId),
}

impl<'s, 't> Walk<'_, 's, 't> {
    fn finish(self) {
        self.scopes.resolve_module(&mut self.b.graph);
        testing::find(&mut self.b.graph);
    }

    fn children(&mut self, node: Node<'t>) {
        for child in node.named_children(&mut node.walk()) {
            self.node(child);
        }
    }

    /// Walks a declaration, a statement or an expression of which the value does not matter.
    fn node(&mut self, node: Node<'t>) {
        self.deeper(node, |walk| walk.statement(node));
    }

    /// Counts a step down; none where the walk has to end.
    fn deeper<T>(&mut self, node: Node<'t>, walk: impl FnOnce(&mut Self) -> T) -> Option<T> {
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
        self.b.source.slice(start(node), end(node))
    }

    /// A name as it is meant: without backticks.
    fn plain(&self, node: Node) -> &'s str {
        self.str(node).trim_matches('`')
    }

    fn name(&mut self, node: Node) -> NameId {
        let text = self.plain(node);
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

    /// What a name is bound to by the functions and classes around, so far. The module's names come last in
    /// Kotlin: they give way to members of receivers.
    fn visible(&self, name: NameId) -> Option<BindingId> {
        let mut scope = self.scopes.current();
        while scope != 0 {
            if let Some(found) = self.scopes.bound(name, scope) {
                return Some(found);
            }
            scope = self.b.graph.scopes[scope as usize].parent.unwrap_or(0);
        }
        None
    }

    /// A symbol for the declaration `node` of `name`, with its documentation, decorators and visibility.
    fn declare(&mut self, kind: SymbolKind, name: Node<'t>, node: Node<'t>) -> SymbolId {
        let text = self.plain(name);
        self.declare_named(kind, text, start(name), node)
    }

    fn declare_named(&mut self, kind: SymbolKind, name: &str, at: u32, node: Node<'t>) -> SymbolId {
        let local = self.b.owner_of(is_function).is_some();
        let symbol = self.b.symbol(kind, name, at, (start(node), end(node)));
        let doc = self.doc_above(node);
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, !local);
        if let Some(modifiers) = child(node, "modifiers") {
            self.modifiers(symbol, modifiers);
        }
        symbol
    }

    fn modifiers(&mut self, symbol: SymbolId, node: Node<'t>) {
        let mut bits = 0;
        for modifier in node.named_children(&mut node.walk()) {
            if modifier.kind() == "annotation" {
                self.annotation(symbol, modifier);
                continue;
            }
            bits |= match self.str(modifier) {
                "private" => Modifiers::PRIVATE,
                "protected" => Modifiers::PROTECTED,
                "abstract" | "sealed" => Modifiers::ABSTRACT,
                "suspend" => Modifiers::ASYNC,
                "const" => Modifiers::READONLY,
                "expect" | "external" => Modifiers::AMBIENT,
                _ => 0,
            };
        }
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(bits, true);
        made.exported &= bits & Modifiers::PRIVATE == 0;
    }

    fn annotation(&mut self, symbol: SymbolId, node: Node<'t>) {
        for applied in node.named_children(&mut node.walk()) {
            let ty = match applied.kind() {
                "constructor_invocation" => applied.named_child(0),
                "user_type" => Some(applied),
                _ => None,
            };
            let Some(ty) = ty.filter(|ty| ty.kind() == "user_type") else { continue };
            let Some(value) = self.type_as_value(ty) else { continue };
            let text = self.text(applied, crate::builder::TEXT_LIMIT);
            self.b.symbol_mut(symbol).decorators.push(Decorator { text, value });
            if let Some(name) = last_name(ty) {
                let (id, at) = (self.name(name), self.b.source.point(start(name)));
                let caller = self.b.caller();
                self.b.graph.references.push(Reference { kind: ReferenceKind::Decorator, caller, value, name: id, at });
            }
            child(applied, "value_arguments").into_iter().for_each(|list| self.children(list));
        }
    }

    /// The KDoc comment that ends right before a declaration.
    fn doc_above(&self, node: Node) -> Option<String> {
        let before = self.b.source.slice(0, start(node)).trim_end();
        let inside = before.strip_suffix("*/")?;
        let comment = &inside[inside.rfind("/*")?..];
        let comment = comment.strip_prefix("/**")?;
        let lines: Vec<_> = comment
            .lines()
            .map(|line| {
                let line = line.trim();
                line.strip_prefix("* ").or_else(|| line.strip_prefix('*')).unwrap_or(line)
            })
            .collect();
        self.b.doc(&lines.join("\n"))
    }
}

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Getter)
}

/// Where a keyword of a node stands; where the node starts if it is not written.
fn keyword_at(node: Node, word: &str) -> u32 {
    node.children(&mut node.walk()).find(|child| child.kind() == word).map_or(start(node), start)
}

/// The first child of a kind.
fn child<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    node.named_children(&mut node.walk()).find(|child| child.kind() == kind)
}

/// A node's named children without comments.
fn items<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    node.named_children(&mut node.walk()).filter(|child| !is_comment(*child)).collect()
}

fn is_comment(node: Node) -> bool {
    matches!(node.kind(), "line_comment" | "block_comment")
}

fn is_type(node: Node) -> bool {
    matches!(node.kind(), "user_type" | "nullable_type" | "function_type" | "non_nullable_type" | "parenthesized_type")
}

/// The last name of a written type, without arguments.
fn last_name(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == "identifier").last()
}
