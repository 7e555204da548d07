//! What a file's graph has under a key, found once a file: in a large file each of these questions is asked thousands of
//! times, and its answer would be looked for among as many.

use super::Writer;
use facts::{BindingId, Call, FileGraph, Value, ValueId};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

#[derive(Default)]
pub struct Lookups<'g> {
    calls: OnceCell<FxHashMap<ValueId, &'g Call>>,
    bindings: OnceCell<FxHashMap<&'g str, Vec<BindingId>>>,
    written: OnceCell<FxHashMap<(&'g str, &'g str), ValueId>>,
}

/// What stands for an object of a class in its own code.
const OWN: &str = "this";

impl<'g> Lookups<'g> {
    /// The first call that gives a value.
    pub fn call_giving(&self, graph: &'g FileGraph, value: ValueId) -> Option<&'g Call> {
        let calls = self.calls.get_or_init(|| {
            let all = graph.calls.iter().rev();
            all.filter_map(|call| Some((call.result?, call))).collect()
        });
        calls.get(&value).copied()
    }

    /// All bindings of a name, in the order of the file.
    pub fn bindings_named(&self, graph: &'g FileGraph, name: &str) -> &[BindingId] {
        let bindings = self.bindings.get_or_init(|| {
            let mut made: FxHashMap<_, Vec<BindingId>> = FxHashMap::default();
            for (id, binding) in (0..).zip(graph.bindings.iter()) {
                made.entry(graph.name(binding.name)).or_default().push(id);
            }
            made
        });
        bindings.get(name).map_or(&[], Vec::as_slice)
    }

    /// The first value that is written as a name alone, or as a member of what a name, `this` or a receiver stands for.
    pub fn value_written(&self, graph: &'g FileGraph, first: &str, last: &str) -> Option<ValueId> {
        let written = self.written.get_or_init(|| {
            let mut made = FxHashMap::default();
            for (id, value) in (0..).zip(graph.values.iter()) {
                let key = match value {
                    Value::Name { name, .. } => (graph.name(*name), ""),
                    Value::Member { object, name } => match graph.values[*object as usize] {
                        Value::Name { name: of, .. } => (graph.name(of), graph.name(*name)),
                        Value::This { .. } | Value::Receiver { .. } => (OWN, graph.name(*name)),
                        _ => continue,
                    },
                    _ => continue,
                };
                made.entry(key).or_insert(id);
            }
            made
        });
        written.get(&(first, last)).copied()
    }
}

impl<'g> Writer<'_, 'g> {
    pub fn call_giving(&self, value: ValueId) -> Option<&'g Call> {
        self.lookups.call_giving(self.graph, value)
    }

    pub fn bindings_named(&self, name: &str) -> &[BindingId] {
        self.lookups.bindings_named(self.graph, name)
    }
}
