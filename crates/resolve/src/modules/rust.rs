//! Cargo's way: packages with a library, programs, tests, examples and benchmarks, each a crate with a root file;
//! a module is the file of its name below the file that declares it.

use super::Found;
use super::manifest::{Dependency, Manifest};
use crate::project::tree::{Tree, file_name, join, parent, upward};
use crate::values::types::FileId;
use std::collections::{BTreeMap, BTreeSet};

/// Crates that every crate knows.
const STANDARD: [&str; 5] = ["std", "core", "alloc", "proc_macro", "test"];
/// Folders of a package whose files are crates of their own.
const ROOTS: [&str; 4] = ["tests", "examples", "benches", "bin"];

/// Folders of packages.
type Folders = BTreeSet<String>;

#[derive(Debug)]
pub struct Crates {
    /// By folder.
    packages: BTreeMap<String, Manifest>,
    /// By folder, what files of a package are built with: those of its library and programs, and those of its tests.
    built_with: BTreeMap<String, [Folders; 2]>,
}

impl Crates {
    pub fn new(_: &Tree, configs: &BTreeMap<String, String>) -> Self {
        let manifests = configs.iter().filter(|(path, _)| file_name(path) == "Cargo.toml");
        let packages: BTreeMap<String, Manifest> =
            manifests.map(|(path, text)| (parent(path).to_owned(), Manifest::parse(text))).collect();
        let mut crates = Self { packages, built_with: BTreeMap::new() };
        let folders: Vec<&String> = crates.packages.keys().collect();
        let below: BTreeMap<&String, Folders> =
            folders.iter().map(|&folder| (folder, crates.all_below(folder))).collect();
        let built_with = folders.iter().map(|&folder| (folder.clone(), crates.all_with(folder, &below))).collect();
        crates.built_with = built_with;
        crates
    }

    /// Whether a file is of a crate that is built with what another file is of, or that with it, as generic code may run
    /// what crates implement that are built on its own: blocks of no other give a type anything there. Where no
    /// manifest tells, it may be.
    pub fn is_built_with(&self, path: &str, other: &str) -> bool {
        let (Some((own, _)), Some((other, _))) = (self.package_around(path), self.package_around(other)) else {
            return true;
        };
        let within = path.strip_prefix(own).unwrap_or(path).trim_start_matches('/');
        let is_test = ["tests/", "examples/", "benches/"].iter().any(|folder| within.starts_with(folder));
        let has = |folder: &str, at: usize, other: &str| {
            self.built_with.get(folder).is_none_or(|built| built[at].contains(other))
        };
        own == other || has(own, usize::from(is_test), other) || has(other, 0, own)
    }

    /// What a package depends on, and what that does, as far as it lies in the repository.
    fn all_below(&self, folder: &str) -> Folders {
        let (mut found, mut open) = (Folders::new(), vec![folder.to_owned()]);
        while let Some(folder) = open.pop() {
            for below in self.direct(&folder, false) {
                if found.insert(below.clone()) {
                    open.push(below);
                }
            }
        }
        found
    }

    /// What files of a package are built with: see [`Self::built_with`]. Tests inside of the library see what it is tested
    /// with, but nothing that is built on the library: for those it is another crate.
    fn all_with(&self, folder: &str, below: &BTreeMap<&String, Folders>) -> [Folders; 2] {
        let own = below.get(&folder.to_owned()).cloned().unwrap_or_default();
        let mut built = [own.clone(), own];
        for tested in self.direct(folder, true) {
            let Some(all) = below.get(&tested) else { continue };
            for (at, built) in built.iter_mut().enumerate() {
                if at == 1 || !all.contains(folder) {
                    built.extend(all.iter().cloned().chain([tested.clone()]));
                }
            }
        }
        built
    }

    /// The folders of a package's dependencies, or of those of its tests alone.
    fn direct(&self, folder: &str, dev: bool) -> Vec<String> {
        let Some(manifest) = self.packages.get(folder) else { return Vec::new() };
        let wanted = manifest.dependencies.values().filter(|it| it.dev == dev);
        wanted.flat_map(|dependency| self.folders_of(folder, dependency)).collect()
    }

    /// Where a dependency may lie: where its path says, and wherever a package has its name.
    fn folders_of(&self, folder: &str, dependency: &Dependency) -> Vec<String> {
        let (from, dependency) = match dependency.inherited {
            true => self.workspace_dependency(folder, dependency).unwrap_or((folder, dependency)),
            false => (folder, dependency),
        };
        let placed = dependency.path.as_ref().and_then(|path| join(from, path));
        let is_it = |manifest: &Manifest| manifest.name.as_ref() == Some(&dependency.package);
        let named = self.packages.iter().filter(|(_, manifest)| is_it(manifest)).map(|(folder, _)| folder.clone());
        placed.into_iter().chain(named).collect()
    }

    /// Where a path leads as far as files alone can tell: `self::a` below the file, `crate::a` below the root of its
    /// crate, a crate's root, the file that `#[path = "…"]` names.
    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        if specifier.ends_with(".rs") {
            let file = join(parent(from), specifier).and_then(|path| tree.find(&path));
            return file.map_or(Found::Missing, Found::File);
        }
        let mut parts = specifier.split("::").filter(|part| !part.is_empty());
        let Some(first) = parts.next() else { return Found::Missing };
        let rest: Vec<&str> = parts.collect();
        match first {
            "self" => self.below(tree, from, &rest).map_or(Found::Missing, Found::File),
            "super" => Found::Missing,
            "crate" => match self.root_near(tree, from) {
                Some(root) => self.deepest(tree, root, &rest),
                None => Found::Missing,
            },
            name => match self.crate_named(tree, from, name) {
                Some(Found::File(root)) => self.deepest(tree, root, &rest),
                Some(Found::External { package, path }) => {
                    let path = std::iter::once(path.as_str()).chain(rest).collect::<Vec<_>>().join(".");
                    Found::External { package, path }
                }
                _ => Found::Missing,
            },
        }
    }

    /// The root of a crate in whose folder a file lies that no module declares. None: it is a root itself.
    pub fn root_above(&self, tree: &Tree, path: &str) -> Option<FileId> {
        let package = self.package_around(path).map_or("", |(folder, _)| folder);
        if is_root(package, path) || Some(path) == self.library(tree, package).map(|file| tree.path(file)) {
            return None;
        }
        Self::roots_beside(path).find_map(|root| tree.find(&root))
    }

    /// Where the root of a crate may be in whose folder a file lies, there or not.
    pub fn roots_beside(path: &str) -> impl Iterator<Item = String> {
        let folder = if file_name(path) == "mod.rs" { parent(parent(path)) } else { parent(path) };
        let roots = ["main.rs", "lib.rs", "mod.rs"].into_iter();
        roots.filter_map(move |name| join(folder, name)).filter(move |root| root != path)
    }

    /// Where the file of a module may be that one file declares in the place of another, there or not.
    pub fn places_of(from: &str, specifier: &str) -> impl Iterator<Item = String> {
        let path = specifier.strip_prefix("self::").unwrap_or(specifier).replace("::", "/");
        let own = from.strip_suffix(".rs").unwrap_or(from).to_owned();
        let folders = [parent(from).to_owned(), own];
        let places =
            if path.ends_with(".rs") { vec![path] } else { vec![format!("{path}.rs"), format!("{path}/mod.rs")] };
        folders
            .into_iter()
            .flat_map(move |folder| places.iter().filter_map(|path| join(&folder, path)).collect::<Vec<_>>())
    }

    pub fn package_of(&self, path: &str) -> Option<String> {
        Some(self.package_around(path)?.1.name.clone().unwrap_or_default())
    }

    /// The package that a file belongs to, and its folder.
    fn package_around(&self, path: &str) -> Option<(&str, &Manifest)> {
        upward(parent(path)).find_map(|folder| {
            let (folder, manifest) = self.packages.get_key_value(folder)?;
            manifest.name.is_some().then_some((folder.as_str(), manifest))
        })
    }

    /// The crate that a file knows by a name.
    fn crate_named(&self, tree: &Tree, from: &str, name: &str) -> Option<Found> {
        let external = |package: &str| Found::External { package: package.to_owned(), path: name.to_owned() };
        if STANDARD.contains(&name) {
            return Some(external(name));
        }
        let Some((folder, manifest)) = self.package_around(from) else {
            // Without a manifest any name may be a dependency's.
            return name.starts_with(char::is_lowercase).then(|| external(name));
        };
        if self.library_name(manifest) == name {
            return self.library(tree, folder).map(Found::File);
        }
        let dependency = manifest.dependencies.get(name)?;
        let (from, dependency) = match dependency.inherited {
            true => self.workspace_dependency(folder, dependency).unwrap_or((folder, dependency)),
            false => (folder, dependency),
        };
        let package = dependency.package.as_str();
        let local = match &dependency.path {
            Some(path) => join(from, path),
            None => self.patched(folder, package),
        };
        match local.and_then(|folder| self.library(tree, &folder)) {
            Some(root) => Some(Found::File(root)),
            None => Some(external(package)),
        }
    }

    /// The folder of what stands in for a package from elsewhere, by what a workspace above says.
    fn patched(&self, folder: &str, package: &str) -> Option<String> {
        upward(folder).find_map(|above| {
            let (above, manifest) = self.packages.get_key_value(above)?;
            let patch = manifest.patches.values().find(|it| it.package == package)?;
            join(above, patch.path.as_deref()?)
        })
    }

    /// What a workspace above a package says of a dependency that it takes from there.
    fn workspace_dependency(&self, folder: &str, wanted: &Dependency) -> Option<(&str, &Dependency)> {
        upward(folder).find_map(|above| {
            let (above, manifest) = self.packages.get_key_value(above)?;
            let found = manifest.workspace.values().find(|it| it.name == wanted.name)?;
            Some((above.as_str(), found))
        })
    }

    fn library_name(&self, manifest: &Manifest) -> String {
        let name = manifest.library.as_deref().or(manifest.name.as_deref()).unwrap_or_default();
        name.replace('-', "_")
    }

    /// The root file of a package's library.
    fn library(&self, tree: &Tree, folder: &str) -> Option<FileId> {
        let manifest = self.packages.get(folder)?;
        let path = manifest.library_path.as_deref().unwrap_or("src/lib.rs");
        tree.find(&join(folder, path)?)
    }

    /// The root of the crate that a file most likely belongs to.
    fn root_near(&self, tree: &Tree, from: &str) -> Option<FileId> {
        let folder = self.package_around(from).map_or("", |(folder, _)| folder);
        if is_root(folder, from) {
            return tree.find(from);
        }
        self.library(tree, folder).or_else(|| tree.find(&join(folder, "src/main.rs")?))
    }

    /// The file of a module that the modules in `path` lead to from a file.
    fn below(&self, tree: &Tree, from: &str, path: &[&str]) -> Option<FileId> {
        let folder = parent(from);
        let stem = file_name(from).strip_suffix(".rs").unwrap_or_default();
        let own = join(folder, stem)?;
        let package = self.package_around(from).map(|(folder, manifest)| (folder, manifest.library_path.as_deref()));
        let is_library =
            package.is_some_and(|(folder, path)| path.and_then(|path| join(folder, path)).as_deref() == Some(from));
        let opens =
            is_library || matches!(stem, "mod" | "lib" | "main") || is_root(package.map_or("", |it| it.0), from);
        let folders = if opens { [folder.to_owned(), own] } else { [own, folder.to_owned()] };
        let tries = if opens || path.len() > 1 { &folders[..] } else { &folders[..1] };
        tries.iter().find_map(|folder| {
            let path = join(folder, &path.join("/"))?;
            tree.find(&format!("{path}.rs")).or_else(|| tree.find(&format!("{path}/mod.rs")))
        })
    }

    /// The deepest module of a path that is a file.
    fn deepest(&self, tree: &Tree, root: FileId, path: &[&str]) -> Found {
        let mut at = root;
        for part in path {
            match self.below(tree, tree.path(at), &[part]) {
                Some(file) => at = file,
                None => break,
            }
        }
        Found::File(at)
    }
}

/// Whether a file is the root of a crate by its place in its package.
fn is_root(package: &str, path: &str) -> bool {
    let folder = parent(path);
    let name = file_name(path);
    let inside = folder.strip_prefix(package).unwrap_or(folder).trim_start_matches('/');
    let in_place = ROOTS.contains(&inside) || inside == "src/bin";
    let nested = ROOTS.contains(&parent(inside)) || parent(inside) == "src/bin";
    matches!((inside, name), ("src", "lib.rs" | "main.rs") | ("", "build.rs"))
        || in_place
        || (nested && name == "main.rs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_found_by_their_packages() {
        let text = |path: &str, text: &str| (path.to_owned(), text.to_owned());
        let configs = BTreeMap::from([
            text(
                "Cargo.toml",
                "[workspace]\nmembers = [\"a\", \"b\"]\n[workspace.dependencies]\nb-lib = { path = \"b\" }\n[patch.crates-io]\nd-d = { path = \"d\" }\n",
            ),
            text(
                "a/Cargo.toml",
                "[package]\nname = \"a-a\"\n[dependencies]\nb-lib.workspace = true\nc = { path = \"../c\", package = \"cc\" }\nregex = \"1\"\nd-d = \"2\"\n",
            ),
            text("b/Cargo.toml", "[package]\nname = \"b-lib\"\n[lib]\nname = \"bee\"\npath = \"lib/bee.rs\"\n"),
            text("c/Cargo.toml", "[package]\nname = 'cc'\n"),
            text("d/Cargo.toml", "[package]\nname = 'd-d'\n"),
        ]);
        let paths = [
            "a/src/lib.rs",
            "a/src/x.rs",
            "a/src/x/y.rs",
            "a/tests/t.rs",
            "b/lib/bee.rs",
            "c/src/lib.rs",
            "d/src/lib.rs",
        ];
        let tree = Tree::new(paths.map(str::to_owned).to_vec());
        let crates = Crates::new(&tree, &configs);
        let at = |path: &str| Found::File(tree.find(path).expect("a file"));
        let external = |package: &str, path: &str| Found::External { package: package.into(), path: path.into() };
        assert_eq!(crates.find(&tree, "a/src/x.rs", "self::y"), at("a/src/x/y.rs"));
        assert_eq!(crates.find(&tree, "a/src/x/y.rs", "crate::x::y::Z"), at("a/src/x/y.rs"));
        assert_eq!(crates.find(&tree, "a/tests/t.rs", "a_a::x"), at("a/src/x.rs"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "b_lib"), at("b/lib/bee.rs"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "c"), at("c/src/lib.rs"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "d_d::x"), at("d/src/lib.rs"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "regex::bytes"), external("regex", "regex.bytes"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "std::io"), external("std", "std.io"));
        assert_eq!(crates.find(&tree, "a/src/x.rs", "unknown::x"), Found::Missing);
        assert_eq!(crates.package_of("a/src/x/y.rs").as_deref(), Some("a-a"));
    }
}
