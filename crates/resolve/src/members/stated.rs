//! Names that calls in the bodies of classes state, `belongs_to :owner`, `t.string "email"`: what is called may make
//! methods of them, so that no method of such a name is the only one. Nor is one that asks something else for the same.

use crate::languages;
use crate::project::outline::List;
use facts::{Call, FileGraph, Shape, SymbolKind, Value};

/// What states the names of methods that are there, or makes some that are told as such, by how its name begins.
const OF_METHODS: &[&str] = &[
    "after_",
    "alias",
    "around_",
    "attr",
    "before_",
    "cattr_",
    "class_attribute",
    "define",
    "helper_method",
    "mattr_",
    "memoize",
    "module_function",
    "new",
    "private",
    "protected",
    "public",
    "skip_",
    "thread_",
];
/// What takes the names of files.
const OF_FILES: &[&str] = &["autoload", "load", "require", "require_dependency", "require_relative"];
/// What adds columns of a table from within a method.
const OF_COLUMNS: &[&str] = &["add_column", "add_reference", "rename_column"];

/// The names that a file states, once each.
pub fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).stated_members || graph.is_test {
        return Vec::new();
    }
    let mut names: Vec<&str> = graph
        .calls
        .iter()
        .filter(|call| makes_members(graph, call))
        .flat_map(|call| {
            let by_place = call.given.iter().filter(|given| given.name.is_none());
            by_place.filter_map(|given| match given.shape {
                Shape::Text(text) | Shape::Literal(text) => stated(graph.name(text)),
                _ => None,
            })
        })
        .collect();
    names.extend(graph.calls.iter().filter(|call| hands_on(graph, call)).map(|call| graph.name(call.name)));
    names.sort_unstable();
    names.dedup();
    names.into_iter().map(|name| (List::Stated, name.to_owned(), 0)).collect()
}

fn makes_members(graph: &FileGraph, call: &Call) -> bool {
    let name = graph.name(call.name);
    let in_body = call.caller.is_none_or(|caller| graph.symbols[caller as usize].kind == SymbolKind::Class);
    let names_others = OF_METHODS.iter().any(|start| name.starts_with(start)) || OF_FILES.contains(&name);
    let declares = in_body && !names_others;
    declares || call.text.starts_with("t.") || OF_COLUMNS.contains(&name)
}

/// Whether a method asks something else for what it is called itself: that has such a method, too.
fn hands_on(graph: &FileGraph, call: &Call) -> bool {
    let is_alike = call.caller.is_some_and(|caller| graph.symbols[caller as usize].name == call.name);
    is_alike
        && match graph.values[call.callee as usize] {
            Value::Member { object, .. } => {
                !matches!(graph.values[object as usize], Value::This { .. } | Value::Super { .. } | Value::Class { .. })
            }
            _ => false,
        }
}

/// `:name` or `name`, where that could be one of a method.
fn stated(written: &str) -> Option<&str> {
    let name = written.trim_start_matches(':').trim_matches(['"', '\'']);
    let plain = name.trim_end_matches(['?', '!']);
    let is_name = plain.starts_with(|c: char| c.is_ascii_lowercase() || c == '_')
        && plain.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
    is_name.then_some(name)
}
