//! What a module calls of `self` that it does not have: those have it that include the module.

use crate::project::names::Name;
use crate::project::outline::List;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::Modifiers;

/// How many methods of a name are looked at.
const MAX_METHODS: usize = 64;

impl Eval<'_> {
    /// Where a call of `self` in a module leads: to the method of the one class that includes the module and has it, by
    /// itself or by another of its modules. None: it is no module, or no such class has it.
    pub(crate) fn of_includers(&mut self, file: FileId, name: Name, this: Decl) -> Option<Verdict> {
        let (source, symbol) = self.project.symbol(this)?;
        if !symbol.modifiers.has(Modifiers::ABSTRACT) || !source.language.open_this {
            return None;
        }
        let named = self.project.listed(List::Method, name);
        if named.is_empty() || named.len() > MAX_METHODS {
            return None;
        }
        let parts = self.project.merged(this);
        let is_test = self.source(file)?.graph.is_test;
        let mut targets: Vec<Decl> = Vec::new();
        for &(other, at) in named {
            let decl = Decl { file: other, symbol: at };
            let Some((source, symbol)) = self.project.symbol(decl) else { continue };
            let of_class = symbol.modifiers.has(Modifiers::STATIC);
            let Some(owner) = symbol.parent.filter(|_| !of_class && (is_test || !source.graph.is_test)) else {
                continue;
            };
            let lineage = self.lineage(Decl { file: other, symbol: owner });
            let is_part = |base: &crate::values::types::Ty| matches!(*self.types.head(*base), Head::Instance(base, _) if parts.contains(&base));
            if lineage.iter().any(is_part) {
                targets.push(decl);
            }
        }
        Verdict::among(Resolution::Unique, targets)
    }
}
