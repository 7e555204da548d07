//! Types that are one of several, where it cannot be told which: what is said of such a type holds of each of them.

use crate::members::Hit;
use crate::project::names::Name;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::computed::Written;
use crate::values::eval::Eval;
use crate::values::types::{Env, Head, Ty, Types};
use facts::{Builtin, Type, TypeId};
use std::rc::Rc;

/// How many types one may be: of more nothing is said.
const MAX_OPTIONS: usize = 32;

impl Types {
    /// One of these; what is null says nothing. What is not known may be anything, so that nothing is known of the whole.
    pub(crate) fn undecided(&mut self, options: impl IntoIterator<Item = Ty>) -> Ty {
        let mut kept: Vec<Ty> = Vec::new();
        for option in options {
            let inner = match self.head(option) {
                Head::Unknown => return Ty::UNKNOWN,
                Head::Never | Head::Builtin(Builtin::Null) => continue,
                Head::Undecided(inner) => inner.clone(),
                _ => Rc::from([option]),
            };
            for &option in inner.iter() {
                self.keep_option(&mut kept, option);
            }
        }
        match kept[..] {
            [one] => one,
            [] => Ty::UNKNOWN,
            _ if kept.len() > MAX_OPTIONS => Ty::UNKNOWN,
            _ => self.make(Head::Undecided(kept.into())),
        }
    }

    /// Adds an option to others; those that are written once are one, whatever their parameters stand for.
    fn keep_option(&mut self, kept: &mut Vec<Ty>, option: Ty) {
        for before in kept.iter_mut() {
            if let Some(both) = self.same_written(*before, option) {
                *before = both;
                return;
            }
        }
        kept.push(option);
    }

    fn same_written(&mut self, one: Ty, other: Ty) -> Option<Ty> {
        if one == other {
            return Some(one);
        }
        let head = match (self.head(one).clone(), self.head(other).clone()) {
            (Head::Instance(decl, args), Head::Instance(same, others)) if decl == same => {
                let pairs = args.iter().zip(others.iter());
                Head::Instance(decl, pairs.map(|(&one, &other)| self.undecided([one, other])).collect())
            }
            (Head::Shape(file, ty, env, alias), Head::Shape(at, same, other, _)) if (file, ty) == (at, same) => {
                Head::Shape(file, ty, self.undecided_env(env, other), alias)
            }
            (Head::FuncType(file, ty, env), Head::FuncType(at, same, other)) if (file, ty) == (at, same) => {
                Head::FuncType(file, ty, self.undecided_env(env, other))
            }
            _ => return None,
        };
        Some(self.make(head))
    }

    /// What parameters stand for in one of two environments: what both say something of.
    fn undecided_env(&mut self, one: Env, other: Env) -> Env {
        if one == other {
            return one;
        }
        let mut entries = self.env(one).to_vec();
        for (decl, position, ty) in &mut entries {
            let also = self.look_up(other, *decl, *position).unwrap_or(Ty::UNKNOWN);
            *ty = self.undecided([*ty, also]);
        }
        entries.retain(|(_, _, ty)| !ty.is_unknown());
        self.make_env(entries)
    }
}

impl Eval<'_> {
    /// What a condition comes to that cannot be decided: one of its branches.
    pub(crate) fn either_branch(&mut self, at: Written, branches: [TypeId; 2]) -> Ty {
        let Some(source) = self.source(at.file) else { return Ty::UNKNOWN };
        let mut types = Vec::with_capacity(branches.len());
        for branch in branches {
            if matches!(source.graph.types[branch as usize], Type::Never) {
                continue;
            }
            let ty = self.within(at.with(branch));
            if matches!(self.types.head(ty), Head::Never) {
                continue;
            }
            let ty = self.known(ty);
            if ty.is_unknown() {
                return Ty::UNKNOWN;
            }
            types.push(ty);
        }
        self.types.undecided(types)
    }

    /// What something made of each of these types comes to.
    pub(crate) fn of_each(&mut self, options: &[Ty], mut make: impl FnMut(&mut Self, Ty) -> Ty) -> Ty {
        let mut made = Vec::with_capacity(options.len());
        for &option in options {
            let ty = make(self, option);
            if ty.is_unknown() {
                return Ty::UNKNOWN;
            }
            made.push(ty);
        }
        self.types.undecided(made)
    }

    /// The member that all of these types share: the same declaration in each.
    pub(crate) fn shared_member(&mut self, options: &[Ty], name: Name) -> Option<Hit> {
        let mut shared: Option<Hit> = None;
        for &option in options {
            let hits = self.members(option, name);
            let &[hit] = &hits[..] else { return None };
            shared = Some(match shared {
                Some(before) => self.shared_hit(before, hit)?,
                None => hit,
            });
        }
        shared
    }

    fn shared_hit(&mut self, one: Hit, other: Hit) -> Option<Hit> {
        let either = |eval: &mut Self, one: Ty, other: Ty| eval.types.undecided([one, other]);
        match (one, other) {
            _ if one == other => Some(one),
            (Hit::Declared(decl, env, this), Hit::Declared(same, other_env, other_this)) if decl == same => {
                let env = self.types.undecided_env(env, other_env);
                Some(Hit::Declared(decl, env, either(self, this, other_this)))
            }
            (Hit::Mapped(decl, held), Hit::Mapped(same, other)) if decl == same => {
                Some(Hit::Mapped(decl, either(self, held, other)))
            }
            (Hit::Typed(held), Hit::Typed(other)) => Some(Hit::Typed(either(self, held, other))),
            (Hit::Standard(held), Hit::Standard(other)) => Some(Hit::Standard(either(self, held, other))),
            _ => None,
        }
    }

    /// Where a call leads that leads to the same declaration by each of these types.
    pub(crate) fn shared_target(&mut self, options: &[Ty]) -> Verdict {
        let mut shared: Option<Verdict> = None;
        for &option in options {
            let found = self.type_target(option);
            if shared.as_ref().is_some_and(|before| before.targets != found.targets) {
                return Verdict::none(Resolution::Dynamic);
            }
            shared = shared.or(Some(found));
        }
        shared.unwrap_or(Verdict::none(Resolution::Dynamic))
    }
}
