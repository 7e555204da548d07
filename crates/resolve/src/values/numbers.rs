//! Which number a value is, where functions are chosen by that: what types, literals and arithmetic tell. What they do not
//! tell is not known.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::labels::MAX_ALIASES;
use crate::targets::linked_overloads::Site;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std};
use facts::{Builtin, CallKind, Number, SymbolKind, Type, TypeId, Value, ValueId};

impl Eval<'_> {
    /// The number that a value is. `inside`: the one that so many of its elements' elements are.
    pub(crate) fn number(&mut self, file: FileId, value: ValueId, inside: u8) -> Option<Number> {
        self.step(None, |eval| {
            let found = eval.number_alone(file, value, inside)?;
            let source = eval.source(file)?;
            let others: Vec<ValueId> = source.graph.arithmetic.joined_with(value).collect();
            if others.is_empty() || inside > 0 {
                return Some(found);
            }
            others.into_iter().try_fold(found, |one, other| Some(one.joined(eval.number(file, other, 0)?)))
        })
    }

    fn number_alone(&mut self, file: FileId, value: ValueId, inside: u8) -> Option<Number> {
        let source = self.source(file)?;
        let graph = &source.graph;
        match &graph.values[value as usize] {
            Value::Builtin(Builtin::Number) => graph.arithmetic.of_value(value),
            Value::Builtin(Builtin::Boolean) => Some(Number::Boolean),
            Value::Cast { ty } => self.number_of_type(file, *ty, inside),
            Value::Index { object } | Value::Item { object, .. } => self.number(file, *object, inside.checked_add(1)?),
            Value::List { items } => match items[..] {
                [one] => self.number(file, one, inside.checked_sub(1)?),
                _ => None,
            },
            Value::Either { options } => {
                let (first, rest) = options.split_first()?;
                let first = self.number(file, *first, inside)?;
                rest.iter().try_fold(first, |one, &other| {
                    let other = self.number(file, other, inside)?;
                    Some(if one == other { one } else { one.joined(other) })
                })
            }
            Value::Name { binding: Some(id), .. } => {
                let binding = &graph.bindings[*id as usize];
                match (binding.declared, &binding.values[..]) {
                    (Some(ty), _) => self.number_of_type(file, ty, inside),
                    (None, [one, ..]) => self.number(file, *one, inside),
                    (None, []) => None,
                }
            }
            Value::Name { name, scope, binding: None } => {
                match self.bare(file, *scope, source.name(*name), None, Use::Value) {
                    Bare::Members(hits) => self.number_of_field(&hits, inside),
                    Bare::Entity(Entity::Symbol(decl)) => self.number_held(decl, inside),
                    Bare::Entity(_) => None,
                }
            }
            Value::Member { object, name } => {
                let ty = self.value(file, *object);
                let hits = self.members(ty, source.name(*name));
                self.number_of_field(&hits, inside)
            }
            Value::Call { callee, arguments } => self.number_given(source, file, *callee, arguments.len(), inside),
            _ => None,
        }
    }

    fn number_of_field(&mut self, hits: &[Hit], inside: u8) -> Option<Number> {
        match hits {
            [Hit::Declared(decl, ..)] => self.number_held(*decl, inside),
            _ => None,
        }
    }

    /// The number that a variable or field is declared to be.
    fn number_held(&mut self, decl: Decl, inside: u8) -> Option<Number> {
        let (_, symbol) = self.project.symbol(decl)?;
        let holds = matches!(symbol.kind, SymbolKind::Property | SymbolKind::Variable);
        self.number_of_type(decl.file, symbol.declared.filter(|_| holds)?, inside)
    }

    /// The number that a call gives.
    fn number_given(
        &mut self,
        source: &Source,
        file: FileId,
        callee: ValueId,
        arguments: usize,
        inside: u8,
    ) -> Option<Number> {
        if let Value::Member { object, name } = source.graph.values[callee as usize] {
            let object = self.value(file, object);
            let is_held = matches!(
                self.types.head(object),
                Head::Std(Std::List | Std::Set | Std::Map, _) | Head::Builtin(Builtin::String)
            );
            if is_held && inside == 0 {
                let counts = matches!(source.graph.name(name), "size" | "length" | "count" | "capacity" | "max_size");
                return counts.then_some(Number::UnsignedLong);
            }
        }
        let verdict = self.target(file, callee, MAX_ALIASES);
        let site = Site { kind: CallKind::Call, callee, arguments: arguments as u32, line: u32::MAX };
        let verdict = self.linked_target(file, site, verdict);
        let mut given = verdict.targets.iter().map(|&target| {
            let (_, symbol) = self.project.symbol(target)?;
            self.number_of_type(target.file, symbol.returns_type?, inside)
        });
        let first = given.next()??;
        given.all(|it| it == Some(first)).then_some(first)
    }

    /// The number that a type is written as. `inside`: of so many pointers or containers, what lies in these.
    pub(crate) fn number_of_type(&mut self, file: FileId, ty: TypeId, inside: u8) -> Option<Number> {
        self.step(None, |eval| eval.find_number_of_type(file, ty, inside))
    }

    fn find_number_of_type(&mut self, file: FileId, ty: TypeId, inside: u8) -> Option<Number> {
        let source = self.source(file)?;
        let graph = &source.graph;
        match &graph.types[ty as usize] {
            Type::Builtin(Builtin::Boolean) => (inside == 0).then_some(Number::Boolean),
            Type::Builtin(Builtin::Number) => graph.arithmetic.of_type(ty).filter(|_| inside == 0),
            Type::List { element } => self.number_of_type(file, *element, inside.checked_sub(1)?),
            Type::Name { path, arguments, .. } => match (&arguments[..], graph.name(*path.last()?)) {
                ([], "string" | "string_view") => (inside == 1).then_some(Number::Character),
                ([element] | [element, _], "vector" | "deque" | "list" | "array" | "set" | "optional") => {
                    self.number_of_type(file, *element, inside.checked_sub(1)?)
                }
                ([_, element, ..], "map" | "unordered_map") => {
                    self.number_of_type(file, *element, inside.checked_sub(1)?)
                }
                ([], _) => {
                    let Entity::Symbol(alias) = self.named_by(source, file, ty) else { return None };
                    let (_, symbol) = self.project.symbol(alias)?;
                    let under = symbol.declared.filter(|_| symbol.kind == SymbolKind::TypeAlias)?;
                    self.number_of_type(alias.file, under, inside)
                }
                _ => None,
            },
            Type::Of { value } => self.number(file, *value, inside),
            _ => None,
        }
    }
}
