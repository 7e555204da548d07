//! Calls of a name that holds a function, where what it holds does not take the arguments.

use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::source::{Source, signature};
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{ScopeId, Value, ValueId};

impl Eval<'_> {
    /// The one extension or function of the name that takes the arguments, where none that holds a function does.
    pub(crate) fn past_held(
        &mut self,
        source: &Source,
        file: FileId,
        callee: ValueId,
        held: &[Decl],
        arguments: &[ValueId],
    ) -> Option<Verdict> {
        if !held.iter().all(|&decl| self.refuses(source, decl, arguments)) {
            return None;
        }
        let mut all = Vec::new();
        match source.graph.values[callee as usize] {
            Value::Member { object, name } => {
                let object = self.value(file, object);
                let found = self.extensions(source, file, object, source.name(name), false);
                all.extend(found.iter().filter_map(|hit| hit.declared()));
            }
            Value::Name { name, scope, .. } => {
                all = self.functions_around(source, file, scope, source.name(name));
            }
            _ => {}
        }
        let fitting = self.fitting(source, file, &all, arguments);
        match self.nearest(file, fitting)[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => None,
        }
    }

    /// The extensions of a name of the receivers around a scope, the innermost that has some; else the function.
    fn functions_around(&mut self, source: &Source, file: FileId, scope: ScopeId, name: Name) -> Vec<Decl> {
        let mut next = Some(scope);
        while let Some(id) = next {
            next = source.graph.scopes[id as usize].parent;
            let receiver = self.receiver_of(source, file, id);
            if receiver.is_unknown() {
                continue;
            }
            let found = self.extensions(source, file, receiver, name, false);
            if !found.is_empty() {
                return found.iter().filter_map(|hit| hit.declared()).collect();
            }
        }
        match self.project.free_name(file, scope, name, Use::Call) {
            Entity::Symbol(decl) => vec![decl],
            _ => Vec::new(),
        }
    }

    /// Whether the function that a declaration holds cannot be called with the arguments: it takes another
    /// number of them, or is given a function where it wants something else.
    fn refuses(&mut self, source: &Source, held: Decl, arguments: &[ValueId]) -> bool {
        let ty = self.symbol_value(held);
        let Head::FuncType(at, ty, _) = *self.types.head(ty) else { return false };
        let Some(signature) = self.source(at).and_then(|of| signature(&of.graph, ty)) else { return false };
        // The receiver may be given before the others.
        let mut wanted = signature.params.to_vec();
        if arguments.len() == wanted.len() + 1 {
            wanted.splice(0..0, signature.receiver);
        }
        if arguments.len() != wanted.len() {
            return true;
        }
        wanted.iter().zip(arguments).any(|(&wanted, &argument)| {
            let wanted = self.declared(at, wanted, None);
            let is_value = matches!(self.types.head(wanted), Head::Instance(..) | Head::Builtin(_) | Head::Std(..));
            is_value && matches!(source.graph.values[argument as usize], Value::Function { .. })
        })
    }
}
