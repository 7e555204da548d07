//! What properties and methods of classes list, which the libraries read that the classes extend.

use super::calls::expression_of;
use super::{Walk, field, literal};
use crate::builder::CALLEE_LIMIT;
use crate::shapes;
use crate::tree::{end, items, start};
use crate::walk::Walker;
use facts::*;
use syntax::tree_sitter::Node;

const ARRAY: &str = "array_creation_expression";
/// Of one list so many items are kept, and lists in lists so far.
const MAX_ITEMS: usize = 48;
const MAX_DEPTH: u8 = 5;

impl Walk<'_, '_> {
    /// Keeps what a property of a class is declared to list, as a literal of that: `protected $middleware = [A::class]`.
    pub fn listed_property(&mut self, name: Node, written: Node) {
        self.listed_member(name, written);
    }

    /// The same of a method of the class itself that does nothing but give a list back: `return ['auth', A::class];`.
    pub fn listed_method(&mut self, name: Node, body: Node) {
        let [only] = items(body)[..] else { return };
        let ("return_statement", [written]) = (only.kind(), &items(only)[..]) else { return };
        // What it adds to what a class above lists: `array_merge(parent::behaviors(), ['access' => …])`.
        let called = field(*written, "function").or_else(|| field(*written, "name"));
        if called.is_some_and(|it| matches!(self.str(it), "array_merge" | "merge")) {
            let given = field(*written, "arguments").map(items).unwrap_or_default();
            for list in given.into_iter().filter_map(expression_of).filter(|it| it.kind() == ARRAY) {
                self.listed_member(name, list);
            }
            return;
        }
        self.listed_member(name, *written);
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
        // Yii's older way to name a class: `AccessControl::className()`.
        if node.kind() == "scoped_call_expression"
            && field(node, "name").is_some_and(|it| self.str(it) == "className")
            && let Some(scope) = field(node, "scope")
        {
            let class = format!("{}::class", self.str(scope));
            return Shape::Text(self.b.name(&class));
        }
        if node.kind() != ARRAY || depth == 0 {
            return shapes::constant(self.b, node);
        }
        let elements = items(node).into_iter().filter(|it| it.kind() == "array_element_initializer");
        let elements: Vec<Vec<Node>> = elements.take(MAX_ITEMS).map(items).collect();
        let is_named = |it: &Vec<Node>| it.len() == 2 && self.key(it[0]).is_some();
        // What has no key among what has one goes by its place: `['honeypot', 'csrf' => ['except' => …]]`.
        if elements.iter().any(is_named) && elements.iter().all(|it| it.len() == 1 || is_named(it)) {
            let places = elements.iter().enumerate();
            return Shape::Object(places.filter_map(|(at, it)| self.keyed(it, at, depth)).collect());
        }
        let last = elements.iter().filter_map(|it| it.last());
        Shape::List(last.map(|it| self.listed(*it, depth - 1)).collect())
    }

    fn keyed(&mut self, parts: &[Node], at: usize, depth: u8) -> Option<(NameId, Shape)> {
        match *parts {
            [key, value] => {
                let name = self.key(key)?;
                Some((self.b.name(&name), self.listed(value, depth - 1)))
            }
            [value] => Some((self.b.name(&at.to_string()), self.listed(value, depth - 1))),
            _ => None,
        }
    }

    /// A key that is a text, or the value of an enumeration's case by the case's name: `Group::Web->value` is `Group.Web`.
    fn key(&self, node: Node) -> Option<String> {
        if let Some(text) = literal(node) {
            return Some(self.str(text).to_owned());
        }
        let case = Some(node).filter(|it| it.kind() == "member_access_expression")?;
        let object = field(case, "object").filter(|it| it.kind() == "class_constant_access_expression")?;
        let [class, name] = items(object)[..] else { return None };
        let is_value = field(case, "name").is_some_and(|it| self.str(it) == "value");
        let class = self.str(class).rsplit('\\').next()?;
        is_value.then(|| format!("{class}.{}", self.str(name)))
    }
}
