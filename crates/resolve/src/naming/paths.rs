//! Paths of names through modules that nest inside files and over files: `crate::a::b`, `super::c`, `dep::D`.
//!
//! A module is a file, or a namespace of one with a scope of its own. A name in it is what the module declares,
//! else what it imports by name, else what an import of everything brings. A macro goes by its name with `!`.

use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::naming::lookups::{MAX_PATHS, Seen};
use crate::naming::module_tree::Module;
use crate::naming::spread;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, ImportId, Imported, ScopeId, ScopeKind, SymbolKind, Type, TypeId};

impl Project {
    /// What a binding stands for, paths followed.
    pub(crate) fn path_binding(&self, file: FileId, id: BindingId, usage: Use) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let binding = &source.graph.bindings[id as usize];
        let name = source.name(binding.name);
        if !takes(usage, binding.kind) {
            // Another space of names: the scope may bind it there too.
            let others = source.bindings_in(binding.scope, name).iter().copied();
            for other in others.filter(|&other| takes(usage, source.graph.bindings[other as usize].kind)) {
                let entity = self.follow_path(file, source, other, usage, &mut Seen::default());
                if entity != Entity::Missing {
                    return entity;
                }
            }
        }
        match self.follow_path(file, source, id, usage, &mut Seen::default()) {
            // The import brings the name of another space: what is meant comes from elsewhere.
            Entity::Missing if binding.kind == BindingKind::Import => self.path_name(file, binding.scope, name, usage),
            entity => entity,
        }
    }

    /// What a name means in a scope that does not bind it before it is used.
    pub(crate) fn path_name(&self, file: FileId, scope: ScopeId, name: Name, usage: Use) -> Entity {
        self.first_name(file, scope, name, usage, &mut Seen::default())
    }

    /// What an entity has under a name.
    pub(crate) fn path_member(&self, entity: Entity, name: Name, usage: Use) -> Entity {
        self.step_into(entity, name, usage, &mut Seen::default())
    }

    /// The entity that a type's path names.
    pub(crate) fn path_type(&self, file: FileId, ty: TypeId) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let Type::Name { path, scope, root, .. } = &source.graph.types[ty as usize] else { return Entity::Missing };
        let names: Vec<Name> = path.iter().map(|&name| source.name(name)).collect();
        match root {
            Some(binding) => {
                let mut entity = self.path_binding(file, *binding, Use::Type);
                for &name in &names[1..] {
                    entity = self.step_into(entity, name, Use::Type, &mut Seen::default());
                }
                entity
            }
            None => self.find_path(file, *scope, &names, Use::Type, &mut Seen::default()),
        }
    }

    /// What a specifier names: a path seen from the top of a file.
    pub(crate) fn specified(&self, file: FileId, scope: ScopeId, specifier: &str) -> Entity {
        let names: Vec<Name> = specifier.split("::").map(|name| self.names.intern(name)).collect();
        self.find_path(file, scope, &names, Use::Type, &mut Seen::default())
    }

    /// Whether names are reached by paths in the language of a file.
    pub(crate) fn has_paths(&self, file: FileId) -> bool {
        self.source(file).is_some_and(|source| source.language.module_paths)
    }

    /// What an export hands on from elsewhere, a type where it is no value.
    pub(crate) fn path_exported(&self, file: FileId, specifier: &str, name: Name, usage: Use) -> Entity {
        let module = self.specified(file, 0, specifier);
        match self.path_member(module, name, usage) {
            Entity::Missing => self.path_member(module, name, Use::Type),
            entity => entity,
        }
    }

    /// What the nth name of an import is.
    pub(crate) fn path_imported(&self, file: FileId, import: ImportId, at: u32, usage: Use) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let is_it = |it: &facts::Binding| it.import == Some((import, at));
        let Some(id) = source.graph.bindings.iter().position(is_it) else { return Entity::Missing };
        let follow = |usage: Use| self.follow_path(file, source, id as BindingId, usage, &mut Seen::default());
        match follow(usage) {
            Entity::Missing => follow(if usage == Use::Type { Use::Value } else { Use::Type }),
            entity => entity,
        }
    }

    pub(crate) fn follow_path(
        &self,
        file: FileId,
        source: &Source,
        id: BindingId,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        let id = self.built_instead(file, source, id, usage).unwrap_or(id);
        let binding = &source.graph.bindings[id as usize];
        let Some((import, at)) = binding.import else {
            return match binding.symbol {
                Some(symbol) => Entity::Symbol(Decl { file, symbol }),
                None => Entity::Binding(file, id),
            };
        };
        let import = &source.graph.imports[import as usize];
        if binding.kind == BindingKind::Namespace {
            if let Some(found) = self.spread_module(file, source, binding.scope, &import.specifier) {
                return found;
            }
            return match self.led_to(file, source.language.system, &import.specifier) {
                Found::File(found) => Entity::Module(found),
                _ => Entity::Missing,
            };
        }
        let Some(imported) = import.names.get(at as usize) else { return Entity::Missing };
        let mut names: Vec<Name> = import.specifier.split("::").map(|name| self.names.intern(name)).collect();
        match imported.imported {
            Imported::Name(name) => names.push(source.name(name)),
            Imported::Module => {}
            _ => return Entity::Missing,
        }
        self.find_path(file, binding.scope, &names, usage, seen)
    }

    pub(super) fn find_path(
        &self,
        file: FileId,
        scope: ScopeId,
        names: &[Name],
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        // Paths lead to aliases and blocks, and those to paths again.
        if self.paths_open.get() >= MAX_PATHS {
            return Entity::Missing;
        }
        self.paths_open.set(self.paths_open.get() + 1);
        let entity = self.walk_path(file, scope, names, usage, seen);
        self.paths_open.set(self.paths_open.get() - 1);
        entity
    }

    fn walk_path(&self, file: FileId, scope: ScopeId, names: &[Name], usage: Use, seen: &mut Seen) -> Entity {
        let Some((&first, rest)) = names.split_first() else { return Entity::Missing };
        let own = self.module_around(file, scope);
        let mut entity = match &*self.names.text(first) {
            "crate" | "$crate" => Entity::Module(self.crate_root(file)),
            "self" => self.module_entity(own),
            "super" => self.module_above(own).map_or(Entity::Missing, |above| self.module_entity(above)),
            "" => match rest.first() {
                Some(&name) => return self.in_crate(file, name, &rest[1..], usage, seen),
                None => Entity::Missing,
            },
            _ => {
                let usage = if rest.is_empty() { usage } else { Use::Type };
                self.first_name(file, scope, first, usage, seen)
            }
        };
        for (at, &name) in rest.iter().enumerate() {
            let usage = if at + 1 == rest.len() { usage } else { Use::Type };
            entity = self.step_into(entity, name, usage, seen);
        }
        entity
    }

    fn in_crate(&self, file: FileId, name: Name, rest: &[Name], usage: Use, seen: &mut Seen) -> Entity {
        let mut entity = self.crate_named(file, name);
        for (at, &name) in rest.iter().enumerate() {
            let usage = if at + 1 == rest.len() { usage } else { Use::Type };
            entity = self.step_into(entity, name, usage, seen);
        }
        entity
    }

    /// A crate that a file's package knows by that name.
    fn crate_named(&self, file: FileId, name: Name) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let text = self.names.text(name);
        match self.look_up(file, source.language.system, &text) {
            Found::File(root) => Entity::Module(root),
            Found::External { path, .. } => Entity::External(self.names.intern(&path)),
            _ => Entity::Missing,
        }
    }

    /// The first name of a path, or a name alone: by the scopes up to the module's, crates, the prelude.
    fn first_name(&self, file: FileId, scope: ScopeId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let text = self.names.text(name);
        if matches!(&*text, "crate" | "self" | "super" | "$crate" | "") {
            return self.find_path(file, scope, &[name], usage, seen);
        }
        // A hole in a type is no name, whatever is imported.
        if &*text == "_" {
            return Entity::Missing;
        }
        let (mut next, mut outside) = (Some(scope), None);
        while let Some(at) = next {
            match self.item(source, file, at, name, usage, seen) {
                Entity::Missing => {}
                Entity::External(path) if source.bindings_in(at, name).iter().all(|&id| is_local(source, id)) => {
                    outside.get_or_insert(Entity::External(path));
                }
                entity => return entity,
            }
            let here = &source.graph.scopes[at as usize];
            next = if here.kind == ScopeKind::Module { None } else { here.parent };
        }
        let prelude = (source.language.prelude)(&text);
        if text.ends_with('!') {
            if let Some(named) = outside.filter(|_| self.hands_on_macro(source, file, scope, name)) {
                return named;
            }
            let found = self.macro_named(file, name);
            if found != Entity::Missing && prelude.is_none() {
                return found;
            }
        } else if usage == Use::Type {
            let found = self.crate_named(file, name);
            if found != Entity::Missing {
                return found;
            }
        }
        match prelude {
            Some(path) => Entity::External(self.names.intern(&path)),
            None => outside.or_else(|| self.lent_macro(file, &text)).unwrap_or(Entity::Missing),
        }
    }

    /// What a scope of a file has under a name: declared or imported there, else by an import of everything.
    fn item(&self, source: &Source, file: FileId, scope: ScopeId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let question = (file, scope, name, usage);
        if let Some(&known) = self.items.borrow().get(&question) {
            return known;
        }
        if !seen.enter(file, scope, name, usage) {
            return Entity::Missing;
        }
        let partial = self.items_partial.replace(false);
        let entity = self.find_item(source, file, scope, name, usage, seen);
        if seen.leave() && !self.items_partial.get() {
            self.items.borrow_mut().insert(question, entity);
        }
        self.items_partial.set(partial || self.items_partial.get());
        entity
    }

    fn find_item(
        &self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        let kind = |id: BindingId| source.graph.bindings[id as usize].kind;
        let text = self.names.text(name);
        let named = source.bindings_in(scope, name).iter().copied();
        for id in named.filter(|&id| takes(usage, kind(id)) && !is_local(source, id)) {
            let entity = self.follow_path(file, source, id, usage, seen);
            if entity != Entity::Missing {
                return entity;
            }
        }
        if let Some(plain) = text.strip_suffix('!') {
            for &id in source.bindings_in(scope, self.names.intern(plain)) {
                let entity = self.imported_macro(file, source, id, seen);
                if entity != Entity::Missing {
                    return entity;
                }
            }
        }
        self.brought(source, file, scope, name, usage, seen)
    }

    /// What an import of everything from an entity brings under a name: of an enum, its variants.
    pub(super) fn step_out_of(&self, entity: Entity, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        if let Entity::Symbol(decl) = entity
            && let Some((source, symbol)) = self.symbol(decl)
            && symbol.kind.is_type()
            && symbol.kind != SymbolKind::TypeAlias
        {
            let is_variant = |id: &&u32| source.graph.symbols[**id as usize].kind == SymbolKind::EnumMember;
            let own = source.members_named(Some(decl.symbol), name).iter().find(is_variant);
            return own.map_or(Entity::Missing, |&symbol| Entity::Symbol(Decl { file: decl.file, symbol }));
        }
        self.step_into(entity, name, usage, seen)
    }

    /// One name further in a path.
    fn step_into(&self, entity: Entity, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        match entity {
            Entity::Module(file) => self.module_item((file, 0), name, usage, seen),
            Entity::Symbol(decl) => {
                let Some((source, symbol)) = self.symbol(decl) else { return Entity::Missing };
                match (symbol.kind, symbol.scope, symbol.declared) {
                    (SymbolKind::Namespace, Some(scope), _) => self.module_item((decl.file, scope), name, usage, seen),
                    (SymbolKind::Function, Some(scope), _) if spread::is_macro_scope(&source.graph, scope) => {
                        self.item(source, decl.file, scope, name, usage, seen)
                    }
                    (SymbolKind::TypeAlias, _, Some(declared)) => {
                        if !seen.enter(decl.file, ScopeId::MAX, name, usage) {
                            return Entity::Missing;
                        }
                        let under = self.path_type(decl.file, declared);
                        let entity = self.step_into(under, name, usage, seen);
                        seen.leave();
                        entity
                    }
                    _ => {
                        let own = source.members_named(Some(decl.symbol), name).first().copied();
                        let own = own.map(|symbol| Decl { file: decl.file, symbol });
                        let called = self.names.called(name);
                        let found = own.or_else(|| self.impl_members(decl, called).first().map(|it| it.decl));
                        let found = found.or_else(|| self.impl_members(decl, name).first().map(|it| it.decl));
                        let found = found.or_else(|| self.declared_outside(decl, name));
                        found.map_or(Entity::Missing, Entity::Symbol)
                    }
                }
            }
            Entity::External(path) => self.outside(&self.names.text(path), &self.names.text(name)),
            // What a type parameter's bound says of its associated types.
            Entity::Binding(file, binding) => {
                let Some(source) = self.source(file) else { return Entity::Missing };
                let binding = &source.graph.bindings[binding as usize];
                let Some(bound) = binding.declared.filter(|_| binding.kind == BindingKind::TypeParam) else {
                    return Entity::Missing;
                };
                let parts = match &source.graph.types[bound as usize] {
                    Type::Intersection { parts } => parts.clone(),
                    _ => vec![bound],
                };
                let found = parts.into_iter().map(|part| match self.head_of(file, part) {
                    entity @ Entity::Symbol(_) => self.step_into(entity, name, usage, seen),
                    _ => Entity::Missing,
                });
                found.into_iter().find(|entity| *entity != Entity::Missing).unwrap_or(Entity::Missing)
            }
            _ => Entity::Missing,
        }
    }

    fn module_item(&self, module: Module, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(module.0) else { return Entity::Missing };
        let text = self.names.text(name);
        match &*text {
            "self" => return self.module_entity(module),
            "super" => return self.module_above(module).map_or(Entity::Missing, |above| self.module_entity(above)),
            _ => {}
        }
        match self.item(source, module.0, module.1, name, usage, seen) {
            // A module that a macro declares: its file is there.
            Entity::Missing if usage == Use::Type && module.1 == 0 => {
                let specifier = format!("self::{text}");
                match self.led_to(module.0, source.language.system, &specifier) {
                    Found::File(found) if self.declared_by(found) == Some((module.0, None)) => Entity::Module(found),
                    _ => Entity::Missing,
                }
            }
            // An exported macro lies at the root of its crate, wherever it is written.
            Entity::Missing if text.ends_with('!') && module.1 == 0 && self.crate_root(module.0) == module.0 => {
                self.macro_named(module.0, name)
            }
            entity => entity,
        }
    }
}

/// Whether a binding counts in the space of names that is asked for.
pub(super) fn takes(usage: Use, kind: BindingKind) -> bool {
    use BindingKind::{Class, Enum, Function, Import, Namespace, Parameter, Type, TypeParam, Variable};
    match usage {
        Use::Value | Use::Call => matches!(kind, Import | Function | Variable | Parameter | Class),
        Use::Type => matches!(kind, Import | Class | Type | TypeParam | Enum | Namespace),
    }
}

/// Whether a binding is a local's: where that is seen, its name is bound already.
fn is_local(source: &Source, id: BindingId) -> bool {
    let binding = &source.graph.bindings[id as usize];
    let holds = matches!(binding.kind, BindingKind::Variable | BindingKind::Parameter);
    holds && binding.symbol.is_none() && binding.import.is_none()
}
