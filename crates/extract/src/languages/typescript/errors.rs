//! Errors that are thrown and caught, and promises that nobody takes.

use super::*;
use crate::builder::CALLEE_LIMIT;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::{GetSpan, Span};

impl<'a> Walk<'_, '_> {
    pub fn thrown(&mut self, it: &ThrowStatement<'a>) {
        let argument = it.argument.get_inner_expression();
        let (kind, named) = match argument {
            Expression::NewExpression(made) => (ErrorKind::Throw, Some(&made.callee)),
            Expression::CallExpression(made) => (ErrorKind::Throw, Some(&made.callee)),
            Expression::Identifier(name) if self.b.is_caught(&name.name) => (ErrorKind::Rethrow, None),
            _ => (ErrorKind::Throw, None),
        };
        let text = named.map(|of| self.text(of.span(), CALLEE_LIMIT)).unwrap_or_default();
        let of = match (kind, argument) {
            (
                ErrorKind::Throw,
                Expression::Identifier(_) | Expression::NewExpression(_) | Expression::CallExpression(_),
            ) => Some(self.value(argument)),
            _ => None,
        };
        self.b.error(kind, of, text, it.span.start..it.span.end);
    }

    /// Walks a handler, which knows what it caught by a name.
    pub fn caught(&mut self, it: &CatchClause<'a>, walk: impl FnOnce(&mut Self)) {
        let depth = self.b.caught.len();
        if let Some(BindingPattern::BindingIdentifier(name)) = it.param.as_ref().map(|param| &param.pattern) {
            let name = self.b.name(&name.name);
            self.b.caught.push(name);
        }
        walk(self);
        self.b.caught.truncate(depth);
        let idle = it.body.body.iter().all(|it| matches!(it, Statement::ContinueStatement(_)));
        self.handled(idle, it.span);
    }

    fn handled(&mut self, idle: bool, span: Span) {
        let kind = if idle { ErrorKind::Swallow } else { ErrorKind::Catch };
        self.b.error(kind, None, String::new(), span.start..span.end);
    }

    /// `promise.catch(() => {})`
    pub fn caught_later(&mut self, it: &CallExpression<'a>) {
        let Expression::StaticMemberExpression(member) = it.callee.get_inner_expression() else { return };
        let [argument] = &it.arguments[..] else { return };
        if member.property.name != "catch" {
            return;
        }
        let is_empty = |body: &FunctionBody| body.statements.is_empty() && body.directives.is_empty();
        let (params, idle) = match argument {
            Argument::ArrowFunctionExpression(function) => match &function.body {
                ArrowFunctionBody::FunctionBody(body) => (&function.params, is_empty(body)),
                _ => (&function.params, false),
            },
            Argument::FunctionExpression(function) => {
                (&function.params, function.body.as_ref().is_some_and(|body| is_empty(body)))
            }
            _ => return,
        };
        let takes = !params.items.is_empty();
        // One that looks at nothing may give a default, as schemas do.
        if idle || takes {
            self.handled(idle, Span::new(member.property.span.start, it.span.end));
        }
    }

    /// A statement that is a call.
    pub fn drops(&mut self, it: &ExpressionStatement<'a>) {
        let Expression::CallExpression(call) = it.expression.get_inner_expression() else { return };
        // A template's framework takes what its handlers give.
        if self.template.as_ref().is_some_and(|template| template.part(call.span.start).is_some()) {
            return;
        }
        match call.callee.get_inner_expression() {
            Expression::Identifier(name) => self.b.dropped(name.span.start),
            Expression::StaticMemberExpression(member) => self.b.dropped(member.property.span.start),
            _ => {}
        }
    }
}
