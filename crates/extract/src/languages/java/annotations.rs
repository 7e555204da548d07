//! Modifiers, annotations and documentation.

use super::{Walk, Walker, child, field, items, start};
use crate::builder::TEXT_LIMIT;
use crate::shapes;
use facts::*;
use syntax::tree_sitter::Node;

/// What stands before a declaration.
#[derive(Default)]
pub struct Marks {
    pub modifiers: Modifiers,
    pub public: bool,
    pub protected: bool,
    pub is_default: bool,
    pub decorators: Vec<Decorator>,
    /// Where the declaration starts behind its annotations.
    pub start: Option<u32>,
}

impl Walk<'_, '_> {
    /// The modifiers and annotations of a declaration. An annotation is a use of its type.
    pub fn marks(&mut self, node: Node) -> Marks {
        let mut marks = Marks::default();
        let Some(list) = child(node, "modifiers") else { return marks };
        let mut leading = true;
        for mark in list.children(&mut list.walk()) {
            let bit = match mark.kind() {
                "marker_annotation" | "annotation" => {
                    let decorator = self.annotation(mark);
                    marks.decorators.extend(decorator);
                    continue;
                }
                "line_comment" | "block_comment" => continue,
                "public" => {
                    marks.public = true;
                    0
                }
                "protected" => {
                    marks.protected = true;
                    Modifiers::PROTECTED
                }
                "private" => Modifiers::PRIVATE,
                "static" => Modifiers::STATIC,
                "abstract" => Modifiers::ABSTRACT,
                "final" => Modifiers::READONLY,
                "native" => Modifiers::AMBIENT,
                "default" => {
                    marks.is_default = true;
                    0
                }
                _ => 0,
            };
            marks.modifiers = marks.modifiers.with(bit, true);
            if leading {
                marks.start = Some(start(mark));
                leading = false;
            }
        }
        if leading {
            marks.start = list.next_named_sibling().map(start);
        }
        marks
    }

    fn annotation(&mut self, node: Node) -> Option<Decorator> {
        let name = field(node, "name")?;
        let ty = self.ty(name);
        let value = self.class_value(ty);
        let last = field(name, "name").unwrap_or(name);
        let id = self.name(last);
        self.b.refer(ReferenceKind::Decorator, value, id, start(last));
        let text = self.text(node, TEXT_LIMIT);
        let given = field(node, "arguments").map(|list| self.elements(list)).unwrap_or_default();
        Some(Decorator { text: text.trim_start_matches('@').to_owned(), value, given })
    }

    /// `("/a")`, `(value = "/a", method = POST)`
    fn elements(&mut self, list: Node) -> Vec<Given> {
        let elements = items(list).into_iter().take(SHAPES_LIMIT);
        elements
            .map(|element| match (field(element, "key"), field(element, "value")) {
                (Some(key), Some(value)) => Given { name: Some(self.name(key)), shape: self.element(value) },
                _ => Given { name: None, shape: self.element(element) },
            })
            .collect()
    }

    /// What an element is given: a constant is followed by its name, `Routes.USERS`, and as a part of a text.
    fn element(&mut self, node: Node) -> Shape {
        match node.kind() {
            "identifier" | "field_access" => Shape::Value(self.value(node)),
            "parenthesized_expression" => match items(node).first() {
                Some(inner) => self.element(*inner),
                None => Shape::Other,
            },
            "element_value_array_initializer" | "array_initializer" => {
                Shape::List(items(node).into_iter().take(SHAPES_LIMIT).map(|item| self.element(item)).collect())
            }
            kind => {
                if kind == "binary_expression" {
                    self.value(node);
                }
                let mut shape = shapes::constant(self.b, node);
                shapes::unescape(self.b, &mut shape);
                shape
            }
        }
    }

    /// The documentation comment right before a declaration, without its marks.
    pub fn doc(&self, node: Node) -> Option<String> {
        let comment = node.prev_named_sibling().filter(|it| it.kind() == "block_comment")?;
        let text = self.str(comment).strip_prefix("/**")?.strip_suffix("*/")?;
        let lines = text.lines().map(|line| {
            let line = line.trim();
            let line = line.strip_prefix('*').unwrap_or(line);
            line.strip_prefix(' ').unwrap_or(line).trim_end()
        });
        self.b.doc(&lines.collect::<Vec<_>>().join("\n"))
    }
}

/// The last name of an annotation's text: `Test` of `org.junit.Test(timeout = 1)`.
pub fn simple_name(text: &str) -> &str {
    let name = text.split(['(', ' ', '\n']).next().unwrap_or(text);
    name.rsplit('.').next().unwrap_or(name)
}

/// The nodes of a list inside a node, `throws A, B` or `extends A, B`.
pub fn list_of<'t>(node: Node<'t>, kind: &str) -> Vec<Node<'t>> {
    let Some(list) = child(node, kind) else { return Vec::new() };
    match child(list, "type_list") {
        Some(inner) => items(inner),
        None => items(list),
    }
}
