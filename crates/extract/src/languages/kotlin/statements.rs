//! Statements: branches, loops, smart casts.

use super::{Walk, Walker, child, is_comment, is_type, items};
use crate::builder::CALLEE_LIMIT;
use crate::throws::Throws;
use crate::tree::{field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    pub fn statement(&mut self, node: Node<'t>) {
        match node.kind() {
            "package_header" => self.package(node),
            "import" => self.import(node),
            "class_declaration" => self.class(node),
            "object_declaration" => self.object(node),
            "companion_object" => self.companion(node),
            "function_declaration" => self.function(node),
            "property_declaration" => self.property(node),
            "type_alias" => self.type_alias(node),
            "enum_entry" => self.enum_entry(node),
            "secondary_constructor" => self.secondary_constructor(node),
            "anonymous_initializer" => self.initializer(node),
            "assignment" => self.assignment(node),
            "for_statement" => self.for_each(node),
            "while_statement" | "do_while_statement" => {
                self.b.branch();
                self.scoped(|walk| walk.children(node));
            }
            "block" => self.scoped(|walk| walk.children(node)),
            "file_annotation" | "label" | "line_comment" | "block_comment" | "string_content" | "escape_sequence" => {}
            "interpolation" | "ERROR" | "value_arguments" | "value_argument" => self.children(node),
            _ if is_type(node) => {
                self.ty(node);
            }
            _ => {
                self.value(node);
            }
        }
    }

    fn assignment(&mut self, node: Node<'t>) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.children(node) };
        let operator = node.children(&mut node.walk()).map(|it| it.kind()).find(|it| it.ends_with('='));
        // What a subscript is set to is one of its arguments.
        if operator == Some("=") && left.kind() == "index_expression" {
            let value = self.passed(right);
            self.assigned = Some((left.id(), value));
            self.value(left);
            self.assigned = None;
            return;
        }
        let object = self.value(left);
        if operator == Some("=") {
            self.ask_as(right, object);
        }
        let value = self.passed(right);
        if operator == Some("=") && left.kind() == "navigation_expression" {
            crate::members_set::keep(self.b, left, right, (object, value));
        }
        let members = match operator {
            Some("+=") => ["plusAssign", "plus"],
            Some("-=") => ["minusAssign", "minus"],
            Some("*=") => ["timesAssign", "times"],
            Some("/=") => ["divAssign", "div"],
            Some("%=") => ["remAssign", "rem"],
            _ => return,
        };
        for member in members {
            self.implied(object, member, right, vec![value]);
        }
    }

    fn for_each(&mut self, node: Node<'t>) {
        self.b.branch();
        let parts: Vec<_> = items(node).into_iter().filter(|it| !matches!(it.kind(), "label" | "annotation")).collect();
        let [variable, object, body @ ..] = &parts[..] else { return self.children(node) };
        let (at, object) = (*object, self.value(*object));
        self.implied(object, "iterator", at, Vec::new());
        self.scoped(|walk| {
            let value = walk.b.value(Value::Item { object, position: 1 });
            match variable.kind() {
                "multi_variable_declaration" => walk.destructure(&items(*variable), Some(value), true),
                _ => walk.destructure(&[*variable], Some(value), false),
            }
            body.iter().for_each(|body| walk.node(*body));
        });
    }

    /// The value of a block's last expression, or of an expression.
    fn branch_value(&mut self, node: Node<'t>) -> Option<ValueId> {
        match node.kind() {
            "block" => self.last_value(node, |_| true),
            "assignment" => {
                self.node(node);
                None
            }
            _ if node.kind().ends_with("_statement") || node.kind().ends_with("_declaration") => {
                self.node(node);
                None
            }
            _ => Some(self.passed(node)),
        }
    }

    pub fn choice_if(&mut self, node: Node<'t>) -> ValueId {
        self.b.branch();
        self.conditional(node);
        let Some(condition) = field(node, "condition") else { return self.walked(node) };
        self.value(condition);
        let (mut options, mut otherwise, mut leaves) = (Vec::new(), false, false);
        for part in node.children(&mut node.walk()) {
            if part.kind() == "else" {
                otherwise = true;
            }
            if !part.is_named() || is_comment(part) || part == condition {
                continue;
            }
            if !otherwise {
                leaves |= always_leaves(part);
            }
            let value = self.scoped(|walk| {
                walk.narrow(condition, !otherwise);
                walk.branch_value(part)
            });
            options.extend(value);
        }
        if leaves && !otherwise {
            self.narrow(condition, false);
        }
        self.b.value(Value::Either { options })
    }

    pub fn choice_when(&mut self, node: Node<'t>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Block, None);
        let mut subject = None;
        if let Some(head) = child(node, "when_subject") {
            let inside = items(head);
            let value = inside.last().map(|value| self.value(*value));
            subject = match inside[..] {
                [name] if name.kind() == "identifier" => Some(name),
                [.., variable, _] if variable.kind() == "variable_declaration" => {
                    self.destructure(&[variable], value, false);
                    child(variable, "identifier")
                }
                _ => None,
            };
        }
        let mut options = Vec::new();
        for entry in items(node).into_iter().filter(|it| it.kind() == "when_entry") {
            let value = self.scoped(|walk| walk.when_entry(entry, subject));
            options.extend(value);
        }
        self.scopes.close();
        self.b.value(Value::Either { options })
    }

    fn when_entry(&mut self, node: Node<'t>, subject: Option<Node<'t>>) -> Option<ValueId> {
        let conditions: Vec<_> =
            node.children_by_field_name("condition", &mut node.walk()).filter(Node::is_named).collect();
        let mut types = Vec::new();
        for condition in &conditions {
            self.b.branch();
            match condition.kind() {
                "type_test" => {
                    let positive = condition.child(0).is_some_and(|it| it.kind() == "is");
                    if let Some(ty) = condition.named_children(&mut condition.walk()).find(|it| is_type(*it)) {
                        let ty = self.ty(ty);
                        types.extend(positive.then_some(ty));
                    }
                }
                "range_test" => self.children(*condition),
                _ => {
                    self.value(*condition);
                }
            }
        }
        match (subject, &types[..], &conditions[..]) {
            (Some(subject), [ty], [_]) => self.cast_to(subject, *ty),
            (None, _, [condition]) => self.narrow(*condition, true),
            _ => {}
        }
        let body = items(node).into_iter().rfind(|it| !conditions.contains(it))?;
        self.branch_value(body)
    }

    pub fn attempt(&mut self, node: Node<'t>) -> ValueId {
        let mut options = Vec::new();
        for part in items(node) {
            let value = match part.kind() {
                "block" => self.scoped(|walk| walk.branch_value(part)),
                "catch_block" => {
                    self.b.branch();
                    self.scoped(|walk| {
                        let declared = items(part).into_iter().find(|it| is_type(*it)).map(|ty| walk.ty(ty));
                        if let Some(name) = child(part, "identifier") {
                            let binding = walk.bind(name, BindingKind::Variable, None);
                            walk.b.binding_mut(binding).declared = declared;
                        }
                        let name = child(part, "identifier").map(|name| walk.str(name));
                        let body = child(part, "block");
                        let value = walk.handling(name, |walk| body.and_then(|block| walk.branch_value(block)));
                        walk.catches(part, body, declared);
                        value
                    })
                }
                _ => {
                    self.children(part);
                    None
                }
            };
            options.extend(value);
        }
        self.b.value(Value::Either { options })
    }

    fn catches(&mut self, node: Node<'t>, body: Option<Node<'t>>, declared: Option<TypeId>) {
        let text = items(node).into_iter().find(|it| is_type(*it)).map(|ty| self.text(ty, CALLEE_LIMIT));
        let of = declared.map(|ty| self.b.value(Value::Cast { ty }));
        let idle = body.is_none_or(|body| items(body).is_empty());
        self.note_caught(node, idle, text.map(|text| (of, text)).into_iter().collect());
    }

    /// `throw A(…)`, `throw e`
    pub fn thrown(&mut self, node: Node<'t>) -> ValueId {
        let thrown = items(node).first().copied();
        let value = thrown.map(|it| self.value(it));
        let called = thrown.filter(|it| it.kind() == "call_expression").and_then(|it| items(it).first().copied());
        let class = called.filter(|it| matches!(it.kind(), "identifier" | "navigation_expression"));
        self.note_thrown(node, thrown, value, class);
        self.unknown()
    }

    /// In the current scope, names have the types that `condition` has shown them to have by being `holds`.
    pub fn narrow(&mut self, condition: Node<'t>, holds: bool) {
        match condition.kind() {
            "parenthesized_expression" => {
                items(condition).first().into_iter().for_each(|inner| self.narrow(*inner, holds));
            }
            "unary_expression" if field(condition, "operator").is_some_and(|it| it.kind() == "!") => {
                field(condition, "argument").into_iter().for_each(|inner| self.narrow(inner, !holds));
            }
            "binary_expression" => {
                let operator = field(condition, "operator").map_or("", |it| it.kind());
                if operator == if holds { "&&" } else { "||" } {
                    for side in ["left", "right"] {
                        field(condition, side).into_iter().for_each(|it| self.narrow(it, holds));
                    }
                }
            }
            "is_expression" => {
                let positive = condition.children(&mut condition.walk()).any(|it| it.kind() == "is");
                if let (Some(name), Some(ty)) = (field(condition, "left"), field(condition, "right"))
                    && name.kind() == "identifier"
                    && positive == holds
                {
                    let ty = self.ty(ty);
                    self.cast_to(name, ty);
                }
            }
            _ => {}
        }
    }

    fn cast_to(&mut self, name: Node<'t>, ty: TypeId) {
        let id = self.name(name);
        let binding = self.scopes.rebind(self.b, id, BindingKind::Variable, start(name));
        let value = self.b.value(Value::Cast { ty });
        self.b.assign(binding, value);
    }
}

/// Whether what follows a branch is never reached from it.
fn always_leaves(node: Node) -> bool {
    let last = match node.kind() {
        "block" => items(node).last().copied(),
        _ => Some(node),
    };
    last.is_some_and(|it| match it.kind() {
        "return_expression" | "throw_expression" => true,
        "identifier" => it.end_byte() - it.start_byte() >= 5 && is_jump(it),
        "labeled_expression" => child(it, "label").is_some(),
        _ => false,
    })
}

/// `break` and `continue` are names to the parser; no variable may be called so.
fn is_jump(node: Node) -> bool {
    matches!(node.end_byte() - node.start_byte(), 5 | 8)
}
