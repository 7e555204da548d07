//! What tests tell of the names that they are of, see [`facts::Narrowing`].

use crate::members::Hit;
use crate::project::names::Name;
use crate::project::source::{Source, signature};
use crate::standard::std_types;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Builtin, Modifiers, NameId, Narrowing, Outcome, SymbolId, Type, TypeId, Value, ValueId};

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
        let (mut held, mut tests) = (held, source.graph.narrowings(value));
        while let Some((first, behind)) = tests.split_first() {
            let joined = behind.iter().take_while(|it| it.joined).count();
            let others;
            (others, tests) = behind.split_at(joined);
            let each = std::iter::once(first).chain(others).map(|it| self.past(source, file, held, it));
            if let Some(each) = each.collect::<Option<Vec<Ty>>>() {
                held = self.types.union(each);
            }
        }
        held
    }

    /// What a name is past a test. None: the test says nothing.
    fn past(&mut self, source: &'p Source, file: FileId, held: Ty, it: &Narrowing) -> Option<Ty> {
        if it.asserted_by.is_some_and(|call| !self.asserts(source, file, call)) {
            return None;
        }
        let is = match &source.graph.values[it.test as usize] {
            Value::Cast { ty } => match &source.graph.types[*ty as usize] {
                Type::Object { members } => return Some(self.by_member(source, held, members, it.outcome)),
                _ => self.declared(file, *ty, None),
            },
            Value::Either { options } => return self.given_last(source, file, held, it.value, options[0]),
            Value::Call { callee, arguments } => {
                let called = self.callee(source, file, *callee);
                let asserts = it.outcome == Outcome::Returned;
                self.told(called, Told { file, arguments, position: it.argument, asserts })?
            }
            _ => return None,
        };
        if is.is_unknown() {
            return None;
        }
        Some(if it.outcome == Outcome::Fails { self.without(held, is) } else { self.both(held, is) })
    }

    /// What a name is that was given a value last. Of a declared one it is also what that says.
    fn given_last(&mut self, source: &'p Source, file: FileId, held: Ty, name: ValueId, value: ValueId) -> Option<Ty> {
        let given = self.value(file, value);
        if given.is_unknown() || matches!(self.types.head(given), Head::Builtin(Builtin::Null)) {
            return None;
        }
        let is_undeclared = match source.graph.values[name as usize] {
            Value::Name { binding: Some(binding), .. } => source.graph.bindings[binding as usize].declared.is_none(),
            _ => false,
        };
        if is_undeclared {
            return Some(given);
        }
        // What a declaration says of containers and of what lies outside is more than what these are made by tells.
        let options = self.types.options(given);
        let is_own = options.iter().all(|&it| matches!(self.types.head(it), Head::Instance(..)));
        // What a property of a base takes need not be what it gives.
        let fits =
            |eval: &mut Self| held.is_unknown() || eval.assignable(given, held, &mut Vec::new(), 0) == Some(true);
        let is_name = matches!(source.graph.values[name as usize], Value::Name { .. });
        (is_own && (is_name || fits(self))).then(|| self.both(held, given))
    }

    /// Of the elements of a list those for which a callback holds, where that is declared to tell what they are.
    pub(crate) fn told_of_elements(&mut self, element: Ty, callback: Ty, file: FileId) -> Ty {
        match self.told(callback, Told { file, arguments: &[], position: 0, asserts: false }) {
            Some(is) if !is.is_unknown() => self.both(element, is),
            _ => element,
        }
    }

    /// What a function type asks a function to tell, and what one tells.
    pub(super) fn told_alike(&mut self, wanted: Ty, given: Ty) -> Option<(Ty, Ty)> {
        let Head::FuncType(at, ty, env) = *self.types.head(wanted) else { return None };
        let source = self.source(at)?;
        let returns = signature(&source.graph, ty)?.returns?;
        let Type::Predicate { position, is, asserts } = source.graph.types[returns as usize] else { return None };
        let is = self.declared(at, is, self.types.this_owner(env, at));
        let given = self.told(given, Told { file: at, arguments: &[], position, asserts })?;
        Some((self.types.subst(is, env), given))
    }

    /// Whether a call comes back only where its first argument holds.
    fn asserts(&mut self, source: &'p Source, file: FileId, call: ValueId) -> bool {
        let Value::Call { callee, arguments } = &source.graph.values[call as usize] else { return false };
        let called = self.callee(source, file, *callee);
        match *self.types.head(called) {
            Head::External(path) => std_types::asserts(&self.text(path)),
            _ => self.told(called, Told { file, arguments, position: 0, asserts: true }).is_some(),
        }
    }

    /// What a function is declared to tell of an argument. None: nothing.
    fn told(&mut self, called: Ty, call: Told) -> Option<Ty> {
        let is = self.step(None, |eval| eval.read_told(called, call))?;
        Some(if matches!(self.types.head(is), Head::Param(..)) { Ty::UNKNOWN } else { is })
    }

    fn read_told(&mut self, called: Ty, call: Told) -> Option<Ty> {
        match self.types.head(called).clone() {
            Head::Func(decl, env, _) => {
                for decl in self.overloads_for(decl, call.file, call.arguments) {
                    let (_, symbol) = self.project.symbol(decl)?;
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
                    return Some(self.types.subst(is, env));
                }
                None
            }
            Head::Closure(at, value, env) => {
                let Value::Function { declared, .. } = self.source(at)?.graph.values[value as usize] else {
                    return None;
                };
                let is = self.predicate(at, declared?, None, call)?;
                Some(self.types.subst(is, env))
            }
            Head::FuncType(at, ty, env) => {
                let returns = signature(&self.source(at)?.graph, ty)?.returns?;
                let is = self.predicate(at, returns, self.types.this_owner(env, at), call)?;
                let own = self.infer_own(at, ty, call.file, call.arguments);
                let env = self.types.rebound(own, env);
                Some(self.types.subst(is, env))
            }
            Head::Instance(..) | Head::Computed(..) => {
                let under = self.callable(called);
                if under == called { None } else { self.told(under, call) }
            }
            Head::Intersection(parts) => parts.iter().find_map(|&part| self.told(part, call)),
            _ => None,
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

    /// The options of a type of which a member holds, or does not hold, what a test is for.
    fn by_member(&mut self, source: &Source, held: Ty, members: &[(NameId, TypeId)], outcome: Outcome) -> Ty {
        let &[(name, wanted)] = members else { return held };
        let all = self.reduced(held);
        let options = match self.types.head(all).clone() {
            Head::Union(options) => options,
            // What has a choice among its parts has the options of that which are left.
            Head::Intersection(parts) => {
                let left: Vec<Ty> = parts.iter().map(|&it| self.by_member(source, it, members, outcome)).collect();
                return if left[..] == parts[..] { held } else { self.types.make(Head::Intersection(left.into())) };
            }
            _ => return held,
        };
        let dropped = Some(outcome == Outcome::Fails);
        if matches!(source.graph.types[wanted as usize], Type::Builtin(Builtin::Boolean)) {
            let name = source.name(name);
            let kept = options.iter().copied().filter(|&option| self.member_counts(option, name) != dropped);
            let kept: Vec<Ty> = kept.collect();
            return if kept.is_empty() { held } else { self.types.union(kept) };
        }
        let text = |ty: TypeId| match source.graph.types[ty as usize] {
            Type::Literal { text } => Some(source.name(text)),
            _ => None,
        };
        let texts: Vec<Name> = match &source.graph.types[wanted as usize] {
            Type::Union { options } => options.iter().filter_map(|&option| text(option)).collect(),
            _ => text(wanted).into_iter().collect(),
        };
        let is_kept = |option: &Ty| self.holds_text(*option, source.name(name), &texts) != dropped;
        let kept: Vec<Ty> = options.iter().copied().filter(is_kept).collect();
        if kept.is_empty() { held } else { self.types.union(kept) }
    }

    /// Whether a member that is declared to be one value counts as true. None: it may.
    fn member_counts(&mut self, ty: Ty, name: Name) -> Option<bool> {
        let hits = self.members(ty, name);
        let [Hit::Declared(decl, ..)] = hits[..] else { return None };
        // What may be left out is undefined, too.
        let (value, is_optional) = self.one_value(decl)?;
        (value != "true" || !is_optional).then_some(value == "true")
    }

    /// The value that a member is declared to be, where that is one without quotes, `ok: true`, `error: null`, and whether
    /// it may be left out.
    fn one_value(&self, decl: Decl) -> Option<(&'static str, bool)> {
        let (_, symbol) = self.project.symbol(decl)?;
        let text = symbol.declared_text.as_deref()?;
        let value = ["true", "false", "null", "undefined"].into_iter().find(|it| *it == text)?;
        Some((value, symbol.modifiers.has(Modifiers::OPTIONAL)))
    }

    /// Whether a member holds one of some texts, or is there at all where these are none. None: it may.
    fn holds_text(&mut self, ty: Ty, name: Name, texts: &[Name]) -> Option<bool> {
        let hits = self.members(ty, name);
        if hits.is_empty() {
            return if self.is_closed(ty) { Some(false) } else { None };
        }
        if texts.is_empty() {
            return Some(true);
        }
        if let [Hit::Declared(decl, ..)] = hits[..]
            && let Some((value, is_optional)) = self.one_value(decl)
        {
            let is_one = texts.iter().any(|it| *self.text(*it) == *value);
            return (!is_one || !is_optional).then_some(is_one);
        }
        let keys = match hits[..] {
            [Hit::Declared(decl, ..)] => self.key_declared(decl),
            _ => None,
        };
        let held = keys.unwrap_or_else(|| self.hits_type(hits));
        let held = self.reduced(held);
        match self.types.head(held).clone() {
            Head::Literals(held) if held.iter().all(|it| texts.contains(it)) => Some(true),
            Head::Literals(held) if !held.iter().any(|it| texts.contains(it)) => Some(false),
            _ => None,
        }
    }
}
