//! Which of several call signatures a call means.

use crate::project::source::signature;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Ty};
use facts::ValueId;

impl Eval<'_> {
    /// Call signatures as a call may mean them: those that have as many parameters as there are arguments come first,
    /// those that do not take the arguments last.
    pub(super) fn signatures_in_order(&mut self, all: &[Ty], file: FileId, arguments: &[ValueId]) -> Vec<Ty> {
        let (given, _) = self.split_arguments(file, arguments);
        let (fit, rest): (Vec<Ty>, Vec<Ty>) = all.iter().partition(|&&part| self.has_params(part, given.len()));
        let in_order = fit.into_iter().chain(rest);
        let (taking, refusing): (Vec<Ty>, Vec<Ty>) = in_order.partition(|&part| !self.refuses_any(part, file, given));
        taking.into_iter().chain(refusing).collect()
    }

    /// Whether a function type has as many parameters.
    fn has_params(&self, function: Ty, count: usize) -> bool {
        let Head::FuncType(file, ty, _) = *self.types.head(function) else { return false };
        let Some(source) = self.source(file) else { return false };
        signature(&source.graph, ty).is_some_and(|signature| signature.params.len() == count)
    }

    /// Whether any of the arguments does not fit its parameter of a function type.
    fn refuses_any(&mut self, function: Ty, file: FileId, arguments: &[ValueId]) -> bool {
        if !matches!(self.types.head(function), Head::FuncType(..)) {
            return false;
        }
        (0..).zip(arguments).any(|(position, &argument)| {
            let wanted = self.function_param(function, position);
            if wanted.is_unknown() {
                return false;
            }
            let given = self.passed(file, argument, wanted);
            self.assignable(given, wanted, &mut Vec::new(), 0) == Some(false)
        })
    }
}
