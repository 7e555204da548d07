//! Of which model rows are that were asked for before: `user = session.query(User).first()`, `session.delete(user)`.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::values::types::Decl;
use facts::{Binding, BindingKind, Shape, Value, ValueId};
use rules::{Clause, Kind};

/// Calls of a row, and what locals hold of them, are followed so far.
const MAX_STEPS: usize = 32;
/// A local that is given more things than these is not followed.
const MAX_GIVEN: usize = 4;

impl<'g> Writer<'_, 'g> {
    /// The model of which a value is a row, by the call that asked for it; of several that a local may hold, where all are
    /// of one.
    pub fn asked_model(&mut self, value: ValueId) -> Option<Decl> {
        let given = match self.binding_of(value) {
            Some(binding) if binding.kind == BindingKind::Variable => &binding.values[..],
            _ => &[],
        };
        let (first, rest) = match given {
            [first, rest @ ..] if rest.len() < MAX_GIVEN => (*first, rest),
            _ => (value, &[][..]),
        };
        let model = self.row_asked(first)?;
        for other in rest {
            let other = self.model_held(*other).or_else(|| self.row_asked(*other))?;
            if other != model {
                return None;
            }
        }
        Some(model)
    }

    fn row_asked(&mut self, value: ValueId) -> Option<Decl> {
        let mut at = value;
        for _ in 0..MAX_STEPS {
            at = match self.graph.values[at as usize] {
                Value::Item { object, .. } | Value::Await { object } | Value::Index { object } => object,
                Value::Call { callee, .. } => match self.asked_by(at, callee) {
                    Some(model) => return Some(model),
                    None => self.object(callee)?,
                },
                _ => Some(self.kept_in(at)).filter(|kept| *kept != at)?,
            };
        }
        None
    }

    /// The model that a call is given to ask for, as rules say.
    fn asked_by(&mut self, result: ValueId, callee: ValueId) -> Option<Decl> {
        let verdict = self.eval.reference_target(self.file, callee);
        if !verdict.targets.is_empty() {
            // `User.find_or_create(name)` of a model's own.
            let class = self.object(callee).filter(|it| self.is_class_name(*it))?;
            return self.class_meant(class).filter(|it| self.is_kept(*it));
        }
        let path = self.project.names.text(verdict.external?).to_string();
        let is_asking = |it: &&Clause| it.kind == Some(Kind::Data) && it.sql.is_empty() && !it.model.is_empty();
        let clause = self.project.rules.of_call(&path, &self.graph.language).find(is_asking)?;
        let call = self.graph.calls.iter().find(|call| call.result == Some(result))?;
        let found = self.find(&Site::of_call(self.graph, call), &clause.model).into_iter().next()?;
        let under = clause.model.0.iter().map(|part| &*part.without).find(|it| !it.is_empty());
        match under.and_then(|member| self.holder_of(&found, member)).unwrap_or(found) {
            Found::Value(value) | Found::Shape(&Shape::Value(value)) if self.is_class_name(value) => {
                self.class_meant(value)
            }
            _ => None,
        }
    }

    /// Whether rules say of a class that it is a model, by what it extends.
    fn is_kept(&mut self, class: Decl) -> bool {
        let (rules, language) = (&self.project.rules, &self.graph.language);
        let is_of_models = |clause: &Clause| clause.kind == Some(Kind::Model);
        self.outer_bases(class).iter().any(|base| rules.of_base(base, language).any(is_of_models))
    }

    fn binding_of(&self, value: ValueId) -> Option<&'g Binding> {
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => Some(&self.graph.bindings[binding as usize]),
            _ => None,
        }
    }
}
