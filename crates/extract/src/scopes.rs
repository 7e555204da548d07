//! Scopes for the front ends whose parser brings none: a stack while walking, a table of bindings, and
//! the two ways in which languages look a name up, by the whole chain of scopes once all is declared
//! ([`Scopes::resolve_chain`]) or by what is declared so far ([`Scopes::visible`]).

use crate::builder::Builder;
use facts::*;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct Scopes {
    /// The open scopes, the innermost last.
    stack: Vec<ScopeId>,
    table: FxHashMap<(ScopeId, NameId), BindingId>,
    /// Names that one scope declares to be another's: Python's `global` and `nonlocal`.
    elsewhere: FxHashMap<(ScopeId, NameId), ScopeId>,
    /// Equal names of a scope share one node.
    names: FxHashMap<(ScopeId, NameId, Option<BindingId>), ValueId>,
    /// So do values that say nothing but their builtin type, or nothing at all.
    builtins: FxHashMap<Option<Builtin>, ValueId>,
    unknown_type: Option<TypeId>,
}

impl Scopes {
    pub fn open(&mut self, b: &mut Builder, kind: ScopeKind, symbol: Option<SymbolId>) -> ScopeId {
        let scope = b.scope(kind, self.stack.last().copied(), symbol);
        self.stack.push(scope);
        scope
    }

    pub fn close(&mut self) {
        self.stack.pop();
    }

    /// The innermost open scope; the module's while none is open.
    pub fn current(&self) -> ScopeId {
        self.stack.last().copied().unwrap_or(0)
    }

    /// The innermost open scope that `wanted` accepts, else the module's.
    pub fn nearest(&self, b: &Builder, wanted: impl Fn(ScopeKind) -> bool) -> ScopeId {
        let fits = |scope: &&ScopeId| wanted(b.graph.scopes[**scope as usize].kind);
        self.stack.iter().rev().find(fits).copied().unwrap_or(0)
    }

    /// In the current scope `name` means the one of `scope`.
    pub fn declare_elsewhere(&mut self, name: NameId, scope: ScopeId) {
        self.elsewhere.insert((self.current(), name), scope);
    }

    /// The binding that a scope itself has for a name.
    pub fn bound(&self, name: NameId, scope: ScopeId) -> Option<BindingId> {
        let scope = self.elsewhere.get(&(scope, name)).copied().unwrap_or(scope);
        self.table.get(&(scope, name)).copied()
    }

    /// The binding of a name in a scope: the one that is there, or a new one.
    pub fn bind(&mut self, b: &mut Builder, name: NameId, scope: ScopeId, kind: BindingKind, byte: u32) -> BindingId {
        let scope = self.elsewhere.get(&(scope, name)).copied().unwrap_or(scope);
        *self.table.entry((scope, name)).or_insert_with(|| b.binding(name, scope, kind, b.source.line(byte)))
    }

    /// A new binding in the current scope. It hides one of the same name there from here on.
    pub fn rebind(&mut self, b: &mut Builder, name: NameId, kind: BindingKind, byte: u32) -> BindingId {
        let scope = self.current();
        let binding = b.binding(name, scope, kind, b.source.line(byte));
        self.table.insert((scope, name), binding);
        binding
    }

    /// The same of a name that the scope read before: there it means what it was bound to. What functions in it read is read
    /// once all is bound.
    pub fn hide(&mut self, b: &mut Builder, name: NameId, kind: BindingKind, byte: u32) -> BindingId {
        let scope = self.current();
        let before = self.bound(name, scope);
        if let Some(read) = self.names.remove(&(scope, name, None))
            && let Value::Name { binding, .. } = &mut b.graph.values[read as usize]
        {
            *binding = before;
        }
        self.rebind(b, name, kind, byte)
    }

    /// A new binding in the current scope. A name that is imported there means what the import brings all the same.
    pub fn bind_behind_import(&mut self, b: &mut Builder, name: NameId, kind: BindingKind, byte: u32) -> BindingId {
        let before = self.table.get(&(self.current(), name)).copied();
        let binding = self.rebind(b, name, kind, byte);
        if let Some(before) = before.filter(|&it| b.graph.bindings[it as usize].kind == BindingKind::Import) {
            self.table.insert((self.current(), name), before);
        }
        binding
    }

    /// What a name means here by the declarations so far. A class's own names are seen by its body
    /// alone, not by the functions in it.
    pub fn visible(&self, b: &Builder, name: NameId) -> Option<BindingId> {
        let current = self.current();
        let seen = |scope: &&ScopeId| **scope == current || b.graph.scopes[**scope as usize].kind != ScopeKind::Class;
        self.stack.iter().rev().filter(seen).find_map(|scope| self.bound(name, *scope))
    }

    /// What a name is bound to so far by the scopes around other than the module's.
    pub fn visible_inside(&self, name: NameId) -> Option<BindingId> {
        let inside = self.stack.get(1..).unwrap_or_default();
        inside.iter().rev().find_map(|scope| self.bound(name, *scope))
    }

    /// The node of a name that is read in the current scope.
    pub fn name(&mut self, b: &mut Builder, name: NameId, binding: Option<BindingId>) -> ValueId {
        let scope = self.current();
        *self.names.entry((scope, name, binding)).or_insert_with(|| b.value(Value::Name { name, scope, binding }))
    }

    /// A value of which only the builtin type is known.
    pub fn builtin(&mut self, b: &mut Builder, builtin: Builtin) -> ValueId {
        *self.builtins.entry(Some(builtin)).or_insert_with(|| b.value(Value::Builtin(builtin)))
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self, b: &mut Builder) -> ValueId {
        *self.builtins.entry(None).or_insert_with(|| b.value(Value::Unknown { dynamic: false }))
    }

    /// A type of which nothing is known.
    pub fn unknown_type(&mut self, b: &mut Builder) -> TypeId {
        *self.unknown_type.get_or_insert_with(|| b.ty(Type::Unknown))
    }

    /// Gives every name without a binding the one that its chain of scopes holds at the end of the file.
    pub fn resolve_chain(&self, graph: &mut FileGraph) {
        let (scopes, values, types) = (&graph.scopes, &mut graph.values, &mut graph.types);
        each_open_name(values, types, |name, from, binding| {
            let mut scope = Some(from);
            while let Some(at) = scope {
                let hidden = at != from && scopes[at as usize].kind == ScopeKind::Class;
                if let Some(found) = self.bound(name, at).filter(|_| !hidden) {
                    *binding = Some(found);
                    return;
                }
                scope = scopes[at as usize].parent;
            }
        });
    }

    /// Gives every name without a binding the one of the module, wherever in the file that stands.
    pub fn resolve_module(&self, graph: &mut FileGraph) {
        each_open_name(&mut graph.values, &mut graph.types, |name, _, binding| *binding = self.bound(name, 0));
    }
}

/// Calls `f` with the name, the scope and the place of the binding of every name that has none.
fn each_open_name(
    values: &mut Arena<Value>,
    types: &mut Arena<Type>,
    mut f: impl FnMut(NameId, ScopeId, &mut Option<BindingId>),
) {
    for value in values {
        if let Value::Name { name, scope, binding } = value
            && binding.is_none()
        {
            f(*name, *scope, binding);
        }
    }
    for ty in types {
        if let Type::Name { path, scope, root, .. } = ty
            && root.is_none()
            && let Some(name) = path.first()
        {
            f(*name, *scope, root);
        }
    }
}
