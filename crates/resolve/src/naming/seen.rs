//! What a file sees by what it includes, itself or by way of others.

use crate::modules::Found;
use crate::naming::linkage::is_header;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::values::types::FileId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::rc::Rc;

/// How many files one file can see at most.
const MAX_SEEN: usize = 4000;
/// How many files are kept of all that files see, before they are found out anew.
const MAX_KEPT: usize = 500_000;

/// What a file sees, itself included.
#[derive(Debug, Default)]
pub struct Seen {
    files: FxHashSet<FileId>,
    /// Of these, the ones that are no headers.
    pub(crate) bodies: Vec<FileId>,
    /// The namespaces that these files take over as a whole, the file itself left out; by their paths.
    pub(crate) spaces: Vec<Name>,
    /// The turn in which these files were last noted as consulted.
    noted: Cell<u32>,
}

impl Seen {
    pub fn has(&self, file: FileId) -> bool {
        self.files.contains(&file)
    }
}

/// What one file says itself of what it sees.
#[derive(Debug, Default)]
pub struct Included {
    files: Vec<FileId>,
    /// The namespaces that it takes over as a whole.
    spaces: Vec<Name>,
}

/// What files see, as long as it is not too much to be kept.
#[derive(Debug, Default)]
pub struct SeenFiles {
    all: FxHashMap<FileId, Rc<Seen>>,
    kept: usize,
}

impl SeenFiles {
    pub fn clear(&mut self) {
        self.all.clear();
        self.kept = 0;
    }

    fn keep(&mut self, file: FileId, seen: Rc<Seen>) {
        self.kept += seen.files.len();
        if self.kept > MAX_KEPT {
            self.all.clear();
            self.kept = seen.files.len();
        }
        self.all.insert(file, seen);
    }
}

impl Project {
    /// The files that a file includes, also by way of others. Asked only where files are put together so: what imports
    /// lead to is no answer to any question of another language, and whoever asked would rest on all of it.
    pub(crate) fn seen_from(&self, file: FileId) -> Rc<Seen> {
        debug_assert!(self.outline_of(file).is_none_or(|it| it.language.links), "{} includes", self.tree.path(file));
        let known = self.seen.borrow().all.get(&file).cloned();
        let seen = known.unwrap_or_else(|| {
            let seen = Rc::new(self.find_seen(file));
            self.seen.borrow_mut().keep(file, seen.clone());
            seen
        });
        if seen.noted.replace(self.consulted.turn()) != self.consulted.turn() {
            seen.files.iter().for_each(|&other| self.consulted.file(other));
        }
        seen
    }

    fn find_seen(&self, file: FileId) -> Seen {
        let mut seen = Seen::default();
        let mut pending = vec![file];
        while let Some(next) = pending.pop() {
            if seen.files.len() >= MAX_SEEN || !seen.files.insert(next) {
                continue;
            }
            if next != file && !is_header(self.tree.path(next)) {
                seen.bodies.push(next);
            }
            let included = self.included(next);
            for &space in included.spaces.iter().filter(|_| next != file) {
                if !seen.spaces.contains(&space) {
                    seen.spaces.push(space);
                }
            }
            pending.extend(included.files.iter());
        }
        seen.bodies.sort();
        seen
    }

    fn included(&self, file: FileId) -> Rc<Included> {
        if let Some(found) = self.included.borrow().get(&file) {
            return found.clone();
        }
        let mut found = Included::default();
        if let Some(outline) = self.outline_of(file) {
            let system = outline.language.system;
            let all = outline.specifiers().filter_map(|it| match self.find_module(file, system, it) {
                Found::File(found) => Some(found),
                _ => None,
            });
            found.files = all.collect();
            let spaces = outline.entries.iter().filter(|(list, ..)| *list == List::Using);
            found.spaces = spaces.map(|(_, path, _)| *path).collect();
        }
        let found = Rc::new(found);
        self.included.borrow_mut().insert(file, found.clone());
        found
    }
}
