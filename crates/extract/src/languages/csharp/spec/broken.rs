use super::csharp;
use facts::ProblemKind;

#[test]
fn what_is_readable_of_a_broken_file_is_kept() {
    let it = csharp("class A { void Before() { Run(); } void Broken( { Call( } void Last() { Stop(); } }\n");
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
    assert!(it.symbols().contains(&"Method A.Before".to_owned()), "{:?}", it.symbols());
    assert!(it.calls().contains(&"A.Before > Run?".to_owned()));
}

#[test]
fn a_condition_that_cuts_through_a_statement_leaves_its_first_branch() {
    let it = csharp(
        "class A { void F() {\n#if X\n  if (a) {\n#else\n  if (b) {\n#endif\n  Run(); } }\n void G() { Stop(); } }\n",
    );
    assert_eq!(it.symbols(), ["Class A", "Method A.F", "Method A.G"]);
    assert_eq!(it.calls(), ["A.F > Run?", "A.G > Stop?"]);
    let both = csharp("class A {\n#if X\n void F() { One(); }\n#else\n void F() { Two(); }\n#endif\n}\n");
    assert_eq!(both.calls(), ["A.F > One?", "A.F~2 > Two?"]);
}

#[test]
fn nesting_without_end_is_left_out_and_said() {
    let deep = 1500;
    for source in [
        format!("class A {{ void F() {{ a({}1{}); }} void G() {{ H(); }} }}\n", "b(".repeat(deep), ")".repeat(deep)),
        format!("class A {{ void F() {{ a{}; }} void G() {{ H(); }} }}\n", ".b()".repeat(deep)),
    ] {
        let it = csharp(&source);
        assert_eq!(it.0.problems.iter().filter(|p| p.kind == ProblemKind::TooDeep).count(), 1);
        assert_eq!(it.calls().last().map(String::as_str), Some("A.G > H?"));
    }
    let long = csharp(&format!("class A {{ string x = {}F(); }}\n", "\"a\" + ".repeat(deep)));
    assert_eq!(long.calls(), ["A > F?"]);
    assert_eq!((csharp("").0.scopes.len(), csharp("").0.symbols.len()), (1, 0));
}

#[test]
fn assignments_to_what_may_be_null_are_no_faults() {
    let it = csharp("class A { B b; void F(C c) {\n    b?.Changed += OnChanged;\n    c?.Inner?.Value = G();\n  }\n}\n");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(it.calls(), ["A.F > G?"]);
}

#[test]
fn keywords_are_plain_names_where_nothing_follows_that_they_belong_to() {
    let it = csharp(
        "class A {\n  int partial;\n  T F(bool async, D required) {\n    if (async) { G(async); }\n    required.H();\n    \
         all.Map(with => with.I());\n    return async ? a : b;\n  }\n  async Task J() { await K(); }\n}\n",
    );
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    assert_eq!(it.symbols(), ["Class A", "Property A.partial", "Method A.F", "Method A.J"]);
    let calls = it.calls().join("; ");
    for call in ["A.F > G?", "required.H", "with.I", "A.J > K?"] {
        assert!(calls.contains(call), "{calls}");
    }
}
