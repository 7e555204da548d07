//! What a test says of a name's type: `x instanceof T` where it holds.

use super::*;
use syntax::oxc::allocator::Vec as ArenaVec;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// A name that is an instance of a type in a part of the file.
pub struct Narrowed {
    binding: BindingId,
    within: At,
    value: ValueId,
}

impl<'a> Walk<'_, '_> {
    pub fn branches(&mut self, it: &IfStatement<'a>) {
        self.b.branch();
        self.only_asked(&it.test);
        self.narrow(&it.test, true, it.consequent.span());
        if let Some(otherwise) = &it.alternate {
            self.narrow(&it.test, false, otherwise.span());
        }
    }

    pub fn chooses(&mut self, it: &ConditionalExpression<'a>) {
        self.b.branch();
        self.narrow(&it.test, true, it.consequent.span());
        self.narrow(&it.test, false, it.alternate.span());
        self.chosen(it);
    }

    pub fn combines(&mut self, it: &LogicalExpression<'a>) {
        self.b.branch();
        if it.operator != LogicalOperator::Coalesce {
            self.narrow(&it.left, it.operator == LogicalOperator::And, it.right.span());
        }
        self.stands_in(it);
    }

    /// `if (!(x instanceof T)) return`: behind it, the test holds.
    pub fn left_early(&mut self, all: &ArenaVec<'a, Statement<'a>>) {
        let Some(last) = all.last() else { return };
        for statement in all {
            if let Statement::IfStatement(it) = statement
                && it.alternate.is_none()
                && leaves(&it.consequent)
            {
                self.narrow(&it.test, false, At::new(it.span.end, last.span().end));
            }
        }
    }

    /// Notes what follows from a test having the outcome `holds` in a part of the file.
    fn narrow(&mut self, test: &Expression<'a>, holds: bool, within: At) {
        match test.get_inner_expression() {
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                self.narrow(&it.argument, !holds, within);
            }
            Expression::LogicalExpression(it)
                if it.operator == if holds { LogicalOperator::And } else { LogicalOperator::Or } =>
            {
                self.narrow(&it.left, holds, within);
                self.narrow(&it.right, holds, within);
            }
            Expression::BinaryExpression(it) if holds && it.operator == BinaryOperator::Instanceof => {
                self.narrow_to(&it.left, &it.right, within);
            }
            _ => {}
        }
    }

    /// A name that is given only once is an instance of the class, which the file declares or imports: of a global
    /// one what it holds would not be known.
    fn narrow_to(&mut self, subject: &Expression<'a>, class: &Expression<'a>, within: At) {
        let (Expression::Identifier(id), Expression::Identifier(of)) = (subject.get_inner_expression(), class) else {
            return;
        };
        let symbol = id.reference_id.get().and_then(|id| self.scoping.get_reference(id).symbol_id());
        let is_kept = symbol.is_some_and(|symbol| !self.scoping.symbol_is_mutated(symbol));
        if let (true, Some(binding), Some(_)) = (is_kept, self.referred(id, false), self.referred(of, false)) {
            let ty = self.base_type(class, None);
            let value = self.b.value(Value::Cast { ty });
            self.narrowed.push(Narrowed { binding, within, value });
        }
    }

    /// What a member is taken from: a name as the innermost test around it says.
    pub fn receiver(&mut self, object: &Expression<'a>) -> ValueId {
        if !self.narrowed.is_empty()
            && let Expression::Identifier(id) = object.get_inner_expression()
            && let Some(binding) = self.referred(id, false)
        {
            let is_of = |it: &&Narrowed| {
                it.binding == binding && it.within.start <= id.span.start && id.span.end <= it.within.end
            };
            if let Some(narrowed) = self.narrowed.iter().rev().find(is_of) {
                return narrowed.value;
            }
        }
        self.value(object)
    }
}

/// Whether nothing behind a statement runs after it.
fn leaves(statement: &Statement) -> bool {
    match statement {
        Statement::BlockStatement(block) => block.body.last().is_some_and(leaves),
        Statement::ReturnStatement(_)
        | Statement::ThrowStatement(_)
        | Statement::ContinueStatement(_)
        | Statement::BreakStatement(_) => true,
        _ => false,
    }
}
