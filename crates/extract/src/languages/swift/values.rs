//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::expected::{Expected, hands_on};
use super::{Walk, Walker, child, is_type, items, type_in};
use crate::tree::{field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn value(&mut self, node: Node<'t>) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node<'t>) -> ValueId {
        let expected = self.expected.take();
        match node.kind() {
            "self_expression" | "simple_identifier" | "type_identifier"
                if node.kind() == "self_expression" || self.str(node) == "Self" =>
            {
                match self.types.last() {
                    Some(&(symbol, _)) => self.b.value(Value::This { owner: Some(symbol) }),
                    None => self.unknown(),
                }
            }
            "simple_identifier" if let Some((_, expected)) = self.implied_at.filter(|(at, _)| *at == node.id()) => {
                let (object, name) = (self.implied(expected), self.name(node));
                self.b.value(Value::Member { object, name })
            }
            "simple_identifier" | "type_identifier" => self.read(node),
            "super_expression" => {
                let owner = self.types.last().map(|(symbol, _)| *symbol);
                self.b.value(Value::Super { owner })
            }
            "navigation_expression" => self.navigation(node, expected),
            "selector_expression" => self.selector(node),
            "call_expression" => {
                let called = self.call(node, expected);
                match is_waited_for(node) {
                    true => self.b.value(Value::Await { object: called }),
                    false => called,
                }
            }
            "constructor_expression" => self.construction(node),
            "macro_invocation" => self.macro_call(node),
            "line_string_literal" | "multi_line_string_literal" | "raw_string_literal" => {
                self.children(node);
                self.builtin(Builtin::String)
            }
            "integer_literal" | "real_literal" | "hex_literal" | "oct_literal" | "bin_literal" => {
                self.builtin(Builtin::Number)
            }
            "boolean_literal" => self.builtin(Builtin::Boolean),
            "nil" | "nil_literal" => self.builtin(Builtin::Null),
            "regex_literal" => self.builtin(Builtin::Regexp),
            "equality_expression"
            | "comparison_expression"
            | "conjunction_expression"
            | "disjunction_expression"
            | "check_expression" => self.truth(node),
            "additive_expression" | "multiplicative_expression" | "bitwise_operation" => self.sum(node),
            "infix_expression" => self.infix(node),
            "nil_coalescing_expression" => {
                self.b.branch();
                let options = ["value", "if_nil"].into_iter().filter_map(|side| field(node, side));
                let options = options.map(|side| self.expecting(expected, side)).collect();
                self.b.value(Value::Either { options })
            }
            "ternary_expression" => {
                self.b.branch();
                field(node, "condition").into_iter().for_each(|it| {
                    self.value(it);
                });
                let options = ["if_true", "if_false"].into_iter().filter_map(|side| field(node, side));
                let options = options.map(|side| self.expecting(expected, side)).collect();
                self.b.value(Value::Either { options })
            }
            "as_expression" => {
                field(node, "expr").into_iter().for_each(|it| {
                    self.value(it);
                });
                match type_in(node) {
                    Some(ty) => {
                        let ty = self.ty(ty);
                        self.b.value(Value::Cast { ty })
                    }
                    None => self.unknown(),
                }
            }
            "try_expression" | "await_expression" | "unsafe_expression" | "consume_expression" => {
                self.expected = expected;
                let Some(inner) = field(node, "expr") else { return self.walked(node) };
                let object = self.value(inner);
                match node.kind() == "await_expression" && !is_member_read(node) {
                    true => self.b.value(Value::Await { object }),
                    false => object,
                }
            }
            "postfix_expression" => match field(node, "target") {
                Some(inner) => {
                    self.expected = expected;
                    self.value(inner)
                }
                None => self.walked(node),
            },
            "prefix_expression" => self.prefix(node, expected),
            "array_literal" => {
                let items = self.elements(node, expected).into_iter().take(4).collect();
                self.b.value(Value::List { items })
            }
            "dictionary_literal" => {
                // Keys and values alternate; of values the expected map tells the type.
                let element = expected.map(|expected| {
                    let object = self.expected_value(expected);
                    Expected::Value(self.b.value(Value::Index { object }))
                });
                for (at, part) in items(node).into_iter().enumerate() {
                    self.expecting(element.filter(|_| at % 2 == 1), part);
                }
                self.builtin(Builtin::Map)
            }
            "tuple_expression" => {
                let values: Vec<_> = node.children_by_field_name("value", &mut node.walk()).collect();
                let expected = expected.filter(|_| values.len() == 1);
                let values: Vec<_> = values.into_iter().map(|it| self.expecting(expected, it)).collect();
                match values[..] {
                    [one] => one,
                    _ => self.b.value(Value::List { items: values }),
                }
            }
            "lambda_literal" => self.closure(node, None, None),
            "if_statement" => self.choice_if(node),
            "switch_statement" => self.choice_switch(node),
            "assignment" => {
                let target = field(node, "target");
                let operator = field(node, "operator").map_or("=", |it| self.str(it));
                let wrapped = target.and_then(|it| self.str(it).trim_start_matches("self.").strip_prefix('_'));
                let target = target.map(|it| self.passed(it));
                if let (Some(name), Some(&(owner, _))) = (wrapped, self.types.last()) {
                    let object = self.b.value(Value::This { owner: Some(owner) });
                    let name = self.b.name(name);
                    self.wrapped = Some(self.b.value(Value::Member { object, name }));
                }
                if let Some(result) = field(node, "result") {
                    let value = self.expecting(target.map(Expected::Value), result);
                    if let (Some(target), true) = (target, operator != "=") {
                        self.operator(node, operator, &[target, value]);
                    }
                }
                self.wrapped = None;
                self.unknown()
            }
            "directly_assignable_expression" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            _ if is_type(node) => match self.type_as_value(node) {
                Some(value) => value,
                None => self.unknown(),
            },
            _ => self.walked(node),
        }
    }

    pub fn walked(&mut self, node: Node<'t>) -> ValueId {
        self.children(node);
        self.unknown()
    }

    pub fn read(&mut self, node: Node<'t>) -> ValueId {
        let name = self.name(node);
        let binding = self.scopes.visible_inside(name);
        self.scopes.name(self.b, name, binding)
    }

    fn navigation(&mut self, node: Node<'t>, expected: Option<Expected>) -> ValueId {
        let (Some(target), Some(suffix)) = (field(node, "target"), field(node, "suffix")) else {
            return self.walked(node);
        };
        self.expected = expected.filter(|_| hands_on(target));
        let object = self.value(target);
        let Some(name) = field(suffix, "suffix") else { return object };
        match (name.kind(), self.str(name)) {
            ("integer_literal", digits) => {
                let position = digits.parse().unwrap_or(u32::MAX);
                self.b.value(Value::Part { object, position })
            }
            (_, "self") => object,
            _ => {
                let name = self.name(name);
                self.b.value(Value::Member { object, name })
            }
        }
    }

    /// `!x`, `-x`, `&x`, and `.name`, whose type only its place tells.
    fn prefix(&mut self, node: Node<'t>, expected: Option<Expected>) -> ValueId {
        let Some(target) = field(node, "target") else { return self.walked(node) };
        let operator = field(node, "operation").map_or("", |it| self.str(it));
        match (operator, target.kind()) {
            (".", "simple_identifier") => {
                let (object, name) = (self.implied(expected), self.name(target));
                self.b.value(Value::Member { object, name })
            }
            (".", _) => {
                let outer = self.implied_at.replace((first_name(target).id(), expected));
                let value = self.value(target);
                self.implied_at = outer;
                value
            }
            ("!", _) => {
                self.value(target);
                self.builtin(Builtin::Boolean)
            }
            ("&", _) => self.value(target),
            _ => {
                let value = self.value(target);
                self.operator(node, operator, &[value]);
                value
            }
        }
    }

    /// Comparisons and what joins them. Long chains lean to the left: they are walked without recursion.
    fn truth(&mut self, node: Node<'t>) -> ValueId {
        let mut left = node;
        let mut rights = Vec::new();
        while matches!(left.kind(), "conjunction_expression" | "disjunction_expression") {
            self.b.branch();
            rights.extend(field(left, "rhs"));
            match field(left, "lhs") {
                Some(inner) => left = inner,
                None => break,
            }
        }
        if left.kind() == node.kind() && rights.is_empty() {
            let sides = items(left);
            let implies = sides.first().is_some_and(|first| first.kind() == "prefix_expression");
            // `.a == b`: the other side is the one that tells.
            let order: Vec<_> = if implies { sides.into_iter().rev().collect() } else { sides };
            let (mut other, mut values) = (None, Vec::new());
            for side in order {
                if is_type(side) {
                    self.ty(side);
                } else {
                    let value = self.expecting(other, side);
                    values.push(value);
                    other = Some(Expected::Value(value));
                }
            }
            if let (Some(operator), [_, _]) = (field(left, "op"), &values[..]) {
                let written = self.str(operator);
                self.operator(operator, if written == "!=" { "==" } else { written }, &values);
            }
        } else {
            self.value(left);
        }
        for right in rights.into_iter().rev() {
            self.passed(right);
        }
        self.builtin(Builtin::Boolean)
    }

    /// A sum has its operands' type.
    fn sum(&mut self, node: Node<'t>) -> ValueId {
        let (mut left, mut rights) = (node, Vec::new());
        while matches!(left.kind(), "additive_expression" | "multiplicative_expression" | "bitwise_operation") {
            rights.extend(field(left, "rhs").map(|right| (field(left, "op"), right)));
            match field(left, "lhs") {
                Some(inner) => left = inner,
                None => break,
            }
        }
        let value = self.passed(left);
        for (operator, right) in rights.into_iter().rev() {
            let right = self.passed(right);
            if let Some(operator) = operator {
                self.operator(operator, self.str(operator), &[value, right]);
            }
        }
        value
    }

    /// The value of something passed on. Where it names a function, that is a use of it.
    pub fn passed(&mut self, node: Node<'t>) -> ValueId {
        let value = self.value(node);
        let name = match node.kind() {
            "simple_identifier" => Some(node),
            "navigation_expression" => field(node, "suffix").and_then(|it| field(it, "suffix")),
            _ => None,
        };
        let leaves = match self.b.graph.values[value as usize] {
            // A local or a parameter is no function of its own.
            Value::Name { binding: Some(binding), .. } => {
                self.b.graph.bindings[binding as usize].kind == BindingKind::Function
            }
            Value::Name { .. } => true,
            Value::Member { object, .. } => matches!(self.b.graph.values[object as usize], Value::This { .. }),
            _ => false,
        };
        if let Some(at) = name.filter(|_| leaves) {
            let id = self.name(at);
            self.b.refer(ReferenceKind::Callback, value, id, start(at));
        }
        value
    }

    /// `{ (a: A) -> B in … }`, `{ $0 }`: given as an argument to a callee, or standing elsewhere.
    /// `expected`: what is expected of what it gives.
    pub fn closure(&mut self, node: Node<'t>, given: Option<(ValueId, u32)>, expected: Option<Expected>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let param = |walk: &mut Self, position: u32| match given {
            Some((callee, argument)) => walk.b.value(Value::CallbackParam { callee, argument, position }),
            None => walk.unknown(),
        };
        if let Some(captures) = field(node, "captures") {
            for capture in items(captures) {
                let value = field(capture, "value").map(|value| self.value(value));
                if let (Some(value), Some(name)) = (value, field(capture, "name")) {
                    let binding = self.bind(name, BindingKind::Variable, None);
                    self.b.assign(binding, value);
                }
            }
        }
        let mut declared = None;
        match field(node, "type") {
            Some(ty) => {
                let list = child(ty, "lambda_function_type_parameters").map(items).unwrap_or_default();
                let list = list.into_iter().filter(|it| it.kind() == "lambda_parameter");
                for (position, parameter) in list.enumerate() {
                    let value = param(self, position as u32);
                    let Some(name) = super::field_of(parameter, "name", "simple_identifier") else { continue };
                    let ty = type_in(parameter).map(|ty| self.ty(ty));
                    let binding = self.bind(name, BindingKind::Parameter, None);
                    self.b.binding_mut(binding).declared = ty;
                    self.b.assign(binding, value);
                }
                declared = type_in(ty).map(|ty| self.ty(ty));
            }
            None => {
                let text = self.str(node);
                for (position, name) in ["$0", "$1", "$2"].into_iter().enumerate() {
                    if text.contains(name) {
                        let id = self.b.name(name);
                        let binding = self.scopes.rebind(self.b, id, BindingKind::Parameter, start(node));
                        let value = param(self, position as u32);
                        self.b.assign(binding, value);
                    }
                }
            }
        }
        let returns = self.body(node, declared.map(Expected::Type).or(expected));
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }
}

/// Whether a member of what a node stands for is read: `try` and `await` before it belong to the whole.
/// The name that a row of members and calls begins with.
fn first_name(node: Node) -> Node {
    let mut first = node;
    while matches!(first.kind(), "navigation_expression" | "call_expression" | "postfix_expression")
        && let Some(inner) = items(first).first().copied()
    {
        first = inner;
    }
    first
}

fn is_member_read(node: Node) -> bool {
    let mut around = node.parent();
    while around.is_some_and(|it| it.kind() == "try_expression") {
        around = around.and_then(|it| it.parent());
    }
    around.is_some_and(|it| it.kind() == "navigation_expression")
}

/// Whether a call is the last of a row that starts with `await`.
fn is_waited_for(call: Node) -> bool {
    let mut next = items(call).first().copied().filter(|_| !is_member_read(call));
    while let Some(node) = next {
        next = match node.kind() {
            "call_expression" => items(node).first().copied(),
            "navigation_expression" => field(node, "target"),
            "try_expression" => field(node, "expr"),
            kind => return kind == "await_expression",
        };
    }
    false
}
