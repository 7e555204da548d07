//! Items that a macro makes in modules of other files: `macro_rules! root { () => { mod a; pub use a::B; } }` has them in a
//! scope of its own, and a module that calls it, `root!();`, has them all. A module of a file is looked for where the call is.

use crate::modules::{Crates, Found};
use crate::naming::entities::Entity;
use crate::naming::module_tree::Module;
use crate::project::Project;
use crate::project::consulted;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::FileId;
use facts::{Binding, BindingId, FileGraph, ImportId, ScopeId, ScopeKind, SymbolId, SymbolKind};

/// Whether an import is a macro's call in the place of items.
pub(super) fn is_spread(graph: &FileGraph, import: ImportId) -> bool {
    graph.imports[import as usize].names.iter().any(|it| graph.name(it.local) == facts::SPREAD)
}

/// What a file's outline says of such a call: the macro's name with `!`.
pub(super) fn listed(graph: &FileGraph, binding: &Binding) -> Option<(List, String)> {
    let (import, _) = binding.import.filter(|(import, _)| is_spread(graph, *import))?;
    let name = graph.imports[import as usize].specifier.rsplit("::").next()?;
    Some((List::Spread, name.to_owned()))
}

/// Whether a scope holds what a macro makes.
pub(super) fn is_macro_scope(graph: &FileGraph, scope: ScopeId) -> bool {
    macro_of(graph, scope).is_some()
}

fn macro_of(graph: &FileGraph, scope: ScopeId) -> Option<SymbolId> {
    let scope = &graph.scopes[scope as usize];
    let symbol = scope.symbol.filter(|_| scope.kind == ScopeKind::Module)?;
    (graph.symbols[symbol as usize].kind == SymbolKind::Function).then_some(symbol)
}

/// The macro in whose scope a scope lies.
fn macro_around(graph: &FileGraph, scope: ScopeId) -> Option<SymbolId> {
    let mut next = Some(scope);
    while let Some(at) = next {
        if let Some(symbol) = macro_of(graph, at) {
            return Some(symbol);
        }
        next = graph.scopes[at as usize].parent;
    }
    None
}

impl Project {
    /// Whether a binding is one of what a macro makes.
    pub(super) fn is_spread(&self, file: FileId, binding: BindingId) -> bool {
        let is_one = |source: &Source| {
            let scope = source.graph.bindings[binding as usize].scope;
            macro_around(&source.graph, scope).is_some()
        };
        self.source(file).is_some_and(is_one)
    }

    /// The module that calls the macro of a scope, where only one does.
    pub(super) fn spread_at(&self, file: FileId, source: &Source, scope: ScopeId) -> Option<Module> {
        let by = macro_of(&source.graph, scope)?;
        match self.spreads(file, source, by)[..] {
            [(caller, binding)] => {
                let scope = self.source(caller)?.graph.bindings[binding as usize].scope;
                Some((caller, scope))
            }
            _ => None,
        }
    }

    /// The file of a module that a macro declares, where all its calls have the same. None: no macro declares it.
    pub(super) fn spread_module(
        &self,
        file: FileId,
        source: &Source,
        scope: ScopeId,
        specifier: &str,
    ) -> Option<Entity> {
        let by = macro_around(&source.graph, scope)?;
        let mut found = Vec::new();
        for (caller, _) in self.spreads(file, source, by) {
            let places = Crates::places_of(self.tree.path(caller), specifier);
            places.for_each(|path| self.consulted.key(consulted::file(&path)));
            if let Found::File(module) = self.led_to(caller, source.language.system, specifier) {
                found.push(module);
            }
        }
        found.dedup();
        Some(if let [only] = found[..] { Entity::Module(only) } else { Entity::Missing })
    }

    /// The calls of a macro in the place of items, in its package, where the package has no other of its name.
    fn spreads(&self, file: FileId, source: &Source, by: SymbolId) -> Vec<(FileId, BindingId)> {
        let name = source.graph.name(source.graph.symbols[by as usize].name);
        let name = self.names.intern(&format!("{name}!"));
        self.consulted.key(consulted::configs());
        let package = |file: FileId| self.modules.package_of(&self.tree, source.language.system, self.tree.path(file));
        let own = package(file);
        let is_own = |it: &&(FileId, BindingId)| package(it.0) == own;
        if self.listed(List::Macro, name).iter().filter(is_own).count() != 1 {
            return Vec::new();
        }
        self.listed(List::Spread, name).iter().filter(is_own).copied().collect()
    }
}
