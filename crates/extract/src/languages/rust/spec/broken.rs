use super::rust;
use facts::ProblemKind;

#[test]
fn what_is_readable_of_a_broken_file_is_kept() {
    let it = rust(
        "\
fn before() { run(); }
fn broken(a: u8 { call( }
struct After { x: u8 }
impl After { fn method(&self) { self.x(); } }
fn last() { stop(); }
",
    );
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    let symbols = it.symbols();
    for expected in ["Function before", "Function last"] {
        assert!(symbols.iter().any(|symbol| symbol == expected), "{expected} in {symbols:?}");
    }
    assert!(it.calls().contains(&"before > run?".to_owned()) && it.calls().contains(&"last > stop?".to_owned()));
}

#[test]
fn nesting_without_end_is_left_out_and_said() {
    let deep = 3000;
    for source in [
        format!("fn f() {{ a({}1{}) }}\nfn g() {{ h() }}\n", "b(".repeat(deep), ")".repeat(deep)),
        format!("fn f() {{ a{} }}\nfn g() {{ h() }}\n", ".b()".repeat(deep)),
        format!("static X: {}u8 = 1;\nfn g() {{ h() }}\n", "&".repeat(deep)),
        format!("fn f() {{ {} {} }}\nfn g() {{ h() }}\n", "{".repeat(deep), "}".repeat(deep)),
        format!("fn f() {{ {}1{} }}\nfn g() {{ h() }}\n", "a!(".repeat(deep), ")".repeat(deep)),
        format!("use {}a{};\nfn g() {{ h() }}\n", "b::{".repeat(deep), "}".repeat(deep)),
    ] {
        let it = rust(&source);
        assert_eq!(it.0.problems.iter().filter(|p| p.kind == ProblemKind::TooDeep).count(), 1);
        assert_eq!(it.calls().last().map(String::as_str), Some("g > h?"));
    }
    let long = rust(&format!("fn f() {{ {}g() }}\n", "1 + ".repeat(deep)));
    assert!(long.0.problems.is_empty(), "a long sum is not deep");
    assert_eq!(long.calls(), ["f > g?"]);
}

#[test]
fn an_empty_file_has_a_scope_and_nothing_else() {
    let it = rust("");
    assert_eq!((it.0.scopes.len(), it.0.symbols.len(), it.0.problems.len()), (1, 0, 0));
}

#[test]
fn attributes_inside_of_expressions_and_patterns_are_no_faults() {
    let it = rust(
        "\
fn f(app: App) {
    app.add((
        a(),
        #[cfg(feature = \"b\")]
        b(),
    ));
    match app {
        Kind::Of {
            one,
            #[cfg(feature = \"b\")]
            two,
        } => c(one),
    }
    app.observe(|over: On, mut query: Query,| {
        d(over)
    });
}
",
    );
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    for call in ["f > a?", "f > b?", "f > c?", "f > d?"] {
        assert!(it.calls().contains(&call.to_owned()), "{call} in {:?}", it.calls());
    }
}
