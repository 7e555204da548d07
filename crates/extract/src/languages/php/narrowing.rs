//! What a condition says of a variable's type.

use super::{Walk, Walker, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// What holds where `condition` came out as `holds`.
    pub fn narrow(&mut self, condition: Node, holds: bool) {
        self.deeper(condition, |walk| walk.narrow_inside(condition, holds));
    }

    fn narrow_inside(&mut self, node: Node, holds: bool) {
        match node.kind() {
            "parenthesized_expression" => {
                items(node).first().into_iter().for_each(|it| self.narrow(*it, holds));
            }
            "unary_op_expression" if field(node, "operator").is_some_and(|it| it.kind() == "!") => {
                field(node, "argument").into_iter().for_each(|it| self.narrow(it, !holds));
            }
            "binary_expression" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
                match (field(node, "operator").map_or("", |it| it.kind()), holds) {
                    ("instanceof", true) => self.narrow_to(left, right),
                    ("&&" | "and", true) | ("||" | "or", false) => {
                        self.narrow(left, holds);
                        self.narrow(right, holds);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn narrow_to(&mut self, left: Node, right: Node) {
        let variable = match left.kind() {
            "parenthesized_expression" => items(left).first().and_then(|it| field(*it, "left")),
            _ => Some(left),
        };
        let own = |it: &Node| it.kind() == "variable_name" || self.is_own_property(*it);
        let Some(variable) = variable.filter(own) else { return };
        if !matches!(right.kind(), "name" | "qualified_name" | "relative_name" | "relative_scope")
            || self.str(variable) == "$this"
        {
            return;
        }
        let ty = self.type_name(self.str(right), Vec::new());
        let value = self.b.value(Value::Cast { ty });
        let (name, scope, line) = (self.name(variable), self.scopes.current(), self.line(variable));
        self.properties_narrowed |= variable.kind() != "variable_name";
        self.flow.narrow(self.b, scope, name, value, line);
    }

    /// `$this->x`
    pub fn is_own_property(&self, node: Node) -> bool {
        node.kind() == "member_access_expression"
            && field(node, "object").is_some_and(|it| self.str(it) == "$this")
            && field(node, "name").is_some_and(|it| it.kind() == "name")
    }

    /// What a condition has said of a property of `$this`.
    pub fn narrowed_property(&mut self, node: Node) -> Option<ValueId> {
        if !self.properties_narrowed || !self.is_own_property(node) {
            return None;
        }
        let name = self.name(node);
        let binding = self.flow.get(name)?;
        Some(self.scopes.name(self.b, name, Some(binding)))
    }

    /// A property was assigned: what was said of it holds no longer.
    pub fn forget_property(&mut self, node: Node) {
        if let Some(narrowed) = self.narrowed_property(node) {
            let name = self.name(node);
            let value = self.plain_member(node).unwrap_or(narrowed);
            let (scope, line) = (self.scopes.current(), self.line(node));
            self.flow.assign(self.b, scope, name, value, line);
        }
    }
}
