//! What a repository declares to be global: in `declare global { … }`, and in declaration files that are no modules.

use crate::languages;
use crate::naming::entities::{Entity, Use};
use crate::naming::packages::shared;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::standard::std_types;
use crate::values::types::{Decl, FileId};
use facts::{FileGraph, Modifiers, Symbol, SymbolId, SymbolKind, Type, TypeId, Value};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// What a file's outline says of what it declares to be global, by name. A namespace adds to one outside, mostly.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).computed_types {
        return Vec::new();
    }
    let own: FxHashSet<SymbolId> = graph.bindings.iter().filter_map(|binding| binding.symbol).collect();
    let is_script = is_script(graph);
    let is_global = |symbol: &Symbol| match symbol.parent {
        _ if is_set(graph, symbol) => true,
        Some(block) => is_block(graph, block) && !own.contains(&block),
        None => is_script,
    };
    let may_be = |symbol: &Symbol| is_named(symbol.kind) || is_set(graph, symbol);
    let all = graph.symbols.iter().enumerate().filter(|(_, symbol)| may_be(symbol) && is_global(symbol));
    all.map(|(id, symbol)| (List::Global, graph.name(symbol.name).to_owned(), id as SymbolId)).collect()
}

/// Whether a file's own code sets a global: `window.App = App`.
fn is_set(graph: &FileGraph, symbol: &Symbol) -> bool {
    let Some(Type::Name { path, root: None, .. }) = symbol.receiver.map(|ty| &graph.types[ty as usize]) else {
        return false;
    };
    matches!(path[..], [object] if graph.name(object) == "globalThis")
}

/// Whether declarations are no module's, but everybody's: `import("x")` where a type stands makes none.
pub(crate) fn is_script(graph: &FileGraph) -> bool {
    let is_module = !graph.exports.is_empty() || graph.imports.iter().any(|it| !it.dynamic);
    is_declaration_file(graph) && !is_module
}

fn is_declaration_file(graph: &FileGraph) -> bool {
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| graph.path.ends_with(end))
}

/// Whether a symbol is named as the block is in which a module declares what is global.
fn is_block(graph: &FileGraph, id: SymbolId) -> bool {
    let symbol = &graph.symbols[id as usize];
    symbol.kind == SymbolKind::Namespace
        && symbol.parent.is_none()
        && symbol.modifiers.has(Modifiers::AMBIENT)
        && graph.name(symbol.name) == "global"
}

fn is_named(kind: SymbolKind) -> bool {
    is_type(kind) || is_value(kind)
}

fn is_type(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Interface | SymbolKind::Class | SymbolKind::TypeAlias | SymbolKind::Enum)
}

fn is_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Variable | SymbolKind::Function | SymbolKind::Class | SymbolKind::Enum)
}

impl Project {
    /// What a name means that no scope of its file binds: what the repository declares to be global, else what is
    /// so outside.
    pub(crate) fn global_name(&self, source: &Source, file: FileId, name: Name, usage: Use) -> Entity {
        let text = self.names.text(name);
        let declared = source.language.computed_types.then(|| self.declared_global(file, name, usage)).flatten();
        // A standard type that is only added to goes on to hand its arguments through.
        let is_standard = |decl| std_types::generic(&text).is_some() && self.adds_to_outside(decl).is_some();
        match declared.filter(|&decl| !is_standard(decl)) {
            Some(decl) => self.stands_for(decl, usage).unwrap_or(Entity::Symbol(decl)),
            None if let Some(set) = self.set_global(source, name, usage) => set,
            None => Entity::External(self.names.intern(&format!("{}{text}", source.language.globals))),
        }
    }

    /// What the repository's own code sets a global to, where all places that set it agree. Tests set what they run by for
    /// themselves.
    fn set_global(&self, source: &Source, name: Name, usage: Use) -> Option<Entity> {
        if !source.language.computed_types || usage == Use::Type {
            return None;
        }
        let mut found = None;
        for decl in self.globals(name) {
            let Some((other, symbol)) = self.symbol(decl).filter(|(other, it)| is_set(&other.graph, it)) else {
                continue;
            };
            if other.graph.is_test || other.graph.is_generated {
                continue;
            }
            other.ask(name);
            let entity = match symbol.initial[..] {
                [] => Entity::Symbol(decl),
                [value] => match other.graph.values[value as usize] {
                    Value::Name { binding: Some(binding), .. } => self.binding(decl.file, binding, usage),
                    Value::Function { symbol: Some(symbol), .. } => Entity::Symbol(Decl { file: decl.file, symbol }),
                    _ => Entity::Value(decl.file, value),
                },
                _ => Entity::Missing,
            };
            // Which of several it is, only running code knows.
            let agrees = found.is_none_or(|it| it == entity);
            found = Some(if agrees { entity } else { Entity::Missing });
        }
        found
    }

    /// What a global is that a module gives out: `const useCart: typeof import("./cart")["useCart"]`.
    fn stands_for(&self, decl: Decl, usage: Use) -> Option<Entity> {
        let (source, symbol) = self.symbol(decl).filter(|(_, symbol)| symbol.kind == SymbolKind::Variable)?;
        let Type::Of { value } = &source.graph.types[symbol.declared? as usize] else { return None };
        let Value::Name { binding: Some(binding), .. } = source.graph.values[*value as usize] else { return None };
        source.graph.bindings[binding as usize].import?;
        Some(self.binding(decl.file, binding, usage)).filter(|it| *it != Entity::Missing)
    }

    /// The nearest declaration of a global that says what it is.
    fn declared_global(&self, from: FileId, name: Name, usage: Use) -> Option<Decl> {
        let fits = |decl: &Decl| {
            self.symbol(*decl).filter(|(source, it)| !is_set(&source.graph, it)).is_some_and(|(source, symbol)| {
                match usage {
                    Use::Type => is_type(symbol.kind),
                    Use::Value | Use::Call => is_value(symbol.kind) && self.tells(source, symbol),
                }
            })
        };
        let nearness = |decl: &Decl| Reverse(shared(self.tree.path(from), self.tree.path(decl.file)));
        self.globals(name).filter(fits).min_by_key(nearness)
    }

    fn globals(&self, name: Name) -> impl Iterator<Item = Decl> {
        self.listed(List::Global, name).iter().map(|&(file, symbol)| Decl { file, symbol })
    }

    /// Whether the type of a variable is one that its file or the repository names. Else it describes, in part,
    /// what is outside: `declare const process: { env: … }`.
    fn tells(&self, source: &Source, symbol: &Symbol) -> bool {
        symbol.kind != SymbolKind::Variable || symbol.declared.is_some_and(|ty| self.is_named_here(source, ty))
    }

    fn is_named_here(&self, source: &Source, ty: TypeId) -> bool {
        match &source.graph.types[ty as usize] {
            Type::Name { root: Some(_), .. } => true,
            Type::Name { path, .. } => path.len() == 1 && self.globals(source.name(path[0])).next().is_some(),
            Type::Of { value } => matches!(source.graph.values[*value as usize], Value::Name { binding: Some(_), .. }),
            Type::Optional { inner } => self.is_named_here(source, *inner),
            _ => false,
        }
    }

    /// The other declarations of a global interface.
    pub(crate) fn global_parts(&self, source: &Source, decl: Decl) -> Vec<Decl> {
        if !self.is_global_interface(source, decl) {
            return Vec::new();
        }
        let name = source.name(source.graph.symbols[decl.symbol as usize].name);
        let is_part = |part: &Decl| {
            let is_interface = |(_, it): (&Source, &Symbol)| it.kind == SymbolKind::Interface;
            *part != decl && self.symbol(*part).is_some_and(is_interface)
        };
        self.globals(name).filter(is_part).collect()
    }

    fn is_global_interface(&self, source: &Source, decl: Decl) -> bool {
        let symbol = &source.graph.symbols[decl.symbol as usize];
        let may_be = source.language.computed_types
            && symbol.kind == SymbolKind::Interface
            && match symbol.parent {
                Some(parent) => is_block(&source.graph, parent),
                None => is_declaration_file(&source.graph),
            };
        may_be && self.globals(source.name(symbol.name)).any(|global| global == decl)
    }

    /// The name of a global interface of which the repository declares no value: it may be outside's, which has more
    /// members.
    pub(crate) fn adds_to_outside(&self, decl: Decl) -> Option<Name> {
        let source = self.source(decl.file)?;
        let is_interface = self.is_global_interface(source, decl);
        let name = source.name(source.graph.symbols[decl.symbol as usize].name);
        let is_value = |it: Decl| self.symbol(it).is_some_and(|(_, symbol)| is_value(symbol.kind));
        (is_interface && !self.globals(name).any(is_value)).then_some(name)
    }
}
