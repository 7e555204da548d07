//! What a call gives where names, labels and types of its arguments choose among several functions.

use crate::languages::Arguments;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::held_calls::is_made_by;
use crate::targets::labels::{MAX_ALIASES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Ty};
use facts::{ScopeId, SymbolKind, Value, ValueId};

impl<'p> Eval<'p> {
    /// What a call gives that may mean several functions: what that gives which its arguments choose. Where they leave
    /// several, one of what these give; nothing is known where one of them tells nothing, or none takes the arguments.
    /// None: no other function is in question than the one that the callee's type names.
    pub(crate) fn given_by_chosen(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Option<Ty> {
        let is_named = matches!(source.graph.values[callee as usize], Value::Name { .. } | Value::Member { .. });
        if source.language.arguments == Arguments::Unchecked || !is_named {
            return None;
        }
        if let Some(given) = self.given_to_namesake(source, file, callee, arguments) {
            return Some(given);
        }
        let called = self.callee(source, file, callee);
        let functions = match self.types.head(called) {
            Head::Func(..) => vec![called],
            Head::Union(options) => options.to_vec(),
            Head::Instance(..) => return self.given_past_held(source, file, callee, arguments),
            _ => return None,
        };
        let is_function = |ty: &Ty| matches!(self.types.head(*ty), Head::Func(..));
        if !functions.iter().all(is_function) {
            return None;
        }
        if let ([_], &Head::Func(decl, ..)) = (&functions[..], self.types.head(called)) {
            let beside = self.of_one_name(source, file, decl);
            if beside.len() < 2 && !self.may_be_extension(source, callee, &beside) {
                return None;
            }
        }
        let Verdict { resolution, targets, external, .. } = self.chosen_by_arguments(file, callee);
        if let (Resolution::External, Some(path)) = (resolution, external) {
            let outside = self.types.make(Head::External(path));
            return Some(self.call(outside, file, arguments));
        }
        let is_led = !targets.is_empty();
        let targets = if is_led { targets } else { self.all_beside(source, file, &functions) };
        let mut given = Vec::with_capacity(targets.len());
        for target in targets {
            let called = self.called_as(target, &functions);
            let one = self.call(called, file, arguments);
            if one.is_unknown() {
                return Some(Ty::UNKNOWN);
            }
            given.push(one);
        }
        let given = self.types.union(given);
        let is_one = is_led || !matches!(self.types.head(given), Head::Union(_));
        Some(if is_one { given } else { Ty::UNKNOWN })
    }

    /// What a call gives that what a property of its name holds begins with: that is another's, a function's.
    fn given_to_namesake(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Option<Ty> {
        let Value::Name { name, scope, binding } = source.graph.values[callee as usize] else { return None };
        source.language.call_member.filter(|_| source.language.implicit_members)?;
        let held = match self.bare(file, scope, source.name(name), binding, Use::Call) {
            Bare::Members(hits) if hits.len() == 1 => hits[0].declared()?,
            Bare::Entity(Entity::Symbol(decl)) => decl,
            _ => return None,
        };
        if held.file != file || !is_made_by(source, callee, Some(held)) {
            return None;
        }
        let [target] = self.chosen_by_arguments(file, callee).targets[..] else { return Some(Ty::UNKNOWN) };
        let function = match self.project.symbol(target)?.1.receiver {
            Some(_) => self.called_around(source, file, scope, target),
            None => self.called_as(target, &[]),
        };
        Some(self.call(function, file, arguments))
    }

    /// An extension as it is called without anything in front: on the innermost receiver around that it takes.
    fn called_around(&mut self, source: &Source, file: FileId, scope: ScopeId, target: Decl) -> Ty {
        let receiver = self.receiver_type(target);
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            let object = self.receiver_of(source, file, id);
            if !object.is_unknown() && self.fit(receiver, object, 0).is_some() {
                let env = self.infer_receiver(target, receiver, object);
                return self.types.make(Head::Func(target, env, Some(object)));
            }
        }
        self.types.make(Head::Func(target, Env::EMPTY, None))
    }

    /// Whether what is called may be an extension of the name beside those that were found.
    fn may_be_extension(&self, source: &Source, callee: ValueId, found: &[Decl]) -> bool {
        let (Value::Name { name, .. } | Value::Member { name, .. }) = source.graph.values[callee as usize] else {
            return false;
        };
        source.language.arguments == Arguments::Named && self.has_further_extensions(source.name(name), found)
    }

    /// All that a call of one of these functions may mean by its name and place.
    fn all_beside(&mut self, source: &Source, file: FileId, functions: &[Ty]) -> Vec<Decl> {
        let mut all: Vec<Decl> = Vec::new();
        for &function in functions {
            let Head::Func(decl, ..) = *self.types.head(function) else { continue };
            let beside = self.of_one_name(source, file, decl);
            all.extend(beside.into_iter().filter(|it| !all.contains(it)).collect::<Vec<_>>());
        }
        all
    }

    /// What the function gives that a call means of which the name is a member's that holds none.
    fn given_past_held(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Option<Ty> {
        let [target] = self.chosen_by_arguments(file, callee).targets[..] else { return None };
        let (_, symbol) = self.project.symbol(target)?;
        symbol.receiver.filter(|_| symbol.kind == SymbolKind::Function)?;
        let called = match source.graph.values[callee as usize] {
            Value::Member { object, .. } => {
                let object = self.value(file, object);
                let receiver = self.receiver_type(target);
                let env = self.infer_receiver(target, receiver, object);
                self.types.make(Head::Func(target, env, Some(object)))
            }
            Value::Name { scope, .. } => self.called_around(source, file, scope, target),
            _ => return None,
        };
        Some(self.call(called, file, arguments))
    }

    /// Where a call leads by its arguments, whatever site is asked for.
    fn chosen_by_arguments(&mut self, file: FileId, callee: ValueId) -> Verdict {
        let implied = std::mem::replace(&mut self.implied, false);
        let verdict = self.target(file, callee, MAX_ALIASES);
        let verdict = self.choose_by_arguments(verdict, file, callee);
        self.implied = implied;
        verdict
    }

    /// What is called where a declaration is meant beside those that were found.
    fn called_as(&mut self, target: Decl, found: &[Ty]) -> Ty {
        let same = |ty: &&Ty| matches!(*self.types.head(**ty), Head::Func(decl, ..) if decl == target);
        if let Some(&ty) = found.iter().find(same) {
            return ty;
        }
        let Some((_, symbol)) = self.project.symbol(target) else { return Ty::UNKNOWN };
        match symbol.kind {
            kind if kind.is_type() => return self.types.make(Head::Class(target)),
            SymbolKind::Constructor => {
                let class = symbol.parent.map(|symbol| Decl { file: target.file, symbol });
                return class.map_or(Ty::UNKNOWN, |class| self.types.make(Head::Class(class)));
            }
            SymbolKind::Function | SymbolKind::Method => {}
            _ => return self.symbol_value(target),
        }
        for &ty in found {
            let Head::Func(first, env, this) = *self.types.head(ty) else { continue };
            if let (Some(this), true) = (this, symbol.receiver.is_some()) {
                let receiver = self.receiver_type(target);
                let env = self.infer_receiver(target, receiver, this);
                return self.types.make(Head::Func(target, env, Some(this)));
            }
            let beside = self.candidates(first, env).into_iter().find(|it| it.decl == target);
            if let Some(beside) = beside {
                return self.types.make(Head::Func(target, beside.env, this));
            }
        }
        self.types.make(Head::Func(target, Env::EMPTY, None))
    }
}
