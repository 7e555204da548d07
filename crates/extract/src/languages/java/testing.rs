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

/// The frameworks by where their packages begin, those first of which others are a part.
const FRAMEWORKS: [(&str, &str); 5] = [
    ("org.junit.jupiter", "junit 5"),
    ("org.junitpioneer", "junit 5"),
    ("org.testng", "testng"),
    ("org.junit", "junit 4"),
    ("junit.framework", "junit 3"),
];

/// The framework, by what the file imports: of several the one whose tests it imports. Assertions may be another's.
fn framework(graph: &FileGraph) -> Option<&'static str> {
    let is_case = |name: &str| kind_of(name) == Some(TestKind::Case);
    let names_case = |import: &&Import| {
        let last = import.specifier.rsplit('.').next().unwrap_or_default();
        is_case(last) || import.names.iter().any(|it| is_case(graph.name(it.local)))
    };
    let of = |import: &Import| FRAMEWORKS.iter().find(|(start, _)| import.specifier.starts_with(start));
    let named = graph.imports.iter().filter(names_case).find_map(of);
    let any = || FRAMEWORKS.iter().find(|(start, _)| graph.imports.iter().any(|it| it.specifier.starts_with(start)));
    named.or_else(any).map(|(_, name)| *name)
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
