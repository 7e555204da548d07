//! What tests tell of the names that they are of, see [`facts::Narrowing`].

use crate::project::source::{Source, signature};
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Ty};
use facts::{Outcome, SymbolId, Type, TypeId, Value, ValueId};

/// A call that may tell what it is given at a position.
#[derive(Clone, Copy)]
struct Told<'a> {
    file: FileId,
    arguments: &'a [ValueId],
    position: u32,
    asserts: bool,
}

impl<'p> Eval<'p> {
    /// What a name is at a use of it that holds `held` elsewhere.
    pub(crate) fn narrowed(&mut self, source: &'p Source, file: FileId, value: ValueId, held: Ty) -> Ty {
        let mut held = held;
        for it in source.graph.narrowings(value) {
            let is = match &source.graph.values[it.test as usize] {
                Value::Cast { ty } => self.declared(file, *ty, None),
                Value::Call { callee, arguments } => {
                    let called = self.callee(source, file, *callee);
                    let asserts = it.outcome == Outcome::Returned;
                    self.told(called, Told { file, arguments, position: it.argument, asserts })
                }
                _ => Ty::UNKNOWN,
            };
            if !is.is_unknown() {
                held = if it.outcome == Outcome::Fails { self.without(held, is) } else { self.both(held, is) };
            }
        }
        held
    }

    /// Of the elements of a list those for which a callback holds, where that is declared to tell what they are.
    pub(crate) fn told_of_elements(&mut self, element: Ty, callback: Ty, file: FileId) -> Ty {
        let is = self.told(callback, Told { file, arguments: &[], position: 0, asserts: false });
        if is.is_unknown() { element } else { self.both(element, is) }
    }

    /// What a function is declared to tell of an argument.
    fn told(&mut self, called: Ty, call: Told) -> Ty {
        let is = self.step(Ty::UNKNOWN, |eval| eval.read_told(called, call));
        if matches!(self.types.head(is), Head::Param(..)) { Ty::UNKNOWN } else { is }
    }

    fn read_told(&mut self, called: Ty, call: Told) -> Ty {
        match self.types.head(called).clone() {
            Head::Func(decl, env, _) => {
                for decl in self.overloads_for(decl, call.file, call.arguments) {
                    let Some((_, symbol)) = self.project.symbol(decl) else { continue };
                    if let (None, Some(ty)) = (symbol.returns_type, symbol.declared) {
                        let ty = self.declared(decl.file, ty, symbol.parent);
                        let ty = self.types.subst(ty, env);
                        return self.told(ty, call);
                    }
                    let is = symbol.returns_type.and_then(|ty| self.predicate(decl.file, ty, symbol.parent, call));
                    let Some(is) = is else { continue };
                    let inferred = self.infer(decl, symbol, 0, call.file, call.arguments);
                    let inferred = self.with_untold(decl, symbol, inferred, call.file, call.arguments);
                    let env = self.types.compose(inferred, env);
                    return self.types.subst(is, env);
                }
                Ty::UNKNOWN
            }
            Head::Closure(at, value, env) => {
                let Some(source) = self.source(at) else { return Ty::UNKNOWN };
                let Value::Function { declared: Some(ty), .. } = source.graph.values[value as usize] else {
                    return Ty::UNKNOWN;
                };
                let is = self.predicate(at, ty, None, call).unwrap_or(Ty::UNKNOWN);
                self.types.subst(is, env)
            }
            Head::FuncType(at, ty, env) => {
                let Some(source) = self.source(at) else { return Ty::UNKNOWN };
                let returns = signature(&source.graph, ty).and_then(|it| it.returns);
                let owner = self.types.this_owner(env, at);
                let Some(is) = returns.and_then(|ty| self.predicate(at, ty, owner, call)) else { return Ty::UNKNOWN };
                let own = self.infer_own(at, ty, call.file, call.arguments);
                let env = self.types.rebound(own, env);
                self.types.subst(is, env)
            }
            Head::Instance(..) | Head::Computed(..) => {
                let under = self.callable(called);
                if under == called { Ty::UNKNOWN } else { self.told(under, call) }
            }
            Head::Intersection(parts) => {
                let mut told = parts.iter().map(|&part| self.told(part, call));
                told.find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            _ => Ty::UNKNOWN,
        }
    }

    fn predicate(&mut self, file: FileId, ty: TypeId, owner: Option<SymbolId>, call: Told) -> Option<Ty> {
        match self.source(file)?.graph.types[ty as usize] {
            Type::Predicate { position, is, asserts } if (position, asserts) == (call.position, call.asserts) => {
                Some(self.declared(file, is, owner))
            }
            _ => None,
        }
    }

    /// What is of both types.
    fn both(&mut self, held: Ty, is: Ty) -> Ty {
        let held = self.reduced(held);
        let Head::Union(options) = self.types.head(held).clone() else {
            return self.common(held, is).unwrap_or(is);
        };
        let common: Vec<Ty> = options.iter().filter_map(|&option| self.common(option, is)).collect();
        if common.is_empty() { is } else { self.types.union(common) }
    }

    /// The narrower of two types. None: nothing is of both.
    fn common(&mut self, one: Ty, is: Ty) -> Option<Ty> {
        if self.assignable(one, is, &mut Vec::new(), 0) == Some(true) {
            return Some(one);
        }
        (self.assignable(is, one, &mut Vec::new(), 0) != Some(false)).then_some(is)
    }

    /// The options of a type that are not of another.
    fn without(&mut self, held: Ty, is: Ty) -> Ty {
        let all = self.reduced(held);
        let Head::Union(options) = self.types.head(all).clone() else { return held };
        let is_other = |option: &Ty| self.assignable(*option, is, &mut Vec::new(), 0) != Some(true);
        let kept: Vec<Ty> = options.iter().copied().filter(is_other).collect();
        if kept.is_empty() { held } else { self.types.union(kept) }
    }
}
