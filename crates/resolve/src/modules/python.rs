//! Python's way: dotted names looked up from source roots, relative ones from the file's package.

use super::{Found, python_needs};
use crate::project::tree::{Tree, file_name, join, parent, upward};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Debug)]
pub struct Roots {
    /// Folders from which absolute names are looked up, the shortest first.
    roots: Vec<String>,
    /// What the projects need, by the names that it is imported by.
    needed: BTreeSet<String>,
}

impl Roots {
    /// A root is the repository's own folder, a folder that holds a package's topmost folder, `src`, or the folder of
    /// Django's `manage.py`, which is run there also where that is a package.
    pub fn new(tree: &Tree, configs: &BTreeMap<String, String>) -> Self {
        let mut roots = BTreeMap::from([(String::new(), ())]);
        for path in tree.paths().iter().filter(|path| is_source(path)) {
            let folder = parent(path);
            if file_name(path) == "manage.py" {
                roots.insert(folder.to_owned(), ());
            }
            if is_package(tree, folder) {
                if let Some(top) = upward(folder).take_while(|folder| is_package(tree, folder)).last() {
                    roots.insert(parent(top).to_owned(), ());
                }
            } else if let Some(src) = upward(folder).find(|folder| file_name(folder) == "src") {
                roots.insert(src.to_owned(), ());
            }
        }
        let mut roots: Vec<String> = roots.into_keys().collect();
        roots.sort_by_key(|root| (root.matches('/').count() + usize::from(!root.is_empty()), root.clone()));
        Self { roots, needed: python_needs::needed(configs) }
    }

    pub fn find(&self, tree: &Tree, from: &str, specifier: &str) -> Found {
        let dots = specifier.len() - specifier.trim_start_matches('.').len();
        let name = &specifier[dots..];
        if dots > 0 {
            let Some(folder) = upward(parent(from)).nth(dots - 1) else { return Found::Missing };
            return self.dotted(tree, folder, name).unwrap_or(Found::Missing);
        }
        // The roots around the file come first: a repository may hold several projects. A script's own
        // folder is a root for it alone.
        let near = upward(parent(from)).filter(|folder| self.roots.iter().any(|root| root == folder));
        let own = (!is_package(tree, parent(from))).then(|| parent(from));
        let package = name.split('.').next().unwrap_or(name);
        // A regular package comes before a folder of its name, wherever that lies: `alembic/` with its migrations.
        let is_needed = self.needed.contains(&package.to_ascii_lowercase());
        for root in own.into_iter().chain(near) {
            match self.dotted(tree, root, name) {
                Some(_) if is_needed && self.is_namespace(tree, root, package) => {}
                Some(found) => return found,
                None => {}
            }
        }
        // A folder elsewhere that merely has the name of a package is none, unless sources are kept there.
        for root in &self.roots {
            match self.dotted(tree, root, name) {
                Some(_) if is_needed && self.is_namespace(tree, root, package) => {}
                Some(Found::Folder(_)) if file_name(root) != "src" => {}
                Some(found) => return found,
                None => {}
            }
        }
        // What tests share is imported by its own name also where they lie in a package.
        if package == "conftest"
            && let Some(found) = upward(parent(from)).find_map(|folder| self.dotted(tree, folder, name))
        {
            return found;
        }
        Found::External { package: package.to_owned(), path: name.to_owned() }
    }

    /// The module `name` in the package that lies in `folder`.
    pub fn within(&self, tree: &Tree, folder: &str, name: &str) -> Option<Found> {
        self.dotted(tree, folder, name)
    }

    pub fn package_of(&self, tree: &Tree, path: &str) -> Option<String> {
        let folders = upward(parent(path)).take_while(|folder| is_package(tree, folder));
        folders.last().map(|top| file_name(top).to_owned())
    }

    /// Whether a name is a folder's in which nothing says that it is a package.
    fn is_namespace(&self, tree: &Tree, root: &str, name: &str) -> bool {
        matches!(self.dotted(tree, root, name), Some(Found::Folder(_)))
    }

    fn dotted(&self, tree: &Tree, root: &str, name: &str) -> Option<Found> {
        let path = join(root, &name.replace('.', "/"))?;
        if !name.is_empty()
            && let Some(file) = [".py", ".pyi"].iter().find_map(|ending| tree.find(&format!("{path}{ending}")))
            && tree.find(&format!("{path}/__init__.py")).is_none()
        {
            return Some(Found::File(file));
        }
        let inside = |name: &str| tree.find(&if path.is_empty() { name.to_owned() } else { format!("{path}/{name}") });
        if let Some(file) = inside("__init__.py").or_else(|| inside("__init__.pyi")) {
            return Some(Found::File(file));
        }
        // A folder of modules without `__init__.py` is a namespace package.
        let folder = tree.find_folder(&path)?;
        holds_sources(tree, folder).then_some(Found::Folder(folder))
    }
}

/// Where a module's file may lie in the repository of its library: below the top or below `src`.
pub fn library_places(module: &str) -> impl Iterator<Item = String> {
    let path = module.replace('.', "/");
    ["", "src/"].into_iter().flat_map(move |root| {
        let path = format!("{root}{path}");
        [format!("{path}/__init__.py"), format!("{path}.py")]
    })
}

fn is_source(path: &str) -> bool {
    path.ends_with(".py") || path.ends_with(".pyi")
}

fn is_package(tree: &Tree, folder: &str) -> bool {
    !folder.is_empty()
        && (tree.find(&format!("{folder}/__init__.py")).is_some()
            || tree.find(&format!("{folder}/__init__.pyi")).is_some())
}

/// Whether a source lies in the folder or one level below it.
fn holds_sources(tree: &Tree, folder: u32) -> bool {
    let own = |folder: u32| tree.files_in(folder).iter().any(|&file| is_source(tree.path(file)));
    own(folder) || tree.folders_in(folder).any(own)
}
