//! What the graph of a Kotlin file says, read like a specification.

use crate::languages::reading::{Read, read};

fn kotlin(source: &str) -> Read {
    read("pkg/A.kt", &format!("package pkg\n{source}"))
}

#[test]
fn smoke() {
    let it = kotlin("fun f() { g() }\n");
    assert_eq!(it.calls(), ["f > g?"]);
}
