//! Calls of a name that holds a function, where what it holds does not take the arguments.

use crate::languages::Arguments;
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::{Source, signature};
use crate::targets::bare_names::Bare;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::receivers::is_declared;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{Builtin, ScopeId, Value, ValueId};

impl<'p> Eval<'p> {
    /// The one extension or function of the name that takes the arguments, where none that holds a function does.
    pub(crate) fn past_held(
        &mut self,
        source: &Source,
        file: FileId,
        callee: ValueId,
        held: &[Decl],
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        let refuses = |eval: &mut Self, decl| {
            eval.refuses(source, decl, arguments)
                || eval.lacks_call(source, file, decl)
                || eval.is_no_function(source, file, decl)
                || is_made_by(source, callee, Some(decl).filter(|it| it.file == file))
        };
        if !held.iter().all(|&decl| refuses(self, decl)) {
            return None;
        }
        let fitting = match source.graph.values[callee as usize] {
            Value::Member { object, name } => {
                let object = self.value(file, object);
                self.fitting_extensions(source, file, (object, source.name(name)), arguments)
            }
            Value::Name { name, scope, .. } => self.fitting_around(source, file, (scope, source.name(name)), arguments),
            _ => Vec::new(),
        };
        match self.nearest(file, fitting)[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ if held.iter().all(|&decl| self.is_no_function(source, file, decl)) => {
                Some(Verdict::none(Resolution::Unresolved))
            }
            _ => None,
        }
    }

    /// The operator by which an instance is called that a member or variable holds.
    pub(crate) fn operator_of_held(
        &mut self,
        source: &Source,
        file: FileId,
        held: &[Decl],
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        let &[held] = held else { return None };
        let call = self.name(source.language.call_member?);
        let ty = self.symbol_value(held);
        if !matches!(self.types.head(ty), Head::Instance(..)) {
            return None;
        }
        let hits = self.reached(source, file, ty, call, Use::Call);
        let all: Vec<Decl> = hits.iter().filter_map(|hit| hit.declared()).collect();
        let all: Vec<Decl> = all.into_iter().flat_map(|decl| self.of_one_name(source, file, decl)).collect();
        match self.fitting(source, file, &all, arguments)[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => None,
        }
    }

    /// The operator by which a class itself is called, `companion object { operator fun invoke(…) }`, where none of its
    /// constructors takes the arguments.
    pub(crate) fn operator_of_class(
        &mut self,
        source: &Source,
        file: FileId,
        class: Decl,
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        let key = self.method_key(source, source.language.call_member?);
        let class = self.types.make(Head::Class(class));
        let hits = self.members(class, key);
        let all: Vec<Decl> = hits.iter().filter_map(|hit| hit.declared()).collect();
        let all: Vec<Decl> = all.into_iter().flat_map(|decl| self.of_one_name(source, file, decl)).collect();
        match self.fitting(source, file, &all, arguments)[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => None,
        }
    }

    /// The one function of the name of a local that holds none.
    pub(crate) fn past_local(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        let Value::Name { name, scope, binding: Some(_) } = source.graph.values[callee as usize] else { return None };
        let held = self.value(file, callee);
        if !self.is_no_function_type(source, file, held) {
            return None;
        }
        let name = source.name(name);
        let methods = self.methods_around(source, file, scope, name);
        let mut fitting = self.fitting(source, file, &methods, arguments);
        for _ in 0..2 {
            if let [one] = self.nearest(file, fitting)[..] {
                return Some(Verdict::one(Resolution::Exact, one));
            }
            fitting = self.fitting_around(source, file, (scope, name), arguments);
        }
        Some(Verdict::none(Resolution::Unresolved))
    }

    /// What the function gives that a call means of which the name is a local's that holds none.
    pub(crate) fn given_past_local(
        &mut self,
        source: &'p Source,
        file: FileId,
        callee: ValueId,
        arguments: &[ValueId],
    ) -> Ty {
        match self.past_local(source, file, callee, arguments) {
            Some(Verdict { targets, .. }) if targets.len() == 1 => {
                let function = self.types.make(Head::Func(targets[0], Env::EMPTY, None));
                self.call(function, file, arguments)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// The methods of a name that the innermost receiver around a scope has which has some.
    fn methods_around(&mut self, source: &Source, file: FileId, scope: ScopeId, name: Name) -> Vec<Decl> {
        let key = self.member_key(source, name, Use::Call);
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            let receiver = self.receiver_of(source, file, id);
            let hits = if receiver.is_unknown() { Vec::new() } else { self.members(receiver, key) };
            let found: Vec<Decl> = hits.iter().filter_map(|hit| hit.declared()).collect();
            let all: Vec<Decl> = found.into_iter().flat_map(|decl| self.of_one_name(source, file, decl)).collect();
            if !all.is_empty() {
                return all;
            }
        }
        Vec::new()
    }

    /// Whether what a declaration holds is of a type that nothing here makes callable. What it extends from outside might.
    fn lacks_call(&mut self, source: &Source, file: FileId, held: Decl) -> bool {
        let Some(call) = source.language.call_member else { return false };
        let (ty, call) = (self.symbol_value(held), self.name(call));
        matches!(self.types.head(ty), Head::Instance(..))
            && !is_declared(&self.reached(source, file, ty, call, Use::Call))
    }

    /// Whether what a declaration holds is of a type that cannot be called.
    fn is_no_function(&mut self, source: &Source, file: FileId, held: Decl) -> bool {
        let ty = self.symbol_value(held);
        self.is_no_function_type(source, file, ty)
    }

    pub(crate) fn is_no_function_type(&mut self, source: &Source, file: FileId, ty: Ty) -> bool {
        let Some(call) = source.language.call_member else { return false };
        let call = self.name(call);
        match *self.types.head(ty) {
            Head::Instance(..) => !self.is_open(ty) && self.reached(source, file, ty, call, Use::Call).is_empty(),
            // Nothing but an extension makes these callable.
            Head::Builtin(Builtin::String | Builtin::Number | Builtin::Boolean)
            | Head::Std(Std::List | Std::Set | Std::Map, _)
                if source.language.arguments == Arguments::Named =>
            {
                self.extensions(source, file, ty, call, false).is_empty()
            }
            _ => false,
        }
    }

    /// What is called where only what holds a function can stand: no method of the name.
    pub(crate) fn value_held(&mut self, source: &Source, file: FileId, held: ValueId, aliases: u8) -> Verdict {
        let (hits, name, how) = match &source.graph.values[held as usize] {
            Value::Name { name, scope, binding } => {
                let name = source.name(*name);
                match self.bare(file, *scope, name, *binding, Use::Value) {
                    Bare::Entity(entity) => return self.entity_target(entity, Resolution::Exact, aliases),
                    Bare::Members(hits) => (hits, name, Resolution::Exact),
                }
            }
            Value::Member { object, name } => {
                let (object, name) = (self.value(file, *object), source.name(*name));
                (self.reached(source, file, object, name, Use::Value), name, Resolution::Typed)
            }
            _ => return self.target(file, held, aliases),
        };
        match hits[..] {
            [] | [Hit::CatchAll] => Verdict::none(Resolution::Dynamic),
            _ => self.hits_target(hits, name, how, aliases),
        }
    }

    /// The functions of a name that take the arguments: extensions of the innermost receiver around a scope that has some;
    /// else what the file imports by the name, else what it sees of its package and by other imports.
    pub(crate) fn fitting_around(
        &mut self,
        source: &Source,
        file: FileId,
        (scope, name): (ScopeId, Name),
        arguments: &[ValueId],
    ) -> Vec<Decl> {
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            let receiver = self.receiver_of(source, file, id);
            if receiver.is_unknown() {
                continue;
            }
            let fitting = self.fitting_extensions(source, file, (receiver, name), arguments);
            if !fitting.is_empty() {
                return fitting;
            }
        }
        let named = source.bindings_in(0, name).iter().map(|&it| self.project.binding(file, it, Use::Call));
        let named: Vec<Entity> = named.collect();
        let seen = self.project.free_name(file, scope, name, Use::Call);
        for entities in [named, vec![seen]] {
            let mut all: Vec<Decl> = Vec::new();
            for entity in entities {
                let found = self.functions_of(source, file, name, entity);
                all.extend(found.into_iter().filter(|it| !all.contains(it)).collect::<Vec<_>>());
            }
            let fitting = self.fitting(source, file, &all, arguments);
            if !fitting.is_empty() {
                return fitting;
            }
        }
        Vec::new()
    }

    /// The functions of a name that an import or a package brings.
    fn functions_of(&mut self, source: &Source, file: FileId, name: Name, entity: Entity) -> Vec<Decl> {
        match entity {
            Entity::Symbol(decl) => self.of_one_name(source, file, decl),
            // What is imported of an object or a companion.
            Entity::Member(decl, _) => {
                let class = self.types.make(Head::Class(decl));
                let key = self.member_key(source, name, Use::Call);
                let hits = self.members(class, key);
                let found: Vec<Decl> = hits.iter().filter_map(Hit::declared).collect();
                found.into_iter().flat_map(|decl| self.of_one_name(source, file, decl)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the function that a declaration holds cannot be called with the arguments: it takes another
    /// number of them, or is given a function where it wants something else.
    fn refuses(&mut self, source: &Source, held: Decl, arguments: &[ValueId]) -> bool {
        let ty = self.symbol_value(held);
        let Head::FuncType(at, ty, _) = *self.types.head(ty) else { return false };
        let Some(signature) = self.source(at).and_then(|of| signature(&of.graph, ty)) else { return false };
        // The receiver may be given before the others.
        let mut wanted = signature.params.to_vec();
        if arguments.len() == wanted.len() + 1 {
            wanted.splice(0..0, signature.receiver);
        }
        if arguments.len() != wanted.len() {
            return true;
        }
        wanted.iter().zip(arguments).any(|(&wanted, &argument)| {
            let wanted = self.declared(at, wanted, None);
            let is_value = matches!(self.types.head(wanted), Head::Instance(..) | Head::Builtin(_) | Head::Std(..));
            is_value && matches!(source.graph.values[argument as usize], Value::Function { .. })
        })
    }
}

/// Whether what a declaration holds begins with the call of a callee: it cannot be what is called there.
pub(crate) fn is_made_by(source: &Source, callee: ValueId, held: Option<Decl>) -> bool {
    let initial = held.map_or(&[][..], |held| &source.graph.symbols[held.symbol as usize].initial);
    initial.iter().any(|&value| {
        let mut next = value;
        loop {
            next = match source.graph.values[next as usize] {
                Value::Call { callee: called, .. } if called == callee => return true,
                Value::Call { callee, .. } => callee,
                Value::Member { object, .. } | Value::Enter { object } => object,
                _ => return false,
            };
        }
    })
}
