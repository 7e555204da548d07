use super::go;
use facts::ProblemKind;

#[test]
fn what_is_readable_of_a_broken_file_is_kept() {
    let it = go("\
func before() { run() }
func broken(a int { call( }
type After struct { x int; * }
func (a *After) method() { a.x() }
func last() { stop() }
");
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    let symbols = it.symbols();
    for expected in ["Function before", "Method After.method", "Function last"] {
        assert!(symbols.iter().any(|symbol| symbol == expected), "{expected} in {symbols:?}");
    }
    assert!(it.calls().contains(&"before > run?".to_owned()) && it.calls().contains(&"last > stop?".to_owned()));
}

#[test]
fn nesting_without_end_is_left_out_and_said() {
    let deep = 3000;
    for source in [
        format!("func f() {{ a({}1{}) }}\nfunc g() {{ h() }}\n", "b(".repeat(deep), ")".repeat(deep)),
        format!("func f() {{ a{} }}\nfunc g() {{ h() }}\n", ".b()".repeat(deep)),
        format!("var x {}int\nfunc g() {{ h() }}\n", "[]".repeat(deep)),
        format!("func f() {{ {} {} }}\nfunc g() {{ h() }}\n", "{".repeat(deep), "}".repeat(deep)),
    ] {
        let it = go(&source);
        assert_eq!(it.0.problems.iter().filter(|p| p.kind == ProblemKind::TooDeep).count(), 1);
        assert_eq!(it.calls().last().map(String::as_str), Some("g > h?"));
    }
    let long = go(&format!("var x = {}f()\n", "\"a\" + ".repeat(deep)));
    assert!(long.0.problems.is_empty(), "a long sum is not deep");
    assert_eq!(long.calls(), ["- > f?"]);
}

#[test]
fn an_empty_file_has_a_scope_and_nothing_else() {
    let it = crate::languages::reading::read("a.go", "");
    assert_eq!((it.0.scopes.len(), it.0.symbols.len(), it.0.problems.len(), it.0.package), (1, 0, 0, None));
}
