//! What tests say of names: `x instanceof T`, and calls that may be declared to tell what they are given, `isT(x)`.

use super::*;
use syntax::oxc::allocator::Vec as ArenaVec;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// What is known of a name in a part of the file.
pub struct Narrowed {
    within: At,
    by: By,
    outcome: Outcome,
}

#[derive(Clone, Copy)]
enum By {
    Type(ValueId),
    /// The call there, which is given the name as this argument.
    Call(At, u32),
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

    /// What holds behind statements: `if (!(x instanceof T)) return`, `assertT(x)`.
    pub fn come_past(&mut self, all: &ArenaVec<'a, Statement<'a>>) {
        let Some(last) = all.last() else { return };
        for statement in all {
            let behind = At::new(statement.span().end, last.span().end);
            match statement {
                Statement::IfStatement(it) if it.alternate.is_none() && leaves(&it.consequent) => {
                    self.narrow(&it.test, false, behind);
                }
                Statement::ExpressionStatement(it) => {
                    if let Expression::CallExpression(call) = &it.expression
                        && matches!(call.callee, Expression::Identifier(_))
                    {
                        self.narrow_arguments(call, Outcome::Returned, behind);
                    }
                }
                _ => {}
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
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Instanceof => {
                self.narrow_to(&it.left, &it.right, outcome(holds), within);
            }
            Expression::CallExpression(it) => self.narrow_arguments(it, outcome(holds), within),
            _ => {}
        }
    }

    /// What is an instance of a class, which the file declares or imports: of a global one what it holds would not be
    /// known.
    fn narrow_to(&mut self, subject: &Expression<'a>, class: &Expression<'a>, outcome: Outcome, within: At) {
        if let (Some(binding), Expression::Identifier(of)) = (self.kept_name(subject), class)
            && self.referred(of, false).is_some()
        {
            let ty = self.base_type(class, None);
            let by = By::Type(self.b.value(Value::Cast { ty }));
            self.narrowed.entry(binding).or_default().push(Narrowed { within, by, outcome });
        }
    }

    fn narrow_arguments(&mut self, call: &CallExpression<'a>, outcome: Outcome, within: At) {
        for (position, argument) in (0..).zip(&call.arguments) {
            let Some(subject) = argument.as_expression() else { return };
            if let Some(binding) = self.kept_name(subject) {
                let by = By::Call(call.span, position);
                self.narrowed.entry(binding).or_default().push(Narrowed { within, by, outcome });
            }
        }
    }

    /// The binding of a name that is given only once: what a test says of it stays true.
    fn kept_name(&self, subject: &Expression<'a>) -> Option<BindingId> {
        let Expression::Identifier(id) = subject.get_inner_expression() else { return None };
        let symbol = self.scoping.get_reference(id.reference_id.get()?).symbol_id()?;
        if self.scoping.symbol_is_mutated(symbol) { None } else { self.referred(id, false) }
    }

    /// Notes what the tests around a use of a name say of it.
    pub fn narrow_use(&mut self, value: ValueId, binding: BindingId, at: At) {
        let Some(all) = self.narrowed.get(&binding) else { return };
        let around = all.iter().filter(|it| it.within.start <= at.start && at.end <= it.within.end);
        let made = around.filter_map(|it| {
            let (test, argument) = match it.by {
                By::Type(value) => (value, 0),
                By::Call(call, argument) => (*self.made.get(&(call.start, call.end))?, argument),
            };
            Some(Narrowing { value, test, argument, outcome: it.outcome })
        });
        self.b.graph.narrowings.extend(made);
    }
}

fn outcome(holds: bool) -> Outcome {
    if holds { Outcome::Holds } else { Outcome::Fails }
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
