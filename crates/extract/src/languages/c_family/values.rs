//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::numbers::literal;
use super::statements::names;
use super::{Walk, Walker, end, field, items, start};
use crate::tree::{Step, chain};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn value(&mut self, node: Node) -> ValueId {
        self.deep_value(node, |walk| walk.value_inside(node))
    }

    fn value_inside(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "identifier" | "type_identifier" | "namespace_identifier" => self.read(node),
            "qualified_identifier" | "template_function" | "template_type" | "dependent_name" | "field_identifier" => {
                self.path_value(node)
            }
            "this" => {
                let this = self.this();
                self.b.value(Value::List { items: vec![this] })
            }
            "field_expression" => self.member_value(node),
            "call_expression" => self.call(node),
            "subscript_expression" => {
                let object = match field(node, "argument") {
                    Some(argument) => self.value(argument),
                    None => self.unknown(),
                };
                let behind: Vec<_> = items(node).into_iter().skip(1).collect();
                let behind = behind
                    .into_iter()
                    .flat_map(|it| if it.kind() == "subscript_argument_list" { items(it) } else { vec![it] });
                let given: Vec<_> = behind.collect::<Vec<_>>().into_iter().map(|index| self.value(index)).collect();
                self.implied(object, "operator[]", start(node), &given);
                self.b.value(Value::Index { object })
            }
            "pointer_expression" => self.pointer_value(node),
            "unary_expression" => {
                let Some(argument) = field(node, "argument") else { return self.walked(node) };
                let value = self.value(argument);
                let operator = field(node, "operator").map_or("", |it| it.kind());
                self.operator(operator, start(node), &[value]);
                if matches!(operator, "!" | "not") {
                    self.tested(argument, value);
                }
                match operator {
                    "!" | "not" => self.builtin(Builtin::Boolean),
                    _ => value,
                }
            }
            "update_expression" => {
                let Some(argument) = field(node, "argument") else { return self.walked(node) };
                let value = self.value(argument);
                let operator = field(node, "operator");
                let mut operands = vec![value];
                if operator.is_some_and(|it| it.start_byte() > argument.start_byte()) {
                    operands.push(self.builtin(Builtin::Number));
                }
                self.operator(operator.map_or("", |it| it.kind()), start(node), &operands);
                value
            }
            "co_await_expression" | "parameter_pack_expansion" => match items(node).first() {
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "binary_expression" => self.operation(node),
            "assignment_expression" => self.assignment(node),
            "conditional_expression" => {
                self.b.branch();
                field(node, "condition").into_iter().for_each(|it| {
                    let value = self.value(it);
                    self.tested(it, value);
                });
                let branches = ["consequence", "alternative"].into_iter().filter_map(|name| field(node, name));
                let options = branches.collect::<Vec<_>>().into_iter().map(|it| self.passed(it)).collect();
                self.b.value(Value::Either { options })
            }
            "cast_expression" => {
                field(node, "value").into_iter().for_each(|it| {
                    self.passed(it);
                });
                let Some(ty) = field(node, "type") else { return self.unknown() };
                let ty = self.ty(ty);
                self.b.value(Value::Cast { ty })
            }
            "compound_literal_expression" => self.literal_of(node),
            "initializer_list" => {
                let values: Vec<_> = items(node).into_iter().map(|item| self.element(item)).collect();
                self.b.value(Value::List { items: values.into_iter().take(4).collect() })
            }
            "lambda_expression" => self.lambda(node),
            "new_expression" => self.new_value(node),
            "parenthesized_expression" => match items(node).first() {
                Some(block) if block.kind() == "compound_statement" => self.walked(node),
                Some(inner) => self.value(*inner),
                None => self.unknown(),
            },
            "comma_expression" => {
                let values: Vec<_> = items(node).into_iter().map(|it| self.value(it)).collect();
                values.last().copied().unwrap_or_else(|| self.unknown())
            }
            "string_literal" | "concatenated_string" | "raw_string_literal" => {
                let character = self.builtin(Builtin::Number);
                self.b.value(Value::List { items: vec![character] })
            }
            "number_literal" | "char_literal" => self.number_value(literal(self.str(node))),
            "true" | "false" => self.builtin(Builtin::Boolean),
            "null" | "nullptr" => self.builtin(Builtin::Null),
            "sizeof_expression" | "alignof_expression" | "offsetof_expression" => {
                field(node, "value").into_iter().for_each(|it| {
                    self.value(it);
                });
                self.number_value(Some(Number::UnsignedLong))
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

    /// `A::B::f`, `f<T>`, `::f`
    pub fn path_value(&mut self, node: Node) -> ValueId {
        let parts = names(node);
        self.template_arguments(node);
        let Some((first, rest)) = parts.split_first() else { return self.walked(node) };
        if first.kind() == "decltype" {
            self.children(*first);
            return self.b.value(Value::Unknown { dynamic: true });
        }
        let is_global = node.kind() == "qualified_identifier" && field(node, "scope").is_none();
        let name = self.name(*first);
        let mut value = match self.scopes.visible(self.b, name).filter(|_| !is_global) {
            Some(binding)
                if self.b.graph.bindings[binding as usize].kind == BindingKind::TypeParam && !rest.is_empty() =>
            {
                // `T::f()`: what T is, only its uses say.
                self.b.value(Value::Unknown { dynamic: true })
            }
            binding if is_global => self.b.value(Value::Name { name, scope: 0, binding }),
            // In front of `::` a variable's name is not looked at.
            Some(binding) if !rest.is_empty() && self.holds_value(binding) => {
                let scope = self.scopes.current();
                self.b.value(Value::Name { name, scope, binding: None })
            }
            binding => self.scopes.name(self.b, name, binding),
        };
        for part in rest {
            let text = self.function_name(*part);
            let name = self.b.name(&text);
            value = self.b.value(Value::Member { object: value, name });
        }
        value
    }

    fn holds_value(&self, binding: BindingId) -> bool {
        matches!(self.b.graph.bindings[binding as usize].kind, BindingKind::Parameter | BindingKind::Variable)
    }

    /// What stands in angle brackets may hold types and calls.
    fn template_arguments(&mut self, node: Node) {
        match node.kind() {
            "template_function" | "template_type" | "template_method" => {
                for argument in field(node, "arguments").map(items).unwrap_or_default() {
                    match argument.kind() {
                        "type_descriptor" => {}
                        _ => self.node(argument),
                    }
                }
            }
            "qualified_identifier" => {
                for part in ["scope", "name"].into_iter().filter_map(|name| field(node, name)) {
                    self.template_arguments(part);
                }
            }
            _ => {}
        }
    }

    /// The object that a method is called on: of the class around, or of the one that an outside definition names.
    pub fn this(&mut self) -> ValueId {
        let function = self.b.owner_of(|kind| matches!(kind, SymbolKind::Method | SymbolKind::Constructor));
        let Some(function) = function else { return self.unknown() };
        let symbol = &self.b.graph.symbols[function as usize];
        let is_class =
            |id: &SymbolId| matches!(self.b.graph.symbols[*id as usize].kind, SymbolKind::Class | SymbolKind::Struct);
        match (symbol.parent.filter(is_class), symbol.receiver) {
            (Some(owner), _) => self.b.value(Value::This { owner: Some(owner) }),
            (None, Some(ty)) => self.b.value(Value::Cast { ty }),
            _ => self.unknown(),
        }
    }

    fn member_value(&mut self, node: Node) -> ValueId {
        let (Some(argument), Some(name)) = (field(node, "argument"), field(node, "field")) else {
            return self.walked(node);
        };
        let is_arrow = field(node, "operator").is_some_and(|it| it.kind() == "->");
        let mut object = match argument.kind() {
            "this" if is_arrow => self.this(),
            _ => {
                let value = self.value(argument);
                if is_arrow {
                    self.implied(value, "operator->", start(argument), &[]);
                    self.b.value(Value::Index { object: value })
                } else {
                    value
                }
            }
        };
        let path = names(name);
        self.template_arguments(name);
        let (Some(last), owner) = (path.last(), path.len().saturating_sub(1)) else { return self.unknown() };
        if owner > 0 {
            // `p->Base::f()`
            let ids: Vec<NameId> = path[..owner].iter().map(|part| self.name(*part)).collect();
            let root = self.scopes.visible(self.b, ids[0]);
            let ty = self.b.ty(Type::Name { path: ids, scope: self.scopes.current(), root, arguments: Vec::new() });
            object = self.b.value(Value::Cast { ty });
        }
        let text = self.function_name(*last);
        let name = self.b.name(&text);
        self.b.value(Value::Member { object, name })
    }

    /// `*p`, `&x`
    fn pointer_value(&mut self, node: Node) -> ValueId {
        let Some(argument) = field(node, "argument") else { return self.walked(node) };
        let takes = field(node, "operator").is_some_and(|it| it.kind() == "&");
        if argument.kind() == "this" && !takes {
            return self.this();
        }
        match takes {
            true => {
                let value = self.value(argument);
                self.b.value(Value::List { items: vec![value] })
            }
            false => {
                let object = self.value(argument);
                self.implied(object, "operator*", start(node), &[]);
                self.b.value(Value::Index { object })
            }
        }
    }

    /// `T{…}`, `(T){…}`
    fn literal_of(&mut self, node: Node) -> ValueId {
        let (Some(ty), Some(list)) = (field(node, "type"), field(node, "value")) else { return self.walked(node) };
        let arguments = items(list);
        if self.cpp && ty.kind() != "type_descriptor" {
            self.note_constructed(node, ty, &arguments);
        }
        for argument in arguments {
            self.element(argument);
        }
        let ty = self.ty(ty);
        self.b.value(Value::Instance { ty })
    }

    /// An element of a list in braces, with or without a designator.
    fn element(&mut self, node: Node) -> ValueId {
        match node.kind() {
            "initializer_pair" => match field(node, "value") {
                Some(value) => self.passed(value),
                None => self.unknown(),
            },
            _ => self.passed(node),
        }
    }

    fn assignment(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.walked(node) };
        let value = self.passed(right);
        let operator = field(node, "operator");
        let plain = operator.is_none_or(|it| it.kind() == "=");
        if left.kind() == "identifier" {
            let name = self.name(left);
            match self.scopes.visible(self.b, name) {
                Some(binding) if plain => self.b.assign(binding, value),
                None => {
                    let variable = self.hidden_variables.get(&name).copied();
                    variable.into_iter().for_each(|symbol| self.b.initial(symbol, value));
                }
                _ => {}
            }
        }
        let object = self.value(left);
        if let Some(operator) = operator {
            self.operator(operator.kind(), start(operator), &[object, value]);
        }
        object
    }

    /// Comparisons are booleans, sums have their operands' type. Long chains are walked without recursion,
    /// since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            return self.walked(node);
        }
        let mut result = self.value(first);
        for Step { left, operator, right } in steps {
            let (behind, before, step_right) = (end(left), start(right), right);
            // `element | decorated`: a function that an operator is given.
            let right = if self.cpp && operator == "|" { self.passed(right) } else { self.value(right) };
            if matches!(operator, "&&" | "||" | "and" | "or") {
                self.tested(left, result);
                self.tested(step_right, right);
            } else {
                let between = self.b.source.slice(behind, before);
                self.operator(operator, behind + between.find(operator).unwrap_or(0) as u32, &[result, right]);
            }
            result = match operator {
                "&&" | "||" | "and" | "or" => {
                    self.b.branch();
                    self.builtin(Builtin::Boolean)
                }
                "==" | "!=" | "<" | "<=" | ">" | ">=" => self.builtin(Builtin::Boolean),
                "<<" | ">>" => result,
                _ => {
                    let is_literal = matches!(self.b.graph.values[result as usize], Value::Builtin(_));
                    let (of, other) = if is_literal { (right, result) } else { (result, right) };
                    self.join_numbers(of, other);
                    of
                }
            };
        }
        result
    }

    /// The value of something passed on: an argument, an element, what is assigned or returned. Where it
    /// names a function, that is a use of it.
    pub fn passed(&mut self, node: Node) -> ValueId {
        let mut named = node;
        while let Some(inner) = match named.kind() {
            "pointer_expression" => field(named, "argument"),
            "parenthesized_expression" => items(named).first().copied(),
            "cast_expression" => field(named, "value"),
            _ => None,
        } {
            named = inner;
        }
        let may_name =
            matches!(named.kind(), "identifier" | "qualified_identifier" | "type_identifier" | "template_function");
        if !may_name {
            return self.value(node);
        }
        let inner = self.value(named);
        self.callback(named, inner);
        // What was only unwrapped is walked once.
        match node.kind() {
            "pointer_expression" if field(node, "operator").is_some_and(|it| it.kind() == "*") => {
                self.b.value(Value::Index { object: inner })
            }
            "pointer_expression" if !self.is_function_like(inner) => self.b.value(Value::List { items: vec![inner] }),
            "cast_expression" => match field(node, "type") {
                Some(ty) => {
                    let ty = self.ty(ty);
                    self.b.value(Value::Cast { ty })
                }
                None => inner,
            },
            _ => inner,
        }
    }

    /// Whether a name may be a function's: no local of this file bears it.
    fn is_function_like(&self, value: ValueId) -> bool {
        match self.b.graph.values[value as usize] {
            Value::Name { binding, .. } => binding.is_none(),
            _ => true,
        }
    }

    fn callback(&mut self, node: Node, value: ValueId) {
        let written = self.b.source.slice(start(node), end(node)) == self.str(node);
        if !written || !self.is_function_like(value) || self.str(node) == "NULL" {
            return;
        }
        let Some(last) = names(node).last().copied() else { return };
        let id = self.name(last);
        self.b.refer(ReferenceKind::Callback, value, id, start(last));
    }
}
