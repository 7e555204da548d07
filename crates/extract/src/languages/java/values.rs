//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::{Walk, Walker, child, field, items};
use crate::languages::android;
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
            "field_access" => self.field_access(node),
            "method_invocation" => self.call(node),
            "object_creation_expression" => self.creation(node),
            "explicit_constructor_invocation" => self.delegation(node),
            "string_literal" => self.string(node),
            "decimal_integer_literal" | "hex_integer_literal" | "octal_integer_literal" | "binary_integer_literal" => {
                let is_long = self.str(node).ends_with(['l', 'L']);
                self.literal(if is_long { "long" } else { "int" }).1
            }
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                let is_float = self.str(node).ends_with(['f', 'F']);
                self.literal(if is_float { "float" } else { "double" }).1
            }
            "character_literal" => self.literal("char").1,
            "true" | "false" => self.literal("boolean").1,
            "null_literal" => self.builtin(Builtin::Null),
            "this" => self.b.value(Value::This { owner: self.class() }),
            "super" => self.b.value(Value::Super { owner: self.class() }),
            "class_literal" => self.class_literal(node),
            "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.passed(*inner),
                None => self.unknown(),
            },
            "array_access" => {
                let object = field(node, "array").map(|it| self.value(it));
                field(node, "index").into_iter().for_each(|it| {
                    self.value(it);
                });
                match object {
                    Some(object) => self.b.value(Value::Index { object }),
                    None => self.unknown(),
                }
            }
            "assignment_expression" => self.assignment(node),
            "binary_expression" => self.operation(node),
            "unary_expression" => {
                let Some(operand) = field(node, "operand") else { return self.walked(node) };
                let operand = self.value(operand);
                if field(node, "operator").is_some_and(|it| it.kind() == "!") {
                    return self.literal("boolean").1;
                }
                self.b.value(Value::Operation { operands: vec![operand], joins: false })
            }
            "update_expression" => match items(node).first() {
                Some(operand) => self.value(*operand),
                None => self.unknown(),
            },
            "cast_expression" => {
                let ty = field(node, "type").map(|ty| self.ty(ty));
                field(node, "value").into_iter().for_each(|value| {
                    self.expected(value, ty);
                });
                match ty {
                    Some(ty) => self.b.value(Value::Cast { ty }),
                    None => self.unknown(),
                }
            }
            "instanceof_expression" => self.instance_of(node),
            "ternary_expression" => {
                self.b.branch();
                field(node, "condition").into_iter().for_each(|it| {
                    self.value(it);
                });
                let options = ["consequence", "alternative"].into_iter().filter_map(|name| field(node, name));
                let options: Vec<_> = options.map(|it| self.passed(it)).collect();
                self.b.value(Value::Either { options })
            }
            "switch_expression" => self.switch(node),
            "array_creation_expression" => self.array_creation(node),
            "array_initializer" => {
                self.array_items(node);
                self.unknown()
            }
            "lambda_expression" => self.lambda(node, None),
            "method_reference" => self.method_reference(node),
            _ => self.walked(node),
        }
    }

    fn walked(&mut self, node: Node) -> ValueId {
        self.children(node);
        self.unknown()
    }

    /// The value of something handed on, where nothing says what is expected there.
    pub fn passed(&mut self, node: Node) -> ValueId {
        self.value(node)
    }

    /// The value of an expression where a declared type is expected: it tells a lambda its parameters.
    pub fn expected(&mut self, node: Node, ty: Option<TypeId>) -> ValueId {
        match (node.kind(), ty) {
            ("lambda_expression", Some(ty)) => {
                let ty = self.b.ty(Type::Function { params: vec![ty], returns: None });
                let callee = self.b.value(Value::Cast { ty });
                self.lambda(node, Some((callee, 0)))
            }
            _ => self.value(node),
        }
    }

    fn read(&mut self, node: Node) -> ValueId {
        let name = self.name(node);
        let binding = self.scopes.visible(self.b, name).filter(|&binding| {
            let kind = self.b.graph.bindings[binding as usize].kind;
            self.b.graph.bindings[binding as usize].scope != 0 && kind != BindingKind::TypeParam
        });
        self.scopes.name(self.b, name, binding)
    }

    fn field_access(&mut self, node: Node) -> ValueId {
        let (Some(object), Some(name)) = (field(node, "object"), field(node, "field")) else {
            return self.walked(node);
        };
        if name.kind() == "this" {
            let owner = self.enclosing(self.str(object));
            return self.b.value(Value::This { owner });
        }
        // `Outer.super.field`
        if child(node, "super").is_some_and(|it| it != object) {
            let object = self.outer_super(object);
            let name = self.name(name);
            return self.b.value(Value::Member { object, name });
        }
        let (object, name) = (self.value(object), self.name(name));
        if android::is_resource(self.str(node)) {
            return self.literal("int").1;
        }
        self.b.value(Value::Member { object, name })
    }

    /// The class of this name around.
    fn enclosing(&self, name: &str) -> Option<SymbolId> {
        let name = name.rsplit('.').next().unwrap_or(name);
        let is_named = |id: &&SymbolId| {
            let symbol = &self.b.graph.symbols[**id as usize];
            self.b.graph.name(symbol.name) == name
        };
        self.classes.iter().rev().find(is_named).copied().or(self.class())
    }

    /// `T.super`: of a class around its bases, else the interface `T` among the class's own.
    pub fn outer_super(&mut self, node: Node) -> ValueId {
        let name = self.str(node);
        let around = self.classes.iter().rev().copied().find(|&id| {
            let symbol = &self.b.graph.symbols[id as usize];
            self.b.graph.name(symbol.name) == name
        });
        match around {
            Some(owner) => self.b.value(Value::Super { owner: Some(owner) }),
            None => {
                let ty = self.ty(node);
                self.b.value(Value::Instance { ty })
            }
        }
    }

    fn string(&mut self, node: Node) -> ValueId {
        for part in items(node).into_iter().filter(|it| it.kind() == "string_interpolation") {
            self.children(part);
        }
        self.literal("String").1
    }

    /// `T.class`
    fn class_literal(&mut self, node: Node) -> ValueId {
        let arguments = items(node).first().map(|ty| self.ty(*ty)).into_iter().collect();
        let path = ["java", "lang", "Class"].map(|part| self.b.name(part)).to_vec();
        let ty = self.b.ty(Type::Name { path, scope: 0, root: None, arguments });
        self.b.value(Value::Instance { ty })
    }

    fn assignment(&mut self, node: Node) -> ValueId {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.walked(node) };
        let target = self.value(left);
        let binding = match self.b.graph.values[target as usize] {
            Value::Name { binding, .. } => binding,
            _ => None,
        };
        let declared = binding.and_then(|id| self.b.graph.bindings[id as usize].declared);
        let value = self.expected(right, declared);
        let plain = field(node, "operator").is_none_or(|it| it.kind() == "=");
        if let (Some(binding), None, true) = (binding, declared, plain) {
            self.b.assign(binding, value);
        }
        if plain && left.kind() == "field_access" && field(left, "object").is_some_and(|it| it.kind() != "this") {
            crate::members_set::keep(self.b, left, right, (target, value));
        }
        target
    }

    /// Comparisons are booleans, sums as wide as their widest operand. Long chains are walked without recursion,
    /// since they lean to the left as deep as they are long.
    fn operation(&mut self, node: Node) -> ValueId {
        let (first, steps) = chain(node);
        if steps.is_empty() {
            return self.walked(node);
        }
        let mut result = self.value(first);
        // What has been added up so far: one node for a whole sum.
        let mut sum: Vec<ValueId> = Vec::new();
        for Step { operator, right, .. } in steps {
            let right = self.value(right);
            if operator == "+" {
                if sum.is_empty() {
                    sum.push(result);
                }
                if sum.len() < 8 && !sum.contains(&right) {
                    sum.push(right);
                }
                continue;
            }
            result = self.summed(&mut sum, result);
            result = match operator {
                "&&" | "||" => {
                    self.b.branch();
                    self.literal("boolean").1
                }
                "==" | "!=" | "<" | "<=" | ">" | ">=" => self.literal("boolean").1,
                "<<" | ">>" | ">>>" => self.b.value(Value::Operation { operands: vec![result], joins: false }),
                _ => self.b.value(Value::Operation { operands: vec![result, right], joins: false }),
            };
        }
        self.summed(&mut sum, result)
    }

    fn summed(&mut self, sum: &mut Vec<ValueId>, otherwise: ValueId) -> ValueId {
        if sum.is_empty() {
            return otherwise;
        }
        let operands = std::mem::take(sum);
        self.b.value(Value::Operation { operands, joins: true })
    }

    /// `new T[n][]`, `new T[] { … }`
    fn array_creation(&mut self, node: Node) -> ValueId {
        let Some(ty) = field(node, "type") else { return self.walked(node) };
        let mut made = self.ty(ty);
        for part in items(node) {
            match part.kind() {
                "dimensions_expr" => {
                    self.children(part);
                    made = self.b.ty(Type::List { element: made });
                }
                "dimensions" => made = self.array(made, Some(part)),
                "array_initializer" => self.array_items(part),
                _ => {}
            }
        }
        self.b.value(Value::Instance { ty: made })
    }

    pub fn array_items(&mut self, node: Node) {
        self.deeper(node, |walk| {
            for item in items(node) {
                match item.kind() {
                    "array_initializer" => walk.array_items(item),
                    _ => {
                        walk.passed(item);
                    }
                }
            }
        });
    }
}

/// Expressions whose kind does not end in `_expression`.
pub fn is_operand(kind: &str) -> bool {
    matches!(
        kind,
        "identifier"
            | "field_access"
            | "method_invocation"
            | "explicit_constructor_invocation"
            | "array_access"
            | "method_reference"
            | "class_literal"
            | "this"
            | "super"
            | "string_literal"
            | "null_literal"
            | "true"
            | "false"
    ) || kind.ends_with("_literal")
}
