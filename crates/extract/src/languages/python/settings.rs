//! What constants of modules are set to, which libraries read by the constants' names.

use super::Walk;
use crate::builder::CALLEE_LIMIT;
use facts::*;
use syntax::ruff::ast::{Expr, ExprCall, Operator, StmtAugAssign};
use syntax::ruff::text_size::Ranged;

/// What a list holds, and whether it is another list that does.
type Items<'e> = Vec<(&'e Expr, bool)>;

/// Of one list so many items are kept.
const MAX_ITEMS: usize = 48;

/// By what name a module of Django's addresses says what stands before the names of its routes.
const NAME_SPACE: &str = "app_name";

/// By what name the place is given at which something is put into a list.
const PLACE: &str = "at";

impl Walk<'_, '_> {
    /// Keeps what a constant of the module is set to, as a literal of that: by name, `CACHES = {"default": …}`, or
    /// listed, `MIDDLEWARE = ["a.Middleware"]`.
    pub fn named_settings(&mut self, target: &Expr, value: &Expr) {
        let Some(name) = self.constant_set(target) else { return self.name_space(target, value) };
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

    fn name_space(&mut self, target: &Expr, value: &Expr) {
        let is_told = matches!(target, Expr::Name(it) if it.id == NAME_SPACE) && self.scopes.current() == 0;
        if is_told && value.is_string_literal_expr() {
            let shape = self.written(value, None, 0);
            self.keep_setting(target, NAME_SPACE, vec![Given { name: None, shape }]);
        }
    }

    /// Whether classes of this file may hold settings, as django-configurations reads them.
    fn has_settings_in_classes(&self) -> bool {
        self.b.graph.imports.iter().any(|it| it.specifier.split('.').next() == Some("configurations"))
    }

    /// The name of a constant of the module, or of a class that holds settings.
    fn constant_set<'e>(&self, target: &'e Expr) -> Option<&'e str> {
        let Expr::Name(constant) = target else { return None };
        let is_capital = |it: u8| it.is_ascii_uppercase() || it.is_ascii_digit() || it == b'_';
        let is_constant = constant.id.len() >= 4 && constant.id.bytes().all(is_capital);
        let is_setting = self.scopes.current() == 0 || self.in_class_body() && self.has_settings_in_classes();
        (is_constant && is_setting).then_some(constant.id.as_str())
    }

    fn keep_setting(&mut self, target: &Expr, name: &str, given: Vec<Given>) {
        if given.is_empty() {
            return;
        }
        if let [Given { name: None, shape: Shape::List(items) }] = &given[..] {
            self.lists.entry(name.to_owned()).or_default().extend(items.iter().cloned());
        }
        self.keep_literal(target, name, given, 0);
    }

    fn keep_literal(&mut self, target: &Expr, name: &str, given: Vec<Given>, arguments: u32) {
        let (from, end) = (target.start().to_u32(), target.end().to_u32());
        let literal = Call {
            kind: CallKind::New,
            caller: self.b.caller(),
            callee: self.value(target),
            name: self.b.name(name),
            text: self.b.text_end(from, end, CALLEE_LIMIT),
            at: self.b.source.point(from),
            start_line: self.b.source.line(from),
            arguments,
            spread: false,
            given,
            result: None,
        };
        self.b.graph.literals.push(literal);
    }

    /// A member of what a name stands for that is set to a text: `env.prefix = "APP_"`.
    pub fn member_set(&mut self, target: &Expr, value: &Expr) {
        if let Expr::Attribute(member) = target
            && let Expr::Name(holder) = &*member.value
            && holder.id != "self"
            && value.is_string_literal_expr()
        {
            let shape = self.written(value, None, 0);
            self.keep_literal(target, member.attr.as_str(), vec![Given { name: None, shape }], 1);
        }
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
        let items = if added.is_string_literal_expr() { vec![(added, false)] } else { listed(added) };
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

    /// A list that holds texts which name something of a module, with what other constants of the module list that are
    /// spread into it. That it may not hold, where it is set under a condition, its place says.
    fn listed_names(&mut self, items: Items) -> Vec<Given> {
        let mut texts = items.iter().filter_map(|(it, _)| it.as_string_literal_expr());
        let is_known = |it: &(&Expr, bool)| constant_spread(it.0).is_some_and(|name| self.lists.contains_key(name));
        if !texts.any(|it| it.value.to_str().contains('.')) && !items.iter().any(is_known) {
            return Vec::new();
        }
        let mut shapes = Vec::new();
        for (item, is_list) in items {
            match constant_spread(item).and_then(|name| self.lists.get(name)) {
                Some(listed) => shapes.extend(listed.iter().cloned()),
                None if is_list => {}
                None => shapes.push(self.written(item, None, 1)),
            }
        }
        shapes.truncate(MAX_ITEMS);
        vec![Given { name: None, shape: Shape::List(shapes) }]
    }
}

/// The name of a constant that stands for a list in another: `*BASE`, and by itself in a sum.
fn constant_spread(item: &Expr) -> Option<&str> {
    match item {
        Expr::Starred(it) => constant_spread(&it.value),
        Expr::Name(it) => Some(it.id.as_str()),
        _ => None,
    }
}

/// What is put before and behind what a constant holds by then, which is set again: `MIDDLEWARE = ["a.First"] + MIDDLEWARE`.
fn around_itself<'e>(name: &str, value: &'e Expr) -> Option<(Items<'e>, Items<'e>)> {
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
fn listed(value: &Expr) -> Items<'_> {
    let mut into = Vec::new();
    let mut open = vec![value];
    while let Some(value) = open.pop().filter(|_| into.len() < MAX_ITEMS) {
        match value {
            Expr::List(list) => into.extend(list.elts.iter().map(|it| (it, it.is_starred_expr()))),
            Expr::Tuple(list) => into.extend(list.elts.iter().map(|it| (it, it.is_starred_expr()))),
            Expr::BinOp(sum) if sum.op == Operator::Add => open.extend([&*sum.right, &*sum.left]),
            Expr::Name(_) => into.push((value, true)),
            _ => {}
        }
    }
    into
}
