//! What calls are given, as it is written.

use super::*;
use crate::shapes::unescape;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::{GetSpan, Span};

/// Of an object's members so many are kept: the columns of a table. So are the objects of a list.
const MEMBERS_LIMIT: usize = 64;
/// Objects and lists inside of each other: a list of routes, of which each lists who asks in which scope.
const DEPTH: u8 = 6;

impl<'a> Walk<'_, '_> {
    /// The arguments of a call, of which the values were made.
    pub fn given(&mut self, arguments: &[Argument<'a>], values: &[ValueId]) -> Vec<Given> {
        let pairs = arguments.iter().zip(values).take(SHAPES_LIMIT);
        let shapes = pairs.map(|(argument, value)| match argument.as_expression() {
            Some(it) => self.written(it, Some(*value), 0),
            // What is spread is a list of what it holds: `...checks`.
            None => match self.b.graph.values[*value as usize] {
                Value::Item { object, .. } => Shape::List(vec![Shape::Value(object)]),
                _ => Shape::Other,
            },
        });
        shapes.map(|shape| Given { name: None, shape }).collect()
    }

    /// The members of an object, of which the values were made, as arguments by their names.
    pub fn members_given(&mut self, object: &ObjectExpression<'a>) -> Vec<Given> {
        let mut members = Vec::new();
        for property in object.properties.iter().take(SHAPES_LIMIT) {
            let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
            let Some(key) = property.key.static_name().filter(|_| !property.computed) else { continue };
            let name = Some(self.b.name(&key));
            members.push(Given { name, shape: self.written(&property.value, None, 0) });
        }
        members
    }

    /// A row of a list, as it is written.
    pub fn row_written(&mut self, row: &Expression<'a>) -> Shape {
        self.written(row, None, 1)
    }

    fn function_shape(&self, start: u32, params: &FormalParameters) -> Shape {
        Shape::Function { line: self.b.source.line(start), params: params.items.len() as u32 }
    }

    /// A text without its quotes, with the marks that escapes in it stand for.
    fn text_shape(&mut self, span: Span) -> Shape {
        let mut shape = Shape::Text(self.b.literal(span.start + 1, span.end - 1));
        // What is escaped there is not put in: `\${name}`.
        if !self.b.source.slice(span.start, span.end).contains("\\$") {
            unescape(self.b, &mut shape);
        }
        shape
    }

    fn written(&mut self, it: &Expression<'a>, value: Option<ValueId>, depth: u8) -> Shape {
        use Expression as Ex;
        let span = it.span();
        match it.get_inner_expression() {
            Ex::StringLiteral(text) => self.text_shape(text.span),
            Ex::TemplateLiteral(text) => self.text_shape(text.span),
            Ex::BinaryExpression(_) => match self.b.joined(span.start, span.end) {
                Some(text) => Shape::Joined(text),
                None => value.map_or(Shape::Other, Shape::Value),
            },
            Ex::NumericLiteral(_)
            | Ex::BooleanLiteral(_)
            | Ex::NullLiteral(_)
            | Ex::BigIntLiteral(_)
            | Ex::RegExpLiteral(_) => Shape::Literal(self.b.literal(span.start, span.end)),
            Ex::FunctionExpression(function) => self.function_shape(span.start, &function.params),
            Ex::ArrowFunctionExpression(function) => self.function_shape(span.start, &function.params),
            Ex::ObjectExpression(object) if depth < DEPTH => {
                let mut members = Vec::new();
                for property in object.properties.iter().take(MEMBERS_LIMIT) {
                    let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
                    let Some(key) = property.key.static_name().filter(|_| !property.computed) else { continue };
                    let name = self.b.name(&key);
                    members.push((name, self.written(&property.value, None, depth + 1)));
                }
                Shape::Object(members)
            }
            Ex::ArrayExpression(list) if depth < DEPTH => {
                let mut items = Vec::new();
                for (at, item) in list.elements.iter().enumerate() {
                    // What is spread is a list of what it holds.
                    if let ArrayExpressionElement::SpreadElement(spread) = item {
                        items.push(Shape::List(vec![self.written(&spread.argument, None, depth + 1)]));
                        continue;
                    }
                    let Some(item) = item.as_expression() else { continue };
                    let is_object = matches!(item, Ex::ObjectExpression(_)) && at < MEMBERS_LIMIT;
                    if at < SHAPES_LIMIT || is_object {
                        items.push(self.written(item, None, depth + 1));
                    }
                }
                Shape::List(items)
            }
            Ex::ObjectExpression(_) | Ex::ArrayExpression(_) => Shape::Other,
            Ex::Identifier(_) | Ex::StaticMemberExpression(_) | Ex::CallExpression(_) | Ex::NewExpression(_) => {
                Shape::Value(value.unwrap_or_else(|| self.value(it)))
            }
            _ => value.map_or(Shape::Other, Shape::Value),
        }
    }
}
