//! Which of several functions of one name a call means, by the number of its arguments and their types.
//!
//! The candidates are the declarations of the name in the type where it was found and in that type's bases;
//! one that another overrides is none. A candidate that cannot take the arguments falls away; of the others
//! each argument's score tells how well it suits. Scores by measurement over the call edges of large
//! repositories: the best is right in 99 of 100 calls where it is the only best one.

use crate::languages::Arguments;
use crate::targets::places::{LEFT_OUT, MISSING, Site};
use crate::values::conversions::{BOXING, EXPANDED, NULL, Plain, SAME, STEP, TOP};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{Builtin, Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};

/// A function that a call may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub decl: Decl,
    /// In terms of what its parameters' types stand.
    pub env: Env,
}

/// What a choice came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    One(Candidate),
    /// Equally good.
    Several(Vec<Candidate>),
    /// None takes these arguments.
    None,
}

impl<'p> Eval<'p> {
    /// The functions of one name that a call may mean which was led to `decl`.
    pub(crate) fn candidates(&mut self, decl: Decl, env: Env) -> Vec<Candidate> {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Vec::new() };
        let Some(parent) = symbol.parent else { return vec![Candidate { decl, env }] };
        let owner = Decl { file: decl.file, symbol: parent };
        let key = source.symbol_key(decl.symbol);
        let mut all = Vec::new();
        self.add_candidates(owner, key, symbol.kind, env, &mut all);
        if symbol.kind == SymbolKind::Constructor {
            // A class that is declared with parameters has a constructor of these, unless it writes that out.
            let primary = Candidate { decl: owner, env };
            let has_params = self.project.symbol(owner).is_some_and(|(_, class)| !class.params.is_empty());
            if has_params && !all.iter().any(|&other| self.overrides(other, primary)) {
                all.push(primary);
            }
        } else {
            for &base in self.lineage(owner).iter() {
                let base = self.types.subst(base, env);
                if let Head::Instance(base, args) = self.types.head(base).clone() {
                    let env = self.arguments_env(base, &args);
                    self.add_candidates(base, key, symbol.kind, env, &mut all);
                }
            }
        }
        all
    }

    fn add_candidates(
        &mut self,
        owner: Decl,
        key: crate::project::names::Name,
        kind: SymbolKind,
        env: Env,
        all: &mut Vec<Candidate>,
    ) {
        for part in self.project.merged(owner) {
            let Some(source) = self.source(part.file) else { continue };
            for &symbol in source.members_named(Some(part.symbol), key) {
                let candidate = Candidate { decl: Decl { file: part.file, symbol }, env };
                let declared = &source.graph.symbols[symbol as usize];
                // What a type runs before its first use nobody calls.
                let is_own = kind == SymbolKind::Constructor && declared.modifiers.has(Modifiers::STATIC);
                if declared.kind == kind && !is_own && !all.iter().any(|&other| self.overrides(other, candidate)) {
                    all.push(candidate);
                }
            }
        }
    }

    /// Whether a candidate of a class takes the place of one further up.
    fn overrides(&mut self, one: Candidate, other: Candidate) -> bool {
        if one.decl == other.decl {
            return true;
        }
        let (Some((of, first)), Some((_, second))) = (self.project.symbol(one.decl), self.project.symbol(other.decl))
        else {
            return false;
        };
        // Where it belongs to the type that a function has to be waited for.
        let waits = |symbol: &Symbol| symbol.modifiers.has(Modifiers::ASYNC);
        if of.language.arguments == Arguments::Labelled && waits(first) != waits(second) {
            return false;
        }
        let beside = one.decl.file == other.decl.file && first.parent == second.parent;
        if beside || first.type_params.len() != second.type_params.len() {
            return false;
        }
        let (one, other) = (self.param_types(one), self.param_types(other));
        one.len() == other.len() && one.iter().zip(&other).all(|(&(a, _), &(b, _))| self.agree(a, b))
    }

    /// The types of a candidate's parameters, and whether each takes all further arguments.
    pub(super) fn param_types(&mut self, candidate: Candidate) -> Vec<(Ty, bool)> {
        let Some((_, symbol)) = self.project.symbol(candidate.decl) else { return Vec::new() };
        let (file, parent) = (candidate.decl.file, symbol.parent);
        let params = symbol.params.iter().map(|param| {
            let ty = param.declared.map_or(Ty::UNKNOWN, |ty| self.declared(file, ty, parent));
            (self.types.subst(ty, candidate.env), param.rest)
        });
        params.collect()
    }

    /// A type as two declarations of one method agree in it.
    pub(crate) fn erased(&mut self, ty: Ty) -> Plain {
        match self.types.head(ty).clone() {
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                if bound == ty || bound.is_unknown() { Plain::Top } else { self.plain(bound, decl) }
            }
            Head::Library(path, _) => {
                let plain = self.types.make(Head::External(path));
                Plain::Outside(plain)
            }
            Head::External(_) => Plain::Outside(ty),
            Head::Instance(decl, _) => Plain::Repository(self.project.first_part(decl)),
            _ => Plain::Array(ty),
        }
    }

    /// The candidates that suit the arguments of a call best. `this` is what they extend, where they are called on
    /// that.
    pub(crate) fn choose(
        &mut self,
        all: &[Candidate],
        file: FileId,
        arguments: &[ValueId],
        this: Option<Ty>,
    ) -> Choice {
        let (arguments, types) = self.split_arguments(file, arguments);
        let count = arguments.len() + usize::from(this.is_some());
        if let [only] = all {
            return if self.takes_count(only.decl, count) { Choice::One(*only) } else { Choice::None };
        }
        let takes_types = |decl: Decl| {
            let symbol = self.project.symbol(decl).map(|(_, symbol)| symbol);
            types.is_empty() || symbol.is_some_and(|symbol| symbol.type_params.len() == types.len())
        };
        let private = |decl: Decl| {
            let Some((_, symbol)) = self.project.symbol(decl) else { return false };
            let in_part =
                |symbol| self.project.merged(Decl { file: decl.file, symbol }).iter().any(|it| it.file == file);
            symbol.modifiers.has(Modifiers::PRIVATE) && decl.file != file && !symbol.parent.is_some_and(in_part)
        };
        let fits = |it: &Candidate| {
            self.takes_count(it.decl, count)
                && self.gives_required(it.decl, usize::from(this.is_some()), file, arguments)
                && takes_types(it.decl)
                && (!types.is_empty() || self.is_inferable(it.decl))
                && !private(it.decl)
        };
        let fitting: Vec<Candidate> = all.iter().copied().filter(fits).collect();
        match fitting[..] {
            [] => return Choice::None,
            [one] => return Choice::One(one),
            _ => {}
        }
        let given: Vec<Ty> = arguments.iter().map(|&argument| self.value(file, argument)).collect();
        let mut scored: Vec<(f32, Candidate)> = Vec::new();
        for candidate in fitting {
            let receives = match this {
                Some(this) => self.suits_receiver(candidate, this),
                None => Some(0.0),
            };
            // Of two that are equal the one without parameters is meant.
            let plain = self.project.symbol(candidate.decl).is_some_and(|(_, symbol)| symbol.type_params.is_empty());
            let score = receives.and_then(|first| {
                let first = if plain { first + STEP / 4.0 } else { first };
                Some(first + self.score(candidate, usize::from(this.is_some()), &given, file, arguments)?)
            });
            scored.extend(score.map(|score| (score, candidate)));
        }
        let best = scored.iter().map(|(score, _)| *score).fold(f32::MIN, f32::max);
        let best: Vec<Candidate> =
            scored.iter().filter(|(score, _)| *score > best - 0.01).map(|(_, candidate)| *candidate).collect();
        let unknown: Vec<usize> = (0..given.len())
            .filter(|&at| best.first().is_some_and(|it| self.is_unknown_argument(given[at], it.decl)))
            .collect();
        let site = Site { file, arguments, skipped: usize::from(this.is_some()) };
        let best = if unknown.is_empty() { best } else { self.with_equals(best, &scored, &unknown, site) };
        match best[..] {
            [] => Choice::None,
            [one] => Choice::One(one),
            // Of what is given too little is known to tell one from the other.
            _ if !unknown.is_empty() => Choice::Several(best),
            _ => match self.most_specific(&best) {
                Some(one) => Choice::One(one),
                None => Choice::Several(best),
            },
        }
    }

    /// The arguments of a call, and the types that stand behind them.
    pub(crate) fn split_arguments<'a>(&self, file: FileId, arguments: &'a [ValueId]) -> (&'a [ValueId], &'p [TypeId]) {
        if let Some((&last, rest)) = arguments.split_last()
            && let Some(Value::TypeArguments { types }) =
                self.source(file).map(|source| &source.graph.values[last as usize])
        {
            return (rest, types);
        }
        (arguments, &[])
    }

    /// Whether the arguments alone can tell what a function's type parameters stand for.
    fn is_inferable(&self, decl: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(decl) else { return true };
        if symbol.type_params.is_empty() || source.language.overloads.is_none_or(|rules| rules.infers_results) {
            return true;
        }
        symbol.type_params.iter().all(|parameter| {
            let mut types: Vec<TypeId> = symbol.params.iter().filter_map(|param| param.declared).collect();
            while let Some(ty) = types.pop() {
                match &source.graph.types[ty as usize] {
                    Type::Name { path, arguments, .. } => {
                        if path[..] == [parameter.name] {
                            return true;
                        }
                        types.extend(arguments);
                    }
                    Type::List { element } => types.push(*element),
                    Type::Optional { inner } => types.push(*inner),
                    Type::Tuple { parts } => types.extend(parts),
                    Type::Object { members } => types.extend(members.iter().map(|(_, ty)| ty)),
                    Type::Function { params, returns } => types.extend(params.iter().chain(returns)),
                    _ => {}
                }
            }
            false
        })
    }

    fn suits_receiver(&mut self, candidate: Candidate, this: Ty) -> Option<f32> {
        let (_, symbol) = self.project.symbol(candidate.decl)?;
        let wanted = self.declared(candidate.decl.file, symbol.receiver?, symbol.parent);
        self.suits_extended(wanted, this)
    }

    pub(crate) fn takes_count(&self, decl: Decl, arguments: usize) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| {
            let required = symbol.params.iter().filter(|param| !param.optional && !param.rest).count();
            let open = symbol.params.last().is_some_and(|param| param.rest);
            required <= arguments && (open || arguments <= symbol.params.len())
        })
    }

    /// The one whose every parameter is taken by the others'.
    fn most_specific(&mut self, all: &[Candidate]) -> Option<Candidate> {
        let params: Vec<Vec<(Ty, bool)>> = all.iter().map(|&candidate| self.param_types(candidate)).collect();
        let mut found = None;
        for (at, candidate) in all.iter().enumerate() {
            let specific = params.iter().enumerate().all(|(other, theirs)| {
                other == at
                    || theirs.len() == params[at].len()
                        && params[at].iter().zip(theirs).all(|(&(own, _), &(wider, _))| {
                            self.suits(own, wider, candidate.decl).is_some_and(|score| score > TOP - STEP)
                        })
            });
            if specific {
                if found.is_some() {
                    return None;
                }
                found = Some(*candidate);
            }
        }
        found
    }

    pub(crate) fn score(
        &mut self,
        candidate: Candidate,
        skipped: usize,
        given: &[Ty],
        file: FileId,
        arguments: &[ValueId],
    ) -> Option<f32> {
        let mut params = self.param_types(candidate);
        params.drain(..skipped.min(params.len()));
        let phases = self.conversions(candidate.decl)?.phases;
        let (mut score, mut boxed, mut expanded) = (0.0, false, false);
        for (at, &ty) in given.iter().enumerate() {
            let place = self.place_of(candidate.decl, skipped, file, arguments[at], at)?;
            let &(wanted, rest) = params.get(place).or_else(|| params.last().filter(|(_, rest)| *rest))?;
            let is_null = matches!(self.types.head(ty), Head::Builtin(Builtin::Null));
            let optional = self.optional_param(candidate.decl, place + skipped);
            let one = match (is_null, optional) {
                (true, true) => Some(NULL),
                _ => self.suits_argument(ty, wanted, candidate.decl, file, arguments[at]),
            };
            let mut one = match (optional, self.is_optional(file, arguments[at])) {
                (false, true) if self.is_plain_value(wanted, candidate.decl) => None,
                (true, false) if !is_null => one.map(|score| score - MISSING),
                _ => one,
            };
            if rest {
                one = one.filter(|_| given.len() == params.len() && (is_null || self.is_array(ty)));
                if one.is_none() {
                    let element = self.element(wanted);
                    one = self.suits_argument(ty, element, candidate.decl, file, arguments[at]);
                    (one, expanded) = (one.map(|score| score - EXPANDED), true);
                }
            }
            let one = one?;
            score += if one < BOXING / 2.0 { one - BOXING } else { one };
            boxed |= one < BOXING / 2.0;
        }
        // One that leaves nothing out goes before one that does.
        if self.leaves_out(candidate.decl, skipped, given.len()) {
            score -= LEFT_OUT;
        }
        // Boxing comes after all that does without, a variable number of arguments last.
        let left_out = params.last().is_some_and(|(_, rest)| *rest) && given.len() < params.len();
        score -= if left_out { EXPANDED } else { 0.0 };
        if phases {
            score += if expanded || left_out { 2.0 * BOXING } else { 0.0 };
            score += if boxed { BOXING } else { 0.0 };
        }
        Some(score)
    }

    /// Whether a type's values are no objects, so that none is missing.
    fn is_plain_value(&mut self, ty: Ty, decl: Decl) -> bool {
        match self.plain(ty, decl) {
            Plain::Primitive(_) => true,
            Plain::Outside(ty) => self.outside_type(ty).is_some_and(|(path, _)| {
                let rules = self.language.overloads;
                rules.is_some_and(|rules| rules.sealed.contains(&&*self.text(path)) && *rules.text != *self.text(path))
            }),
            Plain::Repository(decl) => self
                .project
                .symbol(decl)
                .is_some_and(|(_, symbol)| matches!(symbol.kind, SymbolKind::Struct | SymbolKind::Enum)),
            _ => false,
        }
    }

    pub(crate) fn is_array(&self, ty: Ty) -> bool {
        matches!(self.types.head(ty), Head::Std(Std::List, _))
    }

    fn suits_argument(&mut self, given: Ty, wanted: Ty, decl: Decl, file: FileId, argument: ValueId) -> Option<f32> {
        if let Head::Union(options) = self.types.head(given).clone() {
            let scores: Option<Vec<f32>> = options.iter().map(|&option| self.suits(option, wanted, decl)).collect();
            return scores.map(|scores| scores.into_iter().fold(SAME, f32::min));
        }
        let source = self.source(file)?;
        let mut function = argument;
        if let Value::Named { value: inner, .. } = &source.graph.values[argument as usize] {
            function = *inner;
        }
        if let Some(function) = self.written_function(source, file, function) {
            return self.suits_function(wanted, function, decl);
        }
        self.suits(given, wanted, decl)
    }
}
