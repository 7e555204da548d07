//! Lookups of names that are being made: what ends those that lead through each other.

use crate::naming::entities::Use;
use crate::project::names::Name;
use crate::values::types::FileId;
use facts::ScopeId;

/// A name in a scope of a file.
pub(crate) type Question = (FileId, ScopeId, Name, Use);

/// What is being looked up, and how much has been.
#[derive(Default)]
pub(crate) struct Seen {
    open: Vec<Question>,
    steps: u32,
    /// The outermost open lookup that an answer leans on which was ended: what lies within it may be answered
    /// otherwise when it is asked alone.
    leans_on: Option<usize>,
}

/// More lookups than any path needs: modules may import everything from each other.
const MAX_STEPS: u32 = 2_000;
/// How deep paths nest that are walked for each other.
pub(crate) const MAX_PATHS: u32 = 64;
/// How deep lookups nest.
const MAX_OPEN: usize = 100;

impl Seen {
    /// Starts a lookup. False: it is being made already, or there were too many.
    pub(crate) fn enter(&mut self, file: FileId, scope: ScopeId, name: Name, usage: Use) -> bool {
        self.steps += 1;
        let key = (file, scope, name, usage);
        let open = match self.steps > MAX_STEPS || self.open.len() > MAX_OPEN {
            true => Some(0),
            false => self.open.iter().position(|open| *open == key),
        };
        if let Some(open) = open {
            self.leans_on = Some(self.leans_on.map_or(open, |other| other.min(open)));
            return false;
        }
        self.open.push(key);
        true
    }

    /// Ends the lookup that was started last. Whether its answer would be the same if it were asked alone.
    pub(crate) fn leave(&mut self) -> bool {
        self.open.pop();
        let stands_alone = self.leans_on.is_none_or(|open| open >= self.open.len());
        if stands_alone {
            self.leans_on = None;
        }
        stands_alone
    }
}
