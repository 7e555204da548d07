//! What conditions ask.

use super::lists::escaped;
use super::paths::{call, last_name, member};
use super::*;
use syntax::oxc::syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};

/// What functions are called that say which paths are open.
const OPENING: [&str; 9] =
    ["open", "matche", "public", "exclu", "whitelist", "allowlist", "unprotected", "exempt", "route"];

impl<'a> Reader<'_, '_> {
    pub fn condition(&mut self, value: &Expression<'a>) -> Cond {
        let value = value.get_inner_expression();
        match value {
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
                self.condition(&it.argument).not()
            }
            Expression::LogicalExpression(it) => {
                let one = self.condition(&it.left);
                let other = self.condition(&it.right);
                match it.operator {
                    LogicalOperator::And => one.and(other),
                    LogicalOperator::Or => one.or(other),
                    LogicalOperator::Coalesce => self.unread(it.span),
                }
            }
            Expression::ConditionalExpression(it) => {
                let test = self.condition(&it.test);
                let then = self.condition(&it.consequent);
                let other = self.condition(&it.alternate);
                if self.copies_too_much(test.nodes()) {
                    return Cond::Open;
                }
                test.clone().and(then).or(test.not().and(other))
            }
            Expression::BooleanLiteral(it) => Cond::Always(it.value),
            Expression::AwaitExpression(it) => self.condition(&it.argument),
            Expression::BinaryExpression(it) => self.compared(it),
            Expression::Identifier(id) => match self.conditions.get(id.name.as_str()).cloned() {
                Some(known) if self.copies_too_much(known.nodes()) => Cond::Open,
                Some(known) => known,
                None => Cond::Free,
            },
            _ => match call(value) {
                Some(call) => self.called(call),
                None => self.unread(value.span()),
            },
        }
    }

    /// Whether anything in an expression is one of a list.
    fn mentions_element(&self, at: Span) -> bool {
        let Some(element) = &self.element else { return false };
        let mut words = self.slice(at).split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '$'));
        words.any(|it| it == element)
    }

    /// What is not understood: of the path, if it is about one.
    fn unread(&self, at: Span) -> Cond {
        if self.mentions_path(at) || self.mentions_element(at) { Cond::Open } else { Cond::Free }
    }

    fn compared(&mut self, it: &BinaryExpression<'a>) -> Cond {
        use BinaryOperator::*;
        let (left, right) = (it.left.get_inner_expression(), it.right.get_inner_expression());
        let is_same = matches!(it.operator, StrictEquality | Equality);
        let is_other = matches!(it.operator, StrictInequality | Inequality);
        let turned = |cond: Cond| if is_other { cond.not() } else { cond };
        if is_same || is_other {
            for (one, other) in [(left, right), (right, left)] {
                if let Some(of) = self.path(one) {
                    let text = self.expression_of(other);
                    return match text.filter(|_| of != PathOf::Part) {
                        Some(text) => turned(fits(format!("^{text}$"), of)),
                        None if of != PathOf::Part => match self.text_named(other) {
                            Some(at) => turned(Cond::Any(at, Box::new(fits(format!("^{ELEMENT}$"), of)))),
                            None => Cond::Open,
                        },
                        None => Cond::Open,
                    };
                }
                if self.is_method(one) {
                    return match other {
                        Expression::StringLiteral(text) => turned(Cond::Method(vec![text.value.to_uppercase()])),
                        _ => Cond::Open,
                    };
                }
            }
        }
        // What is found at all, or at the beginning: `path.indexOf("/api") === 0`.
        if let Some(call) = call(left)
            && last_name(&call.callee) == Some("indexOf")
        {
            let number = match right {
                Expression::NumericLiteral(it) => Some(it.value),
                Expression::UnaryExpression(it) if it.operator == UnaryOperator::UnaryNegation => match &it.argument {
                    Expression::NumericLiteral(it) => Some(-it.value),
                    _ => None,
                },
                _ => None,
            };
            let name = match (it.operator, number) {
                (StrictEquality | Equality, Some(0.0)) => Some(("startsWith", false)),
                (StrictInequality | Inequality | GreaterThan, Some(-1.0)) | (GreaterEqualThan, Some(0.0)) => {
                    Some(("includes", false))
                }
                (StrictEquality | Equality, Some(-1.0)) | (LessThan, Some(0.0)) => Some(("includes", true)),
                _ => None,
            };
            if let (Some((name, is_turned)), Some((object, _))) = (name, member(&call.callee)) {
                let cond = self.asked_of(object, name, call);
                return if is_turned { cond.not() } else { cond };
            }
        }
        self.unread(it.span)
    }

    fn called(&mut self, it: &CallExpression<'a>) -> Cond {
        if let Some((object, name)) = member(&it.callee) {
            return self.asked_of(object, name, it);
        }
        let Expression::Identifier(id) = it.callee.get_inner_expression() else { return self.unread(it.span) };
        let [only] = &it.arguments[..] else { return self.unread(it.span) };
        let Some(given) = only.as_expression() else { return self.unread(it.span) };
        if id.name == "Boolean" {
            return self.condition(given);
        }
        if let Some(list) = self.lists.get(id.name.as_str()).cloned() {
            return self.any_of(list, &fits(format!("^{ELEMENT}$"), PathOf::Whole));
        }
        let by_path = match self.path(given) {
            Some(PathOf::Part) => return Cond::Open,
            Some(_) => true,
            None => false,
        };
        let name = id.name.to_ascii_lowercase();
        let opens = OPENING.iter().any(|it| name.contains(it));
        if !(by_path || opens && self.is_request(given)) {
            return self.unread(it.span);
        }
        match self.named(id) {
            Some(at) => Cond::Asked(at, by_path || opens),
            None => Cond::Open,
        }
    }

    /// What a method asks of what it is called on.
    fn asked_of(&mut self, object: &Expression<'a>, name: &str, it: &CallExpression<'a>) -> Cond {
        let Some(given) = it.arguments.first().and_then(|it| it.as_expression()) else { return self.unread(it.span) };
        let given = given.get_inner_expression();
        if let Some(of) = self.path(object) {
            if of == PathOf::Part {
                return Cond::Open;
            }
            if let (Expression::RegExpLiteral(of_path), "match" | "search") = (given, name) {
                return expression(of_path, of);
            }
            let Some(text) = self.expression_of(given) else {
                let pattern = match name {
                    "startsWith" => format!("^{ELEMENT}"),
                    "endsWith" => format!("{ELEMENT}$"),
                    "includes" => ELEMENT.to_string(),
                    _ => return Cond::Open,
                };
                return match self.text_named(given) {
                    Some(at) => Cond::Any(at, Box::new(fits(pattern, of))),
                    None => Cond::Open,
                };
            };
            return match name {
                "startsWith" => fits(format!("^{text}"), of),
                "endsWith" => fits(format!("{text}$"), of),
                "includes" => fits(text, of),
                "match" if text == ELEMENT.to_string() => fits(EXPRESSION.to_string(), of),
                _ => Cond::Open,
            };
        }
        let asked = self.path(given).filter(|it| *it != PathOf::Part);
        match name {
            "test" | "exec" => {
                let Some(of) = asked else { return self.unread(it.span) };
                match object.get_inner_expression() {
                    Expression::RegExpLiteral(regex) => expression(regex, of),
                    object if self.is_element(object) => fits(EXPRESSION.to_string(), of),
                    object => match self.listed(object) {
                        Some(all) => self.any_of(all, &fits(EXPRESSION.to_string(), of)),
                        None => Cond::Open,
                    },
                }
            }
            "includes" | "has" if self.is_method(given) => match object.get_inner_expression() {
                Expression::ArrayExpression(list) => {
                    let text = |it: &ArrayExpressionElement| match it {
                        ArrayExpressionElement::StringLiteral(it) => Some(it.value.to_uppercase()),
                        _ => None,
                    };
                    let all: Option<Vec<String>> = list.elements.iter().map(text).collect();
                    all.map_or(Cond::Open, Cond::Method)
                }
                _ => Cond::Open,
            },
            "includes" | "has" => {
                let Some(of) = asked else { return self.unread(it.span) };
                match self.listed(object) {
                    Some(all) => self.any_of(all, &fits(format!("^{ELEMENT}$"), of)),
                    None => Cond::Open,
                }
            }
            "some" | "find" => self.of_each(object, given).unwrap_or_else(|| self.unread(it.span)),
            _ => self.unread(it.span),
        }
    }

    /// What a function asks of each of a list.
    fn of_each(&mut self, object: &Expression<'a>, given: &Expression<'a>) -> Option<Cond> {
        let Expression::ArrowFunctionExpression(arrow) = given else { return None };
        let [param] = &arrow.params.items[..] else { return None };
        let BindingPattern::BindingIdentifier(id) = &param.pattern else { return None };
        let all = self.listed(object)?;
        let asked = match &arrow.body {
            ArrowFunctionBody::FunctionBody(body) => match &body.statements[..] {
                [Statement::ReturnStatement(it)] => it.argument.as_ref()?,
                _ => return None,
            },
            body => body.as_expression()?,
        };
        let outer = self.element.replace(id.name.to_string());
        let hidden = self.paths.remove(id.name.as_str());
        let cond = self.condition(asked);
        self.element = outer;
        if let Some(hidden) = hidden {
            self.paths.insert(id.name.to_string(), hidden);
        }
        Some(self.any_of(all, &cond))
    }

    /// What holds of one of a list in each turn of a loop.
    pub fn of_loop(&mut self, name: &str, list: &Expression<'a>, test: &Expression<'a>) -> Option<Cond> {
        let all = self.listed(list)?;
        let outer = self.element.replace(name.to_owned());
        let cond = self.condition(test);
        self.element = outer;
        Some(self.any_of(all, &cond))
    }

    /// The place of a name that may hold a text: a constant of the file, or of another.
    fn text_named(&mut self, value: &Expression<'a>) -> Option<usize> {
        match value.get_inner_expression() {
            Expression::Identifier(id) => self.named(id),
            _ => None,
        }
    }

    fn is_element(&self, value: &Expression<'a>) -> bool {
        matches!(value, Expression::Identifier(id) if self.element.as_deref() == Some(id.name.as_str()))
    }

    /// A text as an expression has it; one of a list in its place.
    fn expression_of(&self, value: &Expression<'a>) -> Option<String> {
        match value.get_inner_expression() {
            Expression::StringLiteral(it) => Some(escaped(&it.value)),
            Expression::TemplateLiteral(it) => {
                let mut told = String::new();
                for (at, piece) in it.quasis.iter().enumerate() {
                    told.push_str(&escaped(&piece.value.raw));
                    if let Some(inner) = it.expressions.get(at) {
                        told.push_str(&self.expression_of(inner)?);
                    }
                }
                Some(told)
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                Some(self.expression_of(&it.left)? + &self.expression_of(&it.right)?)
            }
            Expression::Identifier(id) if self.element.as_deref() == Some(id.name.as_str()) => {
                Some(ELEMENT.to_string())
            }
            Expression::Identifier(id) => self.texts.get(id.name.as_str()).map(|it| escaped(it)),
            _ => None,
        }
    }
}

fn fits(pattern: String, of: PathOf) -> Cond {
    Cond::Fits { pattern, of, folded: false }
}

fn expression(regex: &RegExpLiteral, of: PathOf) -> Cond {
    let pattern = regex.regex.pattern.text.to_string();
    let folded = regex.regex.flags.to_string().contains('i');
    Cond::Fits { pattern, of, folded }
}
