//! Imports of everything: what a file has them from, and what only they may bring.

use crate::languages::{self, Extensions, Packages};
use crate::modules::{Found, swift};
use crate::naming::entities::{Entity, Use};
use crate::project::Project;
use crate::project::consulted;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::FileId;
use facts::{BindingId, FileGraph, Imported};

/// What a file's outline says of the imports that it makes for its whole project.
pub(crate) fn shared_imports(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let language = languages::of(&graph.language);
    let system = language.system;
    let global = graph.global_imports.iter().map(|&import| (List::Shared, format!("{system:?}"), import));
    if language.extensions != Extensions::ByModule {
        return global.collect();
    }
    let own = [graph.package.as_deref(), swift::placed(graph)];
    let modules = own.into_iter().flatten().flat_map(|module| {
        let imports = (0..).zip(&graph.imports);
        imports.map(move |(at, import)| (List::Shared, brought(module, &import.specifier), at))
    });
    global.chain(modules).collect()
}

/// The name by which the lists know that a file of a module imports another module.
pub(crate) fn brought(module: &str, imported: &str) -> String {
    format!("{module}>{imported}")
}

impl Project {
    /// What a file imports everything from: its own imports, and those that its project shares, in
    /// sources or by its configuration.
    pub(crate) fn star_specifiers(&self, source: &Source, file: FileId) -> Vec<String> {
        let own = source.star_imports.iter().map(|&import| self.full_specifier(source, file, import));
        let mut all: Vec<String> = own.collect();
        if source.language.packages == Packages::Nested {
            let system = source.language.system;
            let project = |file: FileId| self.project_of(system, file);
            for &(other, import) in self.listed(List::Shared, self.names.intern(&format!("{system:?}"))) {
                if other != file
                    && project(other) == project(file)
                    && self.is_shared_with(source, other, file)
                    && let Some(source) = self.source(other)
                    && source.star_imports.contains(&(import as usize))
                {
                    all.push(source.graph.imports[import as usize].specifier.clone());
                }
            }
        }
        all.extend(self.package_beside(source, file));
        all.extend_from_slice(self.modules.shared_imports(source.language.system, self.tree.path(file)));
        all
    }

    /// Whether what one file imports for all holds in another: what a view does, in views below its folder.
    fn is_shared_with(&self, source: &Source, from: FileId, file: FileId) -> bool {
        let is_view = |path: &str| source.language.views.iter().any(|it| path.ends_with(it));
        let (from, path) = (self.tree.path(from), self.tree.path(file));
        let folder = &from[..from.rfind('/').map_or(0, |at| at + 1)];
        !is_view(from) || is_view(path) && path.starts_with(folder)
    }

    /// The package of a view's code, which lies beside it.
    fn package_beside(&self, source: &Source, file: FileId) -> Option<String> {
        let path = self.tree.path(file);
        if !source.language.views.iter().any(|it| path.ends_with(it)) {
            return None;
        }
        let beside = format!("{path}.cs");
        self.consulted.key(consulted::file(&beside));
        self.source(self.tree.find(&beside)?)?.graph.package.clone()
    }

    /// The type that one of several imports of a name brings, where another brings a function.
    pub(crate) fn type_beside(&self, source: &Source, file: FileId, id: BindingId, found: Entity) -> Entity {
        let is_type = |entity: Entity| match entity {
            Entity::Symbol(decl) => self.symbol(decl).is_some_and(|(_, symbol)| symbol.kind.is_type()),
            _ => true,
        };
        if source.language.extensions != Extensions::ByName || is_type(found) {
            return found;
        }
        let binding = &source.graph.bindings[id as usize];
        let others = source.bindings_in(binding.scope, source.name(binding.name)).iter().filter(|&&it| it != id);
        let imported = others.filter_map(|&it| source.graph.bindings[it as usize].import);
        let mut brought = imported.map(|(import, at)| self.imported(file, import, at, Use::Type));
        brought.find(|&it| it != found && is_type(it)).unwrap_or(found)
    }

    /// What an import of everything names in full: inside a namespace it may be one of those around.
    pub(crate) fn full_specifier(&self, source: &Source, file: FileId, import: usize) -> String {
        let import = &source.graph.imports[import];
        let around =
            import.names.first().filter(|it| it.imported == Imported::All).map(|it| source.graph.name(it.local));
        let mut next = around.filter(|it| source.language.packages == Packages::Nested && *it != "*");
        while let Some(outer) = next {
            let full = format!("{outer}.{}", import.specifier);
            if let Some(Found::Package(_) | Found::Type(_)) = self.find_declared(file, source.language.system, &full) {
                return full;
            }
            next = outer.rsplit_once('.').map(|(outer, _)| outer);
        }
        import.specifier.clone()
    }

    /// A name that only an import of everything from outside may bring; of several such imports, the one that a rule
    /// knows it of. What packages give is written with a capital, what the language gives is not.
    pub(crate) fn starred_outside(&self, source: &Source, file: FileId, name: Name) -> Option<Entity> {
        let text = self.names.text(name);
        if !source.language.package_scope || !text.starts_with(char::is_uppercase) {
            return None;
        }
        let specifiers = self.star_specifiers(source, file);
        let paths =
            specifiers.iter().filter_map(|specifier| match self.find_module(file, source.language.system, specifier) {
                Found::External { path, .. } => Some(path.to_string()),
                _ => None,
            });
        let paths: Vec<String> = paths.collect();
        let knows = |path: &&String| self.rules.names(&format!("{path}.{text}"), &source.graph.language);
        match &paths[..] {
            [] => None,
            [one] => Some(self.outside(one, &text)),
            all => Some(all.iter().find(knows).map_or(Entity::Missing, |path| self.outside(path, &text))),
        }
    }
}
