//! Tests as `cargo test` finds them: functions with an attribute whose path ends in `test`, and the modules
//! that are built for tests alone.

use facts::*;

const FRAMEWORK: &str = "cargo test";

/// Adds the tests among the symbols.
pub fn find(graph: &mut FileGraph) {
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let case = symbol.decorators.iter().find_map(|decorator| framework(&decorator.text));
        let suite = symbol.kind == SymbolKind::Namespace
            && symbol.decorators.iter().any(|it| it.text.starts_with("cfg(") && it.text.contains("test"));
        let (kind, framework) = match (symbol.kind, case) {
            (SymbolKind::Function | SymbolKind::Method, Some(framework)) => (TestKind::Case, framework),
            _ if suite => (TestKind::Suite, FRAMEWORK),
            _ => continue,
        };
        tests.push(Test {
            kind,
            name: name.to_owned(),
            framework: framework.to_owned(),
            symbol: Some(id as SymbolId),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        });
    }
    let is_top = |test: &Test| test.symbol.is_some_and(|id| graph.symbols[id as usize].parent.is_none());
    let has_cases = tests.iter().any(|test| test.kind == TestKind::Case && is_top(test));
    graph.is_test |= has_cases && is_named_for_tests(&graph.path);
    graph.tests = tests;
}

/// Whether a module is called so that its tests, where it has some, are what it is there for: `test.rs`, `test/mod.rs`,
/// `test_cart.rs`. A command may be called so as well.
fn is_named_for_tests(path: &str) -> bool {
    let whole = path.strip_suffix(".rs").unwrap_or(path);
    let stem = whole.strip_suffix("/mod").unwrap_or(whole).rsplit('/').next().unwrap_or_default();
    stem == "test" || stem == "tests" || stem.starts_with("test_") || stem.starts_with("tests_")
}

/// The framework whose attribute marks a test: `test`, `tokio::test`, `rstest`, `test_case(…)`.
fn framework(attribute: &str) -> Option<&'static str> {
    let path = attribute.split(['(', ' ', '=']).next().unwrap_or_default();
    match path.rsplit("::").next().unwrap_or_default() {
        "test" | "bench" => Some(FRAMEWORK),
        "rstest" => Some("rstest"),
        "test_case" => Some("test-case"),
        "quickcheck" => Some("quickcheck"),
        "wasm_bindgen_test" => Some("wasm-bindgen-test"),
        "divan" => Some("divan"),
        _ => None,
    }
}
