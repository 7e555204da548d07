//! Functions of a name that the repository and the outside have: by imports of both, Java's static ones, and by a base
//! outside of the class that has one.

use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::targets::labels::Verdict;
use crate::targets::overloads::{Candidate, Choice};
use crate::values::conversions::{OUTSIDE, Plain, UNKNOWN};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// What another import of a bare name brings from outside the repository, beside a member of a type that one
    /// import brings: the path, and the type.
    pub(super) fn brought_beside(&mut self, file: FileId, callee: ValueId, first: Decl) -> Option<(Name, Ty)> {
        let source = self.source(file)?;
        let Value::Name { name, .. } = source.graph.values[callee as usize] else { return None };
        let name = source.name(name);
        let bindings = source.bindings_in(0, name);
        if bindings.len() < 2 {
            return None;
        }
        let entities: Vec<Entity> =
            bindings.iter().map(|&binding| self.project.binding(file, binding, Use::Call)).collect();
        let path = entities.iter().find_map(|entity| match *entity {
            Entity::External(path) => Some(path),
            _ => None,
        })?;
        let key = self.member_key(source, name, Use::Call);
        let brings = |eval: &mut Self, class: Decl| {
            let class = eval.types.make(Head::Class(class));
            eval.members(class, key).iter().any(|hit| hit.declared() == Some(first))
        };
        let is_brought = entities.iter().any(|entity| matches!(*entity, Entity::Member(of, _) if brings(self, of)));
        is_brought.then(|| (path, self.entity(Entity::External(path))))
    }

    /// The candidate that takes the arguments, where a function from outside may be meant as well: none takes what all
    /// of them refuse, and as long as an argument's type is not known it may be either.
    pub(super) fn choose_beside(&mut self, all: &[Candidate], file: FileId, arguments: &[ValueId]) -> Choice {
        let plain = self.split_arguments(file, arguments).0;
        let given: Vec<Ty> = plain.iter().map(|&argument| self.value(file, argument)).collect();
        let mut taking: Vec<Candidate> = all.to_vec();
        taking.retain(|&it| self.takes_count(it.decl, plain.len()) && self.score(it, 0, &given, file, plain).is_some());
        match taking[..] {
            [] => Choice::None,
            [first, ..] if given.iter().any(|&ty| self.is_unknown_argument(ty, first.decl)) => Choice::Several(taking),
            [one] if self.takes_surely(one, &given) => Choice::One(one),
            [_] => Choice::Several(taking),
            _ => match self.choose(&taking, file, arguments, None) {
                Choice::One(one) if !self.takes_surely(one, &given) => Choice::Several(taking),
                choice => choice,
            },
        }
    }

    /// Whether each argument is known to be what a function takes there: of types outside that may be unknown.
    fn takes_surely(&mut self, candidate: Candidate, given: &[Ty]) -> bool {
        let params = self.param_types(candidate);
        params.into_iter().zip(given).all(|((wanted, _), &ty)| {
            self.suits(ty, wanted, candidate.decl).is_none_or(|score| score != OUTSIDE && score != UNKNOWN)
        })
    }

    /// What a base outside of a method's class takes instead: where the only method here of so many parameters refuses
    /// an argument.
    pub(super) fn taken_above(&mut self, only: Candidate, file: FileId, arguments: &[ValueId]) -> Option<Verdict> {
        let (_, symbol) = self.project.symbol(only.decl)?;
        if symbol.kind != SymbolKind::Method || !self.conversions(only.decl)?.phases {
            return None;
        }
        let outside = self.outside_overload(only.decl)?;
        let plain = self.split_arguments(file, arguments).0;
        let given: Vec<Ty> = plain.iter().map(|&argument| self.value(file, argument)).collect();
        // What a call gives by a type parameter of its own is whatever is asked for.
        if given.iter().any(|&ty| matches!(self.plain(ty, only.decl), Plain::Parameter(_))) {
            return None;
        }
        self.score(only, 0, &given, file, plain).is_none().then_some(outside)
    }
}
