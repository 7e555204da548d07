//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::{Walk, Walker, field, items, start, text_of};
use crate::tree::{Step, chain};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" => self.read(node),
            "dot_index_expression" => {
                if let Some(value) = self.super_of(node) {
                    return value;
                }
                self.member_of(node, "field")
            }
            "method_index_expression" => self.member_of(node, "method"),
            "bracket_index_expression" => self.element(node),
            "function_call" => self.call(node),
            "function_definition" => self.closure(node, None),
            "table_constructor" => self.literal(node, None, false),
            "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "binary_expression" => self.operation(node),
            "unary_expression" => {
                field(node, "operand").into_iter().for_each(|operand| {
                    self.value(operand);
                });
                match field(node, "operator").map_or("", |it| it.kind()) {
                    "not" => self.builtin(Builtin::Boolean),
                    _ => self.builtin(Builtin::Number),
                }
            }
            "string" => self.builtin(Builtin::String),
            "number" => self.builtin(Builtin::Number),
            "true" | "false" => self.builtin(Builtin::Boolean),
            "nil" => self.builtin(Builtin::Null),
            "vararg_expression" | "comment" => self.unknown(),
            _ => {
                self.children(node);
                self.unknown()
            }
        }
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it may name a
    /// function, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.value(node);
        let name = match node.kind() {
            "identifier" => Some(node),
            "dot_index_expression" => field(node, "field"),
            _ => None,
        };
        if let Some(name) = name.filter(|it| self.str(*it) != "self") {
            let id = self.name(name);
            self.b.refer(ReferenceKind::Callback, value, id, start(name));
        }
        value
    }

    pub fn read(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        let binding = self.scopes.visible(self.b, name);
        if let Some(binding) = binding
            && self.b.graph.bindings[binding as usize].kind == BindingKind::Parameter
            && let Some(&owner) = self.selves.get(&binding)
        {
            return self.b.value(Value::This { owner: Some(owner) });
        }
        self.scopes.name(self.b, name, binding)
    }

    fn member_of(&mut self, node: Node, part: &'static str) -> ValueId {
        let (Some(table), Some(name)) = (field(node, "table"), field(node, part)) else {
            self.children(node);
            return self.unknown();
        };
        let (object, name) = (self.value(table), self.name(name));
        self.b.value(Value::Member { object, name })
    }

    /// `t[i]`; with a literal text it is a member.
    fn element(&mut self, node: Node) -> ValueId {
        let (Some(table), Some(index)) = (field(node, "table"), field(node, "field")) else {
            self.children(node);
            return self.unknown();
        };
        let object = self.value(table);
        if let Some(text) = text_of(index) {
            let name = self.name(text);
            return self.b.value(Value::Member { object, name });
        }
        self.value(index);
        self.b.value(Value::Index { object })
    }

    /// `a or b` is either, `a and b` the second; comparisons are booleans.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            self.children(node);
            return self.unknown();
        }
        let mut result = self.passed(first);
        for Step { operator, right, .. } in steps {
            let value = match right.kind() {
                "binary_expression" => self.value(right),
                _ => self.passed(right),
            };
            result = match operator {
                "and" => {
                    self.b.branch();
                    value
                }
                "or" => {
                    self.b.branch();
                    self.b.value(Value::Either { options: vec![result, value] })
                }
                "==" | "~=" | "<" | "<=" | ">" | ">=" => self.builtin(Builtin::Boolean),
                ".." => self.builtin(Builtin::String),
                _ => self.builtin(Builtin::Number),
            };
        }
        result
    }
}
