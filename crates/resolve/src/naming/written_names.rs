//! Names that a graph writes out in full, `\A\B`, over the packages that files declare.

use crate::languages::System;
use crate::modules::Found;
use crate::naming::entities::{Entity, Seen, Use};
use crate::naming::packages::{ANYWHERE, package_of_scope, shared};
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, Modifiers, ScopeId, SymbolId};

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

    /// What a name means that the packages around tell: a constant by its path, or a function of the repository.
    pub(crate) fn lexical_name(
        &self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        seen: &mut Seen,
    ) -> Entity {
        let system = source.language.system;
        let text = self.names.text(name);
        let path = text.strip_prefix("::").unwrap_or(&text);
        if !path.starts_with(|c: char| c.is_ascii_uppercase()) {
            return self.function_named(file, system, name, seen);
        }
        let dotted = path.replace("::", ".");
        let mut scopes = std::iter::successors(Some(scope), |&id| source.graph.scopes[id as usize].parent);
        let package = scopes.find_map(|id| package_of_scope(&source.graph, id)).unwrap_or_default();
        let mut around = Some(if path.len() < text.len() { "" } else { package });
        while let Some(package) = around {
            let full = if package.is_empty() { dotted.clone() } else { format!("{package}.{dotted}") };
            if let Some(entity) = self.constant_named(file, system, &full, seen) {
                return entity;
            }
            around = match package {
                "" => None,
                package => Some(package.rsplit_once('.').map_or("", |(outer, _)| outer)),
            };
        }
        match (source.language.implicit_package)(path) {
            Some(_) => Entity::External(self.names.intern(path)),
            None => self.constant_anywhere(file, system, path, &dotted, seen),
        }
    }

    /// A constant that no package around has: the only one of the repository whose full name ends so, since what
    /// is included into every object is not followed.
    fn constant_anywhere(&self, from: FileId, system: System, path: &str, dotted: &str, seen: &mut Seen) -> Entity {
        let last = self.names.intern(dotted.rsplit_once('.').map_or(dotted, |(_, last)| last));
        let mut found: Vec<String> = Vec::new();
        for &(file, id) in self.declared_in(system, self.names.intern(ANYWHERE), last) {
            let Some(source) = self.source(file) else { continue };
            let binding = &source.graph.bindings[id as usize];
            let Some(package) = package_of_scope(&source.graph, binding.scope) else { continue };
            let full = if package.is_empty() {
                self.names.text(last).to_string()
            } else {
                format!("{package}.{}", self.names.text(last))
            };
            let ends = full.strip_suffix(dotted).is_some_and(|before| before.is_empty() || before.ends_with('.'));
            let is_class = binding.kind == BindingKind::Class;
            if ends && is_class && !found.contains(&full) && !is_mere_package(source, binding.symbol) {
                found.push(full);
            }
        }
        match &found[..] {
            [] => Entity::External(self.names.intern(path)),
            [full] => self.constant_named(from, system, full, seen).unwrap_or(Entity::Missing),
            _ => Entity::Missing,
        }
    }

    /// A constant by its full name: of a class that is opened in several places, the place that says most.
    fn constant_named(&self, from: FileId, system: System, full: &str, seen: &mut Seen) -> Option<Entity> {
        let (package, name) = full.rsplit_once('.').unwrap_or(("", full));
        let (package, name) = (self.names.intern(package), self.names.intern(name));
        let in_test = self.is_test(from);
        let rank = |&(file, id): &(FileId, BindingId)| {
            let Some(source) = self.source(file) else { return (false, 0, 0) };
            let symbol = source.graph.bindings[id as usize].symbol.map(|id| &source.graph.symbols[id as usize]);
            let lines = symbol.map_or(0, |it| it.span.end.line.saturating_sub(it.span.start.line));
            let bases = symbol.map_or(0, |it| it.bases.len());
            (in_test || !source.graph.is_test, bases.min(1), lines)
        };
        let fits = |&&(file, id): &&(FileId, BindingId)| {
            self.source(file).is_some_and(|it| it.graph.bindings[id as usize].kind != BindingKind::Function)
        };
        let all = self.declared_in(system, package, name).iter().filter(fits);
        let &(file, binding) = all.max_by_key(|it| (rank(it), std::cmp::Reverse(it.0)))?;
        Some(self.follow_binding(file, binding, Use::Value, seen))
    }

    /// A constant of a class, by its path from there.
    pub(crate) fn constant_of(&self, from: FileId, class: Decl, name: Name) -> Option<Decl> {
        let (source, symbol) = self.symbol(class)?;
        let package = package_of_scope(&source.graph, symbol.scope?)?;
        let full = format!("{package}.{}", self.names.text(name).replace("::", "."));
        match self.constant_named(from, source.language.system, &full, &mut Vec::new())? {
            Entity::Symbol(decl) => Some(decl),
            _ => None,
        }
    }

    /// A function that stands outside of classes. Where there is none, but a method of that name, nothing is said.
    fn function_named(&self, from: FileId, system: System, name: Name, seen: &mut Seen) -> Entity {
        let all = self.declared_in(system, self.names.intern(""), name).iter();
        let path = |file: FileId| self.tree.path(file);
        let functions = all.filter(|&&(file, id)| {
            let is_function = |source: &Source| source.graph.bindings[id as usize].kind == BindingKind::Function;
            self.source(file).is_some_and(is_function) && (!self.is_test(file) || self.is_test(from))
        });
        match functions.max_by_key(|it| (shared(path(from), path(it.0)), std::cmp::Reverse(it.0))) {
            Some(&(file, binding)) => self.follow_binding(file, binding, Use::Call, seen),
            None if self.listed(List::Method, name).is_empty() => Entity::External(name),
            None => Entity::Missing,
        }
    }

    fn is_test(&self, file: FileId) -> bool {
        self.source(file).is_some_and(|source| source.graph.is_test)
    }
}

/// Whether a module does nothing but stand around others, in this file: nobody calls a method of it. What has its name
/// outside of it is a library's.
fn is_mere_package(source: &Source, symbol: Option<SymbolId>) -> bool {
    let Some(id) = symbol else { return false };
    let graph = &source.whole().graph;
    let mut members = graph.symbols.iter().filter(|it| it.parent == Some(id)).peekable();
    let own = &graph.symbols[id as usize];
    let is_module = own.modifiers.has(Modifiers::ABSTRACT) && own.bases.is_empty();
    is_module && members.peek().is_some() && members.all(|it| it.kind.is_type())
}
