//! What functions without declared parameters take, from where they stand: returned where a type is declared,
//! in what a variable with a type is given, in the options of a call.

use super::*;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    /// A value of a type.
    pub fn of_type(&mut self, ty: TypeId) -> ValueId {
        self.b.value(Value::Cast { ty })
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
                    if let Some(name) = p.key.static_name().filter(|_| takes_context(&p.value)) {
                        let member = self.member_value(context, &name);
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
