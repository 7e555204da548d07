//! What functions decide by the path of a request, as rows: who asks before which paths is derived of them.

use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::routers::registration::Registration;
use facts::{BindingId, Decision};
use rules::Kind;
use serde_json::json;

/// The name of such rows.
const DECIDES: &str = "by its code";

impl Writer<'_, '_> {
    /// A row for each: the decision is the first that it lists, behind it stands what its conditions rest on.
    pub fn decisions(&mut self) {
        if self.project.rules.is_empty() {
            return;
        }
        let graph = self.graph;
        for Decision { symbol, from, to, text, named } in &graph.decisions {
            let mut told = vec![json!({ "name": text, "symbol": null })];
            for (name, binding) in named {
                told.push(json!({ "name": graph.name(*name), "symbol": self.declared_as(*binding) }));
            }
            let owner = self.caller_id(*symbol);
            self.register(&Registration {
                owner: Some(&owner),
                name: Some(DECIDES),
                guards: Some(serde_json::Value::from(told).to_string()),
                end_line: *to,
                ..self.registered_by(Kind::Guard.word(), *symbol, *from)
            });
        }
    }

    fn declared_as(&self, binding: BindingId) -> Option<String> {
        match self.project.binding(self.file, binding, Use::Value) {
            Entity::Symbol(one) => Some(self.project.symbol_id(one)),
            _ => None,
        }
    }
}
