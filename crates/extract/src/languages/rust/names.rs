//! What names are bound to: Rust has one space of names for values, one for types and modules and one for
//! macros. A `use` binds its name in all of them.

use super::Walk;
use facts::*;
use rustc_hash::{FxHashMap, FxHashSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    Value,
    Type,
    Macro,
}

#[derive(Default)]
pub struct Names {
    table: FxHashMap<(Space, ScopeId, NameId), BindingId>,
    /// Scopes that import everything from elsewhere.
    pub globs: FxHashSet<ScopeId>,
    /// Items under a condition that rather does not hold.
    weak: FxHashSet<SymbolId>,
}

impl Names {
    pub fn bound(&self, space: Space, scope: ScopeId, name: NameId) -> Option<BindingId> {
        self.table.get(&(space, scope, name)).copied()
    }

    pub fn set(&mut self, space: Space, scope: ScopeId, name: NameId, binding: BindingId) {
        self.table.insert((space, scope, name), binding);
    }

    pub fn is_weak(&self, symbol: SymbolId) -> bool {
        self.weak.contains(&symbol)
    }

    pub fn set_weak(&mut self, symbol: SymbolId) {
        self.weak.insert(symbol);
    }

    pub fn set_where_free(&mut self, space: Space, scope: ScopeId, name: NameId, binding: BindingId) {
        self.table.entry((space, scope, name)).or_insert(binding);
    }
}

impl Walk<'_, '_> {
    /// What a name means here. A module sees none of the names around it, but for the macros above it; an
    /// item sees none of the locals around it.
    pub fn visible(&self, space: Space, name: NameId) -> Option<BindingId> {
        let (mut next, mut in_item, mut past_glob) = (Some(self.scopes.current()), false, false);
        while let Some(at) = next {
            let scope = &self.b.graph.scopes[at as usize];
            if let Some(found) = self.names.bound(space, at, name) {
                let kind = self.b.graph.bindings[found as usize].kind;
                let local = matches!(kind, BindingKind::Variable | BindingKind::Parameter);
                if past_glob && !local {
                    // What an inner scope imports hides what an outer one declares.
                    return None;
                }
                if !in_item || !local {
                    return Some(found);
                }
            }
            past_glob |= self.names.globs.contains(&at);
            if scope.kind == ScopeKind::Module && space != Space::Macro {
                return None;
            }
            in_item |= scope.kind == ScopeKind::Function && scope.symbol.is_some();
            next = scope.parent;
        }
        None
    }

    /// A new binding of a local name. It hides one of the same name from here on.
    pub fn bind_local(&mut self, name: NameId, kind: BindingKind, byte: u32) -> BindingId {
        let (scope, line) = (self.scopes.current(), self.b.source.line(byte));
        let binding = self.b.binding(name, scope, kind, line);
        let space = if kind == BindingKind::TypeParam { Space::Type } else { Space::Value };
        self.names.set(space, scope, name, binding);
        binding
    }

    /// The node of a name that is read here as a value.
    pub fn read(&mut self, name: NameId) -> ValueId {
        let binding = self.visible(Space::Value, name);
        self.scopes.name(self.b, name, binding)
    }
}
