//! Which parameters of a candidate the arguments of a call go to, and which it leaves out.

use crate::members::extensions::extends;
use crate::targets::overloads::Candidate;
use crate::values::conversions::STEP;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Ty};
use facts::{Type, Value, ValueId};

/// What a candidate costs that leaves parameters out.
pub(super) const LEFT_OUT: f32 = STEP / 4.0;
/// What a parameter costs whose values may be missing, for an argument that is there.
pub(super) const MISSING: f32 = STEP / 2.0;

/// A call: its arguments, and how many parameters before theirs something else is given to.
#[derive(Clone, Copy)]
pub(super) struct Site<'a> {
    pub file: FileId,
    pub arguments: &'a [ValueId],
    pub skipped: usize,
}

impl Eval<'_> {
    /// The parameter that an argument goes to: one given by name to that of its name.
    pub(super) fn place_of(
        &self,
        decl: Decl,
        skipped: usize,
        file: FileId,
        argument: ValueId,
        at: usize,
    ) -> Option<usize> {
        let source = self.source(file)?;
        let Value::Named { name, .. } = &source.graph.values[argument as usize] else { return Some(at) };
        let (other, symbol) = self.project.symbol(decl)?;
        if !symbol.labels.is_empty() {
            return Some(at);
        }
        let named = symbol.params.iter().position(|param| other.name(param.name) == source.name(*name))?;
        named.checked_sub(skipped)
    }

    /// Whether a parameter's type says that it may be missing.
    pub(super) fn optional_param(&self, decl: Decl, at: usize) -> bool {
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        let declared = symbol.params.get(at).and_then(|param| param.declared);
        declared.is_some_and(|ty| matches!(source.graph.types[ty as usize], Type::Optional { .. }))
    }

    /// Whether the type of an argument is declared to be one that may be missing.
    pub(super) fn is_optional(&self, file: FileId, argument: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let declared = match source.graph.values[argument as usize] {
            Value::Name { binding: Some(binding), .. } => source.graph.bindings[binding as usize].declared,
            Value::Cast { ty } => Some(ty),
            // Operands have smaller numbers, so that this ends.
            Value::Either { ref options } => return options.iter().any(|&option| self.is_optional(file, option)),
            _ => None,
        };
        declared.is_some_and(|ty| matches!(source.graph.types[ty as usize], Type::Optional { .. }))
    }

    pub(super) fn leaves_out(&self, decl: Decl, skipped: usize, given: usize) -> bool {
        self.project
            .symbol(decl)
            .is_some_and(|(_, symbol)| symbol.params.iter().skip(skipped).filter(|param| !param.rest).count() > given)
    }

    /// Whether every parameter that has to be given is, where arguments are given by name.
    pub(super) fn gives_required(&self, decl: Decl, skipped: usize, file: FileId, arguments: &[ValueId]) -> bool {
        let (Some(source), Some((_, symbol))) = (self.source(file), self.project.symbol(decl)) else { return true };
        let is_named = |it: &ValueId| matches!(source.graph.values[*it as usize], Value::Named { .. });
        if !symbol.labels.is_empty() || !arguments.iter().any(is_named) {
            return true;
        }
        let given = arguments.iter().enumerate();
        let given: Vec<usize> =
            given.filter_map(|(at, &argument)| self.place_of(decl, skipped, file, argument, at)).collect();
        let params = symbol.params.iter().skip(skipped).enumerate();
        let mut required = params.filter(|(_, param)| !param.optional && !param.rest);
        required.all(|(place, _)| given.contains(&place))
    }

    /// The best candidates with those that come after them by nothing but what they leave out, where they take an argument
    /// that nobody knows as something else: that may be what decides.
    pub(super) fn with_equals(
        &mut self,
        mut best: Vec<Candidate>,
        scored: &[(f32, Candidate)],
        unknown: &[usize],
        site: Site,
    ) -> Vec<Candidate> {
        let top = scored.iter().map(|(score, _)| *score).fold(f32::MIN, f32::max);
        let first = best[0];
        for &(score, candidate) in scored {
            // What a base has is not asked where the type itself has one that may take the arguments.
            let is_beside = self.owner(candidate) == self.owner(first);
            if !is_beside || best.contains(&candidate) || score + self.cost(candidate, site) < top - 0.01 {
                continue;
            }
            let differs = |&at: &usize| self.taken_at(candidate, site, at) != self.taken_at(first, site, at);
            if unknown.iter().any(differs) {
                best.push(candidate);
            }
        }
        best
    }

    /// The type that declares a candidate. None: it extends one, as others of any class do.
    fn owner(&self, candidate: Candidate) -> Option<Decl> {
        let (_, symbol) = self.project.symbol(candidate.decl)?;
        let symbol = symbol.parent.filter(|_| !extends(symbol))?;
        Some(self.project.first_part(Decl { file: candidate.decl.file, symbol }))
    }

    /// What leaving out, and values that may be missing, cost a candidate at most.
    fn cost(&self, candidate: Candidate, site: Site) -> f32 {
        let count = site.arguments.len();
        let out = if self.leaves_out(candidate.decl, site.skipped, count) { LEFT_OUT } else { 0.0 };
        let missing = (0..count).filter(|&at| {
            let place = self.place_of(candidate.decl, site.skipped, site.file, site.arguments[at], at);
            place.is_some_and(|place| self.optional_param(candidate.decl, place + site.skipped))
        });
        out + missing.count() as f32 * MISSING
    }

    /// The type that a candidate takes an argument as.
    fn taken_at(&mut self, candidate: Candidate, site: Site, at: usize) -> Option<Ty> {
        let place = self.place_of(candidate.decl, site.skipped, site.file, site.arguments[at], at)?;
        self.param_types(candidate).get(place + site.skipped).map(|(ty, _)| *ty)
    }
}
