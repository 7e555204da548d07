//! Statements: locals, blocks, branches, loops, switches, returns.

use super::{Walk, Walker, child, field, fields, items, start};
use crate::builder::{CALLEE_LIMIT, push_bounded};
use crate::throws::{Throws, is_idle};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "package_declaration" => self.package(node),
            "import_declaration" => self.import(node),
            "class_declaration"
            | "interface_declaration"
            | "enum_declaration"
            | "record_declaration"
            | "annotation_type_declaration" => self.class_declaration(node),
            // Members without a class around them: files that start without one.
            "method_declaration" | "field_declaration" => self.member(node),
            "local_variable_declaration" => self.locals(node),
            "block" | "constructor_body" => self.scoped(|walk| walk.children(node)),
            "expression_statement" => items(node).into_iter().for_each(|it| {
                self.value(it);
            }),
            "if_statement" => self.branch_of(node),
            "while_statement" | "do_statement" => self.branch_of(node),
            "for_statement" => self.scoped(|walk| walk.branch_of(node)),
            "enhanced_for_statement" => self.scoped(|walk| walk.for_each(node)),
            "return_statement" => {
                let expected = self.expects.last().copied().flatten();
                let value = items(node).first().map(|it| self.expected(*it, expected));
                if let (Some(value), Some(returns)) = (value, self.returns.last_mut()) {
                    push_bounded(returns, value);
                }
            }
            "yield_statement" => {
                let value = items(node).first().map(|it| self.passed(*it));
                if let (Some(value), Some(yields)) = (value, self.yields.last_mut()) {
                    push_bounded(yields, value);
                }
            }
            "try_with_resources_statement" => self.scoped(|walk| walk.children(node)),
            "resource" => self.resource(node),
            "catch_clause" => {
                self.b.branch();
                let name = child(node, "catch_formal_parameter").and_then(|it| field(it, "name"));
                let name = name.map(|name| self.str(name));
                self.handling(name, |walk| walk.scoped(|walk| walk.children(node)));
                self.catches(node);
            }
            "assert_statement" => {
                self.b.assertion(start(node));
                self.children(node);
            }
            "throw_statement" => {
                let thrown = items(node).first().copied();
                let value = thrown.map(|it| self.value(it));
                let made = thrown.filter(|it| it.kind() == "object_creation_expression");
                self.note_thrown(node, thrown, value, made.and_then(|it| field(it, "type")));
            }
            "catch_formal_parameter" => self.caught(node),
            "labeled_statement" => items(node).into_iter().skip(1).for_each(|it| self.node(it)),
            "line_comment" | "block_comment" | "break_statement" | "continue_statement" | "modifiers" => {}
            // What a module offers and needs says nothing of calls.
            "module_declaration" => {}
            kind if kind.ends_with("_expression") || super::values::is_operand(kind) => {
                self.value(node);
            }
            _ => self.children(node),
        }
    }

    fn branch_of(&mut self, node: Node) {
        self.b.branch();
        if node.kind() == "if_statement" {
            self.conditional(node);
        }
        for child in items(node) {
            if child.kind().ends_with("_statement") || child.kind() == "block" {
                self.scoped(|walk| walk.node(child));
            } else {
                self.node(child);
            }
        }
    }

    fn locals(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return self.children(node) };
        self.marks(node);
        let declared = (self.str(ty) != "var").then(|| self.ty(ty));
        for declarator in fields(node, "declarator") {
            let Some(name) = field(declarator, "name") else { continue };
            let declared = declared.map(|declared| self.array(declared, field(declarator, "dimensions")));
            // The name counts in its own initialiser: a lambda may call itself.
            let binding = (name.kind() == "identifier").then(|| self.bind(name, BindingKind::Variable, None));
            if let Some(binding) = binding {
                self.b.binding_mut(binding).declared = declared;
            }
            let value = field(declarator, "value").map(|value| self.initialiser(value, declared));
            if let (Some(binding), Some(value)) = (binding, value) {
                self.b.assign(binding, value);
            }
        }
    }

    fn for_each(&mut self, node: Node) {
        self.b.branch();
        let object = field(node, "value").map(|value| self.value(value));
        if let (Some(ty), Some(name)) = (field(node, "type"), field(node, "name"))
            && name.kind() == "identifier"
        {
            let declared = (self.str(ty) != "var").then(|| self.ty(ty));
            let declared = declared.map(|declared| self.array(declared, field(node, "dimensions")));
            let binding = self.bind(name, BindingKind::Variable, None);
            self.b.binding_mut(binding).declared = declared;
            if let Some(object) = object {
                let item = self.b.value(Value::Item { object, position: 1 });
                self.b.assign(binding, item);
            }
        }
        field(node, "body").into_iter().for_each(|body| self.node(body));
    }

    /// `try (A a = open(); b)`
    fn resource(&mut self, node: Node) {
        let Some(name) = field(node, "name") else {
            return items(node).into_iter().for_each(|it| {
                self.value(it);
            });
        };
        let declared = field(node, "type").filter(|ty| self.str(*ty) != "var").map(|ty| self.ty(ty));
        let value = field(node, "value").map(|value| self.expected(value, declared));
        if name.kind() == "identifier" {
            let binding = self.bind(name, BindingKind::Variable, None);
            self.b.binding_mut(binding).declared = declared;
            value.into_iter().for_each(|value| self.b.assign(binding, value));
        }
    }

    /// One site for each type that is caught.
    fn catches(&mut self, node: Node) {
        let idle = field(node, "body").is_some_and(is_idle);
        let types = child(node, "catch_formal_parameter").and_then(|it| child(it, "catch_type")).map(items);
        let types = types.unwrap_or_default().into_iter().map(|ty| {
            let (id, text) = (self.ty(ty), self.text(ty, CALLEE_LIMIT));
            (Some(self.class_value(id)), text)
        });
        let types = types.collect();
        self.note_caught(node, idle, types);
    }

    fn caught(&mut self, node: Node) {
        let declared = child(node, "catch_type").map(|ty| self.ty(ty));
        if let Some(name) = field(node, "name").filter(|name| name.kind() == "identifier") {
            let binding = self.bind(name, BindingKind::Parameter, None);
            self.b.binding_mut(binding).declared = declared;
        }
    }

    /// A switch, as a statement or as the value of what its branches yield.
    pub fn switch(&mut self, node: Node) -> ValueId {
        let subject = field(node, "condition").map(|it| self.value(it));
        self.yields.push(Vec::new());
        for group in field(node, "body").map(items).unwrap_or_default() {
            self.scoped(|walk| walk.case(group, subject));
        }
        let options = self.yields.pop().unwrap_or_default();
        match options[..] {
            [] => self.unknown(),
            [one] => one,
            _ => self.b.value(Value::Either { options }),
        }
    }

    fn case(&mut self, group: Node, subject: Option<ValueId>) {
        let is_rule = group.kind() == "switch_rule";
        for part in items(group) {
            match part.kind() {
                "switch_label" => {
                    let labels = items(part);
                    if !labels.is_empty() {
                        self.b.branch();
                    }
                    labels.into_iter().for_each(|label| self.label(label, subject));
                }
                "expression_statement" if is_rule => {
                    let value = items(part).first().map(|it| self.passed(*it));
                    if let (Some(value), Some(yields)) = (value, self.yields.last_mut()) {
                        push_bounded(yields, value);
                    }
                }
                _ => self.node(part),
            }
        }
    }
}
