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
                    ("instanceof", true) => self.narrow_to(left, &[right], false),
                    ("||" | "or", true) => {
                        let mut classes = Vec::new();
                        if let Some(variable) = self.alternatives(node, &mut classes) {
                            self.narrow_to(variable, &classes, false);
                        }
                    }
                    ("&&" | "and", true) | ("||" | "or", false) => {
                        self.narrow(left, holds);
                        self.narrow(right, holds);
                    }
                    _ => {}
                }
            }
            "function_call_expression" if holds => {
                let is_a = field(node, "function").is_some_and(|it| self.str(it).trim_start_matches('\\') == "is_a");
                if let ([value, class, ..], true) = (&arguments(node)[..], is_a) {
                    self.narrow_to_named(*value, *class);
                }
            }
            _ => {}
        }
    }

    /// What holds behind a statement that asserts it: `assert($x instanceof A)`, `$this->assertInstanceOf(A::class, $x)`,
    /// `Assert::isInstanceOf($x, A::class)`.
    pub fn asserted(&mut self, statement: Node) {
        let Some(call) = items(statement).first().copied() else { return };
        let given = arguments(call);
        let name = field(call, "function").or_else(|| field(call, "name")).map_or("", |it| self.str(it));
        match (call.kind(), name.trim_start_matches('\\'), &given[..]) {
            ("function_call_expression", "assert", [condition, ..]) => self.narrow(*condition, true),
            ("member_call_expression" | "scoped_call_expression", "assertInstanceOf", [class, value, ..])
            | ("scoped_call_expression", "isInstanceOf", [value, class, ..]) => self.narrow_to_named(*value, *class),
            _ => {}
        }
    }

    /// `A::class` names what a value is of.
    fn narrow_to_named(&mut self, value: Node, class: Node) {
        if let ("class_constant_access_expression", [class, constant]) = (class.kind(), &items(class)[..])
            && self.str(*constant) == "class"
        {
            self.narrow_to(value, &[*class], true);
        }
    }

    /// The variable of which each side of `||` says that it is of a class.
    fn alternatives<'t>(&self, node: Node<'t>, classes: &mut Vec<Node<'t>>) -> Option<Node<'t>> {
        if node.kind() == "parenthesized_expression" {
            return self.alternatives(*items(node).first()?, classes);
        }
        let (left, right) = (field(node, "left")?, field(node, "right")?);
        match field(node, "operator")?.kind() {
            "instanceof" => {
                classes.push(right);
                Some(left)
            }
            "||" | "or" if classes.len() < 8 => {
                let (one, other) = (self.alternatives(left, classes)?, self.alternatives(right, classes)?);
                (self.str(one) == self.str(other)).then_some(one)
            }
            _ => None,
        }
    }

    /// `adds`: it stays what it was besides, as what a test asserts may be an interface outside.
    fn narrow_to(&mut self, left: Node, classes: &[Node], adds: bool) {
        let variable = match left.kind() {
            "parenthesized_expression" => items(left).first().and_then(|it| field(*it, "left")),
            _ => Some(left),
        };
        let own = |it: &Node| it.kind() == "variable_name" || self.is_own_property(*it);
        let Some(variable) = variable.filter(own) else { return };
        let is_named = |it: &Node| matches!(it.kind(), "name" | "qualified_name" | "relative_name" | "relative_scope");
        if !classes.iter().all(is_named) || self.str(variable) == "$this" {
            return;
        }
        let (name, mut casts) = (self.name(variable), Vec::new());
        for class in classes {
            let mut ty = self.type_name(self.str(*class), Vec::new());
            if let Some(before) = self.flow.get(name).filter(|_| adds) {
                let value = self.scopes.name(self.b, name, Some(before));
                let before = self.b.ty(Type::Of { value });
                ty = self.b.ty(Type::Intersection { parts: vec![ty, before] });
            }
            casts.push(self.b.value(Value::Cast { ty }));
        }
        let value = match casts[..] {
            [one] => one,
            _ => self.b.value(Value::Either { options: casts }),
        };
        let (scope, line) = (self.scopes.current(), self.line(variable));
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

/// What a call is given.
fn arguments(call: Node) -> Vec<Node> {
    let list = field(call, "arguments").map(items).unwrap_or_default();
    list.into_iter().filter_map(|it| if it.kind() == "argument" { items(it).last().copied() } else { None }).collect()
}
