//! Which of the names that were passed on may be functions.

use facts::*;
use rustc_hash::FxHashSet;

/// Predeclared names that are no functions, or that nobody passes on.
const PREDECLARED: &[&str] = &["nil", "true", "false", "iota", "_"];

/// Keeps names that are declared as functions, names that another file of the package declares, members of
/// packages, and members of variables that are no field's name in this file.
pub fn keep(graph: &mut FileGraph) {
    let is_field = |symbol: &&Symbol| symbol.kind == SymbolKind::Property;
    let fields: FxHashSet<NameId> = graph.symbols.iter().filter(is_field).map(|symbol| symbol.name).collect();
    let mut references = std::mem::take(&mut graph.references);
    let kind = |binding: BindingId| graph.bindings[binding as usize].kind;
    references.retain(|reference| match graph.values[reference.value as usize] {
        Value::Name { binding: Some(binding), .. } => kind(binding) == BindingKind::Function,
        Value::Name { name, binding: None, .. } => !PREDECLARED.contains(&graph.name(name)),
        Value::Member { object, name } => match graph.values[object as usize] {
            Value::Name { binding, .. } => {
                binding.is_some_and(|binding| kind(binding) == BindingKind::Import) || !fields.contains(&name)
            }
            _ => false,
        },
        _ => false,
    });
    graph.references = references;
}
