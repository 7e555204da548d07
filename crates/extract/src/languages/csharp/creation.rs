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
        // What types with arguments of their own take is mostly the framework's.
        let adds = matches!(named.kind(), "identifier" | "qualified_name");
        field(node, "initializer").into_iter().for_each(|list| self.initialise(list, made, adds));
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
        child(node, "initializer_expression").into_iter().for_each(|list| self.initialise(list, made, false));
        made
    }

    /// `{ A = 1, B = { … }, ["c"] = 2 }`, `{ x, { key, value } }`: members of what was made, or elements. `adds`: these
    /// are noted as what they are given to.
    fn initialise(&mut self, list: Node, object: ValueId, adds: bool) {
        self.deeper(list, |walk| {
            for item in items(list) {
                let assigned = Some(item).filter(|it| it.kind() == "assignment_expression");
                match assigned.and_then(|it| Some((field(it, "left")?, field(it, "right")?))) {
                    Some((left, right)) => walk.initialise_member(left, right, object),
                    None if item.kind() == "initializer_expression" => {
                        let parts = items(item);
                        walk.deeper(item, |walk| walk.add(item, &parts, object, adds));
                    }
                    None => walk.add(item, &[item], object, adds),
                }
            }
        });
    }

    /// An element of a collection, which its `Add` is given.
    fn add(&mut self, node: Node, parts: &[Node], object: ValueId, noted: bool) {
        let name = self.b.name("Add");
        let callee = self.b.value(Value::Member { object, name });
        if noted {
            let call = Call {
                kind: CallKind::Call,
                caller: self.b.caller(),
                callee,
                name,
                text: String::new(),
                at: self.b.source.point(start(node)),
                start_line: self.b.source.line(start(node)),
                arguments: parts.len() as u32,
                spread: false,
                given: Vec::new(),
                result: None,
            };
            self.b.graph.calls.push(call);
        }
        let mut arguments = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let value = match part.kind() {
                "lambda_expression" | "anonymous_method_expression" => {
                    self.deeper(*part, |walk| walk.lambda(*part, Some((callee, at as u32))))
                }
                "initializer_expression" => {
                    self.elements(*part, None);
                    None
                }
                // What a type's own `Add` takes; of a collection of the language's, what it holds.
                "implicit_object_creation_expression" => {
                    let mut options = Vec::new();
                    if noted {
                        options.push(self.b.value(Value::CallbackParam {
                            callee,
                            argument: at as u32,
                            position: WHOLE,
                        }));
                    }
                    match parts.len() {
                        1 => options.push(self.b.value(Value::Item { object, position: 1 })),
                        // A dictionary's value.
                        2 if !noted && at == 1 => options.push(self.b.value(Value::Index { object })),
                        _ => {}
                    }
                    let value = self.b.value(Value::Either { options });
                    let ty = self.b.ty(Type::Of { value });
                    Some(self.given(*part, Some(ty)))
                }
                _ => Some(self.passed(*part)),
            };
            arguments.push(value.unwrap_or_else(|| self.unknown()));
        }
        self.b.value(Value::Call { callee, arguments });
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
            "initializer_expression" => self.initialise(right, member, false),
            _ => {
                self.given_to(right, member);
            }
        }
    }

    /// The elements between braces, of arrays and of what is added to a collection.
    pub fn elements(&mut self, list: Node, of: Option<ValueId>) {
        self.deeper(list, |walk| {
            for item in items(list) {
                match item.kind() {
                    "initializer_expression" => walk.elements(item, None),
                    _ => {
                        walk.element_of(item, of);
                    }
                }
            }
        });
    }

    /// An element of `of`, whose type a `new()` takes.
    pub fn element_of(&mut self, node: Node, of: Option<ValueId>) -> ValueId {
        let ty = of.filter(|_| node.kind() == "implicit_object_creation_expression").map(|object| {
            let value = self.b.value(Value::Item { object, position: 1 });
            self.b.ty(Type::Of { value })
        });
        self.given(node, ty)
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

    /// `(a, b)`; of `(x: a, b)` a part is also called by its name, and each by its place.
    pub fn tuple_value(&mut self, node: Node) -> ValueId {
        let parts: Vec<_> =
            items(node).into_iter().filter_map(|it| Some((field(it, "name"), *items(it).last()?))).collect();
        let has_names = parts.iter().any(|(name, _)| name.is_some());
        let held: Vec<ValueId> = parts.iter().map(|&(_, it)| self.passed(it)).collect();
        if !has_names {
            return self.b.value(Value::List { items: held });
        }
        let mut members = Vec::new();
        for (place, ((name, _), &value)) in (1..).zip(parts.iter().zip(&held)) {
            if let Some(name) = name {
                members.push((self.name(*name), value));
            }
            members.push((self.b.name(&format!("Item{place}")), value));
        }
        self.b.value(Value::Object { members, spreads: Vec::new() })
    }
}
