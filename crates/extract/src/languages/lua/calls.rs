//! Calls in every form, and what of them brings modules.

use super::{Walk, Walker, end, field, items, start, text_of};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `f(x)`, `f "x"`, `f { x }`, `a.f(x)`, `a:f(x)`
    pub fn call(&mut self, node: Node) -> ValueId {
        let (Some(called), Some(list)) = (field(node, "name"), field(node, "arguments")) else {
            self.children(node);
            return self.unknown();
        };
        if let Some(specifier) = self.required(node) {
            return self.module(node, specifier);
        }
        let given = items(list);
        let is_global = called.kind() == "identifier" && self.local(called).is_none();
        let word = if is_global { self.str(called) } else { "" };
        if word == "setmetatable"
            && let Some(value) = self.set_metatable(node, &given)
        {
            return value;
        }
        let callee = self.value(called);
        let name = match called.kind() {
            "identifier" => Some(called),
            "dot_index_expression" => field(called, "field"),
            "method_index_expression" => field(called, "method"),
            _ => None,
        };
        let spread = given.last().is_some_and(|it| it.kind() == "vararg_expression");
        self.note_call(node, callee, name.map(|name| (called, name)), given.len() as u32, spread);
        if is_global {
            self.test(node, word, &given);
        }
        let arguments: Vec<ValueId> = given
            .iter()
            .enumerate()
            .map(|(at, argument)| match argument.kind() {
                "function_definition" => {
                    self.deep_value(*argument, |walk| walk.closure(*argument, Some((callee, at as u32))))
                }
                _ => self.passed(*argument),
            })
            .collect();
        match (word, arguments.first()) {
            ("assert", Some(&first)) => first,
            ("tostring" | "type", _) => self.builtin(Builtin::String),
            ("tonumber", _) => self.builtin(Builtin::Number),
            _ => self.b.value(Value::Call { callee, arguments }),
        }
    }

    /// A row for a call. `name`: what is called up to its name, and the name; none for `f()()`, `t[i]()`.
    pub fn note_call(&mut self, node: Node, callee: ValueId, name: Option<(Node, Node)>, arguments: u32, spread: bool) {
        let (text, name, at) = match name {
            Some((whole, name)) => {
                let text = self.b.text_end(start(whole), end(name), CALLEE_LIMIT);
                (text, self.name(name), start(name))
            }
            None => (String::new(), self.b.name(""), start(node)),
        };
        let call = Call {
            kind: CallKind::Call,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.line(node),
            arguments,
            spread,
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// What `pcall(f, …)` gives behind its first value, whose call was walked already.
    pub fn protected(&mut self, node: Node) -> Option<ValueId> {
        let called = field(node, "name").filter(|_| node.kind() == "function_call")?;
        let is_global = called.kind() == "identifier" && self.local(called).is_none();
        let from = match self.str(called) {
            "pcall" if is_global => 1,
            "xpcall" if is_global => 2,
            _ => return None,
        };
        let given = items(field(node, "arguments")?);
        let function = *given.first()?;
        if self.str(function) == "require" && self.local(function).is_none() {
            let specifier = given.get(from).copied().and_then(text_of)?;
            return Some(self.module(node, specifier));
        }
        let callee = match function.kind() {
            "identifier" => self.read(function),
            _ => return None,
        };
        Some(self.b.value(Value::Call { callee, arguments: Vec::new() }))
    }

    /// The text of the module that `require "x"` names.
    pub fn required<'t>(&mut self, node: Node<'t>) -> Option<Node<'t>> {
        let called = field(node, "name").filter(|_| node.kind() == "function_call")?;
        if called.kind() != "identifier" || self.str(called) != "require" || self.local(called).is_some() {
            return None;
        }
        match items(field(node, "arguments")?)[..] {
            [specifier] => text_of(specifier),
            _ => None,
        }
    }

    /// `local name = require "x"`
    pub fn import_local(&mut self, name: Node, value: Node) {
        let Some(specifier) = self.required(value) else { return };
        let binding = self.bind(name, BindingKind::Import, None);
        let local = self.name(name);
        self.import(binding, local, specifier);
    }

    /// A module in the middle of an expression.
    fn module(&mut self, node: Node, specifier: Node) -> ValueId {
        let text = self.str(specifier);
        let name = self.b.name(text.rsplit(['.', '/']).next().unwrap_or(text));
        let (scope, line) = (self.scopes.current(), self.line(node));
        let binding = self.b.binding(name, scope, BindingKind::Import, line);
        self.import(binding, name, specifier);
        self.scopes.name(self.b, name, Some(binding))
    }

    fn import(&mut self, binding: BindingId, local: NameId, specifier: Node) {
        let (line, dynamic) = (self.line(specifier), self.in_function());
        let names = vec![ImportedName { imported: Imported::Module, local, type_only: false }];
        let specifier = self.str(specifier).to_owned();
        let import = self.b.graph.imports.len() as ImportId;
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic, line });
        self.b.binding_mut(binding).import = Some((import, 0));
    }
}
