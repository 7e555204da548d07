//! What operators call without naming it.

use super::{Walk, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// What an operator calls of the types of its operands, where one of these declares it.
    pub fn operator_of(&mut self, operator: &str, operands: Vec<ValueId>, at: Node) {
        if operands.iter().all(|operand| self.literals.iter().any(|(_, value)| value == operand)) {
            return;
        }
        let text = format!("operator {operator}");
        let name = self.b.name(&text);
        let object = match operands[..] {
            [one] => one,
            _ => self.b.value(Value::Either { options: operands.clone() }),
        };
        let callee = self.b.value(Value::Member { object, name });
        let call = Call {
            kind: CallKind::Implied,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(start(at)),
            start_line: self.b.source.line(start(at)),
            arguments: operands.len() as u32,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.value(Value::Call { callee, arguments: operands });
    }

    /// `a += b` calls `+`.
    pub fn operator_assigned(&mut self, assignment: Node, target: ValueId, value: ValueId) {
        let operator = assignment.children(&mut assignment.walk()).map(|it| it.kind()).find(|it| it.ends_with('='));
        let Some(operator) = operator.and_then(|it| it.strip_suffix('=')) else { return };
        if !matches!(operator, "" | "??") {
            self.operator_of(operator, vec![target, value], assignment);
        }
    }
}
