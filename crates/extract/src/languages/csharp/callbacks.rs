//! Which of the names that were passed on may be methods.

use facts::*;
use rustc_hash::FxHashSet;

/// Keeps local functions and names that a class or namespace may have; what is a field or property in this
/// file is none, nor is a member of something that is.
pub fn keep(graph: &mut FileGraph) {
    let is_value = |symbol: &&Symbol| {
        matches!(symbol.kind, SymbolKind::Property | SymbolKind::Getter | SymbolKind::EnumMember | SymbolKind::Enum)
    };
    let is_method = |symbol: &&Symbol| matches!(symbol.kind, SymbolKind::Method | SymbolKind::Function);
    let methods: FxHashSet<NameId> = graph.symbols.iter().filter(is_method).map(|symbol| symbol.name).collect();
    let mut values: FxHashSet<NameId> = graph.symbols.iter().filter(is_value).map(|symbol| symbol.name).collect();
    values.retain(|name| !methods.contains(name));
    let mut references = std::mem::take(&mut graph.references);
    let kind = |binding: BindingId| graph.bindings[binding as usize].kind;
    references.retain(|reference| match graph.values[reference.value as usize] {
        _ if reference.kind != ReferenceKind::Callback => true,
        Value::Name { binding: Some(binding), .. } => kind(binding) == BindingKind::Function,
        Value::Name { name, binding: None, .. } => {
            // A private field, by its name.
            !values.contains(&name) && !graph.name(name).starts_with('_')
        }
        Value::Member { name, .. } => !values.contains(&name),
        _ => false,
    });
    graph.references = references;
}
