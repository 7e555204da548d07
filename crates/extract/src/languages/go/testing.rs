//! Tests as `go test` finds them, subtests with literal names, suites of testify and of check.v1, and Ginkgo's blocks.

use super::{Walk, Walker, end, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

const FRAMEWORK: &str = "go test";
const SUITE_HOOKS: &[&str] = &[
    "SetupSuite",
    "TearDownSuite",
    "SetupTest",
    "TearDownTest",
    "SetupSubTest",
    "TearDownSubTest",
    "BeforeTest",
    "AfterTest",
];

/// The suites of check.v1 have no base: what their methods are called says it, where the file imports it.
const CHECK: &[&str] = &["gopkg.in/check.v1", "github.com/go-check/check"];
const CHECK_HOOKS: &[&str] = &["SetUpSuite", "TearDownSuite", "SetUpTest", "TearDownTest"];

const GINKGO: &str = "ginkgo";
const GINKGO_SUITES: &[&str] = &["Describe", "Context", "When", "DescribeTable", "DescribeTableSubtree"];
const GINKGO_CASES: &[&str] = &["It", "Specify", "Entry"];
const GINKGO_HOOKS: &[&str] = &[
    "BeforeEach",
    "JustBeforeEach",
    "AfterEach",
    "JustAfterEach",
    "BeforeAll",
    "AfterAll",
    "BeforeSuite",
    "AfterSuite",
    "SynchronizedBeforeSuite",
    "SynchronizedAfterSuite",
];

const GOMEGA: &[&str] = &["Expect", "ExpectWithOffset", "Eventually", "Consistently", "Ω"];

impl Walk<'_, '_> {
    /// `It("adds", func() { … })` of Ginkgo, which files import whole or by its name.
    pub fn ginkgo_block(&mut self, node: Node, called: Node, given: &[Node]) {
        let is_one = |it: &Import| it.specifier.contains("onsi/ginkgo");
        if !self.b.graph.is_test || !self.b.graph.imports.iter().any(is_one) {
            return;
        }
        let written = self.str(called);
        let name = match called.kind() {
            "identifier" if GOMEGA.contains(&written) => {
                let asserted = (self.b.caller(), self.b.source.line(start(node)));
                return self.b.graph.assertions.push(asserted);
            }
            "identifier" => written,
            _ => match written.strip_prefix("ginkgo.") {
                Some(name) => name,
                None => return,
            },
        };
        // Focused, pending and left out.
        let plain = name.strip_prefix(['F', 'P', 'X']).unwrap_or(name);
        let kind = match plain {
            _ if GINKGO_HOOKS.contains(&name) => TestKind::Hook,
            _ if GINKGO_SUITES.contains(&plain) => TestKind::Suite,
            _ if GINKGO_CASES.contains(&plain) => TestKind::Case,
            _ => return,
        };
        let title = match (kind, given.first()) {
            (TestKind::Hook, Some(_)) => name.to_owned(),
            (_, Some(title)) => match title.kind() {
                "interpreted_string_literal" | "raw_string_literal" => {
                    self.b.text(start(*title) + 1, end(*title) - 1, TEXT_LIMIT)
                }
                _ => self.b.text(start(*title), end(*title), TEXT_LIMIT),
            },
            _ => return,
        };
        let lines = (self.b.source.line(start(node)), self.b.source.line(end(node)));
        let block = Test { framework: GINKGO.to_owned(), ..test(kind, title, None, lines) };
        self.b.graph.tests.push(block);
    }

    /// `t.Run("name", …)`
    pub fn subtest(&mut self, node: Node, called: Node, given: &[Node]) {
        let [title, body] = given else { return };
        let runs = self.b.graph.is_test
            && called.kind() == "selector_expression"
            && self.str(called).ends_with(".Run")
            && matches!(title.kind(), "interpreted_string_literal" | "raw_string_literal")
            && matches!(body.kind(), "func_literal" | "identifier" | "selector_expression" | "call_expression");
        if runs {
            let title = self.b.text(start(*title) + 1, end(*title) - 1, TEXT_LIMIT);
            let lines = (self.b.source.line(start(node)), self.b.source.line(end(node)));
            self.b.graph.tests.push(test(TestKind::Case, title, None, lines));
        }
    }
}

/// Adds the test functions and suites among the symbols to the subtests that the walk has noted.
pub fn find(graph: &mut FileGraph) {
    if !graph.path.ends_with("_test.go") {
        graph.tests.clear();
        return;
    }
    let is_suite = |symbol: &Symbol| symbol.bases.iter().any(|base| base.text == "suite.Suite");
    let suites: Vec<NameId> = graph.symbols.iter().filter(|it| is_suite(it)).map(|it| it.name).collect();
    let of_suite = |symbol: &Symbol| match symbol.receiver.map(|id| &graph.types[id as usize]) {
        Some(Type::Name { path, .. }) => path.last().is_some_and(|name| suites.contains(name)),
        _ => false,
    };
    let has_check = graph.imports.iter().any(|it| CHECK.contains(&&*it.specifier));
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let kind = match symbol.kind {
            SymbolKind::Struct if is_suite(symbol) => TestKind::Suite,
            SymbolKind::Method if SUITE_HOOKS.contains(&name) && of_suite(symbol) => TestKind::Hook,
            SymbolKind::Method if name.starts_with("Test") && of_suite(symbol) => TestKind::Case,
            SymbolKind::Method if has_check && CHECK_HOOKS.contains(&name) => TestKind::Hook,
            SymbolKind::Method if has_check && is_called(name, "Test") => TestKind::Case,
            SymbolKind::Function if name == "TestMain" => TestKind::Hook,
            SymbolKind::Function
                if ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|word| is_called(name, word)) =>
            {
                TestKind::Case
            }
            _ => continue,
        };
        let lines = (symbol.span.start.line, symbol.span.end.line);
        tests.push(test(kind, name.to_owned(), Some(id as SymbolId), lines));
    }
    tests.append(&mut graph.tests);
    tests.sort_by_key(|test| test.line);
    graph.tests = tests;
}

fn test(kind: TestKind, name: String, symbol: Option<SymbolId>, (line, end_line): (u32, u32)) -> Test {
    Test { kind, name, framework: FRAMEWORK.to_owned(), symbol, line, end_line }
}

/// `TestX`, `Test_x` and `Test`, but not `Testing`.
fn is_called(name: &str, word: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
}
