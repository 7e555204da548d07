//! What is made by the name of a constant that holds a class: `Reader = Formats::Reader`, `Reader.new`.

use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head};
use facts::{Modifiers, SymbolKind};

impl Eval<'_> {
    /// The class that a constant stands for by whose name something is made, where that is what a call leads to. What
    /// holds no class that is known makes something that only a run can tell.
    pub(crate) fn past_constant(&mut self, verdict: Verdict) -> Verdict {
        let [decl] = verdict.targets[..] else { return verdict };
        if !self.is_held_for_good(decl) {
            return verdict;
        }
        let held = self.symbol_value(decl);
        let options = match self.types.head(held) {
            Head::Union(options) => options.to_vec(),
            _ => vec![held],
        };
        let classes: Vec<Option<Decl>> = options
            .iter()
            .map(|&option| match *self.types.head(option) {
                Head::Class(class) => Some(class),
                _ => None,
            })
            .collect();
        match (classes.into_iter().collect::<Option<Vec<_>>>(), self.types.head(held)) {
            (Some(classes), _) => {
                Verdict::among(verdict.resolution, classes).unwrap_or(Verdict::none(Resolution::Dynamic))
            }
            (None, &Head::External(path)) => Verdict::external(path),
            _ => Verdict::none(Resolution::Dynamic),
        }
    }

    fn is_held_for_good(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(source, symbol)| {
            source.language.singleton_members
                && matches!(symbol.kind, SymbolKind::Property | SymbolKind::Variable)
                && symbol.modifiers.has(Modifiers::READONLY)
        })
    }
}
