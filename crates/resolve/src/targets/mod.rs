//! Where calls lead, and how that is known.

pub(crate) mod aliases;
pub(crate) mod arguments;
pub(crate) mod attributes;
pub(crate) mod bare_names;
mod brought_beside;
pub(crate) mod explain;
mod families;
mod fitness;
mod given_back;
pub(crate) mod guesses;
pub(crate) mod held_calls;
mod includers;
pub(crate) mod labels;
pub(crate) mod linked_calls;
pub(crate) mod linked_definitions;
pub(crate) mod linked_overloads;
pub(crate) mod member_targets;
pub(crate) mod namesakes;
pub(crate) mod operators;
pub(crate) mod outside_namesakes;
pub(crate) mod overload_targets;
pub(crate) mod overloads;
pub(crate) mod receiver_names;
pub(crate) mod references;
pub(crate) mod type_targets;
pub(crate) mod type_words;
