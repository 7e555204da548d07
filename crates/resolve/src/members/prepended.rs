//! Members that stand before a class's own: what it has of modules put in front of it.

use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head};
use facts::Relation;

impl Eval<'_> {
    /// The member that a class has before its own: the last module that it prepends comes first.
    pub(super) fn prepended_member(&mut self, decl: Decl, name: Name) -> Option<Decl> {
        let (source, _) = self.project.symbol(decl)?;
        if !source.language.singleton_members {
            return None;
        }
        for part in self.project.merged(decl) {
            let embedded = self.modules_of(part, Relation::Embeds);
            let handed = embedded.into_iter().flat_map(|it| self.project.merged(it));
            let mut modules = Vec::new();
            for part in handed.collect::<Vec<_>>() {
                modules.extend(self.modules_of(part, Relation::PrependsToOthers));
            }
            modules.extend(self.modules_of(part, Relation::Prepends));
            let found = modules.into_iter().rev().find_map(|module| self.own_member(module, name));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// The modules that a part of a class names as bases of a kind.
    fn modules_of(&mut self, part: Decl, relation: Relation) -> Vec<Decl> {
        let Some((_, symbol)) = self.project.symbol(part) else { return Vec::new() };
        let bases = symbol.bases.iter().filter(|base| base.relation == relation);
        let named = bases.filter_map(|base| {
            let ty = self.declared(part.file, base.ty, Some(part.symbol));
            let module = self.instance_of(ty);
            match *self.types.head(module) {
                Head::Instance(module, _) => Some(module),
                _ => None,
            }
        });
        named.collect()
    }
}
