//! C# by tree-sitter, in one walk over the tree. Locals, parameters, type parameters and local functions are
//! bound here; every other name may be a member of a class around it, inherited or declared in another part
//! of it, or a type of a namespace, and is left to resolution.

mod attribute_texts;
mod attributes;
mod callbacks;
mod calls;
mod creation;
mod declarations;
mod docs;
mod extension_blocks;
mod functions;
mod imports;
mod lambdas;
mod members;
mod operators;
mod patterns;
mod plain_names;
mod prepare;
mod preprocessor;
mod razor;
mod statements;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{child, end, field, report, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

/// Fills the graph of a C# file.
pub fn extract(b: &mut Builder) {
    let source = b.source;
    let tree = match b.language.name {
        "razor" => razor::program(&source.text, &b.graph.path).tree(b),
        _ => prepare::parse(b),
    };
    let Some(tree) = tree else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        returns: Vec::new(),
        namespace: String::new(),
        type_arguments: Vec::new(),
        literals: Vec::new(),
        extended: None,
    };
    report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.file(root);
    callbacks::keep(&mut walk.b.graph);
    testing::find(&mut walk.b.graph);
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    /// What each enclosing function returns and the type declared for it, the innermost last.
    returns: Vec<(Vec<ValueId>, Option<TypeId>)>,
    /// The namespace of the declarations being walked, in full.
    namespace: String,
    /// The type arguments of the member or name that was walked last.
    type_arguments: Vec<TypeId>,
    /// The values of keywords' types, each once.
    literals: Vec<(&'static str, ValueId)>,
    /// What the members of the extension block around extend.
    extended: Option<extension_blocks::Extended>,
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

    /// `@class` is called `class`. What a view is given has no name in it.
    fn plain(&self, node: Node) -> &'s str {
        if is_made(node) {
            return "Model";
        }
        let text = self.str(node);
        text.strip_prefix('@').unwrap_or(text)
    }
}

impl<'s> Walk<'_, 's> {
    /// Top-level statements are the body of a function that nobody names: their locals are no names of the
    /// namespace.
    fn file(&mut self, root: Node) {
        let (statements, rest): (Vec<_>, Vec<_>) =
            items(root).into_iter().partition(|it| it.kind() == "global_statement");
        rest.into_iter().for_each(|it| self.node(it));
        if !statements.is_empty() {
            self.scopes.open(self.b, ScopeKind::Function, None);
            self.hoist(root);
            statements.into_iter().for_each(|it| self.node(it));
            self.scopes.close();
        }
    }

    /// The local, parameter, type parameter or local function that a name means here.
    fn local(&self, name: NameId) -> Option<BindingId> {
        let found = self.scopes.visible(self.b, name)?;
        let kind = self.b.graph.bindings[found as usize].kind;
        let is_local = matches!(
            kind,
            BindingKind::Variable | BindingKind::Parameter | BindingKind::TypeParam | BindingKind::Function
        );
        is_local.then_some(found)
    }

    /// A new local name in the current scope.
    fn bind(&mut self, name: Node, kind: BindingKind) -> BindingId {
        let id = self.name(name);
        self.scopes.rebind(self.b, id, kind, start(name))
    }

    /// The innermost type around.
    fn class(&self) -> Option<SymbolId> {
        self.b.owner_of(|kind| {
            matches!(kind, SymbolKind::Class | SymbolKind::Struct | SymbolKind::Interface | SymbolKind::Enum)
        })
    }
}

/// A node's children that say something: the named ones without comments, and `this` and `base`, which the
/// grammar has for mere words.
fn items(node: Node) -> Vec<Node> {
    let says = |it: &Node| it.is_named() && it.kind() != "comment" || matches!(it.kind(), "this" | "base");
    node.children(&mut node.walk()).filter(says).collect()
}

/// Whether a name was put between what the file says.
fn is_made(name: Node) -> bool {
    name.start_byte() == name.end_byte() && !name.is_missing()
}

/// Whether a token stands among a node's children: `static`, `out`, `ref`.
fn has_token(node: Node, token: &str) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == token)
}

/// The identifier of a simple name, without its type arguments.
fn identifier(node: Node) -> Option<Node> {
    match node.kind() {
        "identifier" => Some(node),
        "generic_name" => node.named_child(0),
        "qualified_name" | "alias_qualified_name" => identifier(field(node, "name")?),
        _ => None,
    }
}

/// The type arguments written on a name.
fn type_arguments(node: Node) -> Vec<Node> {
    child(node, "type_argument_list").map(items).unwrap_or_default()
}
