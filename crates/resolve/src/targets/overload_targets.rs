//! Which of several functions a call's row leads to.

use crate::languages::Extensions;
use crate::members::Hit;
use crate::members::extensions::extends;
use crate::project::source::Source;
use crate::targets::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::targets::overloads::{Candidate, Choice};
use crate::values::conversions::Written;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::{NameId, SymbolKind, Value, ValueId};
use rustc_hash::FxHashMap;

impl<'p> Eval<'p> {
    /// The arguments of the call that a callee is of.
    pub(crate) fn arguments_of(&mut self, file: FileId, callee: ValueId) -> Option<&'_ [ValueId]> {
        let source = self.source(file)?;
        if self.calls.as_ref().is_none_or(|(of, _)| *of != file) {
            let calls = source.graph.values.iter().enumerate().filter_map(|(id, value)| match value {
                Value::Call { callee, .. } | Value::New { callee, .. } => Some((*callee, id as ValueId)),
                _ => None,
            });
            let calls: FxHashMap<ValueId, ValueId> = calls.collect();
            self.calls = Some((file, calls));
        }
        let (_, calls) = self.calls.as_ref()?;
        match &source.graph.values[*calls.get(&callee)? as usize] {
            Value::Call { arguments, .. } | Value::New { arguments, .. } => Some(arguments),
            _ => None,
        }
    }

    /// What a function that is an argument says of itself; none for other values. A reference to one (an
    /// `Either` of it) says less than one that is written out.
    pub(crate) fn written_function(&mut self, source: &Source, file: FileId, argument: ValueId) -> Option<Written> {
        match &source.graph.values[argument as usize] {
            Value::Function { returns, is_async, .. } => {
                let counts = self.lambdas.take().filter(|(of, _)| *of == file);
                let (_, counts) = self.lambdas.insert(counts.unwrap_or_else(|| (file, parameters(source))));
                let takes = counts.get(&argument).copied().unwrap_or_default();
                let result = self.result_written(file, returns, *is_async);
                // What a function without parameters gives does not depend on who is given it.
                let nothing = match result {
                    Some(result) => self.is_nothing(result),
                    None => takes == 0 && matches!(returns[..], [only] if self.is_void(file, only)),
                };
                let gives = (!returns.is_empty() && !nothing) || *is_async;
                Some(Written { takes: Some(takes), gives: Some(gives), result })
            }
            Value::Either { options } => match options[..] {
                [one] if matches!(source.graph.values[one as usize], Value::Function { .. }) => {
                    Some(Written { takes: None, gives: None, result: None })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether a value is the call of what is declared to give none.
    fn is_void(&mut self, file: FileId, value: ValueId) -> bool {
        let calls = self.source(file).is_some_and(|it| matches!(it.graph.values[value as usize], Value::Call { .. }));
        let ty = if calls { self.value(file, value) } else { Ty::UNKNOWN };
        self.is_nothing(ty)
    }

    fn is_nothing(&self, ty: Ty) -> bool {
        matches!(self.types.head(ty), Head::External(path) if &*self.text(*path) == "void")
    }

    /// The verdict led to the one function that takes the call's arguments best.
    pub(crate) fn choose_target(&mut self, verdict: Verdict, file: FileId, callee: ValueId) -> Verdict {
        let Some(&first) = verdict.targets.first() else { return self.past_outside(verdict, file, callee) };
        if self.conversions(first).is_none() || verdict.conversion {
            return verdict;
        }
        let Some(arguments) = self.arguments_of(file, callee).map(<[ValueId]>::to_vec) else { return verdict };
        let bare = self.source(file).is_some_and(|it| matches!(it.graph.values[callee as usize], Value::Name { .. }));
        // The members of a union's types are no overloads of each other; those of several imports are.
        if verdict.targets.len() > 1 && !bare {
            return verdict;
        }
        let (env, this) = self.receiver_env(file, callee, first);
        let mut all: Vec<Candidate> = Vec::new();
        for &target in &verdict.targets {
            let callable = |kind| matches!(kind, SymbolKind::Method | SymbolKind::Function | SymbolKind::Constructor);
            if !self.project.symbol(target).is_some_and(|(_, symbol)| callable(symbol.kind)) {
                return verdict;
            }
            for candidate in self.candidates(target, if target == first { env } else { Env::EMPTY }) {
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        self.add_extensions(file, first, this, &mut all);
        if bare && let Some((path, _)) = self.brought_beside(file, callee, first) {
            return match self.choose_beside(&all, file, &arguments) {
                Choice::One(candidate) => Verdict::one(Resolution::Exact, candidate.decl),
                Choice::Several(best) => {
                    let targets = best.into_iter().map(|it| it.decl).take(MAX_CANDIDATES).collect();
                    Verdict { targets, ..Verdict::none(Resolution::Ambiguous) }
                }
                Choice::None => Verdict::external(path),
            };
        }
        let how = match verdict.resolution {
            Resolution::Ambiguous => Resolution::Exact,
            how => how,
        };
        match self.choose(&all, file, &arguments, this) {
            Choice::One(candidate)
                if this.is_none()
                    && self.cannot_take(candidate.decl, file, &arguments)
                    && let Some((it, _)) = self.extension_instead(file, callee, first, &arguments) =>
            {
                Verdict::one(Resolution::Typed, it.decl)
            }
            Choice::One(candidate) if this.is_none() => {
                self.taken_above(candidate, file, &arguments).unwrap_or_else(|| Verdict::one(how, candidate.decl))
            }
            Choice::One(candidate) => Verdict::one(how, candidate.decl),
            Choice::Several(best) => self.undecided(first, how, best.into_iter().map(|it| it.decl).collect()),
            Choice::None => {
                if let Some((it, _)) = self.extension_instead(file, callee, first, &arguments) {
                    return Verdict::one(Resolution::Typed, it.decl);
                }
                let count = self.split_arguments(file, &arguments).0.len() + usize::from(this.is_some());
                self.refused(first, how, &all, count)
            }
        }
    }

    /// The extension that a call of a method means where none that its object has takes the arguments, and that object.
    pub(crate) fn extension_instead(
        &mut self,
        file: FileId,
        callee: ValueId,
        first: Decl,
        arguments: &[ValueId],
    ) -> Option<(Candidate, Ty)> {
        let source = self.source(file).filter(|it| it.language.extensions == Extensions::ByType)?;
        let (_, symbol) = self.project.symbol(first)?;
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return None };
        if symbol.kind != SymbolKind::Method || extends(symbol) {
            return None;
        }
        let object = self.value(file, object);
        let found = self.extensions(source, file, object, source.name(name), false);
        let Some(&Hit::Declared(one, env, _)) = found.first() else { return None };
        let mut all = self.candidates(one, env);
        self.add_extensions(file, one, Some(object), &mut all);
        match self.choose(&all, file, arguments, Some(object)) {
            Choice::One(candidate) => Some((candidate, object)),
            _ => None,
        }
    }

    /// The same where no method takes so many arguments, or such.
    pub(crate) fn counted_extension(
        &mut self,
        file: FileId,
        callee: ValueId,
        given: Candidate,
        arguments: &[ValueId],
    ) -> Option<(Candidate, Ty)> {
        let count = self.split_arguments(file, arguments).0.len();
        self.conversions(given.decl)?;
        if self.takes_count(given.decl, count) && !self.cannot_take(given.decl, file, arguments) {
            return None;
        }
        let all = self.candidates(given.decl, given.env);
        let is_taken =
            all.iter().any(|it| self.takes_count(it.decl, count) && !self.cannot_take(it.decl, file, arguments));
        if is_taken { None } else { self.extension_instead(file, callee, given.decl, arguments) }
    }

    /// Whether a function's last parameter takes all further arguments.
    pub(crate) fn takes_rest(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.params.last().is_some_and(|param| param.rest))
    }

    /// Several are as good. Of constructors the class is meant in any case.
    fn undecided(&mut self, first: Decl, how: Resolution, mut targets: Vec<Decl>) -> Verdict {
        if let Some(class) = self.constructed_class(first) {
            return Verdict::one(how, class);
        }
        targets.truncate(MAX_CANDIDATES);
        Verdict { targets, ..Verdict::none(Resolution::Ambiguous) }
    }

    /// No candidate takes the arguments: a base outside may, a constructor may be implied, or a type was
    /// mistaken.
    fn refused(&mut self, first: Decl, how: Resolution, all: &[Candidate], arguments: usize) -> Verdict {
        if let Some(class) = self.constructed_class(first) {
            return Verdict::one(how, class);
        }
        if let Some(verdict) = self.outside_overload(first) {
            return verdict;
        }
        let counted = all.iter().filter(|it| self.takes_count(it.decl, arguments)).map(|it| it.decl);
        Verdict::among(how, counted.collect()).unwrap_or(Verdict::none(Resolution::Unresolved))
    }

    /// The class of a constructor.
    fn constructed_class(&self, decl: Decl) -> Option<Decl> {
        let (_, symbol) = self.project.symbol(decl)?;
        let parent = symbol.parent.filter(|_| symbol.kind == SymbolKind::Constructor)?;
        Some(Decl { file: decl.file, symbol: parent })
    }

    /// A member of the same name that a base from outside has.
    pub(super) fn outside_overload(&mut self, decl: Decl) -> Option<Verdict> {
        let (source, symbol) = self.project.symbol(decl)?;
        let name = source.symbol_key(decl.symbol);
        let owner = Decl { file: decl.file, symbol: symbol.parent? };
        let plain = self.project.names.plain(name);
        for &base in self.lineage(owner).iter() {
            if self.outside_type(base).is_some()
                && self.tables_allow(base, name)
                && let Some(Hit::External(path)) = self.members(base, name).first().copied()
            {
                return Some(Verdict::external(path));
            }
        }
        match self.root_member(owner, plain)? {
            Hit::External(path) => Some(Verdict::external(path)),
            _ => None,
        }
    }

    /// In terms of what a called member's types stand.
    fn receiver_env(&mut self, file: FileId, callee: ValueId, target: Decl) -> (Env, Option<Ty>) {
        let Some(source) = self.source(file) else { return (Env::EMPTY, None) };
        if !matches!(source.graph.values[callee as usize], Value::Member { .. } | Value::Name { .. }) {
            return (Env::EMPTY, None);
        }
        let ty = self.callee(source, file, callee);
        match *self.types.head(ty) {
            Head::Func(decl, env, this) if decl == target => {
                (env, this.filter(|&this| self.extended(decl, this).is_some()))
            }
            _ => (Env::EMPTY, None),
        }
    }

    /// The type of what a call calls. Where several imports bring functions under one name, it is the one of all of them
    /// that takes the arguments.
    pub(crate) fn callee_for(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Ty {
        let called = self.callee(source, file, callee);
        if source.language.overloads.is_none() || !matches!(source.graph.values[callee as usize], Value::Name { .. }) {
            return called;
        }
        let brought = match self.types.head(called) {
            Head::Union(brought) => brought.to_vec(),
            Head::Func(..) => vec![called],
            _ => return called,
        };
        let first = match *self.types.head(brought[0]) {
            Head::Func(decl, ..) => decl,
            _ => return called,
        };
        let beside = self.brought_beside(file, callee, first);
        if brought.len() == 1 && beside.is_none() {
            return called;
        }
        let mut all: Vec<Candidate> = Vec::new();
        for &one in brought.iter() {
            let Head::Func(decl, env, _) = *self.types.head(one) else { return called };
            if self.conversions(decl).is_none() {
                return called;
            }
            for candidate in self.candidates(decl, env) {
                if !all.contains(&candidate) {
                    all.push(candidate);
                }
            }
        }
        let choice = match beside {
            Some(_) => self.choose_beside(&all, file, arguments),
            None => self.choose(&all, file, arguments, None),
        };
        match (choice, beside) {
            (Choice::One(Candidate { decl, env }), _) => self.types.make(Head::Func(decl, env, None)),
            (Choice::None, Some((_, outside))) => outside,
            (Choice::Several(taking), Some((_, outside))) => {
                let mut options: Vec<Ty> =
                    taking.iter().map(|it| self.types.make(Head::Func(it.decl, it.env, None))).collect();
                options.push(outside);
                self.types.union(options)
            }
            (Choice::Several(_) | Choice::None, None) => called,
        }
    }

    /// The function that a call of a declared name means, or what calling it gives where several are as good.
    pub(crate) fn chosen(
        &mut self,
        decl: Decl,
        env: Env,
        this: Option<Ty>,
        file: FileId,
        arguments: &[ValueId],
    ) -> Result<(Decl, Env), Ty> {
        let mut all = self.candidates(decl, env);
        let object = this.filter(|&this| self.extended(decl, this).is_some());
        self.add_extensions(file, decl, object, &mut all);
        if all.len() < 2 {
            return Ok((decl, env));
        }
        match self.choose(&all, file, arguments, this) {
            Choice::One(candidate) => Ok((candidate.decl, candidate.env)),
            Choice::None => Ok((decl, env)),
            Choice::Several(best) => {
                let given: Vec<Ty> = best
                    .into_iter()
                    .map(|candidate| {
                        let ty = self.returned(candidate.decl);
                        self.types.subst(ty, candidate.env)
                    })
                    .collect();
                Err(self.types.union(given))
            }
        }
    }

    /// Adds the extensions of other classes that a call of one on `object` may mean.
    pub(super) fn add_extensions(&mut self, file: FileId, first: Decl, object: Option<Ty>, all: &mut Vec<Candidate>) {
        let Some(object) = object else { return };
        for candidate in self.extension_overloads(file, first, object) {
            if !all.iter().any(|it| it.decl == candidate.decl) {
                all.push(candidate);
            }
        }
    }

    /// Where `super(…)` in a class leads.
    pub(crate) fn super_constructor(&mut self, decl: Decl) -> Verdict {
        for &base in self.lineage(decl).iter() {
            match *self.types.head(base) {
                Head::Instance(base, _) => {
                    let interface = self.project.symbol(base).is_some_and(|(_, s)| s.kind == SymbolKind::Interface);
                    if !interface {
                        return Verdict::one(Resolution::Typed, base);
                    }
                }
                Head::External(path) | Head::Library(path, _) => return Verdict::external(path),
                _ => {}
            }
        }
        match self.source(decl.file).and_then(|source| source.language.root_type) {
            Some(root) => Verdict::external(self.name(root)),
            None => Verdict::none(Resolution::Unresolved),
        }
    }

    /// `outer.new Inner()`
    pub(crate) fn inner_class(&mut self, file: FileId, object: ValueId, name: NameId) -> Verdict {
        let Some(source) = self.source(file) else { return Verdict::none(Resolution::Unresolved) };
        let name = source.name(name);
        let object = self.value(file, object);
        match self.members(object, name).first().copied() {
            Some(Hit::Declared(decl, ..)) => Verdict::one(Resolution::Typed, decl),
            Some(Hit::External(path)) => Verdict::external(path),
            _ => Verdict::none(Resolution::Unresolved),
        }
    }
}

/// How many parameters each function has that is an argument of a call.
fn parameters(source: &Source) -> FxHashMap<ValueId, usize> {
    let mut counts: FxHashMap<(ValueId, u32), usize> = FxHashMap::default();
    for value in &source.graph.values {
        if let Value::CallbackParam { callee, argument, position } = value {
            let count = counts.entry((*callee, *argument)).or_default();
            *count = (*count).max(position.saturating_add(1) as usize);
        }
    }
    let mut of = FxHashMap::default();
    for value in &source.graph.values {
        let (Value::Call { callee, arguments } | Value::New { callee, arguments }) = value else { continue };
        for (at, &argument) in arguments.iter().enumerate() {
            if let Some(&count) = counts.get(&(*callee, at as u32)) {
                let written = match source.graph.values[argument as usize] {
                    Value::Named { value, .. } => value,
                    _ => argument,
                };
                of.insert(written, count);
            }
        }
    }
    of
}
