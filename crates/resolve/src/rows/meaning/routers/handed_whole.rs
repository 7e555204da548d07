//! What a function of JavaScript is given and hands on as it is, `register = (context) => films(context)`: a router in it goes
//! on to where that is registered on.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::Decl;
use facts::{BindingKind, Call, ScopeId, Value, ValueId};

/// The kind and the name of rows that say which parameter is handed on as which.
const HANDED: (&str, &str) = ("handed", "whole");
/// How functions are called that set something up.
const SETTING_UP: [&str; 20] = [
    "regist", "rout", "setup", "set_up", "mount", "init", "config", "install", "attach", "bind", "load", "endpoint",
    "api", "boot", "wire", "defin", "add", "use", "apply", "plugin",
];

impl<'g> Writer<'_, 'g> {
    /// Tells which parameter of the function around a call hands on, by itself or spread in an object.
    pub fn handed_whole(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        if !self.is_script() || graph.is_test {
            return;
        }
        let name = graph.name(call.name).to_ascii_lowercase();
        let sets_up = SETTING_UP.iter().any(|it| name.contains(it));
        let Some(Value::Call { arguments, .. }) = call.result.map(|it| &graph.values[it as usize]) else { return };
        for (at, argument) in arguments.iter().enumerate() {
            let spread: &[ValueId] = match &graph.values[self.kept_in(*argument) as usize] {
                Value::Object { spreads, .. } => spreads,
                _ => std::slice::from_ref(argument),
            };
            for value in spread {
                let Some(owner) = self.parameter_whole(*value).or_else(|| self.given_whole(*value, anchors)) else {
                    continue;
                };
                // Whatever it is called, it may register on what has registrations already.
                if !sets_up && !anchors.owners.contains(&owner) {
                    continue;
                }
                let mounted = format!("{}({at})", self.project.symbol_id(function));
                self.register(&Registration {
                    owner: Some(&owner),
                    name: Some(HANDED.1),
                    mounted: Some(&mounted),
                    ..self.registered_by(HANDED.0, call.caller, call.at.line)
                });
            }
        }
    }

    /// The same of a function that is given to a call in its place.
    fn given_whole(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let Value::Name { binding: Some(id), .. } = self.graph.values[value as usize] else { return None };
        let binding = &self.graph.bindings[id as usize];
        let is_given = |it: &ValueId| matches!(self.graph.values[*it as usize], Value::CallbackParam { .. });
        let is_parameter = binding.kind == BindingKind::Parameter && !binding.values.is_empty();
        if !is_parameter || !binding.values.iter().all(is_given) {
            return None;
        }
        self.anchor(value, anchors)
    }

    /// The parameter of a function with a name that a value is, or a variable holds that is given it and more.
    fn parameter_whole(&self, value: ValueId) -> Option<String> {
        let graph = self.graph;
        let Value::Name { binding: Some(id), .. } = graph.values[value as usize] else { return None };
        let binding = &graph.bindings[id as usize];
        if binding.kind != BindingKind::Parameter || !binding.values.is_empty() {
            return None;
        }
        let scope = |it: ScopeId| &graph.scopes[it as usize];
        let function = scope(binding.scope).symbol?;
        let at = graph.symbols[function as usize].params.iter().position(|it| it.binding == Some(id))?;
        Some(format!("{}({at})", self.id(function)))
    }
}
