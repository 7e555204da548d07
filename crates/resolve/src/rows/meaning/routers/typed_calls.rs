//! Functions that hand a router on to a method of a type which they are given: `app.MapEndpoint<Items>()` of `static void
//! MapEndpoint<T>(this IEndpointRouteBuilder app) where T : IEndpoint => T.Map(app)`. What the type's method registers hangs on
//! what the call is made on.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Decl;
use facts::Call;
use rules::Kind;
use serde_json::json;

/// The names of mounts that say which types a call is given, and of which of them a method is called.
const NAMES: (&str, &str) = ("given types", "of given type");

impl<'g> Writer<'_, 'g> {
    /// Tells which types a call is given that hands a router on.
    pub fn typed_call(&mut self, call: &'g Call, function: Decl, at: usize, owner: &str, anchors: &Anchors) {
        let given = self.types_given(&Site::of_call(self.graph, call));
        if given.is_empty() || self.graph.is_test {
            return;
        }
        let mut types = Vec::new();
        for (place, one) in given.iter().enumerate() {
            if let Some(class) = self.anchor_of(one, anchors) {
                types.push(json!({ "name": place.to_string(), "symbol": class }));
            }
        }
        if types.is_empty() {
            return;
        }
        let mounted = format!("{}({at})", self.project.symbol_id(function));
        self.register(&Registration {
            owner: Some(owner),
            name: Some(NAMES.0),
            guards: Some(json!(types).to_string()),
            mounted: Some(&mounted),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }

    /// Tells of which type that the function around is given a method is called which is given a router.
    pub fn called_by_type(&mut self, call: &'g Call, function: Decl, at: usize, owner: &str) {
        let Some(caller) = call.caller.map(|it| &self.graph.symbols[it as usize]) else { return };
        let Some(name) = self.object(call.callee).and_then(|it| self.last_name(it)) else { return };
        let Some(place) = caller.type_params.iter().position(|it| self.graph.name(it.name) == name) else { return };
        let Some((_, symbol)) = self.project.symbol(function) else { return };
        let method = format!("{}({at})", symbol.qualified.rsplit('.').next().unwrap_or_default());
        let place = place.to_string();
        let mounted = format!("{}({at})", self.project.symbol_id(function));
        self.register(&Registration {
            owner: Some(owner),
            method: Some(&place),
            name: Some(NAMES.1),
            handler_name: Some(&method),
            mounted: Some(&mounted),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }
}
