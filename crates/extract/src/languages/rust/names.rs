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
    /// The macro of another file in whose braces the walk is.
    pub gate: Option<NameId>,
    /// What is bound in such braces.
    gated: FxHashMap<BindingId, NameId>,
    /// What is meant instead of a binding, where its macro says that it is not built.
    rivals: FxHashMap<BindingId, BindingId>,
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
    /// The macro of another file in whose braces what stands between those of a call of `name` is: where these hold items
    /// of a module, that one, else the one around.
    pub fn gate_of(&mut self, name: &str) -> Option<NameId> {
        if self.b.graph.scopes[self.scopes.current() as usize].kind != ScopeKind::Module {
            return self.names.gate;
        }
        Some(self.b.name(&format!("{name}!")))
    }

    /// Notes the braces in which a new binding stands.
    pub fn gated(&mut self, binding: BindingId) {
        if let Some(gate) = self.names.gate {
            self.names.gated.insert(binding, gate);
        }
    }

    /// The macro that decides whether a binding is meant, or something that stands elsewhere under the same name.
    pub fn deciding(&self, binding: BindingId) -> Option<NameId> {
        let gate = self.names.gated.get(&binding).copied()?;
        (self.names.gate != Some(gate) && !self.names.rivals.contains_key(&binding)).then_some(gate)
    }

    /// From here on `rival` is meant where the macro around `binding` says that this is not built.
    pub fn set_rival(&mut self, binding: BindingId, gate: NameId, rival: BindingId) {
        self.names.rivals.insert(binding, rival);
        self.gated(rival);
        self.b.graph.gates.push((binding, gate));
    }

    /// What a binding is in the braces where the walk is: there its rival is meant that stands in them.
    pub fn in_braces(&self, binding: BindingId) -> BindingId {
        let stands_here = |rival: &&BindingId| self.names.gated.get(rival).copied() == self.names.gate;
        self.names.rivals.get(&binding).filter(stands_here).copied().unwrap_or(binding)
    }

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
                    return Some(self.in_braces(found));
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
