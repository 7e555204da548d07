//! What the graph of a Go file says, read like a specification.

mod broken;
mod errors;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn go(source: &str) -> Read {
    read("pkg/a.go", &format!("package pkg\n{source}"))
}
