//! The tree of modules: which file declares which, and where a crate's root is.

use crate::modules::Crates;
use crate::naming::entities::{Entity, Use};
use crate::naming::lookups::Seen;
use crate::naming::spread;
use crate::project::Project;
use crate::project::consulted;
use crate::project::outline::List;
use crate::project::tree::{file_name, parent};
use crate::values::types::{Decl, FileId};
use facts::{BindingId, BindingKind, FileGraph, Imported, ScopeId, ScopeKind, SymbolId, SymbolKind, Type, TypeId};

/// A module: a file and the scope of it that holds the module's names.
pub(crate) type Module = (FileId, ScopeId);

/// Modules inside of each other.
const MAX_MODULES: u8 = 100;

/// What a file's outline says of its modules: those that are files of their own, by name, its macros, the types of
/// other files that its blocks give members, what its aliases stand for, and the methods of its traits.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !crate::languages::of(&graph.language).module_paths {
        return Vec::new();
    }
    let mut entries = Vec::new();
    for (id, binding) in graph.bindings.iter().enumerate() {
        let name = graph.name(binding.name);
        if let (BindingKind::Namespace, Some((import, _))) = (binding.kind, binding.import) {
            entries.push((List::Module, module_key(&graph.imports[import as usize].specifier), id as BindingId));
        } else if let Some((list, name)) = spread::listed(graph, binding) {
            entries.push((list, name, id as BindingId));
        } else if name.ends_with('!') && binding.import.is_none() {
            entries.push((List::Macro, name.to_owned(), id as BindingId));
        }
    }
    for (at, block) in graph.impls.iter().enumerate() {
        if own_type(graph, block.ty).is_some() {
            continue;
        }
        entries.push((List::Impl, declared_name(graph, block.ty).to_owned(), at as u32));
        for base in &block.bases {
            entries.push((List::Implemented, declared_name(graph, base.ty).to_owned(), at as u32));
        }
    }
    for (id, symbol) in graph.symbols.iter().enumerate() {
        if let (SymbolKind::TypeAlias, Some(declared)) = (symbol.kind, symbol.declared)
            && let name = declared_name(graph, declared)
            && name != graph.name(symbol.name)
        {
            entries.push((List::Aliased, name.to_owned(), id as SymbolId));
        }
        let of_trait = symbol.parent.is_some_and(|it| graph.symbols[it as usize].kind == SymbolKind::Interface);
        if symbol.kind == SymbolKind::Method && symbol.receiver.is_none() && of_trait {
            entries.push((List::OfTrait, graph.name(symbol.name).to_owned(), id as SymbolId));
        }
    }
    entries
}

/// The type that the file itself declares by which a type is given, without a path. A block for it concerns no other.
pub(crate) fn own_type(graph: &FileGraph, ty: TypeId) -> Option<SymbolId> {
    let Type::Name { path, root: Some(root), .. } = &graph.types[ty as usize] else { return None };
    let binding = &graph.bindings[*root as usize];
    let symbol = binding.symbol.filter(|_| path.len() == 1 && binding.import.is_none())?;
    let kind = graph.symbols[symbol as usize].kind;
    (kind.is_type() && kind != SymbolKind::TypeAlias).then_some(symbol)
}

/// The last name of a type as its declaration has it, as far as the file tells: what an import names anew, and what an
/// alias stands for.
fn declared_name(graph: &FileGraph, ty: TypeId) -> &str {
    let mut ty = ty;
    for _ in 0..4 {
        let Type::Name { path, root: Some(root), .. } = &graph.types[ty as usize] else { break };
        let binding = &graph.bindings[*root as usize];
        if path.len() > 1 {
            break;
        }
        if let Some((import, at)) = binding.import {
            let imported = graph.imports[import as usize].names.get(at as usize).map(|it| &it.imported);
            let Some(Imported::Name(name)) = imported else { break };
            return graph.name(*name);
        }
        let symbol = binding.symbol.map(|symbol| &graph.symbols[symbol as usize]);
        match symbol.filter(|it| it.kind == SymbolKind::TypeAlias).and_then(|it| it.declared) {
            Some(declared) => ty = declared,
            None => break,
        }
    }
    crate::project::source::type_name(graph, ty).map_or("", |name| graph.name(name))
}

/// The name under which the file of a module is listed: its last part without the ending.
fn module_key(specifier: &str) -> String {
    let last = specifier.rsplit("::").next().unwrap_or_default();
    let last = last.strip_suffix(".rs").map_or(last, |path| match file_name(path) {
        "mod" => file_name(parent(path)),
        name => name,
    });
    last.to_owned()
}

impl Project {
    pub(crate) fn module_entity(&self, (file, scope): Module) -> Entity {
        let symbol = self.source(file).and_then(|source| source.graph.scopes[scope as usize].symbol);
        symbol.map_or(Entity::Module(file), |symbol| Entity::Symbol(Decl { file, symbol }))
    }

    /// The module that a scope stands in.
    pub(crate) fn module_around(&self, file: FileId, scope: ScopeId) -> Module {
        let Some(source) = self.source(file) else { return (file, 0) };
        let mut at = scope;
        while source.graph.scopes[at as usize].kind != ScopeKind::Module {
            match source.graph.scopes[at as usize].parent {
                Some(above) => at = above,
                None => return (file, 0),
            }
        }
        self.spread_at(file, source, at).unwrap_or((file, at))
    }

    /// The module around a module.
    pub(crate) fn module_above(&self, (file, scope): Module) -> Option<Module> {
        let source = self.source(file)?;
        match source.graph.scopes[scope as usize].parent {
            Some(above) => Some(self.module_around(file, above)),
            None => {
                let (above, binding) = self.declared_by(file)?;
                let source = self.source(above)?;
                let scope = binding.map_or(0, |binding| source.graph.bindings[binding as usize].scope);
                Some(self.module_around(above, scope))
            }
        }
    }

    /// The file that declares a file to be one of its modules, and the binding; none where a macro does.
    pub(crate) fn declared_by(&self, file: FileId) -> Option<(FileId, Option<BindingId>)> {
        if let Some(&known) = self.parents.borrow().get(&file) {
            return known;
        }
        let path = self.tree.path(file);
        let found = self.tree.names_of(file).find_map(|path| {
            let stem = file_name(path).strip_suffix(".rs")?;
            let name = if stem == "mod" { file_name(parent(path)) } else { stem };
            let declares = |&(above, binding): &(FileId, BindingId)| {
                let near = parent(path).starts_with(parent(self.tree.path(above)));
                (near || self.is_spread(above, binding))
                    && above != file
                    && self.source(above).is_some_and(|source| {
                        self.follow_path(above, source, binding, Use::Type, &mut Seen::default())
                            == Entity::Module(file)
                    })
            };
            self.listed(List::Module, self.names.intern(name)).iter().copied().find(declares)
        });
        let found = found.map(|(above, binding)| (above, Some(binding)));
        let found = found.or_else(|| {
            Crates::roots_beside(path).for_each(|root| self.consulted.key(consulted::file(&root)));
            Some((self.modules.crates().root_above(&self.tree, path)?, None))
        });
        self.parents.borrow_mut().insert(file, found);
        found
    }

    /// Whether a module around a file, or it itself, is rather not built.
    pub(crate) fn is_left_out(&self, file: FileId) -> bool {
        let mut at = file;
        for _ in 0..MAX_MODULES {
            let Some((above, Some(binding))) = self.declared_by(at) else { return false };
            let Some(source) = self.source(above) else { return false };
            let import = source.graph.bindings[binding as usize].import;
            let by_gate = source.graph.gate(binding).and_then(|gate| self.is_built_by(above, source.name(gate)));
            let left_out = || import.is_some_and(|(import, _)| source.graph.left_out.contains(&import));
            if by_gate.map_or_else(left_out, |is_built| !is_built) {
                return true;
            }
            at = above;
        }
        false
    }

    /// The file at the root of a file's crate.
    pub(crate) fn crate_root(&self, file: FileId) -> FileId {
        let mut at = file;
        for _ in 0..MAX_MODULES {
            match self.declared_by(at) {
                Some((above, _)) => at = above,
                None => break,
            }
        }
        at
    }
}
