//! Tests of JUnit, kotlin.test and TestNG by their annotations, those of Kotest, Spek and Minutest by calls that take blocks.

use super::{Walk, Walker};
use crate::builder::TEXT_LIMIT;
use crate::tree::{end, items, start};
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
/// Frameworks whose tests are calls: how what files import of them begins, and what their calls make.
const CALLED: &[Called] = &[
    Called {
        start: "io.kotest",
        framework: "kotest",
        suites: &[
            "describe",
            "context",
            "given",
            "feature",
            "and",
            "when",
            "Given",
            "And",
            "When",
            "xdescribe",
            "xcontext",
            "xgiven",
            "xwhen",
            "xfeature",
            "fdescribe",
            "fcontext",
        ],
        cases: &[
            "test",
            "it",
            "should",
            "then",
            "Then",
            "scenario",
            "expect",
            "xtest",
            "xit",
            "xshould",
            "xthen",
            "xscenario",
            "xexpect",
            "ftest",
            "fit",
            "fshould",
        ],
        hooks: &[
            "beforeSpec",
            "afterSpec",
            "beforeTest",
            "afterTest",
            "beforeEach",
            "afterEach",
            "beforeAny",
            "afterAny",
        ],
    },
    Called {
        start: "org.spekframework.spek2",
        framework: "spek",
        suites: &["describe", "context", "group", "Feature", "Scenario", "xdescribe", "xcontext"],
        cases: &["it", "test", "Given", "When", "Then", "And", "xit"],
        hooks: &["beforeEachTest", "afterEachTest", "beforeGroup", "afterGroup", "beforeEachGroup", "afterEachGroup"],
    },
    Called {
        start: "dev.minutest",
        framework: "minutest",
        suites: &["context", "derivedContext"],
        cases: &["test", "test_"],
        hooks: &[
            "before",
            "before_",
            "after",
            "after_",
            "beforeAll",
            "afterAll",
            "fixture",
            "deriveFixture",
            "modifyFixture",
        ],
    },
];

struct Called {
    start: &'static str,
    framework: &'static str,
    suites: &'static [&'static str],
    cases: &'static [&'static str],
    hooks: &'static [&'static str],
}

impl<'t> Walk<'_, '_, 't> {
    /// `test("title") { … }`, `"title" { … }`, `before { … }` in a file that uses a framework whose tests are calls.
    pub fn suite_call(&mut self, node: Node<'t>, called: Node<'t>, list: Option<Node<'t>>, block: Option<Node<'t>>) {
        if block.is_none() {
            return;
        }
        let imports = &self.b.graph.imports;
        let uses = |one: &&Called| imports.iter().any(|it| it.specifier.starts_with(one.start));
        let Some(by) = CALLED.iter().find(uses) else { return };
        // `test("title").config(enabled = false) { … }`
        let (called, list) = match &items(called)[..] {
            [inner, name] if called.kind() == "navigation_expression" && self.str(*name) == "config" => {
                match &items(*inner)[..] {
                    [word, list] if inner.kind() == "call_expression" => (*word, Some(*list)),
                    _ => (*inner, None),
                }
            }
            _ => (called, list),
        };
        let (title, kind) = match called.kind() {
            "string_literal" if by.framework == "kotest" => (Some(called), TestKind::Case),
            "identifier" => {
                let word = self.plain(called);
                let kind = match word {
                    _ if by.suites.contains(&word) => TestKind::Suite,
                    _ if by.cases.contains(&word) => TestKind::Case,
                    _ if by.hooks.contains(&word) => TestKind::Hook,
                    _ => return,
                };
                let first = list.and_then(|list| list.named_child(0)).and_then(|it| it.named_child(0));
                (first.filter(|it| it.kind() == "string_literal"), kind)
            }
            _ => return,
        };
        let name = match title.filter(|it| end(*it) > start(*it) + 2) {
            _ if kind == TestKind::Hook => self.plain(called).to_owned(),
            Some(title) => self.b.text(start(title) + 1, end(title) - 1, TEXT_LIMIT),
            None => return,
        };
        self.note_test(kind, name, by.framework, (start(node), end(node)));
    }

    /// Kotest's suites whose title stands in front: `"a basket" - { … }`, `"a basket" should { … }`.
    pub fn titled_suite(&mut self, title: Node<'t>, word: &str, block: Node<'t>) {
        let words = ["-", "should", "Should", "When", "when", "`when`", "Given", "given", "and"];
        let is_titled = title.kind() == "string_literal" && end(title) > start(title) + 2;
        let imports = &self.b.graph.imports;
        if is_titled
            && block.kind() == "lambda_literal"
            && words.contains(&word)
            && imports.iter().any(|it| it.specifier.starts_with("io.kotest"))
        {
            let name = self.b.text(start(title) + 1, end(title) - 1, TEXT_LIMIT);
            self.note_test(TestKind::Suite, name, "kotest", (start(title), end(block)));
        }
    }

    fn note_test(&mut self, kind: TestKind, name: String, framework: &str, (from, to): (u32, u32)) {
        let (line, end_line) = (self.b.source.line(from), self.b.source.line(to));
        self.b.graph.tests.push(Test { kind, name, framework: framework.to_owned(), symbol: None, line, end_line });
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
    // A specification of Kotest overrides what runs around its tests.
    let overridden = CALLED.iter().find(|it| it.framework == "kotest" && imports(it.start));
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
        let hooks = overridden.map_or(&[][..], |it| it.hooks);
        let is_overridden = symbol.kind == SymbolKind::Method && hooks.contains(&graph.name(symbol.name));
        let kind = match () {
            () if is_overridden => TestKind::Hook,
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
