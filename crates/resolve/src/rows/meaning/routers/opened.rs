//! What is made of what a call gives where that is a part of it alone: `mux, err := routes()`, `routes().await?`.

use super::anchors::MAX_STEPS;
use crate::rows::meaning::Anchors;
use facts::{FileGraph, Value, ValueId};

impl Anchors<'_, '_> {
    /// What a call gives is held by the name of its first part, `mux, err := routes()`, and, where it may fail or has to be
    /// waited for, by what holds the rest: `let app = routes().await?`.
    pub fn hold_parts(&mut self, graph: &FileGraph) {
        for at in (0..graph.values.len() as ValueId).rev() {
            let (Some(&holder), Some(object)) = (self.held.get(&at), opened(graph, at)) else { continue };
            self.held.entry(object).or_insert(holder);
            let whole = self.opened.get(&at).copied().unwrap_or(at);
            self.opened.insert(object, whole);
        }
    }

    /// What the last call of the row gives that a call is in.
    pub fn row_end(&self, value: ValueId) -> ValueId {
        let next = |at: &ValueId| self.fluent.get(at).copied();
        std::iter::successors(Some(value), next).take(usize::from(MAX_STEPS)).last().unwrap_or(value)
    }

    /// What stands around what a call gives, where that is a part of it alone.
    pub fn opened(&self, value: ValueId) -> ValueId {
        self.opened.get(&value).copied().unwrap_or(value)
    }
}

/// What is opened by taking its first part, or, in a language with modules by paths, what it gives where it does not fail
/// or once it is there: `routes().await?`.
pub fn opened(graph: &FileGraph, value: ValueId) -> Option<ValueId> {
    let is_opened = |object: ValueId| {
        matches!(graph.values[object as usize], Value::Call { .. } | Value::Item { .. } | Value::Await { .. })
    };
    let language = crate::languages::of(&graph.language);
    let (parts, fails) = (language.embeds || language.module_paths, language.module_paths);
    match graph.values[value as usize] {
        Value::Part { object, position: 0 } => Some(object).filter(|it| parts && is_opened(*it)),
        Value::Item { object, position: 1 } | Value::Await { object } => {
            Some(object).filter(|it| fails && is_opened(*it))
        }
        _ => None,
    }
}
