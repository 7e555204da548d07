//! Statements: blocks, branches, loops, switches, returns.

use super::{Walk, Walker, field, fields, items};
use crate::builder::push_bounded;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "function_declaration" => self.function(node),
            "method_declaration" => self.method(node),
            "type_spec" | "type_alias" => self.type_spec(node),
            "const_declaration" => self.constants(node),
            "var_spec" => self.var_spec(node),
            "import_spec" => self.import(node),
            "package_clause" => {
                let name = items(node).first().map(|name| self.str(*name).to_owned());
                self.b.graph.package = name;
            }
            "short_var_declaration" => self.short(node),
            "assignment_statement" => self.assignment(node),
            "range_clause" => self.range(node),
            "receive_statement" => self.receive(node),
            "return_statement" => self.returned(node),
            "type_switch_statement" => self.scoped(|walk| walk.type_switch(node)),
            "block" | "expression_switch_statement" | "select_statement" => {
                if node.kind() == "expression_switch_statement" {
                    self.conditional(node);
                }
                self.scoped(|walk| walk.children(node));
            }
            "if_statement" | "for_statement" | "expression_case" | "communication_case" => {
                self.b.branch();
                if node.kind() == "if_statement" {
                    self.conditional(node);
                }
                self.scoped(|walk| {
                    walk.children(node);
                    walk.stands_in(node);
                });
                if node.kind() == "if_statement" {
                    self.looked_at(node);
                }
            }
            "expression_statement" => {
                self.children(node);
                items(node).first().into_iter().for_each(|it| self.drops(&[], *it));
            }
            "default_case" => self.scoped(|walk| walk.children(node)),
            "send_statement" => {
                field(node, "channel").into_iter().for_each(|it| {
                    self.value(it);
                });
                field(node, "value").into_iter().for_each(|it| {
                    self.passed(it);
                });
            }
            "comment" | "label_name" => {}
            kind if kind.ends_with("_expression") || is_operand(kind) => {
                self.value(node);
            }
            _ => self.children(node),
        }
    }

    fn returned(&mut self, node: Node) {
        let Some(list) = items(node).first().copied() else { return };
        let given = items(list);
        let values: Vec<_> = given.iter().map(|value| self.passed(*value)).collect();
        self.fails(node, &given, &values);
        let value = match values[..] {
            [only] => only,
            _ => self.b.value(Value::List { items: values }),
        };
        if let Some(returns) = self.returns.last_mut() {
            push_bounded(returns, value);
        }
    }

    /// `for k, v := range m`: what is declared lives in the loop's scope, which is open.
    fn range(&mut self, node: Node) {
        let Some(right) = field(node, "right") else { return self.children(node) };
        let object = self.value(right);
        let Some(left) = field(node, "left") else { return };
        let names = items(left);
        let positions = 0..names.len() as u32;
        let values: Vec<_> = positions.map(|position| self.b.value(Value::Item { object, position })).collect();
        match declares(node) {
            true => self.declare_each(&names, &values),
            false => self.assign_each(&names, &values),
        }
    }

    fn receive(&mut self, node: Node) {
        let Some(right) = field(node, "right") else { return self.children(node) };
        let values = [self.value(right), self.builtin(Builtin::Boolean)];
        let Some(left) = field(node, "left") else { return };
        match declares(node) {
            true => self.declare_each(&items(left), &values),
            false => self.assign_each(&items(left), &values),
        }
    }

    fn type_switch(&mut self, node: Node) {
        field(node, "initializer").into_iter().for_each(|it| self.node(it));
        let value = match field(node, "value") {
            Some(value) => self.value(value),
            None => self.unknown(),
        };
        let alias = field(node, "alias").and_then(|list| items(list).first().copied());
        for case in items(node).into_iter().filter(|it| matches!(it.kind(), "type_case" | "default_case")) {
            let types: Vec<_> = fields(case, "type");
            if case.kind() == "type_case" {
                self.b.branch();
            }
            self.scoped(|walk| {
                let kinds: Vec<_> = types.iter().map(|ty| walk.ty(*ty)).collect();
                if let Some(alias) = alias {
                    let value = match kinds[..] {
                        [ty] => walk.b.value(Value::Cast { ty }),
                        _ => value,
                    };
                    let binding = walk.bind(alias, BindingKind::Variable, None);
                    walk.b.assign(binding, value);
                }
                for child in items(case).into_iter().filter(|child| !types.contains(child)) {
                    walk.node(child);
                }
            });
        }
    }
}

/// Whether a clause declares what is on its left, or only assigns it.
fn declares(node: Node) -> bool {
    node.children(&mut node.walk()).any(|child| child.kind() == ":=")
}

fn is_operand(kind: &str) -> bool {
    matches!(kind, "identifier" | "composite_literal" | "func_literal")
}
