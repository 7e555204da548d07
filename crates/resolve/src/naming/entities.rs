//! What a name means: bindings followed through imports, re-exports and packages to what they declare.

use crate::languages::Packages;
use crate::modules::Found;
use crate::naming::auto_imports;
use crate::project::Project;
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::project::tree::{file_name, join, parent};
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, Export, Exported, ImportId, Imported, ScopeId, ValueId};

/// What a name stands for once all imports are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entity {
    Symbol(Decl),
    /// A name that is no symbol of its own: a local, a parameter, a type parameter.
    Binding(FileId, BindingId),
    /// An exported expression.
    Value(FileId, ValueId),
    /// A member of an exported expression (`module.exports = { a }`, imported as `{ a }`).
    ValueMember(FileId, ValueId, Name),
    Module(FileId),
    Folder(u32),
    /// A package by its name, or the start of some, as seen from a file.
    Package(FileId, Name),
    /// What a type has under a name: a static import, which may mean several members.
    Member(Decl, Name),
    /// A dotted path outside the repository.
    External(Name),
    /// It leads into the repository, but to nothing there.
    Missing,
}

/// A name may mean a value and a type: which one is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Use {
    Value,
    Type,
    /// A value that is called.
    Call,
}

impl Use {
    pub(crate) fn takes(self, kind: BindingKind) -> bool {
        match self {
            Use::Value | Use::Call => !matches!(kind, BindingKind::Type | BindingKind::TypeParam),
            Use::Type => !matches!(kind, BindingKind::Variable | BindingKind::Function | BindingKind::Parameter),
        }
    }
}

pub(crate) type Seen = Vec<(FileId, Name)>;

impl Project {
    /// What a binding stands for, imports followed.
    pub(crate) fn binding(&self, file: FileId, id: BindingId, usage: Use) -> Entity {
        if self.has_paths(file) {
            return self.path_binding(file, id, usage);
        }
        self.follow_binding(file, id, usage, &mut Vec::new())
    }

    /// What `name` of a module is.
    pub(crate) fn module_member(&self, file: FileId, name: Name, usage: Use) -> Entity {
        if self.has_paths(file) {
            return self.path_member(Entity::Module(file), name, usage);
        }
        self.member_of_file(file, name, usage, &mut Vec::new())
    }

    /// What `name` of a package or namespace package is.
    pub(crate) fn folder_member(&self, folder: u32, name: Name, usage: Use) -> Entity {
        self.member_of_folder(folder, name, usage, &mut Vec::new())
    }

    /// What a name means that no scope of its file binds.
    pub(crate) fn free_name(&self, file: FileId, scope: ScopeId, name: Name, usage: Use) -> Entity {
        if self.has_paths(file) {
            return self.path_name(file, scope, name, usage);
        }
        self.find_free(file, scope, name, usage, &mut Vec::new())
    }

    /// What the nth name of an import is.
    pub(crate) fn imported(&self, file: FileId, import: ImportId, at: u32, usage: Use) -> Entity {
        if self.has_paths(file) {
            return self.path_imported(file, import, at, usage);
        }
        self.follow_import(file, import, at, usage, &mut Vec::new())
    }

    /// What the nth export of a file is.
    pub(crate) fn exported(&self, file: FileId, at: usize, usage: Use) -> Entity {
        self.source(file).map_or(Entity::Missing, |source| self.follow_export(source, file, at, usage, &mut Vec::new()))
    }

    pub(crate) fn follow_binding(&self, file: FileId, id: BindingId, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let mut id = id;
        let mut binding = &source.graph.bindings[id as usize];
        if !usage.takes(binding.kind)
            && let Some(other) = source.binding_in(binding.scope, source.name(binding.name), |kind| usage.takes(kind))
        {
            id = other;
            binding = &source.graph.bindings[id as usize];
        }
        match (binding.import, binding.symbol) {
            (Some((import, at)), None) => {
                let found = self.follow_import(file, import, at, usage, seen);
                if usage == Use::Type { self.type_beside(source, file, id, found) } else { found }
            }
            // A function for where the import fails: what is had in the repository goes before it.
            (Some((import, at)), Some(symbol)) if source.language.rebinds => {
                match self.follow_import(file, import, at, usage, seen) {
                    Entity::External(_) | Entity::Missing => Entity::Symbol(Decl { file, symbol }),
                    found => found,
                }
            }
            (_, Some(symbol)) => Entity::Symbol(self.suited(Decl { file, symbol }, usage)),
            _ => Entity::Binding(file, id),
        }
    }

    fn follow_import(&self, file: FileId, import: ImportId, at: u32, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let import = &source.graph.imports[import as usize];
        let Some(imported) = import.names.get(at as usize) else { return Entity::Missing };
        if let Imported::Name(name) = imported.imported
            && import.specifier == auto_imports::ALL_OF_THEM
            && let Some(entity) = self.auto_imported(file, source.name(name), usage, seen)
        {
            return entity;
        }
        let found = self.find_module(file, source.language.system, &import.specifier);
        match &imported.imported {
            Imported::Name(name) => match found {
                // The specifier is the whole name.
                Found::Type(decl) if source.language.packages == Packages::Written => Entity::Symbol(decl),
                Found::External { path, .. } if source.language.packages == Packages::Written => {
                    Entity::External(self.names.intern(&path))
                }
                _ => self.member_of(file, &found, source.name(*name), usage, seen),
            },
            Imported::Default => self.member_of(file, &found, self.names.intern("default"), usage, seen),
            Imported::Module => match found {
                Found::File(target) => self.whole(target, seen),
                Found::Folder(folder) => Entity::Folder(folder),
                Found::Package(package) => Entity::Package(file, package),
                Found::Type(decl) => Entity::Symbol(decl),
                Found::External { path, .. } => Entity::External(self.names.intern(&path)),
                Found::Missing => Entity::Missing,
            },
            Imported::All | Imported::Nothing => Entity::Missing,
        }
    }

    /// A module taken whole: what `module.exports = x` puts in its place, else the module.
    fn whole(&self, file: FileId, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Module(file) };
        let name = self.names.intern("export=");
        if seen.contains(&(file, name)) {
            return Entity::Module(file);
        }
        seen.push((file, name));
        match source.exports_named(name).last() {
            Some(&at) => match source.graph.exports[at].what {
                Exported::Value(value) => Entity::Value(file, value),
                Exported::Local(binding) => self.follow_binding(file, binding, Use::Value, seen),
                _ => Entity::Module(file),
            },
            None => Entity::Module(file),
        }
    }

    pub(crate) fn member_of(&self, from: FileId, found: &Found, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        match found {
            Found::File(file) => self.member_of_file(*file, name, usage, seen),
            Found::Folder(folder) => self.member_of_folder(*folder, name, usage, seen),
            Found::Package(package) => self.package_member(from, *package, name, usage, seen),
            Found::Type(decl) => self.imported_member(*decl, name, usage),
            Found::External { path, .. } => match &*self.names.text(name) {
                "default" => Entity::External(self.names.intern(path)),
                text => self.outside(path, text),
            },
            Found::Missing => Entity::Missing,
        }
    }

    /// What a static import names: a nested type, or members that only the type's bases may tell.
    fn imported_member(&self, decl: Decl, name: Name, usage: Use) -> Entity {
        match (self.nested_type(decl, name), usage) {
            (Some(nested), Use::Type) => Entity::Symbol(nested),
            (None, Use::Type) => Entity::Missing,
            _ => Entity::Member(decl, name),
        }
    }

    fn member_of_folder(&self, folder: u32, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        if let Some((package, _)) = self.imported_package(folder) {
            return match self.top_of(&package, name) {
                Some((file, binding)) => self.follow_binding(file, binding, usage, seen),
                None => Entity::Missing,
            };
        }
        self.submodule(self.tree.folder_path(folder), name)
    }

    fn submodule(&self, folder: &str, name: Name) -> Entity {
        let name = self.names.text(name);
        self.consulted.key(consulted::folder(folder));
        self.consulted.key(consulted::folder(&join(folder, &name).unwrap_or_default()));
        match self.modules.submodule(&self.tree, folder, &name) {
            Some(Found::File(file)) => Entity::Module(file),
            Some(Found::Folder(folder)) => Entity::Folder(folder),
            _ => Entity::Missing,
        }
    }

    pub(super) fn member_of_file(&self, file: FileId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        if seen.contains(&(file, name)) {
            return Entity::Missing;
        }
        let Some(source) = self.source(file) else { return Entity::Missing };
        seen.push((file, name));
        if source.language.open_modules {
            self.open_member(source, file, name, usage, seen)
        } else {
            self.exported_member(source, file, name, usage, seen)
        }
    }

    /// A module whose top-level names can all be reached.
    fn open_member(&self, source: &Source, file: FileId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        if let Some(binding) = source.top_binding(name, |kind| usage.takes(kind)) {
            let entity = self.follow_binding(file, binding, usage, seen);
            if entity != Entity::Missing {
                return entity;
            }
        }
        // What the package's file brings goes before a module of that name.
        let starred = self.starred(source, file, name, usage, seen);
        let path = self.tree.path(file);
        if starred == Entity::Missing && file_name(path).starts_with("__init__.") {
            return self.submodule(parent(path), name);
        }
        starred
    }

    /// A name that `import *` may have brought into a file.
    pub(crate) fn starred(&self, source: &Source, file: FileId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        // The last one wins where several bring the name.
        for specifier in self.star_specifiers(source, file).iter().rev() {
            let entity = match self.find_module(file, source.language.system, specifier) {
                Found::File(target) if self.star_takes(target, name) => self.member_of_file(target, name, usage, seen),
                Found::Folder(folder) => self.member_of_folder(folder, name, usage, seen),
                Found::Package(package) => self.starred_package(file, package, name, usage, seen),
                Found::Type(decl) if self.has_member(decl, name) && !self.may_be_outside(source, file, name) => {
                    self.imported_member(decl, name, usage)
                }
                _ => continue,
            };
            if entity != Entity::Missing {
                return entity;
            }
        }
        Entity::Missing
    }

    fn starred_package(&self, file: FileId, package: Name, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        // Packages inside the package are not brought.
        if self.declared_in(source.language.system, package, name).is_empty() {
            return Entity::Missing;
        }
        self.package_member(file, package, name, usage, seen)
    }

    fn has_member(&self, decl: Decl, name: Name) -> bool {
        let Some((source, _)) = self.symbol(decl) else { return false };
        let called = self.names.called(name);
        [name, called].iter().any(|&name| !source.members_named(Some(decl.symbol), name).is_empty())
    }

    fn star_takes(&self, file: FileId, name: Name) -> bool {
        let Some(source) = self.source(file) else { return false };
        match &source.graph.star_names {
            Some(names) => names.iter().any(|&listed| source.name(listed) == name),
            None => !self.names.text(name).starts_with('_'),
        }
    }

    /// A module of which only the exports can be reached.
    fn exported_member(&self, source: &Source, file: FileId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let mut entity = Entity::Missing;
        for &at in source.exports_named(name) {
            entity = self.follow_export(source, file, at, usage, seen);
            let suits = match entity {
                Entity::Symbol(decl) => self.suits(decl, usage),
                Entity::Missing => false,
                _ => true,
            };
            if suits {
                return entity;
            }
        }
        if entity != Entity::Missing {
            return entity;
        }
        if let Some(&at) = source.exports_named(self.names.intern("export=")).last() {
            let is_default = &*self.names.text(name) == "default";
            return match source.graph.exports[at].what {
                _ if is_default => self.whole(file, seen),
                Exported::Value(value) => Entity::ValueMember(file, value, name),
                _ => Entity::Missing,
            };
        }
        if &*self.names.text(name) == "default" {
            // CommonJS without a default: the module itself.
            let plain = source.star_exports.is_empty() && !source.graph.exports.is_empty();
            let assigned = |e: &Export| {
                let binding = format!("exports.{}", self.names.text(source.name(e.name)));
                matches!(e.what, Exported::Value(_)) || !source.bindings_in(0, self.names.intern(&binding)).is_empty()
            };
            let is_common = plain && source.graph.exports.iter().all(assigned);
            return if is_common { Entity::Module(file) } else { Entity::Missing };
        }
        let mut outside = Entity::Missing;
        for &at in &source.star_exports {
            let Exported::AllFrom { specifier } = &source.graph.exports[at].what else { continue };
            match self.find_module(file, source.language.system, specifier) {
                Found::File(target) => match self.member_of_file(target, name, usage, seen) {
                    Entity::Missing => {}
                    Entity::External(path) => outside = Entity::External(path),
                    found => return found,
                },
                Found::External { path, .. } if outside == Entity::Missing => {
                    outside = self.outside(&path, &self.names.text(name));
                }
                _ => {}
            }
        }
        outside
    }

    fn follow_export(&self, source: &Source, file: FileId, at: usize, usage: Use, seen: &mut Seen) -> Entity {
        let system = source.language.system;
        match &source.graph.exports[at].what {
            Exported::Local(binding) => self.follow_binding(file, *binding, usage, seen),
            Exported::Value(value) => Entity::Value(file, *value),
            Exported::From { specifier, name } if source.language.module_paths => {
                self.path_exported(file, specifier, source.name(*name), usage)
            }
            Exported::From { specifier, name } => {
                self.member_of(file, &self.find_module(file, system, specifier), source.name(*name), usage, seen)
            }
            Exported::ModuleFrom { specifier } | Exported::AllFrom { specifier } => {
                match self.find_module(file, system, specifier) {
                    Found::File(target) => Entity::Module(target),
                    Found::Folder(folder) => Entity::Folder(folder),
                    Found::Package(package) => Entity::Package(file, package),
                    Found::Type(decl) => Entity::Symbol(decl),
                    Found::External { path, .. } => Entity::External(self.names.intern(&path)),
                    Found::Missing => Entity::Missing,
                }
            }
        }
    }

    fn find_free(&self, file: FileId, scope: ScopeId, name: Name, usage: Use, seen: &mut Seen) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        if source.language.links {
            return self.linked_name(source, file, scope, name, usage);
        }
        if source.language.packages != Packages::Folders {
            return self.packaged_name(source, file, scope, name, usage, seen);
        }
        if source.language.package_scope {
            if let Some((other, binding)) = self.top_of(&self.package_of(file), name) {
                return self.follow_binding(other, binding, usage, seen);
            }
            if let Some(entity) = self.unnamed_import(source, file, name) {
                return entity;
            }
        }
        if !source.star_imports.is_empty() {
            let inside = Some(self.starred(source, file, name, usage, seen)).filter(|it| *it != Entity::Missing);
            if let Some(entity) = inside.or_else(|| self.starred_outside(source, file, name)) {
                return entity;
            }
        }
        match self.auto_imported(file, name, usage, seen) {
            Some(entity) if usage != Use::Type => entity,
            _ => self.global_name(source, file, name, usage),
        }
    }
}
