//! Of which model documents are that were made of it, or asked of it: `new User({ … }).save()`, `(await User.findOne()).save()`.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::Decl;
use facts::{SymbolKind, Value, ValueId};

/// Calls of a row, and what locals hold of them, are followed so far.
const MAX_STEPS: usize = 32;
/// The members of a model that give its own name: `ref: User.modelName`.
const NAMING: [&str; 2] = ["modelName", "name"];

impl<'g> Writer<'_, 'g> {
    /// The model that what a call is on was made of or asked of, where that is a class's type or a variable that is declared
    /// outside of functions.
    pub fn document_model(&mut self, site: &Site<'g>) -> Option<Decl> {
        let mut at = self.object(site.callee)?;
        for _ in 0..MAX_STEPS {
            at = match self.graph.values[at as usize] {
                Value::New { callee, .. } => return self.model_named(callee),
                Value::Await { object } | Value::Item { object, .. } | Value::Index { object } => object,
                Value::Call { callee, .. } => self.object(callee)?,
                _ => match self.kept_in(at) {
                    kept if kept != at => kept,
                    _ => return self.model_named(at),
                },
            };
        }
        None
    }

    /// The model that a repository's type is for, or that a variable holds which is called like one.
    fn model_named(&mut self, value: ValueId) -> Option<Decl> {
        if let Some(class) = self.entity_at(value) {
            return Some(class);
        }
        let [held] = self.eval.reference_target(self.file, value).targets[..] else { return None };
        let (_, symbol) = self.project.symbol(held)?;
        let is_kept = symbol.kind == SymbolKind::Variable && symbol.parent.is_none();
        (is_kept && self.is_class_name(value)).then_some(held)
    }

    /// The name of the model of which this is a member that gives it.
    pub fn model_naming_itself(&self, value: ValueId) -> Option<String> {
        let Value::Member { object, name } = self.graph.values[value as usize] else { return None };
        let is_name = NAMING.contains(&self.graph.name(name)) && self.is_class_name(object);
        is_name.then(|| self.last_name(object)).flatten().map(|it| it.into_owned())
    }
}
