//! What every value of a language has: members of the root of all types, functions that take any receiver.

use facts::{Builtin, RECEIVER};

/// What calling it gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gives {
    /// The value that it was called on.
    Itself,
    /// What the callback gives.
    Result,
    Builtin(Builtin),
    /// A pair of both sides.
    Pair,
    /// What the callback gives, in a type of this path.
    Outcome(&'static str),
}

/// A member that any value has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universal {
    /// Its path outside the repository.
    pub path: &'static str,
    pub gives: Gives,
}

/// Whether a universal function hands the value it is called on to its callback, as a parameter or as `this`.
pub fn hands(name: &str, position: u32) -> bool {
    match name {
        "apply" | "run" | "runCatching" => position == RECEIVER,
        "tap" | "then" | "yield_self" => position == 0,
        "let" | "also" | "takeIf" | "takeUnless" | "use" => position == 0,
        _ => false,
    }
}
