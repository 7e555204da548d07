//! What is known of the standard libraries: their types, what their members give and take, their names.

pub(crate) mod builtin_members;
pub(crate) mod collections;
pub(crate) mod container_conversions;
pub(crate) mod functions;
pub(crate) mod held_members;
pub(crate) mod libraries;
pub(crate) mod regrouped;
pub(crate) mod std_calls;
pub(crate) mod std_members;
pub(crate) mod std_types;
pub(crate) mod stubs;
pub(crate) mod tables;
pub(crate) mod universal;
