//! What constants of modules are set to, which libraries read by the constants' names.

use super::Walk;
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::ruff::ast::{Expr, Operator, StmtAugAssign};
use syntax::ruff::text_size::Ranged;

/// Of one list so many items are kept.
const MAX_ITEMS: usize = 48;

impl Walk<'_, '_> {
    /// Keeps what a constant of the module is set to, as a literal of that: by name, `CACHES = {"default": …}`, or
    /// listed, `MIDDLEWARE = ["a.Middleware"]`.
    pub fn named_settings(&mut self, target: &Expr, value: &Expr) {
        let Expr::Name(constant) = target else { return };
        let is_capital = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_';
        if self.scopes.current() != 0 || constant.id.len() < 4 || !constant.id.bytes().all(is_capital) {
            return;
        }
        let given: Vec<Given> = match value {
            Expr::List(_) | Expr::Tuple(_) | Expr::BinOp(_) => self.listed_names(target, value),
            Expr::Dict(_) if constant.id.contains('_') => match self.written(value, None, 0) {
                Shape::Object(members) => {
                    members.into_iter().map(|(name, shape)| Given { name: Some(name), shape }).collect()
                }
                _ => return,
            },
            _ => return,
        };
        if given.is_empty() {
            return;
        }
        let (from, end) = (constant.start().to_u32(), constant.end().to_u32());
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: self.value(target),
            name: self.b.name(&constant.id),
            text: self.b.text_end(from, end, CALLEE_LIMIT),
            at: self.b.source.point(from),
            start_line: self.b.source.line(from),
            arguments: 0,
            spread: false,
            given,
            result: None,
        };
        self.b.graph.literals.push(literal);
    }

    /// The same of what a constant is set to have as well, `MIDDLEWARE += ["b.Middleware"]`.
    pub fn more_settings(&mut self, it: &StmtAugAssign) {
        if it.op == Operator::Add && matches!(&*it.value, Expr::List(_) | Expr::Tuple(_)) {
            self.named_settings(&it.target, &it.value);
        }
    }

    /// A list that holds texts which name something of a module. What is set under a condition may not hold.
    fn listed_names(&mut self, target: &Expr, value: &Expr) -> Vec<Given> {
        let at = target.start().to_u32();
        if self.b.source.line_bounds(self.b.source.line(at)).0 != at {
            return Vec::new();
        }
        let mut items = Vec::new();
        listed(value, &mut items);
        let mut texts = items.iter().filter_map(|it| it.as_string_literal_expr());
        if !texts.any(|it| it.value.to_str().contains('.')) {
            return Vec::new();
        }
        let shapes = items.into_iter().take(MAX_ITEMS).map(|it| self.written(it, None, 1)).collect();
        vec![Given { name: None, shape: Shape::List(shapes) }]
    }
}

/// The items of a list, or of lists that are put together, as far as they stand there.
fn listed<'e>(value: &'e Expr, into: &mut Vec<&'e Expr>) {
    let mut open = vec![value];
    while let Some(value) = open.pop().filter(|_| into.len() < MAX_ITEMS) {
        match value {
            Expr::List(list) => into.extend(&list.elts),
            Expr::Tuple(list) => into.extend(&list.elts),
            Expr::BinOp(sum) if sum.op == Operator::Add => open.extend([&*sum.right, &*sum.left]),
            _ => {}
        }
    }
}
