//! What literals hold.

use syntax::ruff::ast::{self, Expr};

/// The items of a list or tuple of string literals, or of several joined by `+`.
pub fn string_items(value: &Expr) -> Option<Vec<String>> {
    let items = match value {
        Expr::List(it) => &it.elts[..],
        Expr::Tuple(it) => &it.elts[..],
        Expr::Set(it) => &it.elts[..],
        Expr::BinOp(it) if it.op == ast::Operator::Add => {
            let mut items = string_items(&it.left)?;
            items.extend(string_items(&it.right)?);
            return Some(items);
        }
        _ => return None,
    };
    items.iter().map(|it| Some(it.as_string_literal_expr()?.value.to_str().to_owned())).collect()
}
