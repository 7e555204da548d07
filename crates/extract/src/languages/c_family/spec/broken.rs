use super::{c, cpp};
use facts::ProblemKind;

#[test]
fn what_stands_around_a_fault_is_read() {
    let it = c("int a(void) { return one(); }\nint b = = 3;\nint c(void) { return two(); }\n");
    assert!(it.symbols().contains(&"Function a".to_owned()) && it.symbols().contains(&"Function c".to_owned()));
    assert!(it.0.problems.iter().any(|problem| problem.kind == ProblemKind::Syntax));
}

#[test]
fn nothing_makes_it_fail() {
    for source in [
        "",
        "#",
        "#if",
        "#endif\n#else\n",
        "#define",
        "#define F(",
        "\"",
        "'",
        "/*",
        "R\"(",
        "R\"x",
        "{{{{",
        "))))",
        "template <",
        "class",
        "enum :",
        "TEST(",
        "TEST_F(A",
        "TEST_CASE(\"",
        "operator",
        "A::",
        "~",
        "#include <",
        "é(ü);",
        "#define é ü\né",
        "template <typename T, X(",
        "f(a, struct",
        "x = {}",
        "unsigned(",
        "int f(int = {}",
        "BEGIN_NAMESPACE",
    ] {
        c(source);
        cpp(source);
    }
    let deep = |open: &str, close: &str| format!("int f() {{ return {}1{}; }}", open.repeat(2000), close.repeat(2000));
    for source in [
        deep("(", ")"),
        deep("f(", ")"),
        deep("-", ""),
        deep("[]{ return ", ";}()"),
        deep("a::", ""),
        "namespace a {".repeat(2000),
    ] {
        cpp(&source);
        c(&source);
    }
}

#[test]
fn what_only_the_preprocessor_and_the_compiler_know_is_no_fault() {
    let it = cpp("\
extern \"C\" int last(int);
template class Shard<Table, Kind::kOne>;
void f(int* = nullptr, A* a = nullptr);
void g(uint64_t n) {
    printf(\"%\" PRIu64 \"\\n\", n);
    log(\"%\" PRIu64, n);
    take(new A*[n], \"a\"s);
    n *= 2;
}
int last(int n) { return h(n) ? 1 : 2; }
");
    assert!(it.0.problems.is_empty(), "{:?}", it.0.problems);
    for call in ["g > printf?", "g > log?", "g > take?", "last > h?"] {
        assert!(it.calls().contains(&call.to_owned()), "{call} in {:?}", it.calls());
    }
}
