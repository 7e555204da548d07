//! The names of a file that always hold the same.

use super::Names;
use facts::{FileGraph, Modifiers, SymbolKind};

/// Symbols that hold a text, and where `const` says so (Go) all that are declared by it: what is put together of
/// constants of other files, too.
pub fn of_file(graph: &FileGraph, are_declared: bool) -> Names<'_> {
    let holding = graph.constants.iter().map(|(id, _)| &graph.symbols[*id as usize]);
    let declared = graph
        .symbols
        .iter()
        .filter(|it| are_declared && it.kind == SymbolKind::Variable && it.modifiers.has(Modifiers::READONLY));
    holding.chain(declared).map(|it| graph.name(it.name)).collect()
}
