//! Whether what generic types outside are of rules one out where another is wanted.

use crate::values::eval::Eval;
use crate::values::types::{Head, Ty};
use facts::SymbolKind;

impl Eval<'_> {
    /// Whether two of one type from outside are of types that nothing is both of: `List<String>`, `List<Order>`. Each
    /// may be given for a bound of the other, so that only what is neither way one of the other counts.
    pub(super) fn are_of_others(&mut self, one: Ty, other: Ty) -> bool {
        let (Head::Library(_, ones), Head::Library(_, others)) = (self.types.head(one), self.types.head(other)) else {
            return false;
        };
        let pairs: Vec<(Ty, Ty)> = ones.iter().copied().zip(others.iter().copied()).collect();
        pairs.into_iter().any(|(one, other)| self.are_apart(one, other))
    }

    fn are_apart(&mut self, one: Ty, other: Ty) -> bool {
        match (self.types.head(one).clone(), self.types.head(other).clone()) {
            (Head::Instance(one, _), Head::Instance(other, _)) => {
                let is_own = |decl| {
                    let kind = self.project.symbol(decl).map(|(_, it)| it.kind);
                    kind.is_some_and(|kind| kind.is_type() && kind != SymbolKind::TypeAlias)
                };
                let (one, other) = (self.project.first_part(one), self.project.first_part(other));
                is_own(one)
                    && is_own(other)
                    && self.repository_suits(one, other).is_none()
                    && self.repository_suits(other, one).is_none()
            }
            (Head::Instance(..), _) => self.plain_name(other).is_some(),
            (_, Head::Instance(..)) => self.plain_name(one).is_some(),
            _ => matches!((self.plain_name(one), self.plain_name(other)), (Some(one), Some(other)) if one != other),
        }
    }

    /// The name of a type outside that nothing extends: of a text, or of a number or truth value, as it is called without
    /// an object.
    fn plain_name(&self, ty: Ty) -> Option<&'static str> {
        let (Head::External(path), Some(rules)) = (self.types.head(ty), self.language.overloads) else { return None };
        let path = self.text(*path);
        if *path == *rules.text {
            return Some(rules.text);
        }
        rules.boxes.iter().find(|(held, boxed)| **held == *path || **boxed == *path).map(|(held, _)| *held)
    }
}
