//! From the graphs of single files to resolved facts: imports, scopes, types, receivers → where each call
//! leads, and how that is known.
//!
//! A [`Project`] holds the graphs. [`Project::resolve`] gives a file's unit. The order of work, a folder each: what
//! names mean (`naming`, over `modules`), what values are (`values`), what types have (`members`), where calls lead
//! (`targets`), where a name alone is a last resort under strict rules, and the rows that say so (`rows`). No language is
//! named outside `languages`, `modules` and the tables of standard libraries (`standard`).

mod languages;
mod members;
mod modules;
mod naming;
mod project;
mod rows;
mod standard;
mod targets;
mod values;

pub use project::changes::{Changes, changes, declared};
pub use project::compiler_truth::Disagreement;
pub use project::consulted::{Key, file as file_key, whole as whole_key};
pub use project::interface::hash as interface_hash;
pub use project::offer::Offer;
pub use project::outline::Outline;
pub use project::{Project, ProjectConfig, ProjectError, Resolved};
pub use targets::explain::ExplainedCall;
