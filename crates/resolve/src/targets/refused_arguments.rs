//! What a method cannot take, whatever else it is given.

use crate::values::conversions::Plain;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// Whether a call names other types than a method has parameters for, or a function is written where it takes a text
    /// or a number.
    pub(crate) fn cannot_take(&mut self, decl: Decl, file: FileId, arguments: &[ValueId]) -> bool {
        let (given, types) = self.split_arguments(file, arguments);
        let (Some(source), Some((_, symbol))) = (self.source(file), self.project.symbol(decl)) else { return false };
        if !types.is_empty() && symbol.kind == SymbolKind::Method && symbol.type_params.len() != types.len() {
            return true;
        }
        let is_function = |value: ValueId| matches!(source.graph.values[value as usize], Value::Function { .. });
        let functions = given.iter().enumerate().filter(|(_, value)| is_function(**value));
        functions.map(|(at, _)| at as u32).any(|at| self.takes_plain_value(decl, at))
    }

    fn takes_plain_value(&mut self, decl: Decl, at: u32) -> bool {
        let Some(rules) = self.conversions(decl) else { return false };
        let taken = self.param_type(decl, at);
        match self.plain(taken, decl) {
            Plain::Primitive(_) => true,
            Plain::Outside(ty) => {
                matches!(self.types.head(ty), Head::External(path) if *self.text(*path) == *rules.text)
            }
            _ => false,
        }
    }
}
