//! Errors that are thrown and caught.

use super::*;
use crate::builder::CALLEE_LIMIT;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    pub fn thrown(&mut self, it: &ThrowStatement<'a>) {
        let (kind, of) = match it.argument.get_inner_expression() {
            Expression::NewExpression(made) => (ErrorKind::Throw, Some(&made.callee)),
            Expression::CallExpression(made) => (ErrorKind::Throw, Some(&made.callee)),
            Expression::Identifier(_) => (ErrorKind::Rethrow, None),
            _ => (ErrorKind::Throw, None),
        };
        let text = of.map(|of| self.text(of.span(), CALLEE_LIMIT)).unwrap_or_default();
        let of = of.map(|of| self.value(of));
        self.b.error(kind, of, text, it.span.start..it.span.end);
    }

    pub fn caught(&mut self, it: &CatchClause<'a>) {
        let kind = if it.body.body.is_empty() { ErrorKind::Swallow } else { ErrorKind::Catch };
        self.b.error(kind, None, String::new(), it.span.start..it.span.end);
    }
}
