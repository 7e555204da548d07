//! Java by tree-sitter, in one walk over the tree. Locals, parameters, type parameters and local classes are
//! bound by block scopes; what a bare name means beyond them (members, inherited ones too, imports, the
//! package) the resolver finds through the class scopes.

mod annotations;
mod calls;
mod classes;
mod imports;
mod lambdas;
mod made;
mod members;
mod patterns;
mod prepare;
mod statements;
mod testing;
mod types;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, child, end, field, fields, items, start};
use crate::walk::Walker;
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

/// Fills the graph of a Java file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = prepare::parse(b) else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        returns: Vec::new(),
        expects: Vec::new(),
        yields: Vec::new(),
        classes: Vec::new(),
        literals: FxHashMap::default(),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.children(root);
    testing::find(&mut walk.b.graph);
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
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
}

impl<'s> Walk<'_, 's> {
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
