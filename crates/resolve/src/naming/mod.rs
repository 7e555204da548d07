//! What names mean: bindings, imports, modules, packages, paths, files that include each other.

pub(crate) mod added_parts;
pub(crate) mod auto_imports;
pub(crate) mod declarations;
pub(crate) mod doubles;
pub(crate) mod entities;
pub(crate) mod folders;
pub(crate) mod given_members;
pub(crate) mod globals;
pub(crate) mod globs;
pub(crate) mod linkage;
pub(crate) mod lookups;
pub(crate) mod macros;
pub(crate) mod module_tree;
mod opened;
pub(crate) mod package_starts;
pub(crate) mod packages;
pub(crate) mod parts;
pub(crate) mod paths;
pub(crate) mod platforms;
pub(crate) mod seen;
pub(crate) mod spread;
pub(crate) mod starred;
mod taken_over;
pub(crate) mod written_names;
