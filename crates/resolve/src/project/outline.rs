//! What a file brings to questions that are asked of the whole repository: small enough that those of all files
//! are at hand where the graphs themselves are not.

use crate::languages::{self, Language, Packages};
use crate::members::augments;
use crate::members::extensions;
use crate::members::stated;
use crate::members::templates;
use crate::naming::added_parts;
use crate::naming::auto_imports;
use crate::naming::given_members;
use crate::naming::globals;
use crate::naming::linkage;
use crate::naming::module_tree;
use crate::naming::package_starts;
use crate::naming::packages;
use crate::naming::parts;
use crate::naming::starred;
use crate::project::consulted::{self, Key};
use crate::project::names::{Name, Names};
use crate::project::tree::parent;
use crate::targets::includers;
use crate::values::factories;
use crate::values::handed_params;
use facts::{FileGraph, Modifiers, Symbol, SymbolId, SymbolKind};
use serde::{Deserialize, Serialize};

/// The lists by which declarations are found by name in the whole repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum List {
    /// Methods, by their own name; a symbol each.
    Method,
    /// Top-level names, by system, package and name; a binding each.
    Packaged,
    /// Modules that are files of their own, by the name of the file; the binding of each.
    Module,
    /// Macros, by their name with `!`; a binding each.
    Macro,
    /// Blocks that give a type members which another file declares, by the type's last name, and by that of what they
    /// implement.
    Impl,
    Implemented,
    /// Packages, by system and name, in which a file declares names, and those that their names start with; whether it
    /// is one of these. See `packages`.
    Package,
    /// Parts of types, by system and full name; a symbol each.
    Part,
    /// What is called like a member of a type declared elsewhere, by its own name; a symbol each.
    Extension,
    /// Imports that all files of a project have, by system; an import each.
    Shared,
    /// Members that the repository gives to what lies outside, by their own name; the interface of each.
    Augmented,
    /// What files that are linked by names declare, by path: see `linkage`; a symbol each.
    Linked,
    /// Names of which calls may make methods: see `stated`; nothing more is known of each.
    Stated,
    /// Methods that classes give templates, by their own name; the class of each. See `templates`.
    Shown,
    /// Locals that templates are shown with, by name; nothing more is known of each.
    Local,
    /// Methods that a trait declares, by their own name; a symbol each.
    OfTrait,
    /// Interfaces that a file adds to those of other modules, by their own name; a symbol each.
    Added,
    /// What the repository declares to be global, by name; a symbol each.
    Global,
    /// What may be known without an import, by name; see `auto_imports`.
    AutoImported,
    /// Namespaces that a file takes over as a whole, for all that include it, by their paths; nothing more is known of
    /// each. See `seen`.
    Using,
    /// Aliases of types, by the last name of what they stand for; a symbol each.
    Aliased,
    /// Calls that make instances and hand something to them, by the last name of the class; see `handed_params`.
    Made,
    /// Factories of tests, by the names that they go by; the value of what each makes. See `factories`.
    Factory,
    /// Members that a file gives to what another declares, by name and as `owner.member`; a symbol each. See
    /// `given_members`.
    Given,
    /// Classes and modules that include modules, by the last name of each; a symbol each.
    Included,
    /// Calls of macros in the place of items, by the macro's name with `!`; the binding of each.
    Spread,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// The first field, as in a graph.
    pub path: String,
    pub language: String,
    /// The modules it names, each once, in the order of their first use.
    pub specifiers: Vec<String>,
    /// Under which names the lists hold what of it.
    pub entries: Vec<(List, String, u32)>,
    /// The package that the file says it is of, which it makes together with others of its folder.
    #[serde(skip)]
    pub clause: Option<String>,
}

/// Something that a list holds of a file.
pub type Entry = (List, Name, u32);

/// An outline as a project holds it, which holds those of all files.
#[derive(Clone, Debug)]
pub struct Known {
    pub language: &'static Language,
    /// One behind the other, since few ask for them and there are many: see [`Self::specifiers`].
    specifiers: Box<str>,
    pub entries: Vec<Entry>,
}

/// Stands between specifiers, of which none has it.
const BETWEEN: char = '\0';

/// An encoded outline, whose texts are not copied.
#[derive(Deserialize)]
struct Encoded<'a> {
    path: &'a str,
    language: &'a str,
    #[serde(borrow)]
    specifiers: Vec<&'a str>,
    #[serde(borrow)]
    entries: Vec<(List, &'a str, u32)>,
}

impl Known {
    /// The path of an encoded outline, and what is held of it. None: it is damaged.
    pub fn decode<'a>(bytes: &'a [u8], names: &Names) -> Option<(&'a str, Self)> {
        let Encoded { path, language, specifiers, entries } = postcard::from_bytes(bytes).ok()?;
        let entries = entries.into_iter().map(|(list, name, at)| (list, names.intern(name), at)).collect();
        Some((path, Self { language: languages::of(language), specifiers: joined(specifiers), entries }))
    }

    /// The modules that the file names, each once, in the order of their first use.
    pub fn specifiers(&self) -> impl Iterator<Item = &str> {
        self.specifiers.split(BETWEEN).filter(|it| !it.is_empty())
    }

    pub fn of(graph: &FileGraph, names: &Names) -> Self {
        let Outline { language, specifiers, entries, .. } = Outline::of(graph);
        let entries = entries.iter().map(|(list, name, at)| (*list, names.intern(name), *at)).collect();
        let specifiers = joined(specifiers.iter().map(String::as_str));
        Self { language: languages::of(&language), specifiers, entries }
    }
}

fn joined<'a>(specifiers: impl IntoIterator<Item = &'a str>) -> Box<str> {
    let mut all = String::new();
    for specifier in specifiers {
        if !all.is_empty() {
            all.push(BETWEEN);
        }
        all.push_str(specifier);
    }
    all.into()
}

/// The modules that a file names, each once, in the order of their first use.
pub fn specifiers(graph: &FileGraph) -> Vec<String> {
    let mut specifiers: Vec<String> = Vec::new();
    let mut seen = rustc_hash::FxHashSet::default();
    let exported = graph.exports.iter().filter_map(|export| match &export.what {
        facts::Exported::From { specifier, .. }
        | facts::Exported::AllFrom { specifier }
        | facts::Exported::ModuleFrom { specifier } => Some(specifier),
        facts::Exported::Local(_) | facts::Exported::Value(_) => None,
    });
    for specifier in graph.imports.iter().map(|import| &import.specifier).chain(exported) {
        if !specifier.is_empty() && !specifier.contains(BETWEEN) && seen.insert(specifier) {
            specifiers.push(specifier.clone());
        }
    }
    specifiers
}

impl Outline {
    pub fn of(graph: &FileGraph) -> Self {
        let specifiers = specifiers(graph);
        let methods = graph.symbols.iter().enumerate().filter(|(_, symbol)| is_called(graph, symbol));
        let methods = methods.map(|(id, symbol)| (List::Method, graph.name(symbol.name).to_owned(), id as SymbolId));
        let entries = methods
            .chain(packages::outline(graph))
            .chain(parts::outline(graph))
            .chain(linkage::outline(graph))
            .chain(extensions::outline(graph))
            .chain(augments::outline(graph))
            .chain(added_parts::outline(graph))
            .chain(globals::outline(graph))
            .chain(given_members::outline(graph))
            .chain(auto_imports::outline(graph))
            .chain(starred::shared_imports(graph))
            .chain(module_tree::outline(graph))
            .chain(stated::outline(graph))
            .chain(templates::outline(graph))
            .chain(handed_params::outline(graph))
            .chain(factories::outline(graph))
            .chain(includers::outline(graph))
            .collect();
        let in_folder = languages::of(&graph.language).packages == Packages::Folders;
        let clause = graph.package.clone().filter(|_| in_folder);
        Self { path: graph.path.clone(), language: graph.language.clone(), specifiers, entries, clause }
    }

    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).unwrap_or_default()
    }

    /// The keys of the questions whose answers it takes part in, sorted; those of [`Self::presences`] not among them.
    pub fn keys(&self) -> Vec<Key> {
        let entries = self.entries.iter().filter(|(list, ..)| *list != List::Package);
        sorted(entries.map(|(list, name, _)| consulted::listed(*list, name)))
    }

    /// The keys of the questions whether there is anything at all to which it says yes, sorted: how many say so is all
    /// the same to who asks.
    pub fn presences(&self) -> Vec<Key> {
        let packages = self.entries.iter().filter(|(list, ..)| *list == List::Package).flat_map(|(_, name, own)| {
            let starts = package_starts::starts_of(name, *own).map(|start| consulted::in_package(start, false));
            [consulted::in_package(name, true), consulted::in_package(name, false)].into_iter().chain(starts)
        });
        let clause = self.clause.iter().map(|clause| consulted::clause(parent(&self.path), clause));
        sorted(packages.chain(clause))
    }

    /// The key of what it declares together with the other files of its folder. None: with none.
    pub fn package(&self) -> Option<Key> {
        self.clause.is_some().then(|| consulted::package_of(parent(&self.path)))
    }
}

fn sorted(keys: impl Iterator<Item = Key>) -> Vec<Key> {
    let mut keys: Vec<Key> = keys.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Whether a symbol is a method, or a property that is reached by calling its name.
fn is_called(graph: &FileGraph, symbol: &Symbol) -> bool {
    let accessor = || {
        languages::of(&graph.language).singleton_members
            && !symbol.modifiers.has(Modifiers::READONLY)
            && !graph.name(symbol.name).starts_with('@')
    };
    let is_method = symbol.kind == SymbolKind::Method && !symbol.modifiers.has(Modifiers::TITLED);
    is_method || symbol.kind == SymbolKind::Property && accessor()
}
