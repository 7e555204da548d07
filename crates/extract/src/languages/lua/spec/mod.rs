//! What the graph of a Lua file says, read like a specification.

mod broken;
mod calls;
mod symbols;
mod testing;
mod types;

use crate::languages::reading::{Read, read};

fn lua(source: &str) -> Read {
    read("src/a.lua", source)
}
