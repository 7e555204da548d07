//! Functions of every form: parameters, return types, what they return.

use super::*;
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::{GetSpan, Span};
use syntax::oxc::syntax::scope::ScopeId as OxcScope;

/// What functions, arrows and signatures have in common.
pub struct Shape<'e, 'a> {
    pub params: &'e FormalParameters<'a>,
    pub returns: Option<&'e TSTypeAnnotation<'a>>,
    pub type_params: Option<&'e TSTypeParameterDeclaration<'a>>,
    /// Where what stands before the body ends; none for a signature.
    pub head: Option<u32>,
    pub scope: Option<OxcScope>,
    pub bits: u32,
    /// What handles the errors of all that its body waits for.
    pub handler: Option<Span>,
}

impl<'e, 'a> Shape<'e, 'a> {
    pub fn of_function(f: &'e Function<'a>) -> Self {
        let bits =
            [(f.r#async, Modifiers::ASYNC), (f.generator, Modifiers::GENERATOR), (f.declare, Modifiers::AMBIENT)];
        Self {
            params: &f.params,
            returns: f.return_type.as_deref(),
            type_params: f.type_parameters.as_deref(),
            head: f.body.as_ref().map(|body| body.span.start),
            scope: f.scope_id.get(),
            bits: bits.into_iter().filter(|(on, _)| *on).map(|(_, bit)| bit).sum(),
            handler: f.body.as_ref().and_then(|body| only_handler(&body.statements)),
        }
    }

    pub fn of_arrow(f: &'e ArrowFunctionExpression<'a>) -> Self {
        Self {
            params: &f.params,
            returns: f.return_type.as_deref(),
            type_params: f.type_parameters.as_deref(),
            head: Some(f.return_type.as_ref().map_or(f.params.span.end, |it| it.span.end)),
            scope: f.scope_id.get(),
            bits: if f.r#async { Modifiers::ASYNC } else { 0 },
            handler: match &f.body {
                ArrowFunctionBody::FunctionBody(body) => only_handler(&body.statements),
                body => body.as_expression().and_then(later_handler),
            },
        }
    }

    pub fn of_value(value: &'e Expression<'a>) -> Option<Self> {
        match value.get_inner_expression() {
            Expression::ArrowFunctionExpression(f) => Some(Self::of_arrow(f)),
            Expression::FunctionExpression(f) => Some(Self::of_function(f)),
            _ => None,
        }
    }
}

/// That of the `try` which a body is, or outside of which nothing waits or throws, or of the promise that it gives back or
/// waits for.
fn only_handler(body: &[Statement]) -> Option<Span> {
    if let [Statement::TryStatement(only)] = body {
        return only.handler.as_ref().map(|handler| handler.span);
    }
    let mut waiting = body.iter().filter(|statement| Waits::within(statement));
    match (waiting.next(), waiting.next()) {
        (Some(Statement::TryStatement(only)), None) => only.handler.as_ref().map(|handler| handler.span),
        (Some(Statement::ReturnStatement(given)), None) => given.argument.as_ref().and_then(later_handler),
        (Some(Statement::ExpressionStatement(only)), None) => later_handler(&only.expression),
        _ => None,
    }
}

/// `promise.then(use, fail)`, `await promise.then(use).catch(fail)`: where `fail` is written.
fn later_handler(promise: &Expression) -> Option<Span> {
    match promise.get_inner_expression() {
        Expression::AwaitExpression(waited) => later_handler(&waited.argument),
        Expression::CallExpression(call) => {
            let Expression::StaticMemberExpression(member) = call.callee.get_inner_expression() else { return None };
            let at = match &*member.property.name {
                "finally" => return later_handler(&member.object),
                "catch" => 0,
                "then" => 1,
                _ => return None,
            };
            let given = call.arguments.get(at)?.as_expression()?;
            let written = given.get_inner_expression();
            matches!(written, Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_))
                .then(|| written.span())
        }
        _ => None,
    }
}

/// Whether a statement waits for something, gives back what somebody may wait for, or throws, outside of functions in it.
#[derive(Default)]
struct Waits(bool);

impl Waits {
    fn within(statement: &Statement) -> bool {
        let mut found = Self::default();
        found.visit_statement(statement);
        found.0
    }
}

impl<'a> Visit<'a> for Waits {
    fn visit_await_expression(&mut self, _: &AwaitExpression<'a>) {
        self.0 = true;
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.0 |= it.r#await;
        syntax::oxc::ast_visit::walk::walk_for_of_statement(self, it);
    }

    fn visit_throw_statement(&mut self, _: &ThrowStatement<'a>) {
        self.0 = true;
    }

    fn visit_return_statement(&mut self, it: &ReturnStatement<'a>) {
        let given = it.argument.as_ref().map(Expression::get_inner_expression);
        self.0 |= given.is_some_and(|given| {
            matches!(
                given,
                Expression::CallExpression(_)
                    | Expression::AwaitExpression(_)
                    | Expression::ConditionalExpression(_)
                    | Expression::LogicalExpression(_)
                    | Expression::SequenceExpression(_)
                    | Expression::ImportExpression(_)
                    | Expression::NewExpression(_)
            )
        });
    }

    fn visit_function(&mut self, _: &Function<'a>, _: syntax::oxc::syntax::scope::ScopeFlags) {}

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

impl<'a> Walk<'_, '_> {
    /// Gives a symbol the parameters, types and signature of a function.
    pub fn shape(&mut self, symbol: SymbolId, shape: &Shape<'_, 'a>) {
        let returns = shape.returns.map(|it| self.text(it.type_annotation.span(), TEXT_LIMIT));
        self.b.enter(symbol);
        let params = self.params(shape.params, shape.head.is_some());
        let returns_type = shape.returns.map(|it| self.told(it, shape.params));
        let type_params = self.type_params(shape.type_params);
        self.b.leave();
        let contained = shape.handler.is_some_and(|it| !self.b.source.slice(it.start, it.end).contains("throw"));
        let made = self.b.symbol_mut(symbol);
        (made.params, made.returns, made.returns_type, made.type_params) = (params, returns, returns_type, type_params);
        made.modifiers = made.modifiers.with(shape.bits, true).with(Modifiers::CONTAINED, contained);
        let overload = shape.head.is_none() && !made.modifiers.has(Modifiers::AMBIENT | Modifiers::ABSTRACT);
        let owner = self.b.owner().map(|at| self.b.graph.symbols[at as usize].kind);
        // What has no body is of a type, unless a class or a function around has it.
        let is_method = self.b.graph.symbols[symbol as usize].kind != SymbolKind::Function;
        let in_type = match owner {
            Some(SymbolKind::Interface | SymbolKind::TypeAlias) => true,
            owner => is_method && owner != Some(SymbolKind::Class),
        };
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::OVERLOAD, overload && !in_type);
        if shape.head.is_some() {
            made.complexity = 1;
        }
        self.documented_function(symbol, shape.params);
        self.open(symbol, shape.scope);
        let end = shape.head.unwrap_or(self.b.graph.symbols[symbol as usize].span.end.byte);
        self.sign(symbol, end);
    }

    /// The scope that a symbol's body opens.
    pub fn open(&mut self, symbol: SymbolId, scope: Option<OxcScope>) {
        if let Some(scope) = scope {
            self.b.graph.scopes[scope.index()].symbol = Some(symbol);
            self.b.symbol_mut(symbol).scope = Some(scope.index() as ScopeId);
        }
    }

    fn params(&mut self, params: &FormalParameters<'a>, bound: bool) -> Vec<Param> {
        let mut list = Vec::with_capacity(params.items.len());
        for p in &params.items {
            let mut param = self.param(&p.pattern, p.type_annotation.as_deref(), bound);
            param.default = p.initializer.as_ref().map(|value| self.text(value.span(), DEFAULT_LIMIT));
            param.optional = p.optional || p.initializer.is_some();
            list.push(param);
        }
        if let Some(p) = &params.rest {
            let mut param = self.param(&p.rest.argument, p.type_annotation.as_deref(), bound);
            (param.optional, param.rest) = (true, true);
            list.push(param);
        }
        list
    }

    fn param(&mut self, pattern: &BindingPattern<'a>, annotation: Option<&TSTypeAnnotation<'a>>, bound: bool) -> Param {
        let binding = match pattern {
            BindingPattern::BindingIdentifier(id) if bound => id.symbol_id.get().map(|id| id.index() as BindingId),
            _ => None,
        };
        let text = self.text(pattern.span(), DEFAULT_LIMIT);
        Param {
            name: self.b.name(&text),
            type_text: annotation.map(|it| self.text(it.type_annotation.span(), TEXT_LIMIT)),
            declared: annotation.map(|it| self.annotated(it)),
            default: None,
            optional: false,
            rest: false,
            binding,
        }
    }

    /// Type parameters are bindings too: their bounds are declared types. A default bounds what has no other bound:
    /// it is what the parameter stands for where nothing is given.
    pub fn type_params(&mut self, list: Option<&TSTypeParameterDeclaration<'a>>) -> Vec<TypeParam> {
        let Some(list) = list else { return Vec::new() };
        let param = |walk: &mut Self, p: &TSTypeParameter<'a>| {
            let bound = p.constraint.as_ref().or(p.default.as_ref()).map(|it| walk.ty(it));
            if let Some(binding) = p.name.symbol_id.get() {
                walk.b.binding_mut(binding.index() as BindingId).declared = bound;
            }
            let default = match (&p.constraint, &p.default) {
                (Some(_), Some(default)) => Some(walk.ty(default)),
                (None, Some(_)) => bound,
                _ => None,
            };
            TypeParam { name: walk.b.name(&p.name.name), bound, default }
        };
        list.params.iter().map(|p| param(self, p)).collect()
    }

    /// Walks a `function`, whose symbol its surroundings made or which has a name of its own.
    pub fn function(&mut self, f: &Function<'a>) {
        let lead = self.lead;
        let claimed = self.claims.remove(&f.span.start);
        let this = self.next_this.take();
        let of_literal = std::mem::take(&mut self.next_of_literal) && this.is_none();
        let symbol = match (&f.id, claimed) {
            (_, Some(symbol)) => Some(symbol),
            (Some(id), None) => {
                let symbol = self.declare(SymbolKind::Function, id, f.span);
                self.shape(symbol, &Shape::of_function(f));
                self.bind_again(id, symbol);
                Some(symbol)
            }
            (None, None) if lead.default => {
                let symbol = self.default_symbol(SymbolKind::Function, f.span);
                self.shape(symbol, &Shape::of_function(f));
                Some(symbol)
            }
            _ => None,
        };
        if let (Some(symbol), Some(body)) = (symbol, &f.body)
            && !f.r#async
            && !f.generator
        {
            self.keep_returned_text(symbol, &f.params, &body.statements);
        }
        if let Some(body) = &f.body {
            self.keep_decision(symbol, &f.params, &body.statements, f.span);
        }
        // By convention, what starts with a capital is called with `new`.
        let constructs = |at: SymbolId| {
            let name = self.b.graph.name(self.b.graph.symbols[at as usize].name);
            name.starts_with(char::is_uppercase) && self.b.graph.symbols[at as usize].kind == SymbolKind::Function
        };
        let this = this.or(symbol.filter(|at| constructs(*at)));
        self.this.push(this);
        if let Some(scope) = f.scope_id.get().filter(|_| of_literal) {
            self.literal_this.resize(self.this.len() - 1, None);
            self.literal_this.push(Some(scope.index() as ScopeId));
        }
        self.declare_this(f);
        let value = self.body(symbol, f.return_type.as_deref(), &f.params, f.r#async, f.generator, |walk| {
            walk.visit_formal_parameters(&f.params);
            if let Some(body) = &f.body {
                walk.visit_function_body(body);
            }
        });
        self.this.pop();
        self.declared_this.truncate(self.this.len());
        self.literal_this.truncate(self.this.len());
        self.made.insert((f.span.start, f.span.end), value);
    }

    /// `function (this: T)` says what `this` is, but in a class's own methods, where that is known.
    fn declare_this(&mut self, f: &Function<'a>) {
        let depth = self.this.len() - 1;
        let is_class = |at: SymbolId| self.b.graph.symbols[at as usize].kind == SymbolKind::Class;
        let annotation = f.this_param.as_ref().and_then(|it| it.type_annotation.as_ref());
        let says = annotation.filter(|it| matches!(it.type_annotation, TSType::TSTypeReference(_)));
        if let Some(says) = says.filter(|_| !self.this[depth].is_some_and(is_class)) {
            let ty = self.annotated(says);
            self.declared_this.resize(depth, None);
            self.declared_this.push(Some(ty));
        }
    }

    /// A named function expression binds its name inside itself; its symbol is found there too.
    fn bind_again(&mut self, id: &BindingIdentifier, symbol: SymbolId) {
        if let Some(binding) = self.binding_of(id, false) {
            self.bind(binding, symbol);
        }
    }

    pub fn arrow(&mut self, f: &ArrowFunctionExpression<'a>) {
        let symbol = self.claims.remove(&f.span.start);
        if let Some(symbol) = symbol.filter(|_| !f.r#async) {
            match &f.body {
                ArrowFunctionBody::FunctionBody(body) => self.keep_returned_text(symbol, &f.params, &body.statements),
                body => {
                    if let Some(value) = body.as_expression() {
                        self.keep_arrow_text(symbol, &f.params, value);
                    }
                }
            }
        }
        match &f.body {
            ArrowFunctionBody::FunctionBody(body) => self.keep_decision(symbol, &f.params, &body.statements, f.span),
            body => {
                if let Some(value) = body.as_expression() {
                    self.keep_arrow_decision(symbol, &f.params, value, f.span);
                }
            }
        }
        self.next_this = None;
        let value = self.body(symbol, f.return_type.as_deref(), &f.params, f.r#async, false, |walk| {
            walk.visit_formal_parameters(&f.params);
            match &f.body {
                ArrowFunctionBody::FunctionBody(body) => walk.visit_function_body(body),
                body => {
                    if let Some(value) = body.as_expression() {
                        walk.visit_expression(value);
                        walk.expect_result(value);
                        let value = walk.passed(value);
                        walk.returned(value);
                    }
                }
            }
        });
        self.made.insert((f.span.start, f.span.end), value);
    }

    /// Walks a function's inside and makes its value.
    fn body(
        &mut self,
        symbol: Option<SymbolId>,
        declared: Option<&TSTypeAnnotation<'a>>,
        params: &FormalParameters<'a>,
        is_async: bool,
        generator: bool,
        walk: impl FnOnce(&mut Self),
    ) -> ValueId {
        self.lead = Lead::default();
        let own = match symbol.map(|at| &self.b.graph.symbols[at as usize]) {
            Some(symbol) => {
                let returns = symbol.returns_type.map(|ty| (ty, false, is_async));
                returns.or_else(|| symbol.declared.map(|ty| (ty, true, is_async)))
            }
            None => declared.map(|it| (self.told(it, params), false, is_async)),
        };
        self.frames.push(Frame { returns: Vec::new(), generator, declared: own.filter(|_| !generator) });
        if let Some(symbol) = symbol {
            self.b.enter(symbol);
        }
        walk(self);
        let returns = self.frames.pop().map(|frame| frame.returns).unwrap_or_default();
        if let Some(symbol) = symbol {
            self.b.leave();
            self.b.symbol_mut(symbol).return_values.clone_from(&returns);
        }
        let declared = match symbol {
            Some(symbol) => self.b.graph.symbols[symbol as usize].returns_type,
            None => declared.map(|it| self.told(it, params)),
        };
        self.b.value(Value::Function { symbol, returns, declared, is_async })
    }

    /// The function around returns this value, or yields it where it is a generator.
    pub fn returned(&mut self, value: ValueId) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| !frame.generator) {
            push_bounded(&mut frame.returns, value);
        }
    }

    pub fn yielded(&mut self, value: ValueId) {
        if let Some(frame) = self.frames.last_mut().filter(|frame| frame.generator) {
            push_bounded(&mut frame.returns, value);
        }
    }
}
