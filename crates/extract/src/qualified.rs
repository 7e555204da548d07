//! The names of symbols, with those of what is around them.

use crate::builder::Builder;
use facts::*;
use rustc_hash::{FxHashMap, FxHashSet};

impl Builder<'_> {
    /// The symbols in order, but each behind its owner: a type may get its name behind its members.
    fn owners_first(&self) -> Vec<usize> {
        let symbols = &self.graph.symbols;
        let mut order = Vec::with_capacity(symbols.len());
        let mut placed = vec![false; symbols.len()];
        let mut chain = Vec::new();
        for id in 0..symbols.len() {
            let mut next = Some(id);
            while let Some(at) = next.filter(|&at| !placed[at]) {
                placed[at] = true;
                chain.push(at);
                next = symbols[at].parent.map(|parent| parent as usize);
            }
            order.extend(chain.drain(..).rev());
        }
        order
    }

    /// Gives each symbol its qualified name. Of equal ones the first keeps it plain that is no overload's
    /// signature; the others get `~2`, `~3` in the order of the file.
    pub(crate) fn qualify(&mut self) {
        let mut plain: FxHashMap<(Option<SymbolId>, &str, NameId), SymbolId> = FxHashMap::default();
        for (id, symbol) in self.graph.symbols.iter().enumerate() {
            if self.graph.is_made(id as SymbolId) {
                continue;
            }
            let signature = Modifiers::OVERLOAD | Modifiers::PROTOTYPE;
            let overload = symbol.modifiers.has(signature);
            let first = plain.entry((symbol.parent, &symbol.qualified, symbol.name)).or_insert(id as SymbolId);
            let known = &self.graph.symbols[*first as usize];
            // Where a field and a method share a name, the method is what is asked for by it.
            let called = symbol.kind == SymbolKind::Method && known.kind == SymbolKind::Property;
            if called || !overload && known.modifiers.has(signature) {
                *first = id as SymbolId;
            }
        }
        let keeps_plain: FxHashSet<SymbolId> = plain.into_values().collect();
        let (mut taken, mut next) = (FxHashSet::<String>::default(), FxHashMap::<String, u32>::default());
        for id in self.owners_first() {
            let symbol = &self.graph.symbols[id];
            let name = &self.graph.names[symbol.name as usize];
            let owner = match symbol.parent {
                Some(parent) if symbol.qualified.is_empty() => &self.graph.symbols[parent as usize].qualified,
                _ => &symbol.qualified,
            };
            let base = if owner.is_empty() { name.clone() } else { format!("{owner}.{name}") };
            let mut qualified = base.clone();
            if !keeps_plain.contains(&(id as SymbolId)) || taken.contains(&qualified) {
                let count = next.entry(base.clone()).or_insert(1);
                loop {
                    *count += 1;
                    qualified = format!("{base}~{count}");
                    if !taken.contains(&qualified) {
                        break;
                    }
                }
            }
            taken.insert(qualified.clone());
            self.graph.symbols[id].qualified = qualified;
        }
    }
}
