//! What a project refuses.

use std::fmt;

/// Why a file could not be added or resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProjectError {
    /// The bytes are damaged or of another version: extract the file again.
    BadGraph,
    /// The path is not among the project's files: open the project with all paths.
    UnknownPath(String),
    /// The file's graph has not been added.
    NotAdded(String),
    /// Resolving consults files of which only outlines were added: add their graphs, then ask again.
    Needs(Vec<String>),
    /// The bytes are damaged or of another version: extract the file again.
    BadOutline,
    /// What an index is said to say of the file cannot be read.
    BadHints(String),
}

impl fmt::Display for ProjectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadGraph => write!(f, "the graph is damaged or of another version: extract the file again"),
            Self::UnknownPath(path) => {
                write!(f, "{path} is not among the project's files: open the project with every path")
            }
            Self::NotAdded(path) => write!(f, "no graph was added for {path}: extract and add it first"),
            Self::Needs(paths) => write!(f, "add the graphs of {} first", paths.join(", ")),
            Self::BadHints(path) => write!(f, "what the index says of {path} cannot be read"),
            Self::BadOutline => write!(f, "the outline is damaged or of another version: extract the file again"),
        }
    }
}

impl std::error::Error for ProjectError {}
