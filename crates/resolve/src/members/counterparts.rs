//! What a class extends, where several platforms declare one type.

use crate::languages::Packages;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Ty};
use facts::{Modifiers, SymbolKind};

impl Eval<'_> {
    pub(crate) fn extends_type(&mut self, given: Decl, wanted: Decl) -> bool {
        let lineage = self.lineage(given);
        let extends = lineage.iter().any(|&ty| match *self.types.head(ty) {
            Head::Instance(base, _) => base == wanted || self.is_counterpart(base, wanted),
            _ => false,
        });
        extends || self.actual_aliases(wanted).iter().any(|ty| lineage.contains(ty))
    }

    /// The types from outside that platforms have an alias for in the place of a type that they share.
    fn actual_aliases(&mut self, expected: Decl) -> Vec<Ty> {
        let Some((of, symbol)) = self.project.symbol(expected) else { return Vec::new() };
        let shared = symbol.modifiers.has(Modifiers::AMBIENT) && symbol.parent.is_none();
        if !shared || of.language.packages != Packages::Flat {
            return Vec::new();
        }
        let aliases = self.of_package(of, expected.file, symbol, |kind| kind == SymbolKind::TypeAlias);
        let aliased: Vec<Ty> = aliases.into_iter().map(|decl| self.alias(decl)).collect();
        aliased.into_iter().filter(|&ty| self.outside_type(ty).is_some()).collect()
    }

    /// Whether two declarations are of one type: its parts, or, for several platforms, those of one name in one package.
    pub(crate) fn is_counterpart(&self, one: Decl, other: Decl) -> bool {
        if self.project.first_part(one) == self.project.first_part(other) {
            return true;
        }
        let (Some((of, one)), Some((other_of, other))) = (self.project.symbol(one), self.project.symbol(other)) else {
            return false;
        };
        of.language.packages == Packages::Flat
            && other_of.language.system == of.language.system
            && one.kind.is_type()
            && one.qualified == other.qualified
            && of.graph.package.is_some()
            && of.graph.package == other_of.graph.package
    }
}
