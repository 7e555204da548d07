//! Types as written. References, pointers and lifetimes leave a type alone: what is behind them has the
//! members.

use super::impls::{SelfType, is_trait};
use super::names::Space;
use super::{Walk, Walker, field};
use crate::tree::items;
use facts::*;
use syntax::tree_sitter::Node;

impl<'s> Walk<'_, 's> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "type_identifier"
            | "identifier"
            | "scoped_type_identifier"
            | "scoped_identifier"
            | "generic_type"
            | "generic_type_with_turbofish"
            | "self"
            | "crate"
            | "super"
            | "metavariable" => self.path_type(node),
            "primitive_type" => match self.str(node) {
                "str" | "char" => self.b.ty(Type::Builtin(Builtin::String)),
                "bool" => self.b.ty(Type::Builtin(Builtin::Boolean)),
                _ => self.b.ty(Type::Builtin(Builtin::Number)),
            },
            "reference_type" | "pointer_type" => match field(node, "type") {
                Some(inner) => self.ty(inner),
                None => self.unknown_type(),
            },
            // `(dyn A + Send)` is what stands between the brackets.
            "tuple_type"
                if !self.str(node).trim_end_matches([')', ' ', '\n']).ends_with(',') && items(node).len() == 1 =>
            {
                match items(node).into_iter().find(is_code) {
                    Some(inner) => self.ty(inner),
                    None => self.unknown_type(),
                }
            }
            "tuple_type" => {
                let parts = items(node).into_iter().filter(is_code).map(|part| self.ty(part)).collect();
                self.b.ty(Type::Tuple { parts })
            }
            "unit_type" => self.b.ty(Type::Builtin(Builtin::Null)),
            "array_type" => {
                field(node, "length").into_iter().for_each(|length| {
                    self.value(length);
                });
                let Some(element) = field(node, "element") else { return self.unknown_type() };
                let element = self.ty(element);
                self.b.ty(Type::List { element })
            }
            "function_type" => self.function_type(node),
            "abstract_type" | "dynamic_type" => match field(node, "trait") {
                Some(inner) => self.ty(inner),
                None => self.unknown_type(),
            },
            "bounded_type" | "trait_bounds" => self.bounds(node).unwrap_or_else(|| self.unknown_type()),
            "higher_ranked_trait_bound" => match field(node, "type") {
                Some(inner) => self.ty(inner),
                None => self.unknown_type(),
            },
            "bracketed_type" | "parenthesized_type" => match items(node).first() {
                Some(inner) => self.ty(*inner),
                None => self.unknown_type(),
            },
            // `<T as Trait>`: what the type has, else what the trait says.
            "qualified_type" => {
                let parts: Vec<_> =
                    ["type", "alias"].iter().filter_map(|name| field(node, name)).map(|it| self.ty(it)).collect();
                self.b.ty(Type::Intersection { parts })
            }
            _ => self.unknown_type(),
        }
    }

    /// What a list of bounds asks for, without lifetimes.
    pub fn bounds(&mut self, node: Node) -> Option<TypeId> {
        let parts: Vec<_> = items(node).into_iter().filter(|it| is_trait(*it)).map(|it| self.ty(it)).collect();
        match parts[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.b.ty(Type::Intersection { parts })),
        }
    }

    /// `fn(A) -> B`, `Fn(A) -> B`
    fn function_type(&mut self, node: Node) -> TypeId {
        let mut params = Vec::new();
        for param in field(node, "parameters").map(items).unwrap_or_default() {
            match param.kind() {
                "parameter" => params.extend(field(param, "type").map(|ty| self.ty(ty))),
                "attribute_item" | "line_comment" | "block_comment" => {}
                _ => params.push(self.ty(param)),
            }
        }
        let returns = field(node, "return_type").map(|ty| self.ty(ty));
        self.b.ty(Type::Function { params, returns })
    }

    /// A type by a path of names. The arguments of its last name, and of an enum before a variant, are its own.
    pub fn path_type(&mut self, node: Node) -> TypeId {
        // `<T as Trait>::Item`
        if let Some((base, last)) = self.qualified_base(node) {
            let (object, name) = (self.ty(base), self.name(last));
            return self.b.ty(Type::Indexed { object, name });
        }
        let mut path = Vec::new();
        self.segments(node, &mut path);
        let arguments = self.arguments_of(node);
        self.named(path, arguments)
    }

    /// The qualified type that a path starts with, and its last name.
    fn qualified_base<'t>(&self, node: Node<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let node = if node.kind() == "generic_type" { field(node, "type")? } else { node };
        if !matches!(node.kind(), "scoped_type_identifier" | "scoped_identifier") {
            return None;
        }
        let path = field(node, "path").filter(|path| path.kind() == "bracketed_type")?;
        Some((path, field(node, "name")?))
    }

    fn arguments_of(&mut self, node: Node) -> Vec<TypeId> {
        let mut next = Some(node);
        while let Some(at) = next {
            if let Some(list) = field(at, "type_arguments") {
                return self.type_arguments(list);
            }
            next = field(at, "path");
        }
        Vec::new()
    }

    pub fn type_arguments(&mut self, list: Node) -> Vec<TypeId> {
        let mut made = Vec::new();
        for argument in items(list) {
            match argument.kind() {
                "lifetime" | "line_comment" | "block_comment" => {}
                // `Iterator<Item = T>`
                "type_binding" => made.extend(field(argument, "type").map(|ty| self.ty(ty))),
                "block" => {
                    self.value(argument);
                }
                kind if kind.ends_with("_literal") => {}
                _ => made.push(self.ty(argument)),
            }
        }
        made
    }

    /// The type at a path of names, seen from here.
    pub fn named(&mut self, path: Vec<&'s str>, arguments: Vec<TypeId>) -> TypeId {
        if path.first() == Some(&"Self") {
            return self.self_type(&path[1..]);
        }
        let ids: Vec<NameId> = path.iter().map(|name| self.b.name(name)).collect();
        let root = ids.first().and_then(|first| self.visible(Space::Type, *first));
        self.b.ty(Type::Name { path: ids, scope: self.scopes.current(), root, arguments })
    }

    /// `Self`, `Self::Item`, `Self::Variant`
    fn self_type(&mut self, rest: &[&str]) -> TypeId {
        let own = match self.selves.last() {
            Some(SelfType::Of(ty, inner)) => {
                if let [name] = rest {
                    let named = |it: &&(NameId, TypeId)| self.b.graph.name(it.0) == *name;
                    if let Some((_, ty)) = inner.iter().find(named) {
                        return *ty;
                    }
                }
                *ty
            }
            Some(SelfType::Trait(_)) => self.b.ty(Type::This),
            None => return self.unknown_type(),
        };
        let mut ty = own;
        for name in rest {
            let name = self.b.name(name);
            ty = self.b.ty(Type::Indexed { object: ty, name });
        }
        ty
    }
}

fn is_code(node: &Node) -> bool {
    !matches!(node.kind(), "line_comment" | "block_comment")
}
