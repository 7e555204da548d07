//! Calls in every form.

use super::factories::FACTORY;
use super::{Walk, Walker, end, field, items, start, symbol_text};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

/// Methods that give what they are called on.
const SAME: &[&str] = &["freeze", "dup", "clone", "tap", "itself", "each", "each_with_index", "extend", "presence"];

impl Walk<'_, '_> {
    pub fn call(&mut self, node: Node) -> ValueId {
        let method = field(node, "method");
        let Some(receiver) = field(node, "receiver") else {
            return match method {
                Some(method) if method.kind() == "super" => self.super_call(method, Some(node)),
                Some(method) => {
                    // `f x` where `f` is a local is a call all the same.
                    match self.dsl(node, method) {
                        Some(value) => value,
                        None => self.bare_call(node, method, Some(node)),
                    }
                }
                None => {
                    self.children(node);
                    self.unknown()
                }
            };
        };
        if let Some(value) = method.and_then(|method| self.example(node, Some(receiver), method)) {
            return value;
        }
        if let Some(value) = method.and_then(|method| self.opened_by_call(node, receiver, method)) {
            return value;
        }
        let is_self = receiver.kind() == "self";
        let object = self.node(receiver);
        let Some(method) = method else {
            // `f.(x)`
            let at = field(node, "operator").map_or(end(receiver), end);
            let name = self.b.name("call");
            let callee = self.b.value(Value::Member { object, name });
            self.push_call(CallKind::Call, node, (String::from("call"), at), name, callee);
            let arguments = self.arguments(node, Some(callee));
            self.calls_block(receiver, None, node, &arguments);
            return self.b.value(Value::Call { callee, arguments });
        };
        let kind = match field(node, "operator").map_or("", |it| self.str(it)) {
            "&." => CallKind::Optional,
            _ => CallKind::Call,
        };
        let text = self.str(method);
        let arguments = field(node, "arguments").map(items).unwrap_or_default();
        if text == "new" {
            return self.construct(node, method, object);
        }
        if matches!(text, "send" | "public_send" | "__send__" | "try" | "try!")
            && let Some(name) = arguments.first().copied()
            && let Some(literal) = symbol_text(name, self.str(name))
        {
            return self.sent(node, object, literal, end(name) - literal.len() as u32);
        }
        let name = self.name(method);
        let callee = self.b.value(Value::Member { object, name });
        let written = self.b.text_end(start(receiver), end(method), CALLEE_LIMIT);
        self.push_call(kind, node, (written, start(method)), name, callee);
        if text == "method" {
            self.method_reference(object, &arguments);
        }
        let noted = self.noted();
        let given = self.arguments(node, Some(callee));
        self.calls_block(receiver, Some(method), node, &given);
        let result = self.gives_call(noted, node, callee, &given);
        match text {
            "class" if is_self => match self.owner() {
                Some(symbol) => self.b.value(Value::Class { symbol }),
                None => self.unknown(),
            },
            _ if SAME.contains(&text) => object,
            _ if text.ends_with('?') => self.builtin(Builtin::Boolean),
            "to_s" | "inspect" | "join" | "to_sym" | "name" if arguments.is_empty() && self.is_literal(object) => {
                self.builtin(Builtin::String)
            }
            _ => result,
        }
    }

    fn is_literal(&self, value: ValueId) -> bool {
        matches!(self.b.graph.values[value as usize], Value::Builtin(_) | Value::List { .. } | Value::Object { .. })
    }

    /// `A.new(…)`
    fn construct(&mut self, node: Node, method: Node, object: ValueId) -> ValueId {
        let name = self.name(method);
        let text = self.b.text_end(start(node), end(method), CALLEE_LIMIT);
        self.push_call(CallKind::New, node, (text, start(method)), name, object);
        let noted = self.noted();
        let arguments = self.arguments(node, Some(object));
        let made = self.b.value(Value::New { callee: object, arguments: arguments.clone() });
        self.gives_to(noted, node, &arguments, made);
        made
    }

    /// The call that was noted last.
    pub fn noted(&self) -> usize {
        self.b.graph.calls.len().saturating_sub(1)
    }

    /// Keeps what a call is given, and what it gives.
    pub fn gives_call(&mut self, noted: usize, node: Node, callee: ValueId, values: &[ValueId]) -> ValueId {
        let result = self.b.value(Value::Call { callee, arguments: values.to_vec() });
        self.gives_to(noted, node, values, result);
        result
    }

    fn gives_to(&mut self, noted: usize, node: Node, values: &[ValueId], result: ValueId) {
        let written = field(node, "arguments").map(items).unwrap_or_default().into_iter();
        let plain = written.filter(|it| it.kind() != "block_argument").map(|it| match field(it, "key") {
            Some(key) if it.kind() == "pair" => (Some(key), field(it, "value").unwrap_or(key)),
            _ => (None, it),
        });
        let mut parts: Vec<_> = plain.zip(values).map(|((name, inner), value)| (name, inner, *value)).collect();
        // What a hash behind other arguments says is said by name, also where more is put into it: `{ only: :show }.merge(more)`.
        if let [_, .., (None, last, value)] = parts[..] {
            let pairs = self.hash_given(last).into_iter().flat_map(items).filter(|it| it.kind() == "pair");
            parts.extend(pairs.filter_map(|it| Some((field(it, "key"), field(it, "value")?, value))));
        }
        if let (Some(block), Some(value)) = (field(node, "block"), values.last()) {
            parts.push((None, block, *value));
        }
        self.gives_parts(noted, &parts, result);
    }

    /// The hash that an argument is, or begins with.
    fn hash_given<'t>(&self, argument: Node<'t>) -> Option<Node<'t>> {
        match argument.kind() {
            "hash" => Some(argument),
            "call" if field(argument, "method").is_some_and(|it| self.str(it) == "merge") => {
                field(argument, "receiver").filter(|it| it.kind() == "hash")
            }
            _ => None,
        }
    }

    /// The members of a hash that an argument by name is, where each has a name: `controllers: { sessions: "sessions" }`.
    pub fn members_given(&mut self, hash: Node) -> Option<Vec<(NameId, Shape)>> {
        let pairs = items(hash).into_iter().take(SHAPES_LIMIT);
        let members: Option<Vec<_>> = pairs
            .map(|pair| {
                let key = field(pair, "key")?;
                let name = self.b.name(symbol_text(key, self.str(key))?);
                Some((name, crate::shapes::constant(self.b, field(pair, "value")?)))
            })
            .collect();
        members.filter(|it| !it.is_empty())
    }

    /// `x.send(:name, …)`
    fn sent(&mut self, node: Node, object: ValueId, literal: &str, at: u32) -> ValueId {
        let name = self.b.name(literal);
        let callee = self.b.value(Value::Member { object, name });
        self.push_call(CallKind::Call, node, (literal.to_owned(), at), name, callee);
        // The name is none of what the method is given.
        if let Some(call) = self.b.graph.calls.last_mut() {
            call.arguments = call.arguments.saturating_sub(1);
        }
        let mut arguments = self.arguments(node, Some(callee));
        if !arguments.is_empty() {
            arguments.remove(0);
        }
        self.b.value(Value::Call { callee, arguments })
    }

    /// A call of `self`, or outside of classes of a function; `call` holds its arguments.
    pub fn bare_call(&mut self, node: Node, method: Node, call: Option<Node>) -> ValueId {
        let text = self.str(method);
        let this = self.this();
        if text == "new"
            && let Some(this) = this
            && matches!(self.b.graph.values[this as usize], Value::Class { .. })
        {
            return self.construct(node, method, this);
        }
        let arguments = call.and_then(|it| field(it, "arguments")).map(items).unwrap_or_default();
        if matches!(text, "send" | "public_send" | "__send__")
            && let (Some(this), Some(name)) = (this, arguments.first().copied())
            && let Some(literal) = symbol_text(name, self.str(name))
        {
            return self.sent(node, this, literal, end(name) - literal.len() as u32);
        }
        if text == "described_class"
            && let Some(class) = self.described.iter().rev().find_map(|it| *it)
        {
            return class;
        }
        let name = self.name(method);
        let callee = match this {
            Some(object) => self.b.value(Value::Member { object, name }),
            None => {
                self.may_be_of_blocks();
                self.b.value(Value::Name { name, scope: self.scopes.current(), binding: None })
            }
        };
        self.push_call(CallKind::Call, node, (text.to_owned(), start(method)), name, callee);
        if let ("method", Some(this)) = (text, this) {
            self.method_reference(this, &arguments);
        }
        let noted = self.noted();
        let depth = self.factories.len();
        let made = if text == FACTORY { self.factory_makes(&arguments) } else { None };
        let given = call.map(|call| self.arguments(call, Some(callee))).unwrap_or_default();
        self.factories.truncate(depth);
        if let Some(made) = made {
            self.gives_to(noted, call.unwrap_or(node), &given, made);
            return made;
        }
        let result = self.gives_call(noted, call.unwrap_or(node), callee, &given);
        match text {
            "raise" | "fail" => {
                let given: Vec<_> = arguments.into_iter().zip(given).collect();
                self.raised(call.unwrap_or(node), &given);
                self.builtin(Builtin::Null)
            }
            "exit" | "abort" => self.builtin(Builtin::Null),
            "lambda" | "proc" => given.last().copied().unwrap_or_else(|| self.unknown()),
            "Array" => given.first().copied().unwrap_or_else(|| self.unknown()),
            "String" | "format" | "sprintf" => self.builtin(Builtin::String),
            "Integer" | "Float" => self.builtin(Builtin::Number),
            _ if text.ends_with('?') => self.builtin(Builtin::Boolean),
            _ => result,
        }
    }

    /// `a.b += …` calls `b=` too, of what the call that was noted as `read` calls `b` of.
    pub fn set_again(&mut self, target: Node, read: usize) {
        let (Some(receiver), Some(method)) = (field(target, "receiver"), field(target, "method")) else { return };
        let Some(callee) = self.b.graph.calls.get(read).filter(|it| it.at.byte == start(method)).map(|it| it.callee)
        else {
            return;
        };
        let Value::Member { object, .. } = self.b.graph.values[callee as usize] else { return };
        let (name, plain) = (self.b.name(&format!("{}=", self.str(method))), self.name(method));
        let callee = self.b.value(Value::Member { object, name });
        let text = self.b.text_end(start(receiver), end(method), CALLEE_LIMIT);
        self.push_call(CallKind::Call, target, (text, start(method)), plain, callee);
        if let Some(call) = self.b.graph.calls.last_mut() {
            call.arguments = 1;
        }
    }

    /// `a.b = value`
    pub fn setter(&mut self, target: Node, value: ValueId) {
        let (Some(receiver), Some(method)) = (field(target, "receiver"), field(target, "method")) else {
            self.node(target);
            return;
        };
        let object = self.node(receiver);
        let name = self.b.name(&format!("{}=", self.str(method)));
        let callee = self.b.value(Value::Member { object, name });
        let text = self.b.text_end(start(receiver), end(method), CALLEE_LIMIT);
        let plain = self.name(method);
        self.push_call(CallKind::Call, target, (text, start(method)), plain, callee);
        if let Some(call) = self.b.graph.calls.last_mut() {
            call.arguments = 1;
        }
        if receiver.kind() == "self" && self.owner().is_some() {
            let variable = self.b.name(&format!("@{}", self.str(method)));
            let known = self.owners.last().and_then(|owner| owner.variables.get(&variable).copied());
            if let Some(symbol) = known {
                self.b.initial(symbol, value);
            }
        }
    }

    pub fn push_call(&mut self, kind: CallKind, node: Node, (text, at): (String, u32), name: NameId, callee: ValueId) {
        let given = field(node, "arguments").map(items).unwrap_or_default();
        let spread = |it: &Node| matches!(it.kind(), "splat_argument" | "forward_argument");
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.line(node),
            // What is given by key is one hash.
            arguments: given.iter().filter(|it| !matches!(it.kind(), "block_argument" | "pair")).count() as u32
                + u32::from(given.iter().any(|it| it.kind() == "pair")),
            spread: given.iter().any(spread),
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// The values of a call's arguments, its block's last.
    pub fn arguments(&mut self, node: Node, callee: Option<ValueId>) -> Vec<ValueId> {
        let mut values = Vec::new();
        let asks_factory = self.asks_factory(node);
        for argument in field(node, "arguments").map(items).unwrap_or_default() {
            if argument.kind() == "block_argument" {
                let inner = items(argument).first().copied();
                callee.into_iter().for_each(|callee| self.block_handed_on(inner, callee, &values));
                values.extend(self.block_argument(argument, callee));
                continue;
            }
            let value = self.passed(argument);
            let key = field(argument, "key").filter(|it| argument.kind() == "pair" && it.kind() == "hash_key_symbol");
            values.push(match key {
                Some(key) => {
                    let name = self.name(key);
                    self.b.value(Value::Named { name, value })
                }
                None if values.is_empty() && asks_factory && argument.kind() == "simple_symbol" => {
                    self.factory_name(argument, value)
                }
                None => value,
            });
        }
        if let Some(block) = field(node, "block") {
            callee.into_iter().for_each(|callee| self.block(callee, block));
            values.push(self.block_value(block, callee));
        }
        values
    }

    /// `&block`, `&:name`, `&method(:name)`
    fn block_argument(&mut self, node: Node, callee: Option<ValueId>) -> Option<ValueId> {
        let inner = items(node).first().copied()?;
        let Some(name) = symbol_text(inner, self.str(inner)).filter(|_| inner.kind() == "simple_symbol") else {
            return Some(self.passed(inner));
        };
        let object = match callee {
            Some(callee) => self.b.value(Value::CallbackParam { callee, argument: 0, position: 0 }),
            None => self.unknown(),
        };
        let name = self.b.name(name);
        let value = self.b.value(Value::Member { object, name });
        self.reference(value, name, start(inner) + 1);
        let result = self.b.value(Value::Call { callee: value, arguments: Vec::new() });
        Some(self.b.value(Value::Function { symbol: None, returns: vec![result], declared: None, is_async: false }))
    }

    /// `method(:name)`
    fn method_reference(&mut self, object: ValueId, arguments: &[Node]) {
        if let [argument] = arguments
            && let Some(name) = symbol_text(*argument, self.str(*argument))
        {
            let at = end(*argument) - name.len() as u32;
            let name = self.b.name(name);
            let value = self.b.value(Value::Member { object, name });
            self.reference(value, name, at);
        }
    }

    pub fn reference(&mut self, value: ValueId, name: NameId, at: u32) {
        let (caller, at) = (self.b.caller(), self.b.source.point(at));
        self.b.graph.references.push(Reference { kind: ReferenceKind::Callback, caller, value, name, at });
    }

    /// The value of something passed on. Where it names a class, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let value = self.node(node);
        if matches!(node.kind(), "constant" | "scope_resolution")
            && matches!(self.b.graph.values[value as usize], Value::Name { .. })
        {
            let text = self.str(node);
            let last = text.rsplit("::").next().unwrap_or(text);
            let at = end(node) - last.len() as u32;
            let name = self.b.name(last);
            self.reference(value, name, at);
        }
        value
    }

    /// A row for `Struct.new(…)` and its kind, of which the block is a class's body.
    pub fn note_maker(&mut self, node: Node) {
        let (Some(receiver), Some(method)) = (field(node, "receiver"), field(node, "method")) else { return };
        let callee = self.node(receiver);
        let name = self.name(method);
        let text = self.b.text_end(start(receiver), end(method), CALLEE_LIMIT);
        self.push_call(CallKind::New, node, (text, start(method)), name, callee);
    }
}
