//! Vectors that are made empty (`Vec::new()`, `vec![]`): what they hold is told by what is put into them first.

use super::names::Space;
use super::{Walk, Walker, field};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// A call `list.push(x)`, `list.extend(xs)` on a local that holds a vector of unknown items: it holds one of these.
    pub fn puts_in(&mut self, called: Node, arguments: &[ValueId]) {
        let (Some(list), Some(method)) = (field(called, "value"), field(called, "field")) else { return };
        if called.kind() != "field_expression" || list.kind() != "identifier" {
            return;
        }
        let (item, spreads) = match (self.str(method), arguments) {
            ("push" | "push_back" | "push_front", &[item]) => (item, false),
            ("insert", &[_, item]) => (item, false),
            ("extend" | "append", &[items]) => (items, true),
            _ => return,
        };
        let name = self.name(list);
        let Some(local) = self.visible(Space::Value, name) else { return };
        let binding = &self.b.graph.bindings[local as usize];
        let [made] = binding.values[..] else { return };
        if binding.declared.is_some() || !self.is_empty_list(made) {
            return;
        }
        let item = if spreads { self.b.value(Value::Item { object: item, position: 1 }) } else { item };
        let grown = self.b.value(Value::List { items: vec![item] });
        self.b.binding_mut(local).values = vec![grown];
    }

    /// Whether a value is a vector without items, of which nothing says what they would be.
    fn is_empty_list(&self, value: ValueId) -> bool {
        let graph = &self.b.graph;
        let callee = match &graph.values[value as usize] {
            Value::List { items } => return items.is_empty(),
            Value::Call { callee, .. } => *callee,
            _ => return false,
        };
        let Value::Member { object, name } = graph.values[callee as usize] else { return false };
        let Value::Type { ty } = graph.values[object as usize] else { return false };
        let Type::Name { path, root, arguments, .. } = &graph.types[ty as usize] else { return false };
        let is_std = root.is_none_or(|root| {
            let import = graph.bindings[root as usize].import;
            import.is_some_and(|(import, _)| graph.imports[import as usize].specifier.starts_with("std"))
        });
        let list = path.last().map(|&last| graph.name(last));
        matches!(graph.name(name), "new" | "with_capacity")
            && matches!(list, Some("Vec" | "VecDeque" | "LinkedList" | "BinaryHeap"))
            && arguments.is_empty()
            && is_std
    }
}
