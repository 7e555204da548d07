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
#[cfg(feature = "tree-sitter")]
mod tables;

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
        let (package, grammar) = match front_end {
            #[cfg(feature = "c")]
            FrontEnd::C => ("c", tree_sitter_c::LANGUAGE),
            #[cfg(feature = "c-sharp")]
            FrontEnd::CSharp => ("c_sharp", tree_sitter_c_sharp::LANGUAGE),
            #[cfg(feature = "cpp")]
            FrontEnd::Cpp => ("cpp", tree_sitter_cpp::LANGUAGE),
            #[cfg(feature = "go")]
            FrontEnd::Go => ("go", tree_sitter_go::LANGUAGE),
            #[cfg(feature = "java")]
            FrontEnd::Java => ("java", tree_sitter_java::LANGUAGE),
            #[cfg(feature = "kotlin")]
            FrontEnd::Kotlin => ("kotlin_ng", tree_sitter_kotlin_ng::LANGUAGE),
            #[cfg(feature = "lua")]
            FrontEnd::Lua => ("lua", tree_sitter_lua::LANGUAGE),
            // With the HTML around it.
            #[cfg(feature = "php")]
            FrontEnd::Php => ("php", tree_sitter_php::LANGUAGE_PHP),
            #[cfg(feature = "ruby")]
            FrontEnd::Ruby => ("ruby", tree_sitter_ruby::LANGUAGE),
            #[cfg(feature = "rust")]
            FrontEnd::Rust => ("rust", tree_sitter_rust::LANGUAGE),
            #[cfg(feature = "swift")]
            FrontEnd::Swift => ("swift", tree_sitter_swift::LANGUAGE),
            _ => return None,
        };
        crate::tables::bring(front_end, package);
        Some(grammar.into())
    }
}

pub use language::{Dialect, FrontEnd, Language};
pub use languages::LANGUAGES;
pub use source::{Made, Source};
