//! The plain data that flows from a source file to a unit. Nothing here parses, resolves or knows a
//! language.
//!
//! - [`graph`]: what one file says by itself. Made by `extract`, read by `resolve`, kept between scans.
//! - [`json`]: texts and numbers, as units write them.
//! - [`nouns`]: the singular of English nouns, by which both sides name what frameworks name.
//! - [`rows`]: the rows of a unit, looked at as they are encoded.
//! - [`unit`]: the rows that a file yields once its calls are resolved, their canonical encoding and
//!   their hash.

pub mod graph;
pub mod json;
pub mod nouns;
pub mod rows;
pub mod unit;

pub use graph::*;
