//! Lists of routes that are written out, of which loops go through the rows: `["/a", "/b"].forEach((path) => …)`,
//! `const routes = [{ method: "get", path: "/a", handler: list }]`.

use super::*;
use syntax::oxc::ast::ast::*;

/// A table has no more rows.
const MAX_ROWS: usize = 200;
/// What members are called that hold a path.
const PATHS: [&str; 4] = ["path", "url", "route", "uri"];

impl<'a> Walk<'_, '_> {
    /// Keeps a list whose rows are paths, or have one.
    pub fn table(&mut self, list: &ArrayExpression<'a>, value: ValueId) {
        let rows: Vec<_> = list.elements.iter().map_while(|it| it.as_expression()).collect();
        if rows.is_empty() || rows.len() != list.elements.len() || rows.len() > MAX_ROWS || !rows.iter().all(is_route) {
            return;
        }
        let given = rows.into_iter().map(|row| Given { name: None, shape: self.row_written(row) }).collect();
        self.b.table(value, list.span.start, list.span.end, given);
    }
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
