//! What type parameters stand for where an interface is given what has its members.

use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::SymbolKind;

/// How many members of an interface are asked for what they say of type parameters.
const MAX_MEMBERS: usize = 16;

impl Eval<'_> {
    /// Finds what the parameters in `wanted`, an interface, stand for by the members of what is given for it.
    pub(crate) fn unify_members(&mut self, wanted: Ty, given: Ty, found: &mut Vec<(Decl, u32, Ty)>, depth: u8) {
        let Head::Instance(of, _) = *self.types.head(wanted) else { return };
        let Some((source, symbol)) = self.project.symbol(of) else { return };
        if !source.language.structural || symbol.kind != SymbolKind::Interface {
            return;
        }
        for member in source.children(of.symbol).take(MAX_MEMBERS) {
            let name = source.symbol_name(member);
            let (wanted, given) = (self.member(wanted, name), self.member(given, name));
            if given.is_unknown() || given == Ty::DYNAMIC {
                continue;
            }
            if matches!(self.types.head(wanted), Head::Func(..)) {
                let wanted = self.call(wanted, FileId(0), &[]);
                let given = self.call(given, FileId(0), &[]);
                self.unify(wanted, given, found, depth);
            } else {
                self.unify(wanted, given, found, depth);
            }
        }
    }
}
