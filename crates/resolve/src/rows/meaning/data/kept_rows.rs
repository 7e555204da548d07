//! What a row of calls begins with that a local holds: `query := db.Table("results")`, `query.Count(&all)`.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use facts::{Shape, Value, ValueId};
use rules::{Selector, Source};

/// Calls of a row, with those of the rows that locals hold, are followed so far.
const MAX_ROW: usize = 32;

impl<'g> Writer<'_, 'g> {
    /// What a call is given that a selector names (`row.Table`), in the row which the local holds that a row begins with.
    pub fn given_in_kept_row(&self, callee: ValueId, selector: &Selector) -> Option<Found<'g>> {
        let parts = selector.0.iter().filter(|part| part.source == Source::Row);
        let mut names = parts.filter_map(|part| part.members.first().filter(|_| part.members.len() == 1)).peekable();
        names.peek()?;
        let base = self.row_base(callee)?;
        let kept = Some(self.kept_first(base)).filter(|kept| *kept != base)?;
        names.find_map(|name| self.given_before(kept, name)).map(Found::Shape)
    }

    /// What the nearest call of a name is given in a row, its last one too.
    fn given_before(&self, last: ValueId, name: &str) -> Option<&'g Shape> {
        let mut at = last;
        for _ in 0..MAX_ROW {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else {
                let kept = self.kept_first(at);
                at = Some(kept).filter(|kept| *kept != at)?;
                continue;
            };
            if self.last_name(callee).is_some_and(|it| it == name) {
                let call = self.call_giving(at)?;
                return call.given.first().map(|given| &given.shape);
            }
            at = self.object(callee)?;
        }
        None
    }
}
