//! What a repository holds twice: in its sources, and in a file that its build made of them.

use crate::project::tree::Tree;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};

/// Of more declarations of a name, none is known to be a copy.
const MAX_COMPARED: usize = 64;
/// Folders that hold nothing but what a build made.
const BUILT: [&str; 6] = ["build", "bundle", "bundles", "dist", "out", "release"];
/// Folders that may hold that, where there are sources too.
const MAYBE_BUILT: [&str; 2] = ["lib", "libs"];
const SOURCES: [&str; 3] = ["src", "source", "sources"];

impl Eval<'_> {
    /// Of declarations of one name those that a file may mean: of those that are called the same in full, its own; and
    /// else what the sources have, not what a build made of it.
    pub(crate) fn without_copies(&self, file: FileId, all: Vec<Decl>) -> Vec<Decl> {
        let writes_again = self.source(file).is_some_and(|source| source.language.computed_types);
        if !writes_again || all.len() < 2 || all.len() > MAX_COMPARED {
            return all;
        }
        let qualified = |decl: Decl| self.project.symbol(decl).map(|(_, symbol)| symbol.qualified.as_str());
        let is_copy = |&one: &Decl| {
            let mut same = all.iter().filter(|&&other| other.file != one.file && qualified(other) == qualified(one));
            one.file != file
                && same.any(|other| other.file == file || made_of(&self.project.tree, one.file, other.file))
        };
        all.iter().copied().filter(|one| !is_copy(one)).collect()
    }
}

/// Whether a build made the one file of the other, by where they lie.
fn made_of(tree: &Tree, one: FileId, other: FileId) -> bool {
    let lies_in = |file: FileId, folders: &[&str]| {
        let folder = tree.path(file).rsplit_once('/').map_or("", |(folder, _)| folder);
        folder.split('/').any(|part| folders.contains(&part))
    };
    let built = lies_in(one, &BUILT) || lies_in(one, &MAYBE_BUILT) && lies_in(other, &SOURCES);
    let other_is_built = lies_in(other, &BUILT) || lies_in(other, &MAYBE_BUILT) && !lies_in(other, &SOURCES);
    built && !other_is_built
}
