//! Types as written.

use super::{Walk, Walker, child, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "type_identifier" | "identifier" | "scoped_type_identifier" | "scoped_identifier" | "field_access" => {
                self.named(node, Vec::new())
            }
            "integral_type" | "floating_point_type" | "boolean_type" | "void_type" => {
                let name = match self.str(node) {
                    "int" => "int",
                    "long" => "long",
                    "char" => "char",
                    "byte" => "byte",
                    "short" => "short",
                    "double" => "double",
                    "float" => "float",
                    "boolean" => "boolean",
                    _ => "void",
                };
                self.literal(name).0
            }
            "generic_type" => {
                let arguments = child(node, "type_arguments").map(items).unwrap_or_default();
                let arguments = arguments.into_iter().map(|argument| self.ty(argument)).collect();
                match items(node).into_iter().find(|it| it.kind() != "type_arguments") {
                    Some(head) => self.named(head, arguments),
                    None => self.unknown_type(),
                }
            }
            "array_type" => {
                let Some(element) = field(node, "element") else { return self.unknown_type() };
                let element = self.ty(element);
                self.array(element, field(node, "dimensions"))
            }
            "annotated_type" => match items(node).into_iter().find(|it| !it.kind().ends_with("annotation")) {
                Some(inner) => self.ty(inner),
                None => self.unknown_type(),
            },
            // `? extends T` has T's members; `? super T` may be anything above it.
            "wildcard" => {
                let bound =
                    items(node).into_iter().find(|it| !it.kind().ends_with("annotation") && it.kind() != "super");
                match bound {
                    Some(bound) => self.ty(bound),
                    None => self.unknown_type(),
                }
            }
            "catch_type" => {
                let options: Vec<_> = items(node).into_iter().map(|it| self.ty(it)).collect();
                match options[..] {
                    [one] => one,
                    _ => self.b.ty(Type::Union { options }),
                }
            }
            _ => self.unknown_type(),
        }
    }

    /// A type with brackets behind it, once for each pair.
    pub fn array(&mut self, element: TypeId, dimensions: Option<Node>) -> TypeId {
        let Some(dimensions) = dimensions else { return element };
        let depth = self.str(dimensions).bytes().filter(|byte| *byte == b'[').count();
        (0..depth.min(16)).fold(element, |element, _| self.b.ty(Type::List { element }))
    }

    /// `A`, `a.b.C`, `A<X>.B`
    fn named(&mut self, node: Node, arguments: Vec<TypeId>) -> TypeId {
        let mut path = Vec::new();
        self.path(node, &mut path, 0);
        let Some(&first) = path.first() else { return self.unknown_type() };
        let root = self.scopes.visible(self.b, first).filter(|&binding| {
            matches!(
                self.b.graph.bindings[binding as usize].kind,
                BindingKind::TypeParam | BindingKind::Class | BindingKind::Type | BindingKind::Enum
            )
        });
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    /// The names of a dotted type. Arguments of its outer types are left out.
    fn path(&mut self, node: Node, path: &mut Vec<NameId>, depth: u32) {
        match node.kind() {
            "type_identifier" | "identifier" => {
                let name = self.name(node);
                path.push(name);
            }
            "scoped_type_identifier" | "generic_type" | "scoped_identifier" | "field_access" if depth < 64 => {
                for part in items(node) {
                    if !matches!(part.kind(), "type_arguments" | "annotation" | "marker_annotation") {
                        self.path(part, path, depth + 1);
                    }
                }
            }
            _ => {}
        }
    }

    /// The type that a literal or operator has, and a value of it: primitive types by their keyword, others
    /// by their name in `java.lang`.
    pub fn literal(&mut self, name: &'static str) -> (TypeId, ValueId) {
        if let Some(&known) = self.literals.get(name) {
            return known;
        }
        let is_primitive = name.starts_with(|c: char| c.is_lowercase());
        let path = if is_primitive { vec![name] } else { vec!["java", "lang", name] };
        let path = path.into_iter().map(|part| self.b.name(part)).collect();
        let ty = self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() });
        let value = self.b.value(Value::Instance { ty });
        self.literals.insert(name, (ty, value));
        (ty, value)
    }

    /// A type's class itself, as what a constructor call or an annotation names.
    pub fn class_value(&mut self, ty: TypeId) -> ValueId {
        let ty = self.b.ty(Type::ClassOf { inner: ty });
        self.b.value(Value::Cast { ty })
    }

    /// `<A, B extends X & Y>`, bound in the current scope.
    pub fn type_params(&mut self, list: Node) -> Vec<TypeParam> {
        // A bound may use parameters that stand behind it: names come first.
        let params: Vec<_> = items(list).into_iter().filter(|it| it.kind() == "type_parameter").collect();
        let mut made = Vec::new();
        for param in &params {
            let name = items(*param).into_iter().find(|it| matches!(it.kind(), "type_identifier" | "identifier"));
            let Some(name) = name else { continue };
            let binding = self.bind(name, BindingKind::TypeParam, None);
            made.push((self.name(name), binding, child(*param, "type_bound")));
        }
        let mut all = Vec::new();
        for (name, binding, bound) in made {
            let bounds: Vec<_> = bound.map(items).unwrap_or_default().into_iter().map(|it| self.ty(it)).collect();
            let bound = match bounds[..] {
                [] => None,
                [one] => Some(one),
                _ => Some(self.b.ty(Type::Intersection { parts: bounds })),
            };
            self.b.binding_mut(binding).declared = bound;
            all.push(TypeParam { name, bound, default: None });
        }
        all
    }
}
