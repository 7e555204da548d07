//! Routers that functions are given as members of objects: `routes({ app, db })`. What is registered on the member of the
//! parameter's type hangs on what the call gives it.

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::{Decl, Head};
use facts::{Call, NameId, Shape, SymbolKind, Value, ValueId};

/// An object of more members describes something.
const MAX_MEMBERS: usize = 32;

impl<'g> Writer<'_, 'g> {
    pub fn fields_given(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        for (at, given) in call.given.iter().enumerate() {
            let members = self.members_given(&given.shape);
            if members.is_empty() || members.len() > MAX_MEMBERS {
                continue;
            }
            for (name, value) in members {
                if !self.is_any_router(value) {
                    continue;
                }
                let Some(field) = self.field_taken(function, at, name) else { continue };
                if let Some(owner) = self.anchor(value, anchors).filter(|owner| *owner != field) {
                    self.link(&owner, &field, call.caller, call.at.line);
                }
            }
        }
    }

    /// The members of an object that is written in its place, or that a variable holds.
    fn members_given(&self, shape: &Shape) -> Vec<(NameId, ValueId)> {
        match shape {
            Shape::Object(members) => {
                let value = |(name, shape): &(NameId, Shape)| match shape {
                    Shape::Value(value) => Some((*name, *value)),
                    _ => None,
                };
                members.iter().filter_map(value).collect()
            }
            Shape::Value(value) => match &self.graph.values[self.kept_in(*value) as usize] {
                Value::Object { members, .. } => members.clone(),
                _ => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// The member of a name that the type of a function's parameter declares.
    fn field_taken(&mut self, function: Decl, at: usize, name: NameId) -> Option<String> {
        let declared = self.project.symbol(function).and_then(|(_, symbol)| symbol.params.get(at)?.declared)?;
        // The name of an object's type is what its members are declared below, whatever it stands for.
        let class = match self.eval.named_by(self.project.source(function.file)?, function.file, declared) {
            Entity::Symbol(named) => named,
            _ => {
                let ty = self.eval.declared(function.file, declared, None);
                let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
                class
            }
        };
        let source = self.project.source(class.file)?;
        let name = self.project.names.intern(self.graph.name(name));
        let fields = || source.children_named(class.symbol, name);
        let symbol = fields().find(|id| source.graph.symbols[*id as usize].kind == SymbolKind::Property)?;
        Some(self.project.symbol_id(Decl { file: class.file, symbol }))
    }
}
