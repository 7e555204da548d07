//! What the graph of a Ruby file says, read like a specification.

mod broken;
mod imports;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn ruby(source: &str) -> Read {
    read("lib/a.rb", source)
}
