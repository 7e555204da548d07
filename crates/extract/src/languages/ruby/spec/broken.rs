use super::ruby;
use facts::ProblemKind;

#[test]
fn a_broken_part_leaves_the_rest() {
    let it = ruby("class A\n  def a; b( ; end\n  def c; d; end\nend\ndef e; end\n");
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    assert!(it.symbols().iter().any(|symbol| symbol.ends_with("Method A.c")), "{:?}", it.symbols());
}

#[test]
fn depth_is_bounded() {
    let it = ruby(&format!("x = {}1{}", "[".repeat(2000), "]".repeat(2000)));
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::TooDeep));
}

#[test]
fn data_behind_the_end_is_no_code() {
    assert_eq!(ruby("a\n__END__\nb\nclass C; end\n").calls(), ["- > a?"]);
}
