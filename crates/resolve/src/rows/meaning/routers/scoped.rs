//! What is said of a thing in a block that Kotlin's functions of the standard library give it to.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use facts::{BindingKind, Shape, Value, ValueId};

/// Functions in whose block a thing's members need no name before them, and those that give it to the block as a parameter.
const WITHIN: [&str; 3] = ["apply", "run", "with"];
const GIVEN: [&str; 2] = ["also", "let"];

impl<'g> Writer<'_, 'g> {
    /// What a method is called on where a block says it of the thing that stands before the block:
    /// `Filters(own).apply { addPaths("/x") }`, `Filters(own).also { it.addPaths("/x") }`.
    pub fn scoped_object(&self, site: &Site<'g>) -> Option<ValueId> {
        let graph = self.graph;
        let block = site.scope.filter(|_| graph.language == "kotlin")?;
        let function = graph.name(block.name);
        let is_said = match (&graph.values[site.callee as usize], self.object(site.callee)) {
            (Value::Name { binding: None, .. }, _) => WITHIN.contains(&function),
            (_, Some(object)) => match graph.values[object as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    let binding = &graph.bindings[binding as usize];
                    let is_of_block = binding.kind == BindingKind::Parameter && binding.line >= block.at.line;
                    is_of_block && GIVEN.contains(&function)
                }
                _ => false,
            },
            _ => false,
        };
        match (is_said, &block.given[..]) {
            (false, _) => None,
            (true, [first, ..]) if function == "with" => match first.shape {
                Shape::Value(value) => Some(value),
                _ => None,
            },
            (true, _) => self.object(block.callee),
        }
    }
}
