//! Functions that stand around a handler where that is kept, not where it is registered: what a variable of Go's packages
//! holds, `var show = withUser(func(…) { … })`, what a function gives that makes one, and what a name is given anew of
//! itself, `handler = cached(handler)`.

use super::handlers::{Handler, MAX_GUARDS};
use crate::rows::Writer;
use crate::values::types::Decl;
use facts::{BindingKind, Value, ValueId};

/// Names that stand for what others hold are followed so far.
const MAX_STEPS: u8 = 4;

impl Writer<'_, '_> {
    /// The functions that the declaration of a handler puts around it, the outermost first.
    pub fn declared_around(&mut self, value: ValueId) -> Vec<Handler> {
        let mut told = Vec::new();
        if !self.goes_by_types() {
            return told;
        }
        let named = match self.graph.values[value as usize] {
            Value::Call { callee, .. } => callee,
            _ => value,
        };
        let (is_made, mut one) = (named != value, self.eval.value_target(self.file, named));
        let mut steps = MAX_STEPS;
        while let Some(decl) = one
            && let Some(left) = steps.checked_sub(1)
            && let Some(held) = self.held_handler(decl, is_made)
        {
            steps = left;
            one = self.put_around_held(decl, held, &mut told);
        }
        told
    }

    /// What a variable holds, or what a function gives that makes a handler.
    fn held_handler(&self, one: Decl, is_made: bool) -> Option<ValueId> {
        let (_, symbol) = self.project.symbol(one)?;
        let is_function = self.declared_function(one).is_some();
        let held = match (is_function, self.is_storage(one)) {
            (true, _) if is_made => &symbol.return_values,
            (false, true) => &symbol.initial,
            _ => return None,
        };
        match held[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The functions that calls stand for around each other in a file; what the innermost is given by its name.
    fn put_around_held(&mut self, of: Decl, held: ValueId, told: &mut Vec<Handler>) -> Option<Decl> {
        let project = self.project;
        let graph = &project.source(of.file)?.graph;
        let mut at = held;
        while told.len() < MAX_GUARDS
            && let Value::Call { callee, arguments } = &graph.values[at as usize]
        {
            let one = self.eval.value_target(of.file, *callee)?;
            let (one, source, symbol) = self.declared_function(one)?;
            if !self.gives_alike(source, one, symbol) {
                return None;
            }
            told.push((Some(project.symbol_id(one)), symbol.qualified.clone()));
            at = *arguments.first()?;
        }
        match graph.values[at as usize] {
            Value::Name { .. } | Value::Member { .. } => self.eval.value_target(of.file, at),
            _ => None,
        }
    }

    /// What a name was given first that is given anew of itself, and what it is given then, the last first:
    /// `handler := show()`, `if caches { handler = cached(handler) }`.
    pub fn renewed(&self, value: ValueId) -> Option<(ValueId, Vec<ValueId>)> {
        let Value::Name { binding: Some(id), .. } = self.graph.values[value as usize] else { return None };
        let binding = &self.graph.bindings[id as usize];
        if !self.goes_by_types() || binding.kind == BindingKind::Parameter {
            return None;
        }
        let (first, others) = binding.values.split_first()?;
        let is_renewed = !others.is_empty() && !self.is_of_itself(*first, id);
        (is_renewed && others.iter().all(|it| self.is_of_itself(*it, id)))
            .then(|| (*first, others.iter().rev().copied().collect()))
    }

    /// The functions that a name's later values put around what it was given first: whether they do is decided there.
    pub fn renewed_by(&mut self, value: ValueId) -> Vec<Handler> {
        let Some((_, others)) = self.renewed(value) else { return Vec::new() };
        let callees = others.into_iter().filter_map(|it| match self.graph.values[it as usize] {
            Value::Call { callee, .. } => Some((it, callee)),
            _ => None,
        });
        let callees: Vec<_> = callees.collect();
        let around = callees.into_iter().filter_map(|(call, callee)| {
            let (symbol, name) = self.handing_on(callee).or_else(|| self.stands_around(callee))?;
            Some((symbol, format!("{}?", self.asking_for(name, call))))
        });
        around.take(MAX_GUARDS).collect()
    }
}
