//! Variables that hold the environment, or what a program makes of it as a whole: `env` of
//! `export const env = schema.parse(process.env)`.

use crate::languages::System;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use facts::{FileGraph, NameId, SymbolKind, Value, ValueId};

/// What the environment is called in JavaScript.
pub(super) const PROCESS: &str = "process.env";
/// Calls and objects around the environment are looked into so far.
const MAX_DEPTH: u8 = 4;

impl Writer<'_, '_> {
    /// Whether what holds a setting is a variable, of which it has to be found out what it holds.
    pub(super) fn is_held_by_variable(&self, holder: &str) -> bool {
        matches!(crate::languages::of(&self.graph.language).system, System::Node) && !holder.contains('.')
    }

    /// Whether a name at the top of this file stands for the environment.
    pub(super) fn holds_environment(&self, name: NameId) -> bool {
        let bound = |it: &facts::Binding| it.scope == 0 && it.name == name;
        let Some(binding) = self.graph.bindings.iter().position(bound) else { return false };
        let (file, value) = match self.project.binding(self.file, binding as u32, Use::Value) {
            Entity::Value(file, value) => (file, value),
            Entity::Symbol(decl) => match self.project.symbol(decl) {
                Some((_, symbol)) if symbol.kind == SymbolKind::Variable && symbol.initial.len() == 1 => {
                    (decl.file, symbol.initial[0])
                }
                _ => return false,
            },
            _ => return false,
        };
        self.project.source(file).is_some_and(|source| is_made_of(&source.graph, value, MAX_DEPTH))
    }
}

/// Whether a value is the environment, a call that is given it, or what such a call gives.
fn is_made_of(graph: &FileGraph, value: ValueId, depth: u8) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let is_named = |value: ValueId, wanted: &str| match graph.values[value as usize] {
        Value::Name { name, binding: None, .. } => graph.name(name) == wanted,
        _ => false,
    };
    match &graph.values[value as usize] {
        Value::Member { object, name } => {
            graph.name(*name) == "env" && is_named(*object, "process")
                || matches!(graph.values[*object as usize], Value::Call { .. }) && is_made_of(graph, *object, depth)
        }
        Value::Call { arguments, .. } => arguments.iter().any(|it| is_made_of(graph, *it, depth)),
        Value::Object { members, spreads } => {
            spreads.iter().chain(members.iter().map(|(_, it)| it)).any(|it| is_made_of(graph, *it, depth))
        }
        _ => false,
    }
}
