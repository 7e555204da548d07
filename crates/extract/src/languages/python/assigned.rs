//! The names that a body gives something, without those of functions and classes in it.

use super::DEPTH_LIMIT;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ruff::ast::{ExceptHandler, Expr, Parameters, Pattern, Stmt};

/// How often each name is given something.
#[derive(Default)]
pub struct Assigned<'a> {
    counts: FxHashMap<&'a str, u32>,
    depth: u32,
}

impl<'a> Assigned<'a> {
    /// @param params each is given something by whoever calls
    pub fn of(params: Option<&'a Parameters>, body: &'a [Stmt]) -> Self {
        let mut it = Self::default();
        params.into_iter().flat_map(|all| all.iter()).for_each(|param| it.name(param.name()));
        it.body(body);
        it
    }

    pub fn names(&self) -> impl Iterator<Item = &'a str> {
        self.counts.keys().copied()
    }

    pub fn gives(&self, name: &str) -> bool {
        self.counts.contains_key(name)
    }

    /// The names that are given something in several places, or are also declared to be of a type.
    pub fn changing(self) -> FxHashSet<String> {
        self.counts.into_iter().filter(|(_, count)| *count > 1).map(|(name, _)| name.to_owned()).collect()
    }

    fn name(&mut self, name: &'a str) {
        *self.counts.entry(name).or_default() += 1;
    }

    fn deeper(&mut self, walk: impl FnOnce(&mut Self)) {
        if self.depth < DEPTH_LIMIT {
            self.depth += 1;
            walk(self);
            self.depth -= 1;
        }
    }

    fn body(&mut self, body: &'a [Stmt]) {
        self.deeper(|it| body.iter().for_each(|statement| it.statement(statement)));
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::FunctionDef(it) => self.name(&it.name),
            Stmt::ClassDef(it) => self.name(&it.name),
            Stmt::Import(it) => it.names.iter().for_each(|of| self.name(of.asname.as_ref().unwrap_or(&of.name))),
            Stmt::ImportFrom(it) => it.names.iter().for_each(|of| self.name(of.asname.as_ref().unwrap_or(&of.name))),
            Stmt::Assign(it) => {
                it.targets.iter().for_each(|target| self.target(target));
                self.inside(&it.value);
            }
            Stmt::AnnAssign(it) => {
                self.target(&it.target);
                if let Some(value) = &it.value {
                    self.target(&it.target);
                    self.inside(value);
                }
            }
            Stmt::AugAssign(it) => self.target(&it.target),
            Stmt::Delete(it) => it.targets.iter().for_each(|target| self.target(target)),
            Stmt::If(it) => {
                self.inside(&it.test);
                self.body(&it.body);
                for clause in &it.elif_else_clauses {
                    clause.test.iter().for_each(|test| self.inside(test));
                    self.body(&clause.body);
                }
            }
            Stmt::While(it) => {
                self.inside(&it.test);
                self.body(&it.body);
                self.body(&it.orelse);
            }
            Stmt::For(it) => {
                self.target(&it.target);
                self.inside(&it.iter);
                self.body(&it.body);
                self.body(&it.orelse);
            }
            Stmt::With(it) => {
                it.items.iter().filter_map(|item| item.optional_vars.as_deref()).for_each(|target| self.target(target));
                self.body(&it.body);
            }
            Stmt::Try(it) => {
                self.body(&it.body);
                for ExceptHandler::ExceptHandler(handler) in &it.handlers {
                    handler.name.iter().for_each(|name| self.name(name));
                    self.body(&handler.body);
                }
                self.body(&it.orelse);
                self.body(&it.finalbody);
            }
            Stmt::Match(it) => {
                for case in &it.cases {
                    self.pattern(&case.pattern);
                    self.body(&case.body);
                }
            }
            Stmt::Expr(it) => self.inside(&it.value),
            Stmt::Return(it) => it.value.iter().for_each(|value| self.inside(value)),
            _ => {}
        }
    }

    fn target(&mut self, target: &'a Expr) {
        match target {
            Expr::Name(it) => self.name(&it.id),
            Expr::Tuple(it) => self.deeper(|walk| it.elts.iter().for_each(|target| walk.target(target))),
            Expr::List(it) => self.deeper(|walk| it.elts.iter().for_each(|target| walk.target(target))),
            Expr::Starred(it) => self.deeper(|walk| walk.target(&it.value)),
            _ => {}
        }
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        self.deeper(|walk| match pattern {
            Pattern::MatchAs(it) => {
                it.name.iter().for_each(|name| walk.name(name));
                it.pattern.iter().for_each(|inner| walk.pattern(inner));
            }
            Pattern::MatchStar(it) => it.name.iter().for_each(|name| walk.name(name)),
            Pattern::MatchMapping(it) => {
                it.rest.iter().for_each(|name| walk.name(name));
                it.patterns.iter().for_each(|inner| walk.pattern(inner));
            }
            Pattern::MatchSequence(it) => it.patterns.iter().for_each(|inner| walk.pattern(inner)),
            Pattern::MatchOr(it) => it.patterns.iter().for_each(|inner| walk.pattern(inner)),
            Pattern::MatchClass(it) => {
                it.arguments.patterns.iter().for_each(|inner| walk.pattern(inner));
                it.arguments.keywords.iter().for_each(|keyword| walk.pattern(&keyword.pattern));
            }
            Pattern::MatchValue(_) | Pattern::MatchSingleton(_) => {}
        });
    }

    /// What an expression binds by `:=`.
    fn inside(&mut self, expr: &'a Expr) {
        self.deeper(|walk| match expr {
            Expr::Named(it) => {
                walk.target(&it.target);
                walk.inside(&it.value);
            }
            Expr::BoolOp(it) => it.values.iter().for_each(|value| walk.inside(value)),
            Expr::UnaryOp(it) => walk.inside(&it.operand),
            Expr::Compare(it) => {
                walk.inside(&it.left);
                it.comparators.iter().for_each(|value| walk.inside(value));
            }
            Expr::If(it) => [&it.test, &it.body, &it.orelse].into_iter().for_each(|value| walk.inside(value)),
            Expr::Call(it) => it.arguments.args.iter().for_each(|value| walk.inside(value)),
            _ => {}
        });
    }
}
