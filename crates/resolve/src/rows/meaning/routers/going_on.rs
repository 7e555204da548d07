//! Rows of calls of JavaScript on what a variable holds, which they give back.

use super::anchors::MAX_STEPS;
use facts::{BindingKind, FileGraph, Value, ValueId};

/// Methods of JavaScript's routers that give the router itself.
const GOING_ON: [&str; 12] =
    ["route", "use", "get", "post", "put", "patch", "delete", "all", "on", "options", "head", "openapi"];

/// Whether a call of JavaScript gives what it is called on, which a variable holds: `app.route("/films", films)`.
pub fn goes_on_with(graph: &FileGraph, call: ValueId) -> bool {
    let is_script = matches!(&*graph.language, "typescript" | "javascript");
    let mut at = call;
    for _ in 0..MAX_STEPS {
        let Value::Call { callee, .. } = graph.values[at as usize] else { return false };
        let Value::Member { object, name } = graph.values[callee as usize] else { return false };
        if !is_script || !GOING_ON.contains(&graph.name(name)) {
            return false;
        }
        match graph.values[object as usize] {
            Value::Name { binding: Some(binding), .. } => {
                return graph.bindings[binding as usize].kind == BindingKind::Variable;
            }
            _ => at = object,
        }
    }
    false
}
