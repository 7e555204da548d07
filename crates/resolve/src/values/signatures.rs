//! Function types compared by what they take and give.

use super::conversions::{FUNCTION, SAME, STEP, UNKNOWN, Written};
use super::eval::Eval;
use super::types::{FileId, Head, Std, Ty};
use crate::project::source::signature;
use facts::{Type, TypeId, Value, ValueId};

/// What a function type takes, and what it gives.
pub(super) struct Parts {
    pub(super) takes: Vec<Ty>,
    gives: Option<Ty>,
}

impl Eval<'_> {
    /// Whether two declarations of one method agree in a type: however each of them wrote it, and whatever the
    /// arguments of generic types are.
    pub(crate) fn agree(&mut self, one: Ty, other: Ty) -> bool {
        if one == other {
            return true;
        }
        if let (&Head::Std(Std::List, ref one), &Head::Std(Std::List, ref other)) =
            (self.types.head(one), self.types.head(other))
            && let (&[one], &[other]) = (&one[..], &other[..])
        {
            return self.agree(one, other);
        }
        match (self.parts(one), self.parts(other)) {
            (Some(one), Some(other)) => self.parts_agree(&one, &other),
            (None, None) => self.erased(one) == self.erased(other),
            _ => false,
        }
    }

    /// How well a function of one type is given for one of another: only where both take as many values, and both
    /// give one or none.
    pub(crate) fn suits_signature(&mut self, given: Ty, wanted: Ty) -> Option<f32> {
        let (Some(one), Some(other)) = (self.parts(given), self.parts(wanted)) else { return Some(FUNCTION) };
        if one.takes.len() != other.takes.len() || one.gives.is_some() != other.gives.is_some() {
            return None;
        }
        Some(if self.parts_agree(&one, &other) { SAME } else { FUNCTION })
    }

    /// How well a function that gives a value suits one that has to. Where that has to be a promise, one that has to give
    /// nothing is as likely meant as long as nobody knows what it gives.
    pub(super) fn suits_result(&mut self, wanted: Option<TypeId>, at: FileId, given: Written) -> f32 {
        let (Some(wanted), Some(result)) = (wanted, given.result) else { return FUNCTION };
        let wanted = self.declared(at, wanted, None);
        if !matches!(self.types.head(wanted), Head::Std(Std::Promise, _)) {
            return FUNCTION;
        }
        match self.types.head(result) {
            Head::Std(Std::Promise, _) => FUNCTION,
            Head::Unknown | Head::Dynamic | Head::Undecided(_) | Head::Param(..) => FUNCTION - STEP,
            _ => UNKNOWN,
        }
    }

    /// What a function gives whose body is written as an argument, as far as that is known; nothing: `void`.
    pub(crate) fn result_written(&mut self, file: FileId, returns: &[ValueId], is_async: bool) -> Option<Ty> {
        let gives_nothing = self.language.overloads?.gives_nothing?;
        if is_async {
            return Some(self.types.std(Std::Promise, &[]));
        }
        let mut known = Vec::new();
        for &value in returns {
            let ty = self.value(file, value);
            let is_of_outside = self.is_of_outside(file, value);
            known.push(match *self.types.head(ty) {
                // Of what a call of a member outside gives, only that is known.
                Head::External(path) if is_of_outside => {
                    if gives_nothing(&self.text(path)) {
                        self.external("void")
                    } else {
                        Ty::UNKNOWN
                    }
                }
                _ => ty,
            });
        }
        if known.iter().any(|ty| ty.is_unknown()) {
            return Some(Ty::UNKNOWN);
        }
        Some(self.types.union(known))
    }

    fn is_of_outside(&mut self, file: FileId, value: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Value::Call { callee, .. } = source.graph.values[value as usize] else { return false };
        let callee = self.callee(source, file, callee);
        matches!(self.types.head(callee), Head::External(_))
    }

    /// What a function type takes, as a tuple; whatever further it takes is of one type, as in written tuples.
    pub(super) fn taken_as_tuple(&mut self, function: Ty) -> Ty {
        let Some(Parts { mut takes, .. }) = self.parts(function) else { return Ty::UNKNOWN };
        if let Head::FuncType(file, ty, _) = *self.types.head(function)
            && let Some(source) = self.source(file)
            && let Some(&last) = signature(&source.graph, ty).and_then(|it| it.params.last())
            && matches!(source.graph.types[last as usize], Type::Rest { .. })
            && let Some(rest) = takes.pop()
        {
            match self.types.head(rest).clone() {
                Head::Tuple(parts) => takes.extend(parts.iter().copied()),
                _ => takes.push(self.element(rest)),
            }
        }
        self.types.make(Head::Tuple(takes.into()))
    }

    fn parts_agree(&mut self, one: &Parts, other: &Parts) -> bool {
        one.takes.len() == other.takes.len()
            && one.gives.is_some() == other.gives.is_some()
            && one
                .takes
                .iter()
                .chain(&one.gives)
                .zip(other.takes.iter().chain(&other.gives))
                .all(|(&a, &b)| self.agree(a, b))
    }

    /// None: it is no function type.
    pub(super) fn parts(&mut self, ty: Ty) -> Option<Parts> {
        let Head::FuncType(file, ty, env) = *self.types.head(ty) else { return None };
        let signature = signature(&self.source(file)?.graph, ty)?;
        let owner = self.types.this_owner(env, file);
        let mut read = |ty| {
            let ty = self.declared(file, ty, owner);
            self.types.subst(ty, env)
        };
        let takes = signature.params.iter().map(|&param| read(param)).collect();
        Some(Parts { takes, gives: signature.returns.map(read) })
    }
}
