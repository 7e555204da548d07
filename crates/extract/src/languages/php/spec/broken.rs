use super::php;
use crate::languages::reading::read;
use facts::ProblemKind;

#[test]
fn a_broken_part_leaves_the_rest() {
    let it = php("class A { function a() { b(; } function c() { d(); } }\nfunction e() {}");
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    assert!(it.symbols().contains(&"Function e".to_owned()), "{:?}", it.symbols());
}

#[test]
fn markup_around_code_is_no_code() {
    let it = read("a.phtml", "<b><?= f($x) ?></b><?php if ($x): ?><i>g()</i><?php endif; h(); ?>\n</html>");
    assert_eq!(it.calls(), ["- > f?", "- > h?"]);
    assert!(it.0.problems.is_empty());
}

#[test]
fn depth_is_bounded() {
    let it = php(&format!("$x = {}1{};", "[".repeat(2000), "]".repeat(2000)));
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::TooDeep));
}

#[test]
fn chains_of_hundreds_of_calls_are_read() {
    let it = php(&format!("$x{};\nfunction last() {{}}", "->a(fn ($y) => b($y))".repeat(250)));
    assert_eq!((it.0.calls.len(), it.0.problems.len()), (500, 0));
    assert_eq!(it.symbols(), ["Function last"]);
}
