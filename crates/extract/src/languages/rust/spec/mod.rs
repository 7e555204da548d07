//! What the graph of a Rust file says, read like a specification.

mod broken;
mod imports;
mod macros;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn rust(source: &str) -> Read {
    read("src/a.rs", source)
}
