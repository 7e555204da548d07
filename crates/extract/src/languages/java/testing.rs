//! Tests of JUnit 3, 4 and 5 and of TestNG: by their annotations, and by names in a `TestCase`.

use super::annotations::simple_name;
use crate::builder::TEXT_LIMIT;
use crate::text;
use facts::*;

/// What an annotation makes of what it stands on.
fn kind_of(annotation: &str) -> Option<TestKind> {
    Some(match annotation {
        "Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory" | "TestTemplate" | "CartesianTest"
        | "RetryingTest" | "Theory" | "Property" => TestKind::Case,
        "Before" | "After" | "BeforeClass" | "AfterClass" | "BeforeEach" | "AfterEach" | "BeforeAll" | "AfterAll"
        | "BeforeMethod" | "AfterMethod" | "BeforeTest" | "AfterTest" | "BeforeSuite" | "AfterSuite"
        | "BeforeGroups" | "AfterGroups" => TestKind::Hook,
        "DataProvider" | "Parameters" | "DataPoints" | "DataPoint" | "Rule" | "ClassRule" | "RegisterExtension"
        | "TempDir" | "Factory" => TestKind::Fixture,
        "Nested" => TestKind::Suite,
        _ => return None,
    })
}

/// The framework, by what the file imports.
fn framework(graph: &FileGraph) -> Option<&'static str> {
    let starts = |prefix: &str| graph.imports.iter().any(|import| import.specifier.starts_with(prefix));
    if starts("org.junit.jupiter") || starts("org.junitpioneer") {
        Some("junit 5")
    } else if starts("org.testng") {
        Some("testng")
    } else if starts("org.junit") {
        Some("junit 4")
    } else if starts("junit.framework") {
        Some("junit 3")
    } else {
        None
    }
}

/// Fills the tests of a file from its symbols.
pub fn find(graph: &mut FileGraph) {
    let framework = framework(graph);
    let is_test_case = |symbol: &Symbol| symbol.bases.iter().any(|base| simple_name(&base.text).ends_with("TestCase"));
    let named = |symbol: &Symbol| {
        let owner = symbol.parent.map(|id| &graph.symbols[id as usize]);
        if symbol.kind != SymbolKind::Method || !owner.is_some_and(is_test_case) {
            return None;
        }
        match graph.name(symbol.name) {
            "setUp" | "tearDown" => Some(TestKind::Hook),
            name if name.starts_with("test") && symbol.params.is_empty() => Some(TestKind::Case),
            _ => None,
        }
    };
    let annotated = |symbol: &Symbol| {
        let kinds = symbol.decorators.iter().filter_map(|it| kind_of(simple_name(&it.text)));
        kinds.min_by_key(|kind| !matches!(kind, TestKind::Case))
    };
    let mut found: Vec<(SymbolId, TestKind)> = Vec::new();
    let mut suites: Vec<SymbolId> = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let by_annotation = annotated(symbol).filter(|_| framework.is_some());
        let Some(kind) = by_annotation.or_else(|| named(symbol)) else { continue };
        match (kind, symbol.kind.is_type(), symbol.parent) {
            // `@Test` on a TestNG class makes tests of its public methods.
            (_, true, _) => suites.push(id as SymbolId),
            (_, false, parent) => {
                found.push((id as SymbolId, kind));
                suites.extend(parent.filter(|_| kind == TestKind::Case));
            }
        }
    }
    suites.sort_unstable();
    suites.dedup();
    found.extend(suites.into_iter().map(|id| (id, TestKind::Suite)));
    found.sort_by_key(|(id, _)| *id);
    let tests = found.into_iter().map(|(id, kind)| {
        let symbol = &graph.symbols[id as usize];
        Test {
            kind,
            name: title(symbol).unwrap_or_else(|| graph.name(symbol.name).to_owned()),
            framework: framework.unwrap_or("junit 3").to_owned(),
            symbol: Some(id),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        }
    });
    graph.tests = tests.collect();
}

/// What `@DisplayName("…")` says.
fn title(symbol: &Symbol) -> Option<String> {
    let decorator = symbol.decorators.iter().find(|it| simple_name(&it.text) == "DisplayName")?;
    let (_, rest) = decorator.text.split_once('"')?;
    let (title, _) = rest.rsplit_once('"')?;
    Some(text::keep_start(title.to_owned(), TEXT_LIMIT))
}
