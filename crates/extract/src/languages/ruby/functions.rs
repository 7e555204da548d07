//! What a file defines outside of classes, and which of it a bare name means: a group's examples and the groups in it
//! have what the group defines, no other place has it.

use super::{Walk, Walker, field};
use facts::*;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::tree_sitter::Node;

/// Calls whose blocks have what they define for something else than the file.
const OTHERS: &[&str] =
    &["class_eval", "class_exec", "instance_eval", "instance_exec", "module_eval", "module_exec", "new"];

#[derive(Default)]
pub struct Functions {
    /// By name, and where they are defined.
    defined: FxHashMap<NameId, Vec<(ScopeId, BindingId)>>,
    /// The scopes of groups, and those of groups that others take over: what these define is the group's around.
    groups: FxHashSet<ScopeId>,
    shared: FxHashSet<ScopeId>,
}

impl Functions {
    pub fn define(&mut self, name: NameId, scope: ScopeId, binding: BindingId) {
        self.defined.entry(name).or_default().push((scope, binding));
    }

    pub fn group(&mut self, scope: ScopeId, is_shared: bool) {
        if is_shared {
            self.shared.insert(scope)
        } else {
            self.groups.insert(scope)
        };
    }

    /// Gives bare names without a binding what the file defines. The last definition of a scope counts.
    pub fn bind(&self, graph: &mut FileGraph) {
        let FileGraph { values, scopes, .. } = graph;
        for value in values.iter_mut() {
            if let Value::Name { name, scope, binding: binding @ None } = value {
                *binding = self.meant(scopes, *name, *scope);
            }
        }
    }

    fn meant(&self, scopes: &Arena<Scope>, name: NameId, from: ScopeId) -> Option<BindingId> {
        let all = self.defined.get(&name)?;
        let around = |scope: ScopeId| std::iter::successors(Some(scope), |&it| scopes[it as usize].parent);
        let home = |at: ScopeId| around(at).find(|scope| !self.shared.contains(scope));
        let has = |at: ScopeId, scope: ScopeId| at == scope || home(at) == Some(scope);
        let near = around(from).find_map(|scope| all.iter().rev().find(|(at, _)| has(*at, scope)));
        let open = || all.iter().rev().find(|(at, _)| !around(*at).any(|scope| self.groups.contains(&scope)));
        near.or_else(open).map(|&(_, binding)| binding)
    }
}

impl Walk<'_, '_> {
    /// The scope that has what is defined here: blocks outside of groups define for the file.
    pub fn defining_scope(&self, node: Node) -> ScopeId {
        let defines = |it: &Node| {
            let text = field(*it, "method").map(|name| self.str(name));
            it.kind() == "method" || it.kind() == "call" && text.is_some_and(|text| OTHERS.contains(&text))
        };
        let for_file = self.described.is_empty()
            && self.methods.is_empty()
            && !std::iter::successors(node.parent(), |it| it.parent()).any(|it| defines(&it));
        if for_file { 0 } else { self.scopes.current() }
    }
}
