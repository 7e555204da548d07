//! PHP by tree-sitter, in one walk over the tree. Names of classes and functions are led to their full
//! names on the way, since a file's namespace and its `use` decide them alone; `\A\B` is such a name.

mod annotations;
mod assignments;
mod callables;
mod calls;
mod cases;
mod classes;
mod doc_types;
mod docs;
mod functions;
mod listed;
mod names;
mod narrowing;
mod statements;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::flow::Flow;
use crate::scopes::Scopes;
use crate::shapes;
use crate::tree::{self, end, field, items, start};
use crate::walk::Walker;
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// Fills the graph of a PHP file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b) else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        flow: Flow::default(),
        names: names::Names::default(),
        owners: Vec::new(),
        functions: Vec::new(),
        comment: None,
        templates: Vec::new(),
        properties_narrowed: false,
        cases: cases::Cases::default(),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.file(root);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    /// The variables of the function that is walked, or of the file's own code.
    flow: Flow,
    names: names::Names,
    /// The classes around, the innermost last.
    owners: Vec<Owner>,
    /// The functions around, the innermost last.
    functions: Vec<Function>,
    /// The documentation comment that was walked last.
    comment: Option<(u32, u32)>,
    /// `@template` names in sight.
    templates: Vec<(NameId, BindingId)>,
    /// A condition has said something of a property of `$this`.
    properties_narrowed: bool,
    cases: cases::Cases,
}

/// A class, interface, trait or enum that is walked.
struct Owner {
    symbol: SymbolId,
    /// Its full name; none for an anonymous class, and for a trait, in which `self` is the class that uses it.
    name: Option<NameId>,
    properties: FxHashMap<NameId, SymbolId>,
    /// What its methods assign to properties, which may be declared behind them.
    assigned: Vec<(NameId, ValueId)>,
}

/// A documentation comment and where it starts.
#[derive(Clone, Copy)]
struct Comment<'s> {
    at: u32,
    text: &'s str,
}

#[derive(Default)]
struct Function {
    returns: Vec<ValueId>,
    yields: Vec<ValueId>,
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

    fn argument(&mut self, node: Node<'t>, value: ValueId) -> Shape {
        // A constant goes by its name.
        if node.kind() == "name" && self.str(node).bytes().all(|b| matches!(b, b'A'..=b'Z' | b'0'..=b'9' | b'_')) {
            return shapes::constant(self.b, node);
        }
        let is_list = node.kind() == "array_creation_expression";
        match self.callable(node, value).filter(|_| is_list) {
            Some((_, method)) => Shape::Value(method),
            None => shapes::written(self.b, node, value),
        }
    }
}

impl<'s> Walk<'_, 's> {
    fn finish(mut self) {
        self.close_cases();
        self.names.bind(&mut self.b.graph);
        testing::find(self.b);
    }

    fn owner(&self) -> Option<SymbolId> {
        self.owners.last().map(|owner| owner.symbol)
    }

    /// The documentation that ends right above a declaration.
    fn doc_above(&mut self, node: Node) -> Option<Comment<'s>> {
        let (at, to) = self.comment.take()?;
        let between = self.b.source.slice(to.min(start(node)), start(node));
        between.trim().is_empty().then(|| Comment { at, text: self.b.source.slice(at, to) })
    }

    /// Gives a symbol the text of its documentation, and reads what that declares.
    fn document(&mut self, symbol: SymbolId, comment: Option<Comment>) -> docs::Doc {
        let Some(comment) = comment else { return docs::Doc::default() };
        self.b.symbol_mut(symbol).doc = self.b.doc(&docs::clean(comment.text));
        docs::read(comment.text)
    }

    /// Walks `inside` as a function's body: with variables of its own.
    fn function_scope<T>(
        &mut self,
        symbol: Option<SymbolId>,
        inside: impl FnOnce(&mut Self) -> T,
    ) -> (T, Function, ScopeId) {
        let outer = std::mem::take(&mut self.flow);
        let scope = self.scopes.open(self.b, ScopeKind::Function, symbol);
        self.functions.push(Function::default());
        let result = inside(self);
        let function = self.functions.pop().unwrap_or_default();
        self.scopes.close();
        self.flow = outer;
        (result, function, scope)
    }
}

/// The text of a string literal without anything computed in it.
fn literal<'t>(node: Node<'t>) -> Option<Node<'t>> {
    match (node.kind(), items(node)[..].len()) {
        ("string" | "encapsed_string", 1) => node.named_child(0).filter(|it| it.kind() == "string_content"),
        _ => None,
    }
}

/// The modifiers written before a declaration.
fn modifiers(node: Node) -> Modifiers {
    let mut made = Modifiers::default();
    for child in node.named_children(&mut node.walk()) {
        made = made.with(
            match child.kind() {
                "abstract_modifier" => Modifiers::ABSTRACT,
                "static_modifier" => Modifiers::STATIC,
                "readonly_modifier" => Modifiers::READONLY,
                "visibility_modifier" => visibility(child),
                _ => continue,
            },
            true,
        );
    }
    made
}

fn visibility(node: Node) -> u32 {
    match node.child(0).map_or("", |it| it.kind()) {
        "private" => Modifiers::PRIVATE,
        "protected" => Modifiers::PROTECTED,
        _ => 0,
    }
}
