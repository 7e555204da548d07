//! Calls, their arguments, assignments.

use super::{Walk, Walker, child, end, field, identifier, items, start, type_arguments};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn call(&mut self, node: Node) -> ValueId {
        let (Some(function), Some(arguments)) = (field(node, "function"), field(node, "arguments")) else {
            self.children(node);
            return self.unknown();
        };
        let called = unwrapped(function);
        if called.kind() == "identifier" && self.str(called) == "nameof" {
            return self.literal("string");
        }
        // `x is Point(var a, var b)`
        if matches!(called.kind(), "is_expression" | "is_pattern_expression") {
            return self.positional_test(called, arguments);
        }
        self.type_arguments.clear();
        let callee = self.callee(called);
        let has_types =
            matches!(called.kind(), "generic_name" | "member_access_expression" | "conditional_access_expression");
        let types = std::mem::take(&mut self.type_arguments);
        let kind = match called.kind() {
            "conditional_access_expression" => CallKind::Optional,
            _ => CallKind::Call,
        };
        let name = called_name(called);
        let noted = self.note(kind, node, name.unwrap_or(called), name, callee, arguments, start(called));
        let list = arguments;
        let mut arguments = self.arguments(list, Some(callee));
        if has_types && !types.is_empty() {
            arguments.push(self.b.value(Value::TypeArguments { types }));
        }
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives_list(noted, list, &arguments, result);
        result
    }

    /// Keeps what a call is given in parentheses, and what it gives.
    pub fn gives_list(&mut self, call: usize, list: Node, values: &[ValueId], result: ValueId) {
        let arguments = items(list).into_iter().filter(|it| it.kind() == "argument");
        let written = arguments.filter_map(|it| Some((field(it, "name"), items(it).last().copied()?)));
        let parts: Vec<_> = written.zip(values).map(|((name, inner), value)| (name, inner, *value)).collect();
        self.gives_parts(call, &parts, result);
    }

    /// What is called, as a node of this call alone: a name's node is shared by all that read it.
    fn callee(&mut self, called: Node) -> ValueId {
        let value = self.value(called);
        match self.b.graph.values[value as usize] {
            ref name @ Value::Name { .. } => {
                let name = name.clone();
                self.b.value(name)
            }
            _ => value,
        }
    }

    /// A row for a call, and which one it is. `at` is where the called name stands; what is called without one (`f()()`) has an
    /// empty name. The text runs from `from` to the name.
    #[allow(clippy::too_many_arguments, reason = "a call is made of these")]
    pub fn note(
        &mut self,
        kind: CallKind,
        node: Node,
        at: Node,
        name: Option<Node>,
        callee: ValueId,
        arguments: Node,
        from: u32,
    ) -> usize {
        let (text, name) = match name {
            Some(name) => (self.b.text_end(from, end(name), CALLEE_LIMIT), self.name(name)),
            None => (String::new(), self.b.name("")),
        };
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(start(at)),
            start_line: self.b.source.line(start(node)),
            arguments: count(arguments),
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.graph.calls.len() - 1
    }

    /// `: base(…)`, `: this(…)`, `: Base(…)` behind a class's own parameters; `at` is the word.
    pub fn constructs_base(&mut self, at: Node, arguments: Node) {
        let (owner, word) = (self.class(), self.str(at).to_owned());
        let callee = match at.kind() {
            "this" => self.b.value(Value::This { owner }),
            _ => self.b.value(Value::Super { owner }),
        };
        let call = Call {
            kind: CallKind::Super,
            caller: self.b.caller(),
            callee,
            name: self.b.name(&word),
            text: word,
            at: self.b.source.point(start(at)),
            start_line: self.b.source.line(start(at)),
            arguments: count(arguments),
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        let (noted, list) = (self.b.graph.calls.len() - 1, arguments);
        let arguments = self.arguments(list, Some(callee));
        let result = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives_list(noted, list, &arguments, result);
    }

    /// Walks the arguments of a call. What is given to `callee` learns from its parameters.
    pub fn arguments(&mut self, list: Node, callee: Option<ValueId>) -> Vec<ValueId> {
        let mut given = Vec::new();
        for argument in items(list).into_iter().filter(|it| it.kind() == "argument") {
            let Some(inner) = items(argument).last().copied() else { continue };
            let at = given.len() as u32;
            let value = match inner.kind() {
                "lambda_expression" | "anonymous_method_expression" => {
                    self.deeper(inner, |walk| walk.lambda(inner, callee.map(|callee| (callee, at))))
                }
                "implicit_object_creation_expression" => {
                    let ty = callee.map(|callee| {
                        let value = self.b.value(Value::CallbackParam { callee, argument: at, position: WHOLE });
                        self.b.ty(Type::Of { value })
                    });
                    self.deeper(inner, |walk| walk.implicit_creation(inner, ty))
                }
                "collection_expression" => {
                    let taken = |callee| Value::CallbackParam { callee, argument: at, position: WHOLE };
                    let of = callee.map(|callee| self.b.value(taken(callee)));
                    Some(self.collection(inner, of))
                }
                "declaration_expression" => Some(self.declared_here(inner, callee.map(|callee| (callee, at)))),
                _ => Some(self.passed(inner)),
            };
            let value = value.unwrap_or_else(|| self.unknown());
            given.push(match field(argument, "name") {
                Some(name) => {
                    let name = self.name(name);
                    self.b.value(Value::Named { name, value })
                }
                None => value,
            });
        }
        given
    }

    /// Walks the arguments of an indexer.
    pub fn arguments_of(&mut self, list: Node) {
        self.arguments(list, None);
    }

    /// `out var x`, `out T x`: what the parameter is.
    pub fn declared_here(&mut self, node: Node, callee: Option<(ValueId, u32)>) -> ValueId {
        let ty = field(node, "type").filter(|ty| ty.kind() != "implicit_type").map(|ty| self.ty(ty));
        let Some(name) = field(node, "name") else { return self.unknown() };
        let binding = self.bind(name, BindingKind::Variable);
        self.b.binding_mut(binding).declared = ty;
        if let (None, Some((callee, argument))) = (ty, callee) {
            let value = self.b.value(Value::CallbackParam { callee, argument, position: WHOLE });
            self.b.assign(binding, value);
        }
        let id = self.name(name);
        self.scopes.name(self.b, id, Some(binding))
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it
    /// names a function, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.value(node);
        if let Some(at) = named_here(node) {
            let id = self.name(at);
            self.b.refer(ReferenceKind::Callback, value, id, start(at));
        }
        value
    }

    /// The value that something of a known type is given.
    pub fn given(&mut self, node: Node, ty: Option<TypeId>) -> ValueId {
        match (node.kind(), ty) {
            ("implicit_object_creation_expression", Some(_)) => {
                self.deeper(node, |walk| walk.implicit_creation(node, ty)).unwrap_or(0)
            }
            ("lambda_expression" | "anonymous_method_expression", Some(ty)) => {
                self.deeper(node, |walk| walk.lambda_as(node, ty)).unwrap_or(0)
            }
            ("initializer_expression", Some(ty)) => {
                let made = self.b.value(Value::Instance { ty });
                self.elements(node, Some(made));
                made
            }
            ("collection_expression", Some(ty)) => {
                let made = self.b.value(Value::Instance { ty });
                self.deeper(node, |walk| walk.collection(node, Some(made))).unwrap_or(0)
            }
            _ => self.passed(node),
        }
    }

    pub fn assignment(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            self.children(node);
            return self.unknown();
        };
        if left.kind() == "tuple_expression" {
            let value = self.passed(right);
            self.take_apart(left, value);
            return value;
        }
        if left.kind() == "identifier" {
            let id = self.name(left);
            if let Some(binding) = self.local(id) {
                let declared = self.b.graph.bindings[binding as usize].declared;
                let value = self.given(right, declared);
                let before = self.scopes.name(self.b, id, Some(binding));
                self.operator_assigned(node, before, value);
                self.b.assign(binding, value);
                return value;
            }
        }
        let target = self.value(left);
        self.set_option(left, right, target);
        let value = self.given_to(right, target);
        self.operator_assigned(node, target, value);
        value
    }

    /// Keeps that a member of a local name is set, as a literal of that: `options.FallbackPolicy = …`; further in only to
    /// what text, `config.Endpoints.RoutePrefix = "api"`.
    fn set_option(&mut self, left: Node, right: Node, target: ValueId) {
        let member = field(left, "name").filter(|_| left.kind() == "member_access_expression");
        let object = field(left, "expression");
        let of_name = object.is_some_and(|it| it.kind() == "identifier");
        let of_part = object.is_some_and(|it| it.kind() == "member_access_expression");
        let is_text = matches!(right.kind(), "string_literal" | "verbatim_string_literal");
        let Some(member) = member.filter(|it| it.kind() == "identifier" && (of_name || of_part && is_text)) else {
            return;
        };
        let shape = is_text.then(|| crate::shapes::constant(self.b, right));
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: target,
            name: self.name(member),
            text: self.b.text_end(start(left), end(member), CALLEE_LIMIT),
            at: self.b.source.point(start(member)),
            start_line: self.b.source.line(start(left)),
            arguments: 1,
            spread: false,
            given: shape.map(|shape| Given { name: None, shape }).into_iter().collect(),
            result: None,
        };
        self.b.graph.literals.push(literal);
    }

    /// What is assigned to `target`, whose type a `new()` or a lambda takes.
    pub fn given_to(&mut self, right: Node, target: ValueId) -> ValueId {
        match right.kind() {
            "implicit_object_creation_expression" | "lambda_expression" | "anonymous_method_expression" => {
                let ty = self.b.ty(Type::Of { value: target });
                self.given(right, Some(ty))
            }
            "collection_expression" => self.deeper(right, |walk| walk.collection(right, Some(target))).unwrap_or(0),
            _ => self.passed(right),
        }
    }

    pub fn assign_to(&mut self, left: Node, value: ValueId) {
        match left.kind() {
            "tuple_expression" => self.take_apart(left, value),
            "declaration_expression" => {
                let declared = field(left, "type").filter(|ty| ty.kind() != "implicit_type").map(|ty| self.ty(ty));
                let Some(name) = field(left, "name") else { return };
                let binding = self.bind(name, BindingKind::Variable);
                self.b.binding_mut(binding).declared = declared;
                self.b.assign(binding, value);
            }
            "identifier" => {
                let id = self.name(left);
                if let Some(binding) = self.local(id) {
                    self.b.assign(binding, value);
                }
            }
            _ => {
                self.value(left);
            }
        }
    }

    /// `(a, var b) = …`
    fn take_apart(&mut self, tuple: Node, object: ValueId) {
        for (position, part) in items(tuple).into_iter().enumerate() {
            let Some(inner) = items(part).last().copied() else { continue };
            let value = self.b.value(Value::Part { object, position: position as u32 });
            self.deeper(inner, |walk| walk.assign_to(inner, value));
        }
    }
}

fn count(arguments: Node) -> u32 {
    items(arguments).into_iter().filter(|it| it.kind() == "argument").count() as u32
}

/// What is called, without the parentheses around it.
fn unwrapped(mut node: Node) -> Node {
    while node.kind() == "parenthesized_expression"
        && let Some(inner) = items(node).first().copied()
    {
        node = inner;
    }
    node
}

/// The name in what is called: `f`, `a.f`, `a?.f`, `f<T>`.
fn called_name(called: Node) -> Option<Node> {
    match called.kind() {
        "member_access_expression" => identifier(field(called, "name")?),
        "conditional_access_expression" => identifier(field(child(called, "member_binding_expression")?, "name")?),
        _ => identifier(called),
    }
}

/// The name of something that may name a function: `f`, `a.f`.
fn named_here(node: Node) -> Option<Node> {
    match node.kind() {
        "identifier" | "generic_name" => identifier(node),
        "member_access_expression" => {
            let name = field(node, "name")?;
            // A method is not named through a literal or a call's result of which nothing is kept.
            type_arguments(name).is_empty().then(|| identifier(name))?
        }
        _ => None,
    }
}
