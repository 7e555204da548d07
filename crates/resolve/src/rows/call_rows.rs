//! The declarations that one call stands beside.

use super::Writer;
use crate::targets::labels::{Resolution, Verdict};
use facts::unit::Cell;

impl Writer<'_, '_> {
    /// The declarations that a call leads to; of a class that is made, also the constructor which it inherits.
    pub(super) fn called_by(&mut self, verdict: &Verdict) -> Vec<Cell<'static>> {
        let mut targets = self.targets(verdict);
        if let ([class], true) = (&verdict.targets[..], verdict.resolution < Resolution::Ambiguous)
            && let Some(maker) = self.eval.inherited_maker(*class)
        {
            targets.push(self.project.symbol_id(maker).into());
        }
        targets
    }
}
