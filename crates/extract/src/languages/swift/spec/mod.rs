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

#[test]
fn what_the_grammar_does_not_know_is_no_fault() {
    let it = swift(
        "\
func f() async throws {
    do {
        for a in try b.all {
            c(.success(()))
        }
    } catch A.one, A.two {
        d()
    }
}
func last() { e() }
",
    );
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    for call in ["f > c?", "f > d?", "last > e?"] {
        assert!(it.calls().contains(&call.to_owned()), "{call} in {:?}", it.calls());
    }
}
