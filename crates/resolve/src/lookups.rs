//! Lookups of names that are being made: what ends those that lead through each other.

use crate::entities::Use;
use crate::names::Name;
use crate::types::FileId;
use facts::ScopeId;

/// What is being looked up, and how much has been.
#[derive(Default)]
pub(crate) struct Seen {
    open: Vec<(FileId, ScopeId, Name, Use)>,
    steps: u32,
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
        if self.steps > MAX_STEPS || self.open.len() > MAX_OPEN || self.open.contains(&key) {
            return false;
        }
        self.open.push(key);
        true
    }

    pub(crate) fn leave(&mut self) {
        self.open.pop();
    }
}
