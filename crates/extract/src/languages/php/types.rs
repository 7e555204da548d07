//! Types as written in code.

use super::{Walk, Walker, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "named_type" => match items(node).first() {
                Some(name) => self.type_name(self.str(*name), Vec::new()),
                None => self.unknown_type(),
            },
            "name" | "qualified_name" | "relative_name" | "primitive_type" | "bottom_type" | "relative_scope" => {
                self.type_name(self.str(node), Vec::new())
            }
            "optional_type" => match items(node).first() {
                Some(inner) => {
                    let inner = self.ty(*inner);
                    self.b.ty(Type::Optional { inner })
                }
                None => self.unknown_type(),
            },
            "union_type" | "disjunctive_normal_form_type" | "type_list" => {
                let options = items(node).into_iter().map(|it| self.ty(it)).collect();
                self.union(options)
            }
            "intersection_type" => {
                let parts = items(node).into_iter().map(|it| self.ty(it)).collect();
                self.b.ty(Type::Intersection { parts })
            }
            _ => self.unknown_type(),
        }
    }

    pub fn union(&mut self, options: Vec<TypeId>) -> TypeId {
        match options[..] {
            [] => self.unknown_type(),
            [one] => one,
            _ => self.b.ty(Type::Union { options }),
        }
    }

    /// A type by its name: a builtin, `self` and its kind, or a class.
    pub fn type_name(&mut self, written: &str, arguments: Vec<TypeId>) -> TypeId {
        let builtin = match written.trim_start_matches('\\').to_ascii_lowercase().as_str() {
            "string" | "non-empty-string" | "numeric-string" | "literal-string" | "callable-string"
            | "lowercase-string" | "trait-string" | "class-string" => Builtin::String,
            "int" | "integer" | "float" | "double" | "number" | "positive-int" | "non-negative-int"
            | "negative-int" | "numeric" | "int-mask" | "int-mask-of" => Builtin::Number,
            "bool" | "boolean" | "true" | "false" => Builtin::Boolean,
            "null" | "void" | "never" | "never-return" | "no-return" => Builtin::Null,
            "array" | "iterable" | "non-empty-array" | "associative-array" | "array-key" => Builtin::Map,
            "list" | "non-empty-list" => Builtin::List,
            "callable" | "closure" => Builtin::Function,
            "mixed" | "object" | "resource" | "scalar" | "value-of" | "key-of" => return self.unknown_type(),
            "static" | "$this" | "this" => return self.b.ty(Type::This),
            "self" => return self.own_type(),
            "parent" => return self.parent_type(),
            _ => {
                let full = self.names.class(written);
                let name = self.b.name(&full);
                return self.b.ty(Type::Name { path: vec![name], scope: self.scopes.current(), root: None, arguments });
            }
        };
        self.b.ty(Type::Builtin(builtin))
    }

    /// The class around, as a type.
    fn own_type(&mut self) -> TypeId {
        match self.owners.last().and_then(|owner| owner.name) {
            Some(name) => {
                let (path, scope) = (vec![name], self.scopes.current());
                self.b.ty(Type::Name { path, scope, root: None, arguments: Vec::new() })
            }
            None => self.b.ty(Type::This),
        }
    }

    fn parent_type(&mut self) -> TypeId {
        let bases = self.owner().map(|owner| &self.b.graph.symbols[owner as usize].bases);
        let parent = bases.and_then(|bases| bases.iter().find(|base| base.relation == Relation::Extends));
        match parent.map(|base| base.ty) {
            Some(ty) => ty,
            None => self.unknown_type(),
        }
    }
}
