//! Functions, methods and lambdas that a name holds: parameters, modifiers, what they return.

use super::calls::Handed;
use super::{Function, Walk, visibility};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use facts::*;
use syntax::ruff::ast::{self, AnyParameterRef, Expr, Identifier, Parameters, Stmt};
use syntax::ruff::text_size::{Ranged, TextRange};

impl Walk<'_, '_> {
    pub fn function(&mut self, f: &ast::StmtFunctionDef) {
        let class = self.in_class_body().then(|| self.b.owner()).flatten();
        let (decorators, applied) = self.decorators(&f.decorator_list);
        let names: Vec<String> = f.decorator_list.iter().filter_map(|it| decorator_name(&it.expression)).collect();
        let has = |wanted: &[&str]| names.iter().any(|name| wanted.contains(&name.rsplit('.').next().unwrap_or(name)));
        // Pyramid's `reify`, which others have under that name too, is a property as well.
        let is_property = names.iter().any(|name| name.ends_with("property")) || has(&["reify"]);
        let is_static = has(&["staticmethod"]);
        let on_class = class.is_some()
            && (has(&["classmethod"])
                || matches!(f.name.as_str(), "__new__" | "__init_subclass__" | "__class_getitem__"));
        let kind = match f.name.as_str() {
            _ if class.is_none() => SymbolKind::Function,
            "__init__" => SymbolKind::Constructor,
            _ if is_property => SymbolKind::Getter,
            _ if has(&["setter"]) => SymbolKind::Setter,
            _ => SymbolKind::Method,
        };
        let symbol = self.declared(kind, &f.name, f.range);
        let modifiers = Modifiers::default()
            .with(Modifiers::ASYNC, f.is_async)
            .with(Modifiers::STATIC, is_static)
            .with(Modifiers::CLASS_METHOD, on_class)
            .with(Modifiers::PROPERTY, kind == SymbolKind::Getter)
            .with(Modifiers::OVERLOAD, has(&["overload"]))
            .with(Modifiers::ABSTRACT, has(&["abstractmethod", "abstractproperty"]))
            .with(Modifiers::CONTEXT_MANAGER, has(&["contextmanager", "asynccontextmanager"]))
            .with(Modifiers::FIXTURE, has(&["fixture", "yield_fixture"]))
            .with(Modifiers::AMBIENT, self.is_stub)
            .with(visibility(&f.name, class.is_some()), true);
        self.bind_declared(&f.name, BindingKind::Function, symbol, modifiers);
        let doc = self.docstring(&f.body);
        let start = self.head(f.range, &f.decorator_list);
        let end = f.returns.as_deref().map_or(f.parameters.end(), Ranged::end);
        self.b.sign(symbol, start, end.to_u32());
        let made = self.b.symbol_mut(symbol);
        (made.modifiers, made.decorators, made.doc) = (modifiers, decorators, doc);
        let replaced = Modifiers::OVERLOAD | Modifiers::CONTEXT_MANAGER | Modifiers::FIXTURE;
        if kind == SymbolKind::Function && !modifiers.has(replaced) {
            self.decorated(symbol, &applied);
        }

        self.b.enter(symbol);
        self.b.has_body(symbol);
        let is_generic = self.open_function_params(symbol, f, class.is_some() && !is_static);
        let defaults = self.defaults(&f.parameters);
        let returns = f.returns.as_deref().map(|it| (self.ty(it), self.text(it, TEXT_LIMIT)));
        let params = self.params(&f.parameters, defaults);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        let made = self.b.symbol_mut(symbol);
        made.scope = Some(scope);
        (made.returns_type, made.returns) = returns.unzip();

        let bound = self.bind_params(params);
        let first = f.parameters.posonlyargs.first().or(f.parameters.args.first());
        let this = match (class, first.and(bound.first())) {
            (Some(owner), Some(first)) if !is_static || on_class => {
                let value = match first.declared.filter(|&ty| self.is_another_class(ty, owner)) {
                    Some(ty) => self.b.value(Value::Cast { ty }),
                    None => self.b.value(Value::This { owner: Some(owner) }),
                };
                let binding = first.binding.unwrap_or_default();
                self.b.assign(binding, value);
                Some((binding, value))
            }
            _ => None,
        };
        self.b.symbol_mut(symbol).params = bound;
        let inside = self.narrowing.inside(Some(&f.parameters), &f.body);
        let outside = std::mem::replace(&mut self.narrowing, inside);
        self.functions.push(Function { class, this, on_class, paths: Some(Vec::new()), ..Function::default() });
        self.body(&f.body);
        let walked = self.functions.pop().unwrap_or_default();
        self.narrowing = outside;
        self.paths_given_back(symbol, walked.paths.as_deref().unwrap_or_default());
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::GENERATOR, walked.is_generator);
        made.return_values = if walked.is_generator { walked.yields } else { walked.returns };
        self.scopes.close();
        self.close_type_params(is_generic);
        self.b.leave();
    }

    /// `f = lambda …`: a function under that name, unless it is an attribute's value.
    pub fn named_lambda(&mut self, target: &Expr, lambda: &ast::ExprLambda, span: TextRange) -> bool {
        let Expr::Name(name) = target else { return false };
        let name = Identifier::new(name.id.clone(), name.range);
        let member = self.in_class_body();
        let symbol = self.declared(if member { SymbolKind::Method } else { SymbolKind::Function }, &name, span);
        let modifiers = Modifiers::default().with(visibility(&name, member), true);
        self.bind_declared(&name, BindingKind::Function, symbol, modifiers);
        let end =
            lambda.parameters.as_ref().map_or(lambda.start().to_u32() + "lambda".len() as u32, |p| p.end().to_u32());
        self.b.sign(symbol, span.start().to_u32(), end);
        self.b.symbol_mut(symbol).modifiers = modifiers;
        self.b.enter(symbol);
        self.b.has_body(symbol);
        let (scope, params, body) = self.lambda_inside(lambda, Some(symbol), None);
        self.b.leave();
        let made = self.b.symbol_mut(symbol);
        (made.scope, made.params) = (Some(scope), params);
        self.b.returned(symbol, body);
        true
    }

    /// A lambda's scope, parameters and value, and what it is handed, where that is known.
    pub fn lambda_inside(
        &mut self,
        lambda: &ast::ExprLambda,
        symbol: Option<SymbolId>,
        handed: Option<Handed>,
    ) -> (ScopeId, Vec<Param>, ValueId) {
        let params = lambda.parameters.as_deref().map(|list| {
            let defaults = self.defaults(list);
            self.params(list, defaults)
        });
        let scope = self.scopes.open(self.b, ScopeKind::Function, symbol);
        let params = self.bind_params(params.unwrap_or_default());
        for (position, param) in params.iter().enumerate().filter(|(_, param)| !param.rest) {
            let position = position as u32;
            let value = match handed {
                Some(Handed::By { callee, argument }) => Value::CallbackParam { callee, argument, position },
                Some(Handed::ItemOf(object)) if position == 0 => Value::Item { object, position: 1 },
                _ => break,
            };
            let value = self.b.value(value);
            self.b.assign(param.binding.unwrap_or_default(), value);
        }
        let inside = self.narrowing.inside(lambda.parameters.as_deref(), &[]);
        let outside = std::mem::replace(&mut self.narrowing, inside);
        self.functions.push(Function::default());
        let body = self.passed(&lambda.body);
        self.functions.pop();
        self.narrowing = outside;
        self.scopes.close();
        (scope, params, body)
    }

    pub fn yielded(&mut self, value: ValueId) {
        if let Some(function) = self.functions.last_mut() {
            function.is_generator = true;
            push_bounded(&mut function.yields, value);
        }
    }

    /// A symbol for the declaration `span` of `name`.
    pub fn declared(&mut self, kind: SymbolKind, name: &Identifier, span: TextRange) -> SymbolId {
        self.b.symbol(kind, name, name.start().to_u32(), (span.start().to_u32(), span.end().to_u32()))
    }

    /// Binds a function's or class's name to its symbol. Where the name means something already, the
    /// symbol becomes one more value of it; an overload's signature gives way.
    pub fn bind_declared(&mut self, name: &Identifier, kind: BindingKind, symbol: SymbolId, modifiers: Modifiers) {
        self.narrowing.forget(name);
        let (id, scope) = (self.b.name(name), self.scopes.current());
        let known = self.scopes.bound(id, scope);
        let binding = self.scopes.bind(self.b, id, scope, kind, name.start().to_u32());
        let bound = &self.b.graph.bindings[binding as usize];
        let (before, is_imported, is_alone) = (bound.symbol, bound.import.is_some(), bound.values.is_empty());
        let gives_way = |id: SymbolId| {
            let symbol = &self.b.graph.symbols[id as usize];
            symbol.modifiers.has(Modifiers::OVERLOAD) || self.stands_empty(symbol)
        };
        // `try: from a import f`, `except ImportError: def f(…)`: the name is both.
        let stands_in = self.handlers > 0 && is_imported && kind == BindingKind::Function;
        if known.is_none() || before.is_some_and(gives_way) || stands_in {
            self.b.binding_mut(binding).symbol = Some(symbol);
            return;
        }
        // Where no condition holds it back, a function hides from here on what was imported under its name.
        let hides = is_imported && is_alone && before.is_none() && self.handlers == 0 && !self.narrowing.is_in_block();
        if hides && kind == BindingKind::Function {
            let binding = self.scopes.hide(self.b, id, kind, name.start().to_u32());
            self.b.binding_mut(binding).symbol = Some(symbol);
            return;
        }
        let value = match kind {
            BindingKind::Class => Value::Class { symbol },
            _ => Value::Function {
                symbol: Some(symbol),
                returns: Vec::new(),
                declared: None,
                is_async: modifiers.has(Modifiers::ASYNC),
            },
        };
        let value = self.b.value(value);
        self.b.assign(binding, value);
    }

    /// `A = None` where a declaration of the name is not to be had, `try: … except: A = None else: class A: …`.
    fn stands_empty(&self, symbol: &Symbol) -> bool {
        let is_none = |value: &ValueId| self.b.graph.values[*value as usize] == Value::Builtin(Builtin::Null);
        symbol.kind == SymbolKind::Variable && !symbol.initial.is_empty() && symbol.initial.iter().all(is_none)
    }

    /// The decorators, and of each the value that is applied to the declaration: what `@f(x)` gives.
    pub fn decorators(&mut self, list: &[ast::Decorator]) -> (Vec<Decorator>, Vec<ValueId>) {
        let (mut made, mut applied) = (Vec::with_capacity(list.len()), Vec::with_capacity(list.len()));
        for decorator in list {
            let expr = &decorator.expression;
            let (value, result, given) = match expr {
                Expr::Call(it) => {
                    let noted = self.b.graph.calls.len();
                    let called = self.call(it);
                    let given = self.b.graph.calls.get(noted).map(|call| call.given.clone());
                    (called.callee, called.result, given.unwrap_or_default())
                }
                expr => {
                    let value = self.value(expr);
                    self.refer(ReferenceKind::Decorator, expr, value);
                    (value, value, Vec::new())
                }
            };
            made.push(Decorator { text: self.text(expr, TEXT_LIMIT), value, given });
            applied.push(result);
        }
        (made, applied)
    }

    /// What a function's name may hold instead of the function: what its decorators give, the outermost first.
    fn decorated(&mut self, symbol: SymbolId, applied: &[ValueId]) {
        if applied.is_empty() {
            return;
        }
        let function = Value::Function { symbol: None, returns: Vec::new(), declared: None, is_async: false };
        let mut inner = self.b.value(function);
        let mut given = Vec::with_capacity(applied.len());
        for &callee in applied.iter().rev() {
            inner = self.b.value(Value::Call { callee, arguments: vec![inner] });
            given.push(inner);
        }
        given.into_iter().rev().for_each(|value| self.b.initial(symbol, value));
    }

    /// The default of each parameter. They and annotations are evaluated outside the function.
    fn defaults(&mut self, list: &Parameters) -> Vec<Option<ValueId>> {
        list.iter().map(|any| any.default().map(|default| self.passed(default))).collect()
    }

    fn params(&mut self, list: &Parameters, defaults: Vec<Option<ValueId>>) -> Vec<(Param, u32, Option<ValueId>)> {
        let mut params = Vec::with_capacity(defaults.len());
        for (any, default) in list.iter().zip(defaults) {
            let is_keywords = list.kwarg.as_ref().is_some_and(|it| it.range == any.range());
            let rest = matches!(any, AnyParameterRef::Variadic(_));
            let declared = any.annotation().map(|it| match (rest, self.annotation(it).0) {
                (true, element) if is_keywords => {
                    let key = self.b.ty(Type::Builtin(Builtin::String));
                    self.b.ty(Type::Map { key, element })
                }
                (true, element) => self.b.ty(Type::List { element }),
                (false, ty) => ty,
            });
            let param = Param {
                name: self.b.name(any.name()),
                type_text: any.annotation().map(|it| self.text(it, TEXT_LIMIT)),
                declared,
                default: any.default().map(|it| self.text(it, DEFAULT_LIMIT)),
                optional: rest || any.default().is_some(),
                rest,
                binding: None,
            };
            params.push((param, any.name().start().to_u32(), default));
        }
        params
    }

    fn bind_params(&mut self, params: Vec<(Param, u32, Option<ValueId>)>) -> Vec<Param> {
        let scope = self.scopes.current();
        let bind = |(mut param, byte, default): (Param, u32, Option<ValueId>)| {
            let binding = self.scopes.bind(self.b, param.name, scope, BindingKind::Parameter, byte);
            self.b.binding_mut(binding).declared = param.declared;
            if let Some(default) = default {
                self.b.assign(binding, default);
            }
            param.binding = Some(binding);
            param
        };
        params.into_iter().map(bind).collect()
    }

    /// Whether a type is written as the name of a class of the file that is not `owner`: `self: Sized`, a protocol.
    fn is_another_class(&self, ty: TypeId, owner: SymbolId) -> bool {
        let Type::Name { path, .. } = &self.b.graph.types[ty as usize] else { return false };
        let [name] = path[..] else { return false };
        let class = self.scopes.visible(self.b, name).and_then(|it| self.b.graph.bindings[it as usize].symbol);
        class.is_some_and(|class| class != owner && self.b.graph.symbols[class as usize].kind.is_type())
    }

    /// Where a declaration starts behind its decorators.
    pub fn head(&self, span: TextRange, decorators: &[ast::Decorator]) -> u32 {
        let Some(last) = decorators.last() else { return span.start().to_u32() };
        let mut at = last.end().to_u32();
        for line in self.b.source.slice(at, span.end().to_u32()).split_inclusive('\n') {
            let text = line.trim_start();
            if ["def", "async", "class"].iter().any(|word| text.starts_with(word)) {
                return at + (line.len() - text.len()) as u32;
            }
            at += line.len() as u32;
        }
        at
    }

    /// The string that a body starts with, without the indentation of its lines.
    pub fn docstring(&self, body: &[Stmt]) -> Option<String> {
        let Stmt::Expr(first) = body.first()? else { return None };
        let text = first.value.as_string_literal_expr()?.value.to_str();
        let indent = |line: &&str| line.len() - line.trim_start().len();
        let rest = text.lines().skip(1).filter(|line| !line.trim().is_empty());
        let indent = rest.map(|line| indent(&line)).min().unwrap_or(0);
        let dedent = |(at, line): (usize, &str)| {
            let cut = if at == 0 { line.trim_start() } else { line.get(indent..).unwrap_or_default() };
            cut.trim_end().to_owned()
        };
        let lines: Vec<String> = text.lines().enumerate().map(dedent).collect();
        self.b.doc(&lines.join("\n"))
    }
}

/// What a decorator is called, its module before it: `pytest.fixture` of `@pytest.fixture(scope="module")`.
pub fn decorator_name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Call(it) => decorator_name(&it.func),
        Expr::Name(it) => Some(it.id.to_string()),
        Expr::Attribute(it) => Some(match decorator_name(&it.value) {
            Some(object) => format!("{object}.{}", it.attr),
            None => it.attr.to_string(),
        }),
        _ => None,
    }
}
