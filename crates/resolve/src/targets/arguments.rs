//! Which of several functions of one name a call means, by the names or labels of its arguments, their number
//! and, between what is left, their types.

use crate::languages::Arguments;
use crate::members::extensions::Fit;
use crate::project::source::Source;
use crate::targets::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::targets::namesakes::names_type;
use crate::targets::pairs::{of_spread, pairs};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{Modifiers, Symbol, SymbolKind, Value, ValueId};

impl<'p> Eval<'p> {
    /// The verdict led to the one function that takes the call's arguments best.
    pub(crate) fn choose_by_arguments(&mut self, verdict: Verdict, file: FileId, callee: ValueId) -> Verdict {
        let verdict = self.past_type_aliases(verdict);
        let Some(source) = self.source(file) else { return verdict };
        let Some(arguments) = self.arguments_of(file, callee).map(<[ValueId]>::to_vec) else { return verdict };
        // Types in front of the parentheses go to no parameter.
        let arguments = self.split_arguments(file, &arguments).0.to_vec();
        let mut all: Vec<Decl> = Vec::new();
        for &target in &verdict.targets {
            for candidate in self.of_one_name(source, file, target) {
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        // What makes an instance of a class is no function of its name.
        if matches!(source.graph.values[callee as usize], Value::Super { .. } | Value::Class { .. }) {
            let around = self.around.map(|symbol| Decl { file, symbol });
            all.retain(|&decl| around != Some(decl) && self.makes_instances(decl));
        }
        // What holds a function is called as it is.
        let is_function = |eval: &Self, decl: Decl| {
            eval.project.symbol(decl).is_some_and(|(_, symbol)| {
                !matches!(symbol.kind, SymbolKind::Property | SymbolKind::Variable | SymbolKind::Getter)
            })
        };
        if all.is_empty() {
            let held = verdict.resolution == Resolution::Dynamic;
            let past = if held { self.past_local(source, file, callee, &arguments) } else { None };
            let added = past.or_else(|| self.added_initializer(source, file, &verdict, &arguments));
            return added.unwrap_or(verdict);
        }
        if !all.iter().all(|&decl| is_function(self, decl)) {
            // Through the type alone, what its instances hold is not reached.
            let own = |decl: &Decl| {
                self.project.symbol(*decl).is_some_and(|(_, symbol)| symbol.modifiers.has(Modifiers::STATIC))
            };
            if names_type(source, callee) && !all.iter().any(own) {
                return Verdict::none(Resolution::Unresolved);
            }
            let past = self.past_held(source, file, callee, &all, &arguments);
            return past.or_else(|| self.operator_of_held(source, file, &all, &arguments)).unwrap_or(verdict);
        }
        let mut fitting = self.fitting(source, file, &all, &arguments);
        if fitting.is_empty()
            && let Value::Member { object, name } = source.graph.values[callee as usize]
        {
            let object = self.value(file, object);
            fitting = self.fitting_extensions(source, file, (object, source.name(name)), &arguments);
        }
        // A member or a function around that does not fit hides none further out that does.
        if let (true, Value::Name { name, scope, .. }) = (fitting.is_empty(), &source.graph.values[callee as usize])
            && source.language.arguments == Arguments::Named
            && !verdict.targets.iter().any(|&decl| self.is_constructed(decl))
        {
            fitting = self.fitting_around(source, file, (*scope, source.name(*name)), &arguments);
        }
        self.by_waiting(source, callee, &mut fitting);
        // By the name alone: what takes the arguments is one of several types' all the same.
        let guessed = match source.graph.values[callee as usize] {
            Value::Member { object, .. } if verdict.resolution == Resolution::Ambiguous => {
                let object = self.value(file, object);
                self.is_blank(object) && self.are_of_several(&verdict.targets)
            }
            _ => false,
        };
        let how = match verdict.resolution {
            Resolution::Ambiguous if verdict.external.is_some() => Resolution::Ambiguous,
            Resolution::Ambiguous if guessed => Resolution::Unique,
            Resolution::Ambiguous => Resolution::Typed,
            how => how,
        };
        let mut fitting = if guessed { fitting } else { self.nearest(file, fitting) };
        if let ([], Some(only)) = (&fitting[..], self.only_taker(source, &all, &arguments)) {
            fitting.push(only);
        }
        let asked = if fitting.is_empty() && self.standard_function(&all).is_none() { &all } else { &fitting };
        if source.language.arguments == Arguments::Labelled
            && let Some(name) = self.outside_namesake(source, file, asked, &arguments)
        {
            return Verdict::external(name);
        }
        match fitting[..] {
            [one] => Verdict::one(how, one),
            // A class may be made without a constructor that is written.
            [] => match verdict.targets.iter().copied().find(|&decl| self.is_constructed(decl)) {
                Some(class) if let Some(name) = self.made_outside_instead(class, file, &arguments) => {
                    Verdict::external(name)
                }
                Some(class) => {
                    let invoked = self.operator_of_class(source, file, class, &arguments);
                    invoked.unwrap_or_else(|| Verdict::one(how, class))
                }
                None => self.standard_function(&all).unwrap_or(Verdict::none(Resolution::Unresolved)),
            },
            _ => {
                fitting.truncate(MAX_CANDIDATES);
                Verdict { targets: fitting, ..Verdict::none(Resolution::Ambiguous) }
            }
        }
    }

    /// Of functions that have to be waited for and others that suit as well, those that the call is written for.
    fn by_waiting(&self, source: &Source, callee: ValueId, fitting: &mut Vec<Decl>) {
        let waits = |decl: Decl| {
            self.project.symbol(decl).is_some_and(|(of, symbol)| {
                of.language.arguments == Arguments::Labelled && symbol.modifiers.has(Modifiers::ASYNC)
            })
        };
        let count = fitting.iter().filter(|&&decl| waits(decl)).count();
        if count == 0 || count == fitting.len() {
            return;
        }
        let is_waited_for = source.graph.values.iter().any(|value| match *value {
            Value::Await { object } => {
                matches!(source.graph.values[object as usize], Value::Call { callee: called, .. } if called == callee)
            }
            _ => false,
        });
        fitting.retain(|&decl| waits(decl) == is_waited_for);
    }

    /// The one function that takes arguments of these names and this number. What is thought of their types counts
    /// for less than that there is no other; where the standard library may have another, it does not.
    fn only_taker(&mut self, source: &Source, all: &[Decl], arguments: &[ValueId]) -> Option<Decl> {
        let is_open = |&decl: &Decl| {
            self.project.symbol(decl).is_some_and(|(of, symbol)| {
                let is_free = symbol.parent.is_none() && symbol.kind == SymbolKind::Function;
                is_free && self.project.is_std_name(of.language, of.name(symbol.name))
            })
        };
        // What types from outside have by an operator, too, is told by the types alone.
        if self.implied || all.iter().any(is_open) {
            return None;
        }
        let mut takers = all.iter().copied().filter(|&decl| {
            let Some((of, symbol)) = self.project.symbol(decl) else { return false };
            let defaults = self.overridden_defaults(decl).unwrap_or(symbol);
            pairs(source, of, symbol, defaults, arguments).is_some()
        });
        let first = takers.next()?;
        takers.next().is_none().then_some(first)
    }

    fn is_constructed(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind.is_type())
    }

    /// Those that take the arguments, the best by their types.
    pub(crate) fn fitting(&mut self, source: &Source, file: FileId, all: &[Decl], arguments: &[ValueId]) -> Vec<Decl> {
        let mut scored: Vec<(Suits, usize, Decl)> = Vec::new();
        for &decl in all {
            let Some((of, symbol)) = self.project.symbol(decl) else { continue };
            if scored.iter().any(|&(.., other)| self.takes_place_of(other, decl)) {
                continue;
            }
            let defaults = self.overridden_defaults(decl).unwrap_or(symbol);
            let Some(pairs) = pairs(source, of, symbol, defaults, arguments) else { continue };
            if let Some(suits) = self.suits_types(source, file, decl, symbol, &pairs) {
                scored.push((suits, symbol.params.len().saturating_sub(pairs.len()), decl));
            }
        }
        let best = scored.iter().map(|(suits, ..)| suits.score).max();
        scored.retain(|(suits, ..)| Some(suits.score) == best);
        self.drop_variable(&mut scored);
        // What is there is rather given where it has to be than where it may be missing.
        let plain = scored.iter().map(|(suits, ..)| suits.optional).min();
        scored.retain(|(suits, ..)| Some(suits.optional) == plain);
        // Between equals the one that leaves fewer parameters to their defaults: where all types are known, or
        // the others only add to its parameters.
        if let Some(&(_, left, fewest)) = scored.iter().min_by_key(|(_, left, _)| *left) {
            let known = scored.iter().all(|(suits, ..)| suits.known);
            scored.retain(|&(_, more, other)| more == left || !known && !self.continues(fewest, other));
        }
        scored.into_iter().map(|(.., decl)| decl).collect()
    }

    /// Of functions that take arguments of the same types, one that takes any number comes after all that take so many.
    fn drop_variable(&self, scored: &mut Vec<(Suits, usize, Decl)>) {
        let is_open = |decl: Decl| {
            self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.params.iter().any(|param| param.rest))
        };
        let fixed: Vec<Suits> =
            scored.iter().filter(|(.., decl)| !is_open(*decl)).map(|(suits, ..)| suits.clone()).collect();
        scored.retain(|(suits, _, decl)| {
            let is_beaten = |other: &Suits| other.known && suits.known || other.wanted == suits.wanted;
            !is_open(*decl) || !fixed.iter().any(is_beaten)
        });
    }

    /// Whether a method is in the place of one of a base.
    fn takes_place_of(&mut self, own: Decl, other: Decl) -> bool {
        let parent = |eval: &Self, decl: Decl| {
            let symbol = eval.project.symbol(decl)?.1.parent?;
            Some(Decl { file: decl.file, symbol })
        };
        let (Some(class), Some(base)) = (parent(self, own), parent(self, other)) else { return false };
        class != base && self.same_shape(own, other) && self.extends_type(class, base)
    }

    /// What says which parameters of a function may be left out that does not say so itself: a method of a base that
    /// it overrides, the declaration that several platforms share.
    pub(crate) fn overridden_defaults(&mut self, decl: Decl) -> Option<&'p Symbol> {
        let (source, symbol) = self.project.symbol(decl)?;
        if symbol.params.is_empty() || symbol.params.iter().any(|param| param.optional) {
            return None;
        }
        if source.language.arguments == Arguments::Named
            && let Some(expected) = self.expected_by(decl)
        {
            return Some(expected);
        }
        if symbol.kind != SymbolKind::Method {
            return None;
        }
        let class = Decl { file: decl.file, symbol: symbol.parent? };
        let name = source.symbol_key(decl.symbol);
        for &base in self.lineage(class).iter() {
            let Head::Instance(base, _) = *self.types.head(base) else { continue };
            for part in self.project.merged(base) {
                let Some(of) = self.source(part.file) else { continue };
                for &method in of.members_named(Some(part.symbol), name) {
                    let declared = &of.graph.symbols[method as usize];
                    let optional = declared.params.iter().any(|param| param.optional);
                    if optional && self.same_shape(decl, Decl { file: part.file, symbol: method }) {
                        return Some(declared);
                    }
                }
            }
        }
        None
    }

    /// Whether the parameters of a function start with all those of another.
    fn continues(&self, short: Decl, long: Decl) -> bool {
        let (Some((_, short)), Some((_, long))) = (self.project.symbol(short), self.project.symbol(long)) else {
            return false;
        };
        short.params.len() <= long.params.len()
            && short.params.iter().zip(&long.params).all(|(one, other)| one.type_text == other.type_text)
    }

    /// How well arguments go with the parameters they are given to. None: one does not at all.
    fn suits_types(
        &mut self,
        source: &Source,
        file: FileId,
        decl: Decl,
        symbol: &Symbol,
        pairs: &[(usize, ValueId)],
    ) -> Option<Suits> {
        let (mut score, mut optional, mut all_known) = (0, 0, true);
        let mut all_wanted = Vec::with_capacity(pairs.len());
        for &(param, argument) in pairs {
            let param_at = param;
            let param = &symbol.params[param];
            let Some(ty) = param.declared else {
                all_known = false;
                all_wanted.push(Ty::UNKNOWN);
                continue;
            };
            let mut wanted = self.declared(decl.file, ty, symbol.parent);
            let is_spread = of_spread(source, argument);
            if param.rest && !is_spread {
                wanted = self.element(wanted);
            }
            all_wanted.push(wanted);
            optional += u32::from(self.is_there(source, argument) && self.optional_param(decl, param_at));
            if matches!(source.graph.values[argument as usize], Value::Function { .. }) {
                match self.types.head(wanted) {
                    Head::Builtin(_) | Head::Std(..) => return None,
                    Head::FuncType(..) => score += 2,
                    _ => {}
                }
                continue;
            }
            if let Some(takes) = self.takes_reference(source, file, wanted, argument) {
                score += takes?;
                continue;
            }
            let given = self.value(file, argument);
            if matches!(self.types.head(given), Head::Builtin(facts::Builtin::Null)) && self.is_never_null(decl, ty) {
                return None;
            }
            if given.is_unknown() || matches!(self.types.head(given), Head::Builtin(facts::Builtin::Null)) {
                all_known = false;
                continue;
            }
            let known = |head: &Head| matches!(head, Head::Instance(..) | Head::Builtin(_) | Head::Std(..));
            let is_single = |head: &Head| matches!(head, Head::Builtin(_) | Head::Std(Std::Map | Std::Set, _));
            let is_known = |head: &Head| known(head) || matches!(head, Head::Tuple(_));
            match self.fit(wanted, given, 0) {
                Some(Fit::Same) => score += 4,
                Some(Fit::Base) => score += 3,
                Some(Fit::Like) => score += 2,
                Some(Fit::Any) => score += 1,
                Some(Fit::Maybe) => all_known = false,
                None if known(self.types.head(wanted)) && is_known(self.types.head(given)) => return None,
                // What is written as a list may be a tuple, nothing else is one.
                None if matches!(self.types.head(wanted), Head::Tuple(_)) && is_single(self.types.head(given)) => {
                    return None;
                }
                None => all_known = false,
            }
        }
        Some(Suits { score, optional, known: all_known, wanted: all_wanted })
    }
}

/// How well arguments go with parameters.
#[derive(Clone)]
struct Suits {
    score: u32,
    /// How many values that are there go where one may be missing.
    optional: u32,
    /// The types of all of them are known.
    known: bool,
    /// What is wanted of each, in their order.
    wanted: Vec<Ty>,
}
