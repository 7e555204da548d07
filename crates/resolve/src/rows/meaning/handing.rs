//! Routers that functions are given and give back: what is registered on them hangs on what they come from.

use super::Anchors;
use crate::rows::{Writer, clip};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{Call, Shape, SymbolId, Value, ValueId};
use rules::Kind;

impl<'g> Writer<'_, 'g> {
    /// A router that a function of the repository is given: what is registered on its parameter hangs on it.
    pub fn handed_on(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        for (at, given) in call.given.iter().enumerate() {
            let Shape::Value(value) = given.shape else { continue };
            if !self.may_be_router(value, anchors) {
                continue;
            }
            let ty = self.eval.value(self.file, value);
            let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { continue };
            if !self.project.rules.is_router(&self.project.names.text(path)) {
                continue;
            }
            if let Some(owner) = self.anchor(value, anchors) {
                let mounted = format!("{}({at})", self.project.symbol_id(function));
                self.link(&owner, &mounted, call.caller, call.at.line);
            }
        }
    }

    /// A name that holds one thing throughout, or a group made in place: what a callback is given is neither.
    fn may_be_router(&self, value: ValueId, anchors: &Anchors) -> bool {
        let graph = self.graph;
        match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &graph.bindings[binding as usize].values;
                !values.iter().any(|it| matches!(graph.values[*it as usize], Value::CallbackParam { .. }))
            }
            Value::Member { object, .. } => matches!(graph.values[object as usize], Value::This { .. }),
            _ => anchors.apart.contains(&value),
        }
    }

    /// The routers that functions of this file give back.
    pub fn handed_back(&mut self, anchors: &Anchors) {
        for (id, symbol) in self.graph.symbols.iter().enumerate() {
            for value in &symbol.return_values {
                let Some(router) = self.anchor(*value, anchors).filter(|it| anchors.owners.contains(it)) else {
                    continue;
                };
                let id = id as SymbolId;
                self.link(&format!("{}()", self.id(id)), &router, Some(id), symbol.name_at.line);
            }
        }
    }

    /// A mount without a path: one thing is another's under a second name.
    fn link(&mut self, owner: &str, mounted: &str, caller: Option<SymbolId>, line: u32) {
        let [caller, ..] = self.caller(caller);
        let none = || Cell::Null;
        let row = [
            Kind::Mount.word().into(),
            none(),
            clip(owner, 1_000),
            none(),
            none(),
            none(),
            none(),
            none(),
            none(),
            clip(mounted, 1_000),
            caller,
            self.path(),
            line.into(),
            line.into(),
        ];
        self.unit.push("registrations", &row);
    }
}
