//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::impls::SelfType;
use super::names::Space;
use super::{Walk, Walker, field, start};
use crate::tree::{Step, chain, child, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" | "self" | "scoped_identifier" => self.path_value(node),
            "call_expression" => self.call(node),
            "field_expression" => self.field_value(node),
            "generic_function" => {
                field(node, "type_arguments").into_iter().for_each(|list| {
                    self.type_arguments(list);
                });
                self.operand(node, "function")
            }
            "macro_invocation" => self.macro_invocation(node),
            "reference_expression" => self.operand(node, "value"),
            "unary_expression" if is_dereferenced(node) => self.held(node),
            "unary_expression" | "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "try_expression" => match items(node).first() {
                Some(inner) => {
                    let object = self.value(*inner);
                    self.handed_on(node);
                    self.b.value(Value::Item { object, position: 1 })
                }
                None => self.unknown(),
            },
            "await_expression" => match items(node).first() {
                Some(inner) => {
                    let object = self.value(*inner);
                    self.b.value(Value::Await { object })
                }
                None => self.unknown(),
            },
            "index_expression" => self.index(node),
            "binary_expression" => self.operation(node),
            "range_expression" => self.range(node),
            "type_cast_expression" => {
                self.operand(node, "value");
                let Some(ty) = field(node, "type") else { return self.unknown() };
                let ty = self.ty(ty);
                self.b.value(Value::Cast { ty })
            }
            "struct_expression" => self.instance(node),
            "tuple_expression" => self.list(node, 16),
            "array_expression" => self.list(node, 4),
            "closure_expression" => self.closure(node, None),
            "assignment_expression" => {
                let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else {
                    return self.walked(node);
                };
                let value = self.passed(right);
                self.assign(left, value);
                self.builtin(Builtin::Null)
            }
            "return_expression" | "break_expression" | "yield_expression" => {
                let value = items(node).into_iter().rfind(|it| it.kind() != "label").map(|it| self.passed(it));
                if node.kind() == "return_expression"
                    && let (Some(value), Some(returns)) = (value, self.returns.last_mut())
                {
                    crate::builder::push_bounded(returns, value);
                }
                if let Some(value) = value.filter(|_| node.kind() == "break_expression") {
                    self.breaks_with(node, value);
                }
                self.builtin(Builtin::Null)
            }
            "char_literal" if self.str(node).starts_with('b') => self.builtin(Builtin::Number),
            // `b"bytes"`
            "string_literal" | "raw_string_literal" if self.str(node).starts_with('b') => {
                let element = self.b.ty(Type::Builtin(Builtin::Number));
                let ty = self.b.ty(Type::List { element });
                self.b.value(Value::Cast { ty })
            }
            "string_literal" | "raw_string_literal" => self.builtin(Builtin::String),
            "char_literal" => self.cast(vec!["char"]),
            "integer_literal" | "float_literal" => self.builtin(Builtin::Number),
            "boolean_literal" => self.builtin(Builtin::Boolean),
            "unit_expression" | "continue_expression" => self.builtin(Builtin::Null),
            "block" => self.labelled_block(node),
            "unsafe_block" | "const_block" | "try_block" | "gen_block" => {
                match items(node).into_iter().find(|it| it.kind() == "block") {
                    Some(block) => self.block(block),
                    None => self.walked(node),
                }
            }
            "async_block" => {
                self.returns.push(Vec::new());
                let block = items(node).into_iter().find(|it| it.kind() == "block");
                let value = block.map(|block| self.block(block));
                self.returns.pop();
                value.unwrap_or_else(|| self.unknown())
            }
            "if_expression" => self.if_value(node),
            "match_expression" => self.match_value(node),
            "while_expression" | "loop_expression" | "for_expression" => self.loop_value(node),
            "let_condition" | "let_chain" => {
                self.condition(node);
                self.builtin(Builtin::Boolean)
            }
            "line_comment" | "block_comment" | "label" | "mutable_specifier" => self.unknown(),
            _ => self.walked(node),
        }
    }

    pub fn walked(&mut self, node: Node) -> ValueId {
        self.children(node);
        self.unknown()
    }

    fn operand(&mut self, node: Node, name: &'static str) -> ValueId {
        match field(node, name) {
            Some(inner) => self.value(inner),
            None => self.walked(node),
        }
    }

    /// A value of the type at a path of names.
    pub fn cast(&mut self, path: Vec<&'static str>) -> ValueId {
        let ty = self.named(path, Vec::new());
        self.b.value(Value::Cast { ty })
    }

    /// A name or a path of names as a value.
    pub fn path_value(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" if self.str(node) == "Self" => self.self_place(),
            "identifier" | "self" => {
                let name = self.name(node);
                self.read(name)
            }
            "scoped_identifier" => {
                let Some(name) = field(node, "name") else { return self.unknown() };
                let object = self.path_prefix(node);
                let name = self.name(name);
                self.b.value(Value::Member { object, name })
            }
            _ => self.unknown(),
        }
    }

    /// What stands before the last name of a path.
    pub fn path_prefix(&mut self, node: Node) -> ValueId {
        let ty = match field(node, "path") {
            Some(path) if self.str(path) == "Self" => return self.self_place(),
            Some(path) => self.ty(path),
            None => self.named(vec![""], Vec::new()),
        };
        self.b.value(Value::Type { ty })
    }

    /// `Self` in front of a member.
    fn self_place(&mut self) -> ValueId {
        if let Some(SelfType::Trait(symbol)) = self.selves.last() {
            let owner = Some(*symbol);
            return self.b.value(Value::This { owner });
        }
        let ty = self.named(vec!["Self"], Vec::new());
        self.b.value(Value::Type { ty })
    }

    pub fn field_value(&mut self, node: Node) -> ValueId {
        let (Some(object), Some(name)) = (field(node, "value"), field(node, "field")) else {
            return self.walked(node);
        };
        let object = self.receiver(object);
        let name = self.name(name);
        self.b.value(Value::Member { object, name })
    }

    /// What a member is taken from; `(&x).m()` and `(*x).m()` say how it is held.
    fn receiver(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.held(*inner),
                None => self.unknown(),
            },
            _ => self.value(node),
        }
    }

    fn held(&mut self, node: Node) -> ValueId {
        let inner = match node.kind() {
            "reference_expression" => field(node, "value"),
            "unary_expression" if self.str(node).starts_with('*') => items(node).first().copied(),
            _ => None,
        };
        let Some(inner) = inner else { return self.value(node) };
        let Some(object) = self.deeper(inner, |walk| walk.held(inner)) else { return self.unknown() };
        self.b.value(match (node.kind(), child(node, "mutable_specifier")) {
            ("unary_expression", _) => Value::Either { options: vec![object] },
            (_, None) => Value::Lent { object },
            // Of two options none says how it is held.
            _ => Value::Either { options: vec![object; 2] },
        })
    }

    /// `object[index]`; a range of it is as it is.
    fn index(&mut self, node: Node) -> ValueId {
        let [object, index] = items(node)[..] else { return self.walked(node) };
        let object = self.value(object);
        self.value(index);
        match index.kind() {
            "range_expression" => object,
            _ => self.b.value(Value::Index { object }),
        }
    }

    /// `a..b`, `a..`, `..b`, `..`, `a..=b`
    fn range(&mut self, node: Node) -> ValueId {
        let ends: Vec<Node> = items(node).into_iter().filter(|it| !it.kind().ends_with("_comment")).collect();
        ends.iter().for_each(|end| {
            self.value(*end);
        });
        let text = self.str(node);
        let closed = text.contains("..=");
        let first = ends.first().is_some_and(|it| start(*it) == start(node));
        let name = match (first, ends.len() - usize::from(first), closed) {
            (true, 0, _) => "RangeFrom",
            (true, _, false) => "Range",
            (true, _, true) => "RangeInclusive",
            (false, 0, _) => "RangeFull",
            (false, _, false) => "RangeTo",
            (false, _, true) => "RangeToInclusive",
        };
        self.cast(vec!["", "std", "ops", name])
    }

    fn list(&mut self, node: Node, limit: usize) -> ValueId {
        let length = field(node, "length");
        let mut made = Vec::new();
        for item in items(node).into_iter().filter(|it| !it.kind().ends_with("_comment")) {
            if item.kind() == "attribute_item" {
                continue;
            }
            let value = self.passed(item);
            if Some(item) != length && made.len() < limit {
                made.push(value);
            }
        }
        self.b.value(Value::List { items: made })
    }

    /// `T { a, b: c, ..d }`
    fn instance(&mut self, node: Node) -> ValueId {
        let ty = match field(node, "name") {
            Some(name) => self.ty(name),
            None => self.unknown_type(),
        };
        let mut held = Vec::new();
        for part in field(node, "body").map(items).unwrap_or_default() {
            match part.kind() {
                "field_initializer" => {
                    let Some(value) = field(part, "value") else { continue };
                    let (made, name) = (self.passed(value), field(part, "field"));
                    if let Some(name) = name.filter(|_| self.is_of_row(made)) {
                        held.push((self.name(name), made));
                    }
                    if let (Some(name), true) = (name, self.is_made_by_trait(value)) {
                        let name = self.name(name);
                        let ty = self.b.ty(Type::Indexed { object: ty, name });
                        self.place(value, ty, made);
                    }
                }
                "shorthand_field_initializer" | "line_comment" | "block_comment" => {}
                "base_field_initializer" => {
                    let Some(base) = items(part).first().copied() else { continue };
                    let made = self.passed(base);
                    if self.is_made_by_trait(base) {
                        self.place(base, ty, made);
                    }
                }
                _ => self.children(part),
            }
        }
        let literal = self.b.value(Value::Instance { ty });
        for (name, made) in held {
            let member = self.b.value(Value::Member { object: literal, name });
            self.b.graph.stored.push((member, made));
        }
        literal
    }

    /// Whether a value is made by a row of calls, `Router::new().route(…)`, or by a function of its own, `closed()`.
    fn is_of_row(&self, made: ValueId) -> bool {
        let values = &self.b.graph.values;
        let Value::Call { callee, .. } = values[made as usize] else { return false };
        match values[callee as usize] {
            Value::Member { object, .. } => matches!(values[object as usize], Value::Call { .. }),
            Value::Name { .. } => true,
            _ => false,
        }
    }

    /// Whether a call makes a value by a trait's name: `Default::default()`, `From::from(x)`.
    fn is_made_by_trait(&self, node: Node) -> bool {
        let path =
            field(node, "function").filter(|it| node.kind() == "call_expression" && it.kind() == "scoped_identifier");
        let of = path.and_then(|path| field(path, "path")).map(|of| self.str(of)).unwrap_or_default();
        matches!(of.rsplit("::").next(), Some("Default" | "From" | "TryFrom" | "FromStr" | "FromIterator"))
    }

    /// A place without a name, its type and what is put there: what makes a value by a trait's name (`Default::default()`)
    /// makes one of that type.
    fn place(&mut self, node: Node, ty: TypeId, made: ValueId) {
        let (name, scope, line) = (self.b.name(""), self.scopes.current(), self.b.source.line(start(node)));
        let place = self.b.binding(name, scope, BindingKind::Variable, line);
        self.b.binding_mut(place).declared = Some(ty);
        self.b.assign(place, made);
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

    /// `left = value`
    fn assign(&mut self, left: Node, value: ValueId) {
        if left.kind() != "identifier" {
            self.value(left);
            return;
        }
        let name = self.name(left);
        if let Some(binding) = self.visible(Space::Value, name) {
            self.b.assign(binding, value);
        }
    }
}

/// Whether what `self` or a field of it refers to may be dereferenced by what its type says of that: `**self`, `*self.a`.
fn is_dereferenced(node: Node) -> bool {
    let Some(inner) = behind_star(node) else { return false };
    match inner.kind() {
        "field_expression" => field(inner, "value").is_some_and(|it| it.kind() == "self"),
        _ => behind_star(inner).is_some_and(|it| it.kind() == "self"),
    }
}

fn behind_star(node: Node) -> Option<Node> {
    let is_star = node.kind() == "unary_expression" && node.child(0).is_some_and(|it| it.kind() == "*");
    items(node).first().copied().filter(|_| is_star)
}
