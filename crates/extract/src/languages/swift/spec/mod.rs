//! What the graph of a Swift file says, read like a specification.

use crate::languages::reading::{Read, read};

fn swift(source: &str) -> Read {
    read("Sources/App/a.swift", source)
}

#[test]
fn an_extensions_members_go_by_the_types_name() {
    let it = swift("struct A {}\nextension A {\n    func f() { g() }\n}\nextension B.C {\n    var x: Int { 1 }\n}\n");
    assert_eq!(it.symbols(), ["Struct A", "Extension A~2", "Method A.f", "Extension B.C", "Getter B.C.x"]);
    assert_eq!(it.calls(), ["A.f > g?"]);
    assert_eq!(it.0.package.as_deref(), Some("App"));
}
