//! What lies outside may give back what it was given. A call on something that an outside function gave leaves the
//! repository for certain only where nothing that went in has such a member.

use crate::languages::System;
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::{Name, is_telling};
use crate::project::outline::List;
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{BindingKind, Call, Type, TypeId, Value, ValueId};

/// How far what gave a receiver is looked at.
const DEPTH: u8 = 12;
/// How many of the things that went in are looked at.
const MAX_THINGS: usize = 24;

/// What every object has in languages whose tables do not tell it.
const OF_ANY_VALUE: [&str; 4] = ["equals", "getClass", "hashCode", "toString"];

impl<'p> Eval<'p> {
    /// The verdict on a call; none that it leaves the repository where what outside gave is called on and may be of it.
    pub(crate) fn unless_given_back(&mut self, file: FileId, call: &Call, verdict: Verdict) -> Verdict {
        let is_outside = verdict.resolution == Resolution::External && !verdict.conversion;
        if is_outside && self.sends_any(file, call, &verdict) {
            return Verdict::none(Resolution::Dynamic);
        }
        if !is_outside || self.declared_by_name(file, call) == 0 || !self.may_be_given_back(file, call) {
            return verdict;
        }
        Verdict { resolution: Resolution::Unresolved, ..verdict }
    }

    /// Whether a call has an object call a method whose name only exists at run time: `send(name)`.
    fn sends_any(&self, file: FileId, call: &Call, verdict: &Verdict) -> bool {
        let Some(source) = self.source(file).filter(|it| it.language.system == System::Ruby) else { return false };
        let name = source.graph.name(call.name);
        matches!(name, "send" | "public_send" | "__send__")
            && verdict.external.is_some_and(|path| self.text(path).trim_start_matches("Object.") == name)
    }

    /// How many declarations of the repository a call of a member may mean by its name alone.
    pub(crate) fn declared_by_name(&self, file: FileId, call: &Call) -> usize {
        let Some(source) = self.source(file) else { return 0 };
        let Value::Member { name, .. } = source.graph.values[call.callee as usize] else { return 0 };
        let plain = self.project.names.plain(source.name(name));
        [List::Method, List::Extension].into_iter().map(|list| self.project.listed(list, plain).len()).sum()
    }

    /// Whether a call is on what something outside gave, and what went into that has a member of the call's name. Where
    /// types are written nowhere, a registry may give anything: there a name that is telling is enough, as it is for a
    /// guess.
    pub(crate) fn may_be_given_back(&mut self, file: FileId, call: &Call) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Value::Member { object, name } = source.graph.values[call.callee as usize] else { return false };
        let name = source.name(name);
        let plain = self.project.names.plain(name);
        if self.is_of_any_value(source, file, plain) {
            return false;
        }
        self.step(false, |eval| {
            let mut things = Vec::new();
            if !eval.went_in(source, file, object, DEPTH, &mut things) {
                return false;
            }
            let key = eval.member_key(source, name, Use::Call);
            eval.may_mean_by_name(source, plain) || things.into_iter().any(|thing| eval.has_own(thing, key, DEPTH))
        })
    }

    /// Whether any value has a member of a name.
    fn is_of_any_value(&self, source: &Source, file: FileId, plain: Name) -> bool {
        let text = self.text(plain);
        let of_root = source.language.root_members.is_some_and(|(_, members)| members.contains(&&*text));
        of_root
            || (source.language.universal)(&text).is_some()
            || self.universal_member(file, plain).is_some()
            || OF_ANY_VALUE.contains(&&*text)
    }

    /// Whether a name is telling, no standard type has it, and what is no test's or the same test's declares it.
    fn may_mean_by_name(&self, source: &Source, plain: Name) -> bool {
        let language = source.language;
        let is_untyped =
            matches!(language.system, System::Node | System::Python | System::Ruby | System::Php | System::Lua);
        is_untyped
            && is_telling(&self.text(plain))
            && !self.project.is_std_name(language, plain)
            && self.project.listed(List::Method, plain).iter().any(|&(owner, _)| {
                let other = self.source(owner);
                other.is_some_and(|other| {
                    other.language.system == language.system && (source.graph.is_test || !other.graph.is_test)
                })
            })
    }

    /// Whether a value is what something outside gave, of which the type is not known; gathers what went in.
    fn went_in(&mut self, source: &'p Source, file: FileId, value: ValueId, depth: u8, given: &mut Vec<Ty>) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match &source.graph.values[value as usize] {
            Value::Call { callee, arguments } => {
                let (callee, arguments) = (*callee, arguments);
                let called = self.callee(source, file, callee);
                match *self.types.head(called) {
                    Head::Func(decl, ..) => self.went_into_own(decl, depth, given),
                    Head::External(_) | Head::Library(..) | Head::Bound(..) | Head::Unknown => {
                        self.went_in_by_arguments(source, file, arguments, given);
                        self.went_in_by_callee(source, file, callee, depth, given);
                        let made = self.value(file, value);
                        made == called && !self.makes_of_type(called)
                    }
                    _ => false,
                }
            }
            Value::New { arguments, .. } => {
                self.went_in_by_arguments(source, file, arguments, given);
                false
            }
            Value::CallbackParam { callee, .. } => {
                let called = self.callee(source, file, *callee);
                if !matches!(self.types.head(called), Head::External(_) | Head::Library(..) | Head::Bound(..)) {
                    return false;
                }
                if let Some(arguments) = self.arguments_of(file, *callee).map(<[ValueId]>::to_vec) {
                    self.went_in_by_arguments(source, file, &arguments, given);
                }
                self.went_in_by_callee(source, file, *callee, depth, given);
                true
            }
            Value::Member { object, .. } => {
                let held = self.value(file, *object);
                let is_given = self.went_in(source, file, *object, depth, given);
                if self.is_own(held) {
                    given.push(held);
                    return self.went_into_member(source, file, value, depth, given);
                }
                is_given
            }
            Value::Await { object }
            | Value::Index { object }
            | Value::Item { object, .. }
            | Value::Part { object, .. }
            | Value::Lent { object }
            | Value::Enter { object }
            | Value::Payload { object, .. } => {
                let held = self.value(file, *object);
                given.push(held);
                self.went_in(source, file, *object, depth, given)
            }
            Value::Named { value, .. } | Value::Rule { value, .. } => self.went_in(source, file, *value, depth, given),
            Value::Either { options } => self.any_went_in(source, file, options, depth, given),
            Value::Name { name, scope, binding } => {
                match self.bare(file, *scope, source.name(*name), *binding, Use::Value) {
                    Bare::Entity(entity) => self.went_into_entity(entity, depth, given),
                    Bare::Members(hits) => self.went_into_hits(&hits, depth, given),
                }
            }
            _ => false,
        }
    }

    /// Each of them is asked, since each may add to what was given.
    fn any_went_in(
        &mut self,
        source: &'p Source,
        file: FileId,
        values: &[ValueId],
        depth: u8,
        given: &mut Vec<Ty>,
    ) -> bool {
        let mut any = false;
        for &value in values {
            any |= self.went_in(source, file, value, depth, given);
        }
        any
    }

    fn went_into_member(
        &mut self,
        source: &'p Source,
        file: FileId,
        value: ValueId,
        depth: u8,
        given: &mut Vec<Ty>,
    ) -> bool {
        let Value::Member { object, name } = source.graph.values[value as usize] else { return false };
        let held = self.value(file, object);
        let hits = self.reached(source, file, held, source.name(name), Use::Value);
        self.went_into_hits(&hits, depth, given)
    }

    fn went_into_hits(&mut self, hits: &[Hit], depth: u8, given: &mut Vec<Ty>) -> bool {
        hits.iter().fold(false, |any, hit| {
            let is_given = match *hit {
                Hit::Declared(decl, ..) => self.went_into_entity(Entity::Symbol(decl), depth, given),
                Hit::Given(file, value, _) => {
                    self.source(file).is_some_and(|source| self.went_in(source, file, value, depth, given))
                }
                _ => false,
            };
            is_given || any
        })
    }

    fn went_into_entity(&mut self, entity: Entity, depth: u8, given: &mut Vec<Ty>) -> bool {
        match entity {
            Entity::Symbol(decl) => {
                let Some((source, symbol)) = self.project.symbol(decl) else { return false };
                if let Some(ty) = symbol.declared.or(symbol.returns_type) {
                    self.mentioned(source, decl.file, ty, given);
                    return false;
                }
                let values = if symbol.initial.is_empty() { &symbol.return_values } else { &symbol.initial };
                self.any_went_in(source, decl.file, values, depth, given)
            }
            Entity::Binding(file, id) => {
                let Some(source) = self.source(file) else { return false };
                let binding = &source.graph.bindings[id as usize];
                if let Some(ty) = binding.declared {
                    self.mentioned(source, file, ty, given);
                    return false;
                }
                if binding.kind == BindingKind::Import {
                    return false;
                }
                self.any_went_in(source, file, &binding.values, depth, given)
            }
            Entity::Value(file, value) => {
                self.source(file).is_some_and(|source| self.went_in(source, file, value, depth, given))
            }
            _ => false,
        }
    }

    /// What a function of the repository gives, where that is not declared.
    fn went_into_own(&mut self, decl: Decl, depth: u8, given: &mut Vec<Ty>) -> bool {
        let Some((source, symbol)) = self.project.symbol(decl) else { return false };
        if symbol.returns_type.is_some() || symbol.declared.is_some() {
            return false;
        }
        self.any_went_in(source, decl.file, &symbol.return_values, depth, given)
    }

    fn went_in_by_arguments(&mut self, source: &'p Source, file: FileId, arguments: &[ValueId], given: &mut Vec<Ty>) {
        for &argument in arguments {
            if given.len() >= MAX_THINGS {
                return;
            }
            if let Value::TypeArguments { types } = &source.graph.values[argument as usize] {
                for &ty in types {
                    let ty = self.declared(file, ty, None);
                    given.push(ty);
                }
                continue;
            }
            let ty = self.value(file, argument);
            given.push(ty);
        }
    }

    fn went_in_by_callee(&mut self, source: &'p Source, file: FileId, callee: ValueId, depth: u8, given: &mut Vec<Ty>) {
        if let Value::Member { object, .. } = source.graph.values[callee as usize] {
            let held = self.value(file, object);
            given.push(held);
            self.went_in(source, file, object, depth, given);
        }
    }

    /// The types that a declared one is given for its parameters.
    fn mentioned(&mut self, source: &'p Source, file: FileId, ty: TypeId, given: &mut Vec<Ty>) {
        if let Type::Name { arguments, .. } = &source.graph.types[ty as usize] {
            for &argument in arguments {
                let ty = self.declared(file, argument, None);
                given.push(ty);
            }
        }
        let ty = self.declared(file, ty, None);
        given.push(ty);
    }

    /// Whether a path outside is that of a type, of which calling it makes an instance.
    fn makes_of_type(&self, called: Ty) -> bool {
        let (Head::External(path) | Head::Library(path, _)) = *self.types.head(called) else { return false };
        let path = self.text(path);
        let mut parts = path.rsplit('.');
        let last = parts.next().unwrap_or_default();
        let is_type = |name: &str| name.starts_with(char::is_uppercase);
        let by_name = self.language.call_constructs && is_type(last);
        by_name
            || (matches!(last, "new" | "init")
                && parts.next().is_some_and(|name| is_type(name.rsplit("::").next().unwrap_or_default())))
    }

    fn is_own(&self, ty: Ty) -> bool {
        matches!(
            self.types.head(ty),
            Head::Instance(..) | Head::Param(..) | Head::Class(_) | Head::Object(..) | Head::Module(_)
        )
    }

    /// Whether a thing that went in, what it holds or what it gives has a member that the repository declares.
    fn has_own(&mut self, ty: Ty, name: Name, depth: u8) -> bool {
        let Some(depth) = depth.checked_sub(1) else { return false };
        match self.types.head(ty).clone() {
            Head::Unknown | Head::Dynamic | Head::External(_) | Head::Builtin(_) | Head::Never | Head::Module(_) => {
                false
            }
            Head::Std(_, parts)
            | Head::Library(_, parts)
            | Head::Tuple(parts)
            | Head::Union(parts)
            | Head::Intersection(parts)
            | Head::Undecided(parts) => parts.iter().any(|&part| self.has_own(part, name, depth)),
            Head::Class(_) | Head::ClassOf(_) => {
                let made = self.instance_of(ty);
                made != ty && self.has_own(made, name, depth)
            }
            Head::Bound(from, _) => self.has_own(from, name, depth),
            Head::Func(..) | Head::Closure(..) | Head::FuncType(..) => {
                let made = self.call(ty, self.file, &[]);
                made != ty && self.has_own(made, name, depth)
            }
            _ => self
                .members(ty, name)
                .iter()
                .any(|hit| matches!(hit, Hit::Declared(..) | Hit::Given(..) | Hit::Mapped(..))),
        }
    }
}
