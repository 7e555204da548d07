//! Lists of routes that are written out, of which loops go through the rows: `["/a", "/b"].forEach((path) => …)`,
//! `const routes = [{ method: "get", path: "/a", handler: list }]`.

use super::*;
use syntax::oxc::ast::ast::*;

/// A table has no more rows.
const MAX_ROWS: usize = 200;
/// Of an object so many members are kept.
const MEMBERS: usize = 32;
/// What members are called that hold a path.
const PATHS: [&str; 4] = ["path", "url", "route", "uri"];
/// What else a route has.
const HANDLING: [&str; 3] = ["handler", "options", "config"];
/// What objects say of what they provide, and what such are called.
const PROVIDING: [&str; 4] = ["useClass", "useExisting", "useFactory", "useValue"];
const PROVIDER: &str = "(provider)";
/// What objects are called that describe routes.
const ROUTE: &str = "(route)";

impl<'a> Walk<'_, '_> {
    /// Keeps a list whose rows are paths, or have one.
    pub fn table(&mut self, list: &ArrayExpression<'a>, value: ValueId) {
        let rows: Vec<_> = list.elements.iter().map_while(|it| it.as_expression()).collect();
        if rows.is_empty() || rows.len() != list.elements.len() || rows.len() > MAX_ROWS || !rows.iter().all(is_route) {
            return;
        }
        let given = rows.into_iter().map(|row| Given { name: None, shape: self.row_written(row) }).collect();
        self.b.written("", value, list.span.start, list.span.end, given);
    }

    /// Keeps an object of which a loop may go through the members: `for (const [path, router] of Object.entries(routers))`.
    pub fn members_written(&mut self, object: &ObjectExpression<'a>, value: ValueId) {
        let is_plain = |it: &ObjectPropertyKind| match it {
            ObjectPropertyKind::ObjectProperty(it) => !it.computed && is_handed(&it.value),
            ObjectPropertyKind::SpreadProperty(_) => false,
        };
        let members = &object.properties;
        if self.goes_through_members && (1..=MEMBERS).contains(&members.len()) && members.iter().all(is_plain) {
            let given = self.members_given(object);
            self.b.written("", value, object.span.start, object.span.end, given);
        }
    }

    /// Keeps an object that describes a route: `{ method: "GET", path: "/a", handler: list }`.
    pub fn route_written(&mut self, object: &ObjectExpression<'a>, value: ValueId) {
        let has = |wanted: &[&str]| {
            let mut keys = object.properties.iter().filter_map(|it| match it {
                ObjectPropertyKind::ObjectProperty(it) => it.key.static_name(),
                ObjectPropertyKind::SpreadProperty(_) => None,
            });
            keys.any(|key| wanted.contains(&&*key))
        };
        let is_path = |it: &ObjectPropertyKind| match it {
            ObjectPropertyKind::ObjectProperty(it) => {
                let is_key = it.key.static_name().is_some_and(|key| PATHS[..1].contains(&&*key));
                let is_text = match it.value.get_inner_expression() {
                    Expression::StringLiteral(_)
                    | Expression::TemplateLiteral(_)
                    | Expression::BinaryExpression(_)
                    | Expression::StaticMemberExpression(_) => true,
                    // What a function hands on under the same name describes no route of its own.
                    Expression::Identifier(name) => !PATHS[..1].contains(&name.name.as_str()),
                    _ => false,
                };
                is_key && is_text
            }
            ObjectPropertyKind::SpreadProperty(_) => false,
        };
        if has(&["method"]) && object.properties.iter().any(is_path) && has(&HANDLING) {
            let given = self.members_given(object);
            self.b.written(ROUTE, value, object.span.start, object.span.end, given);
        }
    }

    /// Keeps an object that says what stands for something where that is asked for:
    /// `{ provide: APP_GUARD, useClass: SignedIn }`.
    pub fn provider_written(&mut self, object: &ObjectExpression<'a>, value: ValueId) {
        let mut keys = object.properties.iter().filter_map(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => it.key.static_name(),
            ObjectPropertyKind::SpreadProperty(_) => None,
        });
        if keys.clone().any(|it| it == "provide") && keys.any(|it| PROVIDING.contains(&&*it)) {
            if self.chosen > 0 {
                self.b.conditional(object.span.start, object.span.start, object.span.end);
            }
            let given = self.members_given(object);
            self.b.written(PROVIDER, value, object.span.start, object.span.end, given);
        }
    }

    /// Has the routes that a list holds go by the list.
    pub fn routes_listed(&mut self, list: &ArrayExpression<'a>, value: ValueId) {
        for item in list.elements.iter().filter_map(|it| it.as_expression()) {
            let Expression::ObjectExpression(object) = item.get_inner_expression() else { continue };
            let span = object.span;
            let Some(held) = self.made.get(&(span.start, span.end)).copied() else { continue };
            let written = self.b.graph.literals.iter_mut().rev();
            if let Some(literal) = written.take(MAX_ROWS).find(|it| it.result == Some(held)) {
                literal.callee = value;
            }
        }
    }
}

/// Whether it is something that is handed on to be called or mounted, and no text.
fn is_handed(value: &Expression) -> bool {
    use Expression as Ex;
    matches!(
        value.get_inner_expression(),
        Ex::Identifier(_) | Ex::StaticMemberExpression(_) | Ex::CallExpression(_) | Ex::NewExpression(_)
    )
}

/// Whether a row is a path, or holds one.
fn is_route(row: &&Expression) -> bool {
    let is_path = |it: &Expression| match it.get_inner_expression() {
        Expression::StringLiteral(text) => text.value.starts_with('/'),
        Expression::TemplateLiteral(_) => true,
        Expression::RegExpLiteral(_) => true,
        _ => false,
    };
    match row.get_inner_expression() {
        Expression::ObjectExpression(object) => object.properties.iter().any(|it| match it {
            ObjectPropertyKind::ObjectProperty(it) => it.key.static_name().is_some_and(|key| PATHS.contains(&&*key)),
            ObjectPropertyKind::SpreadProperty(_) => false,
        }),
        Expression::ArrayExpression(row) => row.elements.iter().filter_map(|it| it.as_expression()).any(is_path),
        row => is_path(row),
    }
}
