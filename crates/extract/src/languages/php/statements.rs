//! Statements: branches, loops, what is returned.

use super::{Walk, Walker, docs, end, field, items, start};
use crate::builder::{CALLEE_LIMIT, push_bounded};
use crate::flow::Way;
use crate::throws::{Throws, is_idle};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "comment" => {
                if self.b.source.slice(start(node), end(node)).starts_with("/**") {
                    self.comment = Some((start(node), end(node)));
                }
            }
            "namespace_use_declaration" => self.uses(node),
            "class_declaration" | "interface_declaration" | "trait_declaration" | "enum_declaration" => {
                self.class(node);
            }
            "function_definition" => self.function(node),
            "const_declaration" => self.constants(node),
            "expression_statement" => {
                self.inline_var(node, true);
                self.children(node);
                self.inline_var(node, false);
                self.asserted(node);
            }
            "return_statement" => {
                self.inline_var(node, true);
                let value = items(node).first().map(|it| self.passed(*it));
                if let (Some(value), Some(function)) = (value, self.functions.last_mut()) {
                    push_bounded(&mut function.returns, value);
                }
            }
            "if_statement" => self.branches(node),
            "while_statement" => {
                self.b.branch();
                let mark = self.flow.mark();
                if let Some(condition) = field(node, "condition") {
                    self.value(condition);
                    self.narrow(condition, true);
                }
                self.looped(mark, node);
            }
            "for_statement" => {
                self.b.branch();
                for part in ["initialize", "condition"] {
                    field(node, part).into_iter().for_each(|it| self.node(it));
                }
                let mark = self.flow.mark();
                field(node, "body").into_iter().for_each(|it| self.node(it));
                field(node, "update").into_iter().for_each(|it| self.node(it));
                self.end_loop(mark);
            }
            "foreach_statement" => self.foreach(node),
            "do_statement" => {
                self.b.branch();
                self.children(node);
            }
            "switch_statement" => self.switch(node),
            "try_statement" => self.attempt(node),
            "global_declaration" | "function_static_declaration" => self.other_scope(node),
            "unset_statement"
            | "text"
            | "text_interpolation"
            | "php_tag"
            | "named_label_statement"
            | "goto_statement"
            | "declare_directive" => {}
            _ => {
                self.value(node);
            }
        }
    }

    /// `/** @var T $x */` before a statement: of what it uses, `before` it, or of what it assigns, behind.
    fn inline_var(&mut self, node: Node, before: bool) {
        let Some((from, to)) = self.comment else { return };
        if !before {
            self.comment = None;
        }
        let between = self.b.source.slice(to.min(start(node)), start(node));
        if from >= start(node) || !between.trim().is_empty() {
            return;
        }
        let Some((ty, variable)) = docs::read(self.b.source.slice(from, to)).var else { return };
        let assigned = items(node).into_iter().next().filter(|it| it.kind() == "assignment_expression");
        let target = assigned.and_then(|it| field(it, "left")).filter(|it| it.kind() == "variable_name");
        let name = match (variable, target) {
            (Some(name), _) => self.b.name(&format!("${name}")),
            (None, Some(target)) => self.name(target),
            _ => return,
        };
        let ty = self.doc_type(&ty);
        let value = self.b.value(Value::Cast { ty });
        let (scope, line) = (self.scopes.current(), self.line(node));
        self.flow.assign(self.b, scope, name, value, line);
    }

    fn branches(&mut self, node: Node) {
        self.conditional(node);
        let whole = self.flow.mark();
        let mut ways = Vec::new();
        let alternatives = super::tree::fields(node, "alternative");
        let mut has_else = false;
        for clause in std::iter::once(node).chain(alternatives) {
            let condition = field(clause, "condition");
            if let Some(condition) = condition {
                self.b.branch();
                self.value(condition);
            }
            has_else |= clause.kind() == "else_clause";
            let mark = self.flow.mark();
            condition.into_iter().for_each(|it| self.narrow(it, true));
            let body = field(clause, "body");
            body.into_iter().for_each(|it| self.node(it));
            let way = self.flow.rewind(mark);
            if !body.is_some_and(leaves) {
                ways.push(way);
            }
            condition.into_iter().for_each(|it| self.narrow(it, false));
        }
        let rest = self.flow.rewind(whole);
        if !has_else {
            ways.push(rest);
        } else if ways.is_empty() {
            return;
        } else {
            // What conditions assign is there in every way.
            ways = ways.into_iter().map(|way| way.over(&rest)).collect();
        }
        self.join(&ways, false);
    }

    fn join(&mut self, ways: &[Way], skips: bool) {
        self.flow.join(self.b, &mut self.scopes, ways, skips);
    }

    fn looped(&mut self, mark: usize, node: Node) {
        field(node, "body").into_iter().for_each(|it| self.node(it));
        self.end_loop(mark);
    }

    fn end_loop(&mut self, mark: usize) {
        let way = self.flow.rewind(mark);
        self.flow.carry(self.b, &mut self.scopes, &way);
        self.join(&[way], true);
    }

    fn foreach(&mut self, node: Node) {
        self.b.branch();
        self.inline_var(node, true);
        let body = field(node, "body");
        let parts: Vec<Node> = items(node).into_iter().filter(|it| Some(*it) != body).collect();
        let (Some(list), Some(target)) = (parts.first(), parts.get(1)) else { return self.children(node) };
        let object = self.value(*list);
        let mark = self.flow.mark();
        if target.kind() == "pair" {
            if let [key, element] = items(*target)[..] {
                let value = self.b.value(Value::Item { object, position: 0 });
                self.assign(key, value);
                let value = self.b.value(Value::Item { object, position: 1 });
                self.assign(element, value);
            }
        } else {
            let value = self.b.value(Value::Item { object, position: 1 });
            self.assign(*target, value);
        }
        self.inline_var(node, false);
        body.into_iter().for_each(|it| self.node(it));
        self.end_loop(mark);
    }

    fn switch(&mut self, node: Node) {
        field(node, "condition").into_iter().for_each(|it| {
            self.value(it);
        });
        let cases = field(node, "body").map(items).unwrap_or_default();
        let has_default = cases.iter().any(|it| it.kind() == "default_statement");
        let mut ways = Vec::new();
        for case in cases {
            let mark = self.flow.mark();
            if case.kind() == "case_statement" {
                self.b.branch();
            }
            self.children(case);
            let way = self.flow.rewind(mark);
            if !items(case).last().is_some_and(|it| it.kind() != "break_statement" && leaves(*it)) {
                ways.push(way);
            }
        }
        self.join(&ways, !has_default);
    }

    fn attempt(&mut self, node: Node) {
        let mark = self.flow.mark();
        let body = field(node, "body");
        body.into_iter().for_each(|it| self.node(it));
        let way = self.flow.rewind(mark);
        let mut ways = Vec::new();
        if !body.is_some_and(leaves) {
            ways.push(way);
        }
        let mut last = None;
        for clause in items(node) {
            match clause.kind() {
                "catch_clause" => {
                    self.b.branch();
                    let mark = self.flow.mark();
                    let ty = field(clause, "type").map(|it| self.ty(it));
                    if let (Some(name), Some(ty)) = (field(clause, "name"), ty) {
                        let value = self.b.value(Value::Cast { ty });
                        self.assign(name, value);
                    }
                    let body = field(clause, "body");
                    let name = field(clause, "name").map(|name| self.str(name));
                    self.handling(name, |walk| body.into_iter().for_each(|it| walk.node(it)));
                    self.catches(clause, body);
                    let way = self.flow.rewind(mark);
                    if !body.is_some_and(leaves) {
                        ways.push(way);
                    }
                }
                "finally_clause" => last = Some(clause),
                _ => {}
            }
        }
        self.join(&ways, false);
        last.into_iter().for_each(|it| self.children(it));
    }

    /// One site for each type that is caught.
    fn catches(&mut self, node: Node, body: Option<Node>) {
        let types = field(node, "type").map(|list| if list.kind() == "type_list" { items(list) } else { vec![list] });
        let types = types.unwrap_or_default().into_iter().map(|ty| {
            let (id, text) = (self.ty(ty), self.text(ty, CALLEE_LIMIT));
            (Some(self.b.value(Value::Cast { ty: id })), text)
        });
        let types = types.collect();
        self.note_caught(node, body.is_some_and(is_idle), types);
    }

    /// `throw new A(…)`, `throw $e`, `throw A::of(…)`
    pub fn thrown(&mut self, node: Node) -> ValueId {
        let thrown = items(node).first().copied();
        let value = thrown.map(|it| self.value(it));
        let class = thrown.and_then(|it| match it.kind() {
            "object_creation_expression" => {
                items(it).into_iter().find(|it| matches!(it.kind(), "name" | "qualified_name"))
            }
            "scoped_call_expression" => field(it, "scope"),
            _ => None,
        });
        let class = class.filter(|it| !matches!(self.str(*it), "self" | "static" | "parent"));
        self.note_thrown(node, thrown, value, class);
        self.builtin(Builtin::Null)
    }

    /// `global $x`, `static $x = …`
    fn other_scope(&mut self, node: Node) {
        for part in items(node) {
            let (name, value) = match part.kind() {
                // At the top of a file it is the variable that is there anyway.
                "variable_name" if node.parent().is_some_and(|it| it.kind() == "program") => continue,
                "variable_name" => (part, self.unknown()),
                "static_variable_declaration" => {
                    let Some(name) = field(part, "name") else { continue };
                    let value = field(part, "value").map(|it| self.passed(it));
                    (name, value.unwrap_or_else(|| self.unknown()))
                }
                _ => continue,
            };
            self.assign(name, value);
        }
    }
}

/// Whether what follows a statement is not reached from its end.
pub fn leaves(node: Node) -> bool {
    match node.kind() {
        "return_statement" | "break_statement" | "continue_statement" | "exit_statement" | "goto_statement" => true,
        "expression_statement" => node.named_child(0).is_some_and(|it| it.kind() == "throw_expression"),
        "compound_statement" | "colon_block" => items(node).last().is_some_and(|it| leaves(*it)),
        _ => false,
    }
}
