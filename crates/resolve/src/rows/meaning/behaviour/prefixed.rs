//! What stands before the names of all settings that are read from one thing, where a member of that is set to it:
//! `env.prefix = "APP_"`.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use facts::{BindingId, Shape, Value, ValueId};
use rules::Clause;

impl<'g> Writer<'_, 'g> {
    /// The text that the member which a clause names was last set to of what a setting is read from.
    pub fn prefix_set(&mut self, clause: &Clause, site: &Site<'g>) -> Option<&'g str> {
        if clause.into.is_empty() {
            return None;
        }
        let on = self.find(site, &clause.on).into_iter().next();
        let holder = match on {
            Some(Found::Value(value)) => self.named_binding(value),
            _ => self.named_binding(site.callee),
        }?;
        let graph = self.graph;
        let set = graph.literals.iter().rev().find(|it| {
            let of = match graph.values[it.callee as usize] {
                Value::Member { object, .. } => self.named_binding(object),
                _ => None,
            };
            graph.name(it.name) == clause.into && of == Some(holder) && it.at < site.at
        })?;
        match set.given[..] {
            [facts::Given { shape: Shape::Text(text), .. }] => Some(graph.name(text)),
            _ => None,
        }
    }

    fn named_binding(&self, value: ValueId) -> Option<BindingId> {
        match self.graph.values[value as usize] {
            Value::Name { binding, .. } => binding,
            _ => None,
        }
    }
}
