//! Definitions of macros: a symbol under the macro's plain name, bound under its name with `!`.

use super::{Attributes, Space, Walk, field, start};
use crate::tree::end;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn macro_definition(&mut self, node: Node, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return };
        let symbol = self.declare(SymbolKind::Function, name, node, attributes);
        let exported = self.is_exported_macro(symbol);
        let made = self.b.symbol_mut(symbol);
        made.exported = exported;
        made.modifiers = Modifiers::default().with(Modifiers::PRIVATE, !exported);
        let id = self.b.name(&format!("{}!", self.b.graph.name(self.b.graph.symbols[symbol as usize].name)));
        self.bind_item(Space::Macro, id, symbol, attributes);
        self.b.sign(symbol, start(node), end(name));
        self.macro_values(symbol, node);
    }

    fn is_exported_macro(&self, symbol: SymbolId) -> bool {
        self.b.graph.symbols[symbol as usize].decorators.iter().any(|it| it.text.starts_with("macro_export"))
    }
}
