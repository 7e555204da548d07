//! Declarators: what stands around a declared name, and the type that it makes of the one before it.

use super::{Walk, field, items};
use facts::*;
use syntax::tree_sitter::Node;

/// What a declarator declares.
pub struct Declared<'t> {
    /// None for one without a name: a parameter's, a type's.
    pub name: Option<Node<'t>>,
    pub ty: TypeId,
    /// The declarator of a function, and what that returns.
    pub function: Option<Node<'t>>,
}

impl Walk<'_, '_> {
    /// Reads a declarator from the outside in.
    pub fn declarator<'t>(&mut self, node: Node<'t>, base: TypeId) -> Declared<'t> {
        let (mut node, mut ty) = (node, base);
        loop {
            let inner = field(node, "declarator").or_else(|| items(node).into_iter().find(|it| is_declarator(*it)));
            match node.kind() {
                "pointer_declarator" | "abstract_pointer_declarator" | "pointer_type_declarator" => {
                    ty = self.pointer_to(ty);
                }
                "array_declarator" | "abstract_array_declarator" => {
                    if let Some(size) = field(node, "size") {
                        self.value(size);
                    }
                    ty = self.b.ty(Type::List { element: ty });
                }
                "function_declarator" | "abstract_function_declarator" => {
                    if let Some(name) = inner.and_then(plain_name).filter(|_| node.kind() == "function_declarator") {
                        return Declared { name: Some(name), ty, function: Some(node) };
                    }
                    let params = field(node, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
                    let params = params.into_iter().filter_map(|param| param.declared).collect();
                    ty = self.b.ty(Type::Function { params, returns: Some(ty) });
                }
                "init_declarator"
                | "parenthesized_declarator"
                | "abstract_parenthesized_declarator"
                | "reference_declarator"
                | "abstract_reference_declarator"
                | "attributed_declarator"
                | "variadic_declarator" => {}
                "bitfield_clause" => return Declared { name: None, ty, function: None },
                _ if conversion(node).is_some() => {
                    let cast = conversion(node).unwrap_or(node);
                    let ty = field(cast, "type").map_or(ty, |it| self.ty(it));
                    return Declared { name: Some(node), ty, function: field(cast, "declarator") };
                }
                _ => {
                    let named = is_name(node.kind());
                    return Declared { name: named.then_some(node), ty, function: None };
                }
            }
            match inner {
                Some(inner) => node = inner,
                None => return Declared { name: None, ty, function: None },
            }
        }
    }

    /// The type of a declarator whose name does not matter.
    pub fn declared_type(&mut self, node: Node, base: TypeId) -> TypeId {
        let declared = self.declarator(node, base);
        declared.ty
    }
}

/// `operator T()`, also with what qualifies it.
fn conversion(node: Node) -> Option<Node> {
    match node.kind() {
        "operator_cast" => Some(node),
        "qualified_identifier" => conversion(field(node, "name")?),
        _ => None,
    }
}

fn is_declarator(node: Node) -> bool {
    node.kind().ends_with("declarator") || is_name(node.kind())
}

pub fn is_name(kind: &str) -> bool {
    matches!(
        kind,
        "identifier"
            | "field_identifier"
            | "type_identifier"
            | "qualified_identifier"
            | "operator_name"
            | "operator_cast"
            | "destructor_name"
            | "template_function"
            | "template_method"
            | "structured_binding_declarator"
    )
}

/// The name itself, also in brackets.
fn plain_name(node: Node) -> Option<Node> {
    match node.kind() {
        "parenthesized_declarator" => items(node).first().copied().and_then(plain_name),
        kind => is_name(kind).then_some(node),
    }
}
