//! What stands for others in tests, told by where its file lies: of the definitions of one function a program has one, and
//! that is no mock for whoever is none himself.

use crate::project::tree::{Tree, file_name, parent};
use crate::values::types::{Decl, FileId};

/// Words of folders and files for what stands for something else.
const DOUBLES: &[&str] = &["fake", "fakes", "fuzz", "fuzzer", "fuzzers", "fuzzing", "mock", "mocks", "stub", "stubs"];
const TESTS: &[&str] = &["test", "testing", "tests", "unittest", "unittests"];

/// Of the definitions of a function those that a file means: in its own folder, else those that stand for nothing else. All
/// of them where that leaves none.
pub(crate) fn likely(tree: &Tree, from: FileId, all: Vec<Decl>) -> Vec<Decl> {
    if all.len() < 2 {
        return all;
    }
    let (here, path) = (tree.path(from), |it: &Decl| tree.path(it.file));
    let is_test = has_word(here, TESTS);
    let is_own = |it: &Decl| parent(path(it)) == parent(here);
    let is_real = |it: &Decl| !has_word(path(it), DOUBLES) && (is_test || !has_word(path(it), TESTS));
    let wanted: [&dyn Fn(&Decl) -> bool; 3] = [&|it| is_own(it) && is_real(it), &is_own, &is_real];
    match wanted.into_iter().find(|wanted| all.iter().any(wanted)) {
        Some(wanted) => all.into_iter().filter(wanted).collect(),
        None => all,
    }
}

/// Whether a folder of a path, or its file, has one of some words in its name.
fn has_word(path: &str, words: &[&str]) -> bool {
    let name = file_name(path);
    let stem = name.split('.').next().unwrap_or(name);
    let parts = parent(path).split('/').chain([stem]);
    parts.flat_map(|part| part.split(['_', '-'])).any(|part| words.contains(&part.to_ascii_lowercase().as_str()))
}
