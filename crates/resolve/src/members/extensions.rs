//! Functions that are called like members of a type that is declared elsewhere.
//!
//! An extension is found by its name, over the whole repository, among those that the file sees; of these the
//! ones whose receiver fits best. Members come first: what has a declared member is never asked here.

mod conforming;
mod likely;
mod overloads;
mod seen;
pub(crate) mod told;

use self::seen::Seen;
use self::told::{is_named_for, is_of_receiver, is_operator};
use crate::languages::swift;
use crate::languages::{self, Extensions};
use crate::members::Hit;
use crate::naming::packages::shared;
use crate::project::names::{Name, is_telling};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::conversions::{BOXED, SAME, TOP, UNKNOWN, WIDER};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, THIS, Ty};
use facts::{Builtin, FileGraph, Modifiers, Symbol, SymbolId, SymbolKind, ValueId};

/// How well a receiver fits, the best last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    /// It may: one of the two is not known well enough.
    Maybe,
    /// It takes any value.
    Any,
    Like,
    Base,
    Same,
}

/// What goes before what, the least first.
type Rank = (Option<(bool, Seen)>, std::cmp::Reverse<Fit>, Seen);

/// Whether a method extends the type of its first parameter.
pub(crate) fn extends(symbol: &Symbol) -> bool {
    symbol.kind == SymbolKind::Method && symbol.receiver.is_some() && symbol.modifiers.has(Modifiers::STATIC)
}

/// What a file's outline says of its extensions, by their names.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    let listed = |symbol: &Symbol| match languages::of(&graph.language).extensions {
        Extensions::None => false,
        Extensions::ByName | Extensions::ByModule => is_of_receiver(symbol) || is_operator(graph, symbol),
        Extensions::ByType => extends(symbol),
    };
    let symbols = graph.symbols.iter().enumerate().filter(|(_, symbol)| listed(symbol));
    symbols.map(|(id, symbol)| (List::Extension, graph.name(symbol.name).to_owned(), id as SymbolId)).collect()
}

impl Eval<'_> {
    /// The extensions of a name that fit a value best. Several: overloads. `exactly`: the type may have a
    /// member of the name itself, so that only what extends this very type counts.
    pub(crate) fn extensions(
        &mut self,
        source: &Source,
        file: FileId,
        object: Ty,
        name: Name,
        exactly: bool,
    ) -> Vec<Hit> {
        self.ranked_extensions(source, file, object, name, exactly).into_iter().next().unwrap_or_default()
    }

    /// All extensions of a name that a value fits, those first that go before the others: where none of the first takes the
    /// arguments of a call, the next are meant.
    pub(crate) fn ranked_extensions(
        &mut self,
        source: &Source,
        file: FileId,
        object: Ty,
        name: Name,
        exactly: bool,
    ) -> Vec<Vec<Hit>> {
        let mut found: Vec<(Rank, Decl)> = Vec::new();
        let mut likely = Vec::new();
        for (seen, decl) in self.seen_extensions(source, file, name) {
            let receiver = self.receiver_type(decl);
            let by_type = source.language.extensions == Extensions::ByType;
            // What is declared for every type takes a name from outside, too: `fun <T> T.shouldBe(…)`.
            let by_name = source.language.extensions == Extensions::ByName;
            let takes = |fit: Fit| !exactly || fit == Fit::Same || by_name && fit == Fit::Any;
            let fit = self.fit_seen(seen, receiver, object).filter(|&fit| takes(fit));
            // Where names are imported, how one is seen goes before how well it fits.
            let rank = |fit: Fit| {
                let is_doubtful = fit == Fit::Maybe || receiver.is_unknown();
                (if by_name { Some((is_doubtful, seen)) } else { None }, std::cmp::Reverse(fit), seen)
            };
            // Where receivers are types alone, a guess at one is no reason.
            if let Some(fit) = fit.filter(|&fit| !by_type || fit != Fit::Maybe && !self.is_class(object)) {
                found.push((rank(fit), decl));
            } else if by_type && !exactly && self.is_of_unknown_type(receiver, object) {
                likely.push((rank(Fit::Maybe), decl));
            }
        }
        // What a library gives is of a type that nothing here tells: the only class's extensions of a name are meant.
        let class = |decl: Decl| self.project.symbol(decl).map(|(_, symbol)| (decl.file, symbol.parent));
        if found.is_empty() && likely.windows(2).all(|pair| class(pair[0].1) == class(pair[1].1)) {
            found.append(&mut likely);
        }
        found.sort_by_key(|&(rank, _)| rank);
        let groups: Vec<Vec<Decl>> = found
            .chunk_by(|one, other| one.0 == other.0)
            .map(|it| it.iter().map(|(_, decl)| *decl).collect())
            .collect();
        let mut ranked = Vec::with_capacity(groups.len());
        for group in groups {
            let mut nearest = self.nearest(file, group);
            if source.language.extensions == Extensions::ByType {
                nearest.truncate(1);
            }
            let hits = nearest.into_iter().map(|decl| {
                let receiver = self.receiver_type(decl);
                let env = self.infer_receiver(decl, receiver, object);
                Hit::Declared(decl, env, object)
            });
            ranked.push(hits.collect());
        }
        ranked
    }

    /// Of all extensions that a value fits the first that take the arguments of a call. Of those that it only may fit none is
    /// meant behind others.
    pub(crate) fn fitting_extensions(
        &mut self,
        source: &Source,
        file: FileId,
        (object, name): (Ty, Name),
        arguments: &[ValueId],
    ) -> Vec<Decl> {
        for (at, hits) in self.ranked_extensions(source, file, object, name, false).into_iter().enumerate() {
            let receiver = hits.first().and_then(Hit::declared).map_or(Ty::UNKNOWN, |decl| self.receiver_type(decl));
            if at > 0 && matches!(self.fit(receiver, object, 0), None | Some(Fit::Maybe)) {
                continue;
            }
            let is_called = |decl: &Decl| self.project.symbol(*decl).is_some_and(|(_, it)| is_function(it.kind));
            let group: Vec<Decl> = hits.iter().filter_map(Hit::declared).filter(is_called).collect();
            let fitting = self.fitting(source, file, &group, arguments);
            if !fitting.is_empty() {
                return fitting;
            }
        }
        Vec::new()
    }

    /// Whether a call by a name may mean an extension that is none of those that were found.
    pub(crate) fn has_further_extensions(&self, name: Name, found: &[Decl]) -> bool {
        let plain = self.project.names.plain(name);
        let listed = self.project.listed(List::Extension, plain);
        listed.iter().any(|&(file, symbol)| !found.contains(&Decl { file, symbol }))
    }

    /// Where a member of something unknown leads that an import names.
    pub(crate) fn named_extension(&mut self, source: &Source, file: FileId, name: Name) -> Option<Verdict> {
        let mut seen = self.seen_extensions(source, file, name);
        seen.retain(|(seen, _)| *seen == Seen::Named);
        let targets = self.nearest(file, seen.into_iter().map(|(_, decl)| decl).collect());
        Verdict::among(Resolution::Unique, targets)
    }

    /// Whether a file imports an extension by its own name, which is telling: it is there for what is called so.
    pub(crate) fn is_imported_extension(&mut self, source: &Source, file: FileId, name: Name, decl: Decl) -> bool {
        is_telling(&self.text(name)) && self.seen_extensions(source, file, name).contains(&(Seen::Named, decl))
    }

    /// Whether a value comes from a library, as what an extension of a library's type is for.
    fn is_of_unknown_type(&mut self, receiver: Ty, object: Ty) -> bool {
        // What is declared for all types that have something of a library's: `this T it where T : IBuilder`.
        let receiver = match *self.types.head(receiver) {
            Head::Param(decl, position) => self.bound(decl, position),
            _ => receiver,
        };
        matches!((self.types.head(receiver), self.types.head(object)), (Head::External(_), Head::External(_)))
    }

    /// The type that an extension belongs to.
    pub(crate) fn receiver_type(&mut self, decl: Decl) -> Ty {
        let receiver = self.project.symbol(decl).and_then(|(_, symbol)| symbol.receiver);
        receiver.map_or(Ty::UNKNOWN, |ty| self.declared(decl.file, ty, None))
    }

    /// Of declarations with equal parameters in several files the one nearest to a file: each source set of
    /// a repository may have its own.
    pub(crate) fn nearest(&self, from: FileId, found: Vec<Decl>) -> Vec<Decl> {
        let near = |decl: Decl| shared(self.project.tree.path(from), self.project.tree.path(decl.file));
        let mut kept: Vec<Decl> = Vec::new();
        for decl in found {
            match kept.iter_mut().find(|other| other.file != decl.file && self.same_shape(**other, decl)) {
                Some(other) if near(decl) > near(*other) => *other = decl,
                Some(_) => {}
                None => kept.push(decl),
            }
        }
        kept
    }

    /// How well a value goes where a receiver is declared, by the measure of arguments. None: not at all.
    pub(crate) fn suits_extended(&mut self, wanted: Ty, object: Ty) -> Option<f32> {
        Some(match self.fit(wanted, object, 0)? {
            Fit::Same => SAME,
            Fit::Base => WIDER,
            Fit::Like => BOXED,
            Fit::Any => TOP,
            Fit::Maybe => UNKNOWN,
        })
    }

    pub(crate) fn fit(&mut self, receiver: Ty, object: Ty, depth: u8) -> Option<Fit> {
        if depth > 3 {
            return None;
        }
        if let Head::Param(decl, position) = *self.types.head(object) {
            let bound = self.bound(decl, position);
            return if bound == object { None } else { self.fit(receiver, bound, depth + 1) };
        }
        if let Head::Union(options) = self.types.head(object).clone() {
            return options.iter().filter_map(|&option| self.fit(receiver, option, depth + 1)).max();
        }
        if let Some(fit) = self.fit_outside(receiver, object, depth) {
            return fit;
        }
        match (self.types.head(receiver).clone(), self.types.head(object).clone()) {
            (_, Head::Unknown | Head::Dynamic | Head::Module(_) | Head::Package(..) | Head::Folder(_)) => None,
            (Head::Unknown, _) => Some(Fit::Any),
            (Head::Param(decl, position), _) => {
                let bound = self.bound(decl, position);
                if position == THIS || bound.is_unknown() {
                    return Some(Fit::Any);
                }
                self.fit(bound, object, depth + 1).map(|fit| fit.min(Fit::Like))
            }
            (Head::Instance(wanted, takes), Head::Instance(given, has))
                if wanted == given && takes.iter().zip(has.iter()).any(|(&takes, &has)| self.differs(takes, has)) =>
            {
                None
            }
            (Head::Instance(wanted, _), Head::Instance(given, _) | Head::Class(given)) => {
                if wanted == given || self.is_companion(wanted, given) || self.is_counterpart(wanted, given) {
                    return Some(Fit::Same);
                }
                // A class's name as a value is what stands for its own members.
                let is_name = matches!(self.types.head(object), Head::Class(_));
                let companions = if is_name { self.companions(given) } else { Vec::new() };
                match companions[..] {
                    [] => self.extends_type(given, wanted),
                    _ => companions.into_iter().any(|it| self.extends_type(it, wanted)),
                }
                .then_some(Fit::Base)
            }
            (Head::External(wanted), Head::Instance(given, _) | Head::Class(given)) => {
                let lineage = self.lineage(given);
                let is = |ty: &Ty| matches!(self.types.head(*ty), Head::External(base) if *base == wanted);
                let anything = is_root(&self.text(wanted)).then_some(Fit::Any);
                if lineage.iter().any(is) { Some(Fit::Base) } else { anything }
            }
            (Head::Std(wanted, _), Head::Instance(given, _)) => {
                let lineage = self.lineage(given);
                let is = |ty: &Ty| matches!(self.types.head(*ty), Head::Std(base, _) if *base == wanted);
                lineage.iter().any(is).then_some(Fit::Base)
            }
            (Head::External(wanted), Head::External(given)) => {
                let (wanted, given) = (self.text(wanted), self.text(given));
                let last = |path: &str| path.rsplit('.').next().unwrap_or_default().to_owned();
                Some(match () {
                    () if last(&wanted) == last(&given) => Fit::Same,
                    () if is_named_for(&last(&wanted), &last(&given)) => Fit::Base,
                    () if is_root(&wanted) => Fit::Any,
                    () => Fit::Maybe,
                })
            }
            // What arrays, dictionaries and texts are.
            (
                Head::External(wanted),
                Head::Std(Std::List | Std::Set | Std::Map, _) | Head::Builtin(Builtin::String),
            ) if swift::is_collection(&self.text(wanted)) => Some(Fit::Like),
            (Head::Std(Std::Iterator, _), Head::External(path)) if &*self.text(path) == "System.String" => {
                Some(Fit::Like)
            }
            (Head::External(wanted), _) if is_root(&self.text(wanted)) => Some(Fit::Any),
            (Head::Instance(wanted, _), Head::External(_)) => {
                Some(self.fit_conforming(wanted, object).unwrap_or(Fit::Maybe))
            }
            (_, Head::External(_)) => Some(Fit::Maybe),
            (Head::Builtin(wanted), Head::Builtin(given)) => (wanted == given).then_some(Fit::Same),
            (Head::Std(wanted, takes), Head::Std(given, has))
                if wanted == given && takes.iter().zip(has.iter()).any(|(&takes, &has)| self.differs(takes, has)) =>
            {
                None
            }
            (Head::Std(wanted, _), Head::Std(given, _)) if wanted == given => Some(Fit::Same),
            (Head::Std(wanted, _), Head::Std(given, _)) => {
                let iterable = |std: Std| matches!(std, Std::List | Std::Set | Std::Iterator);
                (wanted == Std::Iterator || iterable(wanted) && iterable(given)).then_some(Fit::Like)
            }
            (Head::Std(Std::Iterator | Std::List, _), Head::Tuple(_)) => Some(Fit::Like),
            (Head::FuncType(..), Head::FuncType(..) | Head::Func(..) | Head::Closure(..)) => Some(Fit::Like),
            (Head::Intersection(parts), _) => parts.iter().filter_map(|&it| self.fit(it, object, depth + 1)).min(),
            (Head::Tuple(_), Head::Tuple(_)) => Some(Fit::Like),
            (Head::Instance(wanted, _), _) => self.fit_conforming(wanted, object),
            _ => None,
        }
    }

    /// Whether of two arguments of a type, both known, one is never the other.
    fn differs(&mut self, takes: Ty, has: Ty) -> bool {
        match (self.types.head(takes).clone(), self.types.head(has).clone()) {
            (Head::Instance(takes, _), Head::Instance(has, _)) => {
                takes != has
                    && !self.is_counterpart(takes, has)
                    && !self.extends_type(has, takes)
                    && !self.extends_type(takes, has)
            }
            (Head::Instance(..), Head::Builtin(_)) | (Head::Builtin(_), Head::Instance(..)) => true,
            (Head::Builtin(takes), Head::Builtin(has)) => takes != has,
            // None of the language's own types is one of those that are known by a word.
            (Head::Builtin(_), Head::External(path) | Head::Library(path, _))
            | (Head::External(path) | Head::Library(path, _), Head::Builtin(_)) => {
                self.text(path).strip_prefix("kotlin.").is_some_and(|it| it.starts_with(char::is_uppercase))
            }
            _ => false,
        }
    }

    /// What stands for a class's own members.
    pub(crate) fn companions(&self, class: Decl) -> Vec<Decl> {
        let promoted = self.source(class.file).map_or(&[][..], |source| source.promoted(class.symbol));
        promoted.iter().map(|&symbol| Decl { file: class.file, symbol }).collect()
    }

    fn is_class(&self, ty: Ty) -> bool {
        matches!(self.types.head(ty), Head::Class(_) | Head::Super(_))
    }
}

fn is_function(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Function | SymbolKind::Method)
}

/// Whether a type outside the repository is the root of all.
fn is_root(path: &str) -> bool {
    path == "System.Object"
}
