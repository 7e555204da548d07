//! Types that are declared in parts, in any files of one project.

use crate::languages::{self, Packages, System};
use crate::modules::swift::placed;
use crate::naming::packages::package_of_scope;
use crate::project::Project;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::types::Decl;
use facts::{FileGraph, Modifiers, SymbolId, SymbolKind, Type};

/// What a file's outline says of the parts that it holds.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let symbols = graph.symbols.iter().enumerate().filter(|(_, symbol)| is_part(graph, symbol));
    let keys = symbols.flat_map(|(id, _)| {
        let id = id as SymbolId;
        let language = languages::of(&graph.language);
        let placed = placed(graph).filter(|_| language.extended_types);
        let placed = placed.map(|package| extended_key(graph, package, id, language.system));
        placed.into_iter().chain([key(graph, id)]).map(move |key| (List::Part, key, id))
    });
    keys.collect()
}

fn is_part(graph: &FileGraph, symbol: &facts::Symbol) -> bool {
    let in_packages = || languages::of(&graph.language).packages != Packages::Folders;
    let is_type = symbol.kind.is_type() || symbol.kind == SymbolKind::Extension;
    symbol.modifiers.has(Modifiers::PARTIAL) && is_type && in_packages()
}

/// The name under which the parts of a type are known: package, types around it, own name, each with the number
/// of its parameters.
fn key(graph: &FileGraph, id: SymbolId) -> String {
    let language = languages::of(&graph.language);
    if language.extended_types {
        return extended_key(graph, graph.package.as_deref().unwrap_or_default(), id, language.system);
    }
    let whole = graph.symbols[id as usize].scope.and_then(|scope| package_of_scope(graph, scope));
    if let Some(whole) = whole {
        return format!("{:?} {whole}", languages::of(&graph.language).system);
    }
    let (mut names, mut next, mut top) = (Vec::new(), Some(id), id);
    while let Some(id) = next {
        let symbol = &graph.symbols[id as usize];
        names.push(format!("{}`{}", graph.name(symbol.name), symbol.type_params.len()));
        (next, top) = (symbol.parent, id);
    }
    let binding = graph.bindings.iter().find(|binding| binding.symbol == Some(top));
    let package = binding.and_then(|binding| package_of_scope(graph, binding.scope)).unwrap_or_default();
    names.reverse();
    format!("{:?} {package}.{}", languages::of(&graph.language).system, names.join("."))
}

/// The same where extensions name what they extend: module, types around it, own name.
fn extended_key(graph: &FileGraph, package: &str, id: SymbolId, system: System) -> String {
    let (mut names, mut next) = (Vec::new(), Some(id));
    while let Some(id) = next {
        let symbol = &graph.symbols[id as usize];
        match symbol.receiver.filter(|_| symbol.kind == SymbolKind::Extension).map(|ty| &graph.types[ty as usize]) {
            Some(Type::Name { path, .. }) => names.extend(path.iter().rev().map(|&name| graph.name(name))),
            _ => names.push(graph.name(symbol.name)),
        }
        next = symbol.parent;
    }
    names.reverse();
    format!("{system:?} {package}.{}", names.join("."))
}

impl Project {
    /// The symbols of one declaration, see [`Source::merged`]; a type's parts in other files of its project too.
    pub(crate) fn merged(&self, decl: Decl) -> Vec<Decl> {
        let Some(source) = self.source(decl.file) else { return vec![decl] };
        let symbol = &source.graph.symbols[decl.symbol as usize];
        if !is_part(&source.graph, symbol) {
            return merged_here(self, source, decl);
        }
        let key = self.names.intern(&key(&source.graph, decl.symbol));
        let project = |decl: Decl| self.project_of(source.language.system, decl.file);
        let own = project(decl);
        let parts = self.listed(List::Part, key).iter().map(|&(file, symbol)| Decl { file, symbol });
        let others = parts.filter(|&part| part != decl && project(part) == own);
        std::iter::once(decl).chain(others).collect()
    }
}

fn merged_here(project: &Project, source: &Source, decl: Decl) -> Vec<Decl> {
    // Types of one name that are no parts of one differ in their parameters.
    if source.language.packages != Packages::Folders && source.graph.symbols[decl.symbol as usize].kind.is_type() {
        return vec![decl];
    }
    let here = source.merged(decl.symbol).into_iter().map(|symbol| Decl { file: decl.file, symbol });
    here.chain(project.added_parts(source, decl)).chain(project.global_parts(source, decl)).collect()
}
