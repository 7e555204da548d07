//! Operators that are functions.

use super::{Walk, Walker};
use crate::tree::field;
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    /// `a <+> b` gives what the function gives: only the language's own operators give what they are called on.
    pub fn infix(&mut self, node: Node<'t>) -> ValueId {
        let (Some(left), Some(operator), Some(right)) = (field(node, "lhs"), field(node, "op"), field(node, "rhs"))
        else {
            return self.walked(node);
        };
        let operands = [self.passed(left), self.passed(right)];
        let given = self.operator(operator, self.str(operator), &operands);
        given.unwrap_or_else(|| self.unknown())
    }

    /// The function that an operator calls, which a type of one of its operands declares or the module; the
    /// value of that call. None: of what is known of no operand.
    pub fn operator(&mut self, at: Node<'t>, operator: &str, operands: &[ValueId]) -> Option<ValueId> {
        let is_builtin =
            |it: &ValueId| matches!(self.b.graph.values[*it as usize], Value::Builtin(_) | Value::Unknown { .. });
        let first = *operands.iter().find(|it| !is_builtin(it))?;
        let inner = self.b.ty(Type::Of { value: first });
        let ty = self.b.ty(Type::ClassOf { inner });
        let (object, name) = (self.b.value(Value::Cast { ty }), self.b.name(operator));
        let callee = self.b.value(Value::Member { object, name });
        Some(self.note_implied(at, callee, name, operator, operands))
    }
}

/// The operands and the operator of a calculation without parentheses around it.
pub fn calculation(node: Node) -> Option<(Node, Node, Node)> {
    let inner = match node.kind() {
        "try_expression" | "await_expression" => field(node, "expr")?,
        _ => node,
    };
    let is_one = matches!(inner.kind(), "additive_expression" | "multiplicative_expression" | "infix_expression");
    is_one.then(|| Some((field(inner, "lhs")?, field(inner, "op")?, field(inner, "rhs")?)))?
}
