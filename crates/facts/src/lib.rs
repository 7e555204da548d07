//! The plain data that flows from a source file to a unit. Nothing here parses, resolves or knows a
//! language.
//!
//! - [`graph`]: what one file says by itself. Made by `extract`, read by `resolve`, kept between scans.
//! - [`nouns`]: the singular of English nouns, by which both sides name what frameworks name.
//! - [`unit`]: the rows that a file yields once its calls are resolved, their canonical encoding and
//!   their hash.

pub mod graph;
pub mod nouns;
pub mod unit;

pub use graph::*;
