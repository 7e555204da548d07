//! The only crate that knows parsers: which front end reads a file, and the text it reads.
//!
//! - [`Language`]: one table of what the product reads, by path, with the properties that shared code
//!   asks for instead of naming a language.
//! - [`Source`]: a file's bytes as text, with positions. Decoding never fails.
//! - [`bare`]: a parse alone, for measuring.
//! - `oxc`, `ruff`, `tree_sitter`: the parsers, pinned here and nowhere else. A feature for each
//!   front end, so that a module may leave some out.

pub mod bare;
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
    pub use ::tree_sitter::*;

    /// The grammar of Go.
    #[cfg(feature = "go")]
    pub fn go() -> Language {
        tree_sitter_go::LANGUAGE.into()
    }

    /// The grammar of Java.
    #[cfg(feature = "java")]
    pub fn java() -> Language {
        tree_sitter_java::LANGUAGE.into()
    }

    /// The grammar of Rust.
    #[cfg(feature = "rust")]
    pub fn rust() -> Language {
        tree_sitter_rust::LANGUAGE.into()
    }

    /// The grammar of C#.
    #[cfg(feature = "c-sharp")]
    pub fn c_sharp() -> Language {
        tree_sitter_c_sharp::LANGUAGE.into()
    }

    /// The grammar of PHP, with the HTML around it.
    #[cfg(feature = "php")]
    pub fn php() -> Language {
        tree_sitter_php::LANGUAGE_PHP.into()
    }

    /// The grammar of C.
    #[cfg(feature = "c")]
    pub fn c() -> Language {
        tree_sitter_c::LANGUAGE.into()
    }

    /// The grammar of C++.
    #[cfg(feature = "cpp")]
    pub fn cpp() -> Language {
        tree_sitter_cpp::LANGUAGE.into()
    }

    /// The grammar of Kotlin.
    #[cfg(feature = "kotlin")]
    pub fn kotlin() -> Language {
        tree_sitter_kotlin_ng::LANGUAGE.into()
    }

    /// The grammar of Ruby.
    #[cfg(feature = "ruby")]
    pub fn ruby() -> Language {
        tree_sitter_ruby::LANGUAGE.into()
    }

    /// The grammar of Swift.
    #[cfg(feature = "swift")]
    pub fn swift() -> Language {
        tree_sitter_swift::LANGUAGE.into()
    }
}

pub use language::{Dialect, FrontEnd, Language};
pub use languages::LANGUAGES;
pub use source::Source;
