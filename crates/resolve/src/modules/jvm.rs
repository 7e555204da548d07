//! Java's and Kotlin's way: packages that files declare.
//!
//! What the repository declares is found before this is asked, by [`crate::naming::packages`], from the graphs
//! alone. A front end of such a language (the property `packages` is not `Folders`) says
//!
//! - the package of the file in `FileGraph::package`, dotted; or, where a file declares several, each in
//!   `FileGraph::packages` with the scope that holds its bindings;
//! - an import of one name as `Import { specifier: "a.b", names: [Name(C) as C] }` with an `Import` binding
//!   in the scope it stands in, of everything as `All`, of a static member with the type as its specifier
//!   (`a.b.C`, `Name(m)`), of a package under a name as `Module`;
//! - a bare name with a binding only where a scope inside a declaration binds it (local, parameter, type
//!   parameter, local class). Members of classes need no bindings: with `implicit_members` they are found
//!   through the `Class` scopes around, inherited ones too. A class's own scope has the kind `Class` and the
//!   class as its symbol.
//!
//! What is left here is what no file of the repository declares.

use super::Found;
use crate::project::tree::Tree;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Packages;

impl Packages {
    pub fn new(_: &Tree, _: &BTreeMap<String, String>) -> Self {
        Self
    }

    pub fn find(&self, _: &Tree, _: &str, specifier: &str) -> Found {
        Found::External { package: package(specifier).to_owned(), path: specifier.to_owned() }
    }

    pub fn package_of(&self, _: &str) -> Option<String> {
        None
    }
}

/// The folder below the sources of a module that a file lies in and that no build compiles with them: what tests read, the
/// projects that they build, what is packed as it stands. With its last `/`.
pub(crate) fn data_folder(path: &str) -> Option<&str> {
    let parts: Vec<&str> = path.split('/').collect();
    let at = parts.windows(4).position(|it| {
        let [src, set, held, _] = it else { return false };
        let tests = matches!(*set, "test" | "it") || set.ends_with("Test") || set.ends_with("Tests");
        let compiled = matches!(*held, "java" | "kotlin" | "groovy" | "scala") || held.starts_with("gen");
        *src == "src" && (*held == "resources" || tests && !compiled)
    })?;
    let length: usize = parts[..at + 3].iter().map(|part| part.len() + 1).sum();
    Some(&path[..length])
}

/// The start of a dotted name that names its library best: `java.util`, `org.junit.jupiter`.
fn package(specifier: &str) -> &str {
    let longest = if specifier.starts_with("java") { 2 } else { 3 };
    let mut end = 0;
    for part in specifier.split('.').take(longest).take_while(|part| !part.starts_with(char::is_uppercase)) {
        end += part.len() + 1;
    }
    if end == 0 { specifier } else { &specifier[..end - 1] }
}

#[cfg(test)]
mod tests {
    use super::{data_folder, package};

    #[test]
    fn what_tests_read_is_not_compiled_with_them() {
        assert_eq!(data_folder("m/src/test/projects/old/src/main/java/a/B.java"), Some("m/src/test/projects/"));
        assert_eq!(data_folder("src/it/one/src/main/java/a/B.java"), Some("src/it/one/"));
        assert_eq!(data_folder("src/main/resources/made/a/B.java"), Some("src/main/resources/"));
        assert_eq!(data_folder("src/test/java/test/resources/B.java"), None);
        assert_eq!(data_folder("src/integrationTest/kotlin/a/B.kt"), None);
        assert_eq!(data_folder("src/main/generated/a/B.java"), None);
        assert_eq!(data_folder("src/com/one/test/B.java"), None);
    }

    #[test]
    fn a_library_goes_by_the_start_of_its_packages() {
        assert_eq!(package("java.util.concurrent"), "java.util");
        assert_eq!(package("org.junit.jupiter.api.Assertions"), "org.junit.jupiter");
        assert_eq!(package("org.hamcrest.Matchers"), "org.hamcrest");
        assert_eq!(package("Gone"), "Gone");
    }
}
