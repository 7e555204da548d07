//! Types as written. Optionals, `some` and `any` leave a type alone: what is behind them has the members.

use super::{Walk, Walker, child, is_type, items, type_in};
use crate::tree::field;
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn ty(&mut self, node: Node<'t>) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node<'t>) -> TypeId {
        match node.kind() {
            "user_type" => self.named(node),
            "optional_type" => {
                let inner = self.inner(node);
                self.b.ty(Type::Optional { inner })
            }
            "opaque_type" | "existential_type" | "type_parameter_pack" | "type_pack_expansion" => self.inner(node),
            "metatype" => {
                let inner = self.inner(node);
                self.b.ty(Type::ClassOf { inner })
            }
            "array_type" => {
                let element = self.inner(node);
                self.b.ty(Type::List { element })
            }
            "dictionary_type" => match items(node)[..] {
                [key, element] => {
                    let (key, element) = (self.ty(key), self.ty(element));
                    self.b.ty(Type::Map { key, element })
                }
                _ => self.unknown_type(),
            },
            "protocol_composition_type" => {
                let parts = items(node).into_iter().map(|part| self.ty(part)).collect();
                self.b.ty(Type::Intersection { parts })
            }
            "tuple_type" => {
                let parts: Vec<_> = items(node)
                    .into_iter()
                    .filter(|it| it.kind() == "tuple_type_item")
                    .map(|it| self.inner(it))
                    .collect();
                match parts[..] {
                    [one] => one,
                    _ => self.b.ty(Type::Tuple { parts }),
                }
            }
            "function_type" => {
                let params = match field(node, "params") {
                    Some(list) if list.kind() == "tuple_type" => {
                        items(list).into_iter().map(|it| self.inner(it)).collect()
                    }
                    Some(one) => vec![self.ty(one)],
                    None => Vec::new(),
                };
                let returns = items(node).last().copied().filter(|it| is_type(*it)).map(|it| self.ty(it));
                self.b.ty(Type::Function { params, returns })
            }
            _ => self.unknown_type(),
        }
    }

    pub fn inner(&mut self, node: Node<'t>) -> TypeId {
        match type_in(node) {
            Some(inner) => self.ty(inner),
            None => self.unknown_type(),
        }
    }

    fn named(&mut self, node: Node<'t>) -> TypeId {
        let (mut path, mut arguments) = (Vec::new(), Vec::new());
        for part in items(node) {
            match part.kind() {
                "type_identifier" => {
                    path.push(self.name(part));
                    arguments.clear();
                }
                "type_arguments" => {
                    arguments = items(part).into_iter().filter(|it| is_type(*it)).map(|it| self.ty(it)).collect();
                }
                _ => {}
            }
        }
        let Some(&first) = path.first() else { return self.unknown_type() };
        let root = self.scopes.visible_inside(first);
        if let ([only], None) = (&path[..], root)
            && let Some((_, ty)) = self.said.iter().find(|(name, _)| name == only)
        {
            return *ty;
        }
        if let ([only], None) = (&path[..], root.or_else(|| self.scopes.bound(first, 0))) {
            match self.b.graph.name(*only) {
                "Self" => return self.b.ty(Type::This),
                "String" | "Substring" | "StaticString" => return self.b.ty(Type::Builtin(Builtin::String)),
                "Bool" => return self.b.ty(Type::Builtin(Builtin::Boolean)),
                "Int" | "Double" | "Float" | "UInt" | "Int8" | "Int16" | "Int32" | "Int64" | "UInt8" | "UInt16"
                | "UInt32" | "UInt64" | "CGFloat" => return self.b.ty(Type::Builtin(Builtin::Number)),
                "Any" | "AnyObject" | "Void" | "Never" => return self.unknown_type(),
                "Optional" => match arguments[..] {
                    [inner] => return self.b.ty(Type::Optional { inner }),
                    _ => return self.unknown_type(),
                },
                _ => {}
            }
        }
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    /// A type where a value is meant: `Foo` of `Foo<Int>(x)`, `A.B` of `A.B.c`.
    pub fn type_as_value(&mut self, node: Node<'t>) -> Option<ValueId> {
        let mut value = None;
        for part in items(node).into_iter().filter(|part| part.kind() == "type_identifier") {
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

    /// `<T: Bound>`, with what `where` adds.
    pub fn type_params(&mut self, node: Node<'t>) -> Vec<TypeParam> {
        let Some(list) = child(node, "type_parameters") else { return Vec::new() };
        let mut made = Vec::new();
        for param in items(list).into_iter().filter(|it| it.kind() == "type_parameter") {
            let Some(name) = child(param, "type_identifier") else { continue };
            let binding = self.bind(name, BindingKind::TypeParam, None);
            made.push((TypeParam { name: self.name(name), bound: None, default: None }, binding, type_in(param)));
        }
        let constraints: Vec<_> = [Some(list), Some(node)]
            .into_iter()
            .flatten()
            .filter_map(|it| child(it, "type_constraints"))
            .flat_map(items)
            .filter_map(|it| child(it, "inheritance_constraint"))
            .collect();
        for (made, binding, bound) in &mut made {
            let also = constraints.iter().find(|it| {
                let of = field(**it, "constrained_type").map(|of| self.plain(of));
                of == Some(self.b.graph.name(made.name))
            });
            let bound = bound.or_else(|| also.and_then(|it| type_in(*it)));
            made.bound = bound.map(|bound| self.ty(bound));
            self.b.binding_mut(*binding).declared = made.bound;
        }
        made.into_iter().map(|(made, ..)| made).collect()
    }
}
