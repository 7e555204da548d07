//! Calls of methods and constructors.

use super::{Walk, Walker, child, end, field, items, start};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

/// A call's place and name as its row tells them.
struct Called<'t> {
    kind: CallKind,
    /// The whole call, what is called up to its name, and the name.
    whole: Node<'t>,
    from: Node<'t>,
    name: Node<'t>,
}

impl Walk<'_, '_> {
    /// `m(…)`, `a.m(…)`, `super.m(…)`, `T.super.m(…)`
    pub fn call(&mut self, node: Node) -> ValueId {
        let Some(name) = field(node, "name") else {
            self.children(node);
            return self.unknown();
        };
        let object = field(node, "object");
        let outer = object.filter(|object| child(node, "super").is_some_and(|it| it != *object));
        let id = self.name(name);
        // A node of its own, by which the row finds the arguments.
        let callee = match (outer, object) {
            (Some(outer), _) => {
                let object = self.outer_super(outer);
                self.b.value(Value::Member { object, name: id })
            }
            (None, Some(object)) => {
                let object = self.value(object);
                self.b.value(Value::Member { object, name: id })
            }
            (None, None) => {
                let scope = self.scopes.current();
                self.b.value(Value::Name { name: id, scope, binding: None })
            }
        };
        field(node, "type_arguments").into_iter().flat_map(items).for_each(|it| {
            self.ty(it);
        });
        let given = field(node, "arguments").map(items).unwrap_or_default();
        let called = Called { kind: CallKind::Call, whole: node, from: object.unwrap_or(name), name };
        let noted = self.note(called, callee, &given);
        let arguments = self.arguments(callee, &given);
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives(Some(noted), &given, &arguments, result);
        result
    }

    fn arguments(&mut self, callee: ValueId, given: &[Node]) -> Vec<ValueId> {
        let of = |at: usize| Some((callee, at as u32));
        let given = given.iter().enumerate();
        given
            .map(|(at, argument)| match argument.kind() {
                "lambda_expression" if takes_nothing(*argument) => {
                    self.block(callee, *argument);
                    self.deeper(*argument, |walk| walk.lambda(*argument, of(at))).unwrap_or(callee)
                }
                "lambda_expression" => self.deeper(*argument, |walk| walk.lambda(*argument, of(at))).unwrap_or(callee),
                _ => self.passed(*argument),
            })
            .collect()
    }

    /// A row for a call.
    fn note(&mut self, called: Called, callee: ValueId, given: &[Node]) -> usize {
        let call = Call {
            kind: called.kind,
            caller: self.b.caller(),
            callee,
            name: self.name(called.name),
            text: self.b.text_end(start(called.from), end(called.name), CALLEE_LIMIT),
            at: self.b.source.point(start(called.name)),
            start_line: self.b.source.line(start(called.whole)),
            arguments: given.len() as u32,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.graph.calls.len() - 1
    }

    /// `new T(…)`, `new T(…) { … }`, `outer.new T(…)`
    pub fn creation(&mut self, node: Node) -> ValueId {
        let (Some(ty), Some(name)) = (field(node, "type"), field(node, "type").and_then(last_name)) else {
            self.children(node);
            return self.unknown();
        };
        let body = child(node, "class_body");
        let outer = items(node).into_iter().find(|it| {
            it.end_byte() <= ty.start_byte() && !it.kind().ends_with("annotation") && it.kind() != "type_arguments"
        });
        let declared = self.ty(ty);
        let callee = match outer {
            Some(outer) => {
                let (object, name) = (self.value(outer), self.name(name));
                self.b.value(Value::Member { object, name })
            }
            None => self.class_value(declared),
        };
        let given = field(node, "arguments").map(items).unwrap_or_default();
        let noted = self.note(Called { kind: CallKind::New, whole: node, from: ty, name }, callee, &given);
        let arguments = self.arguments(callee, &given);
        // What is made by a body is of the class that the body is.
        let callee = match body {
            Some(body) => {
                let symbol = self.anonymous(ty, declared, body);
                self.b.value(Value::Class { symbol })
            }
            None => callee,
        };
        let result = self.b.value(Value::New { callee, arguments: arguments.clone() });
        self.gives(Some(noted), &given, &arguments, result);
        result
    }

    /// `this(…)`, `super(…)`, `outer.super(…)` in a constructor.
    pub fn delegation(&mut self, node: Node) -> ValueId {
        let Some(name) = field(node, "constructor") else { return self.unknown() };
        field(node, "object").into_iter().for_each(|it| {
            self.value(it);
        });
        let owner = self.class();
        let callee = match name.kind() {
            "this" => self.b.value(Value::This { owner }),
            _ => self.b.value(Value::Super { owner }),
        };
        let given = field(node, "arguments").map(items).unwrap_or_default();
        let noted = self.note(Called { kind: CallKind::Super, whole: node, from: name, name }, callee, &given);
        let arguments = self.arguments(callee, &given);
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives(Some(noted), &given, &arguments, result);
        result
    }
}

/// The last name of a type: `C` of `a.b.C<D>`.
pub fn last_name(node: Node) -> Option<Node> {
    let mut node = node;
    loop {
        node = match node.kind() {
            "generic_type" | "annotated_type" => {
                let parts = items(node);
                parts.into_iter().find(|it| it.kind() != "type_arguments" && !it.kind().ends_with("annotation"))?
            }
            "scoped_type_identifier" => items(node).into_iter().rev().find(|it| it.kind() == "type_identifier")?,
            "type_identifier" | "identifier" => return Some(node),
            _ => return None,
        };
    }
}

/// Whether a lambda is one of what is called in it alone: `path("/items", () -> { get(Items::all); })`.
fn takes_nothing(lambda: Node) -> bool {
    field(lambda, "parameters").is_some_and(|list| list.kind() != "identifier" && items(list).is_empty())
}
