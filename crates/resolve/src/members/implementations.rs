//! Of several implementations of one trait, the one that a call runs: by its receiver, its arguments, or what is asked
//! for where it stands.

use crate::members::written_receivers::Written;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use crate::values::written_forms::FORM_DEPTH;
use facts::{SymbolKind, Type, TypeId, Value, ValueId};

impl Eval<'_> {
    /// An ambiguous verdict led to the implementation whose parameters are of the types that the arguments are of; one
    /// that leads to what a trait declares, or to one outside, to the implementation that is meant where that is known.
    /// `text`: the callee as written.
    pub(crate) fn choose_implementation(
        &mut self,
        verdict: Verdict,
        file: FileId,
        callee: ValueId,
        text: &str,
    ) -> Verdict {
        if !self.source(file).is_some_and(|source| source.language.module_paths) {
            return verdict;
        }
        let found = match (verdict.resolution, &verdict.targets[..]) {
            (Resolution::Ambiguous, _) => {
                let named = self.of_named_trait(&verdict.targets, file, callee);
                let targets = named.as_ref().unwrap_or(&verdict.targets);
                let of_receiver = self.by_receiver_arguments(targets, file, callee);
                if let Some([one]) = of_receiver.as_deref() {
                    return Verdict::one(Resolution::Typed, *one);
                }
                let targets = of_receiver.as_ref().unwrap_or(targets);
                let reached = self.by_reference(targets, file, callee);
                if let Some([one]) = reached.as_deref() {
                    return Verdict::one(Resolution::Typed, *one);
                }
                let targets = reached.as_ref().unwrap_or(targets);
                let arguments = self.arguments_of(file, callee).map(<[ValueId]>::to_vec).unwrap_or_default();
                let found = self.of_implementations(targets, file, self.split_arguments(file, &arguments).0);
                found.or_else(|| self.handed_on(targets, file, callee))
            }
            (Resolution::External, _) => {
                self.run_by_path(file, callee, None).or_else(|| self.run_for_one_of_traits(file, callee))
            }
            (Resolution::Exact | Resolution::Typed, &[target]) if self.asks_what_is_held(file, callee, target) => {
                Some(Verdict::none(Resolution::External))
            }
            (Resolution::Exact | Resolution::Typed, &[target]) => {
                let declared = Some(target).filter(|&it| self.is_other_builtin(it, text));
                match declared.and_then(|method| self.declared_by_trait(method)) {
                    Some(declared) => Some(Verdict::one(Resolution::Typed, declared)),
                    None => self.run_for_trait(file, callee, target, text),
                }
            }
            _ => None,
        };
        found.unwrap_or(verdict)
    }

    /// Whether a method of a type from outside would call nothing but itself on what its own `self` is held by: its type
    /// has a method of that name without the trait, `(*self).send(…)` in `fn send`.
    fn asks_what_is_held(&self, file: FileId, callee: ValueId, target: Decl) -> bool {
        if self.around.is_none_or(|around| target != Decl { file, symbol: around }) {
            return false;
        }
        let Some(source) = self.source(file) else { return false };
        let values = &source.graph.values;
        let Value::Member { mut object, .. } = values[callee as usize] else { return false };
        let block = source.graph.impls.iter().find(|block| block.members.contains(&target.symbol));
        let of = |ty| self.project.head_of(file, ty);
        // `Stream::send(self, …)`, where `Stream` is from outside.
        if let (Value::Type { ty }, Some(block)) = (&values[object as usize], block) {
            return matches!(of(block.ty), Entity::External(_)) && of(block.ty) == of(*ty);
        }
        let mut steps = 0;
        loop {
            object = match &values[object as usize] {
                Value::Either { options } if options.len() == 1 => options[0],
                Value::Call { callee, arguments } if arguments.len() == 1 && is_pin(source, *callee) => arguments[0],
                Value::Name { name, .. } if source.graph.name(*name) == "self" => break,
                _ => return false,
            };
            steps += 1;
        }
        match block {
            Some(block) if steps == 1 => matches!(of(block.ty), Entity::External(_)),
            // Behind the reference and what it refers to lies what that gives access to.
            Some(block) => steps > 1 && block.bases.iter().any(|base| matches!(of(base.ty), Entity::External(_))),
            None => false,
        }
    }

    /// The implementation of a trait's function that a call of it runs.
    fn run_for_trait(&mut self, file: FileId, callee: ValueId, target: Decl, text: &str) -> Option<Verdict> {
        let of = self.trait_of(target)?;
        let source = self.source(file)?;
        let Value::Member { object, .. } = source.graph.values[callee as usize] else { return None };
        match source.graph.values[object as usize] {
            Value::Type { ty } => {
                let run = self.run_by_path(file, callee, Some(of));
                let written = Written::new(ty, text);
                run.or_else(|| {
                    Some(Verdict::one(Resolution::Typed, self.run_for_written(file, callee, written, target)?))
                })
            }
            _ => {
                let one = self.run_for_receiver(file, object, target)?;
                Some(Verdict::one(Resolution::Typed, one))
            }
        }
    }

    /// Of several implementations those of the trait that a call names with its arguments: `<T as Of<A>>::f`.
    pub(crate) fn of_named_trait(&self, targets: &[Decl], file: FileId, callee: ValueId) -> Option<Vec<Decl>> {
        let wanted = self.named_trait(file, callee)?;
        let is_it = |target: &&Decl| {
            let implemented = self.implemented_by(**target);
            implemented.is_some_and(|(_, base)| self.is_of_trait_named((file, wanted), (target.file, base)))
        };
        let found: Vec<Decl> = targets.iter().filter(is_it).copied().collect();
        (!found.is_empty()).then_some(found)
    }

    /// The trait that a call names, `Of<A>` of `<T as Of<A>>::f`.
    pub(crate) fn named_trait(&self, file: FileId, callee: ValueId) -> Option<TypeId> {
        let graph = &self.source(file)?.graph;
        let Value::Member { object, .. } = graph.values[callee as usize] else { return None };
        let Value::Type { ty } = graph.values[object as usize] else { return None };
        let Type::Intersection { parts } = &graph.types[ty as usize] else { return None };
        parts.last().filter(|_| parts.len() == 2).copied()
    }

    /// Whether a trait that a block implements may be the one that is named, as far as the arguments of both are known.
    pub(crate) fn is_of_trait_named(&self, wanted: (FileId, TypeId), given: (FileId, TypeId)) -> bool {
        let arguments = |(file, ty): (FileId, TypeId)| match &self.source(file)?.graph.types[ty as usize] {
            Type::Name { arguments, .. } => {
                Some(arguments.iter().map(|&it| self.project.head_of(file, it)).collect::<Vec<_>>())
            }
            _ => None,
        };
        let (Some(one), Some(two)) = (arguments(wanted), arguments(given)) else { return false };
        let is_known = |it: &Entity| matches!(it, Entity::Symbol(_) | Entity::External(_));
        let mut pairs = one.iter().zip(&two);
        self.project.head_of(wanted.0, wanted.1) == self.project.head_of(given.0, given.1)
            && pairs.all(|(one, two)| one == two || !is_known(one) || !is_known(two))
    }

    /// What the trait declares by which a block has a method.
    fn declared_by_trait(&self, method: Decl) -> Option<Decl> {
        let (source, base) = self.implemented_by(method)?;
        match self.project.head_of(method.file, base) {
            Entity::Symbol(of) => self.own_member(of, source.member_name(method.symbol, &self.project.names)),
            _ => None,
        }
    }

    /// What a block implements that a member stands in.
    fn implemented_by(&self, member: Decl) -> Option<(&Source, TypeId)> {
        let source = self.project.source(member.file)?;
        let block = source.graph.impls.iter().find(|block| block.members.contains(&member.symbol))?;
        Some((source, block.bases.first()?.ty))
    }

    /// Of several implementations the one that another hands a call on to: of the same trait, and not itself.
    fn handed_on(&self, targets: &[Decl], file: FileId, callee: ValueId) -> Option<Verdict> {
        let graph = &self.source(file)?.graph;
        let around = Decl { file, symbol: self.around? };
        let Value::Member { name, .. } = graph.values[callee as usize] else { return None };
        if graph.symbols.get(around.symbol as usize)?.name != name {
            return None;
        }
        let of = |member: Decl| {
            let (_, base) = self.implemented_by(member)?;
            match self.project.head_of(member.file, base) {
                // The core library's names are the standard library's too.
                Entity::External(path) => {
                    Some((self.text(path).rsplit('.').next().map(str::to_owned), Entity::Missing))
                }
                entity => Some((None, entity)),
            }
        };
        let own = of(around)?;
        let mut others = targets.iter().filter(|&&it| it != around && of(it).as_ref() == Some(&own));
        let one = *others.next()?;
        others.next().is_none().then(|| Verdict::one(Resolution::Typed, one))
    }

    /// The trait that declares a method.
    pub(crate) fn trait_of(&self, method: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(method)?;
        let parent = symbol.parent.filter(|_| symbol.receiver.is_none())?;
        let is_trait = source.graph.symbols[parent as usize].kind == SymbolKind::Interface;
        is_trait.then_some(Decl { file: method.file, symbol: parent })
    }

    /// Of several functions the one that takes the arguments of a call.
    pub(crate) fn of_implementations(
        &mut self,
        targets: &[Decl],
        file: FileId,
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        if let Some(declaration) = self.blanket_declaration(targets) {
            return Some(Verdict::one(Resolution::Unique, declaration));
        }
        let form = match *arguments {
            [one] => self.written_form(file, one, FORM_DEPTH),
            _ => None,
        };
        if let Some(one) = form.as_ref().and_then(|form| self.takes_form(form, targets)) {
            return Some(Verdict::one(Resolution::Typed, one));
        }
        let given: Vec<Ty> = arguments.iter().map(|&argument| self.value(file, argument)).collect();
        let fits: Vec<Decl> = targets.iter().copied().filter(|&target| self.takes_types(target, &given)).collect();
        let fits = match form.filter(|_| fits.len() > 1) {
            Some(form) => self.of_form(&form, fits),
            None => fits,
        };
        match fits[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            [] => self.one_place(targets),
            _ => self.one_place(&fits),
        }
    }

    /// What a trait declares, where all else of the name implements it for whatever there is.
    fn blanket_declaration(&self, targets: &[Decl]) -> Option<Decl> {
        let mut declared = targets.iter().filter_map(|&target| Some((target, self.trait_of(target)?)));
        let (one, of) = declared.next().filter(|_| declared.next().is_none())?;
        let others = targets.iter().filter(|&&target| target != one);
        others.into_iter().all(|&target| self.is_blanket(target, of)).then_some(one)
    }

    /// Whether a member stands in a block that implements a trait for a type parameter.
    fn is_blanket(&self, member: Decl, of: Decl) -> bool {
        let Some(source) = self.source(member.file) else { return false };
        source.graph.impls.iter().filter(|block| block.members.contains(&member.symbol)).any(|block| {
            let head = |ty| self.project.head_of(member.file, ty);
            matches!(head(block.ty), Entity::Binding(..))
                && block.bases.iter().any(|base| head(base.ty) == Entity::Symbol(of))
        })
    }

    /// Declarations that a macro makes from one text are one place.
    fn one_place(&self, targets: &[Decl]) -> Option<Verdict> {
        let place = |decl: Decl| self.project.symbol(decl).map(|(_, symbol)| (decl.file, symbol.name_at.byte));
        let &first = targets.first()?;
        let same = targets.iter().all(|&target| place(target) == place(first));
        same.then(|| Verdict::one(Resolution::Typed, first))
    }

    /// Whether the parameters of a function have the types that are given; of an unknown one nothing fits.
    fn takes_types(&mut self, decl: Decl, given: &[Ty]) -> bool {
        let Some((_, symbol)) = self.project.symbol(decl) else { return false };
        if given.is_empty() || symbol.params.len() != given.len() {
            return false;
        }
        let params: Vec<_> = symbol.params.iter().map(|param| param.declared).collect();
        params.into_iter().zip(given).all(|(declared, &given)| {
            let Some(declared) = declared else { return false };
            let wanted = self.declared(decl.file, declared, symbol.parent);
            self.same_head(wanted, given) || self.is_bound_to(wanted, given)
        })
    }

    /// Whether a type implements the trait of the repository that a type parameter is bound to.
    fn is_bound_to(&mut self, wanted: Ty, given: Ty) -> bool {
        let (&Head::Param(decl, position), &Head::Instance(of, _)) = (self.types.head(wanted), self.types.head(given))
        else {
            return false;
        };
        let bound = self.bound(decl, position);
        let Head::Instance(bound, _) = *self.types.head(bound) else { return false };
        let lineage = self.lineage(of);
        lineage.iter().any(|&base| matches!(*self.types.head(base), Head::Instance(base, _) if base == bound))
    }

    pub(crate) fn same_head(&self, wanted: Ty, given: Ty) -> bool {
        match (self.types.head(wanted), self.types.head(given)) {
            (Head::Unknown | Head::Dynamic, _) | (_, Head::Unknown | Head::Dynamic) => false,
            (Head::Instance(one, _), Head::Instance(two, _)) => one == two,
            (Head::Std(one, first), Head::Std(two, second)) => {
                let inner = first.iter().zip(second.iter());
                one == two
                    && inner.into_iter().all(|(&one, &two)| {
                        let is_any = matches!(self.types.head(one), Head::Param(..));
                        one == two || two.is_unknown() || is_any || self.same_head(one, two)
                    })
            }
            (Head::Tuple(one), Head::Tuple(two)) => {
                let known = |ty: Ty| !matches!(self.types.head(ty), Head::Unknown | Head::Dynamic | Head::Param(..));
                let mut parts = one.iter().zip(two.iter()).filter(|(one, two)| known(**one) && known(**two));
                one.len() == two.len() && parts.all(|(&one, &two)| self.same_head(one, two))
            }
            (one, two) => one == two,
        }
    }
}

/// `Pin::new`
fn is_pin(source: &Source, callee: ValueId) -> bool {
    let Value::Member { object, name } = source.graph.values[callee as usize] else { return false };
    let Value::Type { ty } = source.graph.values[object as usize] else { return false };
    let Type::Name { path, .. } = &source.graph.types[ty as usize] else { return false };
    source.graph.name(name) == "new" && path.last().is_some_and(|&last| source.graph.name(last) == "Pin")
}
