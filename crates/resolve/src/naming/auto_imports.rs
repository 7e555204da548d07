//! Names that a framework brings into every file of an application without an import.

use crate::languages;
use crate::modules::nuxt::{self, Side};
use crate::naming::entities::{Entity, Seen, Use};
use crate::naming::packages::shared;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::values::types::FileId;
use facts::FileGraph;
use std::cmp::Reverse;

/// How a file gives out what is known by a name: by the same, or as its default.
const NAMED: u32 = 0;
const DEFAULT: u32 = 1;
/// A component by its own name, without those of its folders.
const BARE: u32 = 2;

/// The specifier by which such names may be imported all the same.
pub(crate) const ALL_OF_THEM: &str = "#imports";

/// What a file's outline says of what may be known without an import: whether it is, the configuration says.
pub(crate) fn outline(graph: &FileGraph) -> Vec<(List, String, u32)> {
    if !languages::of(&graph.language).computed_types {
        return Vec::new();
    }
    if let Some((whole, bare)) = nuxt::component_names(&graph.path) {
        let is_bare = whole == bare;
        // What is loaded when it is first shown has a name of its own.
        let names = [(format!("Lazy{whole}"), DEFAULT), (whole, DEFAULT), (bare, BARE)];
        let names = names.into_iter().take(if is_bare { 2 } else { 3 });
        return names.map(|(name, how)| (List::AutoImported, name, how)).collect();
    }
    if !nuxt::may_be_known(&graph.path) {
        return Vec::new();
    }
    let known = graph.exports.iter().filter(|it| !it.type_only).map(|export| match graph.name(export.name) {
        "default" => (List::AutoImported, nuxt::default_name(&graph.path), DEFAULT),
        name => (List::AutoImported, name.to_owned(), NAMED),
    });
    known.filter(|(_, name, _)| !["*", "export="].contains(&name.as_str())).collect()
}

impl Project {
    /// What a name that no scope binds means in a file of an application. One of its own goes before those of the
    /// applications that it may be built on, and what surely needs no import before what the settings may add.
    pub(crate) fn auto_imported(&self, file: FileId, name: Name, usage: Use, seen: &mut Seen) -> Option<Entity> {
        let path = self.tree.path(file);
        let own = self.modules.application_of(path)?;
        let inside = |path: &'_ str, root: &str| path[root.len()..].trim_start_matches('/').to_owned();
        let side = Side::of(&inside(path, own));
        let place = |&(other, how): &(FileId, u32)| {
            let there = self.tree.path(other);
            let root = self.modules.application_of(there).filter(|_| other != file)?;
            let within = inside(there, root);
            let depth = nuxt::depth(&within).filter(|_| side.sees(Side::of(&within)))?;
            let is_surely = depth == 0 && how != BARE;
            Some(((root != own, !is_surely, depth, Reverse(shared(path, there))), other, how))
        };
        let known = self.listed(List::AutoImported, name).iter().filter_map(place);
        let (_, other, how) = known.min_by_key(|&(rank, ..)| rank)?;
        let name = if how != NAMED { self.names.intern("default") } else { name };
        Some(self.member_of_file(other, name, usage, seen)).filter(|it| *it != Entity::Missing)
    }
}
