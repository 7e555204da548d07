//! What the graph of a C# file says, read like a specification.

mod broken;
mod symbols;
mod testing;
mod values;

use crate::languages::reading::{Read, read};

fn csharp(source: &str) -> Read {
    read("src/A.cs", source)
}
