//! Functions that share their name with one from outside: where modules overload each other's functions, one of the
//! repository hides nothing.

use crate::members::extensions::Fit;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::targets::arguments::pairs;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// The name of free functions that overload one from outside, where none of them is known to take the arguments.
    pub(crate) fn outside_namesake(
        &mut self,
        source: &Source,
        file: FileId,
        all: &[Decl],
        arguments: &[ValueId],
    ) -> Option<Name> {
        let first = *all.first()?;
        let (of, symbol) = self.project.symbol(first)?;
        let name = of.symbol_key(first.symbol);
        let is_free = symbol.parent.is_none() && symbol.kind == SymbolKind::Function;
        if !is_free || !self.project.is_std_name(of.language, name) {
            return None;
        }
        let takes = |&decl: &Decl| self.surely_takes(source, file, decl, arguments);
        (!all.iter().any(takes)).then_some(name)
    }

    /// Whether each argument is known to be what a function takes there; of what takes anything it is.
    fn surely_takes(&mut self, source: &Source, file: FileId, decl: Decl, arguments: &[ValueId]) -> bool {
        let Some((of, symbol)) = self.project.symbol(decl) else { return false };
        let Some(pairs) = pairs(source, of, symbol, symbol, arguments) else { return false };
        pairs.into_iter().all(|(param, argument)| {
            let Some(ty) = symbol.params[param].declared else { return true };
            let wanted = self.declared(decl.file, ty, symbol.parent);
            let is_list = matches!(source.graph.values[argument as usize], Value::List { .. });
            match self.types.head(wanted) {
                Head::Unknown | Head::Param(..) => return true,
                Head::Tuple(_) if is_list => return true,
                _ => {}
            }
            let given = self.value(file, argument);
            self.fit(wanted, given, 0).is_some_and(|fit| fit != Fit::Maybe)
        })
    }
}
