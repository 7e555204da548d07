//! Lists of paths, and what is asked of each.

use super::paths::{call, last_name};
use super::*;

/// Of a list one text or expression, or the name of another list.
#[derive(Clone, Debug, PartialEq)]
pub enum Listed {
    /// `t` a text, `r` an expression, `m` a pattern of paths.
    Here(char, String),
    Named(usize),
}

/// What makes a function that asks whether a request's path fits one of some patterns.
const MATCHERS: [&str; 2] = ["createRouteMatcher", "createPathMatcher"];

impl<'a> Reader<'_, '_> {
    /// What an expression lists. None: not all of it is known.
    pub fn listed(&mut self, value: &Expression<'a>) -> Option<Vec<Listed>> {
        let value = value.get_inner_expression();
        match value {
            Expression::ArrayExpression(list) => {
                let mut told = Vec::new();
                for element in &list.elements {
                    match element {
                        ArrayExpressionElement::SpreadElement(it) => told.extend(self.listed(&it.argument)?),
                        other => told.push(self.one_listed(other.as_expression()?)?),
                    }
                }
                Some(told)
            }
            Expression::NewExpression(it) if last_name(&it.callee) == Some("Set") => {
                self.listed(it.arguments.first()?.as_expression()?)
            }
            Expression::Identifier(id) => match self.lists.get(id.name.as_str()) {
                Some(list) => Some(list.clone()),
                None if self.element.as_deref() == Some(id.name.as_str()) => None,
                None => self.named(id).map(|at| vec![Listed::Named(at)]),
            },
            Expression::RegExpLiteral(_) => Some(vec![self.one_listed(value)?]),
            _ => {
                let call = call(value)?;
                let given = call.arguments.first()?.as_expression()?;
                match last_name(&call.callee)? {
                    "freeze" => self.listed(given),
                    name if MATCHERS.contains(&name) => {
                        let all = match given.get_inner_expression() {
                            Expression::StringLiteral(_) => vec![self.one_listed(given)?],
                            _ => self.listed(given)?,
                        };
                        let pattern = |it| match it {
                            Listed::Here('t', text) => Listed::Here('m', text),
                            other => other,
                        };
                        Some(all.into_iter().map(pattern).collect())
                    }
                    _ => None,
                }
            }
        }
    }

    fn one_listed(&mut self, value: &Expression<'a>) -> Option<Listed> {
        match value.get_inner_expression() {
            Expression::StringLiteral(it) => Some(Listed::Here('t', it.value.to_string())),
            Expression::TemplateLiteral(it) if it.expressions.is_empty() => {
                Some(Listed::Here('t', it.quasis.first()?.value.raw.to_string()))
            }
            Expression::RegExpLiteral(it) if it.regex.flags.is_empty() => {
                Some(Listed::Here('r', it.regex.pattern.text.to_string()))
            }
            Expression::Identifier(id) => {
                let text = self.texts.get(id.name.as_str())?;
                Some(Listed::Here('t', text.clone()))
            }
            _ => None,
        }
    }

    /// Whether something holds of one of a list.
    pub fn any_of(&self, all: Vec<Listed>, asked: &Cond) -> Cond {
        Cond::any(all.into_iter().map(|one| match one {
            Listed::Here(kind, text) => of_element(asked, kind, &text),
            Listed::Named(at) => Cond::Any(at, Box::new(asked.clone())),
        }))
    }
}

/// What is asked, with one of a list in its place.
fn of_element(asked: &Cond, kind: char, text: &str) -> Cond {
    let inner = |it: &Cond| Box::new(of_element(it, kind, text));
    match asked {
        Cond::Fits { pattern, of, folded } => {
            if kind != 't' && pattern.contains(ELEMENT) {
                return Cond::Open;
            }
            let pattern = pattern.replace(ELEMENT, &escaped(text)).replace(EXPRESSION, text);
            Cond::Fits { pattern, of: *of, folded: *folded }
        }
        Cond::Not(it) => of_element(it, kind, text).not(),
        Cond::And(one, other) => Cond::And(inner(one), inner(other)),
        Cond::Or(one, other) => Cond::Or(inner(one), inner(other)),
        other => other.clone(),
    }
}

/// A text as an expression has it.
pub fn escaped(text: &str) -> String {
    let mut told = String::new();
    for one in text.chars() {
        if matches!(one, '.' | '+' | '*' | '?' | '^' | '$' | '(' | ')' | '[' | ']' | '{' | '}' | '|' | '\\') {
            told.push('\\');
        }
        told.push(one);
    }
    told
}
