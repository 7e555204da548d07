//! Routers of JavaScript that are objects and nothing else: `export const films = { list: open.query(all) }`.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use facts::{SymbolId, Value, ValueId};
use rules::Kind;

/// Objects inside of each other.
const MAX_DEPTH: usize = 4;

impl<'g> Writer<'_, 'g> {
    /// The procedures that an object holds by their names hang on what holds the object.
    pub fn plain_routers(&mut self, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        if anchors.procedures.is_empty() || !self.is_script() {
            return;
        }
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let [held] = symbol.initial[..] else { continue };
            let owner = self.id(id as SymbolId);
            self.procedures_of(&owner, held, "", MAX_DEPTH, anchors);
        }
    }

    fn procedures_of(&mut self, owner: &str, object: ValueId, path: &str, depth: usize, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        let (Value::Object { members, .. }, Some(depth)) = (&graph.values[object as usize], depth.checked_sub(1))
        else {
            return;
        };
        for (name, value) in members {
            let name = graph.name(*name).trim_matches(['"', '\'']);
            let route = if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") };
            if matches!(graph.values[*value as usize], Value::Object { .. }) {
                self.procedures_of(owner, *value, &route, depth, anchors);
                continue;
            }
            let is_made = matches!(graph.values[*value as usize], Value::Call { .. });
            let made = if is_made { self.result_anchor(*value, anchors) } else { self.anchor(*value, anchors) };
            let Some((mounted, framework)) = made.and_then(|it| anchors.procedures.get_key_value(&it)) else {
                continue;
            };
            if mounted == owner {
                continue;
            }
            self.register(&Registration {
                framework: Some(framework),
                owner: Some(owner),
                route: Some(&route),
                mounted: Some(mounted),
                ..self.registered_by(Kind::Mount.word(), None, 1)
            });
        }
    }
}
