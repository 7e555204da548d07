//! The texts that a module's constants hold as members of objects and of lists of such: paths and names that others put
//! together, `ROUTES.films` of `const ROUTES = { films: "/films" }`.

use super::*;
use facts::EXPORTED;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// Of one constant so many texts are kept: what holds more is a dictionary.
const MOST: usize = 200;
/// Objects inside of each other are followed so far.
const DEPTH: usize = 3;
/// What is longer is no path and no name.
const LONGEST: u32 = 120;

impl<'a> Walk<'_, '_> {
    /// Keeps what the members of an expression hold that is a constant's value. What a name stands for stays that name,
    /// `${films}`.
    pub fn keep_member_texts(&mut self, symbol: SymbolId, value: &Expression<'a>) {
        self.keep_texts_below(symbol, "", value);
    }

    /// The same of what a file exports that is no declaration, by the name of the export: `module.exports = { films: "/films" }`,
    /// `exports.films = "/films"`.
    pub fn keep_exported_texts(&mut self, export: &str, value: &Expression<'a>) {
        let path = if export == "export=" { "" } else { export };
        self.keep_texts_below(EXPORTED, path, value);
    }

    fn keep_texts_below(&mut self, symbol: SymbolId, path: &str, value: &Expression<'a>) {
        let mut found = Vec::new();
        told(frozen(value), path, DEPTH, &mut found);
        if found.len() > MOST {
            return;
        }
        for (path, value) in found {
            let Some(text) = self.text_of_member(value) else { continue };
            let path = self.b.name(&path);
            self.b.graph.member_texts.push((symbol, path, text));
        }
    }

    fn text_of_member(&mut self, value: &Expression<'a>) -> Option<NameId> {
        let span = value.span();
        let text = match value {
            Expression::StringLiteral(it) => self.b.literal(it.span.start + 1, it.span.end - 1),
            Expression::TemplateLiteral(it) => self.b.literal(it.span.start + 1, it.span.end - 1),
            Expression::BinaryExpression(_) => self.b.joined(span.start, span.end)?,
            _ => {
                let name = format!("${{{}}}", self.b.source.slice(span.start, span.end));
                self.b.name(&name)
            }
        };
        (!self.b.graph.name(text).contains(char::is_whitespace)).then_some(text)
    }
}

/// What is frozen, or is said to be of a type, is what it is.
fn frozen<'b, 'a>(value: &'b Expression<'a>) -> &'b Expression<'a> {
    let inner = value.get_inner_expression();
    match inner {
        Expression::CallExpression(call) => match (&call.callee, &call.arguments[..]) {
            (Expression::StaticMemberExpression(callee), [only]) if callee.property.name.as_str() == "freeze" => {
                only.as_expression().map_or(inner, |it| it.get_inner_expression())
            }
            _ => inner,
        },
        _ => inner,
    }
}

/// The members that hold a text, or what has a name, by their paths: `films.list`, `0.path`. What is spread into an
/// object stands for more than what is in front of it.
fn told<'b, 'a>(value: &'b Expression<'a>, path: &str, depth: usize, found: &mut Vec<(String, &'b Expression<'a>)>) {
    if found.len() > MOST {
        return;
    }
    let span = value.span();
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Expression::ObjectExpression(object) if depth > 0 => {
            let is_spread = |it: &ObjectPropertyKind| matches!(it, ObjectPropertyKind::SpreadProperty(_));
            let from = object.properties.iter().rposition(is_spread).map_or(0, |at| at + 1);
            for property in &object.properties[from..] {
                let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
                let Some(key) = property.key.static_name().filter(|_| property.kind == PropertyKind::Init) else {
                    continue;
                };
                told(property.value.get_inner_expression(), &below(&key), depth - 1, found);
            }
        }
        // Of a list of objects each, and what each holds.
        Expression::ArrayExpression(list) if depth > 0 && list.elements.iter().all(is_object) => {
            for (at, item) in list.elements.iter().enumerate() {
                let Some(item) = item.as_expression() else { continue };
                told(item.get_inner_expression(), &below(&at.to_string()), depth - 1, found);
            }
        }
        Expression::StringLiteral(_)
        | Expression::TemplateLiteral(_)
        | Expression::BinaryExpression(_)
        | Expression::Identifier(_)
        | Expression::StaticMemberExpression(_)
            if !path.is_empty() && span.end - span.start <= LONGEST =>
        {
            found.push((path.to_owned(), value));
        }
        _ => {}
    }
}

fn is_object(item: &ArrayExpressionElement) -> bool {
    item.as_expression().is_some_and(|it| matches!(it.get_inner_expression(), Expression::ObjectExpression(_)))
}
