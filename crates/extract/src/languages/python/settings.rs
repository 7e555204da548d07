//! What constants of modules are set to, which libraries read by the constants' names.

use super::Walk;
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::ruff::ast::{Expr, ExprCall, Operator, StmtAugAssign};
use syntax::ruff::text_size::Ranged;

/// Of one list so many items are kept.
const MAX_ITEMS: usize = 48;

/// By what name the place is given at which something is put into a list.
const PLACE: &str = "at";

impl Walk<'_, '_> {
    /// Keeps what a constant of the module is set to, as a literal of that: by name, `CACHES = {"default": …}`, or
    /// listed, `MIDDLEWARE = ["a.Middleware"]`.
    pub fn named_settings(&mut self, target: &Expr, value: &Expr) {
        let Some(name) = self.constant_set(target) else { return };
        if let Some((before, behind)) = around_itself(name, value) {
            let mut given = self.listed_names(before);
            if !given.is_empty() {
                self.place_at("0", &mut given);
            }
            self.keep_setting(target, name, given);
            let given = self.listed_names(behind);
            return self.keep_setting(target, name, given);
        }
        let given: Vec<Given> = match value {
            Expr::List(_) | Expr::Tuple(_) | Expr::BinOp(_) => self.listed_names(listed(value)),
            Expr::Dict(_) if name.contains('_') => match self.written(value, None, 0) {
                Shape::Object(members) => {
                    members.into_iter().map(|(name, shape)| Given { name: Some(name), shape }).collect()
                }
                _ => return,
            },
            _ => return,
        };
        self.keep_setting(target, name, given);
    }

    /// The name of a constant of the module.
    fn constant_set<'e>(&self, target: &'e Expr) -> Option<&'e str> {
        let Expr::Name(constant) = target else { return None };
        let is_capital = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_';
        let is_constant = constant.id.len() >= 4 && constant.id.bytes().all(is_capital);
        (is_constant && self.scopes.current() == 0).then_some(constant.id.as_str())
    }

    fn keep_setting(&mut self, target: &Expr, name: &str, given: Vec<Given>) {
        if given.is_empty() {
            return;
        }
        let (from, end) = (target.start().to_u32(), target.end().to_u32());
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: self.value(target),
            name: self.b.name(name),
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

    /// The same of what a list is given by a call: `MIDDLEWARE.append("b.Middleware")`.
    pub fn added_settings(&mut self, it: &ExprCall) {
        let Expr::Attribute(method) = &*it.func else { return };
        let (place, added) = match (method.attr.as_str(), &*it.arguments.args) {
            ("append" | "extend", [added]) => (None, added),
            ("insert", [place, added]) => (Some(place), added),
            _ => return,
        };
        let Some(name) = self.constant_set(&method.value) else { return };
        let items = if added.is_string_literal_expr() { vec![added] } else { listed(added) };
        let mut given = self.listed_names(items);
        if let Some(Expr::NumberLiteral(_) | Expr::UnaryOp(_)) = place
            && !given.is_empty()
        {
            let place = place.map(|it| self.b.source.slice(it.start().to_u32(), it.end().to_u32()).to_owned());
            self.place_at(&place.unwrap_or_default(), &mut given);
        }
        self.keep_setting(&method.value, name, given);
    }

    fn place_at(&mut self, place: &str, given: &mut Vec<Given>) {
        let text = self.b.name(place);
        given.push(Given { name: Some(self.b.name(PLACE)), shape: Shape::Text(text) });
    }

    /// A list that holds texts which name something of a module. That it may not hold, where it is set under a condition,
    /// its place says.
    fn listed_names(&mut self, items: Vec<&Expr>) -> Vec<Given> {
        let mut texts = items.iter().filter_map(|it| it.as_string_literal_expr());
        if !texts.any(|it| it.value.to_str().contains('.')) {
            return Vec::new();
        }
        let shapes = items.into_iter().take(MAX_ITEMS).map(|it| self.written(it, None, 1)).collect();
        vec![Given { name: None, shape: Shape::List(shapes) }]
    }
}

/// What is put before and behind what a constant holds by then, which is set again: `MIDDLEWARE = ["a.First"] + MIDDLEWARE`.
fn around_itself<'e>(name: &str, value: &'e Expr) -> Option<(Vec<&'e Expr>, Vec<&'e Expr>)> {
    let Expr::BinOp(sum) = value else { return None };
    if sum.op != Operator::Add {
        return None;
    }
    let is_itself = |it: &Expr| match it {
        Expr::Name(it) => it.id.as_str() == name,
        Expr::Attribute(it) => it.attr.as_str() == name,
        _ => false,
    };
    if is_itself(&sum.right) {
        return Some((listed(&sum.left), Vec::new()));
    }
    if is_itself(&sum.left) {
        return Some((Vec::new(), listed(&sum.right)));
    }
    let (before, mut behind) = around_itself(name, &sum.left)?;
    behind.extend(listed(&sum.right));
    Some((before, behind))
}

/// The items of a list, or of lists that are put together, as far as they stand there.
fn listed(value: &Expr) -> Vec<&Expr> {
    let mut into = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop().filter(|_| into.len() < MAX_ITEMS) {
        match value {
            Expr::List(list) => into.extend(&list.elts),
            Expr::Tuple(list) => into.extend(&list.elts),
            Expr::BinOp(sum) if sum.op == Operator::Add => open.extend([&*sum.right, &*sum.left]),
            _ => {}
        }
    }
    into
}
