//! Which extensions a file sees, and how.

use super::overloads;
use crate::languages::Extensions;
use crate::modules::Found;
use crate::naming::packages::package_of_scope;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{Imported, Modifiers, Symbol};

/// How an extension is seen, the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Seen {
    Around,
    Named,
    Package,
    Starred,
}

impl Eval<'_> {
    pub(super) fn seen_extensions(&mut self, source: &Source, file: FileId, name: Name) -> Vec<(Seen, Decl)> {
        if source.language.extensions == Extensions::None {
            return Vec::new();
        }
        let mut names = vec![name];
        for &binding in source.bindings_in(0, name) {
            let Some((import, at)) = source.graph.bindings[binding as usize].import else { continue };
            let imported = source.graph.imports[import as usize].names.get(at as usize);
            if let Some(Imported::Name(original)) = imported.map(|it| &it.imported)
                && source.name(*original) != name
            {
                names.push(source.name(*original));
            }
        }
        let mut found = Vec::new();
        for original in names {
            for &(other, symbol) in self.project.listed(List::Extension, original) {
                let decl = Decl { file: other, symbol };
                if let Some(seen) = self.sees(source, file, decl, original, name) {
                    found.push((seen, decl));
                }
            }
        }
        found
    }

    /// How a file sees an extension that it calls by `name`.
    fn sees(&mut self, source: &Source, file: FileId, decl: Decl, original: Name, name: Name) -> Option<Seen> {
        let other = self.source(decl.file).filter(|other| other.language.system == source.language.system)?;
        let symbol = &other.graph.symbols[decl.symbol as usize];
        if symbol.modifiers.has(Modifiers::PRIVATE) && file != decl.file {
            return None;
        }
        let (package, class) = overloads::home(other, decl.symbol);
        let class = class.filter(|_| source.language.extensions != Extensions::ByModule);
        let from = match class {
            Some(class) if package.is_empty() => other.graph.symbols[class as usize].qualified.clone(),
            Some(class) => format!("{package}.{}", other.graph.symbols[class as usize].qualified),
            None => package.to_owned(),
        };
        if source.language.extensions == Extensions::ByType {
            return self.sees_package_of(source, file, other, symbol).then_some(Seen::Package);
        }
        let named = source.imports().iter().any(|import| {
            import.specifier == from
                && import.names.iter().any(|it| {
                    source.name(it.local) == name
                        && matches!(it.imported, Imported::Name(imported) if source.name(imported) == original)
                })
        });
        if named {
            return Some(Seen::Named);
        }
        if let Some(class) = class {
            let class = Decl { file: decl.file, symbol: class };
            let inside = file == decl.file || self.may_inherit(source, file, class);
            return inside.then_some(Seen::Around);
        }
        if package_of_scope(&source.graph, 0) == Some(package) {
            return Some(Seen::Package);
        }
        let system = source.language.system;
        let named = |specifier| self.project.modules.package_named(system, specifier);
        let starred =
            source.star_imports.iter().any(|&import| named(&source.graph.imports[import].specifier) == package);
        let shared = || self.project.modules.shared_imports(system, self.project.tree.path(file));
        let beside = || shared().iter().any(|shared| shared == package) || self.is_brought(source, package);
        (starred || beside()).then_some(Seen::Starred)
    }

    /// Whether the names of the package around a declaration can be used in a file without more.
    fn sees_package_of(&self, source: &Source, file: FileId, holder: &Source, symbol: &Symbol) -> bool {
        let mut top = symbol.parent;
        while let Some(parent) = top.and_then(|id| holder.graph.symbols[id as usize].parent) {
            top = Some(parent);
        }
        let binding = holder.graph.bindings.iter().find(|binding| binding.symbol.is_some() && binding.symbol == top);
        let Some(package) = binding.and_then(|it| package_of_scope(&holder.graph, it.scope)) else { return false };
        let is_around = |inner: &str| {
            package.is_empty() || inner == package || inner.strip_prefix(package).is_some_and(|it| it.starts_with('.'))
        };
        let own = source.graph.package.iter().chain(source.graph.packages.iter().map(|(_, name)| name));
        if package.is_empty() || own.into_iter().any(|inner| is_around(inner)) {
            return true;
        }
        let wanted = self.project.names.intern(package);
        self.project.star_specifiers(source, file).iter().any(|specifier| {
            match self.project.find_module(file, source.language.system, specifier) {
                Found::Package(found) => found == wanted,
                Found::Type(decl) => Some(decl.symbol) == symbol.parent && std::ptr::eq(holder, source_of(self, decl)),
                _ => false,
            }
        })
    }

    /// Whether a class of a file extends another.
    fn may_inherit(&mut self, source: &Source, file: FileId, class: Decl) -> bool {
        let classes = (0..).zip(&source.whole().graph.symbols).filter(|(_, symbol)| !symbol.bases.is_empty());
        let mut classes = classes.map(|(symbol, _)| Decl { file, symbol });
        classes.any(|it| self.extends_type(it, class))
    }
}

fn source_of<'p>(eval: &Eval<'p>, decl: Decl) -> *const Source {
    eval.source(decl.file).map_or(std::ptr::null(), std::ptr::from_ref)
}
