//! From the graphs of single files to resolved facts: imports, scopes, types, receivers → where each call
//! leads, and how that is known.
//!
//! A [`Project`] holds the graphs. [`Project::resolve`] gives a file's unit. The order of work: names by
//! scope (`entities`, over `modules`), types (`eval`, `declared`, `members`, `calls`), then labels
//! (`labels`), where a name alone is a last resort under strict rules. No language is named outside
//! `languages`, `modules` and the tables of standard types.

mod aliases;
mod arguments;
mod assigned;
mod augments;
mod bare_names;
mod callbacks;
mod calls;
mod compiler_truth;
mod consulted;
mod container_conversions;
mod containers;
mod conversions;
mod declarations;
mod declared;
mod entities;
mod eval;
mod expected;
mod explain;
mod extended;
mod extensions;
mod fixtures;
mod folders;
mod functional;
mod guesses;
mod held;
mod held_calls;
mod holders;
mod implementations;
mod impls;
mod index;
mod inference;
mod interface;
mod labels;
mod languages;
mod lineage;
mod linkage;
mod linked_calls;
mod linked_overloads;
mod literal_members;
mod lookups;
mod mapped;
mod members;
mod module_rows;
mod module_tree;
mod modules;
mod names;
mod outline;
mod outside_traits;
mod overload_targets;
mod overloads;
mod packages;
mod parts;
mod paths;
mod project;
mod receiver_blocks;
mod receivers;
mod rows;
mod singletons;
mod source;
mod std_calls;
mod std_types;
mod stubs;
mod tables;
mod trait_paths;
mod tree;
mod type_rows;
mod type_targets;
mod types;
mod universal;
mod written_forms;
mod written_names;

pub use compiler_truth::Disagreement;
pub use consulted::{Key, file as file_key};
pub use explain::ExplainedCall;
pub use interface::hash as interface_hash;
pub use outline::Outline;
pub use project::{Project, ProjectConfig, ProjectError, Resolved};
