//! Ruby's way: files that are required, by path or along the load path. What constants mean does not depend on it.

use super::Found;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use std::collections::{BTreeMap, BTreeSet};

/// Folders that a gem or its tests put on the load path.
const ROOTS: &[&str] = &["lib", "app", "test", "spec", "ext"];

#[derive(Debug)]
pub struct LoadPath {
    /// Folders of the load path.
    roots: BTreeSet<String>,
    /// Folder → the name of the gem that is specified in it.
    gems: BTreeMap<String, String>,
}

impl LoadPath {
    pub fn new(tree: &Tree, _: &BTreeMap<String, String>) -> Self {
        let mut made = Self { roots: BTreeSet::new(), gems: BTreeMap::new() };
        for path in tree.paths() {
            if path.ends_with(".rb") {
                let roots = upward(parent(path)).filter(|folder| ROOTS.contains(&file_name(folder)));
                made.roots.extend(roots.map(str::to_owned));
            }
            if let Some(name) = file_name(path).strip_suffix(".gemspec") {
                made.gems.insert(parent(path).to_owned(), name.to_owned());
            }
        }
        made
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let at = |folder: &str| {
            let path = join(folder, specifier)?;
            tree.find(&path).filter(|_| path.ends_with(".rb")).or_else(|| tree.find(&format!("{path}.rb")))
        };
        if specifier.starts_with('.') {
            return at(parent(from)).map_or(Found::Missing, Found::File);
        }
        // The gem's own folders go before those of others.
        let own = upward(parent(from)).flat_map(|folder| ROOTS.iter().filter_map(move |root| join(folder, root)));
        let mut own = own.filter(|root| self.roots.contains(root));
        if let Some(file) = own.find_map(|root| at(&root)).or_else(|| self.roots.iter().find_map(|root| at(root))) {
            return Found::File(file);
        }
        let package = specifier.split('/').next().unwrap_or(specifier).to_owned();
        Found::External { package, path: specifier.to_owned() }
    }

    /// The gem that a file belongs to.
    pub fn package_of(&self, path: &str) -> Option<String> {
        upward(parent(path)).find_map(|folder| self.gems.get(folder)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_required_by_path_or_along_the_load_path() {
        let paths = ["a.gemspec", "lib/a.rb", "lib/a/b.rb", "spec/helper.rb", "spec/x/y_spec.rb", "bin/run"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let ruby = LoadPath::new(&tree, &BTreeMap::new());
        let file = |path: &str| Found::File(tree.find(path).expect("a file"));
        assert_eq!(ruby.find(&tree, "lib/a.rb", "./a/b"), file("lib/a/b.rb"));
        assert_eq!(ruby.find(&tree, "spec/x/y_spec.rb", "helper"), file("spec/helper.rb"));
        assert_eq!(ruby.find(&tree, "bin/run", "a/b"), file("lib/a/b.rb"));
        assert_eq!(ruby.find(&tree, "lib/a.rb", "./gone"), Found::Missing);
        let outside = Found::External { package: "net".into(), path: "net/http".into() };
        assert_eq!(ruby.find(&tree, "lib/a.rb", "net/http"), outside);
        assert_eq!(ruby.package_of("lib/a/b.rb").as_deref(), Some("a"));
    }
}
