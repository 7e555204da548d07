//! Calls, and what constructs an object: `new T(…)`, `T{…}`, `T x(…);`, a constructor's list.

use super::cleaner::is_macro;
use super::statements::names;
use super::types::is_std_number;
use super::{Walk, Walker, end, field, items, start};
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

const CASTS: [&str; 4] = ["static_cast", "dynamic_cast", "reinterpret_cast", "const_cast"];

impl Walk<'_, '_> {
    pub fn call(&mut self, node: Node) -> ValueId {
        let (Some(function), Some(arguments)) = (field(node, "function"), field(node, "arguments")) else {
            self.children(node);
            return self.unknown();
        };
        let called = unwrapped(function);
        let given = items(arguments);
        let conversion = match called.kind() {
            "primitive_type" | "sized_type_specifier" | "type_descriptor" | "decltype" => Some(called),
            "template_function" | "identifier" => self.cast(called),
            _ => None,
        };
        if let Some(ty) = conversion {
            for argument in given {
                self.passed(argument);
            }
            let ty = self.ty(ty);
            return self.b.value(Value::Cast { ty });
        }
        let callee = self.expected(node, called).unwrap_or_else(|| self.callee(called));
        self.note(CallKind::Call, node, called, callee, &given);
        let mut arguments: Vec<ValueId> = given.iter().map(|argument| self.passed(*argument)).collect();
        let types = self.written_types(called);
        if !types.is_empty() {
            arguments.push(self.b.value(Value::TypeArguments { types }));
        }
        match self.made(called) {
            Some(ty) => {
                // What the arguments are handed on to.
                field(ty, "type").into_iter().for_each(|named| self.note_constructed(node, named, &given));
                let ty = self.ty(ty);
                let item = self.b.value(Value::Instance { ty });
                self.b.value(Value::List { items: vec![item] })
            }
            None => self.b.value(Value::Call { callee, arguments }),
        }
    }

    /// What is called, as a node of this call alone: overloads are chosen by its arguments.
    pub fn callee(&mut self, called: Node) -> ValueId {
        let value = self.value(called);
        match self.b.graph.values[value as usize] {
            Value::Name { name, scope, binding } if self.cpp => self.b.value(Value::Name { name, scope, binding }),
            _ => value,
        }
    }

    /// The types that a call gives for a template's parameters, where it gives nothing else.
    fn written_types(&mut self, called: Node) -> Vec<TypeId> {
        let mut name = called;
        while let Some(inner) = match name.kind() {
            "qualified_identifier" => field(name, "name"),
            "field_expression" => field(name, "field"),
            "dependent_name" => items(name).first().copied(),
            _ => None,
        } {
            name = inner;
        }
        if !self.cpp || !matches!(name.kind(), "template_function" | "template_method") {
            return Vec::new();
        }
        let given = field(name, "arguments").map(items).unwrap_or_default();
        let is_type = |it: &Node| it.kind() == "type_descriptor" && !is_macro(self.str(*it));
        if !given.iter().all(is_type) {
            return Vec::new();
        }
        given.into_iter().map(|it| self.ty(it)).collect()
    }

    /// The type that `std::make_unique<T>(…)`, `QSharedPointer<T>::create(…)` make one of.
    fn made<'t>(&self, called: Node<'t>) -> Option<Node<'t>> {
        let mut name = called;
        while name.kind() == "qualified_identifier" {
            let inner = field(name, "name")?;
            let holder = field(name, "scope").filter(|it| it.kind() == "template_type");
            if let Some(holder) = holder
                && self.str(inner) == "create"
                && field(holder, "name").is_some_and(|it| self.str(it) == "QSharedPointer")
            {
                return items(field(holder, "arguments")?).first().copied();
            }
            name = inner;
        }
        let makes = name.kind() == "template_function"
            && field(name, "name").is_some_and(|it| matches!(self.str(it), "make_unique" | "make_shared"));
        if makes { items(field(name, "arguments")?).first().copied() } else { None }
    }

    /// The type that `static_cast<T>`, `size_t` convert to.
    fn cast<'t>(&self, called: Node<'t>) -> Option<Node<'t>> {
        if called.kind() == "identifier" {
            return is_std_number(self.str(called)).then_some(called);
        }
        let name = field(called, "name").map(|name| self.str(name))?;
        if !CASTS.contains(&name) {
            return None;
        }
        items(field(called, "arguments")?).first().copied()
    }

    /// A row for a call. What is called without a name (`handlers[i]()`, `f()()`) has an empty one.
    fn note(&mut self, kind: CallKind, node: Node, called: Node, callee: ValueId, given: &[Node]) {
        if matches!(called.kind(), "lambda_expression" | "decltype") {
            return;
        }
        let name = match called.kind() {
            "field_expression" => field(called, "field").and_then(|name| names(name).last().copied()),
            "identifier"
            | "qualified_identifier"
            | "template_function"
            | "template_type"
            | "type_identifier"
            | "field_identifier" => names(called).last().copied(),
            _ => None,
        };
        let (text, name, at) = match name {
            Some(name) => {
                let text = self.b.text_end(start(called), end(name), CALLEE_LIMIT);
                let written = self.function_name(name);
                (text, self.b.name(&written), start(name))
            }
            None => (String::new(), self.b.name(""), start(called)),
        };
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee,
            name,
            text,
            at: self.b.source.point(at),
            start_line: self.b.source.line(start(node)),
            arguments: given.len() as u32,
            spread: given.iter().any(|argument| argument.kind() == "parameter_pack_expansion"),
            given: Vec::new(),
            result: None,
        };
        self.b.graph.calls.push(call);
    }

    /// An object of a named type is made here.
    pub fn note_constructed(&mut self, node: Node, ty: Node, given: &[Node]) {
        if !matches!(ty.kind(), "type_identifier" | "qualified_identifier" | "template_type" | "identifier") {
            return;
        }
        let is_number = names(ty).last().is_none_or(|last| is_std_number(self.str(*last)));
        if is_number || self.is_type_param(ty) {
            return;
        }
        let callee = self.callee(ty);
        self.note(CallKind::New, node, ty, callee, given);
        self.arguments(callee, given);
    }

    /// Notes with what a constructor is called.
    fn arguments(&mut self, callee: ValueId, given: &[Node]) {
        let references = self.b.graph.references.len();
        let calls = self.b.graph.calls.len();
        let arguments = given.iter().map(|argument| self.plain(*argument)).collect();
        self.b.graph.references.truncate(references);
        self.b.graph.calls.truncate(calls);
        self.b.value(Value::New { callee, arguments });
    }

    /// The value of an argument that is walked elsewhere: only what is said by one word.
    fn plain(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" | "type_identifier" => self.read(node),
            "string_literal"
            | "concatenated_string"
            | "raw_string_literal"
            | "number_literal"
            | "char_literal"
            | "true"
            | "false"
            | "null"
            | "nullptr"
            | "this"
            | "field_expression" => self.value(node),
            _ => self.unknown(),
        }
    }

    /// `T x{}` makes what only the template's uses say.
    fn is_type_param(&mut self, ty: Node) -> bool {
        let Some(first) = names(ty).first().copied() else { return false };
        let id = self.name(first);
        let binding = self.scopes.visible(self.b, id);
        binding.is_some_and(|binding| self.b.graph.bindings[binding as usize].kind == BindingKind::TypeParam)
    }

    /// A base or member in a constructor's list.
    pub fn note_construction(&mut self, node: Node, name: Node, callee: ValueId, given: &[Node]) {
        self.note(CallKind::New, node, name, callee, given);
        self.arguments(callee, given);
    }

    pub fn new_value(&mut self, node: Node) -> ValueId {
        field(node, "placement").into_iter().for_each(|it| self.children(it));
        field(node, "declarator").into_iter().for_each(|it| self.children(it));
        let given = field(node, "arguments").map(items).unwrap_or_default();
        let Some(ty) = field(node, "type") else { return self.unknown() };
        self.note_constructed(node, ty, &given);
        for argument in given {
            self.passed(argument);
        }
        let ty = self.ty(ty);
        let made = self.b.value(Value::Instance { ty });
        self.b.value(Value::List { items: vec![made] })
    }

    /// `DEFINE(x);` outside of functions, which the grammar takes for a declaration.
    pub fn note_macro(&mut self, node: Node, name: Node, function: Node) {
        let callee = self.read(name);
        let given = field(function, "parameters").map(items).unwrap_or_default();
        self.note(CallKind::Call, node, name, callee, &given);
        // What is a mere word there may name a function.
        let bare =
            given.iter().filter(|it| it.kind() == "parameter_declaration" && field(**it, "declarator").is_none());
        for named in bare.filter_map(|it| field(*it, "type")).filter(|it| it.kind() == "type_identifier") {
            self.passed(named);
        }
    }
}

/// What is called, without brackets and without `*`, which changes nothing for a function.
fn unwrapped(mut node: Node) -> Node {
    loop {
        let inner = match node.kind() {
            "parenthesized_expression" => items(node).first().copied(),
            "pointer_expression" => field(node, "argument"),
            _ => None,
        };
        match inner.filter(|inner| inner.kind() != "call_expression" || node.kind() == "parenthesized_expression") {
            Some(inner) => node = inner,
            None => return node,
        }
    }
}
