//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::calls::negated;
use super::operations::unary_member;
use super::{Walk, Walker, items};
use crate::languages::android;
use crate::tree::{field, start};
use facts::*;
use syntax::tree_sitter::Node;

/// What `X::class` is one of.
const CLASS: [&str; 3] = ["kotlin", "reflect", "KClass"];

impl<'t> Walk<'_, '_, 't> {
    pub fn value(&mut self, node: Node<'t>) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node<'t>) -> ValueId {
        match node.kind() {
            "identifier" => self.read(node),
            "navigation_expression" => self.navigation(node),
            "call_expression" => self.call(node),
            "infix_expression" => self.infix(node),
            "binary_expression" => self.operation(node),
            "string_literal" | "multiline_string_literal" => {
                self.children(node);
                self.put_in(node);
                self.builtin(Builtin::String)
            }
            "number_literal" | "float_literal" | "character_literal" => self.builtin(Builtin::Number),
            "in_expression" => {
                match items(node)[..] {
                    [left, right] => {
                        let (item, object) = (self.value(left), self.value(right));
                        self.implied(object, "contains", node, vec![item]);
                    }
                    _ => self.children(node),
                }
                self.builtin(Builtin::Boolean)
            }
            "is_expression" => {
                field(node, "left").into_iter().for_each(|it| {
                    self.value(it);
                });
                field(node, "right").into_iter().for_each(|it| {
                    self.ty(it);
                });
                self.builtin(Builtin::Boolean)
            }
            "as_expression" => {
                field(node, "left").into_iter().for_each(|it| {
                    self.value(it);
                });
                let Some(ty) = field(node, "right") else { return self.unknown() };
                let ty = self.ty(ty);
                self.b.value(Value::Cast { ty })
            }
            "unary_expression" => {
                let Some(argument) = field(node, "argument") else { return self.walked(node) };
                let value = self.value(argument);
                if negated(node).is_some() {
                    return value;
                }
                let operator = field(node, "operator").map_or("", |it| it.kind());
                let given = unary_member(operator).map(|member| self.implied(value, member, node, Vec::new()));
                match (operator, given) {
                    ("!", _) => self.builtin(Builtin::Boolean),
                    // Who negates something gets what its function gives.
                    ("-" | "+", Some(given)) if !self.is_builtin(value) => given,
                    _ => value,
                }
            }
            "parenthesized_expression" => self.parenthesized(node),
            "throw_expression" => self.thrown(node),
            "labeled_expression" | "annotated_expression" | "spread_expression" => match items(node).last() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "index_expression" => {
                let inside = items(node);
                let Some((object, indices)) = inside.split_first() else { return self.unknown() };
                let object = self.value(*object);
                let indices: Vec<_> = indices.iter().map(|index| self.value(*index)).collect();
                let (member, given) = match self.assigned.take_if(|(at, _)| *at == node.id()) {
                    Some((_, value)) => ("set", [&indices[..], &[value]].concat()),
                    None => ("get", indices),
                };
                self.implied(object, member, node, given);
                self.b.value(Value::Index { object })
            }
            "this_expression" => self.this(node),
            "super_expression" => {
                let owner = self.class_around();
                self.b.value(Value::Super { owner })
            }
            "lambda_literal" => {
                let asked = self.asked.iter().rposition(|(id, _)| *id == node.id());
                let of_type = asked.map(|at| (self.asked.swap_remove(at).1, OF_TYPE));
                self.lambda(node, of_type, None, None)
            }
            "anonymous_function" => self.anonymous_function(node),
            "object_literal" => self.object_literal(node),
            "if_expression" => self.choice_if(node),
            "when_expression" => self.choice_when(node),
            "try_expression" => self.attempt(node),
            "collection_literal" => {
                let items = items(node).into_iter().map(|it| self.value(it)).take(4).collect();
                self.b.value(Value::List { items })
            }
            "callable_reference" => self.reference(node),
            "return_expression" => {
                let labelled = field(node, "label").is_some();
                let given = items(node)
                    .into_iter()
                    .find(|it| it.kind() != "identifier" || !labelled || Some(*it) != field(node, "label"));
                if let Some(given) = given {
                    if !labelled {
                        self.ask(given, self.declared.last().copied().flatten());
                    }
                    let value = self.passed(given);
                    if !labelled {
                        self.returned(value);
                    }
                }
                self.unknown()
            }
            _ => self.walked(node),
        }
    }

    pub(super) fn is_builtin(&self, value: ValueId) -> bool {
        matches!(self.b.graph.values[value as usize], Value::Builtin(_))
    }

    pub fn walked(&mut self, node: Node<'t>) -> ValueId {
        self.children(node);
        self.unknown()
    }

    fn parenthesized(&mut self, node: Node<'t>) -> ValueId {
        if let Some((_, callee, argument)) = self.generic.take_if(|(id, ..)| *id == node.id()) {
            let ty = self.mistaken_type(argument);
            return self.called(node, callee, Some(node), None, vec![ty]);
        }
        match items(node).first() {
            Some(inner) => self.value(*inner),
            None => self.unknown(),
        }
    }

    pub fn read(&mut self, node: Node<'t>) -> ValueId {
        match self.str(node) {
            "true" | "false" => self.builtin(Builtin::Boolean),
            "null" => self.builtin(Builtin::Null),
            "break" | "continue" => self.unknown(),
            _ => {
                let name = self.name(node);
                self.read_name(name)
            }
        }
    }

    pub fn read_name(&mut self, name: NameId) -> ValueId {
        let binding = self.scopes.visible_inside(name).filter(|&binding| self.is_seen(binding));
        self.scopes.name(self.b, name, binding)
    }

    /// Whether what stands here sees a name: a class's parameters are seen where it is made, not in its functions.
    fn is_seen(&self, binding: BindingId) -> bool {
        let graph = &self.b.graph;
        let binding = &graph.bindings[binding as usize];
        let class = graph.scopes[binding.scope as usize].kind == ScopeKind::Class;
        if !class || binding.kind != BindingKind::Parameter {
            return true;
        }
        let mut inner = self.scopes.current();
        while let Some(parent) = graph.scopes[inner as usize].parent.filter(|_| inner != binding.scope) {
            if parent == binding.scope {
                break;
            }
            inner = parent;
        }
        let within = graph.scopes[inner as usize].symbol.map(|it| graph.symbols[it as usize].kind);
        if inner == binding.scope
            || !matches!(within, Some(SymbolKind::Method | SymbolKind::Function | SymbolKind::Getter))
        {
            return true;
        }
        // One that is a property itself is seen everywhere.
        let is_it = |it: &Symbol| it.name == binding.name && it.name_at.line == binding.line;
        graph.symbols.iter().any(|it| it.kind == SymbolKind::Property && is_it(it))
    }

    fn navigation(&mut self, node: Node<'t>) -> ValueId {
        let parts = items(node);
        let [object, name] = parts[..] else { return self.walked(node) };
        let operator = node.children(&mut node.walk()).find(|it| matches!(it.kind(), "." | "?." | "::"));
        if operator.is_some_and(|it| it.kind() == "::") {
            return self.referred(object, name);
        }
        let is_literal = matches!(object.kind(), "callable_reference" | "navigation_expression")
            && self.str(object).ends_with("::class");
        if self.reads_to_assert(node, name) {
            self.b.assertion(start(name));
        }
        let (object, member) = (self.value(object), self.name(name));
        if android::is_resource(self.str(node)) {
            return self.builtin(Builtin::Number);
        }
        if is_literal && matches!(self.str(name), "java" | "javaObjectType" | "javaPrimitiveType") {
            let inner = match self.b.graph.values[object as usize] {
                Value::Cast { ty } => match &self.b.graph.types[ty as usize] {
                    Type::Name { arguments, .. } => arguments.first().copied(),
                    _ => None,
                },
                _ => None,
            };
            return self.library_value(&["java", "lang", "Class"], inner);
        }
        self.b.value(Value::Member { object, name: member })
    }

    /// Whether a property is read to assert: `response.andIsOk`, `found.assert.isEqualTo(1)`.
    fn reads_to_assert(&self, node: Node<'t>, name: Node<'t>) -> bool {
        let is_called = node.parent().is_some_and(|it| it.kind() == "call_expression" && it.child(0) == Some(node));
        let begins =
            |text: &str, word: &str| text.strip_prefix(word).is_some_and(|rest| rest.starts_with(char::is_uppercase));
        let name = self.str(name);
        !is_called && (name == "assert" || ["andIs", "andHas", "andAssert"].iter().any(|it| begins(name, it)))
    }

    /// A value of a type outside, by the whole path of that, and what that is of.
    fn library_value(&mut self, path: &[&str], inner: Option<TypeId>) -> ValueId {
        let path = path.iter().map(|name| self.b.name(name)).collect();
        let arguments = inner.into_iter().collect();
        let ty = self.b.ty(Type::Name { path, scope: self.scopes.current(), root: None, arguments });
        self.b.value(Value::Cast { ty })
    }

    /// The class of which a literal names the class: `shop.Order` of `shop.Order::class`.
    fn class_named(&mut self, node: Node<'t>) -> Option<TypeId> {
        let names: Vec<&str> = self.str(node).split('.').collect();
        let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let last = names.last().filter(|_| names.iter().all(is_name))?;
        last.starts_with(char::is_uppercase).then(|| {
            let path = names.iter().map(|name| self.b.name(name)).collect();
            self.b.ty(Type::Name { path, scope: self.scopes.current(), root: None, arguments: Vec::new() })
        })
    }

    /// `Type::member`, `value::member`, `Type::class`.
    fn referred(&mut self, object: Node<'t>, name: Node<'t>) -> ValueId {
        let from = self.value(object);
        if self.str(name) == "class" {
            let last = items(object).last().copied().filter(|_| object.kind() == "navigation_expression");
            self.refer(last.unwrap_or(object), from);
            let inner = self.class_named(object);
            return self.library_value(&CLASS, inner);
        }
        let id = self.name(name);
        let value = self.b.value(Value::Member { object: from, name: id });
        self.refer(name, value);
        value
    }

    /// `::f`
    fn reference(&mut self, node: Node<'t>) -> ValueId {
        let parts = items(node);
        match parts[..] {
            [name] if name.kind() == "identifier" => {
                let value = self.read(name);
                self.refer(name, value);
                value
            }
            [object, name] => match self.type_as_value(object) {
                Some(from) if name.kind() == "identifier" => {
                    let id = self.name(name);
                    let value = self.b.value(Value::Member { object: from, name: id });
                    self.refer(name, value);
                    value
                }
                _ => self.unknown(),
            },
            [object] => match self.type_as_value(object) {
                Some(value) => {
                    let last = super::last_name(object).unwrap_or(object);
                    self.refer(last, value);
                    let inner = self.class_named(object);
                    self.library_value(&CLASS, inner)
                }
                None => self.unknown(),
            },
            _ => self.unknown(),
        }
    }

    fn refer(&mut self, name: Node, value: ValueId) {
        if name.kind() != "identifier" {
            return;
        }
        let id = self.name(name);
        self.b.refer(ReferenceKind::Callback, value, id, start(name));
    }

    /// The value of something passed on.
    pub fn passed(&mut self, node: Node<'t>) -> ValueId {
        self.value(node)
    }
}
