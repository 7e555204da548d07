//! What a block for a type outside calls of the method that it gives: where `fn id(&self)` calls `self.id()`, the type has one
//! of its own, which goes first. Otherwise it would never come back.

use crate::naming::entities::Entity;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::labels::Verdict;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{BindingKind, Modifiers, Value, ValueId};

impl Eval<'_> {
    /// The type's own method, where a call would lead to the function around it, on the same value and without arguments.
    pub(super) fn of_type_itself(
        &mut self,
        source: &Source,
        (file, callee): (FileId, ValueId),
        (object, name): (Ty, Name),
        verdict: &Verdict,
    ) -> Option<Verdict> {
        let around = self.around.filter(|_| source.language.module_paths)?;
        let Value::Member { object: receiver, .. } = source.graph.values[callee as usize] else { return None };
        if verdict.targets != [Decl { file, symbol: around }] || !self.is_own_self(source, receiver) {
            return None;
        }
        // With other arguments it may come to an end.
        if self.arguments_of(file, callee).is_none_or(|arguments| !arguments.is_empty()) {
            return None;
        }
        match *self.types.head(object) {
            Head::External(path) => match self.project.outside(&self.text(path), &self.text(name)) {
                Entity::External(path) => Some(Verdict::external(path)),
                _ => None,
            },
            Head::Builtin(_) | Head::Std(..) => Some(self.standard_target(object, name)),
            _ => None,
        }
    }

    /// Whether a method that a block gives a type from elsewhere calls the type's own of the name, which any call means.
    pub(crate) fn hands_on(&self, method: Decl) -> bool {
        self.project.symbol(method).is_some_and(|(_, it)| it.modifiers.has(Modifiers::HANDS_ON))
    }

    fn is_own_self(&self, source: &Source, value: ValueId) -> bool {
        let Value::Name { name, binding: Some(binding), .. } = source.graph.values[value as usize] else {
            return false;
        };
        source.graph.name(name) == "self" && source.graph.bindings[binding as usize].kind == BindingKind::Parameter
    }
}
