//! What takes the place of a value that is empty: `if host == "" { host = "localhost" }`.

use super::{Walk, Walker, field, items};
use crate::shapes;
use facts::*;
use syntax::tree_sitter::Node;

/// Functions that end the program, as they are written.
const ENDS: &[&str] = &["panic(", "log.Fatal", "os.Exit(", "logger.Fatal", "logrus.Fatal", "slog.Fatal"];

impl Walk<'_, '_> {
    /// Notes what a branch does where what a local was given first is empty or not there.
    pub fn stands_in(&mut self, node: Node) {
        let (Some(condition), Some(body)) = (field(node, "condition"), field(node, "consequence")) else { return };
        let Some(name) = self.emptied(condition) else { return };
        let id = self.name(name);
        let Some(binding) = self.scopes.visible(self.b, id) else { return };
        let values = &self.b.graph.bindings[binding as usize].values;
        // Of what says whether something is there, what it was given last counts: `ok` is used again.
        let is_part = |of: &ValueId| matches!(self.b.graph.values[*of as usize], Value::Part { .. });
        let last = values.last().filter(|it| is_part(it));
        let Some(of) = last.or_else(|| values.first()).copied() else { return };
        if !matches!(self.b.graph.values[of as usize], Value::Call { .. } | Value::Part { .. }) {
            return;
        }
        let statements = items(body);
        let statements = match statements[..] {
            [list] if list.kind() == "statement_list" => items(list),
            _ => statements,
        };
        let text = statements.last().and_then(|last| self.text_instead(*last));
        let fails = text.is_none()
            && (self.gives_back(body)
                || statements.iter().any(|it| ENDS.iter().any(|end| self.str(*it).starts_with(end))));
        let assigns = statements.iter().any(|it| it.kind() == "assignment_statement");
        if text.is_some() || fails || assigns {
            self.b.graph.stand_ins.push(StandIn { of, text, fails });
        }
    }

    /// The local that a condition says is empty: `a == ""`, `!ok`.
    fn emptied<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let local = |it: &Node| it.kind() == "identifier";
        match node.kind() {
            "parenthesized_expression" => self.emptied(items(node).first().copied()?),
            "unary_expression" if field(node, "operator")?.kind() == "!" => field(node, "operand").filter(local),
            "binary_expression" if field(node, "operator")?.kind() == "==" => {
                let is_empty = matches!(self.str(field(node, "right")?), "\"\"" | "``");
                field(node, "left").filter(local).filter(|_| is_empty)
            }
            _ => None,
        }
    }

    /// The text that a statement gives back or assigns. An empty one takes nothing's place, and one beside an error, or
    /// beside word that nothing is there, is not gone on with.
    fn text_instead(&mut self, node: Node) -> Option<NameId> {
        let list = match node.kind() {
            "return_statement" => items(node).first().copied()?,
            "assignment_statement" => field(node, "right")?,
            _ => return None,
        };
        let values = items(list);
        let beside = if node.kind() == "return_statement" { values.get(1..)?.last() } else { None };
        if beside.is_some_and(|it| !matches!(self.str(*it), "nil" | "true")) {
            return None;
        }
        match shapes::constant(self.b, *values.first()?) {
            Shape::Text(text) if !self.b.graph.name(text).is_empty() => Some(text),
            _ => None,
        }
    }
}
