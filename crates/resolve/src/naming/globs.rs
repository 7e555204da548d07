//! Imports of everything in languages whose modules are reached by paths: what a scope has from others without their names.

use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::naming::lookups::Seen;
use crate::naming::spread;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::types::FileId;
use facts::{BindingKind, ScopeId, ScopeKind};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// What a scope imports everything from.
#[derive(Debug)]
pub(crate) enum Glob {
    /// A module that the scope itself declares, and that has a file of its own and no modules below.
    Child(FileId),
    Path(Vec<Name>),
    /// A macro that makes items in its place.
    Macro(Vec<Name>),
}

/// What scopes of files import everything from.
pub(crate) type Globs = FxHashMap<(FileId, ScopeId), Rc<[Glob]>>;

impl Project {
    /// What the imports of everything in a scope bring under a name.
    pub(super) fn brought(
        &self,
        source: &Source,
        file: FileId,
        scope: ScopeId,
        name: Name,
        usage: Use,
        seen: &mut Seen,
    ) -> Entity {
        let mut outside = Entity::Missing;
        for glob in self.globs_of(source, file, scope).iter() {
            let from = match glob {
                // A crate may have thousands of these: of most it is seen at once that they have nothing to bring.
                &Glob::Child(child) if !self.offers(child, name) => continue,
                &Glob::Child(child) => Entity::Module(child),
                Glob::Path(names) => self.find_path(file, scope, names, Use::Type, seen),
                // Macros that it makes are found by their names.
                Glob::Macro(_) if self.names.text(name).ends_with('!') => continue,
                Glob::Macro(names) => self.find_path(file, scope, names, Use::Value, seen),
            };
            match self.step_out_of(from, name, usage, seen) {
                Entity::Missing => {}
                Entity::External(path) => outside = Entity::External(path),
                entity => return entity,
            }
        }
        outside
    }

    /// Whether a module, of which the one around a scope imports everything, imports a macro by its name: that goes before others of the name
    /// that stand somewhere in the crate.
    pub(super) fn hands_on_macro(&self, source: &Source, file: FileId, scope: ScopeId, name: Name) -> bool {
        let text = self.names.text(name);
        let plain = self.names.intern(text.trim_end_matches('!'));
        let (at, scope) = self.module_around(file, scope);
        let globs = if at == file { self.globs_of(source, file, scope) } else { Rc::default() };
        globs.iter().any(|glob| {
            let from = match glob {
                &Glob::Child(child) => Entity::Module(child),
                Glob::Path(names) => self.find_path(file, scope, names, Use::Type, &mut Seen::default()),
                Glob::Macro(_) => return false,
            };
            let (other, within) = match from {
                Entity::Module(other) => (other, Some(0)),
                Entity::Symbol(decl) => (decl.file, self.symbol(decl).and_then(|(_, symbol)| symbol.scope)),
                _ => return false,
            };
            let (Some(source), Some(within)) = (self.source(other), within) else { return false };
            let is_import = |&id: &u32| source.graph.bindings[id as usize].kind == BindingKind::Import;
            source.bindings_in(within, plain).iter().any(is_import)
        })
    }

    fn globs_of(&self, source: &Source, file: FileId, scope: ScopeId) -> Rc<[Glob]> {
        if let Some(known) = self.globs.borrow().get(&(file, scope)) {
            return known.clone();
        }
        let bindings = source.bindings_in(scope, self.names.intern("*")).iter();
        let imports = bindings.filter_map(|&id| source.graph.bindings[id as usize].import);
        let globs = imports.map(|(import, _)| {
            let specifier = &source.graph.imports[import as usize].specifier;
            let child = self.leaf_child(source, file, scope, specifier.strip_prefix("self::").unwrap_or(specifier));
            let path = || specifier.split("::").map(|name| self.names.intern(name)).collect();
            let written =
                |path| if spread::is_spread(&source.graph, import) { Glob::Macro(path) } else { Glob::Path(path) };
            child.map_or_else(|| written(path()), Glob::Child)
        });
        let globs: Rc<[Glob]> = globs.collect();
        self.globs.borrow_mut().insert((file, scope), globs.clone());
        globs
    }

    /// The file of a module that a scope declares under a name, where nothing lies below it.
    fn leaf_child(&self, source: &Source, file: FileId, scope: ScopeId, name: &str) -> Option<FileId> {
        if source.graph.scopes[scope as usize].kind != ScopeKind::Module {
            return None;
        }
        let [id] = source.bindings_in(scope, self.names.intern(name)) else { return None };
        let binding = &source.graph.bindings[*id as usize];
        let (import, _) = binding.import.filter(|_| binding.kind == BindingKind::Namespace)?;
        let specifier = &source.graph.imports[import as usize].specifier;
        let Found::File(child) = self.led_to(file, source.language.system, specifier) else { return None };
        let own = self.tree.path(child).strip_suffix(".rs").filter(|own| !own.ends_with("/mod"))?;
        self.tree.find_folder(own).is_none().then_some(child)
    }

    /// Whether the module around a leaf may have a name from it: what the leaf itself imports everything from for its
    /// own use is not handed on.
    fn offers(&self, leaf: FileId, name: Name) -> bool {
        let Some(source) = self.source(leaf) else { return false };
        if !source.star_exports.is_empty() || !source.bindings_in(0, name).is_empty() {
            return true;
        }
        let text = self.names.text(name);
        text.strip_suffix('!').is_some_and(|plain| !source.bindings_in(0, self.names.intern(plain)).is_empty())
    }
}
