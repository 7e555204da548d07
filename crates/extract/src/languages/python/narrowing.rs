//! What a test says of a name's type: `isinstance(x, T)` in the block that it guards.

use super::Walk;
use facts::*;
use syntax::ruff::ast::{BoolOp, CmpOp, Expr, Stmt, UnaryOp};
use syntax::ruff::text_size::Ranged;

/// The narrowed names of the function that is walked. An assignment ends what a test said.
#[derive(Default)]
pub struct Narrowing {
    level: u32,
    /// The name or attribute as written, its value, and the level of the block in which that holds.
    known: Vec<(String, ValueId, u32)>,
    /// Settings of the environment that are there in a block.
    settings: Vec<(String, u32)>,
}

impl Narrowing {
    /// Starts a block; give [`Self::close`] what this returns.
    pub fn open(&mut self) -> u32 {
        self.level += 1;
        self.level - 1
    }

    pub fn close(&mut self, level: u32) {
        self.level = level;
        self.known.retain(|known| known.2 <= level);
        self.settings.retain(|known| known.1 <= level);
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn has_setting(&self, name: &str) -> bool {
        self.settings.iter().any(|known| known.0 == name)
    }

    pub fn find(&self, text: &str) -> Option<ValueId> {
        self.known.iter().rev().find(|known| known.0 == text).map(|known| known.1)
    }

    /// `text` was assigned, so nothing is known of it and its attributes.
    pub fn forget(&mut self, text: &str) {
        self.known
            .retain(|known| known.0.strip_prefix(text).is_none_or(|rest| !(rest.is_empty() || rest.starts_with('.'))));
    }
}

impl Walk<'_, '_> {
    /// Notes what follows from `test` having the outcome `holds`.
    pub fn narrow(&mut self, test: &Expr, holds: bool) {
        match test {
            Expr::UnaryOp(it) if it.op == UnaryOp::Not => self.narrow(&it.operand, !holds),
            Expr::BoolOp(it) if (it.op == BoolOp::And) == holds => {
                it.values.iter().for_each(|part| self.narrow(part, holds));
            }
            Expr::Named(it) => self.narrow(&it.value, holds),
            Expr::Call(it) if holds && matches!(&*it.func, Expr::Name(f) if f.id == "isinstance") => {
                if let [subject, class] = &it.arguments.args[..] {
                    self.narrow_to(subject, class);
                }
            }
            Expr::Compare(_) | Expr::Call(_) => {
                if let Some((name, _)) = self.setting_asked(test).filter(|it| it.1 == holds) {
                    self.narrowing.settings.push((name, self.narrowing.level));
                }
            }
            _ => {}
        }
    }

    /// The setting that a test asks for, and whether it is there where the test holds: `"PORT" in os.environ`,
    /// `os.environ.get("PORT")`, `os.getenv("PORT") is None`.
    fn setting_asked(&mut self, test: &Expr) -> Option<(String, bool)> {
        match test {
            Expr::Compare(it) => match (&*it.ops, &*it.left, &*it.comparators) {
                ([op @ (CmpOp::In | CmpOp::NotIn)], Expr::StringLiteral(name), [holder]) => {
                    let is_it = self.is_from(holder, &["os"], "environ");
                    is_it.then(|| (name.value.to_str().to_owned(), *op == CmpOp::In))
                }
                ([op @ (CmpOp::Is | CmpOp::IsNot)], read, [Expr::NoneLiteral(_)]) => {
                    Some((self.setting_asked(read)?.0, *op == CmpOp::IsNot))
                }
                _ => None,
            },
            Expr::Call(it) => {
                let [Expr::StringLiteral(name), ..] = &*it.arguments.args else { return None };
                let is_read = match &*it.func {
                    Expr::Attribute(method) if method.attr.as_str() == "get" => {
                        self.is_from(&method.value, &["os"], "environ")
                    }
                    function => self.is_from(function, &["os"], "getenv"),
                };
                is_read.then(|| (name.value.to_str().to_owned(), true))
            }
            _ => None,
        }
    }

    /// From here on `subject` is an instance of `class`, which may be a tuple of classes.
    pub fn narrow_to(&mut self, subject: &Expr, class: &Expr) {
        if is_path(subject) && matches!(class, Expr::Name(_) | Expr::Attribute(_) | Expr::Tuple(_) | Expr::BinOp(_)) {
            let ty = self.class_type(class);
            let value = self.b.value(Value::Cast { ty });
            let text = self.slice(subject.range()).to_owned();
            self.narrowing.known.push((text, value, self.narrowing.level));
        }
    }

    /// What is known of a name or attribute by the tests around it.
    pub fn narrowed(&self, expr: &Expr) -> Option<ValueId> {
        if self.narrowing.is_empty() || !is_path(expr) {
            return None;
        }
        self.narrowing.find(self.slice(expr.range()))
    }
}

/// A name, or attributes of one.
fn is_path(expr: &Expr) -> bool {
    let mut expr = expr;
    while let Expr::Attribute(it) = expr {
        expr = &it.value;
    }
    expr.is_name_expr()
}

/// Whether nothing behind a body runs after it.
pub fn leaves(body: &[Stmt]) -> bool {
    matches!(body.last(), Some(Stmt::Return(_) | Stmt::Raise(_) | Stmt::Continue(_) | Stmt::Break(_)))
}
