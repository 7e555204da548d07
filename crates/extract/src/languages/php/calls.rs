//! Calls in every form, and what well-known ones give.

use super::{Walk, Walker, end, field, items, literal, start};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

/// Constructs of the language that look like calls.
const CONSTRUCTS: &[&str] = &["isset", "empty", "unset", "list", "exit", "die", "eval"];

/// Functions that hand the elements of an argument to a callback: the callback's place, the list's, and
/// how many of the callback's parameters are elements.
pub const ELEMENTS: &[(&str, usize, usize, u32)] = &[
    ("array_map", 0, 1, 1),
    ("array_filter", 1, 0, 1),
    ("array_walk", 1, 0, 1),
    ("array_find", 1, 0, 1),
    ("array_any", 1, 0, 1),
    ("array_all", 1, 0, 1),
    ("usort", 1, 0, 2),
    ("uasort", 1, 0, 2),
];

/// Methods that make a double of the class they are given.
const DOUBLES: &[&str] = &[
    "createMock",
    "createStub",
    "createConfiguredMock",
    "createConfiguredStub",
    "createPartialMock",
    "createTestProxy",
    "getMockForAbstractClass",
    "mock",
    "partialMock",
    "spy",
];

/// Methods and functions of containers that give an instance of the class they are given.
const MAKERS: &[&str] = &["get", "make", "makeWith", "resolve", "app", "build"];

impl Walk<'_, '_> {
    pub fn function_call(&mut self, node: Node) -> ValueId {
        let (Some(function), Some(arguments)) = (field(node, "function"), field(node, "arguments")) else {
            self.children(node);
            return self.unknown();
        };
        match function.kind() {
            "name" | "qualified_name" | "relative_name" => {
                let written = self.str(function);
                if CONSTRUCTS.contains(&written.to_ascii_lowercase().as_str()) {
                    self.children(arguments);
                    return self.builtin(Builtin::Boolean);
                }
                let callee = self.function_value(function);
                let last = self.last_part(function);
                if is_placeholder(arguments) {
                    self.reference(ReferenceKind::Callback, callee, last.0, last.1);
                    return callee;
                }
                let noted = self.note(CallKind::Call, node, (start(node), last.1), last.0, callee, arguments);
                let plain = written.trim_start_matches('\\').to_ascii_lowercase();
                self.reads_arguments(&plain);
                self.test_call(node, &plain, arguments);
                self.known_function(&plain, noted, callee, arguments)
            }
            _ => {
                let mut callee = self.value(function);
                if is_placeholder(arguments) {
                    return callee;
                }
                // `($this->f)()` calls what the property holds, not a method.
                if matches!(self.b.graph.values[callee as usize], Value::Member { .. }) {
                    callee = self.b.value(Value::Either { options: vec![callee] });
                }
                let name = if function.kind() == "variable_name" { self.name(function) } else { self.b.name("") };
                let at = match function.kind() {
                    "variable_name" => (start(function), start(function)),
                    _ => (0, end(function)),
                };
                let noted = self.note(CallKind::Call, node, at, name, callee, arguments);
                let given = self.arguments_of(arguments, Some(callee));
                let result = self.b.value(Value::Call { callee, arguments: given.clone() });
                self.gives_list(noted, arguments, &given, result);
                result
            }
        }
    }

    pub fn member_call(&mut self, node: Node) -> ValueId {
        let (Some(object), Some(name)) = (field(node, "object"), field(node, "name")) else {
            self.children(node);
            return self.unknown();
        };
        let object = self.value(object);
        let kind = match node.kind() {
            "nullsafe_member_call_expression" => CallKind::Optional,
            _ => CallKind::Call,
        };
        self.member_called(node, kind, object, name)
    }

    pub fn scoped_call(&mut self, node: Node) -> ValueId {
        let (Some(class), Some(name)) = (field(node, "scope"), field(node, "name")) else {
            self.children(node);
            return self.unknown();
        };
        let object = self.class_reference(class);
        self.member_called(node, CallKind::Call, object, name)
    }

    fn member_called(&mut self, node: Node, kind: CallKind, object: ValueId, name: Node) -> ValueId {
        let Some(arguments) = field(node, "arguments") else { return self.unknown() };
        let named = if name.kind() == "name" { Some(name) } else { literal(name) };
        let (callee, id, at) = match named {
            Some(name) => {
                let id = self.name(name);
                (self.b.value(Value::Member { object, name: id }), id, (start(node), start(name)))
            }
            None => {
                self.value(name);
                (self.b.value(Value::Unknown { dynamic: true }), self.b.name(""), (0, start(name)))
            }
        };
        if is_placeholder(arguments) {
            self.reference(ReferenceKind::Callback, callee, id, at.1);
            return callee;
        }
        let noted = self.note(kind, node, at, id, callee, arguments);
        let given = self.arguments_of(arguments, Some(callee));
        let made = self.b.value(Value::Call { callee, arguments: given.clone() });
        self.gives_list(noted, arguments, &given, made);
        match named.map(|it| self.str(it)) {
            Some(name @ ("getMock" | "getMockForAbstractClass")) => match self.built_double(node) {
                Some(builder) => self.maker("createMock", made, builder),
                None => self.maker(name, made, arguments),
            },
            Some("makePartial" | "shouldIgnoreMissing" | "shouldAllowMockingProtectedMethods") => object,
            Some(name) => self.maker(name, made, arguments),
            None => made,
        }
    }

    /// The arguments of `getMockBuilder(A::class)` at the start of a chain of calls.
    fn built_double<'t>(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut next = field(node, "object");
        for _ in 0..16 {
            let call = next.filter(|it| it.kind() == "member_call_expression")?;
            if field(call, "name").is_some_and(|it| self.str(it) == "getMockBuilder") {
                return field(call, "arguments");
            }
            next = field(call, "object");
        }
        None
    }

    /// `new A(…)`, `new class(…) { … }`
    pub fn creation(&mut self, node: Node) -> ValueId {
        let parts = items(node);
        let Some(class) = parts.iter().find(|it| it.kind() != "arguments").copied() else { return self.unknown() };
        let arguments = parts.iter().find(|it| it.kind() == "arguments").copied();
        if class.kind() == "anonymous_class" {
            let arguments = items(class).into_iter().find(|it| it.kind() == "arguments");
            let symbol = self.anonymous_class(class);
            let callee = self.b.value(Value::Class { symbol });
            let name = self.b.name("class");
            self.push_call(CallKind::New, node, ("class".to_owned(), start(class)), name, callee, arguments);
            let arguments = arguments.map(|it| self.arguments_of(it, Some(callee))).unwrap_or_default();
            return self.b.value(Value::New { callee, arguments });
        }
        let callee = self.class_reference(class);
        let (name, at, text) = match class.kind() {
            "name" | "qualified_name" | "relative_name" | "relative_scope" => {
                let (name, at) = self.last_part(class);
                (name, at, self.text(class, CALLEE_LIMIT))
            }
            "variable_name" => (self.name(class), start(class), self.text(class, CALLEE_LIMIT)),
            _ => (self.b.name(""), start(class), String::new()),
        };
        let noted = self.push_call(CallKind::New, node, (text, at), name, callee, arguments);
        let given = arguments.map(|it| self.arguments_of(it, Some(callee))).unwrap_or_default();
        let made = self.b.value(Value::New { callee, arguments: given.clone() });
        if let Some(list) = arguments {
            self.gives_list(noted, list, &given, made);
        }
        made
    }

    /// The last name of a class or function as written, and where it stands.
    pub fn last_part(&mut self, node: Node) -> (NameId, u32) {
        let text = self.str(node);
        let last = text.rsplit('\\').next().unwrap_or(text);
        (self.b.name(last), end(node) - last.len() as u32)
    }

    /// A row for a call, and which one it is; `from` and `name_at` are where the callee starts and where its name does.
    fn note(
        &mut self,
        kind: CallKind,
        node: Node,
        (from, name_at): (u32, u32),
        name: NameId,
        callee: ValueId,
        arguments: Node,
    ) -> usize {
        let length = self.b.graph.name(name).len() as u32;
        let text = match length {
            0 => String::new(),
            _ => self.b.text_end(from.max(start(node)), name_at + length, CALLEE_LIMIT),
        };
        self.push_call(kind, node, (text, name_at), name, callee, Some(arguments))
    }

    fn push_call(
        &mut self,
        kind: CallKind,
        node: Node,
        (text, at): (String, u32),
        name: NameId,
        callee: ValueId,
        arguments: Option<Node>,
    ) -> usize {
        let given = arguments.map(items).unwrap_or_default();
        let spread = |it: &Node| it.named_child(0).is_some_and(|inner| inner.kind() == "variadic_unpacking");
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.line(node),
            arguments: given.len() as u32,
            spread: given.iter().any(spread),
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.graph.calls.len() - 1
    }

    pub fn reference(&mut self, kind: ReferenceKind, value: ValueId, name: NameId, at: u32) {
        let (caller, at) = (self.b.caller(), self.b.source.point(at));
        self.b.graph.references.push(Reference { kind, caller, value, name, at });
    }

    pub fn arguments(&mut self, node: Node) {
        self.arguments_of(node, None);
    }

    /// The values of a call's arguments. A callback's parameters follow from the callee's signature.
    fn arguments_of(&mut self, node: Node, callee: Option<ValueId>) -> Vec<ValueId> {
        let given = items(node).into_iter().enumerate();
        given.map(|(at, argument)| self.given(argument, callee, at as u32)).collect()
    }

    fn given(&mut self, argument: Node, callee: Option<ValueId>, at: u32) -> ValueId {
        let value = self.argument_value(argument, callee, at);
        match field(argument, "name") {
            Some(name) => {
                let name = self.name(name);
                self.b.value(Value::Named { name, value })
            }
            None => value,
        }
    }

    fn argument_value(&mut self, argument: Node, callee: Option<ValueId>, at: u32) -> ValueId {
        let Some(inner) = expression_of(argument) else { return self.unknown() };
        match (inner.kind(), callee) {
            ("anonymous_function" | "arrow_function", Some(callee)) => {
                self.block(callee, inner);
                self.callback(inner, |walk, position| {
                    walk.b.value(Value::CallbackParam { callee, argument: at, position })
                })
            }
            ("variadic_unpacking", _) => {
                self.children(inner);
                self.unknown()
            }
            _ => self.passed(inner),
        }
    }

    /// A function written as an argument, whose parameters without a type are given values.
    fn callback(&mut self, node: Node, mut given: impl FnMut(&mut Self, u32) -> ValueId) -> ValueId {
        let from = self.b.graph.bindings.len();
        let value = self.value(node);
        let Some(list) = field(node, "parameters") else { return value };
        // Its own parameters' bindings come first, behind those of `use`.
        let mut next = from;
        for (position, param) in items(list).into_iter().enumerate() {
            let Some(variable) = field(param, "name") else { continue };
            let name = self.name(variable);
            let bindings = &self.b.graph.bindings;
            let own = (next..bindings.len())
                .find(|at| bindings[*at].name == name && bindings[*at].kind == BindingKind::Parameter);
            let Some(own) = own else { continue };
            next = own + 1;
            if self.b.graph.bindings[own].declared.is_none() {
                let value = given(self, position as u32);
                self.b.assign(own as BindingId, value);
            }
        }
        value
    }

    /// What calls of well-known functions give; of arrays they hand the elements through.
    fn known_function(&mut self, name: &str, noted: usize, callee: ValueId, node: Node) -> ValueId {
        let given = items(node);
        let callable = ELEMENTS.iter().find(|it| it.0 == name);
        let mut values: Vec<Option<ValueId>> = vec![None; given.len()];
        for (at, argument) in given.iter().enumerate() {
            let is_callback = callable.is_some_and(|it| it.1 == at);
            if !is_callback {
                values[at] = Some(self.given(*argument, Some(callee), at as u32));
            }
            self.named_callback(name, at, *argument);
        }
        if let Some(&(_, at, list, elements)) = callable
            && let Some(argument) = given.get(at)
        {
            let object = values.get(list).copied().flatten();
            values[at] = Some(match (expression_of(*argument), object) {
                (Some(inner), Some(object)) if matches!(inner.kind(), "anonymous_function" | "arrow_function") => self
                    .callback(inner, |walk, position| match position < elements {
                        true => walk.b.value(Value::Item { object, position: 1 }),
                        false => walk.unknown(),
                    }),
                _ => self.given(*argument, None, at as u32),
            });
        }
        let arguments: Vec<ValueId> = values.into_iter().flatten().collect();
        let first = arguments.first().copied();
        match (name, first) {
            ("array_map", Some(callee)) => {
                let item = self.b.value(Value::Call { callee, arguments: Vec::new() });
                return self.b.value(Value::List { items: vec![item] });
            }
            (
                "array_filter"
                | "array_values"
                | "array_reverse"
                | "array_slice"
                | "array_unique"
                | "array_diff"
                | "array_intersect"
                | "array_diff_key"
                | "array_intersect_key"
                | "array_splice"
                | "iterator_to_array",
                Some(first),
            ) => return first,
            ("array_merge" | "array_replace", _) if !arguments.is_empty() => {
                return self.b.value(Value::Either { options: arguments });
            }
            (
                "current" | "end" | "reset" | "next" | "prev" | "array_pop" | "array_shift" | "array_find"
                | "array_first" | "array_last",
                Some(object),
            ) => return self.b.value(Value::Item { object, position: 1 }),
            _ => {}
        }
        let made = self.b.value(Value::Call { callee, arguments: arguments.clone() });
        self.gives_list(noted, node, &arguments, made);
        self.maker(name, made, node)
    }

    /// What a container or a test makes of a class that it is given by name.
    fn maker(&mut self, name: &str, made: ValueId, arguments: Node) -> ValueId {
        let is_double = DOUBLES.contains(&name);
        if !is_double && !MAKERS.contains(&name) {
            return made;
        }
        let class = items(arguments).first().and_then(|it| expression_of(*it));
        let Some(class) = class.filter(|it| it.kind() == "class_constant_access_expression") else { return made };
        let [class, constant] = items(class)[..] else { return made };
        if self.str(constant) != "class" || !matches!(class.kind(), "name" | "qualified_name") {
            return made;
        }
        let mut ty = self.type_name(self.str(class), Vec::new());
        if is_double {
            let other = self.type_name("\\PHPUnit\\Framework\\MockObject\\MockObject", Vec::new());
            ty = self.b.ty(Type::Intersection { parts: vec![ty, other] });
            return self.b.value(Value::Cast { ty });
        }
        let instance = self.b.value(Value::Cast { ty });
        self.b.value(Value::Either { options: vec![instance, made] })
    }
}

/// `f(...)`: the function itself.
fn is_placeholder(arguments: Node) -> bool {
    matches!(items(arguments)[..], [one] if one.kind() == "variadic_placeholder")
}

/// The expression of an argument, without its name.
pub fn expression_of(argument: Node) -> Option<Node> {
    let name = field(argument, "name");
    items(argument).into_iter().find(|it| Some(*it) != name && it.kind() != "reference_modifier")
}
