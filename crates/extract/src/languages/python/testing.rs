//! Tests as pytest and unittest find them.

use super::is_type;
use facts::*;

const PYTEST: &str = "pytest";
const UNITTEST: &str = "unittest";

/// Hooks by name; pytest calls those of both.
const HOOKS: &[&str] = &[
    "setUp",
    "tearDown",
    "setUpClass",
    "tearDownClass",
    "setUpModule",
    "tearDownModule",
    "asyncSetUp",
    "asyncTearDown",
    "setup_method",
    "teardown_method",
    "setup_class",
    "teardown_class",
    "setup_function",
    "teardown_function",
    "setup_module",
    "teardown_module",
];

/// Notes the tests, fixtures and hooks among the symbols.
pub fn find(graph: &mut FileGraph) {
    let imports = |module: &str| {
        let of = |specifier: &str| {
            specifier == module || specifier.strip_prefix(module).is_some_and(|it| it.starts_with('.'))
        };
        graph.imports.iter().any(|import| of(&import.specifier))
    };
    // Libraries have functions called `test_…` too: a test's file says that it is one.
    let holds_tests = graph.is_test || imports(PYTEST) || imports(UNITTEST);
    let default = if imports(UNITTEST) && !imports(PYTEST) { UNITTEST } else { PYTEST };
    let mut tests: Vec<Test> = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let parent = symbol.parent.map(|id| &graph.symbols[id as usize]);
        let in_suite = symbol.parent.and_then(|id| tests.iter().rfind(|it| it.symbol == Some(id)));
        let (kind, framework) = match symbol.kind {
            _ if symbol.modifiers.has(Modifiers::FIXTURE) => (TestKind::Fixture, PYTEST),
            _ if !holds_tests => continue,
            kind if is_type(kind) => {
                let is_case = |base: &Base| base.text.rsplit('.').next().is_some_and(|it| it.ends_with("TestCase"));
                match symbol.bases.iter().any(is_case) {
                    true => (TestKind::Suite, UNITTEST),
                    false if name.starts_with("Test") && has_test(graph, id) => (TestKind::Suite, PYTEST),
                    false => continue,
                }
            }
            SymbolKind::Function if parent.is_none() && HOOKS.contains(&name) => (TestKind::Hook, default),
            SymbolKind::Function if parent.is_none() && name.starts_with("test") && graph.is_test => {
                (TestKind::Case, PYTEST)
            }
            SymbolKind::Method => match in_suite {
                Some(suite) if HOOKS.contains(&name) => (TestKind::Hook, framework_of(suite)),
                Some(suite) if name.starts_with("test") => (TestKind::Case, framework_of(suite)),
                _ => continue,
            },
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
    graph.tests = tests;
}

fn framework_of(suite: &Test) -> &'static str {
    if suite.framework == UNITTEST { UNITTEST } else { PYTEST }
}

/// Whether a class has a method that pytest runs.
fn has_test(graph: &FileGraph, class: usize) -> bool {
    graph.symbols.iter().skip(class).any(|symbol| {
        symbol.parent == Some(class as SymbolId)
            && symbol.kind == SymbolKind::Method
            && graph.name(symbol.name).starts_with("test")
    })
}
