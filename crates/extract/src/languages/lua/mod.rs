//! Lua by tree-sitter, in one walk over the tree. A file is a function: its own names are that function's locals, and
//! what it does not declare is a global of the whole program.
//!
//! Tables are what Lua has for modules and classes. One that is given functions is a namespace; it is a class where
//! methods are called on it or on what it is the metatable of.

mod calls;
mod classes;
mod doc_types;
mod docs;
mod functions;
mod statements;
mod tables;
mod testing;
mod values;

#[cfg(test)]
mod spec;

use crate::builder::Builder;
use crate::scopes::Scopes;
use crate::tree::{self, child, end, field, fields, items, start};
use crate::walk::Walker;
use facts::*;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree_sitter::Node;

/// Fills the graph of a Lua file.
pub fn extract(b: &mut Builder) {
    let Some(tree) = tree::parse(b) else { return };
    let root = tree.root_node();
    let mut walk = Walk {
        b,
        scopes: Scopes::default(),
        returns: Vec::new(),
        tables: FxHashMap::default(),
        literals: FxHashMap::default(),
        selves: FxHashMap::default(),
        metatables: FxHashMap::default(),
        members: FxHashMap::default(),
        classes: FxHashSet::default(),
        made: FxHashSet::default(),
        modules: FxHashSet::default(),
        generics: Vec::new(),
    };
    tree::report(walk.b, root);
    walk.scopes.open(walk.b, ScopeKind::Module, None);
    walk.scopes.open(walk.b, ScopeKind::Function, None);
    walk.find_modules(root);
    walk.children(root);
    walk.finish();
}

struct Walk<'b, 's> {
    b: &'b mut Builder<'s>,
    scopes: Scopes,
    /// What each enclosing function returns, the innermost last.
    returns: Vec<Vec<ValueId>>,
    /// Locals that hold tables which have a symbol.
    tables: FxHashMap<BindingId, SymbolId>,
    /// Locals that hold tables without one, and where they are declared: the whole and the name.
    literals: FxHashMap<BindingId, ((u32, u32), u32)>,
    /// Names of instances of a table of this file, `self` among them.
    selves: FxHashMap<BindingId, SymbolId>,
    /// Locals that hold a metatable, and the table in which it looks members up.
    metatables: FxHashMap<BindingId, ValueId>,
    members: FxHashMap<(SymbolId, NameId), SymbolId>,
    /// Tables of which there are instances.
    classes: FxHashSet<SymbolId>,
    /// Those of them that a library made.
    made: FxHashSet<SymbolId>,
    /// Names at the top level that are given members somewhere in the file, or returned by it.
    modules: FxHashSet<&'s str>,
    /// Type parameters of the documentation in sight.
    generics: Vec<NameId>,
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

impl Walk<'_, '_> {
    fn finish(mut self) {
        for symbol in 0..self.b.graph.symbols.len() as SymbolId {
            if self.classes.contains(&symbol) {
                self.b.symbol_mut(symbol).kind = SymbolKind::Class;
            }
        }
        for id in 0..self.b.graph.symbols.len() {
            let symbol = &self.b.graph.symbols[id];
            let Some(parent) = symbol.parent.filter(|_| symbol.kind == SymbolKind::Function) else { continue };
            if self.b.graph.symbols[parent as usize].kind != SymbolKind::Class {
                continue;
            }
            let takes_self = symbol.modifiers.has(Modifiers::CLASS_METHOD);
            let constructs = self.made.contains(&parent) && classes::is_constructor(self.b.graph.name(symbol.name));
            let made = self.b.symbol_mut(id as SymbolId);
            made.kind = if constructs { SymbolKind::Constructor } else { SymbolKind::Method };
            made.modifiers = made.modifiers.with(Modifiers::STATIC, !takes_self);
        }
        for symbol in &mut self.b.graph.symbols {
            symbol.modifiers.0 &= !Modifiers::CLASS_METHOD;
        }
        self.export_members();
        self.scopes.resolve_module(&mut self.b.graph);
        testing::find(&mut self.b.graph);
    }

    /// What lies in a table that leaves the file leaves it, too.
    fn export_members(&mut self) {
        for id in 0..self.b.graph.symbols.len() {
            let symbol = &self.b.graph.symbols[id];
            let hidden = self.b.graph.name(symbol.name).starts_with('_');
            if let Some(parent) = symbol.parent
                && (parent as usize) < id
                && !hidden
            {
                let holder = &self.b.graph.symbols[parent as usize];
                let holds = matches!(holder.kind, SymbolKind::Class | SymbolKind::Namespace | SymbolKind::Interface);
                self.b.graph.symbols[id].exported = holds && holder.exported;
            }
        }
    }

    fn in_function(&self) -> bool {
        !self.returns.is_empty()
    }

    /// What a name is bound to here. None: a global.
    fn local(&mut self, node: Node) -> Option<BindingId> {
        let name = self.name(node);
        self.scopes.visible(self.b, name)
    }
}

/// The text between the marks of a string.
fn text_of<'t>(node: Node<'t>) -> Option<Node<'t>> {
    field(node, "content").filter(|_| node.kind() == "string")
}
