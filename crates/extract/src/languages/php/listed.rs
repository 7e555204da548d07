//! What properties and methods of classes list, which the libraries read that the classes extend.

use super::{Walk, literal};
use crate::builder::CALLEE_LIMIT;
use crate::shapes;
use crate::tree::{end, items, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

const ARRAY: &str = "array_creation_expression";
/// Of one list so many items are kept, and lists in lists so far.
const MAX_ITEMS: usize = 48;
const MAX_DEPTH: u8 = 2;

impl Walk<'_, '_> {
    /// Keeps what a property of a class is declared to list, as a literal of that: `protected $middleware = [A::class]`.
    pub fn listed_property(&mut self, name: Node, written: Node) {
        self.listed_member(name, written);
    }

    /// The same of a method of the class itself that does nothing but give a list back: `return ['auth', A::class];`.
    pub fn listed_method(&mut self, name: Node, body: Node) {
        let [only] = items(body)[..] else { return };
        if let ("return_statement", [written]) = (only.kind(), &items(only)[..]) {
            self.listed_member(name, *written);
        }
    }

    fn listed_member(&mut self, name: Node, written: Node) {
        let Some(owner) = self.owner().filter(|_| written.kind() == ARRAY) else { return };
        if self.b.symbol_mut(owner).bases.is_empty() || items(written).is_empty() {
            return;
        }
        let object = self.b.value(Value::This { owner: Some(owner) });
        let id = self.name(name);
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: self.b.value(Value::Member { object, name: id }),
            name: id,
            text: self.b.text_end(start(name), end(name), CALLEE_LIMIT),
            at: self.b.source.point(start(name)),
            start_line: self.line(name),
            arguments: 0,
            spread: false,
            given: vec![Given { name: None, shape: self.listed(written, MAX_DEPTH) }],
            result: None,
        };
        self.b.graph.literals.push(literal);
    }

    /// A list, or what each of its keys stands for where every item has one.
    fn listed(&mut self, node: Node, depth: u8) -> Shape {
        // What is made in its place is known by the call that makes it.
        if node.kind() == "object_creation_expression" {
            return Shape::Other;
        }
        if node.kind() != ARRAY || depth == 0 {
            return shapes::constant(self.b, node);
        }
        let elements = items(node).into_iter().filter(|it| it.kind() == "array_element_initializer");
        let elements: Vec<Vec<Node>> = elements.take(MAX_ITEMS).map(items).collect();
        if let Some(members) = elements.iter().map(|it| self.keyed(it, depth)).collect() {
            return Shape::Object(members);
        }
        let last = elements.iter().filter_map(|it| it.last());
        Shape::List(last.map(|it| self.listed(*it, depth - 1)).collect())
    }

    fn keyed(&mut self, parts: &[Node], depth: u8) -> Option<(NameId, Shape)> {
        let [key, value] = parts else { return None };
        let key = literal(*key)?;
        Some((self.b.literal(start(key), end(key)), self.listed(*value, depth - 1)))
    }
}
