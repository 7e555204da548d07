//! A repository: its paths, its configuration and its files' graphs.

use crate::interface;
use crate::languages::{self, Language, System};
use crate::modules::{Found, Modules};
use crate::names::{Name, Names};
use crate::rows;
use crate::source::Source;
use crate::tree::{Tree, parent};
use crate::types::{Decl, FileId};
use facts::{BindingId, BindingKind, FileGraph};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::fmt;
use std::rc::Rc;

/// What a project must know before its files.
#[derive(Debug, Default, Deserialize)]
pub struct ProjectConfig {
    /// Every path of the repository, scanned or not.
    pub files: Vec<String>,
    /// Path and text of the files that say how modules are found.
    pub configs: Vec<(String, String)>,
    /// Whether units hold quotes and previews.
    pub excerpts: bool,
}

/// Why a file could not be added or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectError {
    /// The bytes are damaged or of another version: extract the file again.
    BadGraph,
    /// The path is not among the project's files: open the project with all paths.
    UnknownPath(String),
    /// The file's graph has not been added.
    NotAdded(String),
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadGraph => write!(f, "the graph is damaged or of another version: extract the file again"),
            Self::UnknownPath(path) => {
                write!(f, "{path} is not among the project's files: open the project with every path")
            }
            Self::NotAdded(path) => write!(f, "no graph was added for {path}: extract and add it first"),
        }
    }
}

impl std::error::Error for ProjectError {}

/// A repository whose files' graphs are added once and decoded when first consulted.
#[derive(Debug)]
pub struct Project {
    pub(crate) tree: Tree,
    pub(crate) names: Names,
    pub(crate) modules: Modules,
    pub(crate) excerpts: bool,
    stored: Vec<Option<Stored>>,
    packages: RefCell<FxHashMap<(u32, Name), Rc<Package>>>,
    std_names: OnceCell<FxHashSet<(System, Name)>>,
    method_owners: OnceCell<FxHashMap<Name, Vec<Decl>>>,
    found: RefCell<FxHashMap<(FileId, Name), Found>>,
}

#[derive(Debug)]
struct Stored {
    bytes: Vec<u8>,
    hash: String,
    source: OnceCell<Box<Source>>,
}

/// The files of one folder that share their top-level names.
#[derive(Debug, Default)]
pub struct Package {
    pub files: Vec<FileId>,
    pub top: FxHashMap<Name, (FileId, BindingId)>,
    /// Methods by their type's name.
    pub methods: FxHashMap<Name, Vec<Decl>>,
}

/// The rows of a file and what its calls came to.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The canonical encoding.
    pub unit: String,
    pub hash: String,
    /// Call sites by resolution.
    pub counts: BTreeMap<&'static str, u32>,
}

impl Project {
    pub fn new(config: ProjectConfig) -> Self {
        let tree = Tree::new(config.files);
        let configs: BTreeMap<String, String> = config.configs.into_iter().collect();
        let modules = Modules::new(&tree, &configs);
        let stored = std::iter::repeat_with(|| None).take(tree.len()).collect();
        Self {
            tree,
            names: Names::default(),
            modules,
            excerpts: config.excerpts,
            stored,
            packages: RefCell::default(),
            std_names: OnceCell::new(),
            method_owners: OnceCell::new(),
            found: RefCell::default(),
        }
    }

    /// Adds a file's encoded graph, or replaces it. `content_hash` is the hexadecimal SHA-256 of the file's bytes.
    pub fn add(&mut self, graph: Vec<u8>, content_hash: &str) -> Result<(), ProjectError> {
        // The path is the first thing that a graph's encoding holds.
        let (path, _) = postcard::take_from_bytes::<String>(&graph).map_err(|_| ProjectError::BadGraph)?;
        let file = self.tree.find(&path).ok_or(ProjectError::UnknownPath(path))?;
        self.stored[file.0 as usize] =
            Some(Stored { bytes: graph, hash: content_hash.to_owned(), source: OnceCell::new() });
        self.packages.get_mut().clear();
        self.method_owners.take();
        Ok(())
    }

    /// The unit of a file: a pure function of its graph, the other files' interfaces and the configuration.
    pub fn resolve(&self, path: &str) -> Result<Resolved, ProjectError> {
        let (file, stored) = self.stored(path)?;
        let graph = FileGraph::decode(&stored.bytes).ok_or(ProjectError::BadGraph)?;
        if self.source(file).is_none() {
            return Err(ProjectError::BadGraph);
        }
        Ok(rows::resolve(self, file, &graph, &stored.hash))
    }

    /// Names everything of a file that resolving another file can consult.
    pub fn interface_hash(&self, path: &str) -> Result<String, ProjectError> {
        let (_, stored) = self.stored(path)?;
        let graph = FileGraph::decode(&stored.bytes).ok_or(ProjectError::BadGraph)?;
        Ok(interface::hash(&graph))
    }

    fn stored(&self, path: &str) -> Result<(FileId, &Stored), ProjectError> {
        let file = self.tree.find(path).ok_or_else(|| ProjectError::UnknownPath(path.to_owned()))?;
        let stored = self.stored[file.0 as usize].as_ref();
        Ok((file, stored.ok_or_else(|| ProjectError::NotAdded(path.to_owned()))?))
    }

    /// The graph of a file as others consult it. None: not added, or damaged.
    pub(crate) fn source(&self, file: FileId) -> Option<&Source> {
        let stored = self.stored[file.0 as usize].as_ref()?;
        if let Some(source) = stored.source.get() {
            return Some(source);
        }
        let graph = FileGraph::decode(&stored.bytes)?;
        Some(stored.source.get_or_init(|| Box::new(Source::new(graph, &self.names))))
    }

    /// Where a specifier written in a file leads.
    pub(crate) fn find_module(&self, file: FileId, system: System, specifier: &str) -> Found {
        let key = (file, self.names.intern(specifier));
        if let Some(found) = self.found.borrow().get(&key) {
            return found.clone();
        }
        let found = self.modules.find(&self.tree, system, self.tree.path(file), specifier);
        self.found.borrow_mut().insert(key, found.clone());
        found
    }

    /// The package that a file shares its top-level names with.
    pub(crate) fn package_of(&self, file: FileId) -> Rc<Package> {
        let folder = self.tree.find_folder(parent(self.tree.path(file))).unwrap_or(0);
        let clause = self.source(file).and_then(|source| source.graph.package.as_deref()).unwrap_or("");
        self.package(folder, clause)
    }

    /// The package that importing a folder gives: the one that its tests outside the package do not name.
    pub(crate) fn imported_package(&self, folder: u32) -> Option<(Rc<Package>, String)> {
        let clause = self.tree.files_in(folder).iter().find_map(|&file| {
            let clause = self.source(file)?.graph.package.clone()?;
            let outside = clause.ends_with("_test") || clause == "main" && self.tree.files_in(folder).len() > 1;
            (!outside).then_some(clause)
        });
        let clause = clause
            .or_else(|| self.tree.files_in(folder).iter().find_map(|&file| self.source(file)?.graph.package.clone()))?;
        Some((self.package(folder, &clause), clause))
    }

    fn package(&self, folder: u32, clause: &str) -> Rc<Package> {
        let key = (folder, self.names.intern(clause));
        if let Some(package) = self.packages.borrow().get(&key) {
            return package.clone();
        }
        let mut package = Package::default();
        for &file in self.tree.files_in(folder) {
            let Some(source) = self.source(file) else { continue };
            if source.graph.package.as_deref().unwrap_or("") != clause {
                continue;
            }
            package.files.push(file);
            for (at, binding) in source.graph.bindings.iter().enumerate() {
                if binding.scope == 0 && binding.kind != BindingKind::Import {
                    package.top.entry(source.name(binding.name)).or_insert((file, at as BindingId));
                }
            }
            for (owner, methods) in &source.methods_by_receiver {
                let all = package.methods.entry(*owner).or_default();
                all.extend(methods.iter().map(|&symbol| Decl { file, symbol }));
            }
        }
        let package = Rc::new(package);
        self.packages.borrow_mut().insert(key, package.clone());
        package
    }

    /// Whether standard types of a language have a member of that name: the name alone then says nothing
    /// about whose member it is.
    pub(crate) fn is_std_name(&self, language: &Language, name: Name) -> bool {
        let all = self.std_names.get_or_init(|| {
            let languages = languages::ALL.iter();
            let names = languages.flat_map(|it| it.std_names.lines().map(|text| (it.system, self.names.intern(text))));
            names.collect()
        });
        all.contains(&(language.system, name))
    }

    /// The methods of the repository by name, each list in the order of the files.
    pub(crate) fn methods_named(&self, name: Name) -> &[Decl] {
        let all = self.method_owners.get_or_init(|| {
            let mut all: FxHashMap<Name, Vec<Decl>> = FxHashMap::default();
            for file in (0..self.tree.len() as u32).map(FileId) {
                let Some(source) = self.source(file) else { continue };
                for (symbol, declared) in source.graph.symbols.iter().enumerate() {
                    if declared.kind == facts::SymbolKind::Method {
                        let decl = Decl { file, symbol: symbol as u32 };
                        all.entry(source.name(declared.name)).or_default().push(decl);
                    }
                }
            }
            all
        });
        all.get(&name).map_or(&[], Vec::as_slice)
    }
}
