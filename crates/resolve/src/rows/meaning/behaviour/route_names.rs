//! Requests to routes that go by a name: `client.get(reverse("orders"))`, `$this->get(route('orders'))`, `get orders_path`.
//! Which path it is is known only where all files are.

use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use facts::{Call, Shape, Value, ValueId};
use rules::Kind;

/// Stands before a route's name in the place of an address.
const MARK: &str = "route ";

impl<'g> Writer<'_, 'g> {
    /// The route whose address a call gives, in the place of that.
    pub fn named_route(&mut self, value: ValueId, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let project = self.project;
        let call = anchors.call_giving(value)?;
        let language = &self.graph.language;
        let verdict = self.eval.reference_target(self.file, call.callee);
        if !verdict.targets.is_empty() {
            return None;
        }
        let is_bare = matches!(self.graph.values[call.callee as usize], Value::Name { .. });
        let path = match verdict.external {
            Some(path) => project.names.text(path).to_string(),
            None if is_bare => self.graph.name(call.name).to_owned(),
            None => return None,
        };
        let clause = project.rules.of_call(&path, language).find(|it| it.kind == Some(Kind::Address))?;
        let name = self.literal(&Site::of_call(self.graph, call), &clause.name)?;
        let is_name = !name.is_empty() && !name.contains(['/', '$', '{', '#', ' ']);
        is_name.then(|| format!("{MARK}{name}"))
    }

    /// Whether a test asks for a route by its name, of whatever frameworks give to tests.
    pub fn asks_named_route(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>) -> bool {
        let Some(given) = call.given.first().filter(|_| self.graph.is_test) else { return false };
        match given.shape {
            Shape::Value(value) if matches!(self.graph.values[value as usize], Value::Call { .. }) => {
                self.named_route(value, anchors).is_some()
            }
            _ => self.named_route_held(&given.shape, anchors).is_some(),
        }
    }

    /// The same of what a variable was given that holds nothing else.
    pub fn named_route_held(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        match self.graph.bindings[binding as usize].values[..] {
            [held] if matches!(self.graph.values[held as usize], Value::Call { .. }) => self.named_route(held, anchors),
            _ => None,
        }
    }
}

/// Whether it is a route's name in the place of an address.
pub fn is_named(address: &str) -> bool {
    address.starts_with(MARK)
}
