//! What the graph of a C or C++ file says, read like a specification.

mod broken;
mod imports;
mod macros;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn c(source: &str) -> Read {
    read("src/a.c", source)
}

fn cpp(source: &str) -> Read {
    read("src/a.cc", source)
}
