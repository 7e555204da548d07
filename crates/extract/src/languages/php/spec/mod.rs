//! What the graph of a PHP file says, read like a specification.

mod broken;
mod imports;
mod symbols;
mod testing;
mod types;
mod values;

use crate::languages::reading::{Read, read};

fn php(source: &str) -> Read {
    read("src/a.php", &format!("<?php\nnamespace App;\n{source}"))
}
