//! The only crate that knows parsers: which front end reads a file, and the text it reads.
//!
//! - [`Language`]: one table of what the product reads, by path, with the properties that shared code
//!   asks for instead of naming a language.
//! - [`Source`]: a file's bytes as text, with positions. Decoding never fails.
//! - `oxc`, `ruff`, `tree_sitter`: the parsers, pinned here and nowhere else. A feature each
//!   (`typescript`, `python`, `go`), so that a module may leave some out.

mod language;
#[cfg(feature = "typescript")]
mod salvage;
mod source;

#[cfg(feature = "typescript")]
pub mod oxc;

/// ruff's Python parser. It reads broken files too.
#[cfg(feature = "python")]
pub mod ruff {
    pub use ruff_python_ast as ast;
    pub use ruff_python_parser as parser;
    pub use ruff_text_size as text_size;
}

/// tree-sitter's runtime and its grammars. It reads broken files too.
#[cfg(feature = "go")]
pub mod tree_sitter {
    pub use ::tree_sitter::*;

    /// The grammar of Go.
    pub fn go() -> Language {
        tree_sitter_go::LANGUAGE.into()
    }
}

pub use language::{Dialect, FrontEnd, LANGUAGES, Language};
pub use source::Source;
