//! What is known of a name where it stands: by a test, `isinstance(x, T)` in the block that it guards, and by what it was
//! given last.

use super::Walk;
use super::assigned::Assigned;
use crate::builder::Builder;
use facts::*;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ruff::ast::{BoolOp, CmpOp, Expr, Parameters, Stmt, UnaryOp};
use syntax::ruff::text_size::Ranged;

/// What is known in the function that is walked. An assignment ends what a test said.
#[derive(Default)]
pub struct Narrowing {
    level: u32,
    /// In the order in which it came to be known.
    known: Vec<Known>,
    /// The names that are given something in several places: what was given last is known of them alone.
    changing: FxHashSet<String>,
    /// The nodes of names of which something is known: by the name's own node and what is known last.
    made: FxHashMap<(ValueId, ValueId), ValueId>,
    /// Settings of the environment that are there in a block.
    settings: Vec<(String, u32)>,
    /// How many loops are around.
    loops: u32,
}

#[derive(Clone)]
struct Known {
    /// The name or attribute as written.
    text: String,
    /// As [`facts::Narrowing::test`] has it.
    test: ValueId,
    outcome: Outcome,
    /// That of the block in which it holds.
    level: u32,
    /// What an attribute was given last.
    is_attribute: bool,
    /// No loop is around that may give the name something else.
    lasts: bool,
}

/// What was known at some place.
pub struct Before(Vec<Known>);

impl Narrowing {
    /// For the body of a function, or a module's.
    pub fn of(params: Option<&Parameters>, body: &[Stmt]) -> Self {
        Self { changing: Assigned::of(params, body).changing(), ..Self::default() }
    }

    /// For a function that may run later: what tests said of names holds there, where these are given something once and
    /// the function has none of its own by that name.
    pub fn inside(&self, params: Option<&Parameters>, body: &[Stmt]) -> Self {
        let assigned = Assigned::of(params, body);
        let lasts = |known: &&Known| {
            let is_name = !known.is_attribute && !known.text.contains('.');
            is_name && known.lasts && !self.changing.contains(&known.text) && !assigned.gives(&known.text)
        };
        let known = self.known.iter().filter(lasts).map(|known| Known { level: 0, ..known.clone() }).collect();
        Self { changing: assigned.changing(), known, ..Self::default() }
    }

    /// What is walked from here to [`Self::leave_loop`] may run again.
    pub fn enter_loop(&mut self) {
        self.loops += 1;
    }

    pub fn leave_loop(&mut self) {
        self.loops -= 1;
    }

    /// Starts a block; give [`Self::close`] what this returns.
    pub fn open(&mut self) -> u32 {
        self.level += 1;
        self.level - 1
    }

    pub fn close(&mut self, level: u32) {
        self.level = level;
        self.known.retain(|known| known.level <= level);
        self.settings.retain(|known| known.1 <= level);
    }

    /// Whether what is walked stands under a condition, or in a loop.
    pub fn is_in_block(&self) -> bool {
        self.level > 0
    }

    pub fn now(&self) -> Before {
        Before(self.known.clone())
    }

    /// Nothing comes here from what was walked since.
    pub fn back_to(&mut self, before: Before) {
        self.known = before.0;
    }

    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    pub fn has_setting(&self, name: &str) -> bool {
        self.settings.iter().any(|known| known.0 == name)
    }

    /// `text` was assigned, so nothing is known of it and its attributes.
    pub fn forget(&mut self, text: &str) {
        let is_of =
            |known: &Known| known.text.strip_prefix(text).is_some_and(|it| it.is_empty() || it.starts_with('.'));
        self.known.retain(|known| !is_of(known));
    }

    /// What a loop's body gives something may be that when the body starts again, and behind it.
    pub fn forget_assigned(&mut self, body: &[Stmt]) {
        if !self.known.is_empty() {
            Assigned::of(None, body).names().for_each(|name| self.forget(name));
            self.known.retain(|known| !known.is_attribute);
        }
    }

    /// From here on an attribute of the instance is `value`, as far as what it is declared to be goes together with that.
    pub fn attribute_assigned(&mut self, b: &mut Builder, text: String, value: ValueId) {
        let test = b.value(Value::Either { options: vec![value] });
        self.known.push(Known {
            text,
            test,
            outcome: Outcome::Holds,
            level: self.level,
            is_attribute: true,
            lasts: false,
        });
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
            Expr::Call(it) if matches!(&*it.func, Expr::Name(f) if f.id == "isinstance") => {
                if let [subject, class] = &it.arguments.args[..] {
                    self.narrow_to(subject, class, if holds { Outcome::Holds } else { Outcome::Fails });
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

    /// From here on `subject` is an instance of `class`, which may be a tuple of classes, or is none.
    pub fn narrow_to(&mut self, subject: &Expr, class: &Expr, outcome: Outcome) {
        if is_path(subject) && matches!(class, Expr::Name(_) | Expr::Attribute(_) | Expr::Tuple(_) | Expr::BinOp(_)) {
            let ty = self.class_type(class);
            let test = self.b.value(Value::Cast { ty });
            let text = self.slice(subject.range()).to_owned();
            let (level, lasts) = (self.narrowing.level, self.narrowing.loops == 0);
            self.narrowing.known.push(Known { text, test, outcome, level, is_attribute: false, lasts });
        }
    }

    /// From here on `name` is `value`, and nothing else is known of it.
    pub fn narrow_by_assignment(&mut self, name: &str, value: ValueId) {
        self.narrowing.forget(name);
        let scope = self.scopes.current();
        let is_own = matches!(self.b.graph.scopes[scope as usize].kind, ScopeKind::Function | ScopeKind::Module);
        if is_own && self.narrowing.changing.contains(name) {
            let test = self.b.value(Value::Either { options: vec![value] });
            let (text, level) = (name.to_owned(), self.narrowing.level);
            self.narrowing.known.push(Known {
                text,
                test,
                outcome: Outcome::Holds,
                level,
                is_attribute: false,
                lasts: false,
            });
        }
    }

    /// The node of a name or attribute with what is known of it here.
    pub fn narrowed(&mut self, expr: &Expr, value: ValueId) -> ValueId {
        if self.narrowing.is_empty() || !is_path(expr) {
            return value;
        }
        let text = self.slice(expr.range());
        let known: Vec<(ValueId, Outcome)> = self
            .narrowing
            .known
            .iter()
            .filter(|known| known.text == text)
            .map(|known| (known.test, known.outcome))
            .collect();
        let Some(&(last, _)) = known.last() else { return value };
        if let Some(&made) = self.narrowing.made.get(&(value, last)) {
            return made;
        }
        let node = self.b.graph.values[value as usize].clone();
        let made = self.b.value(node);
        self.narrowing.made.insert((value, last), made);
        self.b.graph.narrowings.extend(known.into_iter().map(|(test, outcome)| facts::Narrowing {
            value: made,
            test,
            argument: 0,
            outcome,
            asserted_by: None,
            joined: false,
        }));
        made
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
