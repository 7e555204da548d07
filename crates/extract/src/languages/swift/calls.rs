//! Calls: of names, members, initialisers and implicit members, with closures behind them.

use super::expected::{Expected, hands_on};
use super::operators::calculation;
use super::{Walk, Walker, child, items};
use crate::builder::CALLEE_LIMIT;
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn call(&mut self, node: Node<'t>, expected: Option<Expected>) -> ValueId {
        let (Some(mut called), Some(suffix)) = (items(node).first().copied(), child(node, "call_suffix")) else {
            return self.walked(node);
        };
        if names_function(suffix) {
            return self.named_function(called);
        }
        // `a + f(b)`, which the parser takes for `(a + f)(b)`: what is called stands behind the operator.
        let mut before = Vec::new();
        while let Some((left, operator, right)) = calculation(called) {
            before.push((operator, self.passed(left)));
            called = right;
        }
        let given = self.call_of(node, called, suffix, expected.filter(|_| before.is_empty()));
        for (operator, left) in before.into_iter().rev() {
            self.operator(operator, self.str(operator), &[left, given]);
        }
        given
    }

    fn call_of(&mut self, node: Node<'t>, called: Node<'t>, suffix: Node<'t>, expected: Option<Expected>) -> ValueId {
        if let Some(list) = child(suffix, "value_arguments")
            && list.child(0).is_some_and(|it| it.kind() == "[")
        {
            let object = self.value(called);
            let name = self.b.name("subscript");
            let callee = self.b.value(Value::Member { object, name });
            let given = self.arguments(items(suffix), callee, None);
            if !matches!(self.b.graph.values[object as usize], Value::Builtin(_) | Value::Unknown { .. }) {
                self.note_implied(list, callee, name, "subscript", &given);
            }
            return self.b.value(Value::Index { object });
        }
        // A statement of its own that the parser does not know.
        if self.str(called) == "defer"
            && let [block] = items(suffix)[..]
            && block.kind() == "lambda_literal"
        {
            self.scoped(|walk| walk.children(block));
            return self.unknown();
        }
        match closures_behind(called, suffix) {
            Some((called, list)) => {
                let parts = items(list).into_iter().chain(items(suffix)).collect();
                self.called(node, called, parts, expected)
            }
            None => self.called(node, called, items(suffix), expected),
        }
    }

    /// `Foo<T>(x)`, `[Foo](x)`
    pub fn construction(&mut self, node: Node<'t>) -> ValueId {
        let (Some(ty), Some(suffix)) = (field(node, "constructed_type"), child(node, "constructor_suffix")) else {
            return self.walked(node);
        };
        if ty.kind() != "user_type" {
            let unknown = self.unknown();
            self.arguments(items(suffix), unknown, None);
            let ty = self.ty(ty);
            return self.b.value(Value::Instance { ty });
        }
        let name = items(ty).into_iter().rfind(|it| it.kind() == "type_identifier");
        let (Some(callee), Some(name)) = (self.type_as_value(ty), name) else { return self.walked(node) };
        let callee = self.own_node(callee);
        let arguments = self.arguments(items(suffix), callee, None);
        let text = self.b.text_end(start(ty), end(name), CALLEE_LIMIT);
        self.note(CallKind::Call, callee, Some(name), text, node, &arguments);
        let made = self.b.value(Value::Call { callee, arguments });
        let generic = items(ty).last().is_some_and(|it| it.kind() == "type_arguments");
        let ty = self.ty(ty);
        if generic { self.b.value(Value::Instance { ty }) } else { made }
    }

    /// `#selector(A.f)`
    pub fn selector(&mut self, node: Node<'t>) -> ValueId {
        match items(node)[..] {
            [named] if matches!(named.kind(), "simple_identifier" | "navigation_expression") => {
                self.named_function(named)
            }
            _ => self.walked(node),
        }
    }

    /// A function by its name, which is not called here.
    fn named_function(&mut self, node: Node<'t>) -> ValueId {
        let value = self.value(node);
        let at = match node.kind() {
            "simple_identifier" => Some(node),
            "navigation_expression" => field(node, "suffix").and_then(|it| field(it, "suffix")),
            _ => None,
        };
        if let Some(at) = at.filter(|it| it.kind() == "simple_identifier") {
            let id = self.name(at);
            self.b.refer(ReferenceKind::Callback, value, id, start(at));
        }
        value
    }

    /// `#expect(x)`
    pub fn macro_call(&mut self, node: Node<'t>) -> ValueId {
        let Some(name) = child(node, "simple_identifier") else { return self.walked(node) };
        // Macros have names of their own.
        let written = format!("#{}", self.str(name));
        let (id, scope) = (self.b.name(&written), self.scopes.current());
        let callee = self.b.value(Value::Name { name: id, scope, binding: None });
        let arguments =
            child(node, "call_suffix").map(|it| self.arguments(items(it), callee, None)).unwrap_or_default();
        let text = self.str(name).to_owned();
        self.note(CallKind::Call, callee, Some(name), text, node, &arguments);
        self.b.value(Value::Call { callee, arguments })
    }

    fn called(
        &mut self,
        node: Node<'t>,
        called: Node<'t>,
        parts: Vec<Node<'t>>,
        expected: Option<Expected>,
    ) -> ValueId {
        let may_lack = |node: Node| node.children(&mut node.walk()).any(|it| it.kind() == "?");
        let (mut called, mut held) = (called, may_lack(node));
        while matches!(called.kind(), "tuple_expression" | "postfix_expression")
            && let [inner, ..] = items(called)[..]
        {
            held |= called.kind() == "postfix_expression";
            called = inner;
        }
        // `!f(x)`, `-f(x)`: what is called stands behind the operator.
        let mut negated = false;
        while called.kind() == "prefix_expression"
            && let Some(target) = field(called, "target")
            && field(called, "operation").is_some_and(|it| self.str(it) != ".")
        {
            negated |= field(called, "operation").is_some_and(|it| self.str(it) == "!");
            called = target;
        }
        // `!(a && b)` is no call.
        if !called.is_named() || !self.str(called).contains(is_of_value) {
            parts.into_iter().for_each(|part| self.node(part));
            return self.builtin(Builtin::Boolean);
        }
        let name = called_name(called);
        let (kind, callee) = match name.map(|name| self.str(name)) {
            Some("init") => self.initialised(called, expected),
            // `Self(…)`
            Some("Self") if called.kind() == "simple_identifier" => self.own_type(),
            _ => {
                self.expected = expected.filter(|_| hands_on(called));
                let value = self.value(called);
                let optional = called.kind() == "navigation_expression" && may_lack(called);
                let callee = match held {
                    // `f?(x)`, `f!(x)`: only what holds a function may hold none.
                    true => self.b.value(Value::Either { options: vec![value] }),
                    false => self.own_node(value),
                };
                (if optional { CallKind::Optional } else { CallKind::Call }, callee)
            }
        };
        let of_closure = name.and_then(|name| self.expected_of_closure(self.str(name), expected));
        let arguments = self.arguments(parts, callee, of_closure);
        let text = name.map(|name| self.b.text_end(start(called), end(name), CALLEE_LIMIT)).unwrap_or_default();
        if !matches!(called.kind(), "lambda_literal" | "array_literal" | "dictionary_literal") {
            self.note(kind, callee, name, text, node, &arguments);
        }
        match negated {
            true => self.builtin(Builtin::Boolean),
            false => self.b.value(Value::Call { callee, arguments }),
        }
    }

    /// What `x.init(…)` constructs.
    fn initialised(&mut self, called: Node<'t>, expected: Option<Expected>) -> (CallKind, ValueId) {
        let owner = self.types.last().map(|(symbol, _)| *symbol);
        // `.init(…)`
        if called.kind() == "prefix_expression" {
            return (CallKind::New, self.implied(expected));
        }
        match field(called, "target").map(|target| (target, target.kind())) {
            Some((_, "super_expression")) => (CallKind::Super, self.b.value(Value::Super { owner })),
            Some((_, "self_expression")) => self.own_type(),
            Some((target, _)) => {
                self.expected = expected.filter(|_| hands_on(target));
                let value = self.value(target);
                (CallKind::New, self.own_node(value))
            }
            None => {
                let unknown = self.unknown();
                (CallKind::New, unknown)
            }
        }
    }

    /// The type around, to be constructed.
    pub fn own_type(&mut self) -> (CallKind, ValueId) {
        let inner = match self.types.last() {
            Some(&(symbol, None)) => {
                let name = self.b.graph.symbols[symbol as usize].name;
                let (scope, root) = (self.scopes.current(), self.scopes.visible_inside(name));
                self.b.ty(Type::Name { path: vec![name], scope, root, arguments: Vec::new() })
            }
            Some(&(_, Some(extended))) => extended,
            None => self.unknown_type(),
        };
        let ty = self.b.ty(Type::ClassOf { inner });
        (CallKind::New, self.b.value(Value::Cast { ty }))
    }

    /// A callee as a node of its call alone.
    fn own_node(&mut self, value: ValueId) -> ValueId {
        match self.b.graph.values[value as usize] {
            Value::Name { .. } => {
                let own = self.b.graph.values[value as usize].clone();
                self.b.value(own)
            }
            _ => value,
        }
    }

    fn note(
        &mut self,
        kind: CallKind,
        callee: ValueId,
        name: Option<Node<'t>>,
        text: String,
        node: Node<'t>,
        arguments: &[ValueId],
    ) {
        let at = name.map_or(start(node), start);
        let name = match name {
            Some(name) => self.name(name),
            None => self.b.name(""),
        };
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.b.source.line(start(node)),
            arguments: arguments.len() as u32,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// What is called without its name, as a node with its arguments.
    pub fn note_implied(
        &mut self,
        at: Node<'t>,
        callee: ValueId,
        name: NameId,
        text: &str,
        given: &[ValueId],
    ) -> ValueId {
        let call = Call {
            kind: CallKind::Implied,
            caller: self.b.caller(),
            callee,
            name,
            text: text.to_owned(),
            at: self.b.source.point(start(at)),
            start_line: self.b.source.line(start(at)),
            arguments: given.len() as u32,
            spread: false,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.value(Value::Call { callee, arguments: given.to_vec() })
    }

    /// The arguments between the parentheses and the closures behind them.
    /// `of_closure`: what is expected of what these give.
    fn arguments(&mut self, parts: Vec<Node<'t>>, callee: ValueId, of_closure: Option<Expected>) -> Vec<ValueId> {
        let wrapped = self.wrapped.take();
        let mut given = Vec::new();
        let closures = parts.iter().filter(|it| it.kind() == "lambda_literal").count();
        let mut label = None;
        for part in parts {
            match part.kind() {
                "value_arguments" => {
                    for argument in items(part).into_iter().filter(|it| it.kind() == "value_argument") {
                        let position = given.len() as u32;
                        let Some(value) = field(argument, "value") else {
                            self.children(argument);
                            continue;
                        };
                        let label = field(argument, "name").map(|label| self.name(label));
                        let holds =
                            label.is_some_and(|it| matches!(self.b.graph.name(it), "initialValue" | "wrappedValue"));
                        let value = match (value.kind(), wrapped.filter(|_| holds)) {
                            ("lambda_literal", _) => self.closure(value, Some((callee, position)), of_closure),
                            (_, Some(held)) => self.expecting(Some(Expected::Value(held)), value),
                            _ => self.expecting(Some(Expected::Argument(callee, position)), value),
                        };
                        given.push(self.labelled(label, value));
                    }
                }
                "simple_identifier" => label = Some(self.name(part)),
                "lambda_literal" => {
                    let position = if closures == 1 { TRAILING } else { given.len() as u32 };
                    let value = self.closure(part, Some((callee, position)), of_closure);
                    let value = self.labelled(label.take(), value);
                    given.push(value);
                }
                _ => self.node(part),
            }
        }
        given
    }

    fn labelled(&mut self, label: Option<NameId>, value: ValueId) -> ValueId {
        match label {
            Some(name) => self.b.value(Value::Named { name, value }),
            None => value,
        }
    }
}

/// `(_:)`, `(a:b:)`: labels alone, which belong to the name of a function.
fn names_function(suffix: Node) -> bool {
    let Some(list) = child(suffix, "value_arguments") else { return false };
    let labels = items(list);
    let is_label = |it: &Node| field(*it, "reference_specifier").is_some() && field(*it, "value").is_none();
    !labels.is_empty() && labels.iter().all(is_label)
}

/// Whether what holds such a character may be called: a mere operator may not.
fn is_of_value(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '`' | '{' | '[' | '(' | '"')
}

/// Where the called name stands. None for what has no name.
fn called_name(called: Node) -> Option<Node> {
    match called.kind() {
        "simple_identifier" => Some(called),
        "navigation_expression" => {
            let suffix = field(called, "suffix")?;
            field(suffix, "suffix").filter(|it| it.kind() == "simple_identifier")
        }
        // `.name(…)`
        "prefix_expression" => called_name(field(called, "target")?),
        _ => None,
    }
}

/// What is called and its arguments in parentheses, where closures follow that the parser takes for a call of the result.
fn closures_behind<'t>(called: Node<'t>, suffix: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let mut called = called;
    while matches!(called.kind(), "try_expression" | "await_expression") {
        called = field(called, "expr")?;
    }
    let list = child(called, "call_suffix").filter(|_| called.kind() == "call_expression")?;
    let closures = |it: &Node| matches!(it.kind(), "lambda_literal" | "simple_identifier");
    let in_parentheses =
        |it: &Node| it.kind() == "value_arguments" && it.child(0).is_some_and(|open| open.kind() == "(");
    let behind = items(suffix).iter().all(closures) && items(list).iter().all(in_parentheses);
    items(called).first().filter(|_| behind).map(|inner| (*inner, list))
}
