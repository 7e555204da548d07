//! Names of macros, which end in `!`: imported under their plain names, exported to the root of their crate.

use crate::naming::entities::{Entity, Use};
use crate::naming::lookups::Seen;
use crate::naming::paths::takes;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, Imported, Modifiers, ScopeId, Symbol, SymbolKind};

impl Project {
    /// What a macro's name with `!` means; an import brings it under its plain name.
    pub(crate) fn path_macro(&self, file: FileId, scope: ScopeId, name: Name, binding: Option<BindingId>) -> Entity {
        let Some(source) = self.source(file) else { return Entity::Missing };
        let bound = binding.map(|id| match source.graph.bindings[id as usize].import {
            Some(_) => self.imported_macro(file, source, id, &mut Seen::default()),
            None => self.follow_path(file, source, id, Use::Value, &mut Seen::default()),
        });
        bound
            .filter(|entity| *entity != Entity::Missing)
            .unwrap_or_else(|| self.path_name(file, scope, name, Use::Value))
    }

    /// The macro that an import brings, whatever else of the name it brings.
    pub(super) fn imported_macro(&self, file: FileId, source: &Source, id: BindingId, seen: &mut Seen) -> Entity {
        let binding = &source.graph.bindings[id as usize];
        let Some((import, at)) = binding.import.filter(|_| binding.kind == BindingKind::Import) else {
            return Entity::Missing;
        };
        let import = &source.graph.imports[import as usize];
        let Some(Imported::Name(name)) = import.names.get(at as usize).map(|it| &it.imported) else {
            return Entity::Missing;
        };
        let mut names: Vec<Name> = import.specifier.split("::").map(|name| self.names.intern(name)).collect();
        names.push(self.names.intern(&format!("{}!", source.graph.name(*name))));
        self.find_path(file, binding.scope, &names, Use::Value, seen)
    }

    /// The macro with `!`, or attribute, that a crate lends to every module: `#[macro_use] extern crate rocket`. Of
    /// what is lent from outside, only rules about libraries tell whether it is that.
    pub(crate) fn lent_macro(&self, file: FileId, name: &str) -> Option<Entity> {
        let at = self.crate_root(file);
        let root = self.source(at)?;
        let lends = |import: &&facts::Import| import.names.iter().any(|it| root.graph.name(it.local) == facts::MACROS);
        let mut lenders = root.imports().iter().filter(lends);
        let own = lenders.clone().filter(|_| name.ends_with('!')).find_map(|import| {
            let path =
                import.specifier.split("::").chain([name]).map(|name| self.names.intern(name)).collect::<Vec<_>>();
            match self.find_path(at, 0, &path, Use::Value, &mut Seen::default()) {
                Entity::Symbol(decl) => Some(Entity::Symbol(decl)),
                _ => None,
            }
        });
        let plain = name.strip_suffix('!').unwrap_or(name);
        if own.is_some() || !self.rules.names_last(plain) && !self.rules.names_last(name) {
            return own;
        }
        let found = lenders.find_map(|import| {
            let path = format!("{}.{name}", import.specifier);
            self.rules.knows(&path, &root.graph.language).then_some(path)
        })?;
        Some(Entity::External(self.names.intern(&found)))
    }

    /// What a scope binds in the place of something that stands in the braces of a macro which says that it is not built.
    /// Of modules that are files of their own, [`Project::is_left_out`] asks.
    pub(super) fn built_instead(&self, file: FileId, source: &Source, id: BindingId, usage: Use) -> Option<BindingId> {
        let gate = source.graph.gate(id)?;
        let binding = &source.graph.bindings[id as usize];
        if binding.kind == BindingKind::Namespace || self.is_built_by(file, source.name(gate)) != Some(false) {
            return None;
        }
        let others = source.bindings_in(binding.scope, source.name(binding.name)).iter().copied();
        let mut others = others.filter(|&it| it != id && takes(usage, source.graph.bindings[it as usize].kind));
        others.find(|&it| {
            let gate = source.graph.gate(it);
            gate.is_none_or(|gate| self.is_built_by(file, source.name(gate)) != Some(false))
        })
    }

    /// Whether a macro lets build what it is given. None: it is not known, or is of no crate here.
    pub(super) fn is_built_by(&self, file: FileId, name: Name) -> Option<bool> {
        let Entity::Symbol(decl) = self.macro_named(file, name) else { return None };
        let (_, symbol) = self.symbol(decl)?;
        Some(!symbol.modifiers.has(Modifiers::ELSEWHERE))
    }

    /// The functions that the rules of a macro implement for a type which it is given where that is declared. Of several
    /// of one name only the rule that fits would tell: none is.
    pub(crate) fn implemented_by_macro(&self, decl: Decl) -> Vec<Decl> {
        let functions = || {
            let (source, of) = self.symbol(decl)?;
            let is_enum = of.kind == SymbolKind::Enum;
            let to = source.name(source.graph.given_to(decl.symbol)?);
            let Entity::Symbol(by) = self.path_name(decl.file, 0, to, Use::Value) else { return None };
            let (source, _) = self.symbol(by)?;
            let symbols = (0..).zip(&source.graph.symbols);
            let is_own = |it: &Symbol| it.parent == Some(by.symbol) && it.modifiers.has(Modifiers::OF_ENUM) == is_enum;
            let own: Vec<_> = symbols.filter(|(_, it)| is_own(it)).collect();
            let alone = own.iter().filter(|(_, one)| own.iter().filter(|(_, it)| it.name == one.name).count() == 1);
            Some(alone.map(|&(symbol, _)| Decl { file: by.file, symbol }).collect())
        };
        functions().unwrap_or_default()
    }

    /// The macro of that name in the crate of a file.
    pub(crate) fn macro_named(&self, file: FileId, name: Name) -> Entity {
        let root = self.crate_root(file);
        for &(other, binding) in self.listed(List::Macro, name) {
            let symbol = self.source(other).and_then(|source| source.graph.bindings[binding as usize].symbol);
            if let Some(symbol) = symbol.filter(|_| self.crate_root(other) == root) {
                return Entity::Symbol(Decl { file: other, symbol });
            }
        }
        Entity::Missing
    }
}
