//! Statements: branches, loops, conditions that bind.

use super::expected::Expected;
use super::{Walk, Walker, child, is_comment, is_type, items, type_in};
use crate::builder::push_bounded;
use crate::throws::Throws;
use crate::tree::field;
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn statement(&mut self, node: Node<'t>) {
        match node.kind() {
            "import_declaration" => self.import(node),
            "class_declaration" => self.class(node),
            "protocol_declaration" => self.protocol(node),
            "enum_entry" => self.enum_entry(node),
            "typealias_declaration" => self.type_alias(node),
            "associatedtype_declaration" => self.associated_type(node),
            "function_declaration" | "protocol_function_declaration" => self.function(node),
            "init_declaration" => self.initializer(node),
            "deinit_declaration" => self.deinitializer(node),
            "subscript_declaration" => self.subscript(node),
            "property_declaration" => self.property(node),
            "protocol_property_declaration" => self.requirement(node),
            "guard_statement" => self.guard(node),
            "while_statement" | "repeat_while_statement" => {
                self.b.branch();
                self.scoped(|walk| {
                    walk.conditions(node);
                    walk.blocks(node);
                });
            }
            "for_statement" => self.for_each(node),
            "do_statement" => self.attempt(node),
            "control_transfer_statement" => self.transfer(node),
            "comment"
            | "multiline_comment"
            | "directive"
            | "diagnostic"
            | "modifiers"
            | "inheritance_specifier"
            | "operator_declaration"
            | "precedence_group_declaration"
            | "type_parameters"
            | "type_constraints"
            | "line_str_text"
            | "str_escaped_char"
            | "multi_line_str_text"
            | "raw_str_part"
            | "value_argument_label"
            | "availability_condition" => {}
            "statements" | "ERROR" | "value_arguments" | "interpolated_expression" => self.children(node),
            "value_argument" => {
                field(node, "value").into_iter().for_each(|it| {
                    self.passed(it);
                });
            }
            _ if is_type(node) => {
                self.ty(node);
            }
            _ => {
                self.value(node);
            }
        }
    }

    fn transfer(&mut self, node: Node<'t>) {
        let Some(given) = items(node).last().copied().filter(|it| it.kind() != "throw_keyword") else { return };
        let is_return = node.child(0).is_some_and(|it| it.kind() == "return");
        let declared = self.returns.last().filter(|_| is_return).and_then(|(_, declared)| *declared);
        let value = self.expecting(declared, given);
        if node.child(0).is_some_and(|it| it.kind() == "throw_keyword") {
            let class = child(given, "simple_identifier").filter(|_| given.kind() == "call_expression");
            return self.note_thrown(node, Some(given), Some(value), class);
        }
        if let (true, Some((returns, _))) = (is_return, self.returns.last_mut()) {
            push_bounded(returns, value);
        }
    }

    /// Walks the statements in a node; the value of the last, if it is an expression, of which `expected` is told.
    pub fn last_value(&mut self, node: Node<'t>, expected: Option<Expected>) -> Option<ValueId> {
        let statements = if node.kind() == "statements" { node } else { child(node, "statements")? };
        let all = items(statements);
        let (last, before) = all.split_last()?;
        before.iter().for_each(|statement| self.node(*statement));
        let is_statement = last.kind().ends_with("_declaration")
            || matches!(
                last.kind(),
                "control_transfer_statement"
                    | "for_statement"
                    | "while_statement"
                    | "repeat_while_statement"
                    | "do_statement"
                    | "guard_statement"
                    | "assignment"
                    | "directive"
                    | "ERROR"
            );
        if is_statement {
            self.node(*last);
            return None;
        }
        Some(self.expecting(expected, *last))
    }

    fn blocks(&mut self, node: Node<'t>) {
        for part in items(node).into_iter().filter(|it| it.kind() == "statements") {
            self.children(part);
        }
    }

    /// The conditions of an `if`, `guard` or `while`: expressions, and names bound to what is not nil.
    fn conditions(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        let (mut name, mut ty, mut pattern, mut binds) = (None, None, None, false);
        // The name of a case and the patterns of what it holds, up to what they are compared with.
        let mut case: Option<(Node<'t>, Vec<Node<'t>>)> = None;
        let mut in_case = false;
        loop {
            let part = cursor.node();
            match part.kind() {
                "case" => in_case = true,
                "=" if in_case => in_case = false,
                "simple_identifier" if in_case && case.is_none() && is_case(part) => case = Some((part, Vec::new())),
                kind if in_case && let Some((_, held)) = &mut case => {
                    if kind == "pattern" {
                        held.push(part);
                    }
                }
                "{" | "statements" | "else" => break,
                "value_binding_pattern" => binds = true,
                "type_annotation" => ty = type_in(part).map(|ty| self.ty(ty)),
                "," => self.shorthand(&mut name, &mut binds),
                "pattern" => pattern = Some(part),
                "simple_identifier" if cursor.field_name() == Some("bound_identifier") => name = Some(part),
                "simple_identifier" if cursor.field_name() == Some("condition") && is_case(part) => {}
                "where_clause" => self.children(part),
                _ if !part.is_named() || is_comment(part) || is_type(part) => {}
                _ => {
                    let value = self.passed(part);
                    if let Some((name, held)) = case.take() {
                        self.bind_case(name, &held, Some(value));
                    } else if let Some(name) = name.take() {
                        let binding = self.bind(name, BindingKind::Variable, None);
                        self.b.binding_mut(binding).declared = ty.take();
                        self.b.assign(binding, value);
                    } else if let Some(pattern) = pattern.take() {
                        self.bind_pattern(pattern, Some(value), None);
                    }
                    binds = false;
                }
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        self.shorthand(&mut name, &mut binds);
    }

    /// `if let x`: the name once more.
    fn shorthand(&mut self, name: &mut Option<Node<'t>>, binds: &mut bool) {
        if let Some(name) = name.take().filter(|_| *binds) {
            let value = self.read(name);
            let binding = self.bind(name, BindingKind::Variable, None);
            self.b.assign(binding, value);
        }
        *binds = false;
    }

    pub fn choice_if(&mut self, node: Node<'t>) -> ValueId {
        self.b.branch();
        let (mut options, mut otherwise, mut first) = (Vec::new(), false, true);
        self.scopes.open(self.b, ScopeKind::Block, None);
        self.conditions(node);
        for part in items(node) {
            match part.kind() {
                "else" => {
                    if first {
                        self.scopes.close();
                        first = false;
                    }
                    otherwise = true;
                }
                "statements" => {
                    let value = if otherwise {
                        self.scoped(|walk| walk.last_value(part, None))
                    } else {
                        self.last_value(part, None)
                    };
                    options.extend(value);
                }
                "if_statement" if otherwise => options.push(self.choice_if(part)),
                _ => {}
            }
        }
        if first {
            self.scopes.close();
        }
        self.b.value(Value::Either { options })
    }

    /// What a `guard` binds is seen behind it.
    fn guard(&mut self, node: Node<'t>) {
        self.b.branch();
        self.conditions(node);
        self.scoped(|walk| walk.blocks(node));
    }

    fn for_each(&mut self, node: Node<'t>) {
        self.b.branch();
        let object = field(node, "collection").map(|it| self.value(it));
        self.scoped(|walk| {
            let value = object.map(|object| walk.b.value(Value::Item { object, position: 1 }));
            let declared = child(node, "type_annotation").and_then(type_in).map(|ty| walk.ty(ty));
            field(node, "item").into_iter().for_each(|item| walk.bind_pattern(item, value, declared));
            child(node, "where_clause").into_iter().for_each(|it| walk.children(it));
            walk.blocks(node);
        });
    }

    fn attempt(&mut self, node: Node<'t>) {
        for part in items(node) {
            match part.kind() {
                "statements" => self.scoped(|walk| walk.children(part)),
                "catch_block" => {
                    self.b.branch();
                    self.scoped(|walk| {
                        field(part, "error").into_iter().for_each(|it| walk.bind_pattern(it, None, None));
                        child(part, "where_clause").into_iter().for_each(|it| walk.children(it));
                        let name = field(part, "error").map(|it| walk.str(it).rsplit(' ').next().unwrap_or_default());
                        walk.handling(name.or(Some("error")), |walk| walk.blocks(part));
                    });
                    self.note_caught(part, child(part, "statements").is_none(), Vec::new());
                }
                _ => {}
            }
        }
    }

    pub fn choice_switch(&mut self, node: Node<'t>) -> ValueId {
        let value = field(node, "expr").map(|it| self.value(it));
        let mut options = Vec::new();
        for entry in items(node).into_iter().filter(|it| it.kind() == "switch_entry") {
            let given = self.scoped(|walk| {
                let mut given = None;
                for part in items(entry) {
                    match part.kind() {
                        "switch_pattern" => {
                            walk.b.branch();
                            child(part, "pattern").into_iter().for_each(|it| walk.bind_pattern(it, value, None));
                        }
                        "statements" => given = walk.last_value(part, None),
                        "where_keyword" | "default_keyword" | "modifiers" => {}
                        _ => {
                            walk.value(part);
                        }
                    }
                }
                given
            });
            options.extend(given);
        }
        self.b.value(Value::Either { options })
    }
}

/// The name of a case in a pattern: `.some` of `case .some(let x) = y`.
fn is_case(node: Node) -> bool {
    node.prev_sibling().is_some_and(|it| it.kind() == ".")
}
