//! Parameters without types of JavaScript's functions that other files can call: what they are given in all places that
//! call them by name, as long as nothing hands them on.

use crate::project::outline::List;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::handed_params::{MAX_SITES, imported_as, module_name};
use crate::values::types::{Decl, FileId, Head};
use facts::{FileGraph, ReferenceKind, SymbolKind, Value, ValueId};

/// The calls of functions that a file exports or imports from others of the repository, and the places where it hands
/// such on: the value of each.
pub(super) fn outline(graph: &FileGraph) -> impl Iterator<Item = (List, String, u32)> {
    let calls = graph.calls.iter().filter_map(|call| {
        let result = call.result?;
        let Value::Call { arguments, .. } = &graph.values[result as usize] else { return None };
        let is_telling = |it: &ValueId| {
            !matches!(
                graph.values[*it as usize],
                Value::Builtin(_) | Value::Object { .. } | Value::Function { .. } | Value::List { .. }
            )
        };
        let name = called(graph, call.callee).filter(|_| call.spread || arguments.iter().any(is_telling))?;
        // What is spread says nothing of any parameter.
        Some((List::Made, name, if call.spread { call.callee } else { result }))
    });
    let handed = graph.references.iter().filter(|it| it.kind == ReferenceKind::Callback);
    let handed = handed.filter_map(|it| Some((List::Made, called(graph, it.value)?, it.value)));
    calls.chain(handed).collect::<Vec<_>>().into_iter()
}

/// The name in the list of a function that other files can call, too.
fn called(graph: &FileGraph, value: ValueId) -> Option<String> {
    let name = match graph.values[value as usize] {
        Value::Name { binding: Some(binding), name, .. } => match imported_as(graph, value) {
            Some(name) => name,
            None => {
                let symbol = &graph.symbols[graph.bindings[binding as usize].symbol? as usize];
                let is_own = symbol.exported && symbol.kind == SymbolKind::Function;
                is_own.then(|| graph.name(name).to_owned())?
            }
        },
        Value::Member { object, name } => {
            let is_shared = match graph.values[object as usize] {
                Value::Name { binding: Some(binding), .. } => {
                    let symbol = graph.bindings[binding as usize].symbol;
                    let is_shared = |id: u32| graph.symbols[id as usize].exported;
                    imported_as(graph, object).is_some() || symbol.is_some_and(is_shared)
                }
                Value::Name { name, .. } => graph.name(name) == "exports",
                Value::Member { name, .. } => graph.name(name) == "exports",
                _ => false,
            };
            is_shared.then(|| graph.name(name).to_owned())?
        }
        _ => return None,
    };
    Some(format!("{name}()"))
}

impl Eval<'_> {
    /// Where a function is called that other files can call. None: it is handed on, or called in too many places.
    pub(super) fn callers(&mut self, source: &Source, function: Decl) -> Option<Vec<(FileId, ValueId)>> {
        let symbol = &source.graph.symbols[function.symbol as usize];
        if !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) {
            return None;
        }
        let own = format!("{}()", source.graph.name(symbol.name));
        let of_module = format!("{}()", module_name(&source.graph.path));
        let mut sites = Vec::new();
        for name in [own, of_module] {
            let name = self.name(&name);
            sites.extend_from_slice(self.project.listed(List::Made, name));
        }
        if sites.len() > 2 * MAX_SITES {
            return None;
        }
        let mut calls = Vec::new();
        for (file, value) in sites {
            let Some(other) = self.source(file) else { continue };
            let (called, is_call) = match other.graph.values[value as usize] {
                Value::Call { callee, .. } => (callee, true),
                _ => (value, false),
            };
            let ty = self.value(file, called);
            if !matches!(*self.types.head(ty), Head::Func(of, ..) if of == function) {
                continue;
            }
            if !is_call {
                return None;
            }
            calls.push((file, value));
        }
        (calls.len() <= MAX_SITES).then_some(calls)
    }
}
