//! What values are: types as declared, as held, as inferred from calls.

pub(crate) mod callbacks;
pub(crate) mod calls;
pub(crate) mod containers;
pub(crate) mod conversions;
pub(crate) mod declared;
pub(crate) mod eval;
pub(crate) mod expected;
pub(crate) mod fixtures;
pub(crate) mod functional;
pub(crate) mod held;
pub(crate) mod holders;
pub(crate) mod inference;
pub(crate) mod literal_members;
pub(crate) mod mapped;
pub(crate) mod receivers;
pub(crate) mod signatures;
pub(crate) mod structural;
pub(crate) mod this_types;
pub(crate) mod types;
pub(crate) mod written_forms;
pub(crate) mod written_overloads;
