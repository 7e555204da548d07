//! Objects that are made: `new T(…)`, `new(…)`, anonymous ones, and what their initialisers hold.

use super::{Walk, Walker, child, field, identifier, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn creation(&mut self, node: Node) -> ValueId {
        let Some(named) = field(node, "type") else {
            self.children(node);
            return self.unknown();
        };
        let ty = self.ty(named);
        let callee = self.class_of(ty);
        let mut inner = named;
        while inner.kind() == "nullable_type"
            && let Some(under) = field(inner, "type")
        {
            inner = under;
        }
        let name = identifier(inner).or((inner.kind() == "predefined_type").then_some(inner));
        let arguments = field(node, "arguments");
        let list = arguments.unwrap_or(named);
        let noted = self.note(CallKind::New, node, name.unwrap_or(named), name, callee, list, start(named));
        let arguments = arguments.map(|list| self.arguments(list, Some(callee))).unwrap_or_default();
        let made = self.b.value(Value::New { callee, arguments: arguments.clone() });
        self.gives_list(noted, list, &arguments, made);
        field(node, "initializer").into_iter().for_each(|list| self.initialise(list, made));
        made
    }

    /// `new(…)` of the type that stands where it is given to.
    pub fn implicit_creation(&mut self, node: Node, ty: Option<TypeId>) -> ValueId {
        let ty = ty.unwrap_or_else(|| self.unknown_type());
        let callee = self.class_of(ty);
        let word = node.child(0).unwrap_or(node);
        let list = child(node, "argument_list").unwrap_or(node);
        self.note(CallKind::New, node, word, Some(word), callee, list, start(word));
        let arguments = self.arguments(list, Some(callee));
        let made = self.b.value(Value::New { callee, arguments });
        child(node, "initializer_expression").into_iter().for_each(|list| self.initialise(list, made));
        made
    }

    /// `{ A = 1, B = { … }, ["c"] = 2 }`, `{ x, { key, value } }`: members of what was made, or elements.
    fn initialise(&mut self, list: Node, object: ValueId) {
        self.deeper(list, |walk| {
            for item in items(list) {
                let assigned = Some(item).filter(|it| it.kind() == "assignment_expression");
                match assigned.and_then(|it| Some((field(it, "left")?, field(it, "right")?))) {
                    Some((left, right)) => walk.initialise_member(left, right, object),
                    None if item.kind() == "initializer_expression" => walk.elements(item),
                    None => {
                        walk.passed(item);
                    }
                }
            }
        });
    }

    fn initialise_member(&mut self, left: Node, right: Node, object: ValueId) {
        let member = match left.kind() {
            "identifier" => {
                let name = self.name(left);
                self.b.value(Value::Member { object, name })
            }
            _ => {
                self.children(left);
                self.b.value(Value::Index { object })
            }
        };
        match right.kind() {
            "initializer_expression" => self.initialise(right, member),
            _ => {
                self.given_to(right, member);
            }
        }
    }

    /// The elements between braces, of arrays and of what is added to a collection.
    pub fn elements(&mut self, list: Node) {
        self.deeper(list, |walk| {
            for item in items(list) {
                match item.kind() {
                    "initializer_expression" => walk.elements(item),
                    _ => {
                        walk.passed(item);
                    }
                }
            }
        });
    }

    /// `new { A = x, y.B }`
    pub fn anonymous_object(&mut self, node: Node) -> ValueId {
        let mut members = Vec::new();
        let mut named: Option<Node> = None;
        for child in node.children(&mut node.walk()) {
            match child.kind() {
                "=" | "{" | "new" | "comment" => {}
                "," | "}" => {
                    // What was kept as a possible name was the whole member.
                    if let Some(alone) = named.take() {
                        let value = self.passed(alone);
                        members.push((self.name(alone), value));
                    }
                }
                "identifier" if named.is_none() => named = Some(child),
                _ if child.is_named() => {
                    let value = self.passed(child);
                    let own = match child.kind() {
                        "member_access_expression" => field(child, "name").and_then(identifier),
                        _ => None,
                    };
                    if let Some(name) = named.take().or(own) {
                        members.push((self.name(name), value));
                    }
                }
                _ => {}
            }
        }
        self.b.value(Value::Object { members, spreads: Vec::new() })
    }
}
