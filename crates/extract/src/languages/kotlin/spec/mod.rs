//! What the graph of a Kotlin file says, read like a specification.

mod testing;

use crate::languages::reading::{Read, read};

fn kotlin(source: &str) -> Read {
    read("pkg/A.kt", &format!("package pkg\n{source}"))
}

#[test]
fn smoke() {
    let it = kotlin("fun f() { g() }\n");
    assert_eq!(it.calls(), ["f > g?"]);
}

#[test]
fn declarations_behind_several_annotations() {
    let it = kotlin(
        "import a.b

@P
@Q
class A {
    fun m() { b() }
}

@P @Q(1)
private class B

@P
@Q
private fun f() { b() }

@P
@Q
private fun g() = b()

@P @Q
interface T {
    fun t()
}
",
    );
    assert_eq!(it.calls(), ["A.m > b", "f > b", "g > b"]);
    let symbols: Vec<_> = it.0.symbols.iter().map(|it| (&*it.qualified, it.decorators.len())).collect();
    assert_eq!(symbols, [("A", 2), ("A.m", 0), ("B", 2), ("f", 2), ("g", 2), ("T", 2), ("T.t", 0)]);
}
