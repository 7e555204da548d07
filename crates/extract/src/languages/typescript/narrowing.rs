//! What tests say of names and of what lies behind them: `x instanceof T`, `x.kind === "a"`, `x.ok`, `"a" in x`, and calls that
//! may be declared to tell what they are given, `isT(x)`.

mod members;

use super::*;
use members::text_of;
use syntax::oxc::allocator::Vec as ArenaVec;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::walk;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// What is known of a name, or of what lies behind it, in a part of the file.
pub struct Narrowed {
    /// The members from the name on: `.a[0]`.
    path: String,
    within: At,
    by: By,
    outcome: Outcome,
    asserted_by: Option<At>,
    /// It is this or the one before it.
    joined: bool,
    /// Of a name that is given several values, how many functions and loops are around the test.
    around: Option<(usize, usize)>,
}

/// What a test is of: a name, and the members from there on.
struct Subject {
    binding: BindingId,
    path: String,
    /// The name is given several values.
    changes: bool,
}

/// The name of `this`, whose path starts with how many functions are around.
const THIS: BindingId = BindingId::MAX;

#[derive(Clone, Copy)]
enum By {
    Type(ValueId),
    /// The call there, which is given the name as this argument.
    Call(At, u32),
}

impl<'a> Walk<'_, '_> {
    pub fn branches(&mut self, it: &IfStatement<'a>) {
        self.b.branch();
        self.b.conditional(it.span.start, it.test.span().end, it.span.end);
        self.only_asked(&it.test);
        self.narrow(&it.test, true, it.consequent.span());
        if let Some(otherwise) = &it.alternate {
            self.narrow(&it.test, false, otherwise.span());
        }
    }

    pub fn looped(&mut self, visit: impl FnOnce(&mut Self)) {
        self.b.branch();
        self.loops += 1;
        visit(self);
        self.loops -= 1;
    }

    pub fn while_holds(&mut self, it: &WhileStatement<'a>) {
        self.narrow(&it.test, true, it.body.span());
        walk::walk_while_statement(self, it);
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
                        && matches!(call.callee, Expression::Identifier(_) | Expression::StaticMemberExpression(_))
                    {
                        self.come_back(call, behind);
                    }
                }
                _ => {}
            }
        }
    }

    /// What holds behind a call that may assert it, of its arguments or by its first.
    fn come_back(&mut self, call: &CallExpression<'a>, behind: At) {
        self.narrow_arguments(call, Outcome::Returned, behind);
        if let Some(test) = call.arguments.first().and_then(|it| it.as_expression()) {
            let around = self.asserted_by.replace(call.span);
            self.narrow(test, true, behind);
            self.asserted_by = around;
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
            Expression::LogicalExpression(it) if it.operator != LogicalOperator::Coalesce => {
                self.narrow_to_either(it, holds, within);
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Instanceof => {
                self.narrow_to(&it.left, &it.right, outcome(holds), within);
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::In => {
                if let (Expression::StringLiteral(name), Some(subject)) = (&it.left, self.subject(&it.right)) {
                    let holds_any = self.b.ty(Type::Any);
                    self.know_member(subject, &name.value, holds_any, outcome(holds), within);
                }
            }
            Expression::BinaryExpression(it) if it.operator.is_equality() => {
                let is_equal = matches!(it.operator, BinaryOperator::StrictEquality | BinaryOperator::Equality);
                for (member, text) in [(&it.left, &it.right), (&it.right, &it.left)] {
                    if let Some(text) = text_of(text) {
                        self.narrow_by_member(member, &[text], outcome(holds == is_equal), within);
                    }
                }
            }
            Expression::CallExpression(it) => self.narrow_arguments(it, outcome(holds), within),
            member @ (Expression::StaticMemberExpression(_) | Expression::ChainExpression(_)) => {
                if let Some((subject, name)) = self.member_tested(member).filter(|(it, _)| it.is_behind()) {
                    let is_true = self.b.ty(Type::Builtin(Builtin::Boolean));
                    self.know_member(subject, name, is_true, outcome(holds), within);
                }
            }
            _ => {}
        }
    }

    /// What each of several tests tells, of which any has that outcome.
    fn narrow_to_either(&mut self, it: &LogicalExpression<'a>, holds: bool, within: At) {
        let mut tests = vec![&it.right];
        let mut next = &it.left;
        while let Expression::LogicalExpression(inner) = next.get_inner_expression()
            && inner.operator == it.operator
        {
            tests.push(&inner.right);
            next = &inner.left;
        }
        tests.push(next);
        let known = std::mem::take(&mut self.narrowed);
        let mut told = Vec::with_capacity(tests.len());
        for test in tests {
            self.narrow(test, holds, within);
            told.push(std::mem::take(&mut self.narrowed));
        }
        self.narrowed = known;
        let Some(first) = told.pop() else { return };
        for (binding, all) in first {
            for one in all {
                let mut joined = vec![one];
                for others in &mut told {
                    let of_binding = others.get_mut(&binding);
                    let mut alike: Vec<Narrowed> = of_binding
                        .map(|others| others.extract_if(.., |other| other.path == joined[0].path).collect())
                        .unwrap_or_default();
                    joined.extend(alike.pop().filter(|_| alike.is_empty()));
                }
                if joined.len() == told.len() + 1 && !joined.iter().any(|it| it.joined) {
                    joined[1..].iter_mut().for_each(|it| it.joined = true);
                    self.narrowed.entry(binding).or_default().append(&mut joined);
                }
            }
        }
    }

    /// What is an instance of a class, which the file declares or imports: of a global one what it holds would not be
    /// known.
    fn narrow_to(&mut self, subject: &Expression<'a>, class: &Expression<'a>, outcome: Outcome, within: At) {
        if let (Some(subject), Expression::Identifier(of)) = (self.subject(subject), class)
            && self.referred(of, false).is_some()
        {
            let ty = self.base_type(class, None);
            let by = By::Type(self.b.value(Value::Cast { ty }));
            self.know(subject, within, by, outcome);
        }
    }

    /// What a call may tell of its arguments, and of what it is a method of: `this is T`.
    fn narrow_arguments(&mut self, call: &CallExpression<'a>, outcome: Outcome, within: At) {
        if let Expression::StaticMemberExpression(m) = call.callee.get_inner_expression()
            && let Some(subject) = self.subject(&m.object)
        {
            self.know(subject, within, By::Call(call.span, RECEIVER), outcome);
        }
        for (position, argument) in (0..).zip(&call.arguments) {
            let Some(subject) = argument.as_expression() else { return };
            if let Some(subject) = self.subject(subject) {
                self.know(subject, within, By::Call(call.span, position), outcome);
            }
        }
    }

    fn know(&mut self, subject: Subject, within: At, by: By, outcome: Outcome) {
        let Subject { binding, path, changes } = subject;
        let (asserted_by, around) = (self.asserted_by, changes.then(|| self.around()));
        let narrowed = Narrowed { path, within, by, outcome, asserted_by, joined: false, around };
        self.narrowed.entry(binding).or_default().push(narrowed);
    }

    /// How many functions and loops are around.
    fn around(&self) -> (usize, usize) {
        (self.frames.len(), self.loops)
    }

    fn named(&self, id: &IdentifierReference<'a>) -> Option<Subject> {
        let symbol = self.scoping.get_reference(id.reference_id.get()?).symbol_id()?;
        let changes = self.scoping.symbol_is_mutated(symbol);
        Some(Subject { binding: self.referred(id, false)?, path: String::new(), changes })
    }

    /// A name, or what lies behind it.
    fn subject(&self, of: &Expression<'a>) -> Option<Subject> {
        match of.get_inner_expression() {
            Expression::Identifier(id) => self.named(id),
            Expression::ThisExpression(_) => {
                Some(Subject { binding: THIS, path: self.this.len().to_string(), changes: false })
            }
            Expression::StaticMemberExpression(m) => self.subject(&m.object)?.behind(&format!(".{}", m.property.name)),
            Expression::PrivateFieldExpression(m) => self.subject(&m.object)?.behind(&format!(".#{}", m.field.name)),
            Expression::ComputedMemberExpression(m) => match m.expression.get_inner_expression() {
                Expression::NumericLiteral(key) => self.subject(&m.object)?.behind(&format!("[{}]", key.value)),
                _ => None,
            },
            Expression::ChainExpression(it) => match it.expression.as_member_expression()? {
                MemberExpression::StaticMemberExpression(m) => {
                    self.subject(&m.object)?.behind(&format!(".{}", m.property.name))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes what the tests around a use of a name, or of what lies behind it, say of it.
    pub fn narrow_use(&mut self, value: ValueId, used: &Expression<'a>) {
        // A value that stands for several uses says nothing of one of them.
        let is_new = value as usize + 1 == self.b.graph.values.len();
        if self.narrowed.is_empty() || !is_new {
            return;
        }
        let Some(Subject { binding, path, .. }) = self.subject(used) else { return };
        let Some(all) = self.narrowed.get(&binding) else { return };
        let (at, around) = (used.span(), self.around());
        let is_around = |it: &&Narrowed| {
            let is_same = it.path == path && it.around.is_none_or(|then| then == around);
            is_same && it.within.start <= at.start && at.end <= it.within.end
        };
        let made_at = |call: At| self.made.get(&(call.start, call.end)).copied();
        let made = all.iter().filter(is_around).map(|it| {
            let (test, argument) = match it.by {
                By::Type(value) => (value, 0),
                By::Call(call, argument) => (made_at(call)?, argument),
            };
            let asserted_by = match it.asserted_by {
                Some(call) => Some(made_at(call)?),
                None => None,
            };
            Some(Narrowing { value, test, argument, outcome: it.outcome, asserted_by, joined: it.joined })
        });
        let made: Option<Vec<Narrowing>> = made.collect();
        self.b.graph.narrowings.extend(made.into_iter().flatten());
    }

    /// What is given something else, and what lies behind it, is no longer known.
    pub fn forget(&mut self, target: &AssignmentTarget<'a>, at: At) {
        if self.narrowed.is_empty() {
            return;
        }
        let given = match target {
            AssignmentTarget::AssignmentTargetIdentifier(id) => self.named(id),
            AssignmentTarget::StaticMemberExpression(m) => {
                self.subject(&m.object).and_then(|it| it.behind(&format!(".{}", m.property.name)))
            }
            AssignmentTarget::PrivateFieldExpression(m) => {
                self.subject(&m.object).and_then(|it| it.behind(&format!(".#{}", m.field.name)))
            }
            AssignmentTarget::ComputedMemberExpression(m) => self.subject(&m.object).and_then(|it| it.behind("[")),
            _ => None,
        };
        let Some(Subject { binding, path, .. }) = given else { return };
        for known in self.narrowed.get_mut(&binding).into_iter().flatten() {
            if known.path.starts_with(&path) && known.within.start <= at.start {
                known.within.end = known.within.end.min(at.end);
            }
        }
    }
}

impl Subject {
    /// Whether it is more than `this` alone.
    fn is_behind(&self) -> bool {
        self.binding != THIS || self.path.contains('.')
    }

    fn behind(mut self, member: &str) -> Option<Self> {
        self.path.push_str(member);
        Some(self)
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
