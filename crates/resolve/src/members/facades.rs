//! Classes whose static calls an instance of another class answers, which a method of theirs names.

use crate::members::Hit;
use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head};

impl Eval<'_> {
    /// The method that a static call of a facade comes to. Of a service that goes by a text nothing is known.
    pub(crate) fn behind_facade(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let (base, accessor) = self.source(decl.file)?.language.facades?;
        let lineage = self.lineage(decl);
        let is_base = |path: Name| *self.text(path) == *base;
        if !lineage.iter().any(|&it| matches!(*self.types.head(it), Head::External(path) if is_base(path))) {
            return None;
        }
        let accessor = self.method_key(self.source(decl.file)?, accessor);
        let accessor = self.own_member_of(decl, accessor, true)?;
        let (_, symbol) = self.project.symbol(accessor)?;
        let &[given] = &symbol.return_values[..] else { return None };
        let service = self.value(accessor.file, given);
        let Head::Class(class) = *self.types.head(service) else { return None };
        let instance = self.types.instance(class, &[]);
        self.members(instance, name).first().copied().filter(|hit| matches!(hit, Hit::Declared(..)))
    }
}
