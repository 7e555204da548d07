//! The packages that the names of others start with: outlines leave them out, as each file would repeat them.

use crate::project::names::{Name, Names};
use crate::project::outline::{Entry, List};
use crate::values::types::FileId;
use rustc_hash::FxHashSet;

/// A package that has names of its own.
pub(crate) const OWN: u32 = 1;
/// The same of one whose name as a whole is that of a module.
pub(crate) const ALONE: u32 = 2;
/// A package that only starts the names of others.
pub(crate) const START: u32 = 0;

/// The names with which that of a package in an outline starts, by which the lists know them.
pub(crate) fn starts_of(package: &str, own: u32) -> impl Iterator<Item = &str> {
    let named = Some(package).filter(|_| own == OWN);
    std::iter::successors(named, |name| name.rsplit_once('.').map(|(start, _)| start)).skip(1)
}

/// What the lists hold of packages that only start the names of others, each once.
pub(crate) fn starts<'e>(names: &Names, entries: impl Iterator<Item = (FileId, &'e Entry)>) -> Vec<(FileId, Entry)> {
    let mut seen: FxHashSet<Name> = FxHashSet::default();
    let mut starts = Vec::new();
    for (file, &(list, name, own)) in entries {
        if list != List::Package || !seen.insert(name) {
            continue;
        }
        let new = |start: &Name| seen.insert(*start);
        let text = names.text(name);
        let found = starts_of(&text, own).map(|start| names.intern(start)).filter(new);
        starts.extend(found.map(|start| (file, (List::Package, start, START))));
    }
    starts
}
