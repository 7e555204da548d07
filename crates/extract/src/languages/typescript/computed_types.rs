//! Types that are computed from others: conditional, mapped and indexed ones, texts made of texts.

use super::*;
use crate::builder::TEXT_LIMIT;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    pub fn conditional(&mut self, it: &TSConditionalType<'a>) -> TypeId {
        let check = match &it.check_type {
            // Of a literal it is asked how a parameter was given: `0 extends 1 & T`.
            TSType::TSLiteralType(literal) => {
                let text = self.text(literal.span, TEXT_LIMIT);
                let text = self.b.name(&text);
                self.b.ty(Type::Literal { text })
            }
            check => self.ty(check),
        };
        let outer = std::mem::take(&mut self.infers);
        let extends = self.ty(&it.extends_type);
        let infers = std::mem::replace(&mut self.infers, outer);
        let (yes, no) = (self.ty(&it.true_type), self.ty(&it.false_type));
        self.b.ty(Type::Conditional { check, extends, infers, yes, no })
    }

    /// `infer T`: the name that it gives what stands there.
    pub fn inferred(&mut self, param: &TSTypeParameter<'a>) -> TypeId {
        let Some(binding) = param.name.symbol_id.get().map(|id| id.index() as BindingId) else {
            return self.b.ty(Type::Unknown);
        };
        if let Some(bound) = &param.constraint {
            let bound = self.ty(bound);
            self.b.binding_mut(binding).declared = Some(bound);
        }
        self.infers.push(binding);
        let path = vec![self.b.name(&param.name.name)];
        let scope = self.b.binding_mut(binding).scope;
        self.b.ty(Type::Name { path, scope, root: Some(binding), arguments: Vec::new() })
    }

    /// `{ [K in keyof T]: T[K] }` has all that `T` has.
    pub fn mapped(&mut self, mapped: &TSMappedType<'a>) -> TypeId {
        let of = match &mapped.constraint {
            TSType::TSTypeOperatorType(it) if it.operator == TSTypeOperatorOperator::Keyof => Some(&it.type_annotation),
            _ => None,
        };
        if let (Some(of), None, Some(TSType::TSIndexedAccessType(it))) =
            (of, &mapped.name_type, &mapped.type_annotation)
            && type_name(&it.index_type) == Some(&mapped.key.name)
            && type_name(of).is_some_and(|of| type_name(&it.object_type) == Some(of))
        {
            return self.ty(of);
        }
        let keys = self.ty(&mapped.constraint);
        let renamed = mapped.name_type.as_ref().map(|it| self.ty(it));
        let element = match &mapped.type_annotation {
            Some(element) => self.ty(element),
            None => self.b.ty(Type::Unknown),
        };
        let made = match mapped.key.symbol_id.get() {
            Some(id) => Type::Mapped { param: id.index() as BindingId, keys, renamed, element },
            None => Type::Map { key: keys, element },
        };
        self.b.ty(made)
    }

    pub fn indexed(&mut self, it: &TSIndexedAccessType<'a>) -> TypeId {
        if let Some(value) = self.export_of_module(it) {
            return self.b.ty(Type::Of { value });
        }
        let object = self.ty(&it.object_type);
        if let TSType::TSLiteralType(index) = &it.index_type
            && let TSLiteral::StringLiteral(key) = &index.literal
        {
            let name = self.b.name(&key.value);
            return self.b.ty(Type::Indexed { object, name });
        }
        let index = self.ty(&it.index_type);
        self.b.ty(Type::IndexedBy { object, index })
    }

    /// `typeof import("./a")["b"]`
    fn export_of_module(&mut self, it: &TSIndexedAccessType<'a>) -> Option<ValueId> {
        let TSType::TSTypeQuery(query) = &it.object_type else { return None };
        let TSTypeQueryExprName::TSImportType(module) = &query.expr_name else { return None };
        let TSType::TSLiteralType(index) = &it.index_type else { return None };
        let TSLiteral::StringLiteral(key) = &index.literal else { return None };
        if module.qualifier.is_some() {
            return None;
        }
        let (binding, name) = self.member_binding(&module.source.value, Some(&key.value), true, it.span.start);
        Some(self.b.value(Value::Name { name, scope: 0, binding: Some(binding) }))
    }

    pub fn template_type(&mut self, it: &TSTemplateLiteralType<'a>) -> TypeId {
        let texts =
            it.quasis.iter().map(|part| self.b.name(part.value.cooked.as_deref().unwrap_or_default())).collect();
        let types = self.types(&it.types);
        self.b.ty(Type::Template { texts, types })
    }

    /// A function type; with what its own type parameters are, where it has some.
    pub fn generic_function(
        &mut self,
        own: Option<&TSTypeParameterDeclaration<'a>>,
        params: &FormalParameters<'a>,
        returns: Option<&TSTypeAnnotation<'a>>,
    ) -> TypeId {
        let listed = self.type_params(own);
        let function = self.function_type(params, returns);
        let bindings = own.into_iter().flat_map(|it| &it.params).map(|it| it.name.symbol_id.get());
        let params: Vec<(BindingId, Option<TypeId>)> = bindings
            .zip(&listed)
            .filter_map(|(id, param)| Some((id?.index() as BindingId, param.default.or(param.bound))))
            .collect();
        if params.is_empty() { function } else { self.b.ty(Type::Generic { params, function }) }
    }
}

/// The name of a type that is one name without arguments.
fn type_name<'e>(ty: &'e TSType) -> Option<&'e str> {
    match ty {
        TSType::TSTypeReference(it) => match &it.type_name {
            TSTypeName::IdentifierReference(id) if it.type_arguments.is_none() => Some(id.name.as_str()),
            _ => None,
        },
        _ => None,
    }
}
