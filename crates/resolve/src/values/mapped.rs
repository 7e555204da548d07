//! Mapped types: objects with the member names of another type, `{ [K in keyof T]: … }`.

use crate::members::Hit;
use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Std, Ty};
use facts::Value;

impl Eval<'_> {
    /// The type whose member names the keys of a record are.
    pub(crate) fn mapped(&self, args: &[Ty]) -> Option<Ty> {
        match *self.types.head(*args.first()?) {
            Head::Keys(of) => Some(of),
            _ => None,
        }
    }

    /// A member of a mapped type is declared where the type with the names declares it, but holds what the mapping
    /// says. What that type does not have, the mapped one has not either, unless nobody knows what it is.
    pub(crate) fn mapped_member(&mut self, of: Ty, args: &[Ty], name: Name) -> Vec<Hit> {
        let element = args.get(1).copied().unwrap_or(Ty::DYNAMIC);
        let hits = self.members(of, name);
        if hits.is_empty() && matches!(self.types.head(of), Head::Param(..) | Head::Unknown) {
            let known = !element.is_unknown() && element != Ty::DYNAMIC;
            return vec![if known { Hit::Typed(element) } else { Hit::CatchAll }];
        }
        hits.into_iter().filter_map(|hit| self.mapped_hit(hit, element)).collect()
    }

    fn mapped_hit(&mut self, hit: Hit, element: Ty) -> Option<Hit> {
        match hit {
            Hit::Declared(decl, ..) | Hit::Mapped(decl, _) => Some(Hit::Mapped(decl, element)),
            Hit::Given(file, value, _) => match self.source(file)?.graph.values[value as usize] {
                Value::Function { symbol: Some(symbol), .. } => Some(Hit::Mapped(Decl { file, symbol }, element)),
                _ => Some(Hit::Typed(element)),
            },
            Hit::Typed(_) => Some(Hit::Typed(element)),
            _ => None,
        }
    }

    /// What is known of the type with the names where a mapped type is given `given`: its names, not what it holds.
    pub(crate) fn named_like(&mut self, given: Ty) -> Option<Ty> {
        match self.types.head(given) {
            Head::Object(..) | Head::Shape(..) | Head::Instance(..) | Head::Intersection(_) => {
                let keys = self.types.make(Head::Keys(given));
                Some(self.types.std(Std::Record, &[keys, Ty::DYNAMIC]))
            }
            _ => None,
        }
    }
}
