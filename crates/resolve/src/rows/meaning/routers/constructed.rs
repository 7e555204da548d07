//! What constructors are given of what is mounted where it is made: `app.use("/x", new Films(signedIn).router)`. By their
//! places, what that asks where the constructor lists its parameters among guards.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use facts::{Shape, SymbolKind, Value, ValueId};
use rules::Kind;
use serde_json::json;

/// The name of the mount that says so.
const CONSTRUCTED: &str = "constructed";

impl<'g> Writer<'_, 'g> {
    pub fn constructed(&mut self, found: &Found<'g>, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return };
        if !SCRIPTS.contains(&self.graph.language.as_str()) {
            return;
        }
        let made = match self.graph.values[value as usize] {
            Value::Member { object, .. } => self.kept_in(object),
            _ => self.kept_in(value),
        };
        let Value::New { callee, .. } = self.graph.values[made as usize] else { return };
        let Some(class) = self.constructed_class(callee) else { return };
        let Some(call) = anchors.call_giving(made).filter(|call| !call.given.is_empty()) else { return };
        let mut told = Vec::new();
        for (at, given) in call.given.iter().enumerate() {
            let guards = self.guards(&Found::Shape(&given.shape), site);
            let guards: Vec<_> =
                guards.into_iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol })).collect();
            told.push(json!({ "name": at.to_string(), "given": guards }));
        }
        self.register(&Registration {
            owner: Some(&class),
            name: Some(CONSTRUCTED),
            guards: Some(json!(told).to_string()),
            ..self.registered_by(Kind::Mount.word(), site.caller, site.at.line)
        });
    }

    fn constructed_class(&mut self, callee: ValueId) -> Option<String> {
        let [made] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        let (_, symbol) = self.project.symbol(made)?;
        match symbol.kind {
            SymbolKind::Class => Some(self.project.symbol_id(made)),
            _ => None,
        }
    }
}
