//! Routers that are made and left, `let _ = Router::new().nest("/api", routes()).finish_api(&mut docs)`: no request comes to
//! what is mounted on them so.

use super::anchors::Holder;
use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use facts::{BindingKind, Value, ValueId};
use rules::Kind;

/// The name of a mount that counts where nothing else mounts the same.
const OTHERWISE: &str = "otherwise";

impl<'g> Writer<'_, 'g> {
    /// What a mount is called on a router that is left, or whose place another takes that is mounted on nothing.
    pub fn left_mount(&self, kind: Kind, site: &Site<'g>, anchors: &Anchors) -> Option<&'static str> {
        if kind == Kind::Mount && self.is_replaced(site, anchors) {
            return Some(OTHERWISE);
        }
        let is_rust = crate::languages::of(&self.graph.language).module_paths;
        let row = site.result.filter(|_| kind == Kind::Mount && is_rust)?;
        self.is_left(row, anchors).then_some(OTHERWISE)
    }

    /// Whether the variable that holds what a call gives holds otherwise what a package makes anew:
    /// `if base == "" { r = mux.NewRouter() } else { r = outer.PathPrefix(base).Subrouter() }`.
    fn is_replaced(&self, site: &Site<'g>, anchors: &Anchors) -> bool {
        let (Some(result), true) = (site.result, self.goes_by_types()) else { return false };
        let Some(&Holder::Binding(id)) = anchors.held.get(&result) else { return false };
        let values = &self.graph.values;
        let is_import = |it: ValueId| match values[it as usize] {
            Value::Name { binding: Some(one), .. } => self.graph.bindings[one as usize].kind == BindingKind::Import,
            _ => false,
        };
        let is_anew = |it: &ValueId| match values[*it as usize] {
            Value::Call { callee, .. } => self.object(callee).is_some_and(is_import),
            _ => false,
        };
        self.graph.bindings[id as usize].values.iter().any(|it| *it != result && is_anew(it))
    }

    /// Whether nothing holds, takes or gives back what the last call of a row gives.
    fn is_left(&self, row: ValueId, anchors: &Anchors) -> bool {
        let end = anchors.row_end(row);
        if anchors.is_held(end) || anchors.given_to(end).is_some() {
            return false;
        }
        let is_used = |value: &Value| match value {
            Value::Member { object, .. }
            | Value::Index { object }
            | Value::Item { object, .. }
            | Value::Part { object, .. }
            | Value::Await { object }
            | Value::Lent { object } => *object == end,
            Value::Call { arguments, .. } | Value::New { arguments, .. } => arguments.contains(&end),
            Value::Either { options } => options.contains(&end),
            Value::List { items } => items.contains(&end),
            Value::Operation { operands, .. } => operands.contains(&end),
            Value::Function { returns, .. } => returns.contains(&end),
            _ => false,
        };
        let is_given_back = self.graph.symbols.iter().any(|symbol| symbol.return_values.contains(&end));
        !is_given_back && !self.graph.values.iter().any(is_used)
    }
}
