//! What a condition says of a variable's type.

use super::{Walk, Walker, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

/// How functions are called that come back only where what they are given is as it should be.
const ASSERTING: &[&str] = &["assert", "check", "ensure", "expect", "guard", "must", "require", "verify"];

impl Walk<'_, '_> {
    /// What holds where `condition` came out as `holds`.
    pub fn narrow(&mut self, condition: Node, holds: bool) {
        self.deeper(condition, |walk| walk.narrow_inside(condition, holds));
    }

    fn narrow_inside(&mut self, node: Node, holds: bool) {
        match node.kind() {
            "parenthesized_expression" => {
                items(node).first().into_iter().for_each(|it| self.narrow(*it, holds));
            }
            "unary_op_expression" if field(node, "operator").is_some_and(|it| it.kind() == "!") => {
                field(node, "argument").into_iter().for_each(|it| self.narrow(it, !holds));
            }
            "binary_expression" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
                match (field(node, "operator").map_or("", |it| it.kind()), holds) {
                    ("instanceof", true) => self.narrow_to(left, &[right], false),
                    ("||" | "or", true) => {
                        let mut classes = Vec::new();
                        if let Some(variable) = self.alternatives(node, &mut classes) {
                            self.narrow_to(variable, &classes, false);
                        }
                    }
                    ("&&" | "and", true) | ("||" | "or", false) => {
                        self.narrow(left, holds);
                        self.narrow(right, holds);
                    }
                    _ => {}
                }
            }
            "function_call_expression" if holds => {
                let is_a = field(node, "function").is_some_and(|it| self.str(it).trim_start_matches('\\') == "is_a");
                if let ([value, class, ..], true) = (&arguments(node)[..], is_a) {
                    self.narrow_to_named(*value, *class);
                }
            }
            _ => {}
        }
    }

    /// What holds behind a statement that asserts it: `assert($x instanceof A)`, `$this->assertInstanceOf(A::class, $x)`,
    /// `Assert::isInstanceOf($x, A::class)`.
    pub fn asserted(&mut self, statement: Node) {
        let Some(call) = items(statement).first().copied() else { return };
        let given = arguments(call);
        let name = field(call, "function").or_else(|| field(call, "name")).map_or("", |it| self.str(it));
        match (call.kind(), name.trim_start_matches('\\'), &given[..]) {
            ("function_call_expression", "assert", [condition, ..]) => self.narrow(*condition, true),
            ("member_call_expression" | "scoped_call_expression", "assertInstanceOf", [class, value, ..])
            | ("scoped_call_expression", "isInstanceOf", [value, class, ..]) => self.narrow_to_named(*value, *class),
            (_, name, given) if ASSERTING.iter().any(|word| name.starts_with(word)) => self.told_by_call(call, given),
            _ => {}
        }
    }

    /// What a call that was walked just now tells of the variables that it was given, as what it calls is declared to.
    fn told_by_call(&mut self, call: Node, given: &[Node]) {
        let Some(at) = field(call, "name").or(field(call, "function")).map(start) else { return };
        let noted = self.b.graph.calls.iter().rev().take(16).find(|it| it.at.byte == at);
        let Some(test) = noted.and_then(|it| it.result) else { return };
        for (argument, variable) in given.iter().enumerate().take(4) {
            let name = self.name(*variable);
            let Some(before) = self.flow.get(name).filter(|_| variable.kind() == "variable_name") else { continue };
            let before = self.scopes.name(self.b, name, Some(before));
            let (scope, line) = (self.scopes.current(), self.line(*variable));
            self.flow.narrow(self.b, scope, name, before, line);
            let after = self.flow.get(name);
            let value = self.scopes.name(self.b, name, after);
            let argument = argument as u32;
            self.b.graph.narrowings.push(Narrowing {
                value,
                test,
                argument,
                outcome: Outcome::Returned,
                asserted_by: None,
                joined: false,
            });
        }
    }

    /// What a function tells of a parameter by coming back: documentation says so, or it starts by throwing where that is
    /// of no such class. None: nothing.
    pub fn tells_by_return(&mut self, function: Node, doc: &super::docs::Doc) -> Option<TypeId> {
        let params = field(function, "parameters").map(items).unwrap_or_default();
        let position = |name: &str, walk: &Self| {
            let named = |it: &Node| field(*it, "name").is_some_and(|it| walk.str(it).trim_start_matches('$') == name);
            params.iter().position(named).map(|at| at as u32)
        };
        if let Some((written, variable)) = &doc.asserts
            && let Some(position) = position(variable, self)
        {
            let is = self.doc_type(written);
            return Some(self.b.ty(Type::Predicate { position, is, asserts: true }));
        }
        let first =
            field(function, "body").and_then(|body| items(body).into_iter().find(|it| it.kind() != "comment"))?;
        let condition = field(first, "condition").filter(|_| first.kind() == "if_statement")?;
        let negated = inside(condition);
        let tested = field(negated, "argument").filter(|_| negated.kind() == "unary_op_expression").map(inside)?;
        let is_not = field(negated, "operator").is_some_and(|it| it.kind() == "!");
        let is_test = field(tested, "operator").is_some_and(|it| it.kind() == "instanceof");
        let (variable, class) = (field(tested, "left")?, field(tested, "right")?);
        let is_named = matches!(class.kind(), "name" | "qualified_name" | "relative_name" | "relative_scope");
        if !is_not || !is_test || !is_named || variable.kind() != "variable_name" || !throws(field(first, "body")?) {
            return None;
        }
        let position = position(self.str(variable).trim_start_matches('$'), self)?;
        let is = self.type_name(self.str(class), Vec::new());
        Some(self.b.ty(Type::Predicate { position, is, asserts: true }))
    }

    /// `A::class` names what a value is of.
    fn narrow_to_named(&mut self, value: Node, class: Node) {
        if let ("class_constant_access_expression", [class, constant]) = (class.kind(), &items(class)[..])
            && self.str(*constant) == "class"
        {
            self.narrow_to(value, &[*class], true);
        }
    }

    /// The variable of which each side of `||` says that it is of a class.
    fn alternatives<'t>(&self, node: Node<'t>, classes: &mut Vec<Node<'t>>) -> Option<Node<'t>> {
        if node.kind() == "parenthesized_expression" {
            return self.alternatives(*items(node).first()?, classes);
        }
        let (left, right) = (field(node, "left")?, field(node, "right")?);
        match field(node, "operator")?.kind() {
            "instanceof" => {
                classes.push(right);
                Some(left)
            }
            "||" | "or" if classes.len() < 8 => {
                let (one, other) = (self.alternatives(left, classes)?, self.alternatives(right, classes)?);
                (self.str(one) == self.str(other)).then_some(one)
            }
            _ => None,
        }
    }

    /// `adds`: it stays what it was besides, as what a test asserts may be an interface outside.
    fn narrow_to(&mut self, left: Node, classes: &[Node], adds: bool) {
        let variable = match left.kind() {
            "parenthesized_expression" => items(left).first().and_then(|it| field(*it, "left")),
            _ => Some(left),
        };
        let own = |it: &Node| it.kind() == "variable_name" || self.is_own_property(*it);
        let Some(variable) = variable.filter(own) else { return };
        let is_named = |it: &Node| matches!(it.kind(), "name" | "qualified_name" | "relative_name" | "relative_scope");
        if !classes.iter().all(is_named) || self.str(variable) == "$this" {
            return;
        }
        let (name, mut casts) = (self.name(variable), Vec::new());
        for class in classes {
            let mut ty = self.type_name(self.str(*class), Vec::new());
            if let Some(before) = self.flow.get(name).filter(|_| adds) {
                let value = self.scopes.name(self.b, name, Some(before));
                let before = self.b.ty(Type::Of { value });
                ty = self.b.ty(Type::Intersection { parts: vec![ty, before] });
            }
            casts.push(self.b.value(Value::Cast { ty }));
        }
        let value = match casts[..] {
            [one] => one,
            _ => self.b.value(Value::Either { options: casts }),
        };
        let (scope, line) = (self.scopes.current(), self.line(variable));
        self.properties_narrowed |= variable.kind() != "variable_name";
        self.flow.narrow(self.b, scope, name, value, line);
    }

    /// `$this->x`
    pub fn is_own_property(&self, node: Node) -> bool {
        node.kind() == "member_access_expression"
            && field(node, "object").is_some_and(|it| self.str(it) == "$this")
            && field(node, "name").is_some_and(|it| it.kind() == "name")
    }

    /// What a condition has said of a property of `$this`.
    pub fn narrowed_property(&mut self, node: Node) -> Option<ValueId> {
        if !self.properties_narrowed || !self.is_own_property(node) {
            return None;
        }
        let name = self.name(node);
        let binding = self.flow.get(name)?;
        Some(self.scopes.name(self.b, name, Some(binding)))
    }

    /// A property was assigned: what was said of it holds no longer.
    pub fn forget_property(&mut self, node: Node) {
        if let Some(narrowed) = self.narrowed_property(node) {
            let name = self.name(node);
            let value = self.plain_member(node).unwrap_or(narrowed);
            let (scope, line) = (self.scopes.current(), self.line(node));
            self.flow.assign(self.b, scope, name, value, line);
        }
    }
}

/// What a call is given.
fn arguments(call: Node) -> Vec<Node> {
    let list = field(call, "arguments").map(items).unwrap_or_default();
    list.into_iter().filter_map(|it| if it.kind() == "argument" { items(it).last().copied() } else { None }).collect()
}

/// What brackets hold.
fn inside(node: Node) -> Node {
    let mut node = node;
    while node.kind() == "parenthesized_expression" {
        let Some(inner) = items(node).first().copied() else { break };
        node = inner;
    }
    node
}

/// Whether a branch ends by throwing.
fn throws(body: Node) -> bool {
    let parts = items(body);
    match body.kind() {
        "compound_statement" | "expression_statement" => parts.last().is_some_and(|it| throws(*it)),
        kind => kind == "throw_expression",
    }
}
