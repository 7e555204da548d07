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
        let whole = key(graph, id).into_iter().chain(key_beside(graph, id));
        placed.into_iter().chain(whole).map(move |key| (List::Part, key, id))
    });
    keys.collect()
}

fn is_part(graph: &FileGraph, symbol: &facts::Symbol) -> bool {
    let in_packages = || languages::of(&graph.language).packages != Packages::Folders;
    let is_type = symbol.kind.is_type() || symbol.kind == SymbolKind::Extension;
    symbol.modifiers.has(Modifiers::PARTIAL) && is_type && in_packages()
}

/// The name under which a view's class and the part of it in the file beside are known.
fn key_beside(graph: &FileGraph, id: SymbolId) -> Option<String> {
    let language = languages::of(&graph.language);
    let is_view = |path: &str| language.views.iter().any(|it| path.ends_with(it));
    let view =
        if is_view(&graph.path) { &graph.path } else { graph.path.strip_suffix(".cs").filter(|it| is_view(it))? };
    let name = view.rsplit('/').next().and_then(|it| it.split('.').next())?;
    let symbol = &graph.symbols[id as usize];
    (symbol.parent.is_none() && graph.name(symbol.name) == name).then(|| format!("{:?} beside {view}", language.system))
}

/// The name under which the parts of a type are known: package, types around it, own name, each with the number
/// of its parameters. None: it is a view's class, of which only the file beside knows the package.
fn key(graph: &FileGraph, id: SymbolId) -> Option<String> {
    let language = languages::of(&graph.language);
    if language.extended_types {
        return Some(extended_key(graph, graph.package.as_deref().unwrap_or_default(), id, language.system));
    }
    if language.views.iter().any(|it| graph.path.ends_with(it)) {
        return None;
    }
    let whole = graph.symbols[id as usize].scope.and_then(|scope| package_of_scope(graph, scope));
    if let Some(whole) = whole {
        return Some(format!("{:?} {whole}", languages::of(&graph.language).system));
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
    Some(format!("{:?} {package}.{}", languages::of(&graph.language).system, names.join(".")))
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
    key_in(system, package, &names.join("."))
}

/// The same by what a type is called in its module.
pub(crate) fn key_in(system: System, module: &str, name: &str) -> String {
    format!("{system:?} {module}.{name}")
}

impl Project {
    /// The symbols of one declaration, see [`Source::merged`]; a type's parts in other files of its project too.
    pub(crate) fn merged(&self, decl: Decl) -> Vec<Decl> {
        let Some(source) = self.source(decl.file) else { return vec![decl] };
        let symbol = &source.graph.symbols[decl.symbol as usize];
        if !is_part(&source.graph, symbol) {
            return merged_here(self, source, decl);
        }
        let project = |decl: Decl| self.project_of(source.language.system, decl.file);
        let own = project(decl);
        let mut all = vec![decl];
        let mut keys: Vec<String> = key_beside(&source.graph, decl.symbol).into_iter().collect();
        keys.extend(key(&source.graph, decl.symbol));
        while let Some(key) = keys.pop() {
            for &(file, symbol) in self.listed(List::Part, self.names.intern(&key)) {
                let part = Decl { file, symbol };
                if all.contains(&part) || project(part) != own {
                    continue;
                }
                all.push(part);
                // What lies beside a view says of which package the view's class is.
                if let Some(other) = self.source(file).filter(|_| all.len() == 2 && keys.is_empty()) {
                    keys.extend(self::key(&other.graph, symbol).filter(|it| *it != key));
                }
            }
        }
        all
    }
}

impl Project {
    /// The part that stands for a type which is declared in several: one for all of them.
    pub(crate) fn first_part(&self, decl: Decl) -> Decl {
        let is_part = self.symbol(decl).is_some_and(|(source, symbol)| is_part(&source.graph, symbol));
        if !is_part {
            return decl;
        }
        self.merged(decl).into_iter().min_by_key(|it| (it.file, it.symbol)).unwrap_or(decl)
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
