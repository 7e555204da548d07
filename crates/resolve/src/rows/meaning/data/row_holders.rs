//! What the rows of calls that read and write data begin with, by the names that stand there.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use facts::{BindingKind, Shape, Type, TypeId, Value, ValueId};
use std::borrow::Cow;

impl<'g> Writer<'_, 'g> {
    /// What the row of calls that something is begins with; of a member of a name, what it is a member of:
    /// `users::table.find(1)`.
    pub fn holder_of(&mut self, found: &Found<'g>, member: &str) -> Option<Found<'g>> {
        let value = match found {
            Found::Value(value) | Found::Shape(Shape::Value(value)) => *value,
            _ => return None,
        };
        let start = match self.graph.values[value as usize] {
            Value::Call { callee, .. } => self.row_base(callee)?,
            _ => value,
        };
        let text = |text: &'g str| Some(Found::Text(Cow::Borrowed(text)));
        if let Some(holder) = self.holder_of_type(start, member) {
            return text(holder);
        }
        match self.graph.values[start as usize] {
            Value::Member { object, name } if self.graph.name(name) == member => match self.type_path(object)[..] {
                [.., last] => text(last),
                [] => Some(Found::Value(object)),
            },
            // Within what declares it, the member goes by its own name.
            Value::Name { name, .. } if self.graph.name(name) == member => text(""),
            Value::Type { .. } => match self.type_path(start)[..] {
                [.., holder, last] if last == member => text(holder),
                [last] if last == member || last == "Self" => text(""),
                // A function of a module is no table.
                [.., last] if self.class_meant(start).is_none() => {
                    text(if last.starts_with(char::is_uppercase) { last } else { "" })
                }
                _ => Some(Found::Value(start)),
            },
            // A local name says nothing but by its type.
            Value::Name { binding: Some(binding), .. }
                if self.graph.bindings[binding as usize].kind != BindingKind::Import
                    && self.model_held(start).is_none() =>
            {
                Some(Found::Text(Cow::Borrowed("")))
            }
            _ => Some(Found::Value(start)),
        }
    }

    /// What a type of a name is a member of, which something is made of or declared to be: `user` of
    /// `let one = user::ActiveModel { … }`.
    fn holder_of_type(&self, value: ValueId, member: &str) -> Option<&'g str> {
        let ty = match self.graph.values[value as usize] {
            Value::Instance { ty } | Value::Cast { ty } => ty,
            Value::New { callee, .. } => match self.type_path(callee)[..] {
                [.., holder, last] if last == member => return Some(holder),
                _ => return None,
            },
            Value::Name { binding: Some(binding), .. } => {
                let binding = &self.graph.bindings[binding as usize];
                match (binding.declared, &binding.values[..]) {
                    (Some(ty), _) => ty,
                    (None, [made]) if !matches!(self.graph.values[*made as usize], Value::Name { .. }) => {
                        return self.holder_of_type(*made, member);
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        match self.names_of_type(ty)[..] {
            [.., holder, last] if last == member => Some(holder),
            _ => None,
        }
    }

    fn names_of_type(&self, ty: TypeId) -> Vec<&'g str> {
        match &self.graph.types[ty as usize] {
            Type::Name { path, .. } => path.iter().map(|name| self.graph.name(*name)).collect(),
            Type::ClassOf { inner } => self.names_of_type(*inner),
            _ => Vec::new(),
        }
    }

    /// The names of a type that stands in front of a member: `shop::User` of `shop::User::find`.
    pub fn type_path(&self, value: ValueId) -> Vec<&'g str> {
        match self.graph.values[value as usize] {
            Value::Type { ty } | Value::Cast { ty } => self.names_of_type(ty),
            _ => Vec::new(),
        }
    }
}
