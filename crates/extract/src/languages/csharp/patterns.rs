//! What patterns and query clauses bind.

use super::statements::is_pattern;
use super::{Walk, Walker, child, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Binds what a pattern names; `subject` is what it is held against.
    pub fn pattern(&mut self, node: Node, subject: ValueId) {
        self.deeper(node, |walk| walk.pattern_inside(node, subject));
    }

    fn pattern_inside(&mut self, node: Node, subject: ValueId) {
        match node.kind() {
            "declaration_pattern" | "recursive_pattern" | "var_pattern" => {
                let ty = field(node, "type").filter(|ty| ty.kind() != "implicit_type").map(|ty| self.ty(ty));
                let value = match ty {
                    Some(ty) => self.b.value(Value::Cast { ty }),
                    None => subject,
                };
                let mut position = 0;
                for part in items(node) {
                    match part.kind() {
                        "property_pattern_clause" => items(part).into_iter().for_each(|it| self.subpattern(it, value)),
                        "positional_pattern_clause" => {
                            for part in items(part) {
                                let part_of = self.b.value(Value::Part { object: value, position });
                                position += 1;
                                items(part).into_iter().for_each(|it| self.pattern(it, part_of));
                            }
                        }
                        "parenthesized_variable_designation" => self.designations(part, value),
                        kind if is_pattern(kind) => self.pattern(part, value),
                        _ => {}
                    }
                }
                if let Some(name) = field(node, "name") {
                    let binding = self.bind(name, BindingKind::Variable);
                    self.b.binding_mut(binding).declared = ty;
                    self.b.assign(binding, value);
                }
            }
            "type_pattern" => {
                field(node, "type").into_iter().for_each(|ty| {
                    self.ty(ty);
                });
            }
            "negated_pattern" | "parenthesized_pattern" | "and_pattern" | "or_pattern" => {
                items(node).into_iter().filter(|it| is_pattern(it.kind())).for_each(|it| self.pattern(it, subject));
            }
            "list_pattern" => {
                let item = self.b.value(Value::Item { object: subject, position: 1 });
                items(node).into_iter().filter(|it| is_pattern(it.kind())).for_each(|it| self.pattern(it, item));
            }
            "constant_pattern" if items(node).first().is_some_and(|it| self.positional_pattern(*it)) => {}
            _ => self.children(node),
        }
    }

    /// `x is Point(var a, 1)`, which the grammar may read as a call of `x is Point`.
    pub fn positional_test(&mut self, test: Node, list: Node) -> ValueId {
        field(test, "left").or_else(|| field(test, "expression")).into_iter().for_each(|it| {
            self.value(it);
        });
        let named = field(test, "pattern").and_then(|pattern| items(pattern).first().copied());
        if let Some(ty) = field(test, "right").or(named) {
            self.parts_of_pattern(ty, list);
        }
        self.literal("bool")
    }

    /// `Point(var a, 1)` where a pattern stands, which the grammar may read as a call. A constant is no call but `nameof`'s.
    fn positional_pattern(&mut self, node: Node) -> bool {
        let Some((ty, list)) = field(node, "function").zip(field(node, "arguments")) else { return false };
        let is_name =
            matches!(ty.kind(), "identifier" | "generic_name" | "qualified_name" | "member_access_expression");
        if node.kind() != "invocation_expression" || !is_name || self.str(ty) == "nameof" {
            return false;
        }
        self.deeper(node, |walk| walk.parts_of_pattern(ty, list)).is_some()
    }

    fn parts_of_pattern(&mut self, ty: Node, list: Node) {
        let ty = self.ty(ty);
        let object = self.b.value(Value::Cast { ty });
        let arguments = items(list).into_iter().filter(|it| it.kind() == "argument");
        for (position, argument) in (0..).zip(arguments) {
            let Some(inner) = items(argument).last().copied() else { continue };
            let named = if inner.kind() == "declaration_expression" { field(inner, "name") } else { None };
            let Some(name) = named else {
                if !self.positional_pattern(inner) {
                    self.passed(inner);
                }
                continue;
            };
            let ty = field(inner, "type").filter(|ty| ty.kind() != "implicit_type").map(|ty| self.ty(ty));
            let part = self.b.value(Value::Part { object, position });
            let binding = self.bind(name, BindingKind::Variable);
            self.b.binding_mut(binding).declared = ty;
            self.b.assign(binding, part);
        }
    }

    /// `A: pattern`, `A.B: pattern`
    fn subpattern(&mut self, node: Node, object: ValueId) {
        let parts = items(node);
        let subject = match parts.first() {
            Some(name) if name.kind() == "identifier" => {
                let name = self.name(*name);
                self.b.value(Value::Member { object, name })
            }
            _ => self.unknown(),
        };
        parts.into_iter().filter(|it| is_pattern(it.kind())).for_each(|it| self.pattern(it, subject));
    }

    fn designations(&mut self, node: Node, object: ValueId) {
        for (position, part) in items(node).into_iter().enumerate() {
            let value = self.b.value(Value::Part { object, position: position as u32 });
            match part.kind() {
                "identifier" => {
                    let binding = self.bind(part, BindingKind::Variable);
                    self.b.assign(binding, value);
                }
                _ => {
                    self.deeper(part, |walk| walk.designations(part, value));
                }
            }
        }
    }

    /// `from x in xs where … select …`: each name of the query is an item of what it runs over.
    pub fn query(&mut self, node: Node) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Block, None);
        let mut result = self.unknown();
        for clause in items(node) {
            match clause.kind() {
                "from_clause" => {
                    let parts = items(clause);
                    if let (Some(name), Some(source)) = (field(clause, "name"), parts.last()) {
                        self.ranges(name, field(clause, "type"), *source);
                    }
                }
                "join_clause" => {
                    let ty = field(clause, "type");
                    let parts: Vec<_> = items(clause).into_iter().filter(|it| Some(*it) != ty).collect();
                    let [name, source, keys @ ..] = &parts[..] else { continue };
                    self.ranges(*name, ty, *source);
                    keys.iter().for_each(|it| self.node(*it));
                }
                "join_into_clause" | "identifier" => {
                    let name = if clause.kind() == "identifier" { Some(clause) } else { child(clause, "identifier") };
                    name.into_iter().for_each(|name| {
                        self.bind(name, BindingKind::Variable);
                    });
                }
                "let_clause" => {
                    let [name, value] = items(clause)[..] else { continue };
                    let value = self.passed(value);
                    let binding = self.bind(name, BindingKind::Variable);
                    self.b.assign(binding, value);
                }
                "select_clause" => {
                    for selected in items(clause) {
                        let value = self.passed(selected);
                        result = self.b.value(Value::List { items: vec![value] });
                    }
                }
                _ => self.children(clause),
            }
        }
        self.scopes.close();
        result
    }

    fn ranges(&mut self, name: Node, ty: Option<Node>, source: Node) {
        let object = self.value(source);
        let declared = ty.map(|ty| self.ty(ty));
        let item = self.b.value(Value::Item { object, position: 1 });
        let binding = self.bind(name, BindingKind::Variable);
        self.b.binding_mut(binding).declared = declared;
        self.b.assign(binding, item);
    }
}
