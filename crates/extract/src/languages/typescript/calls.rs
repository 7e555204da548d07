//! Calls in every form, and uses that are no calls: JSX elements, decorators.

use super::*;
use crate::builder::CALLEE_LIMIT;
use facts::Block;
use syntax::oxc::ast::ast::Decorator as Decoration;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// The longest text that is taken for a name.
const MAX_NAME: usize = 40;

/// What is called, as text: the name, and where it stands.
struct Called {
    name: String,
    at: At,
}

impl<'a> Walk<'_, '_> {
    /// A call or `new` whose parts were walked. Makes its value.
    pub fn call(
        &mut self,
        kind: CallKind,
        callee: &Expression<'a>,
        arguments: &[Argument<'a>],
        types: Option<&TSTypeParameterInstantiation<'a>>,
        span: At,
    ) {
        // What is called stays what it is under another type.
        let target = self.value(uncast(callee));
        let result = if matches!(callee, Expression::TSAsExpression(_)) { self.value(callee) } else { target };
        let mut given: Vec<ValueId> = arguments
            .iter()
            .map(|argument| match argument {
                Argument::SpreadElement(it) => {
                    let object = self.value(&it.argument);
                    self.b.value(Value::Item { object, position: 1 })
                }
                other => match other.as_expression() {
                    Some(Expression::StringLiteral(it)) if self.may_name(it) => self.text_value(&it.value),
                    Some(value) => self.passed(value),
                    None => self.unknown(false),
                },
            })
            .collect();
        // What is bound to something is passed on: `f.bind(this)`.
        if let Expression::StaticMemberExpression(m) = callee.get_inner_expression()
            && m.property.name == "bind"
        {
            self.pass(&m.object);
        }
        self.callback_params(target, arguments);
        let count = arguments.len() as u32;
        let spread = arguments.iter().any(Argument::is_spread);
        if let Some(types) = types.filter(|_| kind != CallKind::New) {
            let types = self.types(&types.params);
            given.push(self.b.value(Value::TypeArguments { types }));
        }
        self.grouped(callee, target, arguments);
        let shapes = self.given(arguments, &given);
        let value = match (kind, types) {
            (CallKind::New, Some(types)) => match self.instance(callee, types) {
                Some(ty) => Value::Instance { ty },
                None => Value::New { callee: target, arguments: given },
            },
            (CallKind::New, None) => Value::New { callee: target, arguments: given },
            _ => Value::Call { callee: result, arguments: given },
        };
        let value = self.b.value(value);
        self.made.insert((span.start, span.end), value);
        let Some(called) = called(callee) else { return };
        let text = self.b.text_end(callee.span().start, called.at.end, CALLEE_LIMIT);
        let call = Call {
            kind,
            caller: self.b.caller(),
            callee: target,
            name: self.b.name(&called.name),
            text,
            at: self.b.source.point(called.at.start),
            start_line: self.b.source.line(span.start),
            arguments: count,
            spread,
            given: shapes,
            result: Some(value),
        };
        self.b.graph.calls.push(call);
    }

    /// What stands in a function that a router's `group(() => { … })` is given is of the group: no parameter says so.
    fn grouped(&mut self, callee: &Expression<'a>, target: ValueId, arguments: &[Argument<'a>]) {
        if !matches!(callee.get_inner_expression(), Expression::StaticMemberExpression(it) if it.property.name == "group")
        {
            return;
        }
        for argument in arguments {
            let (params, span) = match argument {
                Argument::ArrowFunctionExpression(it) => (&it.params, it.span),
                Argument::FunctionExpression(it) => (&it.params, it.span),
                _ => continue,
            };
            if params.items.is_empty() {
                self.b.graph.blocks.push(Block { callee: target, from: span.start, to: span.end });
            }
        }
    }

    /// A decorator whose expression was walked. One without parentheses is a reference.
    pub fn decorator(&mut self, it: &Decoration<'a>) {
        if matches!(it.expression.get_inner_expression(), Expression::CallExpression(_)) {
            return;
        }
        let Some(called) = called(&it.expression) else { return };
        let value = self.value(&it.expression);
        self.reference(ReferenceKind::Decorator, value, &called.name, called.at.start);
    }

    /// What a decorator applies, and what that is given.
    pub fn decorator_value(&mut self, it: &Decoration<'a>) -> (ValueId, Vec<Given>) {
        let value = self.value(&it.expression);
        match (&it.expression, &self.b.graph.values[value as usize]) {
            (Expression::CallExpression(call), Value::Call { callee, arguments }) => {
                let (callee, values) = (*callee, arguments.clone());
                (callee, self.given(&call.arguments, &values))
            }
            _ => (value, Vec::new()),
        }
    }

    /// Whether a text may be the name of a member or an event, by which types are chosen. What may be a secret is none.
    fn may_name(&self, it: &StringLiteral) -> bool {
        let is_name = |byte: u8| byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'$');
        let is_short = (1..=MAX_NAME).contains(&it.value.len()) && it.value.bytes().all(is_name);
        is_short && self.b.redacted(it.span.start, it.span.end) == self.b.source.slice(it.span.start, it.span.end)
    }

    /// `<A …>`, `<a.B …>`. Names in small letters are the platform's own elements.
    pub fn element(&mut self, it: &JSXOpeningElement<'a>) {
        match &it.name {
            JSXElementName::IdentifierReference(id) => {
                let value = self.identifier(id);
                self.reference(ReferenceKind::Jsx, value, &id.name, id.span.start);
            }
            JSXElementName::MemberExpression(m) => {
                let value = self.element_member(m);
                self.reference(ReferenceKind::Jsx, value, &m.property.name, m.property.span.start);
            }
            _ => {}
        }
    }

    /// The component that an element is of. None: the element is the page's.
    pub fn element_type(&mut self, name: &JSXElementName<'a>) -> Option<ValueId> {
        match name {
            JSXElementName::IdentifierReference(id) => Some(self.identifier(id)),
            JSXElementName::MemberExpression(m) => Some(self.element_member(m)),
            _ => None,
        }
    }

    fn element_member(&mut self, m: &JSXMemberExpression<'a>) -> ValueId {
        let object = match &m.object {
            JSXMemberExpressionObject::IdentifierReference(id) => self.identifier(id),
            JSXMemberExpressionObject::MemberExpression(inner) => self.element_member(inner),
            JSXMemberExpressionObject::ThisExpression(_) => self.this_value(),
        };
        self.member_value(object, &m.property.name)
    }

    fn reference(&mut self, kind: ReferenceKind, value: ValueId, name: &str, at: u32) {
        let (name, at, caller) = (self.b.name(name), self.b.source.point(at), self.b.caller());
        self.b.graph.references.push(Reference { kind, caller, value, name, at });
    }
}

/// The name that is called and where it stands. A computed callee has none: its text is empty. None for
/// a function that is called where it is written: its body is the caller's own code.
fn called(callee: &Expression) -> Option<Called> {
    let name = |name: &str, at: At| Some(Called { name: name.to_owned(), at });
    match callee.get_inner_expression() {
        Expression::Identifier(id) => name(&id.name, id.span),
        Expression::Super(it) => name("super", it.span),
        Expression::StaticMemberExpression(m) => name(&m.property.name, m.property.span),
        Expression::PrivateFieldExpression(m) => name(&format!("#{}", m.field.name), m.field.span),
        Expression::ComputedMemberExpression(m) => computed(m),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::StaticMemberExpression(m) => name(&m.property.name, m.property.span),
            ChainElement::PrivateFieldExpression(m) => name(&format!("#{}", m.field.name), m.field.span),
            ChainElement::ComputedMemberExpression(m) => computed(m),
            _ => name("", chain.span),
        },
        Expression::ImportMeta(_) | Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_) => None,
        other => name("", other.span()),
    }
}

fn computed(m: &ComputedMemberExpression) -> Option<Called> {
    match m.expression.get_inner_expression() {
        Expression::StringLiteral(key) => {
            // Without its quotes, so that the text ends in the name.
            let at = At::new(key.span.start + 1, key.span.end - 1);
            Some(Called { name: key.value.to_string(), at })
        }
        _ => Some(Called { name: String::new(), at: m.span }),
    }
}

/// `f` of `(f as T)`
fn uncast<'e, 'a>(value: &'e Expression<'a>) -> &'e Expression<'a> {
    match value {
        Expression::TSAsExpression(it) => uncast(&it.expression),
        other => other,
    }
}
