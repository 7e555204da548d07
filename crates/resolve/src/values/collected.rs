//! What is collected into a container that is written with holes: `Vec<_>`, `HashMap<_, _>`, `Result<Vec<_>, _>`.

use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::ValueId;

/// How deep containers are looked into.
const MAX_INSIDE: u8 = 3;

impl Eval<'_> {
    /// Whether a type is a container, or perhaps one, of which not all is said.
    pub(super) fn has_holes(&self, ty: Ty) -> bool {
        match self.types.head(ty) {
            Head::Std(Std::List | Std::Set | Std::Map, args) => args.iter().any(|ty| ty.is_unknown()),
            Head::Std(Std::Option | Std::Result, args) => args.first().is_some_and(|&inner| self.has_holes(inner)),
            _ => false,
        }
    }

    /// A container as it is written, its holes filled with what a list of the elements holds. None: it is no container, or
    /// the elements are no such parts.
    pub(super) fn collected(&mut self, written: Ty, list: Ty) -> Option<Ty> {
        self.collected_inside(written, list, 0)
    }

    fn collected_inside(&mut self, written: Ty, list: Ty, depth: u8) -> Option<Ty> {
        let (Head::Std(container, holes), Head::Std(Std::List, elements)) =
            (self.types.head(written).clone(), self.types.head(list).clone())
        else {
            return None;
        };
        let element = *elements.first().filter(|_| depth < MAX_INSIDE)?;
        let parts = match (container, self.types.head(element).clone()) {
            (Std::List | Std::Set, _) => vec![element],
            (Std::Map, Head::Tuple(pair)) if pair.len() == 2 => pair.to_vec(),
            // The first that is none, or that went wrong, is what comes of all.
            (Std::Option | Std::Result, Head::Std(kind, parts)) if kind == container => {
                let elements = self.types.std(Std::List, &parts[..1.min(parts.len())]);
                let inner = self.collected_inside(*holes.first()?, elements, depth + 1)?;
                [inner].into_iter().chain(parts.iter().copied().skip(1)).collect()
            }
            _ => return None,
        };
        let is_whole = matches!(container, Std::Option | Std::Result);
        let filled: Vec<Ty> = (0..parts.len().max(holes.len()))
            .map(|at| {
                let (hole, part) = (holes.get(at).copied(), parts.get(at).copied());
                let is_open = |ty: &Ty| ty.is_unknown() || is_whole && at == 0;
                hole.filter(|ty| !is_open(ty)).or(part).unwrap_or(Ty::UNKNOWN)
            })
            .collect();
        Some(self.types.std(container, &filled))
    }

    /// A list of elements; what `collect::<T>()` says that it gives.
    pub(crate) fn listed_as(&mut self, element: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        let list = self.types.std(Std::List, &[element]);
        let &[written] = self.split_arguments(file, arguments).1 else { return list };
        if !self.language.module_paths {
            return list;
        }
        let written = self.declared(file, written, None);
        match self.collected(written, list) {
            Some(collected) => collected,
            None if written.is_unknown() => list,
            None => written,
        }
    }
}
