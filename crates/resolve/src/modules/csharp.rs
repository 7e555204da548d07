//! C#'s way: namespaces that files declare, see [`crate::naming::packages`], and projects that hold them.

use super::Found;
use crate::project::tree::{Tree, file_name, parent, upward};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The folders of the projects.
#[derive(Debug)]
pub struct Namespaces {
    projects: FxHashSet<String>,
}

impl Namespaces {
    pub fn new(tree: &Tree, _: &BTreeMap<String, String>) -> Self {
        let is_project = |path: &&String| file_name(path).ends_with("proj") && file_name(path).contains('.');
        let projects = tree.paths().iter().filter(is_project).map(|path| parent(path).to_owned()).collect();
        Self { projects }
    }

    /// What no file of the repository declares lies outside.
    pub fn find(&self, _: &Tree, _: &str, specifier: &str) -> Found {
        // A library goes by the first names of its namespaces: `System`, `Microsoft.Extensions`.
        let parts = if specifier.starts_with("System") { 1 } else { 2 };
        let package = specifier.splitn(parts + 1, '.').take(parts).collect::<Vec<_>>().join(".");
        Found::External { package, path: specifier.to_owned() }
    }

    /// The folder of the project that a file belongs to: the nearest above it that holds a project's file.
    pub fn project_of<'p>(&self, path: &'p str) -> &'p str {
        upward(parent(path)).find(|folder| self.projects.contains(*folder)).unwrap_or_default()
    }

    pub fn package_of(&self, path: &str) -> Option<String> {
        let folder = self.project_of(path);
        Some(file_name(folder).to_owned()).filter(|name| !name.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_nearest_project_above_it() {
        let paths = ["src/App/App.csproj", "src/App/Deep/A.cs", "src/Tests/Tests.csproj", "src/Tests/B.cs", "c.cs"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let namespaces = Namespaces::new(&tree, &BTreeMap::new());
        assert_eq!(namespaces.project_of("src/App/Deep/A.cs"), "src/App");
        assert_eq!(namespaces.project_of("src/Tests/B.cs"), "src/Tests");
        assert_eq!(namespaces.project_of("c.cs"), "");
        assert_eq!(namespaces.package_of("src/Tests/B.cs").as_deref(), Some("Tests"));
    }
}
