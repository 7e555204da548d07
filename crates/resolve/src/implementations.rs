//! Of several implementations of one trait for a type, the one that takes the arguments of a call.

use crate::eval::Eval;
use crate::labels::{Resolution, Verdict};
use crate::types::{Decl, FileId, Head, Ty};
use facts::ValueId;

impl Eval<'_> {
    /// An ambiguous verdict led to the implementation whose parameters are of the types that the arguments are of.
    pub(crate) fn choose_implementation(&mut self, verdict: Verdict, file: FileId, callee: ValueId) -> Verdict {
        let has_blocks = self.source(file).is_some_and(|source| source.language.module_paths);
        if verdict.resolution != Resolution::Ambiguous || !has_blocks {
            return verdict;
        }
        let arguments = self.arguments_of(file, callee).map(<[ValueId]>::to_vec).unwrap_or_default();
        let given: Vec<Ty> = arguments.into_iter().map(|argument| self.value(file, argument)).collect();
        let fits: Vec<Decl> =
            verdict.targets.iter().copied().filter(|&target| self.takes_types(target, &given)).collect();
        match fits[..] {
            [one] => Verdict::one(Resolution::Typed, one),
            [] => self.one_place(&verdict.targets).unwrap_or(verdict),
            _ => self.one_place(&fits).unwrap_or(verdict),
        }
    }

    /// Declarations that a macro makes from one text are one place.
    fn one_place(&self, targets: &[Decl]) -> Option<Verdict> {
        let place = |decl: Decl| self.project.symbol(decl).map(|(_, symbol)| (decl.file, symbol.name_at.byte));
        let &first = targets.first()?;
        let same = targets.iter().all(|&target| place(target) == place(first));
        same.then(|| Verdict::one(Resolution::Typed, first))
    }

    /// Whether the parameters of a function have the types that are given; of an unknown one nothing fits.
    fn takes_types(&mut self, decl: Decl, given: &[Ty]) -> bool {
        let Some((_, symbol)) = self.project.symbol(decl) else { return false };
        if given.is_empty() || symbol.params.len() != given.len() {
            return false;
        }
        let params: Vec<_> = symbol.params.iter().map(|param| param.declared).collect();
        params.into_iter().zip(given).all(|(declared, &given)| {
            let Some(declared) = declared else { return false };
            let wanted = self.declared(decl.file, declared, symbol.parent);
            self.same_head(wanted, given)
        })
    }

    fn same_head(&self, wanted: Ty, given: Ty) -> bool {
        match (self.types.head(wanted), self.types.head(given)) {
            (Head::Unknown | Head::Dynamic, _) | (_, Head::Unknown | Head::Dynamic) => false,
            (Head::Instance(one, _), Head::Instance(two, _)) => one == two,
            (Head::Std(one, first), Head::Std(two, second)) => {
                let inner = first.iter().zip(second.iter());
                one == two
                    && inner.into_iter().all(|(&one, &two)| one == two || two.is_unknown() || self.same_head(one, two))
            }
            (Head::Tuple(one), Head::Tuple(two)) => one.len() == two.len(),
            (one, two) => one == two,
        }
    }
}
