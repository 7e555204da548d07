//! What is rescued and raised.

use super::{Walk, Walker, end, field, items, start};
use crate::builder::CALLEE_LIMIT;
use crate::throws::Throws;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// One site for each class that is rescued.
    pub fn catches(&mut self, node: Node, classes: &[Node], body: Option<Node>) {
        let types = classes.iter().map(|class| {
            let of = matches!(class.kind(), "constant" | "scope_resolution").then(|| self.node(*class));
            (of, self.text(*class, CALLEE_LIMIT))
        });
        let types = types.collect();
        self.note_caught(node, body.is_none_or(is_idle), types);
    }

    /// `raise`, `raise A, "…"`, `raise A.new(…)`, `raise "…"`
    pub fn raised(&mut self, node: Node, given: &[(Node, ValueId)]) {
        let bytes = start(node)..end(node);
        let again = match given.first() {
            None => !self.b.caught.is_empty(),
            Some((name, _)) => {
                let text = self.str(*name);
                name.kind() == "identifier" && self.b.is_caught(text)
            }
        };
        if again {
            return self.b.error(ErrorKind::Rethrow, None, String::new(), bytes);
        }
        let Some((thrown, value)) = given.first() else {
            return self.b.error(ErrorKind::Throw, None, "RuntimeError".to_owned(), bytes);
        };
        let made = field(*thrown, "method").filter(|it| thrown.kind() == "call" && self.str(*it) == "new");
        let class = match thrown.kind() {
            "constant" | "scope_resolution" => Some(*thrown),
            "call" => made.and_then(|_| field(*thrown, "receiver")),
            _ => None,
        };
        let text = match (class, thrown.kind()) {
            (Some(class), _) => self.text(class, CALLEE_LIMIT),
            (None, "string" | "heredoc_beginning") => "RuntimeError".to_owned(),
            _ => String::new(),
        };
        let of = (class.is_some() || thrown.kind() == "identifier").then_some(*value);
        self.b.error(ErrorKind::Throw, of, text, bytes);
    }
}

/// Whether a handler does nothing: it is empty, or gives nothing back.
fn is_idle(body: Node) -> bool {
    items(body).iter().all(|it| it.kind() == "nil" || it.kind() == "next" && items(*it).is_empty())
}
