//! Patterns: what they bind, and to what.

use super::expected::Expected;
use super::{Walk, Walker, child, items, type_in};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    /// Binds the names of a pattern to a value or its parts.
    pub fn bind_pattern(&mut self, pattern: Node<'t>, value: Option<ValueId>, declared: Option<TypeId>) {
        self.deeper(pattern, |walk| walk.bind_inside(pattern, value, declared));
    }

    /// Binds what a case holds, by the case of the type of the value.
    pub fn bind_case(&mut self, name: Node<'t>, held: &[Node<'t>], value: Option<ValueId>) {
        let case = value.map(|value| {
            let (object, name) = (self.implied(Some(Expected::Value(value))), self.name(name));
            self.b.value(Value::Member { object, name })
        });
        for (position, part) in held.iter().enumerate() {
            let position = position as u32;
            let value = case.map(|function| self.b.value(Value::Takes { function, position }));
            self.bind_pattern(*part, value, None);
        }
    }

    fn bind_inside(&mut self, pattern: Node<'t>, value: Option<ValueId>, declared: Option<TypeId>) {
        let parts: Vec<_> = items(pattern);
        let inner: Vec<_> = parts.iter().copied().filter(|it| it.kind() == "pattern").collect();
        // `let x as T`
        if let (Some(ty), [one]) = (type_in(pattern), &inner[..]) {
            let ty = self.ty(ty);
            return self.bind_pattern(*one, None, Some(ty));
        }
        match (&parts[..], &inner[..]) {
            ([.., name], []) if name.kind() == "simple_identifier" => {
                if child(pattern, "user_type").is_some() || self.str(pattern).contains('.') {
                    return;
                }
                let binding = self.bind(*name, BindingKind::Variable, None);
                self.b.binding_mut(binding).declared = declared;
                if let Some(value) = value {
                    self.b.assign(binding, value);
                }
            }
            // `.case(let a, b)`: what the case takes.
            _ if names_case(self.str(pattern)) || child(pattern, "user_type").is_some() => {
                let name = parts.iter().find(|it| it.kind() == "simple_identifier").copied();
                let held: Vec<_> = match inner[..] {
                    // The parentheses are a pattern of their own.
                    [one] if self.str(one).starts_with('(') => {
                        items(one).into_iter().filter(|it| it.kind() == "pattern").collect()
                    }
                    _ => inner,
                };
                match name {
                    Some(name) => self.bind_case(name, &held, value),
                    None => held.iter().for_each(|it| self.bind_pattern(*it, None, None)),
                }
            }
            (_, []) => self.children(pattern),
            _ => {
                for (position, part) in inner.iter().enumerate() {
                    let position = position as u32;
                    let value = value.map(|object| self.b.value(Value::Part { object, position }));
                    self.bind_pattern(*part, value, None);
                }
            }
        }
    }
}

/// Whether a pattern begins with a case: `.a(…)`, `let .a(…)`.
fn names_case(pattern: &str) -> bool {
    let mut rest = pattern.trim_start_matches("case").trim_start();
    for word in ["let ", "var "] {
        rest = rest.strip_prefix(word).map_or(rest, str::trim_start);
    }
    rest.starts_with('.')
}
