//! Interfaces that files add to those of other modules of the repository: `declare module "./store" { interface A … }`.

use crate::naming::entities::{Entity, Use};
use crate::project::Project;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::Decl;
use facts::{FileGraph, Modifiers, SymbolId, SymbolKind};
use rustc_hash::FxHashSet;

/// What a file's outline says of the interfaces that it adds to others, by their own names.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let is_module = |symbol: &facts::Symbol| {
        symbol.kind == SymbolKind::Namespace && symbol.parent.is_none() && symbol.modifiers.has(Modifiers::AMBIENT)
    };
    if !graph.symbols.iter().any(is_module) {
        return Vec::new();
    }
    // A namespace with a name of its own is no other module.
    let own: FxHashSet<SymbolId> = graph.bindings.iter().filter_map(|binding| binding.symbol).collect();
    let is_other = |id: SymbolId| !own.contains(&id) && is_module(&graph.symbols[id as usize]);
    let all = graph.symbols.iter().enumerate();
    all.filter(|(_, it)| it.kind == SymbolKind::Interface && it.parent.is_some_and(is_other))
        .map(|(id, it)| (List::Added, graph.name(it.name).to_owned(), id as SymbolId))
        .collect()
}

impl Project {
    /// The interfaces that files of the repository add to one that another file declares.
    pub(crate) fn added_parts(&self, source: &Source, decl: Decl) -> Vec<Decl> {
        let symbol = &source.graph.symbols[decl.symbol as usize];
        if !source.language.computed_types || !matches!(symbol.kind, SymbolKind::Interface | SymbolKind::Class) {
            return Vec::new();
        }
        let name = source.name(symbol.name);
        let mut parts = Vec::new();
        for &(file, symbol) in self.listed(List::Added, name) {
            let part = Decl { file, symbol };
            let Some((other, added)) = self.symbol(part).filter(|_| file != decl.file) else { continue };
            let Some(module) = added.parent.map(|id| other.graph.name(other.graph.symbols[id as usize].name)) else {
                continue;
            };
            let found = self.look_up(file, other.language.system, module);
            let named = self.member_of(file, &found, name, Use::Type, &mut Vec::new());
            if let Entity::Symbol(of) = named
                && of.file == decl.file
                && source.merged(of.symbol).contains(&decl.symbol)
            {
                parts.push(part);
            }
        }
        parts
    }
}
