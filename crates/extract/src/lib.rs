//! A source file in, its graph out: `facts::FileGraph`, one shape for every language.
//!
//! Pure: equal bytes at an equal path give an equal graph. Nothing fails: what is not understood is a
//! problem in the graph. Shared code never names a language; `languages` holds a folder for each front
//! end, and nothing outside it sees a syntax tree.
#![cfg_attr(not(feature = "all"), allow(dead_code, reason = "each front end uses a part of what all share"))]

mod builder;
#[cfg(any(feature = "php", feature = "ruby", feature = "java", feature = "kotlin"))]
mod environment;
mod errors;
#[cfg(any(feature = "php", feature = "ruby"))]
mod flow;
mod flows;
mod languages;
mod literals;
mod marks;
mod members_set;
#[cfg(any(feature = "ruby", feature = "c-sharp"))]
mod program;
mod qualified;
mod redact;
#[cfg(any(feature = "python", feature = "tree-sitter"))]
mod scopes;
#[cfg(feature = "tree-sitter")]
mod shapes;
mod tables;
mod text;
#[cfg(feature = "tree-sitter")]
mod throws;
#[cfg(feature = "tree-sitter")]
mod tree;
#[cfg(feature = "tree-sitter")]
mod walk;

use facts::FileGraph;
use syntax::{Language, Source};

pub use redact::{Finding, redact, redact_written, settings};

/// Parses one file and keeps nothing: what reading it costs at least. None: it has no parser of its own.
pub fn parse(path: &str, bytes: &[u8]) -> Option<()> {
    let language = Language::of(path, bytes)?;
    syntax::bare::parse(language, path, &Source::decode(bytes))
}

/// The graph of one file. None: no front end of this build reads it.
pub fn extract(path: &str, bytes: &[u8]) -> Option<FileGraph> {
    let language = Language::of(path, bytes)?;
    let source = Source::decode(bytes);
    if let Some(container) = languages::container(language) {
        return Some(container(path, language, &source, bytes.len()));
    }
    let front_end = languages::front_end(language)?;
    let mut builder = builder::Builder::new(path, language, &source);
    front_end(&mut builder);
    Some(builder.finish(bytes.len()))
}
