//! Types as written. A pointer is a list of what it points to; a reference is what it refers to; what points to a
//! function is one.

use super::{Walk, Walker, end, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "type_identifier" | "identifier" | "namespace_identifier" | "template_type" | "qualified_identifier" => {
                self.named(node)
            }
            "primitive_type" | "sized_type_specifier" => match self.str(node) {
                "void" => self.unknown_type(),
                "bool" => self.b.ty(Type::Builtin(Builtin::Boolean)),
                text => {
                    let text = text.to_owned();
                    self.number_type(&text)
                }
            },
            "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier" => self.specified(node, None),
            "type_descriptor" => {
                let Some(inner) = field(node, "type") else { return self.unknown_type() };
                let base = self.base_type(node, inner);
                match field(node, "declarator") {
                    Some(declarator) => self.declared_type(declarator, base),
                    None => base,
                }
            }
            "dependent_type" | "parameter_pack_expansion" => match items(node).first() {
                Some(inner) => self.ty(*inner),
                None => self.unknown_type(),
            },
            "decltype" => match items(node).first() {
                Some(inner) => {
                    let value = self.value(*inner);
                    self.b.ty(Type::Of { value })
                }
                None => self.unknown_type(),
            },
            _ => self.unknown_type(),
        }
    }

    /// The type that a declaration begins with, and whether that is constant.
    pub fn base_type(&mut self, declaration: Node, ty: Node) -> TypeId {
        let base = self.ty(ty);
        if self.is_constant(declaration) && !matches!(self.b.graph.types[base as usize], Type::Unknown) {
            self.b.graph.constancy.types.push(base);
        }
        base
    }

    /// Whether `const` stands among a declaration's own words, not behind one of its pointers.
    pub fn is_constant(&self, declaration: Node) -> bool {
        let mut cursor = declaration.walk();
        declaration.children(&mut cursor).any(|it| it.kind() == "type_qualifier" && self.str(it) == "const")
    }

    /// `ty*`
    pub fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        match self.b.graph.types[ty as usize] {
            // What nothing is known of stays so: `auto *`, `void *`.
            Type::Function { .. } | Type::Unknown => ty,
            _ => self.b.ty(Type::List { element: ty }),
        }
    }

    /// A name with what qualifies it and its template arguments.
    pub fn named(&mut self, node: Node) -> TypeId {
        let (mut path, mut arguments, mut is_global) = (Vec::new(), Vec::new(), false);
        let mut of_container = Vec::new();
        let mut next = Some(node);
        while let Some(part) = next.take() {
            let mut name = part;
            if part.kind() == "qualified_identifier" {
                let (scope, inner) = (field(part, "scope"), field(part, "name"));
                is_global |= scope.is_none() && path.is_empty();
                next = inner;
                match scope {
                    Some(scope) => name = scope,
                    None => continue,
                }
            }
            if name.kind() == "dependent_name" || name.kind() == "dependent_type" {
                match items(name).first() {
                    Some(inner) => name = *inner,
                    None => continue,
                }
            }
            if matches!(name.kind(), "template_type" | "template_function") {
                let given = field(name, "arguments").map(items).unwrap_or_default();
                let given: Vec<_> = given.into_iter().map(|argument| self.template_argument(argument)).collect();
                match next {
                    None => arguments = given,
                    Some(_) => of_container = given,
                }
                match field(name, "name") {
                    Some(inner) => name = inner,
                    None => continue,
                }
            }
            if name.kind() == "decltype" {
                self.ty(name);
                return self.unknown_type();
            }
            path.push(self.name(name));
            if next.is_none() && arguments.is_empty() && is_member_type(self.str(name)) {
                arguments = std::mem::take(&mut of_container);
            }
        }
        let Some(&first) = path.first() else { return self.unknown_type() };
        let text = |name: NameId| self.b.graph.names[name as usize].as_str();
        let plain = match path[..] {
            [space, name] if text(space) == "std" => name,
            _ => first,
        };
        let text = text(plain);
        if (path.len() == 1 || plain != first) && is_std_number(text) {
            let text = text.to_owned();
            return self.number_type(&text);
        }
        let root = if is_global { None } else { self.scopes.visible(self.b, first) };
        let scope = if is_global { 0 } else { self.scopes.current() };
        self.b.ty(Type::Name { path, scope, root, arguments })
    }

    fn template_argument(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "type_descriptor"
            | "type_identifier"
            | "template_type"
            | "qualified_identifier"
            | "parameter_pack_expansion" => self.ty(node),
            _ => {
                self.node(node);
                self.unknown_type()
            }
        }
    }

    /// A class, struct, union or enum with or without its body. `name`: what a typedef calls one without a name.
    pub fn specified(&mut self, node: Node, name: Option<Node>) -> TypeId {
        let body = field(node, "body");
        let own = field(node, "name");
        let Some(body) = body else {
            return match own {
                Some(name) => self.named(name),
                None => self.unknown_type(),
            };
        };
        match (own.or(name), node.kind()) {
            (name, "enum_specifier") => {
                let symbol = self.enumeration(node, name, body);
                self.type_of_symbol(symbol)
            }
            (Some(name), _) => {
                let symbol = self.class(node, name, body);
                self.type_of_symbol(Some(symbol))
            }
            (None, _) => self.anonymous(body),
        }
    }

    /// The type that a symbol of this file declares.
    fn type_of_symbol(&mut self, symbol: Option<SymbolId>) -> TypeId {
        let Some(symbol) = symbol else { return self.b.ty(Type::Builtin(Builtin::Number)) };
        let value = self.b.value(Value::Class { symbol });
        let inner = self.b.value(Value::New { callee: value, arguments: Vec::new() });
        self.b.ty(Type::Of { value: inner })
    }

    fn anonymous(&mut self, body: Node) -> TypeId {
        let mut members = Vec::new();
        for member in items(body) {
            let Some(ty) = field(member, "type").filter(|_| member.kind() == "field_declaration") else { continue };
            let base = self.ty(ty);
            for declarator in member.children_by_field_name("declarator", &mut member.walk()) {
                let declared = self.declarator(declarator, base);
                if let Some(name) = declared.name {
                    members.push((self.name(name), declared.ty));
                }
            }
        }
        self.b.ty(Type::Object { members })
    }

    /// A type as written, from its first byte to its last.
    pub fn type_text(&self, ty: Node, declarator: Option<Node>, name: Option<Node>) -> String {
        let mut text = self.text(ty, crate::builder::TEXT_LIMIT);
        if let (Some(declarator), Some(name)) = (declarator, name) {
            let marks = self.b.source.slice(start(declarator), start(name));
            text.extend(marks.chars().filter(|c| matches!(c, '*' | '&')));
            let behind = self.b.source.slice(end(name), end(declarator));
            if behind.starts_with('[') {
                text.push_str(behind.split(']').next().unwrap_or_default());
                text.push(']');
            }
        }
        text
    }
}

/// Types that containers have for what they hold: of these the container's own arguments say which.
fn is_member_type(name: &str) -> bool {
    matches!(
        name,
        "iterator"
            | "const_iterator"
            | "reverse_iterator"
            | "const_reverse_iterator"
            | "value_type"
            | "reference"
            | "const_reference"
    )
}

/// Names of numbers that the standard headers declare.
pub fn is_std_number(name: &str) -> bool {
    matches!(
        name,
        "size_t"
            | "ssize_t"
            | "ptrdiff_t"
            | "intptr_t"
            | "uintptr_t"
            | "int8_t"
            | "int16_t"
            | "int32_t"
            | "int64_t"
            | "uint8_t"
            | "uint16_t"
            | "uint32_t"
            | "uint64_t"
            | "intmax_t"
            | "uintmax_t"
            | "off_t"
            | "time_t"
            | "wchar_t"
            | "char8_t"
            | "char16_t"
            | "char32_t"
            | "u_int32_t"
            | "int_fast32_t"
            | "uint_fast32_t"
    )
}
