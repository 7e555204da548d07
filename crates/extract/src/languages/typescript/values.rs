//! Expressions as values. Calls, functions, classes and object literals were made on the way out of
//! them; what is left are names, members and operators around them.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// A list's items that are kept.
const ITEMS: usize = 4;
/// The same of one that only names others, as a loop goes through it.
const NAMES: usize = 32;

impl<'a> Walk<'_, '_> {
    /// The value of an expression that was walked.
    pub fn value(&mut self, value: &Expression<'a>) -> ValueId {
        let made = self.value_of(value);
        if matches!(
            value,
            Expression::Identifier(_)
                | Expression::StaticMemberExpression(_)
                | Expression::PrivateFieldExpression(_)
                | Expression::ComputedMemberExpression(_)
        ) {
            self.narrow_use(made, value);
        }
        made
    }

    fn value_of(&mut self, value: &Expression<'a>) -> ValueId {
        use Expression as Ex;
        match value {
            Ex::Identifier(id) => self.identifier(id),
            Ex::ThisExpression(_) => self.this_value(),
            Ex::Super(_) => {
                let owner = self.class_around();
                self.b.value(Value::Super { owner })
            }
            Ex::StaticMemberExpression(m) => {
                if let Some(own) = self.own_export(m) {
                    return own;
                }
                if m.property.name == "prototype"
                    && let Some(owner) = self.prototype_owner(value)
                {
                    return self.b.value(Value::This { owner: Some(owner) });
                }
                let object = self.value(&m.object);
                // What a class's prototype has, its instances have.
                if m.property.name == "prototype" && self.is_bound(&m.object) {
                    return self.b.value(Value::New { callee: object, arguments: Vec::new() });
                }
                self.member_value(object, &m.property.name)
            }
            Ex::PrivateFieldExpression(m) => {
                let object = self.value(&m.object);
                self.member_value(object, &format!("#{}", m.field.name))
            }
            Ex::ComputedMemberExpression(m) => {
                let object = self.value(&m.object);
                self.computed(object, &m.expression)
            }
            Ex::CallExpression(_)
            | Ex::NewExpression(_)
            | Ex::TaggedTemplateExpression(_)
            | Ex::ImportExpression(_) => self.made_at(value.span()),
            Ex::FunctionExpression(_) | Ex::ArrowFunctionExpression(_) | Ex::ClassExpression(_) => {
                self.made_at(value.span())
            }
            Ex::ObjectExpression(_) => self.made_at(value.span()),
            Ex::ArrayExpression(list) => self.list(list),
            Ex::ChainExpression(chain) => match &chain.expression {
                ChainElement::CallExpression(call) => self.made_at(call.span),
                ChainElement::TSNonNullExpression(it) => self.value(&it.expression),
                other => match other.as_member_expression() {
                    Some(member) => self.chained(member),
                    None => self.unknown(false),
                },
            },
            Ex::AwaitExpression(it) => {
                let object = self.value(&it.argument);
                self.b.value(Value::Await { object })
            }
            Ex::TSAsExpression(it) if leaves_alone(&it.type_annotation) => self.value(&it.expression),
            Ex::TSAsExpression(it) => self.cast(&it.type_annotation),
            Ex::TSTypeAssertion(it) if leaves_alone(&it.type_annotation) => self.value(&it.expression),
            Ex::TSTypeAssertion(it) => self.cast(&it.type_annotation),
            Ex::TSSatisfiesExpression(it) => self.value(&it.expression),
            Ex::TSNonNullExpression(it) => self.value(&it.expression),
            Ex::TSInstantiationExpression(it) => self.value(&it.expression),
            Ex::ParenthesizedExpression(it) => self.value(&it.expression),
            Ex::ConditionalExpression(it) => {
                let options = vec![self.value(&it.consequent), self.value(&it.alternate)];
                self.b.value(Value::Either { options })
            }
            Ex::LogicalExpression(it) if it.operator == LogicalOperator::And => self.value(&it.right),
            Ex::LogicalExpression(it) => {
                let options = vec![self.value(&it.left), self.value(&it.right)];
                self.stands_in_for_call(it, options[0]);
                self.b.value(Value::Either { options })
            }
            Ex::AssignmentExpression(it) => match self.prototype_of(value) {
                // `A.fn = A.prototype = { … }`: what instances have, and not only what is written here.
                Some(owner) => self.b.value(Value::This { owner: Some(owner) }),
                None => self.value(&it.right),
            },
            Ex::SequenceExpression(it) => match it.expressions.last() {
                Some(last) => self.value(last),
                None => self.unknown(false),
            },
            Ex::StringLiteral(_) | Ex::TemplateLiteral(_) => self.builtin(Builtin::String),
            Ex::NumericLiteral(_) | Ex::BigIntLiteral(_) | Ex::UpdateExpression(_) => self.builtin(Builtin::Number),
            Ex::BooleanLiteral(_) | Ex::PrivateInExpression(_) => self.builtin(Builtin::Boolean),
            Ex::NullLiteral(_) => self.builtin(Builtin::Null),
            Ex::RegExpLiteral(_) => self.builtin(Builtin::Regexp),
            Ex::JSXElement(_) | Ex::JSXFragment(_) => self.builtin(Builtin::Object),
            Ex::UnaryExpression(it) => match it.operator {
                UnaryOperator::LogicalNot | UnaryOperator::Delete => self.builtin(Builtin::Boolean),
                UnaryOperator::Typeof => self.builtin(Builtin::String),
                UnaryOperator::Void => self.builtin(Builtin::Null),
                _ => self.builtin(Builtin::Number),
            },
            Ex::BinaryExpression(it) => self.operation(it),
            _ => self.unknown(false),
        }
    }

    /// The value of what was walked at a place; unknown where nothing was made.
    pub fn made_at(&mut self, at: At) -> ValueId {
        match self.made.get(&(at.start, at.end)) {
            Some(value) => *value,
            None => self.unknown(false),
        }
    }

    pub fn identifier(&mut self, id: &IdentifierReference<'a>) -> ValueId {
        if id.name == "undefined" {
            return self.builtin(Builtin::Null);
        }
        let binding = self.referred(id, false);
        if let Some(value) = self.template_name(id, binding) {
            return value;
        }
        let (name, scope) = (self.b.name(&id.name), self.scope_of(id));
        self.b.value(Value::Name { name, scope, binding })
    }

    /// The scope that a name is used in.
    pub fn scope_of(&self, id: &IdentifierReference) -> ScopeId {
        let reference = id.reference_id.get().map(|id| self.scoping.get_reference(id));
        reference.map_or(0, |it| it.scope_id().index() as ScopeId)
    }

    /// The binding that a name refers to, as a value or as a type.
    pub fn referred(&self, id: &IdentifierReference, as_type: bool) -> Option<BindingId> {
        let reference = self.scoping.get_reference(id.reference_id.get()?);
        let found = reference.symbol_id().or_else(|| {
            // What another block of a namespace exports is visible in this one.
            let blocks = self.namespaces.iter().rev().filter_map(|at| self.blocks.get(at)).flatten();
            blocks
                .filter_map(|scope| self.scoping.get_binding((*scope as usize).into(), id.name.as_str().into()))
                .next()
        });
        let binding = found?.index() as BindingId;
        Some(if as_type { self.type_bindings.get(&binding).copied().unwrap_or(binding) } else { binding })
    }

    fn is_bound(&self, value: &Expression<'a>) -> bool {
        matches!(value, Expression::Identifier(id) if self.referred(id, false).is_some())
    }

    pub fn this_value(&mut self) -> ValueId {
        if let Some(ty) = self.declared_this.get(self.this.len().wrapping_sub(1)).copied().flatten() {
            return self.b.value(Value::Cast { ty });
        }
        if let Some(scope) = self.literal_this.get(self.this.len().wrapping_sub(1)).copied().flatten() {
            self.literal_uses.insert(scope);
            return self.b.value(Value::Receiver { scope });
        }
        let owner = self.this.last().copied().flatten();
        self.b.value(Value::This { owner })
    }

    pub fn class_around(&self) -> Option<SymbolId> {
        self.this.last().copied().flatten()
    }

    pub fn member_value(&mut self, object: ValueId, name: &str) -> ValueId {
        let name = self.b.name(name);
        self.b.value(Value::Member { object, name })
    }

    fn chained(&mut self, member: &MemberExpression<'a>) -> ValueId {
        let object = self.value(member.object());
        match member {
            MemberExpression::StaticMemberExpression(m) => self.member_value(object, &m.property.name),
            MemberExpression::PrivateFieldExpression(m) => self.member_value(object, &format!("#{}", m.field.name)),
            MemberExpression::ComputedMemberExpression(m) => self.computed(object, &m.expression),
        }
    }

    /// What stands under a computed key: a member, the part of a tuple, else some element.
    fn computed(&mut self, object: ValueId, key: &Expression<'a>) -> ValueId {
        match key.get_inner_expression() {
            Expression::StringLiteral(key) => self.member_value(object, &key.value),
            Expression::NumericLiteral(key) if key.value >= 0.0 && key.value.fract() == 0.0 && key.value < 1e4 => {
                self.b.value(Value::Part { object, position: key.value as u32 })
            }
            key => match named_key(key) {
                Some(name) => self.member_value(object, &name),
                None => self.b.value(Value::Index { object }),
            },
        }
    }

    fn cast(&mut self, ty: &TSType<'a>) -> ValueId {
        let ty = self.ty(ty);
        self.b.value(Value::Cast { ty })
    }

    fn list(&mut self, list: &ArrayExpression<'a>) -> ValueId {
        let mut items = Vec::new();
        let is_name = |it: &ArrayExpressionElement<'a>| {
            use ArrayExpressionElement as Item;
            match it {
                Item::SpreadElement(it) => matches!(it.argument, Expression::Identifier(_)),
                it => matches!(it, Item::Identifier(_) | Item::StaticMemberExpression(_)),
            }
        };
        let limit = if list.elements.iter().all(is_name) { NAMES } else { ITEMS };
        for element in list.elements.iter().take(limit) {
            if let ArrayExpressionElement::SpreadElement(it) = element {
                let object = self.value(&it.argument);
                items.push(self.b.value(Value::Item { object, position: 1 }));
            } else if let Some(value) = element.as_expression() {
                items.push(self.value(value));
            }
        }
        let value = self.b.value(Value::List { items });
        self.table(list, value);
        self.routes_listed(list, value);
        value
    }

    /// Makes the value of an object literal that was walked.
    pub fn make_object(&mut self, object: &ObjectExpression<'a>) -> ValueId {
        let (mut members, mut spreads) = (Vec::new(), Vec::new());
        for property in &object.properties {
            match property {
                ObjectPropertyKind::SpreadProperty(it) => spreads.push(self.value(&it.argument)),
                ObjectPropertyKind::ObjectProperty(p) => {
                    if p.kind == PropertyKind::Set {
                        continue;
                    }
                    let name = match p.key.static_name() {
                        Some(name) => name.into_owned(),
                        None => self.key(&p.key, p.computed).0,
                    };
                    let mut value = self.uncast_function(&p.value);
                    if p.kind == PropertyKind::Get {
                        value = self.b.value(Value::Call { callee: value, arguments: Vec::new() });
                    }
                    members.push((self.b.name(&name), value));
                }
            }
        }
        let value = self.b.value(Value::Object { members, spreads });
        self.made.insert((object.span.start, object.span.end), value);
        self.members_written(object, value);
        self.route_written(object, value);
        self.provider_written(object, value);
        value
    }

    /// What a property holds: a function that is cast to a type has that as its declared one.
    fn uncast_function(&mut self, value: &Expression<'a>) -> ValueId {
        match value.get_inner_expression() {
            inner @ (Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)) => {
                self.made_at(inner.span())
            }
            _ => self.value(value),
        }
    }

    fn operation(&mut self, it: &BinaryExpression<'a>) -> ValueId {
        use BinaryOperator as Op;
        let is_text =
            |value: &Expression| matches!(value, Expression::StringLiteral(_) | Expression::TemplateLiteral(_));
        match it.operator {
            Op::Addition if is_text(&it.left) || is_text(&it.right) => self.builtin(Builtin::String),
            Op::Addition => self.unknown(false),
            operator if operator.is_compare() || operator.is_equality() => self.builtin(Builtin::Boolean),
            Op::In | Op::Instanceof => self.builtin(Builtin::Boolean),
            _ => self.builtin(Builtin::Number),
        }
    }

    /// A text that is itself told, besides being one.
    pub fn text_value(&mut self, text: &str) -> ValueId {
        let text = self.b.name(text);
        let ty = self.b.ty(Type::Literal { text });
        self.b.value(Value::Cast { ty })
    }

    pub fn builtin(&mut self, builtin: Builtin) -> ValueId {
        if let Some(value) = self.builtins.get(&builtin) {
            return *value;
        }
        let value = self.b.value(Value::Builtin(builtin));
        self.builtins.insert(builtin, value);
        value
    }

    pub fn unknown(&mut self, dynamic: bool) -> ValueId {
        let slot = usize::from(dynamic);
        match self.unknown[slot] {
            Some(value) => value,
            None => {
                let value = self.b.value(Value::Unknown { dynamic });
                self.unknown[slot] = Some(value);
                value
            }
        }
    }
}

/// The name of the members that a member of an enumeration or a known symbol is the key of: `[Kind.One]`.
pub fn named_key(key: &Expression) -> Option<String> {
    let Expression::StaticMemberExpression(m) = key else { return None };
    let Expression::Identifier(of) = m.object.get_inner_expression() else { return None };
    let is_type = of.name.starts_with(char::is_uppercase);
    is_type.then(|| format!("[{}.{}]", of.name, m.property.name))
}

/// `as const`, `as any`, `as unknown`, `as Function`: what is known of the value stays known.
pub fn leaves_alone(ty: &TSType) -> bool {
    match ty {
        TSType::TSAnyKeyword(_) | TSType::TSUnknownKeyword(_) | TSType::TSNeverKeyword(_) => true,
        TSType::TSTypeReference(it) => match &it.type_name {
            TSTypeName::IdentifierReference(id) => matches!(id.name.as_str(), "const" | "Function"),
            _ => false,
        },
        _ => false,
    }
}
