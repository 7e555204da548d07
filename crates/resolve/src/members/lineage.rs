//! What a class extends.

use crate::languages::BaseOrder;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::standard::std_types::crates::makes_its_type;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, THIS, Ty};
use facts::{Base, Modifiers, Relation, SymbolKind, Type, TypeId, Value, ValueId};
use std::rc::Rc;

/// Where what a class extends or implements is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Declared(Decl),
    Written(FileId, TypeId),
}

impl Eval<'_> {
    /// The bases of a class with theirs, in the order in which members are looked up, in terms of its own
    /// parameters. A base outside the repository is among them.
    pub(crate) fn lineage(&mut self, decl: Decl) -> Rc<[Ty]> {
        if let Some(lineage) = self.lineages.get(&decl) {
            return lineage.clone();
        }
        self.lineages.insert(decl, Rc::from([]));
        self.lineages_open.push(decl);
        let order = self.project.symbol(decl).map_or(BaseOrder::Depth, |(source, _)| source.language.base_order);
        let direct = self.direct_bases(decl);
        self.lineages_open.retain(|&open| open != decl);
        let mut branches: Vec<Vec<Ty>> = Vec::new();
        for &base in &direct {
            let mut branch = vec![base];
            if let Head::Instance(base, args) = self.types.head(base).clone() {
                let env = self.arguments_env(base, &args);
                let above = self.lineage(base);
                branch.extend(above.iter().map(|&ty| self.types.subst(ty, env)));
            }
            branches.push(branch);
        }
        let mut all: Vec<Ty> = Vec::new();
        match order {
            BaseOrder::Depth => all.extend(branches.into_iter().flatten()),
            BaseOrder::SharedLast => {
                for ty in branches.into_iter().flatten() {
                    all.retain(|&earlier| earlier != ty);
                    all.push(ty);
                }
            }
            BaseOrder::Breadth => {
                all.extend(&direct);
                all.extend(branches.iter().flat_map(|branch| branch.iter().skip(1)));
            }
        }
        let mut seen = rustc_hash::FxHashSet::default();
        all.retain(|ty| seen.insert(*ty));
        let lineage: Rc<[Ty]> = all.into();
        self.lineages.insert(decl, lineage.clone());
        lineage
    }

    /// A type and those of its bases that the repository declares, in the order in which members are looked up.
    pub(crate) fn with_bases(&mut self, decl: Decl) -> Vec<Decl> {
        let lineage = self.lineage(decl);
        let bases = lineage.iter().filter_map(|&base| match *self.types.head(base) {
            Head::Instance(base, _) => Some(base),
            _ => None,
        });
        std::iter::once(decl).chain(bases).collect()
    }

    fn direct_bases(&mut self, decl: Decl) -> Vec<Ty> {
        let mut bases = Vec::new();
        for part in self.project.merged(decl) {
            let Some((source, symbol)) = self.project.symbol(part) else { continue };
            let of_class = |base: &&Base| source.language.singleton_members && base.relation == Relation::Implements;
            for base in symbol.bases.iter().filter(|base| !of_class(base)) {
                let ty = self.declared(part.file, base.ty, Some(part.symbol));
                let ty = self.instance_of(ty);
                let ty = self.in_terms_of(decl, part, ty);
                match self.types.head(ty).clone() {
                    Head::Union(options) => bases.extend(options.iter().copied()),
                    Head::Intersection(parts) if parts.iter().all(|&part| self.is_named(part)) => {
                        bases.extend(parts.iter().copied());
                    }
                    Head::Instance(base, _) if base == decl => {}
                    // `A.prototype = B.fn`: what stands for the prototype of a function is what its instances are.
                    Head::Param(of, THIS) if of != decl && source.language.computed_types => {
                        bases.push(self.types.instance(of, &[]));
                    }
                    _ => bases.push(ty),
                }
            }
        }
        if let Some(path) = self.project.reopened(decl) {
            let path = self.project.names.intern(&path);
            bases.push(self.types.make(Head::External(path)));
        }
        if let Some(name) = self.project.adds_to_outside(decl) {
            bases.push(self.types.make(Head::External(name)));
        }
        if self.has_blocks(decl) {
            for &(file, ty) in &self.project.blocks_of(decl).bases {
                let ty = self.declared(file, ty, None);
                if !matches!(self.types.head(ty), Head::Unknown) {
                    bases.push(ty);
                }
            }
        }
        bases
    }

    fn is_named(&self, ty: Ty) -> bool {
        matches!(self.types.head(ty), Head::Instance(..) | Head::External(_) | Head::Library(..))
    }

    /// The class outside that a class extends which can be made, itself or by way of others.
    pub(crate) fn extended_outside(&mut self, decl: Decl) -> Option<Ty> {
        let (_, symbol) = self.project.symbol(decl)?;
        if symbol.modifiers.has(Modifiers::ABSTRACT) || symbol.kind != SymbolKind::Class {
            return None;
        }
        let mut next = decl;
        for _ in 0..16 {
            let (_, symbol) = self.project.symbol(next)?;
            let base = symbol.bases.iter().find(|base| base.relation == Relation::Extends)?;
            let ty = self.declared(next.file, base.ty, Some(next.symbol));
            let ty = self.instance_of(ty);
            match *self.types.head(ty) {
                Head::External(_) | Head::Library(..) => return Some(ty),
                Head::Instance(class, _) => next = class,
                _ => return None,
            }
        }
        None
    }

    /// A type that a part of a declaration tells in terms of its own parameters, in terms of the declaration's.
    fn in_terms_of(&mut self, decl: Decl, part: Decl, ty: Ty) -> Ty {
        let count = self.project.symbol(part).filter(|_| part != decl).map_or(0, |(_, it)| it.type_params.len());
        let params: Vec<Ty> = (0..count as u32).map(|at| self.types.make(Head::Param(decl, at))).collect();
        let env = self.arguments_env(part, &params);
        self.types.subst(ty, env)
    }

    /// What a call of a base's method gives, where that base lies outside and is handed the class that extends it:
    /// `class Builder extends AbstractBuilder<Product, Builder>` is what its setters give back.
    pub(crate) fn given_itself(&mut self, source: &Source, file: FileId, callee: ValueId, given: Ty) -> Ty {
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return given };
        let Head::External(path) = *self.types.head(given) else { return given };
        if source.language.module_paths {
            return self.made_by_trait(file, object, path).unwrap_or(given);
        }
        // Of a method that no table tells, its own path is all that is known.
        if !source.language.fluent_bases || !self.text(path).ends_with(source.graph.name(name)) {
            return given;
        }
        let object = self.value(file, object);
        let parts = match self.types.head(object).clone() {
            Head::Intersection(parts) => parts,
            _ => Rc::from([object]),
        };
        let is_handed =
            |part: &Ty| matches!(*self.types.head(*part), Head::Instance(decl, _) if self.hands_itself(decl));
        match parts.iter().copied().find(is_handed) {
            Some(itself) => self.types.make(Head::Intersection([itself, given].into())),
            None => given,
        }
    }

    /// What a type makes of itself by a trait from outside that it derives: `Options::parse()`.
    fn made_by_trait(&mut self, file: FileId, object: ValueId, path: Name) -> Option<Ty> {
        if !makes_its_type(&self.text(path)) {
            return None;
        }
        let class = self.value(file, object);
        let Head::Class(_) = self.types.head(class) else { return None };
        Some(self.instance_of(class))
    }

    fn hands_itself(&self, decl: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        let names_it = |&argument: &TypeId| {
            let Type::Name { path, .. } = &source.graph.types[argument as usize] else { return false };
            path.last() == Some(&symbol.name)
        };
        symbol.bases.iter().filter(|base| base.relation == Relation::Extends).any(|base| {
            let Type::Name { arguments, .. } = &source.graph.types[base.ty as usize] else { return false };
            arguments.iter().any(names_it)
        })
    }

    /// What a class only says it implements, where it extends a type from outside: what it does not declare itself, it
    /// has from there.
    pub(crate) fn claimed(&mut self, decl: Decl) -> Rc<[Origin]> {
        if !self.language.claims {
            return Rc::from([]);
        }
        if let Some(known) = self.claims.get(&decl) {
            return known.clone();
        }
        let claimed: Rc<[Origin]> = self.find_claimed(decl).into();
        if self.lineages_open.is_empty() {
            self.claims.insert(decl, claimed.clone());
        }
        claimed
    }

    fn find_claimed(&mut self, decl: Decl) -> Vec<Origin> {
        let claims = |eval: &Self, decl: Decl| {
            let symbol = eval.project.symbol(decl).filter(|(source, _)| source.language.claims);
            symbol.is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Class)
        };
        let (mut claimed, mut given, mut pending, mut is_outside) = (Vec::new(), Vec::new(), vec![decl], false);
        let mut seen = Vec::new();
        while let Some(class) = pending.pop().filter(|&class| claims(self, class) && !seen.contains(&class)) {
            seen.push(class);
            for part in self.project.merged(class) {
                let Some((_, symbol)) = self.project.symbol(part) else { continue };
                for base in &symbol.bases {
                    let ty = self.declared(part.file, base.ty, Some(part.symbol));
                    let ty = self.instance_of(ty);
                    let extends = base.relation != Relation::Implements;
                    let mut types = vec![ty];
                    match *self.types.head(ty) {
                        Head::Instance(of, _) if extends && claims(self, of) => pending.push(of),
                        Head::Instance(of, _) => types.extend(self.lineage(of).iter().copied()),
                        Head::External(_) | Head::Library(..) => is_outside |= extends,
                        _ => {}
                    }
                    let origins = types.into_iter().filter_map(|ty| self.origin(ty));
                    if extends { given.extend(origins) } else { claimed.extend(origins) }
                }
            }
        }
        claimed.retain(|origin| is_outside && !given.contains(origin));
        claimed
    }

    /// Where a base is written, whatever its type parameters stand for.
    pub(crate) fn origin(&self, base: Ty) -> Option<Origin> {
        match *self.types.head(base) {
            Head::Instance(decl, _) => Some(Origin::Declared(decl)),
            Head::Shape(file, ty, ..) => Some(Origin::Written(file, ty)),
            _ => None,
        }
    }

    /// Of several methods the one that all others implement or override.
    pub(crate) fn most_general(&mut self, targets: &[Decl]) -> Option<Decl> {
        let owner = |eval: &Self, decl: Decl| {
            let (_, symbol) = eval.project.symbol(decl)?;
            symbol.parent.map(|symbol| Decl { file: decl.file, symbol })
        };
        if targets.len() < 2 {
            return None;
        }
        targets.iter().copied().find(|&general| {
            let Some(base) = owner(self, general) else { return false };
            targets.iter().all(|&other| {
                let Some(class) = owner(self, other) else { return false };
                let lineage = self.lineage(class);
                let is_base = |ty: &Ty| matches!(*self.types.head(*ty), Head::Instance(decl, _) if decl == base);
                general == other || lineage.iter().any(is_base)
            })
        })
    }

    /// The first of the declarations of a name that one alias writes several times, in its branches.
    pub(crate) fn written_again(&self, targets: &[Decl]) -> Option<Decl> {
        let (&first, rest) = targets.split_first().filter(|(_, rest)| !rest.is_empty())?;
        let (source, symbol) = self.project.symbol(first)?;
        let alias = symbol.parent.filter(|&it| source.graph.symbols[it as usize].kind == SymbolKind::TypeAlias)?;
        let is_again = |decl: &Decl| {
            self.project.symbol(*decl).is_some_and(|(_, other)| {
                decl.file == first.file && other.parent == Some(alias) && other.name == symbol.name
            })
        };
        rest.iter().all(is_again).then_some(first)
    }
}
