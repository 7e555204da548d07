//! Declarations and statements by their kind.

use super::members::initializer;
use super::{Walk, Walker, child, field, items, start};
use crate::builder::CALLEE_LIMIT;
use crate::throws::{Throws, is_idle};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "using_directive" => self.using(node),
            "namespace_declaration" => self.namespace(node),
            "file_scoped_namespace_declaration" => self.file_namespace(node),
            "class_declaration"
            | "struct_declaration"
            | "record_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "delegate_declaration" => self.type_declaration(node),
            "enum_member_declaration" => self.enum_member(node),
            "field_declaration" | "event_field_declaration" => self.field_declaration(node),
            "property_declaration" => self.property(node),
            "event_declaration" => self.event(node),
            "indexer_declaration" => self.indexer(node),
            "method_declaration" => self.method(node),
            "constructor_declaration" => self.constructor(node),
            "destructor_declaration" => self.finalizer(node),
            "operator_declaration" => self.operator(node),
            "conversion_operator_declaration" => self.conversion(node),
            "local_function_statement" => self.local_function(node),
            "attribute" => {
                self.attribute(node);
            }
            "block" => self.scoped(|walk| {
                walk.hoist(node);
                walk.children(node);
            }),
            "variable_declaration" => self.locals(node),
            "return_statement" => items(node).into_iter().for_each(|it| self.gives(it)),
            "throw_statement" => self.thrown(node),
            "yield_statement" => items(node).into_iter().for_each(|it| {
                self.passed(it);
            }),
            "foreach_statement" => {
                self.b.branch();
                self.scoped(|walk| walk.each(node));
            }
            "if_statement" => {
                self.b.branch();
                self.conditional(node);
                self.children(node);
            }
            "for_statement" | "while_statement" | "do_statement" => {
                self.b.branch();
                self.scoped(|walk| walk.children(node));
            }
            "using_statement" | "fixed_statement" | "switch_statement" => self.scoped(|walk| walk.switch(node)),
            "catch_clause" => {
                self.b.branch();
                let declared = child(node, "catch_declaration");
                let name = declared.and_then(|it| field(it, "name")).map(|name| self.str(name));
                self.handling(name, |walk| walk.scoped(|walk| walk.children(node)));
                let types = declared.and_then(|it| field(it, "type")).map(|ty| {
                    let (id, text) = (self.ty(ty), self.text(ty, CALLEE_LIMIT));
                    (Some(self.b.value(Value::Cast { ty: id })), text)
                });
                let idle = field(node, "body").is_some_and(is_idle);
                self.note_caught(node, idle, types.into_iter().collect());
            }
            "expression_statement" => {
                self.children(node);
                self.drops(node);
            }
            "catch_declaration" => self.caught(node),
            "labeled_statement" => items(node).into_iter().skip(1).for_each(|it| self.node(it)),
            "preproc_if" | "preproc_elif" => {
                let condition = field(node, "condition");
                items(node).into_iter().filter(|it| Some(*it) != condition).for_each(|it| self.node(it));
            }
            "comment" | "goto_statement" | "extern_alias_directive" | "modifier" | "predefined_type" => {}
            kind if is_expression(kind) => {
                self.value(node);
            }
            _ => self.children(node),
        }
    }

    /// `throw new(…)` makes an exception.
    pub fn thrown(&mut self, node: Node) {
        let ty = self.library_type("Exception");
        let thrown = items(node).first().copied();
        let value = thrown.map(|thrown| self.given(thrown, Some(ty)));
        let made = thrown.filter(|it| it.kind() == "object_creation_expression");
        self.note_thrown(node, thrown, value, made.and_then(|it| field(it, "type")));
    }

    /// Notes a statement that is a call of which nobody takes what it gives.
    fn drops(&mut self, node: Node) {
        let call = items(node).first().copied().filter(|it| it.kind() == "invocation_expression");
        let called = call.and_then(|it| field(it, "function"));
        let name = called.and_then(|it| if it.kind() == "identifier" { Some(it) } else { field(it, "name") });
        name.into_iter().for_each(|name| self.b.dropped(start(name)));
    }

    fn switch(&mut self, node: Node) {
        let Some(value) = field(node, "value").filter(|_| node.kind() == "switch_statement") else {
            return self.children(node);
        };
        let subject = self.value(value);
        let Some(body) = field(node, "body") else { return };
        for section in items(body) {
            if section.kind() != "switch_section" {
                self.node(section);
                continue;
            }
            let parts = items(section);
            if super::has_token(section, "case") {
                self.b.branch();
            }
            for part in parts {
                match part.kind() {
                    kind if is_pattern(kind) => self.pattern(part, subject),
                    _ => self.node(part),
                }
            }
        }
    }

    /// `int a = 1, b;`
    fn locals(&mut self, node: Node) {
        let ty = field(node, "type").filter(|ty| ty.kind() != "implicit_type");
        let declared = ty.map(|ty| self.ty(ty));
        for declarator in items(node).into_iter().filter(|it| it.kind() == "variable_declarator") {
            let Some(name) = field(declarator, "name") else {
                self.deconstruction(declarator);
                continue;
            };
            // A name counts from behind its declaration on.
            let value = initializer(declarator, name).map(|it| self.given(it, declared));
            let binding = self.bind(name, BindingKind::Variable);
            self.b.binding_mut(binding).declared = declared;
            value.into_iter().for_each(|value| self.b.assign(binding, value));
        }
    }

    /// `var (a, b) = …`
    fn deconstruction(&mut self, declarator: Node) {
        let Some(pattern) = child(declarator, "tuple_pattern") else { return self.children(declarator) };
        let value = match initializer(declarator, pattern) {
            Some(value) => self.value(value),
            None => self.unknown(),
        };
        self.parts(pattern, value);
    }

    /// The names of a tuple pattern, each a part of `object`.
    fn parts(&mut self, pattern: Node, object: ValueId) {
        for (position, part) in items(pattern).into_iter().enumerate() {
            let value = self.b.value(Value::Part { object, position: position as u32 });
            match part.kind() {
                "identifier" => {
                    let binding = self.bind(part, BindingKind::Variable);
                    self.b.assign(binding, value);
                }
                "tuple_pattern" => {
                    self.deeper(part, |walk| walk.parts(part, value));
                }
                _ => {}
            }
        }
    }

    fn each(&mut self, node: Node) {
        let Some(right) = field(node, "right") else { return self.children(node) };
        let object = self.value(right);
        let item = self.b.value(Value::Item { object, position: 1 });
        let declared = field(node, "type").filter(|ty| ty.kind() != "implicit_type").map(|ty| self.ty(ty));
        match field(node, "left") {
            Some(left) if left.kind() == "identifier" => {
                let binding = self.bind(left, BindingKind::Variable);
                self.b.binding_mut(binding).declared = declared;
                self.b.assign(binding, item);
            }
            Some(left) if left.kind() == "tuple_pattern" => self.parts(left, item),
            Some(left) => self.assign_to(left, item),
            None => {}
        }
        field(node, "body").into_iter().for_each(|body| self.node(body));
    }

    fn caught(&mut self, node: Node) {
        let declared = field(node, "type").map(|ty| self.ty(ty));
        if let Some(name) = field(node, "name") {
            let binding = self.bind(name, BindingKind::Variable);
            self.b.binding_mut(binding).declared = declared;
        }
    }
}

pub fn is_pattern(kind: &str) -> bool {
    kind.ends_with("_pattern") || kind == "discard"
}

pub fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(kind, "identifier" | "generic_name" | "qualified_name" | "alias_qualified_name" | "this" | "base")
}
