//! Files of one folder that share their top-level names.

use crate::modules::Found;
use crate::naming::entities::Entity;
use crate::project::Project;
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::project::tree::parent;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, Imported, Platforms};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The files of one folder that share their top-level names.
#[derive(Debug, Default)]
pub struct Package {
    top: FxHashMap<Name, (FileId, BindingId)>,
    /// Methods by their type's name.
    methods: FxHashMap<Name, Vec<Decl>>,
}

impl Project {
    /// What a package declares under a name.
    pub(crate) fn top_of(&self, package: &Package, name: Name) -> Option<(FileId, BindingId)> {
        self.consulted.asked.name(name);
        package.top.get(&name).copied()
    }

    /// The method of a name that a package gives a type of its own.
    pub(crate) fn method_of(&self, package: &Package, owner: Name, name: Name) -> Option<Decl> {
        self.consulted.asked.name(name);
        let named = |method: &&Decl| self.part(method.file).is_some_and(|s| s.symbol_name(method.symbol) == name);
        package.methods.get(&owner)?.iter().find(named).copied()
    }

    /// The package that a file shares its top-level names with.
    pub(crate) fn package_of(&self, file: FileId) -> Rc<Package> {
        let folder = self.tree.find_folder(parent(self.tree.path(file))).unwrap_or(0);
        let source = self.source(file);
        let clause = source.and_then(|source| source.graph.package.as_deref()).unwrap_or("");
        // What only a build by other tags has is built beside what all have.
        let own = source.map(|source| source.graph.not_for.not()).filter(|it| !it.is_none());
        self.package(folder, clause, own.unwrap_or(Platforms::ALL).first())
    }

    /// The package that importing a folder gives: the one that its tests outside the package do not name.
    pub(crate) fn imported_package(&self, folder: u32) -> Option<(Rc<Package>, String)> {
        self.consulted.key(consulted::package_of(self.tree.folder_path(folder)));
        let files = self.tree.files_in(folder).iter();
        let all: Vec<&str> = files.filter_map(|&file| self.part(file)?.graph.package.as_deref()).collect();
        let clauses = BTreeSet::from_iter(all.iter().copied());
        let is_outside = |clause: &str| clause.ends_with("_test") || clause == "main" && all.len() > 1;
        let clause = clauses.iter().find(|clause| !is_outside(clause)).or(clauses.first())?.to_string();
        Some((self.package(folder, &clause, Platforms::ALL.first()), clause))
    }

    /// What files declare for a platform; what none of them does, as others declare it.
    fn package(&self, folder: u32, clause: &str, platform: Platforms) -> Rc<Package> {
        self.consulted.key(consulted::package_of(self.tree.folder_path(folder)));
        let key = (folder, self.names.intern(clause), platform);
        if let Some(package) = self.packages.borrow().get(&key) {
            return package.clone();
        }
        let mut package = Package::default();
        let sources = self.tree.files_in(folder).iter().filter_map(|&file| Some((file, self.part(file)?)));
        let own = sources.filter(|(_, source)| source.graph.package.as_deref().unwrap_or("") == clause);
        let (other, built): (Vec<_>, Vec<_>) =
            own.partition(|(_, source)| !source.graph.not_for.and(platform).is_none());
        for (file, source) in built.into_iter().chain(other) {
            for (at, binding) in source.graph.bindings.iter().enumerate() {
                if binding.scope == 0 && binding.kind != BindingKind::Import {
                    package.top.entry(source.name(binding.name)).or_insert((file, at as BindingId));
                }
            }
            for (owner, methods) in &source.methods_by_receiver {
                let all = package.methods.entry(*owner).or_default();
                all.extend(methods.iter().map(|&symbol| Decl { file, symbol }));
            }
        }
        let package = Rc::new(package);
        self.packages.borrow_mut().insert(key, package.clone());
        package
    }

    /// An import without a name of its own goes by its package clause, which the importing file does not tell.
    pub(crate) fn unnamed_import(&self, source: &Source, file: FileId, name: Name) -> Option<Entity> {
        let text = self.names.text(name);
        source.imports().iter().find_map(|import| {
            if !import.names.iter().any(|name| matches!(name.imported, Imported::Module)) {
                return None;
            }
            match self.find_module(file, source.language.system, &import.specifier) {
                Found::Folder(folder) => {
                    let (_, clause) = self.imported_package(folder)?;
                    (*clause == *text).then_some(Entity::Folder(folder))
                }
                Found::External { path, .. } => {
                    let mut parts = path.split(['/', '.', '-']);
                    parts.any(|part| part == &*text).then(|| Entity::External(self.names.intern(&path)))
                }
                _ => None,
            }
        })
    }
}
