//! Patterns: what they bind, and to what.

use super::{Walk, Walker, child, items, type_in};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    /// Binds the names of a pattern to a value or its parts.
    pub fn bind_pattern(&mut self, pattern: Node<'t>, value: Option<ValueId>, declared: Option<TypeId>) {
        self.deeper(pattern, |walk| walk.bind_inside(pattern, value, declared));
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
            // `.case(let a, b)`: the parts of what the case holds are not followed.
            _ if self.str(pattern).trim_start_matches("case").trim_start().starts_with('.')
                || child(pattern, "user_type").is_some() =>
            {
                inner.iter().for_each(|it| self.bind_pattern(*it, None, None));
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
