//! What the graph of a Python file says, read like a specification.

mod broken;
mod imports;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn py(source: &str) -> Read {
    read("pkg/a.py", source)
}
