//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::{Walk, Walker, end, field, items, literal, start};
use crate::builder::push_bounded;
use crate::environment;
use crate::tree::{Step, chain};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "variable_name" => self.variable(node),
            "parenthesized_expression" => self.inner(node),
            "error_suppression_expression" => {
                self.b.error(ErrorKind::Swallow, None, "@".to_owned(), start(node)..end(node));
                self.inner(node)
            }
            "reference_modifier" | "comment" | "name" | "qualified_name" | "relative_name" => self.unknown(),
            "function_call_expression" => self.function_call(node),
            "member_call_expression" | "nullsafe_member_call_expression" => self.member_call(node),
            "scoped_call_expression" => self.scoped_call(node),
            "object_creation_expression" => self.creation(node),
            "member_access_expression" | "nullsafe_member_access_expression" => {
                if let Some(narrowed) = self.narrowed_property(node) {
                    return narrowed;
                }
                let (Some(object), Some(name)) = (field(node, "object"), field(node, "name")) else {
                    return self.walked(node);
                };
                if let Some(property) = self.case_property(object, name) {
                    let name = self.name(name);
                    return self.scopes.name(self.b, name, Some(property));
                }
                let object = self.value(object);
                if name.kind() != "name" {
                    self.value(name);
                    return self.b.value(Value::Unknown { dynamic: true });
                }
                let name = self.name(name);
                self.b.value(Value::Member { object, name })
            }
            "scoped_property_access_expression" => {
                let (Some(class), Some(name)) = (field(node, "scope"), field(node, "name")) else {
                    return self.walked(node);
                };
                let object = self.class_reference(class);
                match name.named_child(0).filter(|it| name.kind() == "variable_name" && it.kind() == "name") {
                    Some(name) => {
                        let name = self.name(name);
                        self.b.value(Value::Member { object, name })
                    }
                    None => self.walked(name),
                }
            }
            "class_constant_access_expression" => self.constant_access(node),
            "relative_scope" => self.class_reference(node),
            "assignment_expression" | "reference_assignment_expression" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                    return self.walked(node);
                };
                let value = self.passed(right);
                self.assign(left, value);
                value
            }
            "augmented_assignment_expression" => self.augmented(node),
            "subscript_expression" => {
                let parts = items(node);
                let Some(object) = parts.first().map(|it| self.value(*it)) else { return self.unknown() };
                parts.get(1).into_iter().for_each(|it| {
                    self.value(*it);
                    if self.str(parts[0]) == "$_ENV" {
                        environment::read(self.b, "$_ENV", *it, node);
                    }
                });
                self.b.value(Value::Index { object })
            }
            "binary_expression" => self.operation(node),
            "unary_op_expression" => {
                let value = field(node, "argument").map(|it| self.value(it));
                match field(node, "operator").map_or("", |it| it.kind()) {
                    "!" => self.builtin(Builtin::Boolean),
                    _ => value.unwrap_or_else(|| self.unknown()),
                }
            }
            "update_expression" => {
                self.children(node);
                self.builtin(Builtin::Number)
            }
            "conditional_expression" => self.conditional(node),
            "match_expression" => self.match_expression(node),
            "cast_expression" => {
                let value = field(node, "value").map(|it| self.value(it)).unwrap_or_else(|| self.unknown());
                match field(node, "type").map_or("", |it| self.str(it)).trim().to_ascii_lowercase().as_str() {
                    "string" | "binary" => self.builtin(Builtin::String),
                    "int" | "integer" | "float" | "double" => self.builtin(Builtin::Number),
                    "bool" | "boolean" => self.builtin(Builtin::Boolean),
                    _ => value,
                }
            }
            "clone_expression" => self.inner(node),
            "array_creation_expression" => self.array(node),
            "anonymous_function" => self.closure(node),
            "arrow_function" => self.arrow(node),
            "yield_expression" => {
                let value = match items(node).first() {
                    Some(element) if element.kind() == "array_element_initializer" => {
                        let values: Vec<_> = items(*element).into_iter().map(|it| self.passed(it)).collect();
                        values.last().copied()
                    }
                    Some(from) => {
                        let object = self.value(*from);
                        Some(self.b.value(Value::Item { object, position: 1 }))
                    }
                    None => None,
                };
                let value = value.unwrap_or_else(|| self.unknown());
                if let Some(function) = self.functions.last_mut() {
                    push_bounded(&mut function.yields, value);
                }
                self.unknown()
            }
            "throw_expression" => self.thrown(node),
            "require_expression" | "require_once_expression" | "include_expression" | "include_once_expression" => {
                self.include(node)
            }
            "string" | "nowdoc" => self.builtin(Builtin::String),
            "encapsed_string" | "heredoc" | "heredoc_body" | "shell_command_expression" => {
                self.children(node);
                self.builtin(Builtin::String)
            }
            "integer" | "float" => self.builtin(Builtin::Number),
            "boolean" => self.builtin(Builtin::Boolean),
            "null" => self.builtin(Builtin::Null),
            "print_intrinsic" => {
                self.children(node);
                self.builtin(Builtin::Number)
            }
            _ => self.walked(node),
        }
    }

    /// `$this->x` itself, whatever a condition said of it.
    pub fn plain_member(&mut self, node: Node) -> Option<ValueId> {
        let (object, name) = (field(node, "object")?, field(node, "name")?);
        let (object, name) = (self.value(object), self.name(name));
        Some(self.b.value(Value::Member { object, name }))
    }

    pub fn walked(&mut self, node: Node) -> ValueId {
        self.children(node);
        self.unknown()
    }

    fn inner(&mut self, node: Node) -> ValueId {
        match items(node).first() {
            Some(inner) => self.value(*inner),
            None => self.unknown(),
        }
    }

    /// `$x`, `$this`
    pub fn variable(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        if self.str(node) == "$this" && self.flow.get(name).is_none() {
            let owner = self.owner();
            return self.b.value(Value::This { owner });
        }
        match self.flow.get(name) {
            Some(binding) => self.scopes.name(self.b, name, Some(binding)),
            // What a file uses that others include is theirs.
            None if self.b.caller().is_none() => self.scopes.name(self.b, name, None),
            None => self.unknown(),
        }
    }

    /// What stands before `::` or behind `new`.
    pub fn class_reference(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "name" | "relative_scope" => match self.str(node).to_ascii_lowercase().as_str() {
                "self" => match self.owner() {
                    Some(symbol) => self.b.value(Value::Class { symbol }),
                    None => self.unknown(),
                },
                // The class of whatever `$this` is.
                "static" => {
                    let owner = self.owner();
                    self.b.value(Value::This { owner })
                }
                "parent" => {
                    let owner = self.owner();
                    self.b.value(Value::Super { owner })
                }
                _ => self.class_value(node),
            },
            "qualified_name" | "relative_name" => self.class_value(node),
            _ => self.value(node),
        }
    }

    /// `A::B`, `A::class`
    fn constant_access(&mut self, node: Node) -> ValueId {
        let [class, name] = items(node)[..] else { return self.walked(node) };
        let object = self.class_reference(class);
        if self.str(name).eq_ignore_ascii_case("class") {
            return object;
        }
        if name.kind() != "name" {
            return self.walked(name);
        }
        let name = self.name(name);
        self.b.value(Value::Member { object, name })
    }

    /// Long chains are walked without recursion, since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            return self.walked(node);
        }
        let mark = self.flow.mark();
        let mut narrowed = false;
        let mut result = self.value(first);
        for Step { left: before, operator, right } in steps {
            match operator {
                "&&" | "and" | "||" | "or" | "xor" => {
                    self.b.branch();
                    if operator != "xor" {
                        self.narrow(before, matches!(operator, "&&" | "and"));
                        narrowed = true;
                    }
                    self.value(right);
                    result = self.builtin(Builtin::Boolean);
                }
                "instanceof" => result = self.builtin(Builtin::Boolean),
                "??" => {
                    self.b.branch();
                    let right = self.passed(right);
                    result = self.b.value(Value::Either { options: vec![result, right] });
                }
                "|>" => {
                    self.value(right);
                    result = self.unknown();
                }
                _ => {
                    self.value(right);
                    result = match operator {
                        "." => self.builtin(Builtin::String),
                        "==" | "!=" | "===" | "!==" | "<>" | "<" | "<=" | ">" | ">=" => self.builtin(Builtin::Boolean),
                        _ => self.builtin(Builtin::Number),
                    };
                }
            }
        }
        if narrowed {
            let way = self.flow.rewind(mark);
            self.flow.join(self.b, &mut self.scopes, &[way], true);
        }
        result
    }

    fn conditional(&mut self, node: Node) -> ValueId {
        self.b.branch();
        let Some(condition) = field(node, "condition") else { return self.walked(node) };
        let since = self.b.graph.calls.len();
        let tested = self.value(condition);
        let mut options = Vec::new();
        let mut ways = Vec::new();
        for (part, holds) in [("body", true), ("alternative", false)] {
            let mark = self.flow.mark();
            self.narrow(condition, holds);
            match field(node, part) {
                Some(it) => options.push(self.passed(it)),
                None => options.push(tested),
            }
            ways.push(self.flow.rewind(mark));
        }
        if let (Some(body), Some(alternative)) = (field(node, "body"), field(node, "alternative")) {
            crate::shapes::chosen(self.b, since, condition, [body, alternative]);
        }
        self.flow.join(self.b, &mut self.scopes, &ways, true);
        self.b.value(Value::Either { options })
    }

    fn match_expression(&mut self, node: Node) -> ValueId {
        field(node, "condition").into_iter().for_each(|it| {
            self.value(it);
        });
        let mut options = Vec::new();
        for arm in field(node, "body").map(items).unwrap_or_default() {
            let mark = self.flow.mark();
            let conditions = field(arm, "conditional_expressions").map(items).unwrap_or_default();
            if !conditions.is_empty() {
                self.b.branch();
            }
            for condition in &conditions {
                self.value(*condition);
            }
            if let [one] = conditions[..] {
                self.narrow(one, true);
            }
            if let Some(value) = field(arm, "return_expression") {
                let value = self.passed(value);
                push_bounded(&mut options, value);
            }
            let way = self.flow.rewind(mark);
            self.flow.join(self.b, &mut self.scopes, &[way], true);
        }
        self.b.value(Value::Either { options })
    }

    fn array(&mut self, node: Node) -> ValueId {
        const ITEMS: usize = 4;
        let (mut keyed, mut values) = (Vec::new(), Vec::new());
        for element in items(node) {
            match items(element)[..] {
                [value] if value.kind() == "variadic_unpacking" => {
                    let object = self.inner(value);
                    let item = self.b.value(Value::Item { object, position: 1 });
                    values.push(item);
                }
                [value] => values.push(self.passed(value)),
                [key, value] => {
                    self.value(key);
                    let value = self.passed(value);
                    match literal(key) {
                        Some(text) => keyed.push((self.name(text), value)),
                        None => values.push(value),
                    }
                }
                _ => {}
            }
        }
        if keyed.is_empty() {
            values.truncate(ITEMS);
            return self.b.value(Value::List { items: values });
        }
        self.b.value(Value::Object { members: keyed, spreads: Vec::new() })
    }
}
