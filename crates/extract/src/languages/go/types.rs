//! Types as written. Pointers leave a type alone: what is behind them has the members.

use super::{Walk, Walker, end, field, fields, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            // A plain name in an expression that turns out to be a type is an identifier to the parser.
            "type_identifier" | "identifier" => self.named(node),
            "qualified_type" => {
                let (Some(package), Some(name)) = (field(node, "package"), field(node, "name")) else {
                    return self.unknown_type();
                };
                self.qualified(package, name, Vec::new())
            }
            "selector_expression" => {
                let (Some(package), Some(name)) = (field(node, "operand"), field(node, "field")) else {
                    return self.unknown_type();
                };
                self.qualified(package, name, Vec::new())
            }
            "generic_type" => self.generic(node),
            "pointer_type" | "parenthesized_type" | "negated_type" | "parenthesized_expression" => self.inner(node),
            "unary_expression" => match field(node, "operand") {
                Some(operand) => self.ty(operand),
                None => self.unknown_type(),
            },
            "type_elem" | "type_constraint" => match items(node)[..] {
                [one] => self.ty(one),
                _ => {
                    let options = items(node).into_iter().map(|it| self.ty(it)).collect();
                    self.b.ty(Type::Union { options })
                }
            },
            "slice_type" | "array_type" | "implicit_length_array_type" => {
                if let Some(length) = field(node, "length") {
                    self.value(length);
                }
                let Some(element) = field(node, "element") else { return self.unknown_type() };
                if matches!(self.str(element), "byte" | "uint8") {
                    return self.b.ty(Type::Builtin(Builtin::Bytes));
                }
                let element = self.ty(element);
                self.b.ty(Type::List { element })
            }
            "channel_type" => {
                let Some(element) = field(node, "value") else { return self.unknown_type() };
                // A keyword, so that no declaration can have the name.
                let (element, name) = (self.ty(element), self.b.name("chan"));
                let (scope, arguments) = (self.scopes.current(), vec![element]);
                self.b.ty(Type::Name { path: vec![name], scope, root: None, arguments })
            }
            "map_type" => {
                let (Some(key), Some(element)) = (field(node, "key"), field(node, "value")) else {
                    return self.unknown_type();
                };
                let (key, element) = (self.ty(key), self.ty(element));
                self.b.ty(Type::Map { key, element })
            }
            "function_type" => self.function_type(node),
            "struct_type" => self.anonymous_struct(node),
            "interface_type" => self.anonymous_interface(node),
            _ => {
                self.children(node);
                self.unknown_type()
            }
        }
    }

    fn inner(&mut self, node: Node) -> TypeId {
        match items(node).first() {
            Some(inner) => self.ty(*inner),
            None => self.unknown_type(),
        }
    }

    fn named(&mut self, node: Node) -> TypeId {
        let name = self.name(node);
        let root = self.scopes.visible(self.b, name);
        let builtin = builtin(self.str(node)).filter(|_| root.is_none());
        match builtin {
            Some(Some(builtin)) => self.b.ty(Type::Builtin(builtin)),
            Some(None) => self.unknown_type(),
            None => {
                self.b.ty(Type::Name { path: vec![name], scope: self.scopes.current(), root, arguments: Vec::new() })
            }
        }
    }

    fn qualified(&mut self, package: Node, name: Node, arguments: Vec<TypeId>) -> TypeId {
        let path = vec![self.name(package), self.name(name)];
        let root = self.scopes.visible(self.b, path[0]);
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    fn generic(&mut self, node: Node) -> TypeId {
        let given = field(node, "type_arguments").map(items).unwrap_or_default();
        let arguments: Vec<_> = given.into_iter().map(|argument| self.ty(argument)).collect();
        let Some(ty) = field(node, "type") else { return self.unknown_type() };
        match (ty.kind(), field(ty, "package"), field(ty, "name")) {
            ("qualified_type", Some(package), Some(name)) => self.qualified(package, name, arguments),
            _ => {
                let path = vec![self.name(ty)];
                let root = self.scopes.visible(self.b, path[0]);
                self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
            }
        }
    }

    pub fn function_type(&mut self, node: Node) -> TypeId {
        let params = field(node, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
        let returns = field(node, "result").map(|result| self.result(result, false).1);
        let params = params.into_iter().filter_map(|param| param.declared).collect();
        self.b.ty(Type::Function { params, returns })
    }

    fn anonymous_struct(&mut self, node: Node) -> TypeId {
        let mut members = Vec::new();
        for member in items(node).into_iter().flat_map(items).filter(|it| it.kind() == "field_declaration") {
            let Some(ty) = field(member, "type") else { continue };
            let declared = self.ty(ty);
            for name in fields(member, "name") {
                members.push((self.name(name), declared));
            }
        }
        self.b.ty(Type::Object { members })
    }

    /// An interface without a name: its methods are declared where they are written.
    fn anonymous_interface(&mut self, node: Node) -> TypeId {
        if !items(node).iter().any(|member| member.kind() == "method_elem") {
            for member in items(node) {
                self.ty(member);
            }
            return self.unknown_type();
        }
        let Some(keyword) = node.child(0) else { return self.unknown_type() };
        let symbol = self.declare(SymbolKind::Interface, keyword, node);
        let binding = self.bind(keyword, BindingKind::Type, Some(symbol));
        self.b.sign(symbol, start(node), node.child(1).map_or(end(node), start));
        self.b.enter(symbol);
        self.interface(node, symbol);
        self.b.leave();
        let path = vec![self.name(keyword)];
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root: Some(binding), arguments: Vec::new() })
    }
}

/// The builtin that a predeclared type is to the resolver; nothing for one that may hold anything.
fn builtin(name: &str) -> Option<Option<Builtin>> {
    Some(match name {
        "string" => Some(Builtin::String),
        "bool" => Some(Builtin::Boolean),
        "int" | "int8" | "int16" | "int32" | "int64" | "uint" | "uint8" | "uint16" | "uint32" | "uint64"
        | "uintptr" | "float32" | "float64" | "complex64" | "complex128" | "byte" | "rune" => Some(Builtin::Number),
        "any" | "comparable" => None,
        _ => return None,
    })
}
