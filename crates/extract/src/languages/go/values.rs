//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::lists::Body;
use super::{Walk, Walker, field, is_exported, items};
use crate::builder::CALLEE_LIMIT;
use crate::shapes;
use crate::tree::{Step, chain, end, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" | "type_identifier" | "package_identifier" => self.read(node),
            "selector_expression" => {
                let (Some(operand), Some(name)) = (field(node, "operand"), field(node, "field")) else {
                    return self.walked(node);
                };
                let (object, name) = (self.value(operand), self.name(name));
                self.b.value(Value::Member { object, name })
            }
            "call_expression" => self.call(node),
            "index_expression" => self.index(node, false),
            "type_instantiation_expression" => match items(node).first() {
                Some(generic) => self.type_as_value(*generic),
                None => self.unknown(),
            },
            "qualified_type" => self.type_as_value(node),
            "slice_expression" => {
                let value = field(node, "operand").map(|operand| self.value(operand));
                for bound in ["start", "end", "capacity"] {
                    field(node, bound).into_iter().for_each(|it| {
                        self.value(it);
                    });
                }
                value.unwrap_or_else(|| self.unknown())
            }
            "type_conversion_expression" if field(node, "type").is_some_and(|ty| ty.kind() == "generic_type") => {
                self.generic_call(node)
            }
            "type_assertion_expression" | "type_conversion_expression" => {
                field(node, "operand").into_iter().for_each(|it| {
                    self.passed(it);
                });
                let Some(ty) = field(node, "type") else { return self.unknown() };
                let ty = self.ty(ty);
                self.b.value(Value::Cast { ty })
            }
            "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "unary_expression" => {
                let Some(operand) = field(node, "operand") else { return self.walked(node) };
                let value = self.value(operand);
                match field(node, "operator").map_or("", |it| it.kind()) {
                    "!" => self.builtin(Builtin::Boolean),
                    "<-" => self.b.value(Value::Item { object: value, position: 1 }),
                    _ => value,
                }
            }
            "binary_expression" => self.operation(node),
            "composite_literal" => {
                let ty = field(node, "type").map(|ty| (self.ty(ty), ty.kind() == "map_type"));
                let (ty, is_map) = ty.unwrap_or_else(|| (self.unknown_type(), false));
                let value = self.b.value(Value::Instance { ty });
                let element = field(node, "type").filter(|it| it.kind().ends_with("slice_type"));
                let element = element.and_then(|it| field(it, "element"));
                if let Some(body) = field(node, "body") {
                    let body = self.literal_body(body, is_map, element);
                    self.hold_members(value, &body.members);
                    self.note_list(value, node, &body);
                    self.note_literal(field(node, "type"), body.members, value);
                }
                value
            }
            "func_literal" => self.literal(node),
            "interpreted_string_literal" | "raw_string_literal" => self.builtin(Builtin::String),
            "int_literal" | "float_literal" | "imaginary_literal" | "rune_literal" | "iota" => {
                self.builtin(Builtin::Number)
            }
            "true" | "false" => self.builtin(Builtin::Boolean),
            "nil" => self.builtin(Builtin::Null),
            "variadic_argument" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            // A type where a value stands: `new([]T)`, `f[map[K]V]`.
            kind if kind.ends_with("_type") => {
                self.ty(node);
                self.unknown()
            }
            _ => self.walked(node),
        }
    }

    fn walked(&mut self, node: Node) -> ValueId {
        self.children(node);
        self.unknown()
    }

    pub fn read(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        let binding = self.scopes.visible(self.b, name);
        self.scopes.name(self.b, name, binding)
    }

    /// `f` of `f[T]`, `p.f` of `p.f[T]`, which the parser takes for types.
    pub fn type_as_value(&mut self, node: Node) -> ValueId {
        match (node.kind(), field(node, "package"), field(node, "name")) {
            ("qualified_type", Some(package), Some(name)) => {
                let (object, name) = (self.read(package), self.name(name));
                self.b.value(Value::Member { object, name })
            }
            ("generic_type", ..) => {
                field(node, "type_arguments").into_iter().flat_map(items).for_each(|argument| {
                    self.ty(argument);
                });
                match field(node, "type") {
                    Some(ty) => self.type_as_value(ty),
                    None => self.unknown(),
                }
            }
            ("type_identifier" | "identifier", ..) => self.read(node),
            _ => {
                self.ty(node);
                self.unknown()
            }
        }
    }

    /// `object[index]`, or `f[T]`; `called`: as in `f[T](x)`.
    pub fn index(&mut self, node: Node, called: bool) -> ValueId {
        let (Some(operand), Some(index)) = (field(node, "operand"), field(node, "index")) else {
            return self.walked(node);
        };
        let object = self.value(operand);
        if self.is_generic(node, called) {
            // What is called reads its type arguments itself.
            if !called {
                self.ty(index);
            }
            return object;
        }
        self.value(index);
        self.b.value(Value::Index { object })
    }

    /// Whether the brackets give type arguments: the operand is a function or a type, not a variable. Of
    /// a name that the file has not declared so far, what is done with it decides.
    pub fn is_generic(&mut self, node: Node, called: bool) -> bool {
        let (Some(operand), Some(index)) = (field(node, "operand"), field(node, "index")) else { return false };
        let (root, member) = match operand.kind() {
            "identifier" => (operand, None),
            "selector_expression" => match field(operand, "operand").filter(|it| it.kind() == "identifier") {
                Some(package) => (package, field(operand, "field")),
                None => return false,
            },
            _ => return false,
        };
        match (member, self.visible_kind(root)) {
            (None, Some(BindingKind::Function | BindingKind::Class | BindingKind::Type)) => true,
            (None, None) => called && self.may_be_type(index),
            (Some(member), Some(BindingKind::Import)) => is_exported(self.str(member)) && self.may_be_type(index),
            _ => false,
        }
    }

    fn may_be_type(&mut self, index: Node) -> bool {
        match index.kind() {
            "identifier" => !matches!(self.visible_kind(index), Some(BindingKind::Variable | BindingKind::Parameter)),
            "selector_expression" => {
                field(index, "operand").is_some_and(|it| self.visible_kind(it) == Some(BindingKind::Import))
            }
            "unary_expression" => field(index, "operator").is_some_and(|it| it.kind() == "*"),
            "index_expression" => self.is_generic(index, true),
            kind => kind.ends_with("_type"),
        }
    }

    fn visible_kind(&mut self, node: Node) -> Option<BindingKind> {
        let name = self.name(node);
        self.scopes.visible(self.b, name).map(|id| self.b.graph.bindings[id as usize].kind)
    }

    /// Comparisons are booleans, sums have their operands' type. Long chains are walked without recursion,
    /// since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            return self.walked(node);
        }
        let mut result = self.value(first);
        for Step { operator, right, .. } in steps {
            let right = self.value(right);
            result = match operator {
                "&&" | "||" => {
                    self.b.branch();
                    self.builtin(Builtin::Boolean)
                }
                "==" | "!=" | "<" | "<=" | ">" | ">=" => self.builtin(Builtin::Boolean),
                // A literal takes the other operand's type.
                _ if matches!(self.b.graph.values[result as usize], Value::Builtin(_)) => right,
                _ => result,
            };
        }
        result
    }

    /// The elements between braces. A key is a field's name, unless the type is a map's; what is more than a name is an
    /// expression in any case. `element`: the type of what has braces alone.
    fn literal_body(&mut self, body: Node, is_map: bool, element: Option<Node>) -> Body {
        let body = self.deeper(body, |walk| {
            let mut told = Body::default();
            for item in items(body) {
                match item.kind() {
                    "keyed_element" => {
                        let key = field(item, "key").and_then(|key| items(key).first().copied());
                        let name = key.filter(|key| !is_map && key.kind() == "identifier");
                        let word = match key.filter(|_| name.is_none()) {
                            Some(key) if key.kind().ends_with("string_literal") => shapes::constant(walk.b, key),
                            Some(key) => walk.element(key, element),
                            None => Shape::Other,
                        };
                        let Some(node) = field(item, "value").and_then(|it| items(it).first().copied()) else {
                            continue;
                        };
                        let shape = walk.element(node, element);
                        match (name, word) {
                            (Some(name), _) => {
                                let given = Given { name: Some(walk.name(name)), shape };
                                // What has braces alone is no value that a field is known to hold.
                                if node.kind() != "literal_value" {
                                    told.members.push(given);
                                }
                            }
                            (None, Shape::Text(key)) => told.items.push(Given { name: Some(key), shape }),
                            _ => told.items.push(Given { name: None, shape }),
                        }
                    }
                    "literal_element" => {
                        for it in items(item) {
                            let shape = walk.element(it, element);
                            told.items.push(Given { name: None, shape });
                        }
                    }
                    _ => walk.node(item),
                }
            }
            told
        });
        body.unwrap_or_default()
    }

    /// An element as it is written: of a literal what that lists or has as members.
    fn element(&mut self, node: Node, ty: Option<Node>) -> Shape {
        if node.kind() == "literal_value" {
            // The braces of an inner literal whose type is left out.
            let body = self.literal_body(node, false, None);
            let shape = body.shape();
            if ty.is_some() && !body.members.is_empty() {
                let value = self.unknown();
                self.note_literal(ty, body.members, value);
            }
            return shape;
        }
        let lists = self.lists.len();
        let value = self.passed(node);
        // A literal in another one is a part of that.
        let inner = self.lists.split_off(lists).into_iter().find(|it| it.value == value);
        match inner {
            Some(inner) if node.kind() == "composite_literal" => inner.shape,
            _ => shapes::written(self.b, node, value),
        }
    }

    /// What a literal's members are given is what the fields hold: `&Server{router: router}`.
    fn hold_members(&mut self, literal: ValueId, members: &[Given]) {
        for given in members {
            let (Some(name), &Shape::Value(value)) = (given.name, &given.shape) else { continue };
            let held = match self.b.graph.values[value as usize] {
                Value::Call { .. } | Value::Name { binding: Some(_), .. } => value,
                _ => continue,
            };
            let member = self.b.value(Value::Member { object: literal, name });
            self.b.graph.stored.push((member, held));
        }
    }

    /// Keeps a literal of another package's type.
    fn note_literal(&mut self, ty: Option<Node>, mut given: Vec<Given>, value: ValueId) {
        let ty = ty.map(|ty| if ty.kind() == "pointer_type" { items(ty).first().copied().unwrap_or(ty) } else { ty });
        let Some(ty) = ty.filter(|ty| ty.kind() == "qualified_type") else { return };
        let Some(name) = field(ty, "name") else { return };
        // Of what is no text or value only what is asked for: `Required: true`.
        given.retain(|it| match it.shape {
            Shape::Literal(text) => self.b.graph.name(text) == "true",
            Shape::Other => false,
            _ => true,
        });
        given.truncate(SHAPES_LIMIT);
        if given.is_empty() {
            return;
        }
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: self.type_as_value(ty),
            name: self.name(name),
            text: self.b.text_end(start(ty), end(name), CALLEE_LIMIT),
            at: self.b.source.point(start(name)),
            start_line: self.b.source.line(start(ty)),
            arguments: 0,
            spread: false,
            given,
            result: Some(value),
        };
        self.b.graph.literals.push(literal);
    }

    /// `func(…) … { … }` as a value.
    fn literal(&mut self, node: Node) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        field(node, "parameters").into_iter().for_each(|list| {
            self.params(list, true);
        });
        let declared = field(node, "result").map(|result| self.result(result, true).1);
        self.returns.push(Vec::new());
        field(node, "body").into_iter().for_each(|body| self.children(body));
        let returns = self.returns.pop().unwrap_or_default();
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }
}
