//! What functions decide by the path of a request, as rows: who asks before which paths is derived of them.

use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use facts::unit::Cell;
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
            let [owner, ..] = self.caller(*symbol);
            let row = [
                Kind::Guard.word().into(),
                Cell::Null,
                owner.clone(),
                Cell::Null,
                Cell::Null,
                DECIDES.into(),
                Cell::Null,
                Cell::Null,
                serde_json::Value::from(told).to_string().into(),
                Cell::Null,
                owner,
                Cell::from(graph.path.as_str()),
                (*from).into(),
                (*to).into(),
            ];
            self.unit.push("registrations", &row);
        }
    }

    fn declared_as(&self, binding: BindingId) -> Option<String> {
        match self.project.binding(self.file, binding, Use::Value) {
            Entity::Symbol(one) => Some(self.project.symbol_id(one)),
            _ => None,
        }
    }
}
