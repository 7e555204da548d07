//! Conditions that ask which system it is: `sys.platform == "win32"`, `os.name == "nt"`.

use super::literals::string_items;
use syntax::ruff::ast::{BoolOp, CmpOp, Expr, UnaryOp};

/// How a common system, Linux, answers what is asked for its name.
const NAMES: [(&str, &str, &str); 2] = [("sys", "platform", "linux"), ("os", "name", "posix")];

/// Of the branches of one `if`, by their conditions, whether a common system never runs them: the condition fails there,
/// or that of a branch before holds.
pub fn are_elsewhere<'e>(tests: impl Iterator<Item = Option<&'e Expr>>) -> Vec<bool> {
    let mut is_decided = false;
    tests
        .map(|test| {
            let holds = test.and_then(holds);
            let is_elsewhere = is_decided || holds == Some(false);
            is_decided |= holds == Some(true);
            is_elsewhere
        })
        .collect()
}

/// Whether a condition holds on a common system. None: it asks for more than which system it is.
fn holds(test: &Expr) -> Option<bool> {
    match test {
        Expr::UnaryOp(it) if it.op == UnaryOp::Not => holds(&it.operand).map(|it| !it),
        Expr::BoolOp(it) => {
            // What decides the whole whatever the others say.
            let decisive = it.op == BoolOp::Or;
            let parts: Vec<Option<bool>> = it.values.iter().map(holds).collect();
            if parts.contains(&Some(decisive)) {
                return Some(decisive);
            }
            parts.into_iter().collect::<Option<Vec<_>>>().map(|_| !decisive)
        }
        Expr::Compare(it) => {
            let ([op], [wanted]) = (&it.ops[..], &it.comparators[..]) else { return None };
            let own = system(&it.left)?;
            match op {
                CmpOp::Eq => Some(text(wanted)? == own),
                CmpOp::NotEq => Some(text(wanted)? != own),
                CmpOp::In => Some(string_items(wanted)?.iter().any(|it| it == own)),
                CmpOp::NotIn => Some(!string_items(wanted)?.iter().any(|it| it == own)),
                _ => None,
            }
        }
        Expr::Call(it) => {
            let Expr::Attribute(method) = &*it.func else { return None };
            let own = system(&method.value).filter(|_| method.attr.as_str() == "startswith")?;
            let [prefix] = &it.arguments.args[..] else { return None };
            match text(prefix) {
                Some(prefix) => Some(own.starts_with(prefix)),
                None => Some(string_items(prefix)?.iter().any(|it| own.starts_with(it.as_str()))),
            }
        }
        _ => None,
    }
}

/// The answer to what an expression asks: of `sys.platform`, `linux`.
fn system(asked: &Expr) -> Option<&'static str> {
    let Expr::Attribute(it) = asked else { return None };
    let Expr::Name(module) = &*it.value else { return None };
    let found = NAMES.iter().find(|(from, name, _)| *from == module.id.as_str() && *name == it.attr.as_str());
    found.map(|(_, _, answer)| *answer)
}

fn text(of: &Expr) -> Option<&str> {
    of.as_string_literal_expr().map(|it| it.value.to_str())
}
