//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::statements::is_pattern;
use super::{Walk, Walker, child, field, identifier, items, type_arguments};
use crate::tree::{Step, chain};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" => self.read(node),
            "generic_name" => {
                self.type_arguments = self.types(type_arguments(node));
                match identifier(node) {
                    Some(name) => self.read(name),
                    None => self.unknown(),
                }
            }
            "qualified_name" => match (field(node, "qualifier"), field(node, "name").and_then(identifier)) {
                (Some(qualifier), Some(name)) => self.member_of(qualifier, name),
                _ => self.unknown(),
            },
            "alias_qualified_name" => match field(node, "name").and_then(identifier) {
                Some(name) => {
                    let name = self.name(name);
                    self.b.value(Value::Name { name, scope: 0, binding: None })
                }
                None => self.unknown(),
            },
            "this" => {
                let owner = self.class();
                self.b.value(Value::This { owner })
            }
            "base" => {
                let owner = self.class();
                self.b.value(Value::Super { owner })
            }
            "member_access_expression" => self.member_access(node),
            "conditional_access_expression" => self.conditional_access(node),
            "element_access_expression" => {
                let Some(object) = field(node, "expression") else { return self.walked(node) };
                let object = self.value(object);
                field(node, "subscript").into_iter().for_each(|it| self.arguments_of(it));
                self.b.value(Value::Index { object })
            }
            "invocation_expression" => self.call(node),
            "object_creation_expression" => self.creation(node),
            "implicit_object_creation_expression" => self.implicit_creation(node, None),
            "array_creation_expression" | "stackalloc_expression" => {
                let ty = match field(node, "type") {
                    Some(ty) => self.ty(ty),
                    None => self.unknown_type(),
                };
                let made = self.b.value(Value::Instance { ty });
                child(node, "initializer_expression").into_iter().for_each(|it| self.elements(it, Some(made)));
                made
            }
            "implicit_array_creation_expression" | "implicit_stackalloc_expression" => {
                match child(node, "initializer_expression") {
                    Some(list) => self.list(list),
                    None => self.unknown(),
                }
            }
            "collection_expression" => self.collection(node, None),
            "initializer_expression" => {
                self.elements(node, None);
                self.unknown()
            }
            "anonymous_object_creation_expression" => self.anonymous_object(node),
            "assignment_expression" => self.assignment(node),
            "lambda_expression" | "anonymous_method_expression" => self.lambda(node, None),
            "binary_expression" => self.operation(node),
            "prefix_unary_expression" => {
                let value = self.inner(node);
                let operator = node.child(0).map_or("", |it| it.kind());
                if matches!(operator, "!" | "-" | "+" | "~" | "++" | "--") {
                    self.operator_of(operator, vec![value], node);
                }
                match operator {
                    "!" => self.literal("bool"),
                    _ => value,
                }
            }
            "parenthesized_expression" | "checked_expression" | "postfix_unary_expression" | "ref_expression" => {
                self.inner(node)
            }
            "conditional_expression" => self.conditional(node),
            "switch_expression" => self.switch_expression(node),
            "await_expression" => {
                let object = self.inner(node);
                self.b.value(Value::Await { object })
            }
            "cast_expression" => {
                field(node, "value").into_iter().for_each(|it| {
                    self.passed(it);
                });
                self.cast(field(node, "type"))
            }
            "as_expression" => {
                field(node, "left").into_iter().for_each(|it| {
                    self.value(it);
                });
                self.cast(field(node, "right"))
            }
            "is_expression" => {
                field(node, "left").into_iter().for_each(|it| {
                    self.value(it);
                });
                field(node, "right").into_iter().for_each(|it| {
                    self.ty(it);
                });
                self.literal("bool")
            }
            "is_pattern_expression" => {
                let subject = match field(node, "expression") {
                    Some(subject) => self.value(subject),
                    None => self.unknown(),
                };
                field(node, "pattern").into_iter().for_each(|it| self.pattern(it, subject));
                self.literal("bool")
            }
            "default_expression" => match field(node, "type") {
                Some(ty) => self.cast(Some(ty)),
                None => self.builtin(Builtin::Null),
            },
            "typeof_expression" => {
                let of = field(node, "type").map(|it| self.ty(it));
                // With the type that it is of.
                let (path, arguments) = (vec![self.b.name("System"), self.b.name("Type")], of.into_iter().collect());
                let ty = self.b.ty(Type::Name { path, scope: 0, root: None, arguments });
                self.b.value(Value::Instance { ty })
            }
            "with_expression" => {
                let mut parts = items(node).into_iter();
                let value = parts.next().map(|it| self.value(it));
                parts.for_each(|it| {
                    it.named_child(1).into_iter().for_each(|it| {
                        self.passed(it);
                    });
                });
                value.unwrap_or_else(|| self.unknown())
            }
            "throw_expression" => {
                self.thrown(node);
                self.builtin(Builtin::Null)
            }
            "query_expression" => self.query(node),
            "tuple_expression" => self.tuple_value(node),
            "declaration_expression" => self.declared_here(node, None),
            "interpolated_string_expression" => {
                for part in items(node).into_iter().filter(|it| it.kind() == "interpolation") {
                    self.children(part);
                }
                self.literal("string")
            }
            "string_literal" | "verbatim_string_literal" | "raw_string_literal" => self.literal("string"),
            "integer_literal" | "real_literal" => self.number(node),
            "sizeof_expression" => self.literal("int"),
            "character_literal" => self.literal("char"),
            "boolean_literal" => self.literal("bool"),
            "null_literal" => self.builtin(Builtin::Null),
            "predefined_type" => {
                let ty = self.ty(node);
                self.b.value(Value::Instance { ty })
            }
            _ => self.walked(node),
        }
    }

    fn types(&mut self, nodes: Vec<Node>) -> Vec<TypeId> {
        nodes.into_iter().map(|it| self.ty(it)).collect()
    }

    fn walked(&mut self, node: Node) -> ValueId {
        self.children(node);
        self.unknown()
    }

    fn inner(&mut self, node: Node) -> ValueId {
        match items(node).first() {
            Some(inner) => self.value(*inner),
            None => self.unknown(),
        }
    }

    fn cast(&mut self, ty: Option<Node>) -> ValueId {
        let Some(ty) = ty else { return self.unknown() };
        let ty = self.ty(ty);
        self.b.value(Value::Cast { ty })
    }

    /// A name, left open where it is no local.
    pub fn read(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        let binding = self.local(name);
        self.scopes.name(self.b, name, binding)
    }

    fn member_of(&mut self, object: Node, name: Node) -> ValueId {
        let (object, name) = (self.object(object), self.name(name));
        self.b.value(Value::Member { object, name })
    }

    /// What stands before a dot: `A<int>` is a type there.
    fn object(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "generic_name" => {
                let ty = self.ty(node);
                self.class_of(ty)
            }
            _ => self.value(node),
        }
    }

    pub fn member_access(&mut self, node: Node) -> ValueId {
        let (Some(object), Some(name)) = (field(node, "expression"), field(node, "name")) else {
            return self.walked(node);
        };
        let object = self.object(object);
        self.type_arguments = self.types(type_arguments(name));
        let Some(name) = identifier(name) else { return self.unknown() };
        let name = self.name(name);
        self.b.value(Value::Member { object, name })
    }

    /// `a?.b`, `a?[0]`
    pub fn conditional_access(&mut self, node: Node) -> ValueId {
        let Some(condition) = field(node, "condition") else { return self.walked(node) };
        let object = self.value(condition);
        if let Some(name) = child(node, "member_binding_expression").and_then(|it| field(it, "name")) {
            self.type_arguments = self.types(type_arguments(name));
            let Some(name) = identifier(name) else { return self.unknown() };
            let name = self.name(name);
            return self.b.value(Value::Member { object, name });
        }
        child(node, "element_binding_expression").into_iter().for_each(|it| self.arguments_of(it));
        self.b.value(Value::Index { object })
    }

    fn conditional(&mut self, node: Node) -> ValueId {
        self.b.branch();
        let since = self.b.graph.calls.len();
        let tested = field(node, "condition").map(|it| self.value(it));
        let branches = [field(node, "consequence"), field(node, "alternative")];
        let options = branches.into_iter().flatten().map(|it| self.passed(it)).collect();
        if let (Some(condition), [Some(read), Some(otherwise)]) = (field(node, "condition"), branches) {
            crate::shapes::chosen(self.b, since, condition, [read, otherwise]);
            if let Some(parsed) = tested.and_then(|it| self.parsed_by(it)) {
                crate::shapes::stands_in(self.b, parsed, otherwise);
            }
        }
        self.b.value(Value::Either { options })
    }

    /// What a call makes a value of, if that can be made of it: `text` of `int.TryParse(text, out var number)`.
    fn parsed_by(&self, call: ValueId) -> Option<ValueId> {
        let Value::Call { callee, arguments } = &self.b.graph.values[call as usize] else { return None };
        let Value::Member { name, .. } = self.b.graph.values[*callee as usize] else { return None };
        arguments.first().copied().filter(|_| self.b.graph.name(name) == "TryParse")
    }

    /// What stands in for the last of a row stands in for all that it is asked of by `?.`: `read("A")?.Split(',').Last() ?? "b"`.
    fn stands_in_for_row(&mut self, value: ValueId, left: Node, right: Node) {
        const LONGEST: usize = 8;
        crate::shapes::stands_in(self.b, value, right);
        let mut value = value;
        for _ in 0..if self.str(left).contains("?.") { LONGEST } else { 0 } {
            let callee = match self.b.graph.values[value as usize] {
                Value::Call { callee, .. } => callee,
                _ => value,
            };
            let Value::Member { object, .. } = self.b.graph.values[callee as usize] else { break };
            value = object;
            crate::shapes::stands_in(self.b, value, right);
        }
    }

    fn switch_expression(&mut self, node: Node) -> ValueId {
        let mut parts = items(node).into_iter();
        let subject = match parts.next() {
            Some(subject) => self.value(subject),
            None => self.unknown(),
        };
        let mut options = Vec::new();
        for arm in parts.filter(|it| it.kind() == "switch_expression_arm") {
            self.b.branch();
            self.scoped(|walk| {
                let parts = items(arm);
                let Some((last, before)) = parts.split_last() else { return };
                for part in before {
                    match part.kind() {
                        kind if is_pattern(kind) => walk.pattern(*part, subject),
                        _ => walk.node(*part),
                    }
                }
                options.push(walk.passed(*last));
            });
        }
        self.b.value(Value::Either { options })
    }

    /// Comparisons are booleans, sums have their operands' type. Long chains are walked without recursion,
    /// since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            return self.walked(node);
        }
        let mut result = self.value(first);
        for Step { left, operator, right: node } in steps {
            let right = self.value(node);
            let text = self.literal("string");
            if !matches!(operator, "&&" | "||" | "??") && !(operator == "+" && (result == text || right == text)) {
                self.operator_of(operator, vec![result, right], node);
            }
            result = match operator {
                "&&" | "||" => {
                    self.b.branch();
                    self.literal("bool")
                }
                "==" | "!=" | "<" | "<=" | ">" | ">=" => self.literal("bool"),
                "??" => {
                    self.b.branch();
                    self.stands_in_for_row(result, left, node);
                    self.b.value(Value::Either { options: vec![result, right] })
                }
                "+" if result == text || right == text => text,
                // A literal takes the other operand's type.
                _ if self.literals.iter().any(|(_, value)| *value == result) => right,
                _ => result,
            };
        }
        result
    }

    /// A number by its suffix.
    fn number(&mut self, node: Node) -> ValueId {
        let text = self.str(node).to_ascii_lowercase();
        let is_plain = !text.starts_with("0x") && !text.starts_with("0b");
        let suffix = |list: &[char]| text.trim_end_matches(|c| list.contains(&c)).len() < text.len();
        self.literal(match () {
            () if suffix(&['u', 'l']) => match (text.contains('u'), text.contains('l')) {
                (true, true) => "ulong",
                (true, false) => "uint",
                _ => "long",
            },
            () if is_plain && suffix(&['m']) => "decimal",
            () if is_plain && suffix(&['f']) => "float",
            () if is_plain && (suffix(&['d']) || node.kind() == "real_literal") => "double",
            () => "int",
        })
    }

    fn list(&mut self, list: Node) -> ValueId {
        let all: Vec<_> = items(list).into_iter().map(|it| self.passed(it)).collect();
        let items = all.into_iter().take(4).collect();
        self.b.value(Value::List { items })
    }

    /// `[1, ..more]`
    /// `[a, ..b]`; `of`: what it becomes, whose elements a `new()` in it makes.
    pub fn collection(&mut self, node: Node, of: Option<ValueId>) -> ValueId {
        let mut items_of = Vec::new();
        for element in items(node).into_iter().flat_map(items) {
            let value = match element.kind() {
                "spread_element" => {
                    let object = self.inner(element);
                    self.b.value(Value::Item { object, position: 1 })
                }
                _ => match items(element)[..] {
                    [one] if one.kind() == "implicit_object_creation_expression" => self.element_of(one, of),
                    _ => self.inner(element),
                },
            };
            items_of.push(value);
        }
        items_of.truncate(4);
        self.b.value(Value::List { items: items_of })
    }
}
