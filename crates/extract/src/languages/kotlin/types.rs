//! Types as written. Nullability leaves a type alone: what is behind it has the members.

use super::{Walk, Walker, child, is_comment, is_type, items};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    pub fn ty(&mut self, node: Node<'t>) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node<'t>) -> TypeId {
        match node.kind() {
            "user_type" => self.named(node),
            "nullable_type" => {
                let inner = self.inner(node);
                self.b.ty(Type::Optional { inner })
            }
            "parenthesized_type" | "non_nullable_type" | "type_projection" => self.inner(node),
            "function_type" => self.function_type(node),
            _ => self.unknown_type(),
        }
    }

    fn inner(&mut self, node: Node<'t>) -> TypeId {
        match node.named_children(&mut node.walk()).find(|child| is_type(*child)) {
            Some(inner) => self.ty(inner),
            None => self.unknown_type(),
        }
    }

    fn named(&mut self, node: Node<'t>) -> TypeId {
        let mut path = Vec::new();
        let mut arguments = Vec::new();
        for part in node.named_children(&mut node.walk()) {
            match part.kind() {
                "identifier" => {
                    path.push(self.name(part));
                    arguments.clear();
                }
                "type_arguments" => arguments = items(part).into_iter().map(|it| self.ty(it)).collect(),
                _ => {}
            }
        }
        self.named_by(path, arguments)
    }

    /// A type that the parser takes for an expression: `Articles.Id` of `get<Articles.Id> { … }`.
    pub fn mistaken_type(&mut self, node: Node<'t>) -> TypeId {
        let (mut path, mut at) = (Vec::new(), node);
        while at.kind() == "navigation_expression" {
            let parts = items(at);
            let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return self.unknown_type() };
            path.push(self.name(*last));
            at = *first;
        }
        path.push(self.name(at));
        path.reverse();
        self.named_by(path, Vec::new())
    }

    fn named_by(&mut self, path: Vec<NameId>, arguments: Vec<TypeId>) -> TypeId {
        let Some(&first) = path.first() else { return self.unknown_type() };
        let root = self.scopes.visible_inside(first);
        if let ([only], None) = (&path[..], root.or_else(|| self.scopes.bound(first, 0)))
            && let Some(builtin) = builtin(self.b.graph.name(*only))
        {
            return match builtin {
                Some(builtin) => self.b.ty(Type::Builtin(builtin)),
                None => self.unknown_type(),
            };
        }
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    /// `(A) -> B`, `T.(A) -> B`
    fn function_type(&mut self, node: Node<'t>) -> TypeId {
        let (mut receiver, mut params, mut returns) = (None, Vec::new(), None);
        let mut in_params = true;
        for part in node.named_children(&mut node.walk()).filter(|part| !is_comment(*part)) {
            match part.kind() {
                "function_type_parameters" => {
                    in_params = false;
                    for param in items(part) {
                        let ty = match param.kind() {
                            "parameter" => self.inner(param),
                            _ => self.ty(param),
                        };
                        params.push(ty);
                    }
                }
                _ if !is_type(part) => {}
                _ if in_params => receiver = Some(self.ty(part)),
                _ => returns = Some(self.ty(part)),
            }
        }
        let function = self.b.ty(Type::Function { params, returns });
        match receiver {
            Some(receiver) => self.b.ty(Type::Extension { receiver, function }),
            None => function,
        }
    }

    /// A type's name where a value is meant: an annotation's class, what a delegation constructs.
    pub fn type_as_value(&mut self, node: Node<'t>) -> Option<ValueId> {
        let mut value = None;
        for part in node.named_children(&mut node.walk()).filter(|part| part.kind() == "identifier") {
            value = Some(match value {
                None => self.read(part),
                Some(object) => {
                    let name = self.name(part);
                    self.b.value(Value::Member { object, name })
                }
            });
        }
        value
    }

    /// `<T : Bound>`, with what `where` adds.
    pub fn type_params(&mut self, node: Node<'t>) -> Vec<TypeParam> {
        let Some(list) = child(node, "type_parameters") else { return Vec::new() };
        let params: Vec<_> = items(list).into_iter().filter(|it| it.kind() == "type_parameter").collect();
        let mut made = Vec::new();
        for param in &params {
            let Some(name) = child(*param, "identifier") else { continue };
            let binding = self.bind(name, BindingKind::TypeParam, None);
            made.push((TypeParam { name: self.name(name), bound: None, default: None }, binding, *param));
        }
        let constraints = child(node, "type_constraints").map(items).unwrap_or_default();
        for (made, binding, param) in &mut made {
            let mut bounds: Vec<Node> = param.named_children(&mut param.walk()).filter(|it| is_type(*it)).collect();
            for constraint in &constraints {
                let named = child(*constraint, "identifier").map(|name| self.name(name));
                if named == Some(made.name) {
                    bounds.extend(constraint.named_children(&mut constraint.walk()).filter(|it| is_type(*it)));
                }
            }
            let bounds: Vec<_> = bounds.into_iter().map(|bound| self.ty(bound)).collect();
            made.bound = match bounds[..] {
                [] => None,
                [one] => Some(one),
                _ => Some(self.b.ty(Type::Intersection { parts: bounds })),
            };
            self.b.binding_mut(*binding).declared = made.bound;
        }
        made.into_iter().map(|(made, ..)| made).collect()
    }
}

/// The builtin that a type of the language is to the resolver; nothing for one that may hold anything.
fn builtin(name: &str) -> Option<Option<Builtin>> {
    Some(match name {
        "String" | "CharSequence" => Some(Builtin::String),
        "Boolean" => Some(Builtin::Boolean),
        "Int" | "Long" | "Short" | "Byte" | "Double" | "Float" | "UInt" | "ULong" | "UShort" | "UByte" | "Number"
        | "Char" => Some(Builtin::Number),
        "Regex" => Some(Builtin::Regexp),
        "Any" | "Nothing" | "Unit" => None,
        _ => return None,
    })
}
