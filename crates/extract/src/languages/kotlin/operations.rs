//! Operators that are calls of members: what each is called.

use super::{Walk, Walker};
use crate::tree::field;
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    /// Comparisons are booleans, `?:` is either side, arithmetic what the operator's function gives. Long
    /// chains are walked without recursion, since they lean to the left as deep as they are long.
    pub(super) fn operation(&mut self, node: Node<'t>) -> ValueId {
        let (mut left, mut operands) = (node, Vec::new());
        while left.kind() == "binary_expression" {
            if let Some(value) = self.mistaken_generic(left) {
                return self.fold(value, operands);
            }
            let (Some(inner), Some(right)) = (field(left, "left"), field(left, "right")) else { break };
            let operator = field(left, "operator");
            operands.push((operator.map_or("", |it| it.kind()), operator.unwrap_or(right), right, inner));
            left = inner;
        }
        if operands.is_empty() {
            return self.walked(node);
        }
        let value = self.value(left);
        self.fold(value, operands)
    }

    fn fold(&mut self, first: ValueId, operands: Vec<(&'t str, Node<'t>, Node<'t>, Node<'t>)>) -> ValueId {
        let mut result = first;
        for (operator, at, right, left) in operands.into_iter().rev() {
            let (value, object) = match operator {
                // What the left side has shown holds on the right.
                "&&" => (
                    self.scoped(|walk| {
                        walk.narrow(left, true);
                        walk.passed(right)
                    }),
                    result,
                ),
                "||" => (
                    self.scoped(|walk| {
                        walk.narrow(left, false);
                        walk.passed(right)
                    }),
                    result,
                ),
                // What stands in for something is of its type.
                "?:" => {
                    self.ask_beside(right, result);
                    (self.passed(right), result)
                }
                _ => (self.passed(right), result),
            };
            if operator == "-" {
                self.titled_suite(left, operator, right);
            }
            result = match operator {
                "&&" | "||" => {
                    self.b.branch();
                    self.builtin(Builtin::Boolean)
                }
                "==" | "!=" | "===" | "!==" | "<" | "<=" | ">" | ">=" => {
                    let compared = matches!(operator, "<" | "<=" | ">" | ">=");
                    let member = if compared { "compareTo" } else { "equals" };
                    if operator.len() < 3 && !self.is_builtin(value) {
                        self.implied(object, member, at, vec![value]);
                    }
                    self.builtin(Builtin::Boolean)
                }
                "?:" => {
                    self.b.branch();
                    crate::shapes::stands_in(self.b, object, right);
                    self.b.value(Value::Either { options: vec![object, value] })
                }
                _ => match (operator_member(operator), &self.b.graph.values[object as usize]) {
                    (_, Value::Builtin(_)) | (None, _) => object,
                    (Some(member), _) => self.implied(object, member, at, vec![value]),
                },
            };
        }
        result
    }
}

/// The function that an operator before or behind its operand calls.
pub(super) fn unary_member(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "!" => "not",
        "-" => "unaryMinus",
        "+" => "unaryPlus",
        "++" => "inc",
        "--" => "dec",
        _ => return None,
    })
}

/// The function that an operator calls.
fn operator_member(operator: &str) -> Option<&'static str> {
    Some(match operator {
        "+" => "plus",
        "-" => "minus",
        "*" => "times",
        "/" => "div",
        "%" => "rem",
        ".." => "rangeTo",
        "..<" => "rangeUntil",
        _ => return None,
    })
}
