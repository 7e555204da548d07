//! What the graph of a TypeScript or JavaScript file says, read like a specification.

mod broken;
mod decisions;
mod jsdoc;
mod modules;
mod symbols;
mod values;

use facts::*;

use crate::languages::reading::{Read, read};

fn ts(source: &str) -> Read {
    read("a.ts", source)
}
