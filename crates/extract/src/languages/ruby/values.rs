//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::{Walk, Walker, field, items, start};
use crate::builder::{VALUES_LIMIT, push_bounded};
use crate::environment;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" => self.identifier(node),
            "constant" => self.constant_value(node),
            "scope_resolution" => self.path(node),
            "self" => self.this().unwrap_or_else(|| self.unknown()),
            "instance_variable" | "class_variable" => {
                let name = self.name(node);
                match self.owner() {
                    Some(owner) => {
                        let object = self.b.value(Value::This { owner: Some(owner) });
                        self.b.value(Value::Member { object, name })
                    }
                    None => match self.flow.get(name) {
                        Some(binding) => self.scopes.name(self.b, name, Some(binding)),
                        // What a template shows, whoever has it shown gives it.
                        None if matches!(self.b.language.name, "erb" | "haml" | "slim") => {
                            let object = self.b.value(Value::This { owner: None });
                            self.b.value(Value::Member { object, name })
                        }
                        None => self.unknown(),
                    },
                }
            }
            "global_variable" => self.unknown(),
            "call" => self.call(node),
            "super" => self.super_call(node, None),
            "yield" => self.yielded(node),
            "element_reference" => self.element(node),
            "assignment" => self.assignment(node),
            "operator_assignment" => self.operator_assignment(node),
            "binary" => self.operation(node),
            "unary" => {
                let value = field(node, "operand").map(|it| self.node(it));
                match field(node, "operator").map_or("", |it| self.str(it)) {
                    "!" | "not" | "defined?" => self.builtin(Builtin::Boolean),
                    _ => value.unwrap_or_else(|| self.unknown()),
                }
            }
            "lambda" => self.lambda(node),
            "block" | "do_block" => self.block_value(node, None),
            "array" | "right_assignment_list" => {
                let mut values: Vec<ValueId> = Vec::new();
                for item in items(node) {
                    let value = self.passed(item);
                    push_bounded(&mut values, value);
                }
                values.truncate(4);
                let list = self.b.value(Value::List { items: values });
                self.table(node, list);
                list
            }
            "string_array" | "symbol_array" => {
                self.children(node);
                let item = self.builtin(Builtin::String);
                let list = self.b.value(Value::List { items: vec![item] });
                self.table(node, list);
                list
            }
            "hash" => {
                let map = self.hash(node);
                self.table(node, map);
                map
            }
            "pair" => {
                let value = field(node, "value").map(|it| self.passed(it));
                field(node, "key").filter(|it| it.kind() != "hash_key_symbol").into_iter().for_each(|it| {
                    self.node(it);
                });
                match (value, field(node, "key")) {
                    (Some(value), _) => value,
                    // `f(x:)` passes the local or method of that name.
                    (None, Some(key)) => self.identifier(key),
                    _ => self.unknown(),
                }
            }
            "string" | "heredoc_beginning" | "chained_string" | "subshell" | "heredoc_body" | "interpolation"
            | "bare_string" | "delimited_symbol" => {
                self.children(node);
                self.builtin(Builtin::String)
            }
            "simple_symbol" | "character" | "hash_key_symbol" | "bare_symbol" | "file" | "encoding" => {
                self.builtin(Builtin::String)
            }
            "regex" => {
                self.children(node);
                self.builtin(Builtin::Regexp)
            }
            "integer" | "float" | "rational" | "complex" | "line" => self.builtin(Builtin::Number),
            "true" | "false" => self.builtin(Builtin::Boolean),
            "nil" => self.builtin(Builtin::Null),
            "range" => {
                self.children(node);
                let item = self.builtin(Builtin::Number);
                self.b.value(Value::List { items: vec![item] })
            }
            "splat_argument" | "hash_splat_argument" | "block_argument" => match items(node).first() {
                Some(inner) => self.passed(*inner),
                None => self.unknown(),
            },
            "string_content" | "escape_sequence" | "heredoc_content" | "heredoc_end" => self.unknown(),
            _ => {
                self.children(node);
                self.unknown()
            }
        }
    }

    /// A name: a local, else a call of `self`.
    fn identifier(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        if let Some(binding) = self.flow.get(name) {
            return self.scopes.name(self.b, name, Some(binding));
        }
        if self.bare_visibility(node) {
            return self.unknown();
        }
        self.bare_call(node, node, None)
    }

    pub fn constant_value(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        self.scopes.name(self.b, name, None)
    }

    /// `A::B::C` is one name; behind anything else a constant is a member.
    pub fn path(&mut self, node: Node) -> ValueId {
        if is_path(node) {
            return self.constant_value(node);
        }
        let (Some(scope), Some(name)) = (field(node, "scope"), field(node, "name")) else { return self.unknown() };
        let (object, name) = (self.node(scope), self.name(name));
        self.b.value(Value::Member { object, name })
    }

    fn element(&mut self, node: Node) -> ValueId {
        let Some(object) = field(node, "object") else { return self.unknown() };
        let value = self.node(object);
        for index in items(node).into_iter().filter(|it| *it != object) {
            self.passed(index);
            if object.kind() == "constant" && self.str(object) == "ENV" {
                environment::read(self.b, "ENV", index, node);
            }
        }
        self.b.value(Value::Index { object: value })
    }

    fn hash(&mut self, node: Node) -> ValueId {
        let mut values = Vec::new();
        for pair in items(node) {
            let value = self.node(pair);
            let is_pair = pair.kind() == "pair";
            let value = if is_pair { value } else { self.b.value(Value::Index { object: value }) };
            values.push(value);
        }
        values.truncate(VALUES_LIMIT);
        self.map_of(values)
    }

    /// A hash of these values.
    pub fn map_of(&mut self, values: Vec<ValueId>) -> ValueId {
        let key = self.b.ty(Type::Builtin(Builtin::String));
        let element = match values[..] {
            [] => self.unknown_type(),
            _ => {
                let value = self.b.value(Value::Either { options: values });
                self.b.ty(Type::Of { value })
            }
        };
        let ty = self.b.ty(Type::Map { key, element });
        self.b.value(Value::Instance { ty })
    }

    fn assignment(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            self.children(node);
            return self.unknown();
        };
        if matches!(left.kind(), "constant" | "scope_resolution") && is_path(left) {
            return self.constant(left, right);
        }
        let value = self.passed(right);
        self.assign(left, value);
        value
    }

    /// Gives what stands on the left of an assignment a value.
    pub fn assign(&mut self, target: Node, value: ValueId) {
        match target.kind() {
            "identifier" => self.assign_local(target, value),
            "instance_variable" | "class_variable" => self.assign_variable(target, value),
            "left_assignment_list" | "destructured_left_assignment" => {
                for (position, part) in items(target).into_iter().enumerate() {
                    let given = match part.kind() {
                        "rest_assignment" => self.b.value(Value::List { items: Vec::new() }),
                        _ => self.b.value(Value::Part { object: value, position: position as u32 }),
                    };
                    self.assign(part, given);
                }
            }
            "rest_assignment" => items(target).into_iter().for_each(|it| self.assign(it, value)),
            "call" => self.setter(target, value),
            "element_reference" => {
                self.element(target);
                let held = self.b.value(Value::List { items: vec![value] });
                match field(target, "object") {
                    Some(list) if list.kind() == "identifier" => {
                        let name = self.name(list);
                        if let Some(binding) = self.flow.get(name) {
                            self.b.assign(binding, held);
                        }
                    }
                    Some(list) if list.kind() == "instance_variable" => self.assign_variable(list, held),
                    _ => {}
                }
            }
            _ => {
                self.node(target);
            }
        }
    }

    /// `@x = …`: a property of the class, from the first assignment on.
    fn assign_variable(&mut self, target: Node, value: ValueId) {
        let name = self.name(target);
        let Some(owner) = self.owners.last() else {
            let (scope, line) = (self.scopes.current(), self.line(target));
            self.flow.assign(self.b, scope, name, value, line);
            return;
        };
        let (class, known) = (owner.symbol, owner.variables.get(&name).copied());
        let symbol = known.unwrap_or_else(|| {
            let text = self.str(target);
            let span = (start(target), start(target) + text.len() as u32);
            let symbol = self.b.symbol(SymbolKind::Property, text, start(target), span);
            let made = self.b.symbol_mut(symbol);
            made.parent = Some(class);
            made.signature = text.to_owned();
            made.modifiers = made.modifiers.with(Modifiers::PRIVATE, true);
            if let Some(owner) = self.owners.last_mut() {
                owner.variables.insert(name, symbol);
            }
            symbol
        });
        self.b.initial(symbol, value);
    }

    fn operator_assignment(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
            self.children(node);
            return self.unknown();
        };
        let operator = field(node, "operator").map_or("", |it| self.str(it));
        if matches!(left.kind(), "constant" | "scope_resolution") && is_path(left) {
            return self.constant(left, right);
        }
        let known = left.kind() != "identifier" || {
            let name = self.name(left);
            self.flow.get(name).is_some()
        };
        let before = if known { Some(self.node(left)) } else { None };
        let read = self.noted();
        let value = self.passed(right);
        if left.kind() == "call" {
            self.set_again(left, read);
        }
        match operator {
            "||=" | "&&=" => {
                self.b.branch();
                let options = before.into_iter().chain([value]).collect();
                let either = self.b.value(Value::Either { options });
                match left.kind() {
                    "identifier" => self.assign_local(left, either),
                    "instance_variable" | "class_variable" => self.assign_variable(left, value),
                    "element_reference" | "call" => {}
                    _ => self.assign(left, value),
                }
                either
            }
            "<<=" => before.unwrap_or(value),
            _ => {
                if left.kind() == "identifier" && before.is_none() {
                    self.assign_local(left, value);
                }
                before.unwrap_or(value)
            }
        }
    }

    /// Long chains are walked without recursion, since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (mut left, mut operands) = (node, Vec::new());
        while left.kind() == "binary" {
            let (Some(inner), Some(right)) = (field(left, "left"), field(left, "right")) else { break };
            operands.push((field(left, "operator").map_or("", |it| self.str(it)), inner, right));
            left = inner;
        }
        if operands.is_empty() {
            self.children(node);
            return self.unknown();
        }
        let mut result = self.passed(left);
        for (operator, before, right) in operands.into_iter().rev() {
            let value = self.passed(right);
            result = match operator {
                "&&" | "and" => {
                    self.b.branch();
                    value
                }
                "||" | "or" => {
                    self.b.branch();
                    self.b.value(Value::Either { options: vec![result, value] })
                }
                "==" | "!=" | "===" | "=~" | "!~" | "<" | "<=" | ">" | ">=" => self.builtin(Builtin::Boolean),
                "<<" => {
                    let held = self.b.value(Value::List { items: vec![value] });
                    match before.kind() {
                        "instance_variable" => self.assign_variable(before, held),
                        "identifier" => {
                            let name = self.name(before);
                            if let Some(binding) = self.flow.get(name) {
                                self.b.assign(binding, held);
                            }
                        }
                        _ => {}
                    }
                    result
                }
                "+" | "-" | "*" | "/" | "%" | "**" | "|" | "&" | "^" | ">>" => result,
                _ => self.unknown(),
            };
        }
        result
    }
}

/// Whether a constant's path starts with a constant, or at the top.
pub fn is_path(node: Node) -> bool {
    match node.kind() {
        "constant" => true,
        "scope_resolution" => field(node, "scope").is_none_or(is_path),
        _ => false,
    }
}
