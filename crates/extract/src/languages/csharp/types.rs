//! Types as written. A nullable type has its own members; the delegates and tuples of the standard library
//! are read as what they are made of.

use super::{Walk, Walker, child, end, field, identifier, items, start, type_arguments};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn ty(&mut self, node: Node) -> TypeId {
        self.deep_type(node, |walk| walk.ty_inside(node))
    }

    fn ty_inside(&mut self, node: Node) -> TypeId {
        match node.kind() {
            "identifier" | "generic_name" | "qualified_name" | "alias_qualified_name" => self.named(node),
            "predefined_type" => self.predefined(node),
            "nullable_type" => match field(node, "type") {
                Some(inner) => {
                    let inner = self.ty(inner);
                    self.b.ty(Type::Optional { inner })
                }
                None => self.unknown_type(),
            },
            "array_type" => {
                if let Some(rank) = field(node, "rank") {
                    self.children(rank);
                }
                let Some(element) = field(node, "type") else { return self.unknown_type() };
                let element = self.ty(element);
                self.b.ty(Type::List { element })
            }
            "pointer_type" | "ref_type" | "scoped_type" => match field(node, "type") {
                Some(inner) => self.ty(inner),
                None => self.unknown_type(),
            },
            "tuple_type" => self.tuple(node),
            "function_pointer_type" => {
                let params = items(node).into_iter().filter(|it| it.kind() == "function_pointer_parameter");
                let params: Vec<_> = params.filter_map(|it| field(it, "type")).collect();
                let params = params.into_iter().map(|it| self.ty(it)).collect();
                let returns = field(node, "returns").map(|it| self.ty(it));
                self.b.ty(Type::Function { params, returns })
            }
            _ => self.unknown_type(),
        }
    }

    /// A type of the namespace `System`, by its name.
    pub fn library_type(&mut self, name: &str) -> TypeId {
        let path = vec![self.b.name("System"), self.b.name(name)];
        self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() })
    }

    fn predefined(&mut self, node: Node) -> TypeId {
        self.keyword_type(self.str(node))
    }

    /// The type that a keyword names. `string` and `object` are classes, of which the keyword is another name.
    fn keyword_type(&mut self, keyword: &str) -> TypeId {
        match keyword {
            "string" => self.library_type("String"),
            "object" => self.library_type("Object"),
            _ => {
                let path = vec![self.b.name(keyword)];
                self.b.ty(Type::Name { path, scope: 0, root: None, arguments: Vec::new() })
            }
        }
    }

    /// A value of the type that a keyword names.
    pub fn literal(&mut self, keyword: &'static str) -> ValueId {
        if let Some((_, value)) = self.literals.iter().find(|(known, _)| *known == keyword) {
            return *value;
        }
        let ty = self.keyword_type(keyword);
        let value = self.b.value(Value::Instance { ty });
        self.literals.push((keyword, value));
        value
    }

    /// Elements with names are members; by position they are taken out all the same.
    fn tuple(&mut self, node: Node) -> TypeId {
        let elements: Vec<_> = items(node).into_iter().filter(|it| it.kind() == "tuple_element").collect();
        let mut parts = Vec::new();
        for element in elements {
            let ty = match field(element, "type") {
                Some(ty) => self.ty(ty),
                None => self.unknown_type(),
            };
            parts.push((field(element, "name"), ty));
        }
        if parts.iter().all(|(name, _)| name.is_some()) {
            // Each is also called by its place.
            let places = parts.iter().zip(1..).map(|(&(_, ty), place)| (self.b.name(&format!("Item{place}")), ty));
            let places: Vec<_> = places.collect();
            let named = parts.into_iter().filter_map(|(name, ty)| Some((self.name(name?), ty)));
            let members = named.collect::<Vec<_>>().into_iter().chain(places).collect();
            return self.b.ty(Type::Object { members });
        }
        let parts = parts.into_iter().map(|(_, ty)| ty).collect();
        self.b.ty(Type::Tuple { parts })
    }

    fn named(&mut self, node: Node) -> TypeId {
        let (mut path, mut last) = (Vec::new(), node);
        self.collect_path(node, &mut path);
        while let "qualified_name" | "alias_qualified_name" = last.kind()
            && let Some(name) = field(last, "name")
        {
            last = name;
        }
        let arguments: Vec<TypeId> = type_arguments(last).into_iter().map(|it| self.ty(it)).collect();
        let Some(&first) = path.first() else { return self.unknown_type() };
        if let Some(ty) = identifier(last).and_then(|name| self.standard(name, path.len() > 1, &arguments)) {
            return ty;
        }
        let root = if node.kind() == "alias_qualified_name" { None } else { self.local_type(first) };
        self.b.ty(Type::Name { path, scope: self.scopes.current(), root, arguments })
    }

    fn local_type(&self, name: NameId) -> Option<BindingId> {
        let found = self.local(name)?;
        (self.b.graph.bindings[found as usize].kind == BindingKind::TypeParam).then_some(found)
    }

    /// The names of a dotted type, and the type arguments that stand before the last of them.
    fn collect_path(&mut self, node: Node, path: &mut Vec<NameId>) {
        let mut names = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            match node.kind() {
                "qualified_name" => {
                    names.extend(field(node, "name"));
                    next = field(node, "qualifier");
                }
                // `global::A`: the alias says nothing more.
                "alias_qualified_name" => {
                    names.extend(field(node, "name"));
                    next = None;
                }
                _ => {
                    names.push(node);
                    next = None;
                }
            }
        }
        for name in names.into_iter().rev() {
            let Some(bare) = identifier(name) else { continue };
            let count = child(name, "type_argument_list").map_or(0, arity);
            let name = self.generic_name(bare, count);
            path.push(name);
        }
    }

    /// The name of a type with so many parameters: `A` and `A<T>` are different types, told apart as the
    /// runtime does, A and A`1.
    pub fn generic_name(&mut self, name: Node, parameters: usize) -> NameId {
        match parameters {
            0 => self.name(name),
            count => {
                let text = format!("{}`{count}", self.str(name).trim_start_matches('@'));
                self.b.name(&text)
            }
        }
    }

    /// The parts of a dotted type's name, as a path.
    pub fn dotted(&self, ty: TypeId) -> Option<String> {
        let Type::Name { path, .. } = &self.b.graph.types[ty as usize] else { return None };
        Some(path.iter().map(|name| self.b.graph.name(*name)).collect::<Vec<_>>().join("."))
    }

    /// Delegates, tuples and wrappers of the standard library, where the file's own names do not hide them.
    fn standard(&mut self, name: Node, qualified: bool, arguments: &[TypeId]) -> Option<TypeId> {
        let (text, count) = (self.str(name), arguments.len());
        if qualified && !self.b.source.slice(start(name).saturating_sub(7), end(name)).starts_with("System.") {
            return None;
        }
        Some(match (text, arguments) {
            ("Func" | "Converter", [params @ .., returns]) => {
                self.b.ty(Type::Function { params: params.to_vec(), returns: Some(*returns) })
            }
            ("Action", params) => self.b.ty(Type::Function { params: params.to_vec(), returns: None }),
            ("Predicate", [param]) => {
                let returns = self.keyword_type("bool");
                self.b.ty(Type::Function { params: vec![*param], returns: Some(returns) })
            }
            ("Comparison", [param]) => {
                let returns = self.keyword_type("int");
                self.b.ty(Type::Function { params: vec![*param, *param], returns: Some(returns) })
            }
            ("EventHandler", [argument]) => {
                let sender = self.library_type("Object");
                self.b.ty(Type::Function { params: vec![sender, *argument], returns: None })
            }
            ("Expression" | "Nullable" | "Lazy" | "ThreadLocal" | "AsyncLocal", [inner]) if count == 1 => match text {
                "Expression" => *inner,
                "Nullable" => self.b.ty(Type::Optional { inner: *inner }),
                _ => return None,
            },
            ("KeyValuePair" | "Tuple" | "ValueTuple", parts) if count > 1 => {
                self.b.ty(Type::Tuple { parts: parts.to_vec() })
            }
            (name, []) => self.keyword_type(keyword_of(name)?),
            _ => return None,
        })
    }

    /// A type named where a value stands, as in `new T(…)`, `T<int>.Create()`, `[T]`: its class.
    pub fn class_of(&mut self, ty: TypeId) -> ValueId {
        let ty = self.b.ty(Type::ClassOf { inner: ty });
        self.b.value(Value::Cast { ty })
    }

    /// The names that a list of type parameters declares, each bound, with the bounds of the constraints
    /// that stand on `node`.
    pub fn type_params(&mut self, list: Node, node: Node) -> Vec<TypeParam> {
        let names: Vec<_> = items(list).into_iter().filter_map(|it| field(it, "name")).collect();
        let bindings: Vec<_> = names.iter().map(|name| self.bind(*name, BindingKind::TypeParam)).collect();
        let mut made = Vec::new();
        for (name, binding) in names.into_iter().zip(bindings) {
            let bound = self.bound(name, node);
            self.b.binding_mut(binding).declared = bound;
            made.push(TypeParam { name: self.name(name), bound, default: None });
        }
        made
    }

    /// `where T : A, IB`
    fn bound(&mut self, name: Node, node: Node) -> Option<TypeId> {
        let text = self.str(name);
        let clauses = items(node).into_iter().filter(|it| it.kind() == "type_parameter_constraints_clause");
        let clause = clauses.into_iter().find(|it| child(*it, "identifier").is_some_and(|it| self.str(it) == text))?;
        let types: Vec<_> = items(clause).into_iter().filter_map(|it| field(it, "type")).collect();
        let parts: Vec<_> = types.into_iter().map(|it| self.ty(it)).collect();
        match parts[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.b.ty(Type::Intersection { parts })),
        }
    }
}

/// How many arguments a list has, those of `A<,>` included.
fn arity(list: Node) -> usize {
    let commas = list.children(&mut list.walk()).filter(|it| it.kind() == ",").count();
    commas + 1
}

/// The keyword that is another name of a type of the library.
fn keyword_of(name: &str) -> Option<&'static str> {
    Some(match name {
        "String" => "string",
        "Object" => "object",
        "Boolean" => "bool",
        "Char" => "char",
        "Byte" => "byte",
        "SByte" => "sbyte",
        "Int16" => "short",
        "UInt16" => "ushort",
        "Int32" => "int",
        "UInt32" => "uint",
        "Int64" => "long",
        "UInt64" => "ulong",
        "Single" => "float",
        "Double" => "double",
        "Decimal" => "decimal",
        _ => return None,
    })
}
