//! Whether what a value stands for is constant, where methods are chosen by that (C++'s `const`).
//!
//! A value stands for something itself, or for what lies behind so many pointers: `p->f()` is called on what lies behind
//! one. What neither the types as written nor the methods around tell is not known.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::source::Source;
use crate::targets::bare_names::Bare;
use crate::targets::labels::{MAX_ALIASES, Resolution};
use crate::targets::linked_overloads::Site;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{CallKind, Modifiers, SymbolKind, Type, TypeId, Value, ValueId};

impl Eval<'_> {
    /// Whether the object that a call's method is called on is constant.
    pub(crate) fn is_called_on_constant(&mut self, file: FileId, callee: ValueId) -> Option<bool> {
        let source = self.source(file)?;
        match source.graph.values[callee as usize] {
            Value::Member { object, .. } if self.is_qualifier(source, file, object) => self.is_this_constant(file),
            Value::Member { object, .. } => self.is_constant(file, object, 0),
            Value::Name { .. } => self.is_this_constant(file),
            _ => None,
        }
    }

    /// Whether a value names a class in front of `::`.
    fn is_qualifier(&self, source: &Source, file: FileId, object: ValueId) -> bool {
        match source.graph.values[object as usize] {
            Value::Name { binding: None, name, .. } => {
                let all = self.project.linked(file, source.graph.name(name));
                all.iter().any(|decl| self.project.symbol(*decl).is_some_and(|(_, it)| it.kind.is_type()))
            }
            Value::Type { .. } => true,
            _ => false,
        }
    }

    /// Whether the method that is walked leaves its object as it is.
    fn is_this_constant(&self, file: FileId) -> Option<bool> {
        let (_, symbol) = self.project.symbol(Decl { file, symbol: self.around? })?;
        match symbol.kind {
            SymbolKind::Method => Some(symbol.modifiers.has(Modifiers::ON_CONSTANT)),
            SymbolKind::Constructor => Some(false),
            _ => None,
        }
    }

    /// Whether what lies behind so many pointers of a value is constant.
    pub(crate) fn is_constant(&mut self, file: FileId, value: ValueId, pointers: u8) -> Option<bool> {
        self.step(None, |eval| eval.find_constancy(file, value, pointers))
    }

    fn find_constancy(&mut self, file: FileId, value: ValueId, pointers: u8) -> Option<bool> {
        let source = self.source(file)?;
        let graph = &source.graph;
        match &graph.values[value as usize] {
            Value::This { .. } => (pointers == 0).then(|| self.is_this_constant(file)).flatten(),
            Value::Cast { ty } if self.is_receiver(file, *ty) => self.is_this_constant(file),
            Value::Cast { ty } => self.is_type_constant(file, *ty, pointers, false),
            Value::New { .. } | Value::Instance { .. } => Some(false),
            Value::List { items } => match items[..] {
                [one] => self.is_constant(file, one, pointers.checked_sub(1)?),
                _ => None,
            },
            Value::Index { object } | Value::Item { object, .. } => {
                self.is_constant(file, *object, pointers.checked_add(1)?)
            }
            Value::Either { options } => {
                let (first, rest) = options.split_first()?;
                let first = self.is_constant(file, *first, pointers)?;
                let same = rest.iter().all(|&it| self.is_constant(file, it, pointers) == Some(first));
                same.then_some(first)
            }
            Value::Name { binding: Some(id), .. } => {
                let binding = &graph.bindings[*id as usize];
                if let Some(ty) = binding.declared {
                    return self.is_type_constant(file, ty, pointers, false);
                }
                if graph.constancy.has_name(*id, pointers) {
                    return Some(true);
                }
                if pointers == 0 && graph.constancy.has_copy(*id) {
                    return Some(false);
                }
                self.is_constant(file, *binding.values.first()?, pointers)
            }
            Value::Name { name, scope, binding: None } => {
                match self.bare(file, *scope, source.name(*name), None, Use::Value) {
                    Bare::Members(hits) => {
                        let this = self.is_this_constant(file);
                        self.is_field_constant(&hits, this, pointers)
                    }
                    Bare::Entity(Entity::Symbol(decl)) => self.is_held_constant(decl, Some(false), pointers),
                    Bare::Entity(_) => None,
                }
            }
            Value::Member { object, name } => {
                let (object, name) = (*object, source.name(*name));
                let ty = self.value(file, object);
                let hits = self.members(ty, name);
                let around = self.is_constant(file, object, 0);
                self.is_field_constant(&hits, around, pointers)
            }
            Value::Call { callee, arguments } => {
                let (callee, arguments) = (*callee, arguments.len() as u32);
                self.is_result_constant(file, callee, arguments, pointers)
            }
            _ => None,
        }
    }

    /// Whether a type stands for the class of a method that is defined outside of it: `this` has it there.
    fn is_receiver(&self, file: FileId, ty: TypeId) -> bool {
        let around = self.around.and_then(|symbol| self.project.symbol(Decl { file, symbol }));
        around.is_some_and(|(_, symbol)| symbol.receiver == Some(ty))
    }

    fn is_field_constant(&mut self, hits: &[Hit], around: Option<bool>, pointers: u8) -> Option<bool> {
        match hits {
            [Hit::Declared(decl, ..)] => self.is_held_constant(*decl, around, pointers),
            _ => None,
        }
    }

    /// The same of what a variable or field holds. `around`: whether what the field is one of is constant.
    fn is_held_constant(&mut self, decl: Decl, around: Option<bool>, pointers: u8) -> Option<bool> {
        let (_, symbol) = self.project.symbol(decl)?;
        if !matches!(symbol.kind, SymbolKind::Property | SymbolKind::Variable) {
            return None;
        }
        // What a reference or a pointer leads to is none of the object's parts.
        let refers = symbol.declared_text.as_deref().is_some_and(|text| text.ends_with('&'));
        let ty = symbol.declared?;
        match (self.is_type_constant(decl.file, ty, pointers, false)?, refers) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => match self.is_type_constant(decl.file, ty, pointers, true)? {
                true => around,
                false => Some(false),
            },
        }
    }

    /// The same of what a call gives.
    fn is_result_constant(&mut self, file: FileId, callee: ValueId, arguments: u32, pointers: u8) -> Option<bool> {
        let source = self.source(file)?;
        let verdict = self.target(file, callee, MAX_ALIASES);
        let site = Site { kind: CallKind::Call, callee, arguments, line: u32::MAX };
        let verdict = self.linked_target(file, site, verdict);
        if let [target] = verdict.targets[..] {
            let (_, symbol) = self.project.symbol(target)?;
            return match symbol.kind {
                SymbolKind::Class | SymbolKind::Struct | SymbolKind::Constructor => (pointers == 0).then_some(false),
                _ => self.is_type_constant(target.file, symbol.returns_type?, pointers, false),
            };
        }
        // What standard containers and pointers hand out of themselves.
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return None };
        let hands_out = matches!(source.graph.name(name), "get" | "at" | "front" | "back" | "top" | "value");
        let is_outside = verdict.resolution == Resolution::External;
        let behind = u8::from(source.graph.name(name) != "get");
        (is_outside && hands_out).then(|| self.is_constant(file, object, pointers + behind)).flatten()
    }

    /// Whether what lies behind so many pointers of a type is constant. `held`: what is of this type is itself.
    pub(crate) fn is_type_constant(&mut self, file: FileId, ty: TypeId, pointers: u8, held: bool) -> Option<bool> {
        self.step(None, |eval| eval.find_constancy_of_type(file, ty, pointers, held))
    }

    fn find_constancy_of_type(&mut self, file: FileId, ty: TypeId, pointers: u8, held: bool) -> Option<bool> {
        let source = self.source(file)?;
        let graph = &source.graph;
        let own = held || graph.constancy.has_type(ty);
        let Some(behind) = pointers.checked_sub(1) else { return Some(own) };
        match &graph.types[ty as usize] {
            Type::List { element } => self.is_type_constant(file, *element, behind, false),
            Type::Name { path, arguments, .. } => {
                let name = graph.name(*path.last()?);
                match (&arguments[..], name) {
                    ([first, ..], _) if name.ends_with("_ptr") || name.ends_with("Ptr") => {
                        self.is_type_constant(file, *first, behind, false)
                    }
                    ([.., element], _) => self.is_type_constant(file, *element, behind, own),
                    ([], "const_iterator" | "const_reverse_iterator") => (behind == 0).then_some(true),
                    ([], "iterator" | "reverse_iterator") => (behind == 0).then_some(false),
                    ([], _) => {
                        let Entity::Symbol(alias) = self.named_by(source, file, ty) else { return None };
                        let (_, symbol) = self.project.symbol(alias)?;
                        let under = symbol.declared.filter(|_| symbol.kind == SymbolKind::TypeAlias)?;
                        self.is_type_constant(alias.file, under, pointers, own)
                    }
                }
            }
            _ => None,
        }
    }
}
