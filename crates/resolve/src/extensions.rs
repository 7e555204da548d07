//! Methods that a static class adds to a type: called on its values wherever the class's package is seen.

use crate::eval::Eval;
use crate::languages;
use crate::members::Hit;
use crate::modules::Found;
use crate::names::Name;
use crate::outline::List;
use crate::packages::package_of_scope;
use crate::source::Source;
use crate::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{Builtin, FileGraph, Modifiers, Symbol, SymbolId, SymbolKind};

/// Whether a method extends the type of its first parameter.
pub(crate) fn extends(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Method && symbol.receiver.is_some() && symbol.modifiers.has(Modifiers::STATIC)
}

/// What a file's outline says of the methods with which it extends types, by their names.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).static_extensions {
        return Vec::new();
    }
    let symbols = graph.symbols.iter().enumerate().filter(|(_, symbol)| extends(symbol));
    symbols.map(|(id, symbol)| (List::Extension, graph.name(symbol.name).to_owned(), id as SymbolId)).collect()
}

impl Eval<'_> {
    /// What `name` leads to in a type, seen from a file: its own members, else what extends it there.
    pub(crate) fn members_seen(&mut self, file: FileId, object: Ty, name: Name) -> Vec<Hit> {
        let hits = self.members(object, name);
        let Some(source) = self.source(file).filter(|source| source.language.static_extensions) else { return hits };
        let (own, known) = match hits[..] {
            [] => (false, false),
            [Hit::External(_) | Hit::Standard(_)] => (false, self.project.is_std_name(source.language, name)),
            _ => (true, true),
        };
        // A class has no extensions, and of nothing nothing fits.
        let is_value = !matches!(
            self.types.head(object),
            Head::Class(_) | Head::Package(..) | Head::Unknown | Head::Dynamic | Head::Super(_)
        );
        if own || !is_value {
            return hits;
        }
        match self.extension(source, file, object, name, known) {
            Some(hit) => vec![hit],
            None => hits,
        }
    }

    /// The extension of that name that fits best. `exactly`: the type may have a member of the name itself, so
    /// that only what extends this very type counts.
    fn extension(&mut self, source: &Source, file: FileId, object: Ty, name: Name, exactly: bool) -> Option<Hit> {
        let listed = self.project.listed(List::Extension, name).to_vec();
        let mut best: Option<(u8, Decl)> = None;
        for (other, symbol) in listed {
            let decl = Decl { file: other, symbol };
            let Some((holder, declared)) = self.project.symbol(decl) else { continue };
            let Some(receiver) = declared.receiver.filter(|_| holder.language.system == source.language.system) else {
                continue;
            };
            if !self.sees_package_of(source, file, holder, declared) {
                continue;
            }
            let wanted = self.declared(other, receiver, declared.parent);
            let fit = self.fits_receiver(wanted, object, 0);
            if fit > u8::from(exactly) && best.is_none_or(|(so_far, _)| fit > so_far) {
                best = Some((fit, decl));
            }
        }
        let (_, decl) = best?;
        Some(Hit::Declared(decl, Env::EMPTY, object))
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

    /// How well a value goes where a receiver is declared: 3 the same type, 2 a base of it, 1 anything of its
    /// kind, 0 not at all.
    fn fits_receiver(&mut self, wanted: Ty, object: Ty, depth: u8) -> u8 {
        if wanted == object {
            return 3;
        }
        match (self.types.head(wanted).clone(), self.types.head(object).clone()) {
            (_, Head::Union(options)) => {
                options.iter().map(|&option| self.fits_receiver(wanted, option, depth)).min().unwrap_or(0)
            }
            (Head::Param(decl, position), _) if depth < 3 => {
                let bound = self.bound(decl, position);
                match self.types.head(bound) {
                    Head::Unknown | Head::Param(..) => 1,
                    _ => self.fits_receiver(bound, object, depth + 1).min(2),
                }
            }
            (_, Head::Param(decl, position)) if depth < 3 => {
                let bound = self.bound(decl, position);
                if bound == object { 0 } else { self.fits_receiver(wanted, bound, depth + 1) }
            }
            (Head::Instance(one, _), Head::Instance(two, _)) if one == two => 3,
            (Head::Std(one, _), Head::Std(two, _)) if one == two => 3,
            (Head::Std(Std::Iterator, _), Head::Std(..) | Head::Tuple(_)) => 2,
            (Head::Std(Std::List, _), Head::Std(Std::Set, _) | Head::Tuple(_)) => 2,
            (Head::Std(Std::Iterator, _), Head::External(path)) if &*self.text(path) == "System.String" => 2,
            (Head::External(one), Head::External(two)) => {
                let (one, two) = (self.text(one), self.text(two));
                let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
                match () {
                    () if last(&one) == last(&two) => 3,
                    () => u8::from(last(&one) == "Object"),
                }
            }
            (_, Head::Instance(decl, _)) => {
                let lineage = self.lineage(decl);
                let bases: Vec<Ty> = lineage.iter().copied().collect();
                let fits = |eval: &mut Self, base: Ty| match eval.types.head(base) {
                    Head::Instance(..) | Head::External(_) | Head::Std(..) => eval.fits_receiver(wanted, base, 3) >= 2,
                    _ => false,
                };
                let inherits = bases.into_iter().any(|base| fits(self, base));
                if inherits { 2 } else { u8::from(self.is_anything(wanted)) }
            }
            (Head::FuncType(..), Head::FuncType(..) | Head::Closure(..) | Head::Func(..)) => 2,
            (_, Head::Builtin(Builtin::Null | Builtin::Object)) => 0,
            _ => u8::from(self.is_anything(wanted)),
        }
    }

    fn is_anything(&self, ty: Ty) -> bool {
        matches!(self.types.head(ty), Head::External(path) if &*self.text(*path) == "System.Object")
    }
}

fn source_of<'p>(eval: &Eval<'p>, decl: Decl) -> *const Source {
    eval.source(decl.file).map_or(std::ptr::null(), |source| std::ptr::from_ref(source))
}
