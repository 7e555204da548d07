//! What the graph of a Java file says, read like a specification.

mod symbols;

use crate::languages::reading::{Read, read};

fn java(source: &str) -> Read {
    read("src/main/java/a/A.java", source)
}
