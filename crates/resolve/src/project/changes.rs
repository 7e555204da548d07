//! Under which names two versions of a file differ.
//!
//! What a file declares under a name is one text: its declarations, exports and top-level bindings of that name, and
//! what these are made of (`interface.rs`). Where that refers to something that goes by another name, the text says this
//! name, and a change of the other is one of both. A member refers to what it stands in; that does not refer to its
//! members, which are asked for by name or all together.
//!
//! What cannot be asked for by a name is the file as a whole: its package, what it imports and exports everything of,
//! its blocks for types, its macros and modules. A change of that is one of everything.

use crate::languages;
use crate::project::consulted::{self, CONSTRUCTORS, IMPORTS, Key, plain};
use crate::project::interface::{self, Apart, Part, Walk};
use crate::project::source::Source;
use crate::values::factories;
use crate::values::fixtures::given_name;
use crate::values::handed_params;
use facts::{BindingKind, Exported, FileGraph, Imported, Modifiers, SymbolKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// What a new version of a file means for the files that consult it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Changes {
    /// Any answer may be another.
    All,
    /// The keys of the names under which something else is declared than before, sorted.
    Names(Vec<Key>),
}

/// The name under which [`Told`] holds what a file is as a whole: none that is written.
const FILE: &str = "\u{1}file";
/// A file whose declarations share so much that telling them one by one takes more bytes is told as a whole.
const MAX_BYTES: usize = 16 << 20;

/// What is declared under a name, and which other names that refers to.
#[derive(Default, PartialEq)]
struct Told {
    text: String,
    refers: BTreeSet<String>,
}

/// Compares two versions of a file.
pub fn changes(before: &FileGraph, after: &FileGraph) -> Changes {
    if !languages::of(&after.language).told_by_names {
        return Changes::All;
    }
    let (Some(before), Some(after)) = (told(before), told(after)) else { return Changes::All };
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let mut changed: FxHashSet<&str> = FxHashSet::default();
    let mut pending: Vec<&str> = Vec::new();
    let mut referring: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for name in names {
        if before.get(name) != after.get(name) {
            changed.insert(name);
            pending.push(name);
        }
        for other in [&before, &after].into_iter().filter_map(|it| it.get(name)).flat_map(|it| &it.refers) {
            referring.entry(other).or_default().push(name);
        }
    }
    while let Some(name) = pending.pop() {
        let others = referring.get(name).map_or(&[][..], Vec::as_slice);
        pending.extend(others.iter().filter(|&&it| changed.insert(it)));
    }
    if changed.contains(FILE) {
        return Changes::All;
    }
    Changes::Names(keys_of(changed))
}

/// The keys of the names under which a file declares something, sorted. None: it cannot be told by names.
pub fn declared(graph: &FileGraph) -> Option<Vec<Key>> {
    if !languages::of(&graph.language).told_by_names {
        return None;
    }
    let mut told = told(graph)?;
    told.remove(FILE);
    Some(keys_of(told.keys().map(String::as_str)))
}

fn keys_of<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<Key> {
    let mut keys: Vec<Key> = names.into_iter().map(consulted::name).collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// What a file declares, by name. None: that would be too much to say.
fn told(graph: &FileGraph) -> Option<BTreeMap<String, Told>> {
    let apart = apart(graph);
    let mut all = Telling { walk: Walk::new(graph, Some(&apart)), told: BTreeMap::new(), bytes: 0 };
    all.file(graph)?;
    let mut blocks: FxHashMap<u32, usize> = FxHashMap::default();
    for (at, block) in graph.impls.iter().enumerate() {
        blocks.extend(block.members.iter().map(|&member| (member, at)));
    }
    for (id, symbol) in (0..).zip(&graph.symbols) {
        if apart.symbols[id as usize].is_none() {
            continue;
        }
        let name = graph.name(symbol.name);
        all.tell(name, |walk| {
            walk.part(Part::Symbol(id));
            // The file as a whole says which block that is.
            walk.say(blocks.get(&id));
            symbol.parent.into_iter().for_each(|parent| walk.refer(Part::Symbol(parent)));
        })?;
        if let Some(given) = given_name(graph, symbol) {
            all.tell(graph.name(given), |walk| walk.refer(Part::Symbol(id)))?;
        }
        let Some(parent) = symbol.parent else { continue };
        let around = &graph.symbols[parent as usize];
        // What those around are asked that is not looked for by a name.
        if symbol.kind == SymbolKind::Constructor {
            all.tell(CONSTRUCTORS, |walk| walk.refer(Part::Symbol(id)))?;
        }
        if symbol.kind == SymbolKind::Class && symbol.modifiers.has(Modifiers::EMBEDDED) {
            all.tell(graph.name(around.name), |walk| walk.refer(Part::Symbol(id)))?;
        }
        if around.kind == SymbolKind::Function && Source::is_field(symbol) {
            all.set(graph.name(around.name), "has fields");
        }
    }
    for (id, binding) in (0..).zip(&graph.bindings) {
        if apart.bindings[id as usize].is_some() {
            all.tell(graph.name(binding.name), |walk| walk.part(Part::Binding(id)))?;
        }
    }
    for export in &graph.exports {
        all.tell(graph.name(export.name), |walk| walk.export(export))?;
    }
    for (_, name, call) in handed_params::outline(graph).into_iter().chain(factories::outline(graph)) {
        all.tell(&name, |walk| walk.refer(Part::Value(call)))?;
    }
    all.tell(IMPORTS, |walk| graph.imports.iter().for_each(|import| walk.import(import)))?;
    Some(all.told)
}

/// Who is told apart, and what is said where one is referred to: its kind, its path and the how manieth of its name it is.
fn apart(graph: &FileGraph) -> Apart {
    let mut seen: FxHashMap<String, u32> = FxHashMap::default();
    let mut nth = |name: &str| {
        let count = seen.entry(plain(name)).or_default();
        *count += 1;
        *count
    };
    let symbols = (0..).zip(&graph.symbols).map(|(id, symbol)| {
        let name = graph.name(symbol.name);
        interface::is_told(graph, id).then(|| format!("{:?} {} {}", symbol.kind, symbol.qualified, nth(name)))
    });
    let symbols = symbols.collect();
    let open = interface::open_scopes(graph);
    let bindings = graph.bindings.iter().map(|binding| {
        let name = graph.name(binding.name);
        open[binding.scope as usize].then(|| format!("{:?} {name} {}", binding.kind, nth(name)))
    });
    Apart { bindings: bindings.collect(), symbols }
}

struct Telling<'a> {
    walk: Walk<'a>,
    told: BTreeMap<String, Told>,
    bytes: usize,
}

impl<'a> Telling<'a> {
    /// Adds what is said to what stands under a name.
    fn tell(&mut self, name: &str, say: impl FnOnce(&mut Walk<'a>)) -> Option<()> {
        let graph = self.walk.graph;
        say(&mut self.walk);
        self.walk.finish();
        let name = if name.starts_with('\u{1}') { name.to_owned() } else { plain(name) };
        let said = std::mem::take(&mut self.walk.out);
        self.bytes += said.len();
        let told = self.told.entry(name).or_default();
        told.text.push_str(&said);
        told.text.push('\n');
        let referred = self.walk.referred.drain(..).filter_map(|part| match part {
            Part::Symbol(id) => Some(graph.symbols[id as usize].name),
            Part::Binding(id) => Some(graph.bindings[id as usize].name),
            Part::Value(_) | Part::Type(_) => None,
        });
        told.refers.extend(referred.map(|name| plain(graph.name(name))));
        (self.bytes <= MAX_BYTES).then_some(())
    }

    /// Adds a word to what stands under a name, once.
    fn set(&mut self, name: &str, word: &str) {
        let told = self.told.entry(plain(name)).or_default();
        if !told.text.ends_with(word) {
            told.text.push_str(word);
        }
    }

    /// What is asked of a file without a name.
    fn file(&mut self, graph: &'a FileGraph) -> Option<()> {
        let language = languages::of(&graph.language);
        let has_modules = language.module_paths || language.links;
        self.tell(FILE, |walk| {
            walk.header();
            graph.impls.iter().for_each(|block| walk.block(block));
            for export in &graph.exports {
                if matches!(export.what, Exported::AllFrom { .. }) {
                    walk.export(export);
                }
            }
            let assigned = |name: &str| {
                let name = format!("exports.{name}");
                graph.bindings.iter().any(|it| it.scope == 0 && graph.name(it.name) == name)
            };
            let mut exports = graph.exports.iter();
            walk.say((
                graph.exports.len().min(2),
                exports.all(|it| matches!(it.what, Exported::Value(_)) || assigned(graph.name(it.name))),
            ));
            for import in &graph.imports {
                if import.names.iter().any(|it| matches!(it.imported, Imported::All)) {
                    walk.import(import);
                }
            }
            graph.global_imports.iter().for_each(|&import| walk.import(&graph.imports[import as usize]));
            for (id, binding) in (0..).zip(&graph.bindings) {
                if has_modules && binding.kind == BindingKind::Namespace {
                    walk.part(Part::Binding(id));
                }
            }
            for (id, symbol) in (0..).zip(&graph.symbols) {
                if symbol.modifiers.has(Modifiers::MACRO) {
                    walk.part(Part::Symbol(id));
                }
            }
        })
    }
}
