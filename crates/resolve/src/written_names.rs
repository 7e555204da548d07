//! Names that a graph writes out in full, `\A\B`, over the packages that files declare.

use crate::entities::{Entity, Seen, Use};
use crate::languages::System;
use crate::modules::Found;
use crate::names::Name;
use crate::packages::{package_of_scope, shared};
use crate::project::Project;
use crate::source::Source;
use crate::types::FileId;
use facts::{BindingId, BindingKind, ScopeId};

impl Project {
    /// What a name means that is written out in full, `\A\B`, or one that the package around or none has.
    pub(crate) fn written_name(
        &self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        let system = source.language.system;
        let text = self.names.text(name);
        let Some(full) = text.strip_prefix('\\') else {
            let mut scopes = std::iter::successors(Some(scope), |&id| source.graph.scopes[id as usize].parent);
            let package = scopes.find_map(|id| package_of_scope(&source.graph, id)).unwrap_or_default();
            let own = (!package.is_empty()).then(|| format!("{package}.{text}"));
            let mut names = own.iter().map(String::as_str).chain([&*text]);
            let found = names.find_map(|full| self.written_member(file, system, full, usage, seen));
            return found.unwrap_or(Entity::External(name));
        };
        match self.written_member(file, system, &full.replace('\\', "."), usage, seen) {
            Some(entity) => entity,
            None => match self.look_up(file, system, full) {
                Found::Missing => Entity::Missing,
                _ => Entity::External(self.names.intern(full)),
            },
        }
    }

    /// What the repository declares under a full, dotted name. Types have names of their own, apart from those of
    /// functions and constants.
    pub(crate) fn written_member(
        &self,
        from: FileId,
        system: System,
        full: &str,
        usage: Use,
        seen: &mut Seen,
    ) -> Option<Entity> {
        let (package, name) = full.rsplit_once('.').unwrap_or(("", full));
        let (package, name) = (self.names.intern(package), self.names.intern(name));
        let is_type = |kind| !matches!(kind, BindingKind::Function | BindingKind::Variable);
        let fits = |&&(file, id): &&(FileId, BindingId)| {
            let source = self.source(file);
            source.is_some_and(|it| is_type(it.graph.bindings[id as usize].kind) == (usage == Use::Type))
        };
        let path = |file: FileId| self.tree.path(file);
        let all = self.declared_in(system, package, name).iter().filter(fits);
        let &(file, binding) = all.min_by_key(|it| std::cmp::Reverse(shared(path(from), path(it.0))))?;
        Some(self.follow_binding(file, binding, usage, seen))
    }
}
