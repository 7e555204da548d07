//! Macros that are given nothing and make items: `macro_rules! root { () => { mod a; pub use a::B; } }`. Where they are
//! called in other files of their crate, these items stand.

use super::{Walk, field, items, start, whole_of};
use crate::languages::rust::expand;
use crate::tree::end;
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// The modules, imports and other items of a rule that is given nothing: names in a scope of the macro. A file that
    /// calls its own macro has them where it does.
    pub(super) fn spread_items(&mut self, symbol: SymbolId, left: Node, right: Node) {
        let made = self.str(right);
        let given = self.b.source.slice(start(left) + 1, end(left).saturating_sub(1));
        if !given.trim().is_empty() || !(made.contains("mod ") || made.contains("use ")) || self.is_called_here(symbol)
        {
            return;
        }
        // Other marks are those of macros that it makes.
        let code = made.replace("$crate", " crate");
        let around = self.rule.replace((right.start_byte(), code.into_bytes()));
        let tree = self.parse_again(right, right);
        let block = tree.as_ref().and_then(|it| whole_of(it.root_node())).filter(|it| it.kind() == "block");
        if let Some(block) = block {
            let (calls, references) = (self.b.graph.calls.len(), self.b.graph.references.len());
            let (errors, dropped) = (self.b.graph.errors.len(), self.b.graph.dropped.len());
            self.b.enter(symbol);
            let scope = self.scopes.open(self.b, ScopeKind::Module, Some(symbol));
            self.b.symbol_mut(symbol).scope = Some(scope);
            self.deeper(block, |walk| walk.body(block));
            self.scopes.close();
            self.b.leave();
            self.b.graph.errors.truncate(errors);
            self.b.graph.dropped.truncate(dropped);
            self.b.graph.calls.truncate(calls);
            self.b.graph.references.truncate(references);
        }
        self.rule = around;
    }

    fn is_called_here(&self, symbol: SymbolId) -> bool {
        let called = format!("{}!", self.b.graph.name(self.b.graph.symbols[symbol as usize].name));
        self.b.source.text.contains(&called)
    }

    /// A call of a macro of another file, between items and with nothing between its brackets: the module has what the
    /// macro makes there.
    pub fn spread_here(&mut self, node: Node) {
        let scope = self.scopes.current();
        if self.b.graph.scopes[scope as usize].kind != ScopeKind::Module {
            return;
        }
        let Some(call) = expand::called(node) else { return };
        let empty = items(call).into_iter().any(|it| it.kind() == "token_tree" && it.child_count() == 2);
        let Some(path) = field(call, "macro").filter(|_| empty) else { return };
        let mut names = Vec::new();
        self.segments(path, &mut names);
        let line = self.b.source.line(start(path));
        let local = self.b.name(SPREAD);
        let id = self.b.graph.imports.len() as ImportId;
        self.b.graph.imports.push(Import {
            specifier: format!("{}!", names.join("::")),
            names: vec![ImportedName { imported: Imported::All, local, type_only: false }],
            type_only: false,
            dynamic: false,
            line,
        });
        let all = self.b.name("*");
        let binding = self.b.binding(all, scope, BindingKind::Import, line);
        self.b.binding_mut(binding).import = Some((id, 0));
    }
}
