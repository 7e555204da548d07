use super::java;
use facts::ProblemKind;

#[test]
fn the_whole_parts_of_a_broken_file_are_read() {
    let it =
        java("package a;\nclass A {\n void ok() { fine(); }\n void half( { x = ; }\n void more() { also(); }\n}\n");
    assert!(it.symbols().contains(&"Method A.ok".to_owned()));
    assert!(it.calls().iter().any(|call| call.ends_with("fine?")));
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
}

#[test]
fn no_nesting_is_too_deep_to_survive() {
    let deep = format!("class A {{ int x = {}1{}; }}", "(".repeat(20_000), ")".repeat(20_000));
    assert!(java(&deep).0.problems.iter().any(|problem| problem.kind == ProblemKind::TooDeep));
    let long = format!("class A {{ String x = \"a\"{}; }}", " + \"a\"".repeat(20_000));
    assert!(java(&long).symbols().contains(&"Property A.x".to_owned()));
    let chain = format!("class A {{ void m() {{ a{}; }} }}", ".b()".repeat(5_000));
    java(&chain);
}

#[test]
fn fragments_of_every_kind_are_read() {
    let whole = "package a; import static a.B.*; @X public sealed class A<T extends B> permits C { enum E { P(1) { } ; } record R(int x) { R { } } int[] x = {1, 2}; A() { this(1); } <U> void m(U... u) throws Z { for (var y : z) { try (q) { switch (w) { case R(var k) when k > 1 -> yield 1; } } finally { } } Runnable r = A::new; } }";
    for end in 0..whole.len() {
        java(&whole[..end]);
        java(&whole[end..]);
    }
}
