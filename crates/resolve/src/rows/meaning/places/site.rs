//! What rules are asked about: a call, or a decorator at a symbol.

use super::members::Member;
use crate::values::types::Decl;
use facts::{Call, Decorator, FileGraph, Given, Imported, Point, SymbolId, Value, ValueId};

/// A call, or a decorator at a symbol, that a rule is about.
#[derive(Clone, Copy)]
pub struct Site<'g> {
    /// The last name of what is called or decorates.
    pub name: &'g str,
    pub callee: ValueId,
    /// What a call gives.
    pub result: Option<ValueId>,
    pub given: &'g [Given],
    /// The symbol that a decorator stands at.
    pub decorated: Option<SymbolId>,
    /// What a decorator is called with.
    pub applied: Option<ValueId>,
    pub caller: Option<SymbolId>,
    /// The symbol that the decorator stands at which this one goes back to: `notes` of `@notes.mapping.delete`.
    pub mapped: Option<SymbolId>,
    pub at: Point,
    /// The call that this one, or one in a row on it, is an argument of.
    pub outer: Option<&'g Call>,
    /// The call that is given the innermost function around.
    pub block: Option<&'g Call>,
    /// The innermost one, also where it only calls at once what it is given.
    pub scope: Option<&'g Call>,
    /// The call of what is called on what this one gives.
    pub next: Option<&'g Call>,
    /// The member of an object that it is about, of a clause about each of them.
    pub member: Option<Member<'g>>,
    /// The function that hands on what this call is given, and changes it first.
    pub changed_by: Option<&'g str>,
    /// The same where it is known what paths that makes.
    pub changing: Option<Decl>,
    /// The router of the repository's own that it registers something on, by its type.
    pub router: Option<Decl>,
    /// The method that an annotation stands for by those that it is annotated with itself.
    pub verb: Option<&'static str>,
}

impl<'g> Site<'g> {
    pub fn of_call(graph: &'g FileGraph, call: &'g Call) -> Self {
        Self {
            name: imported_name(graph, call.callee).unwrap_or_else(|| graph.name(call.name)),
            callee: call.callee,
            result: call.result,
            given: &call.given,
            decorated: None,
            applied: None,
            caller: call.caller,
            mapped: None,
            at: call.at,
            outer: None,
            block: None,
            scope: None,
            next: None,
            member: None,
            changed_by: None,
            changing: None,
            router: None,
            verb: None,
        }
    }

    pub fn of_decorator(graph: &'g FileGraph, decorator: &'g Decorator, symbol: SymbolId, name: &'g str) -> Self {
        Self { name, callee: decorator.value, given: &decorator.given, ..Self::of_symbol(graph, symbol) }
    }

    /// A declaration that is neither called nor decorated.
    pub fn of_symbol(graph: &'g FileGraph, symbol: SymbolId) -> Self {
        Self {
            name: graph.name(graph.symbols[symbol as usize].name),
            callee: 0,
            result: None,
            given: &[],
            decorated: Some(symbol),
            applied: None,
            caller: Some(symbol),
            mapped: None,
            at: graph.symbols[symbol as usize].name_at,
            outer: None,
            block: None,
            scope: None,
            next: None,
            member: None,
            changed_by: None,
            changing: None,
            router: None,
            verb: None,
        }
    }
}

/// The name by which a module gives what a file imports under another: `get as read`.
fn imported_name(graph: &FileGraph, callee: ValueId) -> Option<&str> {
    let Value::Name { binding: Some(binding), .. } = graph.values[callee as usize] else { return None };
    let (import, at) = graph.bindings[binding as usize].import?;
    match graph.imports[import as usize].names.get(at as usize)?.imported {
        Imported::Name(name) => Some(graph.name(name)),
        _ => None,
    }
}
