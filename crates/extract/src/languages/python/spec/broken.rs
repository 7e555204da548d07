use super::py;
use facts::ProblemKind;

#[test]
fn what_is_readable_of_a_broken_file_is_kept() {
    let it = py("\
def before(): go()
def broken(a, b:
    x = (1,
class After:
    def method(self): self.run(
def last(): stop()
");
    assert!(it.0.problems.iter().all(|problem| problem.kind == ProblemKind::Syntax));
    assert!(!it.0.problems.is_empty());
    let symbols = it.symbols();
    for expected in ["Function before", "Class After", "Method After.method"] {
        assert!(symbols.iter().any(|symbol| symbol == expected), "{expected} in {symbols:?}");
    }
    assert!(it.calls().contains(&"before > go?".to_owned()));
}

#[test]
fn a_shells_line_is_no_python() {
    let it = py("f(\n?x\ng()\n%time h()\n");
    assert!(it.0.problems.iter().all(|problem| problem.kind == ProblemKind::Syntax));
    assert!(!it.0.problems.is_empty());
}

#[test]
fn places_are_bytes_of_the_file() {
    let it = py("\u{feff}# é\r\ndef ß(): pass\rñ.go()\n");
    let symbol = it.symbol("ß");
    assert_eq!((symbol.name_at.byte, symbol.name_at.line, symbol.name_at.column), (13, 2, 4));
    assert_eq!((it.0.calls[0].at.line, it.0.calls[0].at.column), (3, 3));
}

#[test]
fn nesting_without_end_is_left_out_and_said() {
    let deep = 5000;
    for source in [
        format!("f({}1{})\ng()\n", "[".repeat(deep), "]".repeat(deep)),
        format!("a{}\ng()\n", ".b()".repeat(deep)),
        format!("x: {}int{}\ng()\n", "list[".repeat(deep), "]".repeat(deep)),
    ] {
        let it = py(&source);
        assert_eq!(it.0.problems.iter().filter(|p| p.kind == ProblemKind::TooDeep).count(), 1);
        assert_eq!(it.calls().last().map(String::as_str), Some("- > g?"));
    }
    let long = py(&format!("x = {}f()\n", "'a' + ".repeat(deep)));
    assert!(long.0.problems.is_empty(), "a long sum is not deep");
    assert_eq!(long.calls(), ["- > f?"]);
}

#[test]
fn an_empty_file_has_a_scope_and_nothing_else() {
    let it = py("");
    assert_eq!((it.0.scopes.len(), it.0.symbols.len(), it.0.problems.len(), it.0.lines), (1, 0, 0, 0));
}
