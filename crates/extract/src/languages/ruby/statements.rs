//! Branches, loops and what is rescued; each has a value.

use super::{Walk, Walker, field, items};
use crate::builder::push_bounded;
use crate::flow::Way;
use crate::throws::Throws;
use crate::tree::fields;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "comment" => {
                self.note_comment(node);
                self.unknown()
            }
            "class" | "module" => {
                self.class(node);
                self.unknown()
            }
            "singleton_class" => {
                self.singleton_class(node);
                self.unknown()
            }
            "method" | "singleton_method" => {
                self.method(node);
                self.builtin(Builtin::String)
            }
            "alias" => {
                if let (Some(new), Some(old)) = (field(node, "name"), field(node, "alias")) {
                    let (new_text, old_text) = (self.str(new).trim_start_matches(':'), self.str(old));
                    self.aliased(new_text, new, old_text.trim_start_matches(':'), node);
                }
                self.unknown()
            }
            "if" | "unless" | "elsif" | "conditional" => self.branches(node),
            "if_modifier" | "unless_modifier" => self.modified(node),
            "while" | "until" | "while_modifier" | "until_modifier" => self.looped(node),
            "for" => self.for_loop(node),
            "case" => self.case(node),
            "case_match" => self.case_match(node),
            "match_pattern" | "test_pattern" => {
                let object = field(node, "value").map(|it| self.node(it)).unwrap_or_else(|| self.unknown());
                field(node, "pattern").into_iter().for_each(|it| self.pattern(it, object));
                self.builtin(Builtin::Boolean)
            }
            "begin" | "parenthesized_statements" | "body_statement" | "block_body" | "then" | "else" | "do" => {
                self.last_value(node)
            }
            "rescue" => self.rescue(node),
            "rescue_modifier" => {
                let body = field(node, "body").map(|it| self.passed(it)).unwrap_or_else(|| self.unknown());
                let other = field(node, "handler").map(|it| self.passed(it)).unwrap_or_else(|| self.unknown());
                let idle = field(node, "handler").is_some_and(|it| it.kind() == "nil");
                self.note_caught(node, idle, vec![(None, "StandardError".to_owned())]);
                self.b.value(Value::Either { options: vec![body, other] })
            }
            "return" | "break" | "next" => {
                let given = items(node).first().copied().map(items).unwrap_or_default();
                let values: Vec<ValueId> = given.into_iter().map(|it| self.passed(it)).collect();
                let value = match values[..] {
                    [] => self.builtin(Builtin::Null),
                    [one] => one,
                    _ => self.b.value(Value::List { items: values }),
                };
                if node.kind() == "return"
                    && let Some(returns) = self.returns.last_mut()
                {
                    push_bounded(returns, value);
                }
                self.builtin(Builtin::Null)
            }
            "uninterpreted" | "empty_statement" | "heredoc_end" => self.unknown(),
            _ => self.value(node),
        }
    }

    fn branches(&mut self, node: Node) -> ValueId {
        self.b.branch();
        self.conditional(node);
        let positive = node.kind() != "unless";
        let condition = field(node, "condition");
        condition.into_iter().for_each(|it| {
            self.node(it);
        });
        let (mut options, mut ways) = (Vec::new(), Vec::new());
        for (part, holds) in [("consequence", positive), ("alternative", !positive)] {
            let mark = self.flow.mark();
            condition.into_iter().for_each(|it| self.narrow(it, holds));
            let body = field(node, part);
            let value = body.map(|it| if it.kind() == "elsif" { self.node(it) } else { self.last_value(it) });
            let way = self.flow.rewind(mark);
            match body {
                Some(body) if leaves(body) => {}
                _ => {
                    options.extend(value);
                    ways.push(way);
                }
            }
        }
        self.join(&ways, false);
        self.either(options)
    }

    fn either(&mut self, mut options: Vec<ValueId>) -> ValueId {
        options.dedup();
        match options[..] {
            [] => self.builtin(Builtin::Null),
            [one] => one,
            _ => self.b.value(Value::Either { options }),
        }
    }

    fn join(&mut self, ways: &[Way], skips: bool) {
        self.flow.join(self.b, &mut self.scopes, ways, skips);
    }

    /// `x if y`
    fn modified(&mut self, node: Node) -> ValueId {
        self.b.branch();
        self.conditional(node);
        let positive = node.kind() == "if_modifier";
        let (condition, body) = (field(node, "condition"), field(node, "body"));
        condition.into_iter().for_each(|it| {
            self.node(it);
        });
        let mark = self.flow.mark();
        condition.into_iter().for_each(|it| self.narrow(it, positive));
        let value = body.map(|it| self.passed(it));
        let way = self.flow.rewind(mark);
        if body.is_some_and(leaves) {
            condition.into_iter().for_each(|it| self.narrow(it, !positive));
        } else {
            self.join(&[way], true);
        }
        value.unwrap_or_else(|| self.unknown())
    }

    fn looped(&mut self, node: Node) -> ValueId {
        self.b.branch();
        field(node, "condition").into_iter().for_each(|it| {
            self.node(it);
        });
        let mark = self.flow.mark();
        field(node, "body").into_iter().for_each(|it| {
            self.node(it);
        });
        self.end_loop(mark);
        self.builtin(Builtin::Null)
    }

    fn for_loop(&mut self, node: Node) -> ValueId {
        self.b.branch();
        let list = field(node, "value").and_then(|it| it.named_child(0));
        let object = list.map(|it| self.node(it)).unwrap_or_else(|| self.unknown());
        let mark = self.flow.mark();
        if let Some(pattern) = field(node, "pattern") {
            let value = self.b.value(Value::Item { object, position: 1 });
            self.assign(pattern, value);
        }
        field(node, "body").into_iter().for_each(|it| {
            self.node(it);
        });
        self.end_loop(mark);
        object
    }

    fn end_loop(&mut self, mark: usize) {
        let way = self.flow.rewind(mark);
        self.flow.carry(self.b, &mut self.scopes, &way);
        self.join(&[way], true);
    }

    fn case(&mut self, node: Node) -> ValueId {
        let subject = field(node, "value");
        subject.into_iter().for_each(|it| {
            self.node(it);
        });
        let local = subject.filter(|it| it.kind() == "identifier");
        let (mut options, mut ways, mut has_else) = (Vec::new(), Vec::new(), false);
        for clause in items(node).into_iter().filter(|it| Some(*it) != subject) {
            let mark = self.flow.mark();
            let body = if clause.kind() == "when" {
                self.b.branch();
                let patterns: Vec<Node> = fields(clause, "pattern").into_iter().flat_map(items).collect();
                for pattern in &patterns {
                    self.passed(*pattern);
                }
                let classes = patterns.iter().all(|it| matches!(it.kind(), "constant" | "scope_resolution"));
                if let Some(local) = local.filter(|_| classes && !patterns.is_empty()) {
                    let types = patterns.iter().map(|it| self.named_type(self.str(*it))).collect::<Vec<_>>();
                    self.narrow_to(local, types);
                }
                field(clause, "body")
            } else {
                has_else = true;
                Some(clause)
            };
            let value = body.map(|it| self.last_value(it));
            let way = self.flow.rewind(mark);
            if !body.is_some_and(leaves) {
                options.extend(value);
                ways.push(way);
            }
        }
        self.join(&ways, !has_else);
        options.truncate(8);
        self.either(options)
    }

    fn case_match(&mut self, node: Node) -> ValueId {
        let object = field(node, "value").map(|it| self.node(it)).unwrap_or_else(|| self.unknown());
        let (mut options, mut ways) = (Vec::new(), Vec::new());
        for clause in fields(node, "clauses") {
            self.b.branch();
            let mark = self.flow.mark();
            field(clause, "pattern").into_iter().for_each(|it| self.pattern(it, object));
            field(clause, "guard").into_iter().for_each(|it| self.children(it));
            let value = field(clause, "body").map(|it| self.last_value(it));
            options.extend(value);
            ways.push(self.flow.rewind(mark));
        }
        let rest = field(node, "else").map(|it| self.last_value(it));
        options.extend(rest);
        self.join(&ways, true);
        options.truncate(8);
        self.either(options)
    }

    /// Binds what a pattern takes out of a value.
    fn pattern(&mut self, node: Node, object: ValueId) {
        self.deeper(node, |walk| walk.pattern_inside(node, object));
    }

    fn pattern_inside(&mut self, node: Node, object: ValueId) {
        match node.kind() {
            "identifier" => self.assign_local(node, object),
            "as_pattern" => {
                let ty = field(node, "value").filter(|it| matches!(it.kind(), "constant" | "scope_resolution"));
                field(node, "value").into_iter().for_each(|it| self.pattern(it, object));
                let value = match ty {
                    Some(ty) => {
                        let ty = self.named_type(self.str(ty));
                        self.b.value(Value::Cast { ty })
                    }
                    None => object,
                };
                field(node, "name").into_iter().for_each(|it| self.assign_local(it, value));
            }
            "keyword_pattern" => {
                let value = self.unknown();
                match (field(node, "value"), field(node, "key")) {
                    (Some(inner), _) => self.pattern(inner, value),
                    (None, Some(key)) => self.assign_local(key, value),
                    _ => {}
                }
            }
            "array_pattern" | "find_pattern" | "hash_pattern" | "alternative_pattern" | "parenthesized_pattern" => {
                for (position, part) in items(node).into_iter().enumerate() {
                    let value = match node.kind() {
                        "array_pattern" => self.b.value(Value::Part { object, position: position as u32 }),
                        "parenthesized_pattern" | "alternative_pattern" => object,
                        _ => self.unknown(),
                    };
                    self.pattern(part, value);
                }
            }
            "splat_parameter" | "hash_splat_parameter" => {
                let value = self.b.value(Value::List { items: Vec::new() });
                field(node, "name").into_iter().for_each(|it| self.assign_local(it, value));
            }
            "variable_reference_pattern" | "hash_splat_nil" => {}
            _ => {
                self.node(node);
            }
        }
    }

    /// `rescue A, B => e`
    pub fn rescue(&mut self, node: Node) -> ValueId {
        self.b.branch();
        let mark = self.flow.mark();
        let classes = field(node, "exceptions").map(items).unwrap_or_default();
        for class in &classes {
            self.passed(*class);
        }
        if let Some(variable) = field(node, "variable").and_then(|it| it.named_child(0)) {
            let named = classes.iter().filter(|it| matches!(it.kind(), "constant" | "scope_resolution"));
            let named: Vec<&str> = named.map(|it| self.str(*it)).collect();
            let named = if named.is_empty() { vec!["StandardError"] } else { named };
            let options: Vec<TypeId> = named.into_iter().map(|it| self.named_type(it)).collect();
            let ty = self.b.ty(Type::Union { options });
            let value = self.b.value(Value::Cast { ty });
            self.assign(variable, value);
        }
        let body = field(node, "body");
        let name = field(node, "variable").and_then(|it| it.named_child(0)).map(|name| self.str(name));
        let value = self.handling(name.or(Some("")), |walk| body.map(|it| walk.last_value(it)));
        self.catches(node, &classes, body);
        let way = self.flow.rewind(mark);
        if !body.is_some_and(leaves) {
            self.join(&[way], true);
        }
        value.unwrap_or_else(|| self.builtin(Builtin::Null))
    }

    /// What holds where `condition` came out as `holds`: `x.is_a?(A)`, `A === x`.
    fn narrow(&mut self, condition: Node, holds: bool) {
        self.deeper(condition, |walk| walk.narrow_inside(condition, holds));
    }

    fn narrow_inside(&mut self, node: Node, holds: bool) {
        match node.kind() {
            "parenthesized_statements" => items(node).first().into_iter().for_each(|it| self.narrow(*it, holds)),
            "unary" if field(node, "operator").is_some_and(|it| matches!(self.str(it), "!" | "not")) => {
                field(node, "operand").into_iter().for_each(|it| self.narrow(it, !holds));
            }
            "binary" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return };
                match (field(node, "operator").map_or("", |it| self.str(it)), holds) {
                    ("&&" | "and", true) | ("||" | "or", false) => {
                        self.narrow(left, holds);
                        self.narrow(right, holds);
                    }
                    ("===", true) if right.kind() == "identifier" && left.kind() != "identifier" => {
                        let types = vec![self.named_type(self.str(left))];
                        self.narrow_to(right, types);
                    }
                    _ => {}
                }
            }
            "call" if holds => {
                let tests = field(node, "method")
                    .is_some_and(|it| matches!(self.str(it), "is_a?" | "kind_of?" | "instance_of?"));
                let class = field(node, "arguments").and_then(|it| it.named_child(0));
                if let (true, Some(receiver), Some(class)) = (tests, field(node, "receiver"), class)
                    && receiver.kind() == "identifier"
                    && matches!(class.kind(), "constant" | "scope_resolution")
                {
                    let types = vec![self.named_type(self.str(class))];
                    self.narrow_to(receiver, types);
                }
            }
            _ => {}
        }
    }

    fn narrow_to(&mut self, local: Node, types: Vec<TypeId>) {
        let (name, scope, line) = (self.name(local), self.scopes.current(), self.line(local));
        if self.flow.get(name).is_none() {
            return;
        }
        let ty = match types[..] {
            [one] => one,
            _ => self.b.ty(Type::Union { options: types }),
        };
        let value = self.b.value(Value::Cast { ty });
        self.flow.narrow(self.b, scope, name, value, line);
    }
}

/// Whether what follows is not reached from its end.
fn leaves(node: Node) -> bool {
    match node.kind() {
        "return" | "break" | "next" | "redo" | "retry" => true,
        "then" | "else" | "begin" | "parenthesized_statements" => items(node).last().is_some_and(|it| leaves(*it)),
        "call" => false,
        _ => false,
    }
}
