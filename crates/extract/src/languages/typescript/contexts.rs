//! What functions without declared parameters take, from where they stand: returned where a type is declared, in
//! what a variable, field or member with a type is given, in the options of a call or an element, before `satisfies`.

use super::values::leaves_alone;
use super::*;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    /// A value of a type.
    pub fn of_type(&mut self, ty: TypeId) -> ValueId {
        self.b.value(Value::Cast { ty })
    }

    /// The functions in an expression, which was walked, take what follows from a type that stands beside it.
    pub fn expect_type(&mut self, value: &Expression<'a>, ty: TypeId) {
        if takes_context(value) {
            let context = self.of_type(ty);
            self.expect(value, context);
        }
    }

    /// The functions in `x as T` and `x satisfies T` take what follows from `T`; of casts in casts, from the inner one's.
    pub fn expect_cast(&mut self, value: &Expression<'a>, ty: &TSType<'a>) {
        let is_cast = match value {
            Expression::TSAsExpression(it) => !it.type_annotation.is_const_type_reference(),
            Expression::TSSatisfiesExpression(_) | Expression::TSTypeAssertion(_) => true,
            _ => false,
        };
        if !is_cast && !leaves_alone(ty) && takes_context(value) {
            let ty = self.ty(ty);
            self.expect_type(value, ty);
        }
    }

    /// What is assigned is of the type that documentation gives it, else of what the place is that it is assigned to.
    pub fn expect_assigned(&mut self, it: &AssignmentExpression<'a>) {
        if !takes_context(&it.right) {
            return;
        }
        if let Some((ty, _)) = self.documented_type(it.span.start) {
            return self.expect_type(&it.right, ty);
        }
        let context = match &it.left {
            AssignmentTarget::AssignmentTargetIdentifier(id) => {
                let binding = self.referred(id, false).map(|at| &self.b.graph.bindings[at as usize]);
                let Some(ty) = binding.and_then(|binding| binding.declared) else { return };
                self.of_type(ty)
            }
            AssignmentTarget::StaticMemberExpression(m) if self.common_export(m).is_none() => {
                let object = self.value(&m.object);
                self.member_value(object, &m.property.name)
            }
            AssignmentTarget::PrivateFieldExpression(m) => {
                let object = self.value(&m.object);
                self.member_value(object, &format!("#{}", m.field.name))
            }
            AssignmentTarget::ComputedMemberExpression(m) => {
                let object = self.value(&m.object);
                self.b.value(Value::Index { object })
            }
            _ => return,
        };
        self.expect(&it.right, context);
    }

    /// The functions that an element is given take what its component's first parameter says of the attribute.
    pub fn expect_attributes(&mut self, it: &JSXElement<'a>) {
        let attributes = it.opening_element.attributes.iter().filter_map(|item| match item {
            JSXAttributeItem::Attribute(attribute) => match (&attribute.name, attribute.value.as_ref()?) {
                (JSXAttributeName::Identifier(name), JSXAttributeValue::ExpressionContainer(given)) => {
                    Some((name.name.as_str(), given.expression.as_expression()?))
                }
                _ => None,
            },
            JSXAttributeItem::SpreadAttribute(_) => None,
        });
        let children = it.children.iter().filter_map(|child| match child {
            JSXChild::ExpressionContainer(given) => Some(("children", given.expression.as_expression()?)),
            _ => None,
        });
        let given: Vec<_> = attributes.chain(children).filter(|(_, value)| takes_context(value)).collect();
        if given.is_empty() {
            return;
        }
        let Some(function) = self.element_type(&it.opening_element.name) else { return };
        let properties = self.b.value(Value::Takes { function, position: 0 });
        for (name, value) in given {
            let context = self.member_value(properties, name);
            self.expect(value, context);
        }
    }

    /// The functions in an expression, which was walked, take what follows from the type of `context`.
    pub fn expect(&mut self, value: &Expression<'a>, context: ValueId) {
        match value.get_inner_expression() {
            Expression::ArrowFunctionExpression(f) => {
                self.take(&f.params, context);
                match &f.body {
                    ArrowFunctionBody::FunctionBody(body) => self.expect_returned(&body.statements, context),
                    body => {
                        if let Some(value) = body.as_expression().filter(|it| takes_context(it)) {
                            let returned = self.b.value(Value::Call { callee: context, arguments: Vec::new() });
                            self.expect(value, returned);
                        }
                    }
                }
            }
            Expression::FunctionExpression(f) => {
                self.take(&f.params, context);
                if let Some(body) = &f.body {
                    self.expect_returned(&body.statements, context);
                }
            }
            Expression::ObjectExpression(object) => {
                for property in &object.properties {
                    let ObjectPropertyKind::ObjectProperty(p) = property else { continue };
                    if takes_context(&p.value) {
                        let member = match p.key.static_name() {
                            Some(name) => self.member_value(context, &name),
                            None => self.b.value(Value::Index { object: context }),
                        };
                        self.expect(&p.value, member);
                    }
                }
            }
            Expression::ArrayExpression(list) => {
                let items = list.elements.iter().filter_map(|it| it.as_expression());
                for item in items.filter(|it| takes_context(it)) {
                    let element = self.b.value(Value::Index { object: context });
                    self.expect(item, element);
                }
            }
            Expression::ConditionalExpression(it) => {
                self.expect(&it.consequent, context);
                self.expect(&it.alternate, context);
            }
            Expression::LogicalExpression(it) => {
                self.expect(&it.left, context);
                self.expect(&it.right, context);
            }
            _ => {}
        }
    }

    /// What the body of a function of type `context` gives back.
    fn expect_returned(&mut self, body: &[Statement<'a>], context: ValueId) {
        let returned = body.iter().filter_map(|statement| match statement {
            Statement::ReturnStatement(it) => it.argument.as_ref().filter(|it| takes_context(it)),
            _ => None,
        });
        for value in returned {
            let given = self.b.value(Value::Call { callee: context, arguments: Vec::new() });
            self.expect(value, given);
        }
    }

    /// Parameters of the function `value` that are taken apart have the parts of what a function of type `context` takes.
    pub fn take_apart(&mut self, value: &Expression<'a>, context: ValueId) {
        let params = match value.get_inner_expression() {
            Expression::ArrowFunctionExpression(f) => &f.params,
            Expression::FunctionExpression(f) => &f.params,
            _ => return,
        };
        for (position, p) in params.items.iter().enumerate() {
            if p.type_annotation.is_none() && !matches!(p.pattern, BindingPattern::BindingIdentifier(_)) {
                let value = self.b.value(Value::Takes { function: context, position: position as u32 });
                self.destructure(&p.pattern, value);
            }
        }
    }

    fn take(&mut self, params: &FormalParameters<'a>, function: ValueId) {
        for (position, p) in params.items.iter().enumerate().filter(|(_, p)| p.type_annotation.is_none()) {
            let value = self.b.value(Value::Takes { function, position: position as u32 });
            self.destructure(&p.pattern, value);
        }
    }

    /// An expression that the function around gives back, where what it gives back is declared.
    pub fn expect_result(&mut self, value: &Expression<'a>) {
        let Some((ty, called, is_async)) = self.frames.last().and_then(|frame| frame.declared) else { return };
        if !takes_context(value) {
            return;
        }
        let mut context = self.of_type(ty);
        if called {
            context = self.b.value(Value::Call { callee: context, arguments: Vec::new() });
        }
        if is_async {
            context = self.b.value(Value::Await { object: context });
        }
        self.expect(value, context);
    }
}

/// Whether there are functions in an expression whose parameters are not declared.
pub fn takes_context(value: &Expression) -> bool {
    let open = |params: &FormalParameters| params.items.iter().any(|p| p.type_annotation.is_none());
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(f) => {
            open(&f.params)
                || match &f.body {
                    ArrowFunctionBody::FunctionBody(body) => returns_open(&body.statements),
                    body => body.as_expression().is_some_and(takes_context),
                }
        }
        Expression::FunctionExpression(f) => {
            open(&f.params) || f.body.as_ref().is_some_and(|body| returns_open(&body.statements))
        }
        Expression::ObjectExpression(object) => object.properties.iter().any(|property| match property {
            ObjectPropertyKind::ObjectProperty(p) => takes_context(&p.value),
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        Expression::ArrayExpression(list) => {
            list.elements.iter().filter_map(|it| it.as_expression()).any(takes_context)
        }
        Expression::ConditionalExpression(it) => takes_context(&it.consequent) || takes_context(&it.alternate),
        Expression::LogicalExpression(it) => takes_context(&it.left) || takes_context(&it.right),
        _ => false,
    }
}

fn returns_open(body: &[Statement]) -> bool {
    body.iter().any(|statement| match statement {
        Statement::ReturnStatement(it) => it.argument.as_ref().is_some_and(takes_context),
        _ => false,
    })
}
