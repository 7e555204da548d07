//! Kotlin by tree-sitter, in one walk over the tree. A local name counts from its declaration on. What no
//! function binds may be a member of any receiver around, so that only the resolver can tell.

mod annotated;
mod bodies;
mod calls;
mod classes;
mod functions;
mod heads;
mod imports;
mod lambdas;
mod lines;
mod operations;
mod properties;
mod statements;
mod testing;
mod texts;
mod types;
mod values;
mod words;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::shapes;
use crate::tree::{self, child, end, is_comment, items, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::{Node, Tree};

/// Fills the graph of a Kotlin file.
pub fn extract(b: &mut Builder) {
    let source = b.source;
    let text = heads::prepared(&source.text);
    let Some(tree) = tree::parse_text(b, &text) else { return };
    let root = tree.root_node();
    let members = annotated::as_members(b, &text, &tree);
    let body = members.as_ref().and_then(annotated::body);
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        receivers: Vec::new(),
        returns: Vec::new(),
        declared: Vec::new(),
        asked: Vec::new(),
        generic: None,
        assigned: None,
    };
    tree::report(walk.b, members.as_ref().map_or(root, Tree::root_node));
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    match body {
        Some(body) => {
            root.named_children(&mut root.walk()).filter(annotated::is_head).for_each(|head| walk.node(head));
            walk.children(body);
        }
        None => walk.children(root),
    }
    walk.finish();
}

struct Walk<'b, 's, 't> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    /// What `this` may be, the innermost last.
    receivers: Vec<Receiver>,
    /// What each enclosing function returns, the innermost last. Lambdas have none of their own.
    returns: Vec<Vec<ValueId>>,
    /// What each enclosing function is declared to return, the innermost last.
    declared: Vec<Option<TypeId>>,
    /// Lambdas that stand where a type is written, by their nodes, and that type as a value.
    asked: Vec<(usize, ValueId)>,
    /// The parentheses that hold the arguments of a generic call which the parser takes for a comparison,
    /// what is called and the type that it is given.
    generic: Option<(usize, Node<'t>, Node<'t>)>,
    /// A subscript that is set, by its node, and what to.
    assigned: Option<(usize, ValueId)>,
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

impl<'s, 't> Walker<'s, 't> for Walk<'_, 's, 't> {
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

impl<'s, 't> Walk<'_, 's, 't> {
    fn finish(self) {
        self.scopes.resolve_module(&mut self.b.graph);
        testing::find(&mut self.b.graph);
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
        let made = self.decorators(node);
        self.b.symbol_mut(symbol).decorators.extend(made);
    }

    /// What a parameter that is no property is given from outside by an annotation.
    fn injected(&mut self, modifiers: Node<'t>) {
        for annotation in modifiers.named_children(&mut modifiers.walk()).filter(|it| it.kind() == "annotation") {
            if self.str(annotation).contains("Value(") {
                let decorators = self.decorators(annotation);
                crate::environment::injected(self.b, &decorators, start(annotation));
            }
        }
    }

    fn decorators(&mut self, node: Node<'t>) -> Vec<Decorator> {
        let mut made = Vec::new();
        for applied in node.named_children(&mut node.walk()) {
            let ty = match applied.kind() {
                "constructor_invocation" => applied.named_child(0),
                "user_type" => Some(applied),
                _ => None,
            };
            let Some(ty) = ty.filter(|ty| ty.kind() == "user_type") else { continue };
            let Some(value) = self.type_as_value(ty) else { continue };
            let text = self.text(applied, crate::builder::TEXT_LIMIT);
            let mut given = child(applied, "value_arguments").map(|list| self.constants(list)).unwrap_or_default();
            given.iter_mut().for_each(|it| shapes::unescape(self.b, &mut it.shape));
            made.push(Decorator { text, value, given });
            if let Some(name) = last_name(ty) {
                let id = self.name(name);
                self.b.refer(ReferenceKind::Decorator, value, id, start(name));
            }
            child(applied, "value_arguments").into_iter().for_each(|list| self.children(list));
        }
        made
    }

    /// What an annotation is given: a constant is followed by its name, in a list too.
    fn constant(&mut self, node: Node<'t>) -> Shape {
        match node.kind() {
            // A class stays what is written: `Order::class`.
            "navigation_expression" if self.str(node).contains("::") => shapes::constant(self.b, node),
            // The grammar takes these for names.
            "identifier" if matches!(self.str(node), "true" | "false" | "null") => shapes::constant(self.b, node),
            "identifier" | "simple_identifier" | "navigation_expression" => Shape::Value(self.value(node)),
            "collection_literal" => {
                Shape::List(items(node).into_iter().take(SHAPES_LIMIT).map(|item| self.constant(item)).collect())
            }
            _ => shapes::constant(self.b, node),
        }
    }

    /// `("/a")`, `(value = "/a", method = [POST])`
    fn constants(&mut self, list: Node<'t>) -> Vec<Given> {
        let arguments = items(list).into_iter().take(SHAPES_LIMIT);
        arguments
            .map(|argument| match items(argument)[..] {
                [value] => Given { name: None, shape: self.constant(value) },
                [name, value] => Given { name: Some(self.name(name)), shape: self.constant(value) },
                _ => Given { name: None, shape: Shape::Other },
            })
            .collect()
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

fn is_type(node: Node) -> bool {
    matches!(node.kind(), "user_type" | "nullable_type" | "function_type" | "non_nullable_type" | "parenthesized_type")
}

/// The last name of a written type, without arguments.
fn last_name(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| child.kind() == "identifier").last()
}
