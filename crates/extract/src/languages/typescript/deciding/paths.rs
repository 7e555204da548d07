//! What stands for the path of a request, and for its method.

use super::*;
use syntax::oxc::syntax::operator::BinaryOperator;

/// Which part of an address something is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathOf {
    /// The whole path.
    Whole,
    /// The path below what the function stands at, in Express.
    Relative,
    /// What names the route in SvelteKit, with its groups: `/(site)/films/[id]`.
    Route,
    /// Something made of it.
    Part,
}

/// What is called so holds the request, or what has it.
const REQUESTS: [&str; 10] = ["req", "request", "ctx", "context", "c", "event", "evt", "e", "to", "raw"];
/// Of these the path may begin where the function stands at.
const OF_EXPRESS: [&str; 2] = ["req", "request"];
/// Parameters that are called so are paths.
const GIVEN: [&str; 8] = ["p", "path", "pathname", "url", "route", "href", "currentPath", "requestPath"];
/// What asks something of a text.
const ASKING: [&str; 6] = ["startsWith", "endsWith", "includes", "match", "search", "indexOf"];
/// What gives a text that is as long.
const KEEPING: [&str; 5] = ["toLowerCase", "toString", "trim", "valueOf", "normalize"];

impl<'a> Reader<'_, '_> {
    /// The names that a function's parameters bind.
    pub fn parameters(&mut self, params: &FormalParameters<'a>) {
        for param in &params.items {
            match &param.pattern {
                BindingPattern::BindingIdentifier(id) if GIVEN.contains(&id.name.as_str()) => {
                    self.paths.insert(id.name.to_string(), PathOf::Whole);
                }
                pattern => self.taken_apart(pattern, true),
            }
        }
    }

    /// The paths among the names of a pattern, by the members that they are.
    pub fn taken_apart(&mut self, pattern: &BindingPattern<'a>, of_request: bool) {
        let BindingPattern::ObjectPattern(object) = pattern else { return };
        for property in &object.properties {
            let Some(key) = property.key.static_name() else { continue };
            let bound = match &property.value {
                BindingPattern::BindingIdentifier(id) => id.name.to_string(),
                inner => {
                    self.taken_apart(inner, REQUESTS.contains(&&*key) || matches!(&*key, "nextUrl" | "url"));
                    continue;
                }
            };
            match &*key {
                "pathname" | "originalUrl" => _ = self.paths.insert(bound, PathOf::Whole),
                "path" if of_request => _ = self.paths.insert(bound, PathOf::Relative),
                "method" if of_request => _ = self.methods.insert(bound),
                _ => {}
            }
        }
    }

    /// Whether an expression is a path.
    pub fn path(&self, value: &Expression<'a>) -> Option<PathOf> {
        let value = value.get_inner_expression();
        if let Some((object, name)) = member(value) {
            let of = last_name(object);
            return match name {
                "pathname" | "originalUrl" | "routerPath" => Some(PathOf::Whole),
                "path" | "url" if of.is_some_and(|it| REQUESTS.contains(&it)) => {
                    let of = of.unwrap_or_default();
                    let is_inner = member(object).is_some();
                    let is_relative = OF_EXPRESS.contains(&of) && !is_inner;
                    Some(if is_relative { PathOf::Relative } else { PathOf::Whole })
                }
                "id" if of == Some("route") => {
                    let holder = member(object).and_then(|(holder, _)| last_name(holder));
                    holder.filter(|it| REQUESTS.contains(it)).map(|_| PathOf::Route)
                }
                _ => None,
            };
        }
        if let Some(call) = call(value) {
            let callee = call.callee.get_inner_expression();
            if let Some((object, name)) = member(callee) {
                let of = self.path(object).filter(|_| !ASKING.contains(&name))?;
                return Some(if KEEPING.contains(&name) { of } else { PathOf::Part });
            }
            let given = call.arguments.first().and_then(|it| it.as_expression());
            return match last_name(callee)? {
                "decodeURI" | "decodeURIComponent" | "String" => self.path(given?),
                "getRequestPath" => Some(PathOf::Whole),
                _ => None,
            };
        }
        match value {
            Expression::Identifier(id) => self.paths.get(id.name.as_str()).copied(),
            Expression::AwaitExpression(it) => self.path(&it.argument),
            Expression::LogicalExpression(it) => self.path(&it.left),
            Expression::ComputedMemberExpression(it) => {
                // What stands before the query: `req.url.split("?")[0]`.
                let call = call(&it.object)?;
                let (object, name) = member(call.callee.get_inner_expression())?;
                let of = self.path(object)?;
                let is_first = matches!(&it.expression, Expression::NumericLiteral(at) if at.value == 0.0);
                let at = call.arguments.first().and_then(|it| it.as_expression());
                let is_query =
                    matches!(at, Some(Expression::StringLiteral(it)) if matches!(it.value.as_str(), "?" | "#"));
                Some(if name == "split" && is_first && is_query { of } else { PathOf::Part })
            }
            Expression::TemplateLiteral(it) => it.expressions.iter().find_map(|it| self.path(it)).map(|_| PathOf::Part),
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                self.path(&it.left).or_else(|| self.path(&it.right)).map(|_| PathOf::Part)
            }
            _ => None,
        }
    }

    /// Whether an expression is a request's method.
    pub fn is_method(&self, value: &Expression<'a>) -> bool {
        let value = value.get_inner_expression();
        if let Some((object, name)) = member(value) {
            return name == "method" && last_name(object).is_some_and(|it| REQUESTS.contains(&it));
        }
        if let Some(call) = call(value) {
            let of = member(call.callee.get_inner_expression());
            return of.is_some_and(|(object, name)| name == "toUpperCase" && self.is_method(object));
        }
        matches!(value, Expression::Identifier(id) if self.methods.contains(id.name.as_str()))
    }

    /// Whether anything in an expression is a path.
    pub fn mentions_path(&self, at: Span) -> bool {
        let text = self.slice(at);
        if text.contains("route.id") || text.contains("route?.id") {
            return true;
        }
        if !text.contains("pathname")
            && ["searchParams", ".search", ".host", ".origin", ".query"].iter().any(|it| text.contains(it))
        {
            return false;
        }
        let mut words = text.split(|it: char| !(it.is_alphanumeric() || it == '_' || it == '$'));
        words.any(|it| {
            matches!(it, "pathname" | "originalUrl" | "routerPath" | "path" | "url" | "href")
                || self.paths.contains_key(it)
        })
    }

    /// Whether an expression is the request as a whole.
    pub fn is_request(&self, value: &Expression<'a>) -> bool {
        matches!(last_name(value), Some(name) if REQUESTS.contains(&name))
    }
}

/// A member and what it is one of.
pub fn member<'b, 'a>(value: &'b Expression<'a>) -> Option<(&'b Expression<'a>, &'b str)> {
    match value.get_inner_expression() {
        Expression::StaticMemberExpression(it) => Some((&it.object, it.property.name.as_str())),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::StaticMemberExpression(it) => Some((&it.object, it.property.name.as_str())),
            _ => None,
        },
        _ => None,
    }
}

pub fn call<'b, 'a>(value: &'b Expression<'a>) -> Option<&'b CallExpression<'a>> {
    match value.get_inner_expression() {
        Expression::CallExpression(it) => Some(it),
        Expression::ChainExpression(chain) => match &chain.expression {
            ChainElement::CallExpression(it) => Some(it),
            _ => None,
        },
        _ => None,
    }
}

/// The last name of what is named.
pub fn last_name<'b>(value: &'b Expression<'_>) -> Option<&'b str> {
    match value.get_inner_expression() {
        Expression::Identifier(id) => Some(id.name.as_str()),
        inner => member(inner).map(|(_, name)| name),
    }
}
