//! What a file imports and exports.

use crate::modules::Found;
use crate::naming::entities::{Entity, Use};
use crate::rows::{LONG_TEXT, TEXT, Writer, clip, flag};
use facts::unit::Cell;
use facts::{Exported, ImportId, Imported};

impl<'p> Writer<'p, '_> {
    /// Path of a module in the repository, and name of the package outside it.
    pub(super) fn place(&self, specifier: &str) -> (Cell<'p>, Cell<'p>) {
        let system = crate::languages::of(&self.graph.language).system;
        let entity = match crate::languages::of(&self.graph.language).module_paths {
            true => self.project.specified(self.file, 0, specifier),
            false => Entity::Missing,
        };
        match entity {
            Entity::Module(file) => return (self.project.tree.path(file).into(), Cell::Null),
            Entity::Symbol(decl) => return (self.project.tree.path(decl.file).into(), Cell::Null),
            Entity::External(path) => {
                let path = self.project.names.text(path);
                return (Cell::Null, owned(path.split('.').next().unwrap_or_default()));
            }
            _ => {}
        }
        match self.project.find_module(self.file, system, specifier) {
            Found::File(file) => (self.project.tree.path(file).into(), Cell::Null),
            Found::Folder(folder) => match self.project.tree.folder_path(folder) {
                // The root folder has no path of its own.
                "" => (Cell::Null, Cell::Null),
                path => (path.into(), Cell::Null),
            },
            Found::Type(decl) => (self.project.tree.path(decl.file).into(), Cell::Null),
            Found::Package(_) => (Cell::Null, Cell::Null),
            Found::External { package, .. } if !package.is_empty() => (Cell::Null, owned(&package)),
            Found::External { .. } | Found::Missing => (Cell::Null, Cell::Null),
        }
    }

    fn entity_id(&self, entity: Entity) -> Cell<'static> {
        self.project.symbol_of(entity).map_or(Cell::Null, |decl| self.project.symbol_id(decl).into())
    }

    pub fn imports(&mut self) {
        for (id, import) in self.graph.imports.iter().enumerate() {
            // A macro's call is a row of its own.
            if import.names.iter().any(|it| self.graph.name(it.local) == facts::SPREAD) {
                continue;
            }
            let source = self.project.source(self.file);
            let full = source.map(|source| self.project.full_specifier(source, self.file, id));
            let (resolved, external) = self.place(full.as_deref().unwrap_or(&import.specifier));
            let row = |resolved, kind: &'static str, name, alias, symbol, type_only| {
                [
                    self.path(),
                    import.line.into(),
                    clip(&import.specifier, LONG_TEXT),
                    resolved,
                    external.clone(),
                    kind.into(),
                    name,
                    alias,
                    symbol,
                    flag(type_only),
                    flag(import.dynamic),
                ]
            };
            let mut rows = Vec::new();
            for (at, imported) in import.names.iter().enumerate() {
                let usage = if imported.type_only || import.type_only { Use::Type } else { Use::Value };
                let entity = self.project.imported(self.file, id as ImportId, at as u32, usage);
                let alias = clip(self.graph.name(imported.local), TEXT);
                // `from package import module` leads to the module.
                let resolved = match entity {
                    Entity::Module(file) => self.project.tree.path(file).into(),
                    Entity::Symbol(decl) if resolved.is_null() => self.project.tree.path(decl.file).into(),
                    _ => resolved.clone(),
                };
                let symbol = self.entity_id(entity);
                let type_only = imported.type_only || import.type_only;
                rows.push(match imported.imported {
                    Imported::Name(name) => {
                        row(resolved, "named", clip(self.graph.name(name), TEXT), alias, symbol, type_only)
                    }
                    Imported::Default => row(resolved, "default", "default".into(), alias, symbol, type_only),
                    Imported::Module => row(resolved, "module", Cell::Null, alias, symbol, type_only),
                    Imported::All => row(resolved, "all", Cell::Null, Cell::Null, Cell::Null, type_only),
                    Imported::Nothing => row(resolved, "effect", Cell::Null, Cell::Null, Cell::Null, type_only),
                });
            }
            if rows.is_empty() {
                rows.push(row(resolved.clone(), "effect", Cell::Null, Cell::Null, Cell::Null, import.type_only));
            }
            rows.into_iter().for_each(|row| self.unit.push("imports", &row));
        }
    }

    pub fn exports(&mut self) {
        for (at, export) in self.graph.exports.iter().enumerate() {
            let usage = if export.type_only { Use::Type } else { Use::Value };
            let entity = self.project.exported(self.file, at, usage);
            let (kind, local, specifier) = match &export.what {
                Exported::Local(binding) => {
                    let name = self.graph.bindings[*binding as usize].name;
                    ("local", clip(self.graph.name(name), TEXT), None)
                }
                Exported::Value(_) => ("value", Cell::Null, None),
                Exported::From { specifier, name } => ("from", clip(self.graph.name(*name), TEXT), Some(specifier)),
                Exported::AllFrom { specifier } => ("all", Cell::Null, Some(specifier)),
                Exported::ModuleFrom { specifier } => ("module", Cell::Null, Some(specifier)),
            };
            let resolved = specifier.map_or(Cell::Null, |specifier| self.place(specifier).0);
            let row = [
                self.path(),
                export.line.into(),
                clip(self.graph.name(export.name), TEXT),
                kind.into(),
                local,
                specifier.map_or(Cell::Null, |specifier| clip(specifier, LONG_TEXT)),
                resolved,
                self.entity_id(entity),
                flag(export.type_only),
            ];
            self.unit.push("exports", &row);
        }
    }
}

/// A clipped text that lives no longer.
fn owned(text: &str) -> Cell<'static> {
    match clip(text, TEXT) {
        Cell::Text(text) => Cell::from(text.into_owned()),
        Cell::Number(number) => Cell::Number(number),
        Cell::Null => Cell::Null,
    }
}
