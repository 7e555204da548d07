//! What functions decide by the path of a request.

use super::{BindingId, NameId, SymbolId};
use serde::{Deserialize, Serialize};

/// A function of which some early returns go by the path of a request; or a list of paths that such functions ask.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// The function or the variable. None: a function without a name.
    pub symbol: Option<SymbolId>,
    /// Its first and its last line.
    pub from: u32,
    pub to: u32,
    /// `"pass"`, `"ask"`, `"open"`, or `[condition, then, otherwise]`; of a list `["list", …]`.
    pub text: String,
    /// The names that conditions rest on, by the places that these give them.
    pub named: Vec<(NameId, BindingId)>,
}
