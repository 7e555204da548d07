//! Patterns: the names they bind, and to which part of the value.

use super::{Walk, Walker, field, start};
use crate::tree::items;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Binds the names of a pattern that `value` matches.
    pub fn pattern(&mut self, node: Node, value: ValueId) {
        self.deeper(node, |walk| walk.pattern_inside(node, value));
    }

    fn pattern_inside(&mut self, node: Node, value: ValueId) {
        match node.kind() {
            "identifier" | "shorthand_field_identifier"
                // A constant or a variant, not a new name.
                if !self.str(node).starts_with(char::is_uppercase) => {
                    let name = self.name(node);
                    let binding = self.bind_local(name, BindingKind::Variable, start(node));
                    self.b.assign(binding, value);
                }
            "mut_pattern" | "ref_pattern" | "reference_pattern" | "parenthesized_pattern" | "match_pattern" => {
                items(node).into_iter().filter(|it| it.kind() != "mutable_specifier").for_each(|it| {
                    self.pattern(it, value);
                });
            }
            "captured_pattern" => items(node).into_iter().for_each(|it| self.pattern(it, value)),
            "or_pattern" => items(node).into_iter().for_each(|it| self.pattern(it, value)),
            "tuple_pattern" if is_parenthesised(node) => items(node).into_iter().for_each(|it| self.pattern(it, value)),
            "tuple_pattern" => {
                self.parts(places(node), |walk, position| walk.b.value(Value::Part { object: value, position }))
            }
            "slice_pattern" => {
                for item in items(node) {
                    let part = match item.kind() {
                        "captured_pattern" => value,
                        _ => self.b.value(Value::Index { object: value }),
                    };
                    self.pattern(item, part);
                }
            }
            "tuple_struct_pattern" => self.payload(node, value),
            "struct_pattern" => self.fields_of_pattern(node, value),
            _ => {}
        }
    }

    /// Patterns by position; behind `..` no position is known.
    fn parts(&mut self, parts: Vec<Node>, mut part: impl FnMut(&mut Self, u32) -> ValueId) {
        let (mut position, mut open) = (0, false);
        for item in parts.into_iter().filter(|it| !it.kind().ends_with("_comment")) {
            if item.kind() == "remaining_field_pattern" {
                open = true;
                continue;
            }
            if !matches!(item.kind(), "_" | "wildcard") {
                let value = if open { self.unknown() } else { part(self, position) };
                self.pattern(item, value);
            }
            position += 1;
        }
    }

    /// `Some(a)`, `Variant(a, b)`, `Tuple(a)`
    fn payload(&mut self, node: Node, value: ValueId) {
        let Some(path) = field(node, "type") else { return };
        let mut all = places(node);
        all.retain(|it| *it != path);
        match self.str(path) {
            // What iterating over an option or a result gives.
            "Some" | "Ok" | "Poll::Ready" | "Ready" => {
                self.parts(all, |walk, _| walk.b.value(Value::Item { object: value, position: 1 }))
            }
            "Err" => self.parts(all, |walk, _| walk.b.value(Value::Part { object: value, position: 1 })),
            _ => {
                let of = self.matched(path);
                self.parts(all, |walk, position| {
                    let name = walk.b.name(&position.to_string());
                    walk.b.value(Value::Payload { object: value, of, name })
                });
            }
        }
    }

    /// `Struct { a, b: c, .. }`
    fn fields_of_pattern(&mut self, node: Node, value: ValueId) {
        let Some(path) = field(node, "type") else { return };
        let of = self.matched(path);
        for part in items(node).into_iter().filter(|it| it.kind() == "field_pattern") {
            let Some(name) = field(part, "name") else { continue };
            let inner = field(part, "pattern").unwrap_or(name);
            let name = self.name(name);
            let member = self.b.value(Value::Payload { object: value, of, name });
            self.pattern(inner, member);
        }
    }

    /// The struct or variant that a pattern names.
    pub fn matched(&mut self, path: Node) -> ValueId {
        match path.kind() {
            "identifier" if self.str(path) != "Self" => {
                let name = self.name(path);
                self.read(name)
            }
            "scoped_identifier" | "scoped_type_identifier" => {
                let (object, name) = (self.path_prefix(path), field(path, "name"));
                match name {
                    Some(name) => {
                        let name = self.name(name);
                        self.b.value(Value::Member { object, name })
                    }
                    None => object,
                }
            }
            _ => {
                let ty = self.ty(path);
                self.b.value(Value::Type { ty })
            }
        }
    }
}

/// What stands in the places of a pattern, `_` too, which has no node of its own kind.
pub(super) fn places(node: Node) -> Vec<Node> {
    node.children(&mut node.walk()).filter(|it| it.is_named() || it.kind() == "_").collect()
}

/// Whether the parentheses only hold a pattern together: no comma makes it a tuple.
fn is_parenthesised(node: Node) -> bool {
    let mut cursor = node.walk();
    node.named_child_count() == 1
        && node.children(&mut cursor).all(|it| it.kind() != "," && it.kind() != "remaining_field_pattern")
}
