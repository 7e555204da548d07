//! What the graph of a Java file says, read like a specification.

mod broken;
mod imports;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn java(source: &str) -> Read {
    read("src/main/java/a/A.java", source)
}
