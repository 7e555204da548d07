//! The only crate that knows parsers: which front end reads a file, and the text it reads.
//!
//! - [`Language`]: one table of what the product reads, by path, with the properties that shared code
//!   asks for instead of naming a language.
//! - [`Source`]: a file's bytes as text, with positions. Decoding never fails.
//! - [`bare`]: a parse alone, for measuring.
//! - `oxc`, `ruff`, `tree_sitter`: the parsers, pinned here and nowhere else. A feature for each
//!   front end, so that a module may leave some out.

pub mod bare;
#[cfg(feature = "tree-sitter")]
mod bounded;
mod header;
mod language;
mod languages;
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
#[cfg(feature = "tree-sitter")]
pub mod tree_sitter {
    pub use crate::bounded::{Parsed, parse};
    pub use ::tree_sitter::*;

    /// The grammar that a front end reads. None: it reads with another parser, or this build leaves it out.
    pub fn grammar(front_end: crate::FrontEnd) -> Option<Language> {
        use crate::FrontEnd;
        match front_end {
            #[cfg(feature = "c")]
            FrontEnd::C => Some(tree_sitter_c::LANGUAGE.into()),
            #[cfg(feature = "c-sharp")]
            FrontEnd::CSharp => Some(tree_sitter_c_sharp::LANGUAGE.into()),
            #[cfg(feature = "cpp")]
            FrontEnd::Cpp => Some(tree_sitter_cpp::LANGUAGE.into()),
            #[cfg(feature = "go")]
            FrontEnd::Go => Some(tree_sitter_go::LANGUAGE.into()),
            #[cfg(feature = "java")]
            FrontEnd::Java => Some(tree_sitter_java::LANGUAGE.into()),
            #[cfg(feature = "kotlin")]
            FrontEnd::Kotlin => Some(tree_sitter_kotlin_ng::LANGUAGE.into()),
            #[cfg(feature = "lua")]
            FrontEnd::Lua => Some(tree_sitter_lua::LANGUAGE.into()),
            // With the HTML around it.
            #[cfg(feature = "php")]
            FrontEnd::Php => Some(tree_sitter_php::LANGUAGE_PHP.into()),
            #[cfg(feature = "ruby")]
            FrontEnd::Ruby => Some(tree_sitter_ruby::LANGUAGE.into()),
            #[cfg(feature = "rust")]
            FrontEnd::Rust => Some(tree_sitter_rust::LANGUAGE.into()),
            #[cfg(feature = "swift")]
            FrontEnd::Swift => Some(tree_sitter_swift::LANGUAGE.into()),
            _ => None,
        }
    }
}

pub use language::{Dialect, FrontEnd, Language};
pub use languages::LANGUAGES;
pub use source::{Made, Source};
