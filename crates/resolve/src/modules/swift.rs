//! Swift's way: a module is what one target is built of. By the package manager's layout that is a folder below `Sources`,
//! `Tests` or `Plugins`, which a file's path tells (`FileGraph::package`); a target may have another folder, though, and
//! what no `Package.swift` describes, an application's sources, is built as one whatever folders it has.

use super::Found;
use crate::project::tree::{Tree, file_name, join, parent, upward};
use facts::FileGraph;
use std::collections::BTreeMap;

/// Folders below which each folder is a module, by the package manager's layout.
const ROOTS: [&str; 3] = ["Sources", "Tests", "Plugins"];
const MANIFEST: &str = "Package.swift";
/// What describes how applications are built.
const PROJECTS: [&str; 3] = ["project.pbxproj", "project.yml", "Project.swift"];

/// The folders that are one module as a whole.
#[derive(Debug, Default)]
pub struct Targets {
    /// By such a folder, what its module is called. Its path stands for the module.
    whole: BTreeMap<String, String>,
    /// What files see besides their own module and what they import: the first, of such a module, those of which
    /// nothing tells the module; these, what such folders of sources declare.
    shared: [Vec<String>; 2],
    /// Whether a manifest names a target of which no folder of a file tells.
    has_open: bool,
    /// All of that in one text.
    said: String,
}

/// More folders are not seen without an import.
const MAX_SHARED: usize = 16;

/// A target that a manifest declares with a folder of its own.
#[derive(Debug, PartialEq, Eq)]
struct Placed {
    name: String,
    path: String,
}

impl Targets {
    pub fn new(tree: &Tree, configs: &BTreeMap<String, String>) -> Self {
        let manifests: BTreeMap<&str, Vec<Placed>> = configs
            .iter()
            .filter(|(path, _)| file_name(path) == MANIFEST)
            .map(|(path, text)| (parent(path), targets(parent(path), text)))
            .collect();
        let mut whole = BTreeMap::new();
        let is_application = tree.paths().iter().any(|path| PROJECTS.contains(&file_name(path)));
        let sources = tree.paths().iter().filter(|path| path.ends_with(".swift"));
        // A folder without others in it tells of no module that its path would tell wrongly.
        let is_deep = |path: &str, root: &str| path[root.len() + 1..].contains('/');
        for (path, root) in sources.filter_map(|path| Some((path.as_str(), root_of(path)?))) {
            if !is_deep(path, root) && !manifests.values().flatten().any(|target| target.path == root) {
                continue;
            }
            // Of a part of a repository without anything that describes it, nothing else is known than its layout.
            let is_described = is_application || !manifests.is_empty() || !parent(root).is_empty();
            if !whole.contains_key(root)
                && is_described
                && let Some(name) = name_of(root, &manifests)
            {
                whole.insert(root.to_owned(), name);
            }
        }
        let said = whole.iter().map(|(root, name)| format!(" {root}={name}")).collect();
        let is_open = |target: &Placed| root_of(&format!("{}/", target.path)).is_none();
        let has_open = manifests.values().flatten().any(is_open);
        let holds_sources = |root: &&String| file_name(root) == "Sources";
        let roots = whole.keys().filter(holds_sources).take(MAX_SHARED).cloned().collect();
        Self { whole, shared: [vec![String::new()], roots], has_open, said }
    }

    pub fn shared_imports(&self, path: &str) -> &[String] {
        match root_of(path) {
            Some(root) if self.whole.contains_key(root) => &self.shared[0],
            Some(root) if path[root.len() + 1..].contains('/') && !self.has_open => &[],
            Some(root) if path[root.len() + 1..].contains('/') => &self.shared[0],
            _ => &self.shared[1],
        }
    }

    pub fn find(&self, _: &Tree, _: &str, specifier: &str) -> Found {
        Found::External { package: specifier.to_owned(), path: specifier.to_owned() }
    }

    pub fn package_of(&self, _: &str) -> Option<String> {
        None
    }

    /// Puts a file into the module that it is built in, where that is another than its path tells.
    pub fn place(&self, graph: &mut FileGraph) {
        if let Some(root) = root_of(&graph.path).filter(|root| self.whole.contains_key(*root)) {
            graph.package = Some(root.to_owned());
        }
    }

    /// What stands for a module: the folder that is one as a whole, where a single one is called so, or its name.
    pub fn module<'n>(&'n self, name: &'n str) -> &'n str {
        let mut roots = self.whole.iter().filter(|(_, it)| *it == name && !name.is_empty());
        match (roots.next(), roots.next()) {
            (Some((root, _)), None) => root,
            _ => name,
        }
    }

    /// What is built how: while it stays the same, modules have the same files.
    pub fn said(&self) -> &str {
        &self.said
    }
}

/// The folder around a file below which, by the package manager's layout, each folder is a module.
pub fn root_of(path: &str) -> Option<&str> {
    let mut end = 0;
    for part in parent(path).split('/') {
        end += part.len();
        if ROOTS.contains(&part) {
            return Some(&path[..end]);
        }
        end += 1;
    }
    None
}

/// The package that a file belongs to where the repository's configuration says so ([`Targets::place`]),
/// and not its path and text.
pub fn placed(graph: &FileGraph) -> Option<&str> {
    let is_placed = graph.language == "swift";
    let place = root_of(&graph.path).filter(|_| is_placed)?;
    Some(place).filter(|place| graph.package.as_deref() != Some(place))
}

/// What the module is called that a root is as a whole. None: its folders are modules.
fn name_of(root: &str, manifests: &BTreeMap<&str, Vec<Placed>>) -> Option<String> {
    let own = || Some(file_name(parent(root)).to_owned());
    let Some(folder) = upward(parent(root)).find(|folder| manifests.contains_key(folder)) else { return own() };
    let placed = &manifests[folder];
    let is_within = |inner: &str, outer: &str| {
        outer.is_empty() || inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if let Some(around) = placed.iter().find(|target| is_within(root, &target.path)) {
        return Some(around.name.clone());
    }
    let is_layout = parent(root) == folder;
    if is_layout || placed.iter().any(|target| is_within(&target.path, root)) { None } else { own() }
}

/// The targets that a manifest in a folder gives folders of their own, as far as they are written out.
fn targets(folder: &str, text: &str) -> Vec<Placed> {
    let mut found = Vec::new();
    let text: String = text.lines().map(without_comment).collect::<Vec<_>>().join("\n");
    for (at, _) in text.match_indices("arget(") {
        let call = &text[at + "arget(".len()..];
        let Some(call) = arguments(call) else { continue };
        let (Some(name), Some(path)) = (argument(call, "name:"), argument(call, "path:")) else { continue };
        if let Some(path) = join(folder, path.trim_end_matches('/')) {
            found.push(Placed { name: name.to_owned(), path });
        }
    }
    found
}

fn without_comment(line: &str) -> &str {
    let mut starts = line.match_indices("//").map(|(at, _)| at);
    let end = starts.find(|&at| line[..at].matches('"').count().is_multiple_of(2));
    &line[..end.unwrap_or(line.len())]
}

/// What stands before the parenthesis that closes a call.
fn arguments(text: &str) -> Option<&str> {
    let mut open = 1_u32;
    let mut quoted = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' if !quoted => open += 1,
            ')' if !quoted => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some(&text[..at]);
        }
    }
    None
}

/// The text that is given for a label, outside of what is given for others.
fn argument<'t>(call: &'t str, label: &str) -> Option<&'t str> {
    let (mut open, mut quoted) = (0_u32, false);
    for (at, c) in call.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => open += 1,
            ')' | ']' if !quoted => open = open.saturating_sub(1),
            _ if open == 0 && !quoted && call[at..].starts_with(label) => {
                let is_start = call[..at].trim_end().chars().next_back().is_none_or(|before| before == ',');
                let (text, _) = call[at + label.len()..].trim_start().strip_prefix('"')?.split_once('"')?;
                if is_start {
                    return Some(text);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(paths: &[&str], manifests: &[(&str, &str)]) -> Targets {
        let paths = paths.iter().map(|path| (*path).to_owned()).collect();
        let configs = manifests.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        Targets::new(&Tree::new(paths), &configs)
    }

    #[test]
    fn folders_are_modules_in_the_layout_of_packages_alone() {
        let package = ("Package.swift", "let package = Package(name: \"a\", targets: [.target(name: \"A\")])");
        assert_eq!(placed(&["Sources/A/A.swift", "Sources/B/B.swift"], &[package]).said(), "");
        let app = ["App/Sources/Views/A.swift", "App/Sources/B.swift", "App/Tests/C/C.swift", "Lib/Sources/A.swift"];
        assert_eq!(placed(&app, &[]).said(), " App/Sources=App App/Tests=App");
        // Beside the packages of a repository.
        assert_eq!(placed(&app, &[package]).said(), " App/Sources=App App/Tests=App");
    }

    #[test]
    fn a_target_may_have_a_folder_of_its_own() {
        let text = r#"
            .target(
                // It has no folder of its own.
                name: "A", // the library
                dependencies: [.product(name: "x", package: "y", path: "no")],
                path: "Sources/",
            ),
            .testTarget(name: "ATests", dependencies: ["A"]),
        "#;
        let targets = placed(&["p/Sources/B/B.swift", "p/Tests/ATests/A.swift"], &[("p/Package.swift", text)]);
        assert_eq!(targets.said(), " p/Sources=A");
        assert_eq!((targets.module("A"), targets.module("B")), ("p/Sources", "B"));
        let flat = r#".target(name: "A", path: "Sources"), .testTarget(name: "ATests")"#;
        let targets = placed(&["Sources/A.swift", "Tests/ATests/B.swift"], &[("Package.swift", flat)]);
        assert_eq!((targets.said(), targets.module("A")), (" Sources=A", "Sources"));
        let inner = r#".target(name: "A", path: "Lib/Sources/A"), .target(name: "B", path: "Lib/Sources/B")"#;
        assert_eq!(placed(&["Lib/Sources/A/A.swift"], &[("Package.swift", inner)]).said(), "");
    }
}
