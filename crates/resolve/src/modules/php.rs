//! PHP's way: namespaces that files declare, which [`crate::naming::packages`] finds before this is asked. What is left is
//! files that are included by path, and names that no file declares: Composer's `autoload` says which of them
//! the repository ought to have.

use super::Found;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use serde_json::Value as Json;
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Namespaces {
    /// Folder of a `composer.json` → the package's name.
    names: BTreeMap<String, String>,
    /// Namespace with `\\` behind it → its folders.
    folders: BTreeMap<String, Vec<String>>,
}

impl Namespaces {
    pub fn new(_: &Tree, configs: &BTreeMap<String, String>) -> Self {
        let mut made = Self { names: BTreeMap::new(), folders: BTreeMap::new() };
        for (path, text) in configs.iter().filter(|(path, _)| file_name(path) == "composer.json") {
            let Ok(config) = serde_json::from_str::<Json>(text) else { continue };
            let folder = parent(path);
            if let Some(name) = config["name"].as_str() {
                made.names.insert(folder.to_owned(), name.to_owned());
            }
            for section in ["autoload", "autoload-dev"] {
                for (prefix, places) in config[section]["psr-4"].as_object().into_iter().flatten() {
                    let places = match places {
                        Json::Array(places) => places.iter().filter_map(Json::as_str).collect(),
                        one => one.as_str().into_iter().collect::<Vec<_>>(),
                    };
                    let places = places.into_iter().filter_map(|place| join(folder, place));
                    made.folders.entry(prefix.to_ascii_lowercase()).or_default().extend(places);
                }
            }
        }
        made
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        if specifier.contains(['/', '.']) {
            let below = |folder: &str| join(folder, specifier).and_then(|path| tree.find(&path));
            let found = below(parent(from)).or_else(|| below("").filter(|_| !specifier.starts_with("./")));
            return found.map_or(Found::Missing, Found::File);
        }
        if self.ought_to_have(tree, specifier) {
            return Found::Missing;
        }
        // A package goes by its vendor's namespace and its own.
        let package = specifier.rsplit_once('\\').map_or(specifier, |(namespace, _)| namespace);
        let package = package.splitn(3, '\\').take(2).collect::<Vec<_>>().join("\\");
        Found::External { package, path: specifier.to_owned() }
    }

    /// Whether a class would lie in a folder that the repository has: then it is generated, or gone.
    fn ought_to_have(&self, tree: &Tree, class: &str) -> bool {
        let Some((namespace, _)) = class.rsplit_once('\\') else { return false };
        let mut prefix = format!("{}\\", namespace.to_ascii_lowercase());
        loop {
            if let Some(folders) = self.folders.get(&prefix) {
                let rest = namespace.get(prefix.len()..).unwrap_or_default().replace('\\', "/");
                return folders.iter().filter_map(|it| join(it, &rest)).any(|it| tree.find_folder(&it).is_some());
            }
            match prefix.trim_end_matches('\\').rsplit_once('\\') {
                Some((shorter, _)) => prefix = format!("{shorter}\\"),
                None => return false,
            }
        }
    }

    /// The name of the Composer package that a file belongs to.
    pub fn package_of(&self, path: &str) -> Option<String> {
        upward(parent(path)).find_map(|folder| self.names.get(folder)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_composer_says_to_be_here_is_missed_and_what_it_does_not_is_outside() {
        let config = r#"{"name": "a/b", "autoload": {"psr-4": {"A\\": "src/"}}}"#;
        let configs = BTreeMap::from([("composer.json".to_owned(), config.to_owned())]);
        let tree = Tree::new(["src/B/C.php", "lib/x.php", "bin/run.php"].map(str::to_owned).to_vec());
        let php = Namespaces::new(&tree, &configs);
        let external = |package: &str, path: &str| Found::External { package: package.into(), path: path.into() };
        assert_eq!(php.find(&tree, "src/B/C.php", "A\\B\\Gone"), Found::Missing);
        assert_eq!(php.find(&tree, "src/B/C.php", "A\\Other\\X"), external("A\\Other", "A\\Other\\X"));
        assert_eq!(php.find(&tree, "src/B/C.php", "Exception"), external("Exception", "Exception"));
        let file = |path: &str| Found::File(tree.find(path).expect("a file"));
        assert_eq!(php.find(&tree, "bin/run.php", "./../lib/x.php"), file("lib/x.php"));
        assert_eq!(php.find(&tree, "bin/run.php", "lib/x.php"), file("lib/x.php"));
        assert_eq!(php.package_of("src/B/C.php").as_deref(), Some("a/b"));
    }
}
