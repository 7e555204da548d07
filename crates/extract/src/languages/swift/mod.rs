//! Swift by tree-sitter, in one walk over the tree. A local name counts from its declaration on; what no
//! function binds may be a member of a type around, which may be declared in parts over the module's files.

mod calls;
mod functions;
mod patterns;
mod properties;
mod statements;
mod testing;
mod type_declarations;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, DEPTH_LIMIT, end, start};
use facts::*;
use syntax::tree_sitter::{self, Node};

/// Fills the graph of a Swift file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b, &tree_sitter::swift()) else { return };
    let root = tree.root_node();
    b.graph.package = Some(module_of(&b.graph.path).to_owned());
    let mut walk =
        Walk { b, scopes: Scopes::default(), depth: 0, types: Vec::new(), returns: Vec::new(), unknown_type: None };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    walk.scopes.resolve_module(&mut walk.b.graph);
    testing::find(&mut walk.b.graph);
}

/// The module that a file belongs to by where it lies. Empty: the folders name none.
fn module_of(path: &str) -> &str {
    let mut parts = path.split('/');
    while let Some(part) = parts.next() {
        if matches!(part, "Sources" | "Tests" | "Plugins") {
            let rest: Vec<_> = parts.collect();
            return if rest.len() > 1 { rest[0] } else { "" };
        }
    }
    ""
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    depth: u32,
    /// The types around, the innermost last, and for an extension what it extends.
    types: Vec<(SymbolId, Option<TypeId>)>,
    /// What each enclosing function returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    unknown_type: Option<TypeId>,
}

impl<'s, 't> Walk<'_, 's> {
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

    /// What a name is bound to by the functions and types around, so far.
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

    /// Whether a declaration here is a member of a type.
    fn in_type(&self) -> bool {
        self.b.graph.scopes[self.scopes.current() as usize].kind == ScopeKind::Class
    }

    /// A symbol for a declaration, with its documentation, attributes and visibility.
    fn declare(&mut self, kind: SymbolKind, name: &str, at: u32, node: Node<'t>) -> SymbolId {
        let local = self.b.owner_of(is_function).is_some();
        let symbol = self.b.symbol(kind, name, at, (start(node), end(node)));
        let doc = self.doc_above(node);
        let extended = self.types.last().and_then(|(_, extended)| *extended).filter(|_| self.in_type());
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported, made.receiver) = (doc, !local, extended);
        if let Some(modifiers) = child(node, "modifiers") {
            self.modifiers(symbol, modifiers);
        }
        symbol
    }

    fn modifiers(&mut self, symbol: SymbolId, node: Node<'t>) {
        let mut bits = 0;
        for modifier in node.named_children(&mut node.walk()) {
            if modifier.kind() == "attribute" {
                self.attribute(symbol, modifier);
                continue;
            }
            bits |= match self.str(modifier) {
                "private" | "fileprivate" => Modifiers::PRIVATE,
                "static" | "class" => Modifiers::STATIC,
                _ => 0,
            };
        }
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(bits, true);
        made.exported &= bits & Modifiers::PRIVATE == 0;
    }

    fn attribute(&mut self, symbol: SymbolId, node: Node<'t>) {
        let Some(ty) = child(node, "user_type") else { return };
        let Some(name) = ty.named_children(&mut ty.walk()).find(|it| it.kind() == "type_identifier") else { return };
        let value = self.read(name);
        let text = self.b.text(start(node) + 1, end(node), crate::builder::TEXT_LIMIT);
        self.b.symbol_mut(symbol).decorators.push(Decorator { text, value });
        let (name, at) = (self.name(name), self.b.source.point(start(name)));
        let caller = self.b.caller();
        self.b.graph.references.push(Reference { kind: ReferenceKind::Decorator, caller, value, name, at });
        for argument in node.named_children(&mut node.walk()).filter(|it| *it != ty) {
            self.node(argument);
        }
    }

    /// The `///` lines or the `/** … */` that stand right above a declaration.
    fn doc_above(&self, node: Node) -> Option<String> {
        let mut before = self.b.source.slice(0, start(node)).trim_end();
        if let Some(inside) = before.strip_suffix("*/") {
            let comment = inside[inside.rfind("/*")?..].strip_prefix("/**")?;
            let lines: Vec<_> = comment.lines().map(|line| line.trim().trim_start_matches('*').trim_start()).collect();
            return self.b.doc(&lines.join("\n"));
        }
        let mut lines = Vec::new();
        while let Some(line) = before.rsplit('\n').next().map(str::trim).and_then(|line| line.strip_prefix("///")) {
            lines.push(line.strip_prefix(' ').unwrap_or(line));
            before = before[..before.rfind('\n').unwrap_or(0)].trim_end_matches(['\r', '\n', ' ', '\t']);
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }
}

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor | SymbolKind::Getter)
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
    matches!(node.kind(), "comment" | "multiline_comment")
}

fn is_type(node: Node) -> bool {
    matches!(
        node.kind(),
        "user_type"
            | "tuple_type"
            | "function_type"
            | "array_type"
            | "dictionary_type"
            | "optional_type"
            | "metatype"
            | "bracket_qualified_type"
            | "opaque_type"
            | "existential_type"
            | "protocol_composition_type"
            | "type_parameter_pack"
            | "type_pack_expansion"
    )
}

/// The first type among a node's children.
fn type_in<'t>(node: Node<'t>) -> Option<Node<'t>> {
    node.named_children(&mut node.walk()).find(|child| is_type(*child))
}

fn field_of<'t>(node: Node<'t>, name: &str, kind: &str) -> Option<Node<'t>> {
    node.children_by_field_name(name, &mut node.walk()).find(|child| child.kind() == kind)
}
