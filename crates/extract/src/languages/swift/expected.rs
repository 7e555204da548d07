//! What the place of an expression says of its type: by it `.name` finds the type that it leaves out.

use super::{Walk, Walker, items};
use crate::tree::field;
use facts::*;
use syntax::tree_sitter::Node;

/// Where the type of an expression is told.
#[derive(Clone, Copy)]
pub enum Expected {
    /// By the parameter that it is given to: an argument of a callee.
    Argument(ValueId, u32),
    /// By a type that is written.
    Type(TypeId),
    /// By another value, which has the same.
    Value(ValueId),
}

impl<'t> Walk<'_, '_> {
    /// The value of an expression whose type is told.
    pub fn expecting(&mut self, expected: Option<Expected>, node: Node<'t>) -> ValueId {
        self.expected = expected.filter(|_| may_imply(node));
        let value = self.passed(node);
        self.expected = None;
        value
    }

    /// Elements of a list whose type is told.
    pub fn elements(&mut self, node: Node<'t>, expected: Option<Expected>) -> Vec<ValueId> {
        let items = items(node);
        let expected = expected.filter(|_| items.iter().any(|it| may_imply(*it)));
        let element = expected.map(|expected| {
            let object = self.expected_value(expected);
            Expected::Value(self.b.value(Value::Item { object, position: 1 }))
        });
        items.into_iter().map(|item| self.expecting(element, item)).collect()
    }

    /// What is expected of what a closure gives, where the result of the call that it is given to is put together of
    /// that: `xs.map { .init($0) }`.
    pub fn expected_of_closure(&mut self, name: &str, expected: Option<Expected>) -> Option<Expected> {
        match name {
            "map" | "compactMap" => {
                let object = self.expected_value(expected?);
                Some(Expected::Value(self.b.value(Value::Item { object, position: 1 })))
            }
            "flatMap" | "withLock" | "withAnimation" => expected,
            _ => None,
        }
    }

    /// The type whose member `.name` is.
    pub fn implied(&mut self, expected: Option<Expected>) -> ValueId {
        let Some(expected) = expected else { return self.unknown() };
        if let Expected::Type(ty) = expected
            && self.b.graph.types[ty as usize] == Type::This
        {
            return self.own_type().1;
        }
        let value = self.expected_value(expected);
        let inner = self.b.ty(Type::Of { value });
        let ty = self.b.ty(Type::ClassOf { inner });
        self.b.value(Value::Cast { ty })
    }

    pub fn expected_value(&mut self, expected: Expected) -> ValueId {
        match expected {
            Expected::Argument(callee, argument) => {
                self.b.value(Value::CallbackParam { callee, argument, position: WHOLE })
            }
            Expected::Type(ty) => self.b.value(Value::Cast { ty }),
            Expected::Value(value) => value,
        }
    }
}

/// Whether what is expected of an expression is also expected of what it starts with: `.a().b`, `.a(b)`.
pub fn hands_on(node: Node) -> bool {
    matches!(node.kind(), "prefix_expression" | "call_expression" | "navigation_expression" | "postfix_expression")
}

/// Whether an expression is of a kind that may leave its type out.
fn may_imply(node: Node) -> bool {
    match node.kind() {
        "call_expression" | "postfix_expression" => true,
        "navigation_expression" => field(node, "target").is_some_and(hands_on),
        "prefix_expression"
        | "array_literal"
        | "dictionary_literal"
        | "ternary_expression"
        | "nil_coalescing_expression" => true,
        "tuple_expression" | "try_expression" | "await_expression" => true,
        _ => false,
    }
}
