//! Swift by tree-sitter, in one walk over the tree. A local name counts from its declaration on; what no
//! function binds may be a member of a type around, which may be declared in parts over the module's files.

mod calls;
mod expected;
mod functions;
mod operators;
mod patterns;
mod prepare;
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
use crate::tree::{self, child, end, is_comment, items, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

/// Fills the graph of a Swift file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = prepare::parse(b) else { return };
    let root = tree.root_node();
    b.graph.package = Some(module_of(&b.graph.path).to_owned());
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        types: Vec::new(),
        said: Vec::new(),
        returns: Vec::new(),
        expected: None,
        implied_at: None,
        wrapped: None,
    };
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
    /// The types around, the innermost last, and for an extension what it extends.
    types: Vec<(SymbolId, Option<TypeId>)>,
    /// The types that the `where` of the extension around says of names that what is extended leaves open.
    said: Vec<(NameId, TypeId)>,
    /// What each enclosing function returns and says that it returns, the innermost last.
    returns: Vec<(Vec<ValueId>, Option<expected::Expected>)>,
    /// The type that its place asks of the expression that is walked next.
    expected: Option<expected::Expected>,
    /// The name that an implicit member begins with where the parser puts the dot before the whole of `.a.b(c)`, by its
    /// node, and the type that its place asks for.
    implied_at: Option<(usize, Option<expected::Expected>)>,
    /// What a property holds whose wrapper is made next.
    wrapped: Option<ValueId>,
}

impl<'s, 't> Walker<'s, 't> for Walk<'_, 's> {
    fn builder(&self) -> &Builder<'s> {
        self.b
    }

    fn parts(&mut self) -> (&mut Builder<'s>, &mut Scopes) {
        (self.b, &mut self.scopes)
    }

    fn visit(&mut self, node: Node<'t>) {
        self.statement(node);
    }

    fn plain(&self, node: Node) -> &'s str {
        self.str(node).trim_matches('`')
    }
}

impl<'s, 't> Walk<'_, 's> {
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
        self.b.symbol_mut(symbol).decorators.push(Decorator { text, value, given: Vec::new() });
        let id = self.name(name);
        self.b.refer(ReferenceKind::Decorator, value, id, start(name));
        for (position, argument) in node.named_children(&mut node.walk()).filter(|it| *it != ty).enumerate() {
            self.expecting(Some(expected::Expected::Argument(value, position as u32)), argument);
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
