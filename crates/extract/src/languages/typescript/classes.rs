//! Classes, interfaces, enums, namespaces and their members.

use super::contexts::takes_context;
use super::functions::Shape;
use super::*;
use crate::builder::TEXT_LIMIT;
use syntax::oxc::ast::ast::Decorator as Decoration;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    pub fn class(&mut self, class: &Class<'a>) {
        self.next_this = None;
        let mut lead = self.lead;
        // A class starts at its first decorator, which may stand before `export`.
        if let Some(first) = class.decorators.first() {
            lead.start = Some(lead.start.unwrap_or(class.span.start).min(first.span.start));
        }
        self.lead = Lead::default();
        class.decorators.iter().for_each(|it| self.visit_decorator(it));
        self.lead = lead;
        let symbol = match (&class.id, self.claims.remove(&class.span.start)) {
            (_, Some(symbol)) => symbol,
            (Some(id), None) => self.declare(SymbolKind::Class, id, class.span),
            (None, None) if lead.default => self.default_symbol(SymbolKind::Class, class.span),
            (None, None) => self.symbol(SymbolKind::Class, "class", class.span.start, class.span),
        };
        if let Some(binding) = class.id.as_ref().and_then(|id| self.binding_of(id, false)) {
            self.bind(binding, symbol);
        }
        self.lead = Lead::default();
        self.sign(symbol, class.body.span.start);
        self.decorate(symbol, &class.decorators);
        let type_params = self.type_params(class.type_parameters.as_deref());
        let made = self.b.symbol_mut(symbol);
        made.type_params = type_params;
        made.modifiers =
            made.modifiers.with(Modifiers::ABSTRACT, class.r#abstract).with(Modifiers::AMBIENT, class.declare);
        self.open(symbol, class.scope_id.get());
        if let Some(scope) = class.scope_id.get() {
            self.b.graph.scopes[scope.index()].kind = ScopeKind::Class;
        }
        if let Some(heritage) = &class.heritage {
            self.visit_expression(&heritage.expression);
            let ty = self.base_type(&heritage.expression, heritage.type_arguments.as_deref());
            self.base(symbol, Relation::Extends, ty, heritage.expression.span());
        }
        for it in &class.implements {
            let ty = self.named_type(&it.expression, it.type_arguments.as_deref());
            self.base(symbol, Relation::Implements, ty, it.expression.span());
        }
        for element in &class.body.body {
            if let Some(key) = element.property_key() {
                let (name, _) = self.key(key, element.computed());
                let name = self.b.name(&name);
                self.fields.insert((symbol, name), None);
            }
        }
        let ambient = self.ambient;
        self.ambient |= class.declare;
        let frames = std::mem::take(&mut self.frames);
        self.this.push(Some(symbol));
        self.b.enter(symbol);
        self.visit_class_body(&class.body);
        self.b.leave();
        self.this.pop();
        (self.ambient, self.frames) = (ambient, frames);
        let (mine, others) = self.pending.drain(..).partition(|(owner, _, _)| *owner == symbol);
        self.pending = others;
        let mine: Vec<(SymbolId, NameId, ValueId)> = mine;
        for (owner, name, value) in mine {
            if let Some(Some(member)) = self.fields.get(&(owner, name)) {
                self.b.initial(*member, value);
            }
        }
        let value = self.b.value(Value::Class { symbol });
        self.made.insert((class.span.start, class.span.end), value);
    }

    pub fn base(&mut self, symbol: SymbolId, relation: Relation, ty: TypeId, at: At) {
        let (text, line) = (self.text(at, TEXT_LIMIT), self.b.source.line(at.start));
        self.b.symbol_mut(symbol).bases.push(Base { relation, ty, text, line });
    }

    /// A symbol for a member of the owner.
    pub fn member(&mut self, kind: SymbolKind, key: &PropertyKey<'a>, computed: bool, span: At) -> SymbolId {
        let (name, at) = self.key(key, computed);
        let symbol = self.symbol(kind, &name, at, span);
        if let Some(owner) = self.b.owner() {
            let name = self.b.graph.symbols[symbol as usize].name;
            self.fields.entry((owner, name)).and_modify(|slot| *slot = slot.or(Some(symbol))).or_insert(Some(symbol));
        }
        symbol
    }

    /// A member starts at its first decorator.
    fn decorated(&mut self, decorators: &[Decoration<'a>]) {
        decorators.iter().for_each(|it| self.visit_decorator(it));
        self.lead = Lead { start: decorators.first().map(|it| it.span.start), ..Lead::default() };
    }

    pub fn method(&mut self, m: &MethodDefinition<'a>) {
        self.decorated(&m.decorators);
        let kind = match m.kind {
            MethodDefinitionKind::Constructor => SymbolKind::Constructor,
            MethodDefinitionKind::Method => SymbolKind::Method,
            MethodDefinitionKind::Get => SymbolKind::Getter,
            MethodDefinitionKind::Set => SymbolKind::Setter,
        };
        if m.computed {
            self.visit_property_key(&m.key);
        }
        let symbol = self.member(kind, &m.key, m.computed, m.span);
        let made = self.b.symbol_mut(symbol);
        let is_abstract = m.r#type == MethodDefinitionType::TSAbstractMethodDefinition;
        made.modifiers = made
            .modifiers
            .with(Modifiers::ABSTRACT, is_abstract)
            .with(Modifiers::OPTIONAL, m.optional)
            .with(Modifiers::PROPERTY, matches!(kind, SymbolKind::Getter | SymbolKind::Setter));
        self.shape(symbol, &Shape::of_function(&m.value));
        self.member_modifiers(symbol, m.r#static, m.accessibility);
        self.decorate(symbol, &m.decorators);
        if kind == SymbolKind::Constructor {
            self.parameter_properties(&m.value.params);
        }
        self.claims.insert(m.value.span.start, symbol);
        self.next_this = self.this.last().copied().flatten();
        self.function(&m.value);
    }

    /// `constructor(private a: A)` declares a property of the class.
    fn parameter_properties(&mut self, params: &FormalParameters<'a>) {
        for p in params.items.iter().filter(|p| p.has_modifier()) {
            let BindingPattern::BindingIdentifier(id) = &p.pattern else { continue };
            let symbol = self.symbol(SymbolKind::Property, &id.name, id.span.start, p.span);
            if let Some(owner) = self.b.owner() {
                let name = self.b.name(&id.name);
                self.fields.insert((owner, name), Some(symbol));
            }
            self.holds(symbol, p.type_annotation.as_deref(), None);
            self.sign_holder(symbol, p.span.start, p.span.end, p.initializer.as_ref().map(|it| it.span()));
            self.member_modifiers(symbol, false, p.accessibility);
            let made = self.b.symbol_mut(symbol);
            made.modifiers = made.modifiers.with(Modifiers::READONLY, p.readonly).with(Modifiers::OPTIONAL, p.optional);
            if let Some(binding) = id.symbol_id.get() {
                let (name, scope) = (self.b.name(&id.name), self.scoping.symbol_scope_id(binding).index() as ScopeId);
                let value = self.b.value(Value::Name { name, scope, binding: Some(binding.index() as BindingId) });
                self.b.initial(symbol, value);
            }
        }
    }

    pub fn property(&mut self, p: &PropertyDefinition<'a>) {
        self.decorated(&p.decorators);
        if p.computed {
            self.visit_property_key(&p.key);
        }
        let kind = p.value.as_ref().and_then(holder_kind).map_or(SymbolKind::Property, as_member);
        let symbol = self.member(kind, &p.key, p.computed, p.span);
        let is_abstract = p.r#type == PropertyDefinitionType::TSAbstractPropertyDefinition;
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made
            .modifiers
            .with(Modifiers::ABSTRACT, is_abstract)
            .with(Modifiers::AMBIENT, p.declare)
            .with(Modifiers::READONLY, p.readonly)
            .with(Modifiers::OPTIONAL, p.optional);
        self.member_modifiers(symbol, p.r#static, p.accessibility);
        self.decorate(symbol, &p.decorators);
        self.hold(symbol, p.type_annotation.as_deref(), p.value.as_ref());
        self.documented_holder(symbol, p.span.start);
        let declared = self.b.graph.symbols[symbol as usize].declared;
        if let (Some(ty), Some(value)) = (declared, p.value.as_ref().filter(|it| takes_context(it))) {
            let context = self.of_type(ty);
            match kind {
                SymbolKind::Property => self.expect(value, context),
                // The method has the type, and names of parameters follow from that.
                _ => self.take_apart(value, context),
            }
        }
    }

    pub fn accessor(&mut self, p: &AccessorProperty<'a>) {
        self.decorated(&p.decorators);
        let symbol = self.member(SymbolKind::Property, &p.key, p.computed, p.span);
        self.member_modifiers(symbol, p.r#static, p.accessibility);
        self.decorate(symbol, &p.decorators);
        self.hold(symbol, p.type_annotation.as_deref(), p.value.as_ref());
    }

    pub fn interface(&mut self, it: &TSInterfaceDeclaration<'a>) {
        let symbol = self.declare(SymbolKind::Interface, &it.id, it.span);
        self.sign(symbol, it.body.span.start);
        self.open(symbol, it.scope_id.get());
        let type_params = self.type_params(it.type_parameters.as_deref());
        self.b.symbol_mut(symbol).type_params = type_params;
        for heritage in &it.extends {
            let ty = self.named_type(&heritage.type_name, heritage.type_arguments.as_deref());
            self.base(symbol, Relation::Extends, ty, heritage.type_name.span());
        }
        // An interface that can be called holds its signatures as the type that it stands for.
        let callable = self.call_signatures(&it.body.body);
        self.b.symbol_mut(symbol).declared = match callable[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.b.ty(Type::Intersection { parts: callable })),
        };
        self.b.enter(symbol);
        self.signatures(&it.body.body);
        self.b.leave();
    }

    /// The members of an interface or of a type literal that an alias names.
    pub fn signatures(&mut self, members: &[TSSignature<'a>]) {
        for member in members {
            match member {
                TSSignature::TSMethodSignature(it) => {
                    let symbol = self.member(signature_kind(it), &it.key, it.computed, it.span);
                    self.method_signature(symbol, it);
                }
                TSSignature::TSPropertySignature(it) => {
                    let symbol = self.member(SymbolKind::Property, &it.key, it.computed, it.span);
                    self.holds(symbol, it.type_annotation.as_deref(), None);
                    self.sign(symbol, it.span.end);
                    let made = self.b.symbol_mut(symbol);
                    made.modifiers =
                        made.modifiers.with(Modifiers::OPTIONAL, it.optional).with(Modifiers::READONLY, it.readonly);
                }
                _ => {}
            }
        }
    }

    /// What a signature says of the method that it declares.
    fn method_signature(&mut self, symbol: SymbolId, it: &TSMethodSignature<'a>) {
        let accesses = signature_kind(it) != SymbolKind::Method;
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::OPTIONAL, it.optional).with(Modifiers::PROPERTY, accesses);
        let (returns, type_params) = (it.return_type.as_deref(), it.type_parameters.as_deref());
        let scope = it.scope_id.get();
        self.shape(
            symbol,
            &Shape { params: &it.params, returns, type_params, head: None, scope, bits: 0, handler: None },
        );
    }

    /// The symbol of a method that a type literal inside of other types declares. It stands below what it is written
    /// in, which has no such member itself.
    pub fn nested_signature(&mut self, it: &TSMethodSignature<'a>) -> SymbolId {
        if let Some(&symbol) = self.nested.get(&it.span.start) {
            return symbol;
        }
        let lead = std::mem::take(&mut self.lead);
        let (name, at) = self.key(&it.key, it.computed);
        let symbol = self.symbol(SymbolKind::Method, &name, at, it.span);
        self.nested.insert(it.span.start, symbol);
        self.method_signature(symbol, it);
        self.lead = lead;
        symbol
    }

    pub fn type_alias(&mut self, it: &TSTypeAliasDeclaration<'a>) {
        let symbol = self.declare(SymbolKind::TypeAlias, &it.id, it.span);
        self.sign(symbol, it.span.end);
        self.open(symbol, it.scope_id.get());
        let type_params = self.type_params(it.type_parameters.as_deref());
        self.b.enter(symbol);
        // Its own members are symbols before the type is read as a whole.
        for literal in own_literals(&it.type_annotation) {
            self.signatures(&literal.members);
            self.own_literals.insert(literal.span.start);
        }
        let (text, declared) = (self.text(it.type_annotation.span(), TEXT_LIMIT), self.ty(&it.type_annotation));
        self.b.leave();
        let made = self.b.symbol_mut(symbol);
        (made.type_params, made.declared_text, made.declared) = (type_params, Some(text), Some(declared));
    }

    pub fn enumeration(&mut self, it: &TSEnumDeclaration<'a>) {
        let symbol = self.declare(SymbolKind::Enum, &it.id, it.span);
        self.sign(symbol, it.body.span.start);
        self.open(symbol, it.body.scope_id.get());
        self.b.enter(symbol);
        for member in &it.body.members {
            let at = member.id.span().start;
            let name = member.id.static_name();
            let id = self.symbol(SymbolKind::EnumMember, &name, at, member.span);
            self.sign(id, member.span.end);
            if let Some(value) = &member.initializer {
                self.visit_expression(value);
                let value = self.value(value);
                self.b.initial(id, value);
            }
            let scope = it.body.scope_id.get();
            let found = scope.and_then(|scope| self.scoping.get_binding(scope, name.as_ref().into()));
            if let Some(binding) = found {
                self.b.binding_mut(binding.index() as BindingId).symbol = Some(id);
            }
        }
        self.b.leave();
    }
}

/// The type literals whose members an alias has.
fn own_literals<'e, 'a>(ty: &'e TSType<'a>) -> Vec<&'e TSTypeLiteral<'a>> {
    let parts = match ty {
        TSType::TSIntersectionType(parts) => parts.types.iter().collect(),
        ty => vec![ty],
    };
    let literal = |part: &'e TSType<'a>| match part {
        TSType::TSTypeLiteral(literal) => Some(&**literal),
        _ => None,
    };
    parts.into_iter().filter_map(literal).collect()
}

fn signature_kind(it: &TSMethodSignature) -> SymbolKind {
    match it.kind {
        TSMethodSignatureKind::Method => SymbolKind::Method,
        TSMethodSignatureKind::Get => SymbolKind::Getter,
        TSMethodSignatureKind::Set => SymbolKind::Setter,
    }
}

/// The kind of what a name that holds this value is. None: a value that is no function or class.
pub fn holder_kind(value: &Expression) -> Option<SymbolKind> {
    match value.get_inner_expression() {
        Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_) => Some(SymbolKind::Function),
        Expression::ClassExpression(_) => Some(SymbolKind::Class),
        _ => None,
    }
}

pub fn as_member(kind: SymbolKind) -> SymbolKind {
    if kind == SymbolKind::Function { SymbolKind::Method } else { kind }
}
