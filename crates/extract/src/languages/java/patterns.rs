//! Patterns of `instanceof` and `case`: the names that they bind.

use super::{Walk, Walker, child, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `x instanceof T`, `x instanceof T t`, `x instanceof R(A a, var b)`. A name counts from here on in the
    /// block around, since a negated test binds it for what follows.
    pub fn instance_of(&mut self, node: Node) -> ValueId {
        let subject = field(node, "left").map(|left| self.value(left));
        if let Some(pattern) = field(node, "pattern") {
            self.record_pattern(pattern);
        } else if let Some(right) = field(node, "right") {
            let ty = self.ty(right);
            if let Some(name) = field(node, "name") {
                self.bind_pattern(name, Some(ty), subject);
            }
        }
        self.literal("boolean").1
    }

    /// What stands behind `case`: constants, patterns and guards.
    pub fn label(&mut self, node: Node, subject: Option<ValueId>) {
        match node.kind() {
            "pattern" => items(node).into_iter().for_each(|it| self.label(it, subject)),
            "type_pattern" => self.type_pattern(node, subject),
            "record_pattern" => self.record_pattern(node),
            "guard" => items(node).into_iter().for_each(|it| {
                self.value(it);
            }),
            // The constant of an enum, or of this class: no value follows from it.
            "identifier" => {}
            _ => {
                self.value(node);
            }
        }
    }

    fn type_pattern(&mut self, node: Node, subject: Option<ValueId>) {
        let parts = items(node);
        let name = parts.iter().rev().find(|it| it.kind() == "identifier").copied();
        let ty = parts.into_iter().find(|it| Some(*it) != name && it.kind() != "modifiers");
        let declared = ty.filter(|ty| self.str(*ty) != "var").map(|ty| self.ty(ty));
        if let Some(name) = name {
            self.bind_pattern(name, declared, subject);
        }
    }

    fn record_pattern(&mut self, node: Node) {
        let body = child(node, "record_pattern_body");
        let record = items(node).into_iter().find(|it| it.kind() != "record_pattern_body").map(|it| self.ty(it));
        for (position, part) in body.map(items).unwrap_or_default().into_iter().enumerate() {
            let object = record.map(|ty| self.b.value(Value::Cast { ty }));
            let value = object.map(|object| self.b.value(Value::Part { object, position: position as u32 }));
            match part.kind() {
                "record_pattern" => {
                    self.deeper(part, |walk| walk.record_pattern(part));
                }
                _ => self.type_pattern(part, value),
            }
        }
    }

    fn bind_pattern(&mut self, name: Node, declared: Option<TypeId>, subject: Option<ValueId>) {
        let binding = self.bind(name, BindingKind::Variable, None);
        self.b.binding_mut(binding).declared = declared;
        if let (None, Some(subject)) = (declared, subject) {
            self.b.assign(binding, subject);
        }
    }
}
