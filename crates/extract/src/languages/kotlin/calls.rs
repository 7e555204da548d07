//! Calls: of names and members, with blocks behind them, between two operands, of constructors.

use super::{Walk, Walker, child, is_comment, items};
use crate::builder::CALLEE_LIMIT;
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

/// What a call was given.
#[derive(Default)]
pub struct Given<'t> {
    pub values: Vec<ValueId>,
    pub spread: bool,
    /// The names that values are given by, and where they stand.
    pub written: Vec<(Option<Node<'t>>, Node<'t>)>,
}

impl<'t> Walk<'_, '_, 't> {
    pub fn call(&mut self, node: Node<'t>) -> ValueId {
        let Some(mut called) = items(node).first().copied() else { return self.unknown() };
        let mut list = child(node, "value_arguments");
        let block = child(node, "annotated_lambda");
        // `f(x) { … }` is one call of two arguments.
        if list.is_none() && block.is_some() && called.kind() == "call_expression" {
            let inner = items(called);
            if let (Some(first), Some(last)) = (inner.first(), inner.last())
                && last.kind() == "value_arguments"
            {
                (list, called) = (Some(*last), *first);
            }
        }
        if list.is_none()
            && block.is_some()
            && called.kind() == "parenthesized_expression"
            && let Some((_, callee, argument)) = self.generic.take_if(|(id, ..)| *id == called.id())
        {
            let ty = self.mistaken_type(argument);
            return self.called(node, callee, Some(called), block, vec![ty]);
        }
        let types = child(node, "type_arguments").map(items).unwrap_or_default();
        let types = types.into_iter().map(|argument| self.ty(argument)).collect();
        self.called(node, called, list, block, types)
    }

    /// A call of `called` with the arguments in parentheses and the block behind them, and the types in front of both.
    pub fn called(
        &mut self,
        node: Node<'t>,
        called: Node<'t>,
        list: Option<Node<'t>>,
        block: Option<Node<'t>>,
        types: Vec<TypeId>,
    ) -> ValueId {
        let called = unwrapped(called);
        let callee = self.callee(called);
        let name = called_name(called);
        let mut given = match list {
            Some(list) if list.kind() == "value_arguments" => self.arguments_of(list, callee),
            // The parentheses of a generic call that the parser takes for a comparison.
            Some(list) => Given {
                values: items(list).into_iter().map(|it| self.passed(it)).collect(),
                spread: false,
                written: items(list).into_iter().map(|it| (None, it)).collect(),
            },
            None => Given::default(),
        };
        if let Some(block) = block {
            let label = name.map(|name| self.name(name));
            let whose = match (self.str(called), &given.values[..]) {
                // `with(x) { … }`: the block has its first argument as `this`.
                ("with", [object]) => Some(*object),
                _ => None,
            };
            let value = self.trailing(block, callee, whose, label);
            given.values.push(value);
            given.written.push((None, block));
        }
        let kind = if is_safe(called) { CallKind::Optional } else { CallKind::Call };
        let noted = match name {
            Some(name) => {
                let text = self.b.text_end(called_start(called), end(name), CALLEE_LIMIT);
                Some(self.push_call(kind, callee, name, text, start(node), &given))
            }
            // What is called without a name: `handlers[0](x)`. A function that is called where it stands
            // is no other's.
            None if !matches!(called.kind(), "lambda_literal" | "anonymous_function" | "string_literal") => {
                let empty = self.b.name("");
                Some(self.note(kind, callee, empty, String::new(), (start(called), start(node)), &given))
            }
            None => None,
        };
        self.suite_call(node, called, list, block);
        let mut arguments = given.values.clone();
        if !types.is_empty() {
            arguments.push(self.b.value(Value::TypeArguments { types }));
        }
        let result = self.b.value(Value::Call { callee, arguments });
        if let Some(noted) = noted {
            let parts = given.written.iter().zip(&given.values);
            let parts: Vec<_> = parts.map(|((name, node), value)| (*name, *node, *value)).collect();
            self.gives_parts(noted, &parts, result);
        }
        result
    }

    /// What is called, as a node of this call alone.
    fn callee(&mut self, called: Node<'t>) -> ValueId {
        let value = self.value(called);
        match self.b.graph.values[value as usize] {
            Value::Name { .. } => {
                let own = self.b.graph.values[value as usize].clone();
                self.b.value(own)
            }
            _ => value,
        }
    }

    /// A row for a call whose name stands at `name`, and which one it is.
    pub fn push_call(
        &mut self,
        kind: CallKind,
        callee: ValueId,
        name: Node,
        text: String,
        from: u32,
        given: &Given,
    ) -> usize {
        let id = self.name(name);
        self.note(kind, callee, id, text, (start(name), from), given)
    }

    fn note(
        &mut self,
        kind: CallKind,
        callee: ValueId,
        name: NameId,
        text: String,
        (at, from): (u32, u32),
        given: &Given,
    ) -> usize {
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.b.source.line(from),
            arguments: given.values.len() as u32,
            spread: given.spread,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
        self.b.graph.calls.len() - 1
    }

    /// What an operator or a declaration calls on `object` without naming it, and what that gives.
    pub fn implied(&mut self, object: ValueId, member: &str, at: Node<'t>, arguments: Vec<ValueId>) -> ValueId {
        let name = self.b.name(member);
        let callee = self.b.value(Value::Member { object, name });
        if !matches!(self.b.graph.values[object as usize], Value::Builtin(_) | Value::Unknown { .. }) {
            let given = Given { values: arguments.clone(), ..Given::default() };
            self.note(CallKind::Implied, callee, name, member.to_owned(), (start(at), start(at)), &given);
        }
        self.b.value(Value::Call { callee, arguments })
    }

    /// The arguments of a call that hands nothing to its callbacks.
    pub fn arguments(&mut self, list: Node<'t>) -> Given<'t> {
        let callee = self.unknown();
        self.arguments_of(list, callee)
    }

    fn arguments_of(&mut self, list: Node<'t>, callee: ValueId) -> Given<'t> {
        let mut given = Given::default();
        for (position, argument) in items(list).into_iter().enumerate() {
            let parts = items(argument);
            let spread = argument.children(&mut argument.walk()).any(|it| it.kind() == "*")
                || parts.last().is_some_and(|it| it.kind() == "spread_expression");
            given.spread |= spread;
            let value = match parts[..] {
                // What is spread is told from what is given whole.
                [value] if spread => {
                    let object = self.given(value, callee, position as u32);
                    self.b.value(Value::Lent { object })
                }
                [value] => self.given(value, callee, position as u32),
                [name, value] => {
                    let value = self.given(value, callee, position as u32);
                    let name = self.name(name);
                    self.b.value(Value::Named { name, value })
                }
                _ => {
                    self.children(argument);
                    self.unknown()
                }
            };
            given.values.push(value);
            given.written.push(match parts[..] {
                [name, value] => (Some(name), value),
                _ => (None, parts.last().copied().unwrap_or(argument)),
            });
        }
        given
    }

    fn given(&mut self, node: Node<'t>, callee: ValueId, argument: u32) -> ValueId {
        match node.kind() {
            "lambda_literal" => {
                self.block(callee, node);
                self.lambda(node, Some((callee, argument)), None, None)
            }
            _ => self.passed(node),
        }
    }

    /// `a to b`: a call of the first operand's member or extension.
    pub fn infix(&mut self, node: Node<'t>) -> ValueId {
        let [left, name, right] = items(node)[..] else { return self.walked(node) };
        let object = self.value(left);
        let id = self.name(name);
        let callee = self.b.value(Value::Member { object, name: id });
        let argument = self.passed(right);
        let given = Given { values: vec![argument], spread: false, written: vec![(None, right)] };
        let text = self.str(name).to_owned();
        self.titled_suite(left, &text, right);
        self.push_call(CallKind::Call, callee, name, text, start(node), &given);
        self.b.value(Value::Call { callee, arguments: given.values })
    }

    /// `f<T>(x)`, which the parser takes for two comparisons: what is called, and the parentheses, which may
    /// be the start of a longer chain.
    pub fn mistaken_generic(&mut self, node: Node<'t>) -> Option<ValueId> {
        let (left, right) = (field(node, "left")?, field(node, "right")?);
        if field(node, "operator")?.kind() != ">" || left.kind() != "binary_expression" {
            return None;
        }
        let (callee, argument) = (field(left, "left")?, field(left, "right")?);
        if field(left, "operator")?.kind() != "<"
            || !matches!(callee.kind(), "identifier" | "navigation_expression")
            || !matches!(argument.kind(), "identifier" | "navigation_expression")
        {
            return None;
        }
        // `f<T> { … }`
        if right.kind() == "lambda_literal" && end(callee) + 1 == start(argument) {
            let ty = self.mistaken_type(argument);
            return Some(self.called(node, callee, None, Some(right), vec![ty]));
        }
        let mut first = right;
        while first.kind() != "parenthesized_expression" {
            first = items(first).first().copied()?;
        }
        // Written without spaces: `f<T>(x)`.
        if start(first) != start(right) || end(left) + 1 != start(right) || end(callee) + 1 != start(argument) {
            return None;
        }
        self.generic = Some((first.id(), callee, argument));
        Some(self.value(right))
    }
}

/// Where the called name stands. None for what has no name, such as an element of a list of functions.
fn called_name(called: Node) -> Option<Node> {
    match called.kind() {
        "identifier" | "this_expression" => Some(called),
        "navigation_expression" => {
            let mut cursor = called.walk();
            called
                .named_children(&mut cursor)
                .filter(|it| !is_comment(*it))
                .last()
                .filter(|it| it.kind() == "identifier")
        }
        _ => None,
    }
}

fn is_safe(called: Node) -> bool {
    called.kind() == "navigation_expression" && called.children(&mut called.walk()).any(|it| it.kind() == "?.")
}

/// What is called, without the parentheses around it.
fn unwrapped(mut node: Node) -> Node {
    loop {
        let inner = match node.kind() {
            "parenthesized_expression" => items(node).first().copied(),
            _ => negated(node),
        };
        let Some(inner) = inner else { return node };
        node = inner;
    }
}

/// What is negated where the parser takes what follows for a part of something negated: `!a.f(x)` as `(!a).f(x)`.
pub fn negated(node: Node) -> Option<Node> {
    let parent = node.parent()?;
    let is_start = matches!(parent.kind(), "call_expression" | "navigation_expression" | "index_expression")
        && items(parent).first() == Some(&node);
    let is_negation = node.kind() == "unary_expression" && field(node, "operator").is_some_and(|it| it.kind() == "!");
    if is_start && is_negation { field(node, "argument") } else { None }
}

/// Where what is called starts.
fn called_start(mut called: Node) -> u32 {
    loop {
        let first = match called.kind() {
            "navigation_expression" | "call_expression" | "index_expression" => items(called).first().copied(),
            _ => negated(called),
        };
        let Some(first) = first else { return start(called) };
        called = first;
    }
}
