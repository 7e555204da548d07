//! Go's way: an import path is a module's path and a folder in it. What `vendor` holds is external.

use super::Found;
use crate::tree::{Tree, file_name, join, parent, upward};
use std::collections::BTreeMap;

#[derive(Debug)]
pub struct Modules {
    /// Module path → folder, with those that local `replace` directives give.
    by_path: BTreeMap<String, String>,
    by_folder: BTreeMap<String, String>,
}

impl Modules {
    pub fn new(configs: &BTreeMap<String, String>) -> Self {
        let mut by_path = BTreeMap::new();
        let mut by_folder = BTreeMap::new();
        let manifests = || configs.iter().filter(|(path, _)| matches!(file_name(path), "go.mod" | "go.work"));
        for (path, text) in manifests() {
            if let Some(module) = directives(text, "module").first() {
                let module = module.trim_matches(['"', '`']).to_owned();
                by_path.entry(module.clone()).or_insert_with(|| parent(path).to_owned());
                by_folder.insert(parent(path).to_owned(), module);
            }
        }
        for (path, text) in manifests() {
            for replace in directives(text, "replace") {
                let Some((old, new)) = replace.split_once("=>") else { continue };
                let (Some(old), Some(new)) = (old.split_whitespace().next(), new.split_whitespace().next()) else {
                    continue;
                };
                if new.starts_with('.')
                    && let Some(folder) = join(parent(path), new)
                {
                    by_path.insert(old.to_owned(), folder);
                }
            }
        }
        Self { by_path, by_folder }
    }

    pub fn find(&self, tree: &Tree, specifier: &str) -> Found {
        let mut prefix = specifier;
        loop {
            if let Some(folder) = self.by_path.get(prefix) {
                let rest = specifier[prefix.len()..].trim_start_matches('/');
                let folder = join(folder, rest).and_then(|path| tree.find_folder(&path));
                return folder.map_or(Found::Missing, Found::Folder);
            }
            match prefix.rsplit_once('/') {
                Some((shorter, _)) => prefix = shorter,
                None => return Found::External { package: package(specifier), path: specifier.to_owned() },
            }
        }
    }

    /// The import path of the package that a file belongs to.
    pub fn package_of(&self, path: &str) -> Option<String> {
        let folder = parent(path);
        let (root, module) = upward(folder).find_map(|root| Some((root, self.by_folder.get(root)?)))?;
        let rest = folder[root.len()..].trim_start_matches('/');
        Some(if rest.is_empty() { module.clone() } else { format!("{module}/{rest}") })
    }
}

/// A standard package by its whole path, another one by its module's: `host/owner/name`.
fn package(specifier: &str) -> String {
    let first = specifier.split('/').next().unwrap_or_default();
    if !first.contains('.') {
        return specifier.to_owned();
    }
    let parts = if matches!(first, "github.com" | "gitlab.com" | "bitbucket.org") { 3 } else { 2 };
    specifier.splitn(parts + 1, '/').take(parts).collect::<Vec<_>>().join("/")
}

/// What follows a directive, on one line or in its brackets.
fn directives<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        let line = line.split("//").next().unwrap_or_default().trim();
        if inside {
            inside = line != ")";
            if inside && !line.is_empty() {
                found.push(line);
            }
        } else if let Some(rest) = line.strip_prefix(name)
            && rest.starts_with([' ', '\t', '('])
        {
            let rest = rest.trim();
            inside = rest == "(";
            if !inside {
                found.push(rest);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_by_their_longest_prefix() {
        let configs = BTreeMap::from([
            ("go.mod".to_owned(), "module example.com/app\n".to_owned()),
            (
                "tools/go.mod".to_owned(),
                "module example.com/app/tools // own\nreplace (\n old.org/x => ../x\n)".to_owned(),
            ),
        ]);
        let modules = Modules::new(&configs);
        let tree = Tree::new(["a/a.go", "tools/b/b.go", "x/x.go"].map(str::to_owned).to_vec());
        let at = |path: &str| tree.find_folder(path).map(Found::Folder);
        assert_eq!(Some(modules.find(&tree, "example.com/app/a")), at("a"));
        assert_eq!(Some(modules.find(&tree, "example.com/app/tools/b")), at("tools/b"));
        assert_eq!(Some(modules.find(&tree, "old.org/x")), at("x"));
        assert_eq!(modules.find(&tree, "example.com/app/gone"), Found::Missing);
        assert_eq!(modules.package_of("tools/b/b.go").as_deref(), Some("example.com/app/tools/b"));
        let external = |package: &str, path: &str| Found::External { package: package.into(), path: path.into() };
        assert_eq!(modules.find(&tree, "net/http"), external("net/http", "net/http"));
        assert_eq!(modules.find(&tree, "github.com/a/b/v2/c"), external("github.com/a/b", "github.com/a/b/v2/c"));
    }
}
