//! What the graph of a Rust file says, read like a specification.

use crate::languages::reading::{Read, read};

fn rust(source: &str) -> Read {
    read("src/a.rs", source)
}
