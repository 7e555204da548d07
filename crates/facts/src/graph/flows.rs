//! What arguments are made of, as far as one function tells.

use super::*;
use serde::{Deserialize, Serialize};

/// Of an argument so many names are kept.
pub const SOURCES_LIMIT: usize = 4;

/// Kinds of sinks, a bit each in the order in which they stand here, that a value can be made harmless to.
pub const CLEANED_KINDS: [&str; 5] = ["exec", "sql", "path", "redirect", "template"];

/// What a call is given. Calls of which every argument is constant have none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallFlow {
    /// Index into [`FileGraph::calls`].
    pub call: u32,
    /// Lines from the called name to the end of the arguments.
    pub lines: u32,
    /// The arguments in the order in which they are written, at most [`SHAPES_LIMIT`].
    pub given: Vec<Passed>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passed {
    /// The name that it is given by.
    pub name: Option<NameId>,
    /// Nothing goes into it that could be another value the next time.
    pub is_constant: bool,
    /// The kinds of sinks, as bits of [`CLEANED_KINDS`], that it does no harm to: it was escaped or checked for them.
    pub harmless: u8,
    /// The parameters of the function around, or of one without a name, whose values go into it: as they are, put
    /// together, or as what is asked of them. Not what another function made of them.
    pub of: Vec<NameId>,
}
