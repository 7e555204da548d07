//! What the front ends over tree-sitter say of throwing and catching.

use crate::builder::CALLEE_LIMIT;
use crate::tree::{end, items, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

/// What a statement throws, for the front ends over tree-sitter.
pub trait Throws<'s, 't>: Walker<'s, 't> {
    /// Notes a `throw`. `thrown` is what stands behind it, `value` what the walk made of that, `class` the type that is
    /// made there, where one is written.
    fn note_thrown(&mut self, node: Node, thrown: Option<Node>, value: Option<ValueId>, class: Option<Node>) {
        let bytes = start(node)..end(node);
        let again = match thrown {
            None => true,
            Some(name) => {
                let text = self.str(name);
                let is_name = matches!(name.kind(), "identifier" | "variable_name" | "simple_identifier");
                is_name && self.parts().0.is_caught(text)
            }
        };
        if again {
            return self.parts().0.error(ErrorKind::Rethrow, None, String::new(), bytes);
        }
        let text = class.map(|class| self.text(class, CALLEE_LIMIT)).unwrap_or_default();
        self.parts().0.error(ErrorKind::Throw, value, text, bytes);
    }

    /// Notes a handler of each of `types`, or of whatever comes; `idle`: it does nothing.
    fn note_caught(&mut self, node: Node, idle: bool, types: Vec<(Option<ValueId>, String)>) {
        let kind = if idle { ErrorKind::Swallow } else { ErrorKind::Catch };
        let types = if types.is_empty() { vec![(None, String::new())] } else { types };
        for (of, text) in types {
            self.parts().0.error(kind, of, text, start(node)..end(node));
        }
    }

    /// Walks a handler's body, where `name` is what was caught.
    fn handling<T>(&mut self, name: Option<&str>, walk: impl FnOnce(&mut Self) -> T) -> T {
        let b = self.parts().0;
        let depth = b.caught.len();
        if let Some(name) = name {
            let name = b.name(name);
            b.caught.push(name);
        }
        let result = walk(self);
        self.parts().0.caught.truncate(depth);
        result
    }
}

impl<'s, 't, W: Walker<'s, 't>> Throws<'s, 't> for W {}

/// Whether a handler does nothing: it is empty, or goes on with the next of a loop.
pub fn is_idle(body: Node) -> bool {
    items(body).iter().all(|it| it.kind() == "continue_statement")
}
