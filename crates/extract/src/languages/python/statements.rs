//! Statements: what they bind, return and branch into.

use super::literals::string_items;
use super::{StarNames, Walk, narrowing, platforms};
use crate::builder::{CALLEE_LIMIT, push_bounded};
use facts::*;
use syntax::ruff::ast::{self, ExceptHandler, Expr, Pattern, Stmt};
use syntax::ruff::text_size::Ranged;

/// What holds in a block, and what does not.
type Conditions<'e> = Vec<(&'e Expr, bool)>;

impl Walk<'_, '_> {
    pub fn body(&mut self, body: &[Stmt]) {
        for (at, statement) in body.iter().enumerate() {
            self.deeper(statement, |walk| walk.statement(statement, body.get(at + 1)));
        }
    }

    /// A body that runs under conditions.
    fn block(&mut self, body: &[Stmt], conditions: &[(&Expr, bool)]) {
        let level = self.narrowing.open();
        for (test, holds) in conditions {
            self.narrow(test, *holds);
        }
        self.body(body);
        self.narrowing.close(level);
    }

    /// A branch: where it does not come back, what it gives to names is nothing to those behind it.
    fn branch(&mut self, body: &[Stmt], conditions: &[(&Expr, bool)]) {
        let before = narrowing::leaves(body).then(|| self.narrowing.now());
        self.block(body, conditions);
        if let Some(before) = before {
            self.narrowing.back_to(before);
        }
    }

    fn statement(&mut self, statement: &Stmt, next: Option<&Stmt>) {
        match statement {
            Stmt::FunctionDef(it) => self.function(it),
            Stmt::ClassDef(it) => self.class(it),
            Stmt::Import(it) => self.import(it),
            Stmt::ImportFrom(it) => self.import_from(it),
            Stmt::Assign(it) => self.assignment(it, next),
            Stmt::AnnAssign(it) => self.annotated(it, next),
            Stmt::AugAssign(it) => self.augmented(it),
            Stmt::TypeAlias(it) => self.type_alias(it),
            Stmt::Global(it) => {
                for name in &it.names {
                    let name = self.b.name(name);
                    self.scopes.declare_elsewhere(name, 0);
                }
            }
            Stmt::Nonlocal(it) => {
                // The nearest function around the current one that has bound the name so far.
                for name in &it.names {
                    let name = self.b.name(name);
                    if let Some(binding) = self.scopes.visible(self.b, name) {
                        self.scopes.declare_elsewhere(name, self.b.graph.bindings[binding as usize].scope);
                    }
                }
            }
            Stmt::Return(it) => {
                if let Some(value) = &it.value {
                    let returned = self.passed(value);
                    let path = self.path_given_back(value);
                    if let Some(function) = self.functions.last_mut() {
                        push_bounded(&mut function.returns, returned);
                        function.paths = function.paths.take().zip(path).map(|(mut paths, path)| {
                            paths.push(path);
                            paths
                        });
                    }
                }
            }
            Stmt::Expr(it) => {
                self.extends_star_names(&it.value);
                self.value(&it.value);
                if let Expr::Call(call) = &*it.value {
                    self.added_settings(call);
                    match &*call.func {
                        Expr::Name(name) => self.b.dropped(name.start().to_u32()),
                        Expr::Attribute(member) => self.b.dropped(member.attr.start().to_u32()),
                        _ => {}
                    }
                }
            }
            Stmt::If(it) => self.conditional(it),
            Stmt::While(it) => {
                self.b.branch();
                self.narrowing.forget_assigned(&it.body);
                self.narrowing.enter_loop();
                self.value(&it.test);
                self.block(&it.body, &[(&it.test, true)]);
                self.narrowing.leave_loop();
                self.block(&it.orelse, &[]);
            }
            Stmt::For(it) => {
                self.b.branch();
                let object = self.value(&it.iter);
                self.table_in_place(&it.iter, object);
                let item = self.b.value(Value::Item { object, position: 1 });
                self.narrowing.forget_assigned(&it.body);
                let level = self.narrowing.open();
                self.narrowing.enter_loop();
                self.assign(&it.target, item);
                self.body(&it.body);
                self.narrowing.leave_loop();
                self.narrowing.close(level);
                self.block(&it.orelse, &[]);
            }
            Stmt::With(it) => {
                for item in &it.items {
                    let object = self.value(&item.context_expr);
                    if let Some(target) = &item.optional_vars {
                        let entered = self.b.value(Value::Enter { object });
                        self.assign(target, entered);
                    }
                }
                self.body(&it.body);
            }
            Stmt::Try(it) => {
                self.block(&it.body, &[]);
                self.narrowing.forget_assigned(&it.body);
                for handler in &it.handlers {
                    let level = self.narrowing.open();
                    self.handler(handler);
                    self.narrowing.close(level);
                    let ExceptHandler::ExceptHandler(handler) = handler;
                    self.narrowing.forget_assigned(&handler.body);
                }
                self.block(&it.orelse, &[]);
                self.narrowing.forget_assigned(&it.orelse);
                self.body(&it.finalbody);
            }
            Stmt::Match(it) => self.selection(it),
            Stmt::Raise(it) => self.raised(it),
            Stmt::Assert(it) => {
                self.b.assertion(it.range.start().to_u32());
                self.value(&it.test);
                it.msg.iter().for_each(|message| {
                    self.value(message);
                });
                self.narrow(&it.test, true);
            }
            Stmt::Delete(it) => it.targets.iter().for_each(|target| {
                self.value(target);
            }),
            Stmt::Pass(_) | Stmt::Break(_) | Stmt::Continue(_) | Stmt::IpyEscapeCommand(_) => {}
        }
    }

    /// Branches for other systems come last, so that names mean what the others bind them to; their star imports come
    /// first, of which the last is meant.
    fn conditional(&mut self, it: &ast::StmtIf) {
        self.b.branch();
        let [start, end] = [it.range.start(), it.range.end()].map(|it| it.to_u32());
        self.b.conditional(start, it.test.end().to_u32(), end);
        self.value(&it.test);
        let others = it.elif_else_clauses.iter().map(|it| (it.test.as_ref(), &it.body[..]));
        let clauses: Vec<_> = std::iter::once((Some(&*it.test), &it.body[..])).chain(others).collect();
        let are_elsewhere = platforms::are_elsewhere(clauses.iter().map(|(test, _)| *test));
        for ((_, body), _) in clauses.iter().zip(&are_elsewhere).filter(|(_, is_elsewhere)| **is_elsewhere) {
            body.iter().filter(|it| imports_all(it)).for_each(|it| self.statement(it, None));
        }
        let mut elsewhere: Vec<(&[Stmt], Conditions)> = Vec::new();
        let mut failed: Conditions = Vec::new();
        for (at, ((test, body), is_elsewhere)) in clauses.iter().zip(are_elsewhere).enumerate() {
            if let Some(test) = test.filter(|_| at > 0) {
                self.b.branch();
                self.value(test);
            }
            failed.extend(test.map(|test| (test, true)));
            if is_elsewhere {
                elsewhere.push((body, failed.clone()));
            } else {
                let before = self.type_checking;
                self.type_checking |= at == 0 && super::last_name(&it.test) == Some("TYPE_CHECKING");
                self.branch(body, &failed);
                self.type_checking = before;
            }
            if let (Some(_), Some((_, holds))) = (test, failed.last_mut()) {
                *holds = false;
            }
        }
        for (body, conditions) in elsewhere {
            body.split(imports_all).for_each(|part| self.branch(part, &conditions));
        }
        // What is left of `if not isinstance(x, T): return` is the rest of the body.
        if it.elif_else_clauses.is_empty() && narrowing::leaves(&it.body) {
            self.narrow(&it.test, false);
        }
    }

    fn handler(&mut self, handler: &ExceptHandler) {
        let ExceptHandler::ExceptHandler(it) = handler;
        self.b.branch();
        let caught = it.type_.as_deref().map(|kind| match kind {
            Expr::Tuple(kinds) => {
                let options = kinds.elts.iter().map(|kind| self.instance_of(kind)).collect();
                self.b.value(Value::Either { options })
            }
            kind => self.instance_of(kind),
        });
        if let Some(name) = &it.name {
            let value = caught.unwrap_or_else(|| self.unknown());
            self.bind_value(name, name.start().to_u32(), value);
        }
        let depth = self.b.caught.len();
        if let Some(name) = &it.name {
            let name = self.b.name(name);
            self.b.caught.push(name);
        }
        self.handlers += 1;
        self.body(&it.body);
        self.handlers -= 1;
        self.b.caught.truncate(depth);
        let idle = |statement: &Stmt| match statement {
            Stmt::Pass(_) | Stmt::Continue(_) => true,
            Stmt::Expr(it) => it.value.is_ellipsis_literal_expr() || it.value.is_string_literal_expr(),
            _ => false,
        };
        let kind = if it.body.iter().all(idle) { ErrorKind::Swallow } else { ErrorKind::Catch };
        let types: Vec<Option<&Expr>> = match it.type_.as_deref() {
            Some(Expr::Tuple(types)) if !types.elts.is_empty() => types.elts.iter().map(Some).collect(),
            one => vec![one],
        };
        for ty in types {
            let of = match ty {
                Some(named @ (Expr::Name(_) | Expr::Attribute(_))) => Some(self.value(named)),
                _ => None,
            };
            let text = ty.map(|ty| self.text(ty, CALLEE_LIMIT)).unwrap_or_default();
            self.b.error(kind, of, text, it.start().to_u32()..it.end().to_u32());
        }
    }

    fn raised(&mut self, it: &ast::StmtRaise) {
        let thrown = it.exc.as_deref();
        let caught = |walk: &mut Self| matches!(thrown, Some(Expr::Name(name)) if walk.b.is_caught(&name.id));
        let kind = match thrown.is_none() || caught(self) {
            true => ErrorKind::Rethrow,
            false => ErrorKind::Throw,
        };
        let value = thrown.map(|raised| self.value(raised));
        it.cause.iter().for_each(|cause| {
            self.value(cause);
        });
        let named = match thrown {
            _ if kind == ErrorKind::Rethrow => None,
            Some(Expr::Call(made)) => Some(&*made.func),
            Some(Expr::Name(name)) if name.id.starts_with(char::is_lowercase) => None,
            named => named,
        };
        let text = named.map(|name| self.text(name, CALLEE_LIMIT)).unwrap_or_default();
        let of = value.filter(|_| kind == ErrorKind::Throw);
        self.b.error(kind, of, text, it.start().to_u32()..it.end().to_u32());
    }

    fn instance_of(&mut self, class: &Expr) -> ValueId {
        let callee = self.value(class);
        self.b.value(Value::New { callee, arguments: Vec::new() })
    }

    fn selection(&mut self, it: &ast::StmtMatch) {
        let subject = self.value(&it.subject);
        for case in &it.cases {
            self.b.branch();
            let level = self.narrowing.open();
            if let Pattern::MatchClass(class) = &case.pattern {
                self.narrow_to(&it.subject, &class.cls, Outcome::Holds);
            }
            self.pattern(&case.pattern, subject);
            case.guard.iter().for_each(|guard| {
                self.value(guard);
            });
            self.body(&case.body);
            self.narrowing.close(level);
        }
    }

    /// What a pattern binds when it is matched with `value`.
    fn pattern(&mut self, pattern: &Pattern, value: ValueId) {
        self.deeper(pattern, |walk| walk.pattern_inside(pattern, value));
    }

    fn pattern_inside(&mut self, pattern: &Pattern, value: ValueId) {
        match pattern {
            Pattern::MatchAs(it) => {
                let mut value = value;
                if let Some(inner) = &it.pattern {
                    if let Pattern::MatchClass(class) = &**inner {
                        let ty = self.class_type(&class.cls);
                        value = self.b.value(Value::Cast { ty });
                    }
                    self.pattern(inner, value);
                }
                if let Some(name) = &it.name {
                    self.bind_value(name, name.start().to_u32(), value);
                }
            }
            Pattern::MatchClass(it) => {
                let ty = self.class_type(&it.cls);
                let object = self.b.value(Value::Cast { ty });
                for keyword in &it.arguments.keywords {
                    let name = self.b.name(&keyword.attr);
                    let member = self.b.value(Value::Member { object, name });
                    self.pattern(&keyword.pattern, member);
                }
                let unknown = self.unknown();
                it.arguments.patterns.iter().for_each(|inner| self.pattern(inner, unknown));
            }
            Pattern::MatchSequence(it) => {
                for (position, inner) in it.patterns.iter().enumerate() {
                    let part = self.b.value(Value::Part { object: value, position: position as u32 });
                    self.pattern(inner, part);
                }
            }
            Pattern::MatchStar(it) => {
                if let Some(name) = &it.name {
                    let unknown = self.unknown();
                    self.bind_value(name, name.start().to_u32(), unknown);
                }
            }
            Pattern::MatchMapping(it) => {
                it.keys.iter().for_each(|key| {
                    self.value(key);
                });
                let element = self.b.value(Value::Index { object: value });
                it.patterns.iter().for_each(|inner| self.pattern(inner, element));
                if let Some(rest) = &it.rest {
                    self.bind_value(rest, rest.start().to_u32(), value);
                }
            }
            Pattern::MatchOr(it) => it.patterns.iter().for_each(|inner| self.pattern(inner, value)),
            Pattern::MatchValue(it) => {
                self.value(&it.value);
            }
            Pattern::MatchSingleton(_) => {}
        }
    }

    /// `__all__.extend([…])`, `__all__.append("…")`.
    fn extends_star_names(&mut self, expr: &Expr) {
        let Expr::Call(call) = expr else { return };
        let Expr::Attribute(callee) = &*call.func else { return };
        let on_list = matches!(&*callee.value, Expr::Name(it) if it.id == "__all__");
        if !on_list || self.scopes.current() != 0 {
            return;
        }
        let more = match (callee.attr.as_str(), call.arguments.args.first()) {
            ("extend", Some(list)) => string_items(list),
            ("append", Some(Expr::StringLiteral(it))) => Some(vec![it.value.to_str().to_owned()]),
            ("remove", _) => Some(Vec::new()),
            _ => None,
        };
        self.add_star_names(more);
    }

    pub fn add_star_names(&mut self, more: Option<Vec<String>>) {
        match (&mut self.star_names, more) {
            (StarNames::Known(names), Some(more)) => names.extend(more),
            (all @ StarNames::Unset, Some(more)) => *all = StarNames::Known(more),
            (all, _) => *all = StarNames::Computed,
        }
    }
}

/// `from x import *`
fn imports_all(statement: &Stmt) -> bool {
    matches!(statement, Stmt::ImportFrom(it) if it.names.iter().any(|it| it.name.as_str() == "*"))
}
