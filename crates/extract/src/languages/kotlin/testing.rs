//! Tests of JUnit, kotlin.test and TestNG by their annotations, Kotest's by the calls of its specs.

use super::{Walk, Walker};
use crate::builder::TEXT_LIMIT;
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

const CASES: &[&str] = &[
    "Test",
    "ParameterizedTest",
    "RepeatedTest",
    "TestFactory",
    "TestTemplate",
    "CartesianTest",
    "RetryingTest",
    "Property",
];
const HOOKS: &[&str] = &[
    "BeforeTest",
    "AfterTest",
    "Before",
    "After",
    "BeforeEach",
    "AfterEach",
    "BeforeAll",
    "AfterAll",
    "BeforeClass",
    "AfterClass",
    "BeforeMethod",
    "AfterMethod",
];
const SUITE_CALLS: &[&str] =
    &["describe", "context", "given", "feature", "Given", "when", "When", "xdescribe", "xcontext"];
const CASE_CALLS: &[&str] = &["test", "it", "should", "then", "Then", "scenario", "expect", "xtest", "xit"];

impl<'t> Walk<'_, '_, 't> {
    /// `test("title") { … }`, `"title" { … }` in a file that uses Kotest.
    pub fn suite_call(&mut self, node: Node<'t>, called: Node<'t>, list: Option<Node<'t>>, block: Option<Node<'t>>) {
        if block.is_none() || !self.b.graph.imports.iter().any(|it| it.specifier.starts_with("io.kotest")) {
            return;
        }
        let (title, kind) = match called.kind() {
            "string_literal" => (Some(called), TestKind::Case),
            "identifier" => {
                let word = self.plain(called);
                let kind = match word {
                    _ if SUITE_CALLS.contains(&word) => TestKind::Suite,
                    _ if CASE_CALLS.contains(&word) => TestKind::Case,
                    _ => return,
                };
                let first = list.and_then(|list| list.named_child(0)).and_then(|it| it.named_child(0));
                (first.filter(|it| it.kind() == "string_literal"), kind)
            }
            _ => return,
        };
        let Some(title) = title.filter(|it| end(*it) > start(*it) + 2) else { return };
        let name = self.b.text(start(title) + 1, end(title) - 1, TEXT_LIMIT);
        let (line, end_line) = (self.b.source.line(start(node)), self.b.source.line(end(node)));
        self.b.graph.tests.push(Test { kind, name, framework: "kotest".to_owned(), symbol: None, line, end_line });
    }
}

/// Adds the test functions among the symbols to what the walk has noted.
pub fn find(graph: &mut FileGraph) {
    let imports = |start: &str| graph.imports.iter().any(|it| it.specifier.starts_with(start));
    // Assertions may be another library's than the tests.
    let tests_of = |start: &str| {
        let named = |import: &Import| {
            let last = import.specifier.rsplit('.').next().unwrap_or_default();
            CASES.contains(&last) || import.names.iter().any(|it| CASES.contains(&graph.name(it.local)))
        };
        graph.imports.iter().any(|it| it.specifier.starts_with(start) && named(it))
    };
    let framework = if imports("kotlin.test") && !tests_of("org.junit") && !tests_of("org.testng") {
        "kotlin.test"
    } else if imports("org.testng") {
        "testng"
    } else {
        "junit"
    };
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        if !matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method) {
            continue;
        }
        let applied = |names: &[&str]| {
            symbol.decorators.iter().any(|it| {
                let name = it.text.split('(').next().unwrap_or("");
                names.contains(&name.rsplit('.').next().unwrap_or(name))
            })
        };
        let kind = match () {
            () if applied(CASES) => TestKind::Case,
            () if applied(HOOKS) => TestKind::Hook,
            () => continue,
        };
        tests.push(Test {
            kind,
            name: graph.name(symbol.name).to_owned(),
            framework: framework.to_owned(),
            symbol: Some(id as SymbolId),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        });
    }
    tests.append(&mut graph.tests);
    tests.sort_by_key(|test| test.line);
    graph.tests = tests;
}
