//! Expressions as values. Each is walked once: its calls, references and bindings are noted on the way.

use super::Walk;
use super::calls::Handed;
use facts::*;
use syntax::ruff::ast::{self, BoolOp, Comprehension, Expr, InterpolatedStringElement, Operator, UnaryOp};
use syntax::ruff::text_size::Ranged;

/// How many items of a list literal are kept, and how many keys of a dictionary's.
const ITEMS_LIMIT: usize = 4;
/// How many items of a list are kept of which some are calls: routes.
const CALLS_LIMIT: usize = 200;
const KEYS_LIMIT: usize = 200;
/// How many are kept of a list of names: routers, blueprints.
const NAMES_LIMIT: usize = 48;

impl Walk<'_, '_> {
    pub fn value(&mut self, expr: &Expr) -> ValueId {
        match self.deeper(expr, |walk| walk.value_inside(expr)) {
            Some(value) => value,
            None => self.unknown(),
        }
    }

    fn value_inside(&mut self, expr: &Expr) -> ValueId {
        match expr {
            Expr::Name(it) => self.read(expr, it),
            Expr::Attribute(it) => {
                let object = self.value(&it.value);
                // The class of the instance is what `cls` is in a class method.
                if it.attr.as_str() == "__class__" && self.this(&it.value).is_some() {
                    return object;
                }
                let name = self.b.name(&it.attr);
                let member = self.b.value(Value::Member { object, name });
                self.narrowed(expr, member)
            }
            Expr::Call(it) => self.call(it).result,
            Expr::Subscript(it) => self.subscript(it),
            Expr::Await(it) => {
                let object = self.value(&it.value);
                self.b.value(Value::Await { object })
            }
            Expr::BoolOp(it) => self.either_operand(it),
            Expr::If(it) => {
                self.b.branch();
                self.value(&it.test);
                let level = self.narrowing.open();
                self.narrow(&it.test, true);
                let body = self.passed(&it.body);
                self.narrowing.close(level);
                let level = self.narrowing.open();
                self.narrow(&it.test, false);
                let orelse = self.passed(&it.orelse);
                self.narrowing.close(level);
                self.either(vec![body, orelse])
            }
            Expr::Lambda(it) => self.lambda(it, None),
            Expr::List(ast::ExprList { elts, .. })
            | Expr::Tuple(ast::ExprTuple { elts, .. })
            | Expr::Set(ast::ExprSet { elts, .. }) => {
                let mut items: Vec<_> = elts.iter().map(|item| self.item(item)).collect();
                if expr.is_tuple_expr() {
                    self.path_and_class(elts, &items);
                }
                let is_listing = elts.iter().any(|item| matches!(item, Expr::Call(_) | Expr::Starred(_)));
                let is_naming = || elts.iter().all(|item| matches!(item, Expr::Name(_) | Expr::Attribute(_)));
                items.truncate(match is_listing {
                    true => CALLS_LIMIT,
                    false if is_naming() => NAMES_LIMIT,
                    false => ITEMS_LIMIT,
                });
                self.b.value(Value::List { items })
            }
            Expr::Dict(it) => self.dictionary(it),
            Expr::ListComp(it) => self.comprehension(&it.generators, None, &it.elt),
            Expr::SetComp(it) => self.comprehension(&it.generators, None, &it.elt),
            Expr::Generator(it) => self.comprehension(&it.generators, None, &it.elt),
            Expr::DictComp(it) => self.comprehension(&it.generators, it.key.as_deref(), &it.value),
            Expr::Named(it) => self.walrus(it),
            Expr::Yield(it) => {
                let value = match &it.value {
                    Some(value) => self.passed(value),
                    None => self.builtin(Builtin::Null),
                };
                self.yielded(value);
                self.unknown()
            }
            Expr::YieldFrom(it) => {
                let object = self.value(&it.value);
                let item = self.b.value(Value::Item { object, position: 1 });
                self.yielded(item);
                self.unknown()
            }
            Expr::Starred(it) => self.value(&it.value),
            Expr::BinOp(it) => self.operation(it),
            Expr::UnaryOp(it) => {
                let operand = self.value(&it.operand);
                match it.op {
                    UnaryOp::Not => self.builtin(Builtin::Boolean),
                    // Of classes, what a library makes of each: `~IsOwner`.
                    UnaryOp::Invert if is_of_classes(&it.operand) => {
                        let name = self.b.name("__invert__");
                        let callee = self.b.value(Value::Member { object: operand, name });
                        self.b.value(Value::Call { callee, arguments: Vec::new() })
                    }
                    _ => operand,
                }
            }
            Expr::Compare(it) => {
                self.value(&it.left);
                it.comparators.iter().for_each(|operand| {
                    self.value(operand);
                });
                self.builtin(Builtin::Boolean)
            }
            Expr::FString(it) => {
                it.value.elements().for_each(|element| self.interpolated(element));
                self.builtin(Builtin::String)
            }
            Expr::TString(it) => {
                it.value.elements().for_each(|element| self.interpolated(element));
                self.builtin(Builtin::Template)
            }
            Expr::Slice(it) => {
                [&it.lower, &it.upper, &it.step].into_iter().flatten().for_each(|bound| {
                    self.value(bound);
                });
                self.unknown()
            }
            Expr::StringLiteral(_) => self.builtin(Builtin::String),
            Expr::BytesLiteral(_) => self.builtin(Builtin::Bytes),
            Expr::NumberLiteral(_) => self.builtin(Builtin::Number),
            Expr::BooleanLiteral(_) => self.builtin(Builtin::Boolean),
            Expr::NoneLiteral(_) => self.builtin(Builtin::Null),
            Expr::EllipsisLiteral(_) | Expr::IpyEscapeCommand(_) => self.unknown(),
        }
    }

    /// A name: the method's own instance, what a test said of it, or what its scope holds.
    fn read(&mut self, expr: &Expr, it: &ast::ExprName) -> ValueId {
        if let Some((value, ..)) = self.this(expr) {
            return self.narrowed(expr, value);
        }
        let name = self.b.name(&it.id);
        let scope = self.scopes.current();
        // A class's body runs as it is read: what it binds only later is still what is around it.
        let is_around =
            self.b.graph.scopes[scope as usize].kind == ScopeKind::Class && self.scopes.bound(name, scope).is_none();
        let binding = is_around.then(|| self.scopes.visible(self.b, name)).flatten();
        let value = self.scopes.name(self.b, name, binding);
        self.narrowed(expr, value)
    }

    pub fn either(&mut self, mut options: Vec<ValueId>) -> ValueId {
        options.dedup();
        match options[..] {
            [only] => only,
            _ => self.b.value(Value::Either { options }),
        }
    }

    /// `a or b` is either; `a and b` is `b` wherever anything is done with it.
    fn either_operand(&mut self, it: &ast::ExprBoolOp) -> ValueId {
        let level = self.narrowing.open();
        let mut options = Vec::with_capacity(it.values.len());
        for (at, operand) in it.values.iter().enumerate() {
            if at > 0 {
                self.b.branch();
            }
            options.push(self.passed(operand));
            self.narrow(operand, it.op == BoolOp::And);
        }
        self.narrowing.close(level);
        match (it.op, options.last()) {
            (BoolOp::And, Some(last)) => *last,
            _ => self.either(options),
        }
    }

    fn subscript(&mut self, it: &ast::ExprSubscript) -> ValueId {
        let object = self.value(&it.value);
        self.value(&it.slice);
        if it.ctx.is_load() {
            self.setting(it);
        }
        match &*it.slice {
            // A part of a list is a list of the same.
            Expr::Slice(_) => object,
            Expr::StringLiteral(key) if self.is_dictionary(object) => {
                let name = self.b.name(key.value.to_str());
                self.b.value(Value::Member { object, name })
            }
            _ => self.b.value(Value::Index { object }),
        }
    }

    /// Whether a value is a dictionary written in this file, so that its keys are known.
    fn is_dictionary(&self, value: ValueId) -> bool {
        match &self.b.graph.values[value as usize] {
            Value::Object { .. } => true,
            Value::Name { name, .. } => self.scopes.visible(self.b, *name).is_some_and(|binding| {
                let values = &self.b.graph.bindings[binding as usize].values;
                let first = values.first().map(|first| &self.b.graph.values[*first as usize]);
                matches!(first, Some(Value::Object { .. }))
            }),
            _ => false,
        }
    }

    /// An item of a list; `*xs` stands for what is in it.
    fn item(&mut self, item: &Expr) -> ValueId {
        let Expr::Starred(it) = item else { return self.passed(item) };
        let object = self.value(&it.value);
        self.b.value(Value::Item { object, position: 1 })
    }

    fn dictionary(&mut self, it: &ast::ExprDict) -> ValueId {
        let (mut members, mut spreads) = (Vec::new(), Vec::new());
        for item in &it.items {
            let Some(key) = &item.key else {
                spreads.push(self.value(&item.value));
                continue;
            };
            self.value(key);
            let value = self.passed(&item.value);
            if members.len() < KEYS_LIMIT {
                members.push((self.key(key), value));
            }
        }
        self.b.value(Value::Object { members, spreads })
    }

    /// A key's own text where it is a string, with the names of what is put into it, else what is written.
    pub(super) fn key(&mut self, key: &Expr) -> NameId {
        match key {
            Expr::StringLiteral(it) => self.b.name(it.value.to_str()),
            Expr::FString(it) => {
                let text = self.put_together(it);
                self.b.name(&text)
            }
            key => {
                let text = self.text(key, crate::builder::DEFAULT_LIMIT);
                self.b.name(&text)
            }
        }
    }

    fn comprehension(&mut self, list: &[Comprehension], key: Option<&Expr>, element: &Expr) -> ValueId {
        let outermost = list.first().map(|first| self.value(&first.iter));
        self.scopes.open(self.b, ScopeKind::Block, None);
        let level = self.narrowing.open();
        self.narrowing.enter_loop();
        for (at, part) in list.iter().enumerate() {
            self.b.branch();
            let object = match outermost.filter(|_| at == 0) {
                Some(object) => object,
                None => self.value(&part.iter),
            };
            let item = self.b.value(Value::Item { object, position: 1 });
            self.assign(&part.target, item);
            for test in &part.ifs {
                self.b.branch();
                self.value(test);
                self.narrow(test, true);
            }
        }
        let name = key.map(|key| {
            self.value(key);
            self.key(key)
        });
        let element = self.item(element);
        self.narrowing.leave_loop();
        self.narrowing.close(level);
        self.scopes.close();
        match name {
            Some(name) => self.b.value(Value::Object { members: vec![(name, element)], spreads: Vec::new() }),
            None => self.b.value(Value::List { items: vec![element] }),
        }
    }

    /// `(x := value)`. In a comprehension it binds in the function around it.
    fn walrus(&mut self, it: &ast::ExprNamed) -> ValueId {
        let value = self.passed(&it.value);
        if let Expr::Name(target) = &*it.target {
            self.narrow_by_assignment(&target.id, value);
            let name = self.b.name(&target.id);
            let scope = self.scopes.nearest(self.b, |kind| kind != ScopeKind::Block);
            let binding = self.scopes.bind(self.b, name, scope, BindingKind::Variable, target.start().to_u32());
            self.b.assign(binding, value);
        }
        value
    }

    pub fn lambda(&mut self, it: &ast::ExprLambda, handed: Option<Handed>) -> ValueId {
        let (_, _, body) = self.lambda_inside(it, None, handed);
        self.b.value(Value::Function { symbol: None, returns: vec![body], declared: None, is_async: false })
    }

    /// Sums of literals have their type; others are what the left operand's method gives. Long chains are walked
    /// without recursion, since they lean to the left as deep as they are long.
    fn operation(&mut self, it: &ast::ExprBinOp) -> ValueId {
        let (mut left, mut operands) = (&*it.left, vec![(it.op, &*it.right)]);
        while let Expr::BinOp(inner) = left {
            operands.push((inner.op, &inner.right));
            left = &inner.left;
        }
        let mut result = self.value(left);
        for (op, right) in operands.into_iter().rev() {
            let right = self.value(right);
            let builtin = |value: ValueId| match self.b.graph.values[value as usize] {
                Value::Builtin(builtin) => Some(builtin),
                _ => None,
            };
            let is_sum = matches!(op, Operator::Add | Operator::Mod | Operator::Mult);
            result = match (builtin(result), builtin(right)) {
                (Some(Builtin::Number), Some(Builtin::Number)) => result,
                (Some(Builtin::String), _) if is_sum => result,
                (_, Some(Builtin::String)) if op == Operator::Add => right,
                (Some(_), _) => self.unknown(),
                (None, _) => {
                    let name = self.b.name(op.dunder());
                    let callee = self.b.value(Value::Member { object: result, name });
                    self.b.value(Value::Call { callee, arguments: vec![right] })
                }
            };
        }
        result
    }

    fn interpolated(&mut self, element: &InterpolatedStringElement) {
        let InterpolatedStringElement::Interpolation(it) = element else { return };
        self.value(&it.expression);
        if let Some(spec) = &it.format_spec {
            self.deeper(&**spec, |walk| spec.elements.iter().for_each(|element| walk.interpolated(element)));
        }
    }
}

/// Whether an expression is about classes, by their names.
fn is_of_classes(it: &Expr) -> bool {
    match it {
        Expr::Name(name) => name.id.starts_with(char::is_uppercase) && name.id.contains(char::is_lowercase),
        Expr::Attribute(it) => it.attr.starts_with(char::is_uppercase) && it.attr.contains(char::is_lowercase),
        Expr::BinOp(it) => {
            matches!(it.op, Operator::BitAnd | Operator::BitOr) && is_of_classes(&it.left) && is_of_classes(&it.right)
        }
        _ => false,
    }
}
