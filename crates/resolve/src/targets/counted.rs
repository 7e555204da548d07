//! How many arguments functions take where a language lets a caller give any number: whoever gives more means another.

use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{Call, Modifiers, SymbolKind, Value};

impl Eval<'_> {
    /// The most arguments that a function looks at. None: any number, or it is no function whose parameters are written.
    pub(crate) fn most_arguments(&self, target: Decl) -> Option<u32> {
        let (_, symbol) = self.project.symbol(target)?;
        let is_written = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
        let is_open = symbol.modifiers.has(Modifiers::READS_ARGUMENTS | Modifiers::OVERLOAD | Modifiers::AMBIENT)
            || symbol.params.iter().any(|param| param.rest);
        (is_written && !is_open).then_some(symbol.params.len() as u32)
    }

    /// Whether a call on something unknown gives more arguments than any of those takes that it may mean by their name.
    pub(crate) fn is_taken_by_none(&mut self, file: FileId, call: &Call, targets: &[Decl]) -> bool {
        let Some(source) = self.source(file).filter(|it| it.language.computed_types && !call.spread) else {
            return false;
        };
        let Value::Member { object, .. } = source.graph.values[call.callee as usize] else { return false };
        let gives_more =
            |eval: &Self, target: Decl| eval.most_arguments(target).is_some_and(|most| call.arguments > most);
        targets.iter().all(|&target| gives_more(self, target)) && self.value(file, object).is_unknown()
    }
}
