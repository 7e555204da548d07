//! Go's way: an import path is a module's path and a folder in it. What `vendor` holds is external, and so
//! is another module of the repository that the file's own module takes from outside: only `replace` and
//! `go.work` lead to a sibling's sources. Of a repository without any `go.mod`, which lies in `GOPATH`, the path
//! begins with where it is kept.

use super::Found;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use std::collections::BTreeMap;

/// Import path prefix → folder.
type Prefixes = BTreeMap<String, String>;

#[derive(Debug)]
pub struct Modules {
    /// By the folder of its `go.mod`: the module's path, and what its files see of the repository.
    by_folder: BTreeMap<String, (String, Prefixes)>,
}

impl Modules {
    pub fn new(configs: &BTreeMap<String, String>) -> Self {
        let named = |name: &'static str| configs.iter().filter(move |(path, _)| file_name(path) == name);
        let mut by_folder: BTreeMap<String, (String, Prefixes)> = BTreeMap::new();
        for (path, text) in named("go.mod") {
            let folder = parent(path);
            let Some(module) = directives(text, "module").first().map(|name| name.trim_matches(['"', '`']).to_owned())
            else {
                continue;
            };
            let mut seen = replacements(folder, text);
            seen.insert(module.clone(), folder.to_owned());
            by_folder.insert(folder.to_owned(), (module, seen));
        }
        for (path, text) in named("go.work") {
            let folder = parent(path);
            let used: Vec<String> = directives(text, "use").iter().filter_map(|used| join(folder, used)).collect();
            let mut shared = replacements(folder, text);
            shared.extend(used.iter().filter_map(|used| Some((by_folder.get(used)?.0.clone(), used.clone()))));
            for used in &used {
                if let Some((_, seen)) = by_folder.get_mut(used) {
                    seen.extend(shared.clone());
                }
            }
        }
        Self { by_folder }
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let own = upward(parent(from)).find_map(|folder| self.by_folder.get(folder));
        let mut prefix = Some(specifier);
        while let Some(here) = prefix {
            if let Some(folder) = own.and_then(|(_, seen)| seen.get(here)) {
                let rest = specifier[here.len()..].trim_start_matches('/');
                let folder = join(folder, rest).and_then(|path| tree.find_folder(&path));
                return folder.map_or(Found::Missing, Found::Folder);
            }
            prefix = here.rsplit_once('/').map(|(shorter, _)| shorter);
        }
        if let Some(folder) = self.in_path(tree, specifier) {
            return Found::Folder(folder);
        }
        Found::External { package: package(specifier), path: specifier.to_owned() }
    }

    /// The folder that an import leads to where no manifest says what the repository is called: `host/owner/name/folder`,
    /// if `folder` holds sources, and `vendor` nothing of that name.
    fn in_path(&self, tree: &Tree, specifier: &str) -> Option<u32> {
        let kept = package(specifier);
        let is_kept = kept.matches('/').count() == 2;
        if !self.by_folder.is_empty() || !is_kept || tree.find_folder(&format!("vendor/{kept}")).is_some() {
            return None;
        }
        let folder = tree.find_folder(specifier.strip_prefix(&*kept)?.strip_prefix('/')?)?;
        tree.files_in(folder).iter().any(|file| tree.path(*file).ends_with(".go")).then_some(folder)
    }

    /// The import path of the package that a file belongs to.
    pub fn package_of(&self, path: &str) -> Option<String> {
        let folder = parent(path);
        let (root, (module, _)) = upward(folder).find_map(|root| Some((root, self.by_folder.get(root)?)))?;
        let rest = folder[root.len()..].trim_start_matches('/');
        Some(if rest.is_empty() { module.clone() } else { format!("{module}/{rest}") })
    }
}

/// What `replace` directives lead to folders of the repository.
fn replacements(folder: &str, text: &str) -> Prefixes {
    let local = directives(text, "replace").into_iter().filter_map(|replace| {
        let (old, new) = replace.split_once("=>")?;
        let (old, new) = (old.split_whitespace().next()?, new.split_whitespace().next()?);
        Some((old.to_owned(), join(folder, Some(new).filter(|new| new.starts_with('.'))?)?))
    });
    local.collect()
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
    fn modules_see_themselves_and_what_they_are_led_to() {
        let text = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let configs = BTreeMap::from([
            text("go.mod", "module example.com/app\n"),
            text("tools/go.mod", "module example.com/app/tools // own\nreplace (\n old.org/x => ../x\n)"),
            text("one/go.mod", "module one.org"),
            text("two/go.mod", "module two.org"),
            text("go.work", "use (\n\t./one\n\t./two\n)"),
        ]);
        let modules = Modules::new(&configs);
        let paths = ["a/a.go", "tools/b/b.go", "x/x.go", "one/one.go", "two/two.go"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let at = |path: &str| Found::Folder(tree.find_folder(path).expect("a folder"));
        let external = |package: &str, path: &str| Found::External { package: package.into(), path: path.into() };
        assert_eq!(modules.find(&tree, "a/a.go", "example.com/app/a"), at("a"));
        assert_eq!(modules.find(&tree, "a/a.go", "example.com/app/gone"), Found::Missing);
        assert_eq!(modules.find(&tree, "tools/b/b.go", "example.com/app/tools/b"), at("tools/b"));
        assert_eq!(modules.find(&tree, "tools/b/b.go", "old.org/x"), at("x"));
        let outside = external("example.com/app", "example.com/app/a");
        assert_eq!(modules.find(&tree, "tools/b/b.go", "example.com/app/a"), outside);
        assert_eq!(modules.find(&tree, "one/one.go", "two.org"), at("two"));
        assert_eq!(modules.package_of("tools/b/b.go").as_deref(), Some("example.com/app/tools/b"));
        assert_eq!(modules.find(&tree, "a/a.go", "net/http"), external("net/http", "net/http"));
        let path = "github.com/a/b/a";
        assert_eq!(modules.find(&tree, "a/a.go", path), external("github.com/a/b", path));
        let path = "github.com/a/b/v2/c";
        assert_eq!(modules.find(&tree, "a/a.go", path), external("github.com/a/b", path));
    }

    #[test]
    fn without_a_manifest_the_path_begins_with_where_the_repository_is_kept() {
        let modules = Modules::new(&BTreeMap::new());
        let paths = ["main.go", "store/store.go", "docs/a.md", "vendor/github.com/x/y/store/s.go"];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let find = |path: &str| modules.find(&tree, "main.go", path);
        assert_eq!(find("github.com/a/b/store"), Found::Folder(tree.find_folder("store").expect("a folder")));
        for path in ["github.com/a/b/docs", "github.com/a/b/other", "github.com/x/y/store", "net/http"] {
            assert!(matches!(find(path), Found::External { .. }), "{path}");
        }
    }
}
