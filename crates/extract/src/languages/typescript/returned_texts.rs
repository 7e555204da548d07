//! The texts that functions put together of what they are given: `routerPath(name) { return "/" + name; }` gives
//! `/${$0}`, where `$0` is the first parameter. They are kept as texts of a member of the function that is called `()`,
//! and where a flag adds to them, of one that is called by the flag as well, `($1)`, or `($1=true)` with its default.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;
use syntax::oxc::syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator, UnaryOperator};

/// What is longer is no path.
const LONGEST: usize = 120;
/// Functions of more statements do more than that.
const STATEMENTS: usize = 12;

/// A text, and what it is where a flag is set.
#[derive(Clone, Default)]
struct Made {
    plain: String,
    flagged: Option<(String, String)>,
}

impl Made {
    fn of(plain: String) -> Self {
        Self { plain, flagged: None }
    }

    /// One behind the other. None: two flags decide.
    fn and(self, next: &Self) -> Option<Self> {
        let plain = format!("{}{}", self.plain, next.plain);
        let flagged = match (self.flagged, &next.flagged) {
            (Some((flag, _)), Some((other, _))) if flag != *other => return None,
            (Some((flag, text)), Some((_, other))) => Some((flag, text + other)),
            (Some((flag, text)), None) => Some((flag, text + &next.plain)),
            (None, Some((flag, other))) => Some((flag.clone(), self.plain + other)),
            (None, None) => None,
        };
        Some(Self { plain, flagged })
    }

    fn chosen((flag, is_set): (String, bool), then: Self, otherwise: Self) -> Option<Self> {
        let (then, otherwise) = if is_set { (then, otherwise) } else { (otherwise, then) };
        let is_plain = then.flagged.is_none() && otherwise.flagged.is_none();
        is_plain.then_some(Self { plain: otherwise.plain, flagged: Some((flag, then.plain)) })
    }
}

/// What the names of a function hold.
type Held = FxHashMap<String, Made>;

impl<'a> Walk<'_, '_> {
    /// Keeps the path that a function gives back.
    pub fn keep_returned_text(&mut self, symbol: SymbolId, params: &FormalParameters<'a>, body: &[Statement<'a>]) {
        if body.len() > STATEMENTS {
            return;
        }
        let flags = names_of(params);
        let made = self.returned_by(body, &mut given(&flags), &flags);
        self.keep_made(symbol, made, params);
    }

    /// The same of an arrow that is one expression.
    pub fn keep_arrow_text(&mut self, symbol: SymbolId, params: &FormalParameters<'a>, value: &Expression<'a>) {
        let flags = names_of(params);
        let made = self.text_made(value, &given(&flags), &flags);
        self.keep_made(symbol, made, params);
    }

    fn keep_made(&mut self, symbol: SymbolId, made: Option<Made>, params: &FormalParameters<'a>) {
        let Some(Made { plain, flagged }) = made else { return };
        let (flag, text) = flagged.unzip();
        let all = || [Some(&plain), text.as_ref()].into_iter().flatten();
        let is_path = |it: &String| it.is_empty() || it.starts_with(['/', '$']) || it.contains('/');
        let is_short = |it: &String| it.len() <= LONGEST && !it.contains([' ', '\n', '\\']);
        if !all().any(|it| it.contains('/')) || !all().all(|it| is_path(it) && is_short(it)) {
            return;
        }
        let name = flag.and_then(|flag| {
            let at = names_of(params).iter().position(|it| *it == flag)?;
            let default = params.items[at].initializer.as_ref().map(|it| it.span());
            let default = default.map(|it| format!("={}", self.b.source.slice(it.start, it.end)));
            Some(format!("(${at}{})", default.unwrap_or_default()))
        });
        for (name, text) in [(Some("()".to_owned()), Some(plain)), (name, text)] {
            let (Some(name), Some(text)) = (name, text) else { continue };
            let (name, text) = (self.b.name(&name), self.b.name(&text));
            self.b.graph.member_texts.push((symbol, name, text));
        }
    }

    fn returned_by(&mut self, body: &[Statement<'a>], held: &mut Held, flags: &[String]) -> Option<Made> {
        for (at, statement) in body.iter().enumerate() {
            match statement {
                Statement::ReturnStatement(it) => return self.text_made(it.argument.as_ref()?, held, flags),
                Statement::VariableDeclaration(it) => {
                    for declared in &it.declarations {
                        let BindingPattern::BindingIdentifier(id) = &declared.id else { return None };
                        let init = declared.init.as_ref()?;
                        let made = self.text_made(init, held, flags)?;
                        held.insert(id.name.to_string(), made);
                    }
                }
                Statement::ExpressionStatement(it) => self.changed_by(&it.expression, held, flags)?,
                Statement::IfStatement(it) => {
                    let flag = flag_of(&it.test, flags)?;
                    let then = statements(&it.consequent);
                    let [only] = then else { return None };
                    if matches!(only, Statement::ReturnStatement(_)) {
                        let then = self.returned_by(then, &mut held.clone(), flags)?;
                        let otherwise = match &it.alternate {
                            Some(it) => self.returned_by(statements(it), held, flags)?,
                            None => self.returned_by(&body[at + 1..], held, flags)?,
                        };
                        return Made::chosen(flag, then, otherwise);
                    }
                    let Statement::ExpressionStatement(changes) = only else { return None };
                    let other = match it.alternate.as_ref().map(statements) {
                        None => None,
                        Some([Statement::ExpressionStatement(it)]) => Some(&it.expression),
                        Some(_) => return None,
                    };
                    self.changed_where(flag, &changes.expression, other, held, flags)?;
                }
                _ => return None,
            }
        }
        None
    }

    /// What an expression that stands by itself makes of the names: `path += "/x"`.
    fn changed_by(&mut self, it: &Expression<'a>, held: &mut Held, flags: &[String]) -> Option<()> {
        match it.get_inner_expression() {
            Expression::AssignmentExpression(it) => {
                let AssignmentTarget::AssignmentTargetIdentifier(id) = &it.left else { return None };
                let made = self.text_made(&it.right, held, flags)?;
                let made = match it.operator {
                    AssignmentOperator::Assign => made,
                    AssignmentOperator::Addition => held.get(id.name.as_str())?.clone().and(&made)?,
                    _ => return None,
                };
                held.insert(id.name.to_string(), made);
                Some(())
            }
            Expression::ConditionalExpression(it) => {
                let flag = flag_of(&it.test, flags)?;
                let is_nothing = |it: &Expression| match it.get_inner_expression() {
                    Expression::NullLiteral(_) | Expression::StringLiteral(_) => true,
                    Expression::Identifier(id) => id.name == "undefined",
                    _ => false,
                };
                let other = Some(&it.alternate).filter(|it| !is_nothing(it));
                self.changed_where(flag, &it.consequent, other, held, flags)
            }
            Expression::LogicalExpression(it) if it.operator == LogicalOperator::And => {
                self.changed_where(flag_of(&it.left, flags)?, &it.right, None, held, flags)
            }
            Expression::CallExpression(_) => Some(()),
            _ => None,
        }
    }

    fn changed_where(
        &mut self,
        flag: (String, bool),
        then: &Expression<'a>,
        other: Option<&Expression<'a>>,
        held: &mut Held,
        flags: &[String],
    ) -> Option<()> {
        let (mut set, mut unset) = (held.clone(), held.clone());
        self.changed_by(then, &mut set, flags)?;
        if let Some(other) = other {
            self.changed_by(other, &mut unset, flags)?;
        }
        for (name, then) in set {
            let otherwise = unset.remove(&name)?;
            let is_same = then.plain == otherwise.plain && then.flagged == otherwise.flagged;
            let made = if is_same { then } else { Made::chosen(flag.clone(), then, otherwise)? };
            held.insert(name, made);
        }
        Some(())
    }

    fn text_made(&mut self, it: &Expression<'a>, held: &Held, flags: &[String]) -> Option<Made> {
        let it = it.get_inner_expression();
        match it {
            Expression::StringLiteral(text) => Some(Made::of(self.piece(text.span.start + 1, text.span.end - 1))),
            Expression::TemplateLiteral(it) => {
                let mut made = Made::default();
                for (at, piece) in it.quasis.iter().enumerate() {
                    made = made.and(&Made::of(self.piece(piece.span.start, piece.span.end)))?;
                    if let Some(value) = it.expressions.get(at) {
                        made = made.and(&self.text_made(value, held, flags)?)?;
                    }
                }
                Some(made)
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                let left = self.text_made(&it.left, held, flags)?;
                left.and(&self.text_made(&it.right, held, flags)?)
            }
            Expression::ConditionalExpression(it) => {
                let flag = flag_of(&it.test, flags)?;
                let then = self.text_made(&it.consequent, held, flags)?;
                Made::chosen(flag, then, self.text_made(&it.alternate, held, flags)?)
            }
            Expression::Identifier(id) => {
                let known = held.get(id.name.as_str()).cloned();
                Some(known.unwrap_or_else(|| Made::of(format!("${{{}}}", id.name))))
            }
            Expression::StaticMemberExpression(_) => {
                let span = it.span();
                let text = self.b.source.slice(span.start, span.end);
                (!text.contains(['(', ' ', '?', '\n'])).then(|| Made::of(format!("${{{text}}}")))
            }
            _ => None,
        }
    }

    fn piece(&mut self, start: u32, end: u32) -> String {
        if start >= end {
            return String::new();
        }
        let name = self.b.literal(start, end);
        self.b.graph.name(name).to_owned()
    }
}

/// What parameters are called, by their places; an empty name stands for a pattern.
fn names_of(params: &FormalParameters) -> Vec<String> {
    let named = params.items.iter().map(|it| match &it.pattern {
        BindingPattern::BindingIdentifier(id) => id.name.to_string(),
        _ => String::new(),
    });
    named.collect()
}

/// What parameters hold: what they are given.
fn given(params: &[String]) -> Held {
    let held = params.iter().enumerate().map(|(at, name)| (name.clone(), Made::of(format!("${{${at}}}"))));
    held.collect()
}

/// The parameter that a test asks for, and whether it has to be set.
fn flag_of(test: &Expression, flags: &[String]) -> Option<(String, bool)> {
    match test.get_inner_expression() {
        Expression::Identifier(id) => flags.iter().find(|it| **it == id.name.as_str()).map(|it| (it.clone(), true)),
        Expression::UnaryExpression(it) if it.operator == UnaryOperator::LogicalNot => {
            flag_of(&it.argument, flags).map(|(flag, is_set)| (flag, !is_set))
        }
        _ => None,
    }
}

fn statements<'b, 'a>(it: &'b Statement<'a>) -> &'b [Statement<'a>] {
    match it {
        Statement::BlockStatement(block) => &block.body,
        other => std::slice::from_ref(other),
    }
}
