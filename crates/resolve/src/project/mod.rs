//! A repository: its paths, its configuration and its files' graphs.

pub(crate) mod changes;
pub(crate) mod compiler_truth;
mod config;
pub(crate) mod consulted;
mod error;
pub(crate) mod index;
pub(crate) mod interface;
mod interface_parts;
mod lists;
pub(crate) mod names;
pub(crate) mod offer;
pub(crate) mod outline;
pub(crate) mod source;
mod stored;
pub(crate) mod tree;

pub use self::config::ProjectConfig;
pub use self::error::ProjectError;
use crate::languages::{self, Language, System};
use crate::members::impls::Blocks;
use crate::modules::{Found, Modules};
use crate::naming::entities::{Entity, Use};
use crate::naming::folders::Package;
use crate::naming::globs::Globs;
use crate::naming::lookups::Question;
use crate::naming::package_starts;
use crate::naming::seen::{Included, SeenFiles};
use crate::project::compiler_truth::{Disagreement, Told};
use crate::project::consulted::{Consulted, Key};
use crate::project::lists::Lists;
use crate::project::names::{Name, Names};
use crate::project::outline::{Known, List};
use crate::project::source::Source;
use crate::project::stored::{Stored, Whole};
use crate::project::tree::Tree;
use crate::rows;
use crate::standard::tables::{Stubs, Tables};
use crate::values::types::{Decl, FileId};
use facts::unit::Unit;
use facts::{BindingId, FileGraph, Platforms};
use rules::Rules;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// What paths of names declare as seen from files.
type Linked = FxHashMap<(FileId, Name), Rc<[Decl]>>;
/// The file that declares a file to be a module of its own, and the binding.
type Parents = FxHashMap<FileId, Option<(FileId, Option<BindingId>)>>;

/// A repository whose files' graphs are added once and decoded when first consulted.
#[derive(Debug)]
pub struct Project {
    pub(crate) tree: Tree,
    pub(crate) names: Names,
    pub(crate) modules: Modules,
    pub(crate) excerpts: bool,
    pub(crate) rules: Rc<Rules>,
    pub(crate) consulted: Consulted,
    /// What compilers' indexes say.
    pub(crate) told: FxHashMap<FileId, Told>,
    stored: Vec<Option<Stored>>,
    /// Of the files whose graphs are added when they are needed, and of those that came with their graphs.
    outlines: Vec<Option<Known>>,
    pub(crate) packages: RefCell<FxHashMap<(u32, Name, Platforms), Rc<Package>>>,
    std_names: OnceCell<FxHashSet<(System, Name)>>,
    lists: OnceCell<Lists>,
    found: RefCell<FxHashMap<(FileId, Name), Found>>,
    /// What was found out for the file that is being resolved: who declares a module, what blocks give a type.
    pub(crate) parents: RefCell<Parents>,
    pub(crate) paths_open: Cell<u32>,
    /// What scopes have under names, and whether an answer since leans on what is still being found out.
    pub(crate) items: RefCell<FxHashMap<Question, Entity>>,
    pub(crate) items_partial: Cell<bool>,
    /// What scopes import everything from.
    pub(crate) globs: RefCell<Globs>,
    /// The same of specifiers that name packages, and of names that imports of everything bring.
    declared: RefCell<FxHashMap<(FileId, Name), Option<Found>>>,
    pub(crate) starred: RefCell<FxHashMap<(FileId, Name, Use), Entity>>,
    pub(crate) blocks: RefCell<FxHashMap<Decl, Rc<Blocks>>>,
    /// What files include, and what they see by it.
    pub(crate) included: RefCell<FxHashMap<FileId, Rc<Included>>>,
    pub(crate) seen: RefCell<SeenFiles>,
    /// Found out for the file that is being resolved.
    pub(crate) linked: RefCell<Linked>,
    pub(crate) tables: Tables,
}

/// The rows of a file and what its calls came to.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The canonical encoding.
    pub unit: String,
    /// What it encodes.
    pub rows: Unit,
    /// Call sites by resolution.
    pub counts: BTreeMap<&'static str, u32>,
    /// The questions to the rest of the repository that the unit answers, sorted.
    pub consulted: Vec<Key>,
    /// Where the file's specifiers led: see [`Project::links`].
    pub links: u32,
    /// Where a compiler's index said otherwise than resolution.
    pub disagreements: Vec<Disagreement>,
}

impl Project {
    pub fn new(config: ProjectConfig) -> Self {
        let tree = Tree::new(config.files).with_links(config.links);
        let configs: BTreeMap<String, String> = config.configs.into_iter().collect();
        let modules = Modules::new(&tree, &configs);
        let stored = std::iter::repeat_with(|| None).take(tree.len()).collect();
        let outlines = vec![None; tree.len()];
        Self {
            consulted: Consulted::new(tree.len()),
            told: FxHashMap::default(),
            outlines,
            tree,
            names: Names::default(),
            modules,
            excerpts: config.excerpts,
            rules: Rules::read_once([&config.rules, &config.test_rules]),
            stored,
            packages: RefCell::default(),
            std_names: OnceCell::new(),
            lists: OnceCell::new(),
            found: RefCell::default(),
            parents: RefCell::default(),
            blocks: RefCell::default(),
            paths_open: Cell::default(),
            items: RefCell::default(),
            items_partial: Cell::default(),
            globs: RefCell::default(),
            declared: RefCell::default(),
            starred: RefCell::default(),
            included: RefCell::default(),
            seen: RefCell::default(),
            linked: RefCell::default(),
            tables: Tables::default(),
        }
    }

    /// Adds a file's outline: its graph may follow when [`Self::resolve`] needs it.
    pub fn outline(&mut self, bytes: &[u8]) -> Result<(), ProjectError> {
        let (path, known) = Known::decode(bytes, &self.names).ok_or(ProjectError::BadOutline)?;
        let file = self.tree.find(path).ok_or_else(|| ProjectError::UnknownPath(path.to_owned()))?;
        self.outlines[file.0 as usize] = Some(known);
        self.forget();
        Ok(())
    }

    /// Forgets what was made of all files.
    fn forget(&mut self) {
        self.packages.get_mut().clear();
        self.included.get_mut().clear();
        self.seen.get_mut().clear();
        self.lists.take();
    }

    /// The unit of a file: a pure function of its graph, the other files' interfaces and the configuration.
    pub fn resolve(&self, path: &str) -> Result<Resolved, ProjectError> {
        let (file, resolved) = self.with_graph(path, |file, graph, hash| {
            let resolved = rows::resolve(self, file, graph, hash);
            let system = languages::of(&graph.language).system;
            let specifiers = outline::specifiers(graph);
            let specifiers = specifiers.iter().map(String::as_str);
            (file, Resolved { links: self.links_of(file, system, specifiers), ..resolved })
        })?;
        let mut consulted = self.consulted.keys(&self.names);
        consulted.extend(self.consulted.wholes().into_iter().map(|other| consulted::whole(self.tree.path(other))));
        let others = self.consulted.files().into_iter().filter(|&other| other != file);
        consulted.extend(others.map(|other| consulted::file(self.tree.path(other))));
        consulted.sort_unstable();
        consulted.dedup();
        Ok(Resolved { consulted, ..resolved })
    }

    /// Runs `ask` on the graph of a file and its hash; what it makes is of no use where graphs turned out to be missing.
    pub(crate) fn with_graph<T>(
        &self,
        path: &str,
        ask: impl FnOnce(FileId, &FileGraph, &str) -> T,
    ) -> Result<T, ProjectError> {
        let (file, whole) = self.whole_of(path)?;
        self.consulted.start(file);
        self.parents.borrow_mut().clear();
        self.blocks.borrow_mut().clear();
        self.items.borrow_mut().clear();
        self.items_partial.set(false);
        self.globs.borrow_mut().clear();
        self.declared.borrow_mut().clear();
        self.starred.borrow_mut().clear();
        self.linked.borrow_mut().clear();
        self.paths_open.set(0);
        let source = self.source(file).ok_or(ProjectError::BadGraph)?;
        let answer = ask(file, &source.graph, &whole.hash);
        let wanted = self.consulted.wanted();
        if wanted.is_empty() {
            return Ok(answer);
        }
        // What was made of files that were not there.
        self.packages.borrow_mut().clear();
        Err(ProjectError::Needs(wanted.into_iter().map(|file| self.tree.path(file).to_owned()).collect()))
    }

    /// Of each file that was added, path and a number that stands for where its specifiers lead. While it stays the
    /// same, paths and configurations that came, went or changed mean nothing to the file's unit beyond its keys.
    pub fn links(&self) -> Vec<(&str, u32)> {
        let links = self.files().filter_map(|file| {
            let known = self.outline_of(file)?;
            Some((self.tree.path(file), self.links_of(file, known.language.system, known.specifiers())))
        });
        links.collect()
    }

    fn links_of<'s>(&self, file: FileId, system: System, specifiers: impl Iterator<Item = &'s str>) -> u32 {
        let mut said = self.modules.package_of(&self.tree, system, self.tree.path(file)).unwrap_or_default();
        said.push_str(self.modules.places(system));
        for shared in self.modules.shared_imports(system, self.tree.path(file)) {
            said.push_str(" * ");
            said.push_str(shared);
        }
        if let Some(application) = self.modules.application_of(self.tree.path(file)) {
            said.push_str(" of ");
            said.push_str(application);
        }
        for specifier in specifiers {
            said.push('\n');
            // What files declare is asked for by keys.
            match self.modules.find(&self.tree, system, self.tree.path(file), specifier) {
                Found::File(found) => said.push_str(self.tree.path(found)),
                Found::Folder(found) => said.push_str(self.tree.folder_path(found)),
                Found::Package(found) => said.push_str(&self.names.text(found)),
                Found::Type(found) => said.push_str(&self.symbol_id(found)),
                Found::External { package, path } => {
                    said.push_str(&package);
                    said.push(' ');
                    said.push_str(&path);
                }
                Found::Missing => said.push('?'),
            }
        }
        consulted::digest(&said)
    }

    pub(crate) fn outline_of(&self, file: FileId) -> Option<Cow<'_, Known>> {
        match &self.outlines[file.0 as usize] {
            Some(outline) => Some(Cow::Borrowed(outline)),
            None => {
                let stored = self.stored[file.0 as usize].as_ref()?;
                let whole = stored.whole.as_ref()?;
                Some(Cow::Owned(match whole.source.get() {
                    Some(source) => Known::of(&source.graph, &self.names),
                    None => Known::of(&whole.graph()?, &self.names),
                }))
            }
        }
    }

    /// Names everything of a file that resolving another file can consult.
    pub fn interface_hash(&self, path: &str) -> Result<String, ProjectError> {
        let (_, whole) = self.whole_of(path)?;
        let graph = whole.graph().ok_or(ProjectError::BadGraph)?;
        Ok(interface::hash(&graph))
    }

    fn whole_of(&self, path: &str) -> Result<(FileId, &Whole), ProjectError> {
        let file = self.tree.find(path).ok_or_else(|| ProjectError::UnknownPath(path.to_owned()))?;
        let whole = self.stored[file.0 as usize].as_ref().and_then(|it| it.whole.as_ref());
        Ok((file, whole.ok_or_else(|| ProjectError::NotAdded(path.to_owned()))?))
    }

    /// The graph of a file as others consult it, of the one that is being resolved all of it. None: not added, or
    /// damaged.
    pub(crate) fn source(&self, file: FileId) -> Option<&Source> {
        self.consulted.file(file);
        self.part(file)
    }

    /// The same, where whoever asks notes the question: of a file that is looked through with others.
    pub(crate) fn part(&self, file: FileId) -> Option<&Source> {
        let Some(stored) = self.stored[file.0 as usize].as_ref() else {
            if self.outlines[file.0 as usize].is_some() {
                self.consulted.want(file);
            }
            return None;
        };
        let own = stored.whole.as_ref().filter(|_| self.consulted.asked.is_own(file));
        let source = own.map_or(&stored.source, |whole| &whole.source);
        if let Some(source) = source.get() {
            return Some(source);
        }
        let graph = match own {
            Some(whole) => whole.graph()?,
            None => stored.decode()?,
        };
        Some(source.get_or_init(|| Box::new(self.source_of(file, graph))))
    }

    /// A file's graph, in the package that the file is built in.
    fn source_of(&self, file: FileId, mut graph: FileGraph) -> Source {
        self.modules.place(languages::of(&graph.language).system, &mut graph);
        Source::new(file, graph, &self.names, self.consulted.asked.clone())
    }

    /// The language of a file, for which its outline does. None: it was not added, or is damaged.
    pub(crate) fn language_of(&self, file: FileId) -> Option<&'static Language> {
        self.consulted.file(file);
        match &self.outlines[file.0 as usize] {
            Some(outline) => Some(outline.language),
            None => self.source(file).map(|source| source.language),
        }
    }

    /// Every path of the repository, added or not.
    pub(crate) fn files(&self) -> impl Iterator<Item = FileId> {
        (0..self.tree.len() as u32).map(FileId)
    }

    /// Where a specifier written in a file leads.
    pub(crate) fn find_module(&self, file: FileId, system: System, specifier: &str) -> Found {
        let key = (file, self.names.intern(specifier));
        let known = self.declared.borrow().get(&key).cloned();
        let declared = known.unwrap_or_else(|| {
            let declared = self.find_declared(file, system, specifier);
            self.declared.borrow_mut().insert(key, declared.clone());
            declared
        });
        if let Some(found) = declared {
            return found;
        }
        self.led_to(file, system, specifier)
    }

    /// Where paths and configurations alone lead a specifier of a file.
    pub(crate) fn led_to(&self, file: FileId, system: System, specifier: &str) -> Found {
        let key = (file, self.names.intern(specifier));
        if let Some(found) = self.found.borrow().get(&key) {
            return found.clone();
        }
        let found = self.modules.find(&self.tree, system, self.tree.path(file), specifier);
        self.found.borrow_mut().insert(key, found.clone());
        found
    }

    /// Where a name leads that is no specifier of the file, so that [`Self::links`] do not tell of it.
    pub(crate) fn look_up(&self, file: FileId, system: System, name: &str) -> Found {
        self.consulted.key(consulted::configs());
        self.led_to(file, system, name)
    }

    /// The folder of the project that a file is built in, where the module system has such.
    pub(crate) fn project_of(&self, system: System, file: FileId) -> &str {
        self.consulted.key(consulted::configs());
        self.modules.project_of(system, self.tree.path(file))
    }

    /// What tables tell of standard libraries.
    pub(crate) fn stubs(&self) -> &Stubs {
        self.tables.standard(&self.names)
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

    /// What a list holds under a name, in the order of the files.
    pub(crate) fn listed(&self, list: List, name: Name) -> &[(FileId, u32)] {
        self.consulted.listed(list, name, &self.names);
        // What is listed is looked at by its number, in whatever file it is.
        self.consulted.asked.name(name);
        self.held(list, name)
    }

    /// The same, where whoever asks notes the question.
    pub(crate) fn held(&self, list: List, name: Name) -> &[(FileId, u32)] {
        let all = self.lists.get_or_init(|| {
            let known: Vec<_> = self.files().filter_map(|file| Some((file, self.outline_of(file)?))).collect();
            let entries = || known.iter().flat_map(|(file, known)| known.entries.iter().map(|entry| (*file, entry)));
            let starts = package_starts::starts(&self.names, entries());
            Lists::new(entries().chain(starts.iter().map(|(file, entry)| (*file, entry))))
        });
        all.get(list, name)
    }
}
