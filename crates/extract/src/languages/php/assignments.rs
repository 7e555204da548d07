//! What stands on the left of an assignment.

use super::{Walk, Walker, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Gives what stands on the left of an assignment a value.
    pub fn assign(&mut self, target: Node, value: ValueId) {
        match target.kind() {
            "variable_name" => {
                let (name, scope, line) = (self.name(target), self.scopes.current(), self.line(target));
                self.flow.assign(self.b, scope, name, value, line);
            }
            "member_access_expression" | "scoped_property_access_expression" => {
                self.forget_property(target);
                self.value(target);
                self.assign_member(target, value);
            }
            // `$xs[] = x`: a list of these, as far as is known.
            "subscript_expression" => {
                self.value(target);
                let Some(list) = items(target).first().copied() else { return };
                let value = self.b.value(Value::List { items: vec![value] });
                match list.kind() {
                    "variable_name" => {
                        let name = self.name(list);
                        if let Some(binding) = self.flow.get(name) {
                            self.b.assign(binding, value);
                        } else {
                            self.assign(list, value);
                        }
                    }
                    _ => self.assign_member(list, value),
                }
            }
            "list_literal" | "array_creation_expression" => self.destructure(target, value),
            "by_ref" => items(target).into_iter().for_each(|it| self.assign(it, value)),
            _ => {
                self.value(target);
            }
        }
    }

    /// `$this->x = …`, `self::$x = …`
    fn assign_member(&mut self, target: Node, value: ValueId) {
        let (of, name) = match target.kind() {
            "member_access_expression" => (field(target, "object"), field(target, "name")),
            "scoped_property_access_expression" => {
                (field(target, "scope"), field(target, "name").and_then(|it| it.named_child(0)))
            }
            _ => return,
        };
        let (Some(of), Some(name)) = (of, name.filter(|it| it.kind() == "name")) else { return };
        if let Some(property) = self.case_property(of, name) {
            return self.b.assign(property, value);
        }
        let name = self.name(name);
        if matches!(self.str(of), "$this" | "self" | "static")
            && let Some(owner) = self.owners.last_mut()
        {
            owner.assigned.push((name, value));
        }
    }

    /// `[$a, , 'k' => $b] = …`
    fn destructure(&mut self, target: Node, object: ValueId) {
        let (mut position, mut key) = (0, false);
        let mut cursor = target.walk();
        let parts: Vec<Node> = target.children(&mut cursor).collect();
        for (at, part) in parts.iter().enumerate() {
            match part.kind() {
                "," => position += 1,
                "=>" => key = true,
                _ if !part.is_named() || part.kind() == "comment" => {}
                _ if parts.get(at + 1).is_some_and(|it| it.kind() == "=>") => {
                    self.value(*part);
                }
                _ => {
                    let value = match std::mem::take(&mut key) {
                        true => self.b.value(Value::Index { object }),
                        false => self.b.value(Value::Part { object, position }),
                    };
                    self.assign(*part, value);
                }
            }
        }
    }

    pub fn augmented(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.walked(node) };
        let before = self.value(left);
        let value = self.passed(right);
        match field(node, "operator").map_or("", |it| it.kind()) {
            "??=" => {
                self.b.branch();
                let either = self.b.value(Value::Either { options: vec![before, value] });
                match left.kind() {
                    "variable_name" => self.assign(left, either),
                    "subscript_expression" => self.assign(left, value),
                    _ => self.assign_member(left, value),
                }
                either
            }
            ".=" => self.builtin(Builtin::String),
            _ => before,
        }
    }
}
