//! What functions take that they do not list: whoever reads `arguments` takes any number of them.

use super::*;

impl Walk<'_, '_> {
    /// Marks the named functions that read `arguments`, themselves or in a nameless function of theirs.
    pub fn mark_readers_of_arguments(&mut self) {
        let read = self.scoping.root_unresolved_references().get("arguments");
        let scopes: Vec<ScopeId> = read
            .into_iter()
            .flatten()
            .map(|&at| self.scoping.get_reference(at).scope_id().index() as ScopeId)
            .collect();
        for at in scopes {
            let around = |it: &ScopeId| self.b.graph.scopes[*it as usize].parent;
            let named = std::iter::successors(Some(at), around).find_map(|it| {
                let scope = &self.b.graph.scopes[it as usize];
                scope.symbol.filter(|_| scope.kind == ScopeKind::Function)
            });
            if let Some(function) = named {
                let made = self.b.symbol_mut(function);
                made.modifiers = made.modifiers.with(Modifiers::READS_ARGUMENTS, true);
            }
        }
    }
}
