//! What holds values: variables, properties, object literals, assignments to members; and the functions
//! that get their names from there.

use super::classes::{as_member, holder_kind};
use super::contexts::takes_context;
use super::functions::Shape;
use super::wrappers::{keeps_results, wrapped};
use super::*;
use crate::builder::TEXT_LIMIT;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    /// The declared type of a property or variable, and the signature of one that holds no function.
    pub fn holds(&mut self, symbol: SymbolId, annotation: Option<&TSTypeAnnotation<'a>>, value: Option<ValueId>) {
        if let Some(it) = annotation {
            self.b.enter(symbol);
            let (text, declared) = (self.text(it.type_annotation.span(), TEXT_LIMIT), self.annotated(it));
            self.b.leave();
            let made = self.b.symbol_mut(symbol);
            (made.declared_text, made.declared) = (Some(text), Some(declared));
        }
        if let Some(value) = value {
            self.b.initial(symbol, value);
        }
    }

    /// Walks what a symbol is given: a function becomes the symbol's own body. Returns the value.
    pub fn hold(
        &mut self,
        symbol: SymbolId,
        annotation: Option<&TSTypeAnnotation<'a>>,
        value: Option<&Expression<'a>>,
    ) -> Option<ValueId> {
        self.holds(symbol, annotation, None);
        let span = self.b.graph.symbols[symbol as usize].span;
        let Some(value) = value else {
            self.sign(symbol, span.end.byte);
            return None;
        };
        let inner = value.get_inner_expression();
        let is_object = matches!(inner, Expression::ObjectExpression(_));
        if let Some(shape) = Shape::of_value(inner) {
            self.shape(symbol, &shape);
            self.claims.insert(inner.span().start, symbol);
            self.visit_expression(value);
        } else if let Expression::ClassExpression(class) = inner {
            self.claims.insert(class.span.start, symbol);
            self.visit_expression(value);
        } else if let Some((shape, at)) = wrapped(inner).filter(|_| self.is_function(symbol)) {
            self.shape(symbol, &shape);
            self.claims.insert(at, symbol);
            self.visit_expression(value);
            // What the wrapper gives back is not known to be what is wrapped; where it is declared, it is
            // that and nothing else.
            let keeps_results = keeps_results(inner);
            let made = self.b.symbol_mut(symbol);
            if !keeps_results {
                made.return_values.clear();
            }
            if annotation.is_some() {
                (made.params, made.returns, made.returns_type) = (Vec::new(), None, None);
                made.type_params.clear();
            }
        } else {
            self.sign_holder(symbol, span.start.byte, span.end.byte, Some(value.span()));
            self.b.enter(symbol);
            let this = is_object.then_some(symbol);
            let outer = std::mem::replace(&mut self.next_this, this);
            self.held_by = matches!(inner, Expression::CallExpression(_)).then_some(symbol);
            self.visit_expression(value);
            (self.next_this, self.held_by) = (outer, None);
            self.b.leave();
        }
        let value = self.passed(value);
        // `((a) => …) as F`: the function is an F, as if that had been declared.
        if let (true, Value::Cast { ty }) = (Shape::of_value(inner).is_some(), &self.b.graph.values[value as usize]) {
            let ty = *ty;
            let made = self.b.symbol_mut(symbol);
            made.declared = made.declared.or(Some(ty));
        }
        if self.b.graph.symbols[symbol as usize].kind != SymbolKind::Class {
            self.b.initial(symbol, value);
        }
        Some(value)
    }

    fn is_function(&self, symbol: SymbolId) -> bool {
        matches!(self.b.graph.symbols[symbol as usize].kind, SymbolKind::Function | SymbolKind::Method)
    }

    pub fn variables(&mut self, it: &VariableDeclaration<'a>) {
        let lead = std::mem::take(&mut self.lead);
        let ambient = self.ambient;
        self.ambient |= it.declare;
        for (at, declarator) in it.declarations.iter().enumerate() {
            let start = if at == 0 { Some(lead.start.unwrap_or(it.span.start)) } else { None };
            self.lead = Lead { start, ..lead };
            self.variable(declarator, it.kind.is_const());
            self.lead = Lead::default();
        }
        self.ambient = ambient;
    }

    fn variable(&mut self, d: &VariableDeclarator<'a>, is_const: bool) {
        if let (BindingPattern::ObjectPattern(pattern), Some(init)) = (&d.id, &d.init) {
            self.taken_settings(pattern, init);
        }
        let lead = self.lead;
        let at_top = self.is_module_level(&d.id);
        if let Some(init) = &d.init
            && self.required(&d.id, init, at_top)
        {
            return;
        }
        let annotation = d.type_annotation.as_deref();
        let BindingPattern::BindingIdentifier(id) = &d.id else {
            let declared = annotation.map(|it| self.annotated(it));
            let ids = d.id.get_binding_identifiers();
            for id in ids.iter().filter(|_| at_top) {
                self.lead = lead;
                let symbol = self.declare(SymbolKind::Variable, id, d.span);
                self.sign_holder(
                    symbol,
                    lead.start.unwrap_or(d.span.start),
                    d.span.end,
                    d.init.as_ref().map(|it| it.span()),
                );
            }
            self.lead = Lead::default();
            self.visit_binding_pattern(&d.id);
            if let Some(init) = &d.init {
                self.visit_expression(init);
                let value = match declared {
                    Some(ty) => self.b.value(Value::Cast { ty }),
                    None => self.value(init),
                };
                self.destructure(&d.id, value);
                for id in ids.iter().filter(|_| at_top) {
                    let Some(binding) = self.binding_of(id, false).map(|at| &self.b.graph.bindings[at as usize]) else {
                        continue;
                    };
                    if let (Some(symbol), Some(value)) = (binding.symbol, binding.values.first().copied()) {
                        self.b.initial(symbol, value);
                    }
                }
            }
            return;
        };
        let binding = self.binding_of(id, false);
        let start = lead.start.unwrap_or(d.span.start);
        let holds_function = d.init.as_ref().and_then(holder_kind).is_some();
        let documented = if annotation.is_none() && !holds_function { self.documented_type(start) } else { None };
        // `const app = module.exports = {}`: what is exported is the variable.
        let is_chain = |init: &Expression| matches!(init.get_inner_expression(), Expression::AssignmentExpression(_));
        self.chained = binding.filter(|_| at_top && d.init.as_ref().is_some_and(is_chain));
        let wraps = d.init.as_ref().is_some_and(|init| self.wraps(init, at_top));
        let kind = d.init.as_ref().and_then(holder_kind).or(wraps.then_some(SymbolKind::Function));
        let makes = d.init.as_ref().is_some_and(|init| self.holds_made_class(&id.name, init));
        let kind = if makes { Some(SymbolKind::Class) } else { kind };
        let named = binding.filter(|_| !lead.exported).zip(d.init.as_ref().and_then(|init| self.named_twice(init)));
        let symbol = match named {
            Some(_) => None,
            None => kind.or(at_top.then_some(SymbolKind::Variable)).map(|kind| self.declare(kind, id, d.span)),
        };
        if let (Some(symbol), Some(init)) = (symbol.filter(|_| makes), d.init.as_ref()) {
            self.make_class(symbol, init);
        }
        if let (Some(binding), Some(init)) = (binding, d.init.as_ref()) {
            self.holds_global(binding, init);
        }
        let prototype = d.init.as_ref().and_then(|init| self.prototype_of(init));
        if let (Some(binding), Some(owner)) = (binding, prototype) {
            self.prototype_names.insert(binding, owner);
        }
        if let Some(symbol) = symbol {
            self.b.enter(symbol);
        }
        let declared = annotation.map(|it| self.annotated(it)).or(documented.as_ref().map(|(ty, _)| *ty));
        if symbol.is_some() {
            self.b.leave();
        }
        if let Some(binding) = binding {
            self.b.binding_mut(binding).declared = declared;
        }
        let value = if let Some(symbol) = symbol {
            let value = self.hold(symbol, annotation, d.init.as_ref());
            if let Some(init) = d.init.as_ref().filter(|_| is_const) {
                self.keep_member_texts(symbol, init);
                self.keep_path_list(symbol, init, d.span);
            }
            if let Some((ty, text)) = documented {
                let made = self.b.symbol_mut(symbol);
                (made.declared, made.declared_text) = (Some(ty), Some(text));
            }
            value
        } else {
            self.lead = Lead::default();
            d.init.as_ref().map(|init| {
                self.visit_expression(init);
                self.passed(init)
            })
        };
        self.chained = None;
        if let Some((binding, at)) = named
            && let Some(&symbol) = self.given_at.get(&at)
        {
            self.bind(binding, symbol);
        }
        if let (Some(ty), Some(init)) = (declared, d.init.as_ref()) {
            self.note_literals(ty, init);
        }
        if let (Some(ty), Some(init)) = (declared, d.init.as_ref().filter(|it| takes_context(it))) {
            let context = self.of_type(ty);
            match kind {
                None => self.expect(init, context),
                // The function's symbol has the type, and names of parameters follow from that.
                Some(_) => self.take_apart(init, context),
            }
        }
        if let (Some(binding), Some(value)) = (binding, value) {
            self.b.assign(binding, value);
        }
    }

    /// Where the function or class starts that a variable and a member are given: `const A = ns.A = function …`. A variable
    /// that is what the module exports has it for itself.
    fn named_twice(&self, init: &Expression<'a>) -> Option<u32> {
        let Expression::AssignmentExpression(it) = init.get_inner_expression() else { return None };
        let AssignmentTarget::StaticMemberExpression(m) = &it.left else { return None };
        let given = it.right.get_inner_expression();
        if !it.operator.is_assign() || self.common_export(m).is_some() {
            return None;
        }
        self.named_twice(given).or_else(|| holder_kind(given).map(|_| given.span().start))
    }

    /// Whether a declared name is the module's or a namespace's own.
    fn is_module_level(&self, pattern: &BindingPattern<'a>) -> bool {
        let first = pattern.get_binding_identifiers().first().and_then(|id| id.symbol_id.get());
        first.is_some_and(|id| {
            let flags = self.scoping.scope_flags(self.scoping.symbol_scope_id(id));
            flags.intersects(ScopeFlags::Top | ScopeFlags::TsModuleBlock)
        })
    }

    /// A property of an object literal; a function in it is a method of what the object is.
    pub fn object_property(&mut self, p: &ObjectProperty<'a>, this: Option<SymbolId>) {
        let is_given = std::mem::take(&mut self.is_given);
        if p.computed {
            self.visit_property_key(&p.key);
        }
        if self.is_members(p, this) {
            self.next_this = this;
            return self.visit_expression(&p.value);
        }
        let kind = match (holder_kind(&p.value), p.kind) {
            (Some(_), PropertyKind::Get) => Some(SymbolKind::Getter),
            (Some(_), PropertyKind::Set) => Some(SymbolKind::Setter),
            (Some(kind), PropertyKind::Init) => Some(as_member(kind)),
            (None, _) => None,
        };
        let holds_functions = || match p.value.get_inner_expression() {
            Expression::ObjectExpression(inner) => this.is_some() && has_functions(inner),
            _ => false,
        };
        // What something is given may be a function that is declared elsewhere: `Object.assign(A, { open, close: b.close })`.
        let names_value = || {
            let value = p.value.get_inner_expression();
            is_given
                && !p.computed
                && matches!(value, Expression::Identifier(_) | Expression::StaticMemberExpression(_))
        };
        let is_property = || holds_functions() || names_value();
        let Some(kind) = kind.or_else(|| is_property().then_some(SymbolKind::Property)) else {
            self.visit_expression(&p.value);
            return self.pass(&p.value);
        };
        self.lead = Lead::default();
        let symbol = self.member(kind, &p.key, p.computed, p.span);
        let made = self.b.symbol_mut(symbol);
        let of_literal = this.is_none() || this != made.parent;
        made.modifiers = made
            .modifiers
            .with(Modifiers::PROPERTY, matches!(kind, SymbolKind::Getter | SymbolKind::Setter))
            .with(Modifiers::OF_LITERAL, of_literal);
        self.next_this = this;
        self.next_of_literal = matches!(p.value.get_inner_expression(), Expression::FunctionExpression(_));
        self.hold(symbol, None, Some(&p.value));
    }

    /// The functions of an object literal that has no name have it as `this`, where they ask.
    pub fn receive_literal(&mut self, object: &ObjectExpression<'a>, value: ValueId) {
        for property in &object.properties {
            if let ObjectPropertyKind::ObjectProperty(p) = property
                && let Expression::FunctionExpression(f) = p.value.get_inner_expression()
                && let Some(scope) = f.scope_id.get().map(|id| id.index())
                && self.literal_uses.remove(&(scope as ScopeId))
            {
                self.b.graph.scopes[scope].receiver = Some(value);
            }
        }
    }
}

pub fn has_functions(object: &ObjectExpression) -> bool {
    object.properties.iter().any(|property| match property {
        ObjectPropertyKind::ObjectProperty(p) => match p.value.get_inner_expression() {
            Expression::ObjectExpression(inner) => has_functions(inner),
            value => holder_kind(value).is_some(),
        },
        ObjectPropertyKind::SpreadProperty(_) => false,
    })
}
