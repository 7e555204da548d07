//! Types as declared.

use super::*;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    pub fn ty(&mut self, ty: &TSType<'a>) -> TypeId {
        use TSType as T;
        let made = match ty {
            T::TSTypeReference(it) => return self.named_type(&it.type_name, it.type_arguments.as_deref()),
            T::TSImportType(it) => return self.import_type(it),
            T::TSStringKeyword(_) => Type::Builtin(Builtin::String),
            T::TSTemplateLiteralType(it) => return self.template_type(it),
            T::TSAnyKeyword(_) | T::TSUnknownKeyword(_) => Type::Any,
            T::TSNeverKeyword(_) => Type::Never,
            T::TSInferType(it) => return self.inferred(&it.type_parameter),
            T::TSNumberKeyword(_) | T::TSBigIntKeyword(_) => Type::Builtin(Builtin::Number),
            T::TSBooleanKeyword(_) => Type::Builtin(Builtin::Boolean),
            T::TSNullKeyword(_) | T::TSUndefinedKeyword(_) | T::TSVoidKeyword(_) => Type::Builtin(Builtin::Null),
            T::TSObjectKeyword(_) => Type::Builtin(Builtin::Object),
            T::TSTypePredicate(it) if it.asserts => Type::Builtin(Builtin::Null),
            T::TSTypePredicate(_) => Type::Builtin(Builtin::Boolean),
            T::TSLiteralType(it) => match &it.literal {
                TSLiteral::StringLiteral(text) => Type::Literal { text: self.b.name(&text.value) },
                TSLiteral::BooleanLiteral(_) => Type::Builtin(Builtin::Boolean),
                TSLiteral::TemplateLiteral(_) => Type::Builtin(Builtin::String),
                _ => Type::Builtin(Builtin::Number),
            },
            T::TSUnionType(it) => return self.union(&it.types),
            T::TSIntersectionType(it) => Type::Intersection { parts: self.types(&it.types) },
            T::TSArrayType(it) => Type::List { element: self.ty(&it.element_type) },
            T::TSTupleType(it) => Type::Tuple { parts: it.element_types.iter().map(|part| self.part(part)).collect() },
            T::TSNamedTupleMember(it) => return self.part(&it.element_type),
            T::TSParenthesizedType(it) => return self.ty(&it.type_annotation),
            T::TSTypeOperatorType(it) => match it.operator {
                TSTypeOperatorOperator::Readonly => return self.ty(&it.type_annotation),
                TSTypeOperatorOperator::Keyof => Type::Keys { of: self.ty(&it.type_annotation) },
                TSTypeOperatorOperator::Unique => Type::Unknown,
            },
            T::TSFunctionType(it) => {
                return self.generic_function(it.type_parameters.as_deref(), &it.params, Some(&it.return_type));
            }
            T::TSConstructorType(it) => {
                self.type_params(it.type_parameters.as_deref());
                Type::ClassOf { inner: self.ty(&it.return_type.type_annotation) }
            }
            T::TSTypeLiteral(it) => return self.object_type(&it.members, self.own_literals.contains(&it.span.start)),
            T::TSConditionalType(it) => return self.conditional(it),
            T::TSMappedType(it) => return self.mapped(it),
            T::TSThisType(_) => Type::This,
            T::TSTypeQuery(it) => match &it.expr_name {
                TSTypeQueryExprName::TSImportType(it) => {
                    let named = self.import_type(it);
                    return self.type_of_named(named);
                }
                name => match name.as_ts_type_name() {
                    Some(name) => Type::Of { value: self.named_value(name) },
                    None => Type::Unknown,
                },
            },
            T::TSIndexedAccessType(it) => return self.indexed(it),
            T::JSDocNullableType(it) => Type::Optional { inner: self.ty(&it.type_annotation) },
            T::JSDocNonNullableType(it) => return self.ty(&it.type_annotation),
            _ => Type::Unknown,
        };
        self.b.ty(made)
    }

    /// The type of an annotation, made once.
    pub fn annotated(&mut self, annotation: &TSTypeAnnotation<'a>) -> TypeId {
        if let Some(ty) = self.annotations.get(&annotation.span.start) {
            return *ty;
        }
        let ty = self.ty(&annotation.type_annotation);
        self.annotations.insert(annotation.span.start, ty);
        ty
    }

    pub fn types(&mut self, list: &[TSType<'a>]) -> Vec<TypeId> {
        list.iter().map(|ty| self.ty(ty)).collect()
    }

    /// `T | undefined` is optional; what else there is in a union are its options.
    fn union(&mut self, list: &[TSType<'a>]) -> TypeId {
        let nothing = |ty: &&TSType| !matches!(ty, TSType::TSNullKeyword(_) | TSType::TSUndefinedKeyword(_));
        let kept: Vec<&TSType> = list.iter().filter(nothing).collect();
        let options: Vec<TypeId> = kept.iter().map(|ty| self.ty(ty)).collect();
        let inner = match options[..] {
            [] => self.b.ty(Type::Builtin(Builtin::Null)),
            [one] => one,
            _ => self.b.ty(Type::Union { options }),
        };
        if kept.len() == list.len() || kept.is_empty() { inner } else { self.b.ty(Type::Optional { inner }) }
    }

    fn part(&mut self, part: &TSTupleElement<'a>) -> TypeId {
        match part {
            TSTupleElement::TSOptionalType(it) => {
                let inner = self.ty(&it.type_annotation);
                self.b.ty(Type::Optional { inner })
            }
            TSTupleElement::TSRestType(it) => match &it.type_annotation {
                TSType::TSArrayType(rest) => self.ty(&rest.element_type),
                rest => {
                    let of = self.ty(rest);
                    self.b.ty(Type::Rest { of })
                }
            },
            other => match other.as_ts_type() {
                Some(ty) => self.ty(ty),
                None => self.b.ty(Type::Unknown),
            },
        }
    }

    /// A function's type; one that takes any number more has the type of all these as its last parameter.
    pub fn function_type(&mut self, listed: &FormalParameters<'a>, returns: Option<&TSTypeAnnotation<'a>>) -> TypeId {
        let mut params = Vec::with_capacity(listed.items.len() + 1);
        for param in &listed.items {
            params.push(match &param.type_annotation {
                Some(it) => self.ty(&it.type_annotation),
                None => self.b.ty(Type::Unknown),
            });
        }
        if let Some(rest) = &listed.rest {
            let of = match &rest.type_annotation {
                Some(it) => self.ty(&it.type_annotation),
                None => self.b.ty(Type::Unknown),
            };
            params.push(self.b.ty(Type::Rest { of }));
        }
        let returns = returns.map(|it| self.told(it, listed));
        self.b.ty(Type::Function { params, returns })
    }

    /// What a function with these parameters gives back, as annotated, and what that says of one of them.
    pub fn told(&mut self, annotation: &TSTypeAnnotation<'a>, params: &FormalParameters<'a>) -> TypeId {
        let TSType::TSTypePredicate(it) = &annotation.type_annotation else { return self.annotated(annotation) };
        if let Some(ty) = self.annotations.get(&annotation.span.start) {
            return *ty;
        }
        let position = match &it.parameter_name {
            TSTypePredicateName::Identifier(of) => {
                let is_of = |p: &FormalParameter| p.pattern.get_identifier_name().is_some_and(|name| name == of.name);
                params.items.iter().position(is_of).map(|at| at as u32)
            }
            TSTypePredicateName::This(_) => Some(RECEIVER),
        };
        let Some(position) = position else { return self.annotated(annotation) };
        let is = match &it.type_annotation {
            Some(is) => self.ty(&is.type_annotation),
            None => self.b.ty(Type::Any),
        };
        let ty = self.b.ty(Type::Predicate { position, is, asserts: it.asserts });
        self.annotations.insert(annotation.span.start, ty);
        ty
    }

    /// A type literal. One that has an index signature and nothing else is a map. The methods of one that is no alias's
    /// own are symbols by themselves.
    fn object_type(&mut self, list: &[TSSignature<'a>], is_own: bool) -> TypeId {
        if let [TSSignature::TSIndexSignature(it)] = list {
            let key = self.ty(&it.parameter.type_annotation.type_annotation);
            let element = self.ty(&it.type_annotation.type_annotation);
            return self.b.ty(Type::Map { key, element });
        }
        let mut parts = self.call_signatures(list);
        if parts.len() == list.len()
            && let [one] = parts[..]
        {
            return one;
        }
        let mut members = Vec::with_capacity(list.len());
        for member in list {
            let (name, ty) = match member {
                TSSignature::TSPropertySignature(it) => {
                    let ty = it.type_annotation.as_ref().map(|it| self.ty(&it.type_annotation));
                    let ty = ty.unwrap_or_else(|| self.b.ty(Type::Unknown));
                    (
                        self.key(&it.key, it.computed).0,
                        if it.optional { self.b.ty(Type::Optional { inner: ty }) } else { ty },
                    )
                }
                TSSignature::TSMethodSignature(it) => {
                    let ty = match (it.kind, &it.return_type) {
                        (TSMethodSignatureKind::Get, Some(returns)) => self.ty(&returns.type_annotation),
                        (TSMethodSignatureKind::Method, _) if !is_own => {
                            let symbol = Some(self.nested_signature(it));
                            let (returns, declared, is_async) = (Vec::new(), None, false);
                            let value = self.b.value(Value::Function { symbol, returns, declared, is_async });
                            self.b.ty(Type::Of { value })
                        }
                        _ => self.function_type(&it.params, it.return_type.as_deref()),
                    };
                    (self.key(&it.key, it.computed).0, ty)
                }
                _ => continue,
            };
            members.push((self.b.name(&name), ty));
        }
        let object = self.b.ty(Type::Object { members });
        if parts.is_empty() {
            return object;
        }
        parts.push(object);
        self.b.ty(Type::Intersection { parts })
    }

    /// What can be called or constructed by the signatures of an interface or type literal, in order.
    pub fn call_signatures(&mut self, list: &[TSSignature<'a>]) -> Vec<TypeId> {
        let (mut found, mut handing) = (Vec::new(), Vec::new());
        for member in list {
            match member {
                TSSignature::TSCallSignatureDeclaration(it) => {
                    let params = it.type_parameters.as_deref();
                    found.push(self.generic_function(params, &it.params, it.return_type.as_deref()));
                }
                TSSignature::TSConstructSignatureDeclaration(it) => {
                    if let Some(returns) = &it.return_type {
                        let inner = self.ty(&returns.type_annotation);
                        found.push(self.b.ty(Type::ClassOf { inner }));
                    }
                    // What it hands to a callback stands in its parameters.
                    if takes_callback(&it.params) {
                        let params = it.type_parameters.as_deref();
                        handing.push(self.generic_function(params, &it.params, it.return_type.as_deref()));
                    }
                }
                _ => {}
            }
        }
        found.append(&mut handing);
        found
    }

    pub fn named_type(
        &mut self,
        name: &TSTypeName<'a>,
        arguments: Option<&TSTypeParameterInstantiation<'a>>,
    ) -> TypeId {
        let arguments = arguments.map(|it| self.types(&it.params)).unwrap_or_default();
        let mut path = Vec::new();
        let Some(id) = self.type_path(name, &mut path) else { return self.b.ty(Type::This) };
        // Of `a.B`, `a` is a namespace: a value's name.
        let root = self.referred(id, path.len() == 1);
        let scope = self.scope_of(id);
        self.b.ty(Type::Name { path, scope, root, arguments })
    }

    /// The names of a qualified name from left to right; none when it starts with `this`.
    fn type_path<'e>(
        &mut self,
        name: &'e TSTypeName<'a>,
        path: &mut Vec<NameId>,
    ) -> Option<&'e IdentifierReference<'a>> {
        match name {
            TSTypeName::IdentifierReference(id) => {
                path.push(self.b.name(&id.name));
                Some(id)
            }
            TSTypeName::QualifiedName(it) => {
                let root = self.type_path(&it.left, path)?;
                path.push(self.b.name(&it.right.name));
                Some(root)
            }
            TSTypeName::ThisExpression(_) => None,
        }
    }

    /// `typeof a.b`
    pub fn named_value(&mut self, name: &TSTypeName<'a>) -> ValueId {
        match name {
            TSTypeName::IdentifierReference(id) => self.identifier(id),
            TSTypeName::QualifiedName(it) => {
                let object = self.named_value(&it.left);
                self.member_value(object, &it.right.name)
            }
            TSTypeName::ThisExpression(_) => self.this_value(),
        }
    }

    /// The type that `extends f(x).y<T>` names: a name where it is one, else the type of the expression.
    pub fn base_type(&mut self, base: &Expression<'a>, arguments: Option<&TSTypeParameterInstantiation<'a>>) -> TypeId {
        let arguments = arguments.map(|it| self.types(&it.params)).unwrap_or_default();
        let mut path = Vec::new();
        if let Some(id) = self.value_path(base, &mut path) {
            let (root, scope) = (self.referred(id, false), self.scope_of(id));
            return self.b.ty(Type::Name { path, scope, root, arguments });
        }
        let value = self.value(base);
        self.b.ty(Type::Of { value })
    }

    fn value_path<'e>(
        &mut self,
        value: &'e Expression<'a>,
        path: &mut Vec<NameId>,
    ) -> Option<&'e IdentifierReference<'a>> {
        match value.get_inner_expression() {
            Expression::Identifier(id) => {
                path.push(self.b.name(&id.name));
                Some(id)
            }
            Expression::StaticMemberExpression(m) => {
                let root = self.value_path(&m.object, path)?;
                path.push(self.b.name(&m.property.name));
                Some(root)
            }
            _ => None,
        }
    }

    /// The type that `new A.B<T>()` makes.
    pub fn instance(
        &mut self,
        callee: &Expression<'a>,
        arguments: &TSTypeParameterInstantiation<'a>,
    ) -> Option<TypeId> {
        let mut path = Vec::new();
        let id = self.value_path(callee, &mut path)?;
        let arguments = self.types(&arguments.params);
        let (root, scope) = (self.referred(id, false), self.scope_of(id));
        Some(self.b.ty(Type::Name { path, scope, root, arguments }))
    }

    /// `import("a").B<T>`: a name that starts from the module.
    /// The type of the value that a type's name is of, `typeof import("a").B`; of a module both are one.
    pub fn type_of_named(&mut self, ty: TypeId) -> TypeId {
        let Type::Name { path, root, .. } = &self.b.graph.types[ty as usize] else { return ty };
        let (path, binding) = (path.clone(), *root);
        let is_module = path.len() == 1 && self.b.graph.name(path[0]).ends_with(')');
        let Some((&name, members)) = path.split_first().filter(|_| !is_module) else { return ty };
        let mut value = self.b.value(Value::Name { name, scope: 0, binding });
        for &name in members {
            value = self.b.value(Value::Member { object: value, name });
        }
        self.b.ty(Type::Of { value })
    }

    fn import_type(&mut self, it: &TSImportType<'a>) -> TypeId {
        let arguments = it.type_arguments.as_ref().map(|it| self.types(&it.params)).unwrap_or_default();
        let (binding, name) = self.module_binding(&it.source.value, true, it.span.start);
        let mut path = vec![name];
        let mut names = Vec::new();
        let mut qualifier = it.qualifier.as_ref();
        while let Some(part) = qualifier {
            let (name, left) = match part {
                TSImportTypeQualifier::Identifier(id) => (&id.name, None),
                TSImportTypeQualifier::QualifiedName(it) => (&it.right.name, Some(&it.left)),
            };
            names.push(self.b.name(name));
            qualifier = left;
        }
        path.extend(names.into_iter().rev());
        self.b.ty(Type::Name { path, scope: 0, root: Some(binding), arguments })
    }
}

/// Whether a function's type is written for one of the parameters.
fn takes_callback(params: &FormalParameters) -> bool {
    let types = params.items.iter().filter_map(|param| param.type_annotation.as_deref());
    types.into_iter().any(|it| matches!(it.type_annotation, TSType::TSFunctionType(_)))
}
