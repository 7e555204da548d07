//! Tests as xUnit, NUnit and MSTest mark them.

use facts::*;

/// What an attribute says of what it stands on, and whose it is where no `using` tells.
fn marked(attribute: &str) -> Option<(TestKind, &'static str)> {
    use TestKind::*;
    let name = attribute.split(['(', '<']).next()?.trim().rsplit(['.', ':']).next()?;
    Some(match name.strip_suffix("Attribute").unwrap_or(name) {
        "Fact" | "Theory" | "SkippableFact" | "SkippableTheory" => (Case, "xunit"),
        "Test" | "TestCase" | "TestCaseSource" => (Case, "nunit"),
        "SetUp" | "TearDown" | "OneTimeSetUp" | "OneTimeTearDown" | "TestFixtureSetUp" | "TestFixtureTearDown" => {
            (Hook, "nunit")
        }
        "TestFixture" | "SetUpFixture" => (Suite, "nunit"),
        "TestMethod" | "DataTestMethod" => (Case, "mstest"),
        "TestInitialize" | "TestCleanup" | "ClassInitialize" | "ClassCleanup" | "AssemblyInitialize"
        | "AssemblyCleanup" => (Hook, "mstest"),
        "TestClass" => (Suite, "mstest"),
        _ => return None,
    })
}

/// Finds the tests among the symbols. A class that holds cases is a suite, marked or not.
pub fn find(graph: &mut FileGraph) {
    let imports = |name: &str| graph.imports.iter().any(|import| import.specifier == name);
    let framework = match () {
        () if imports("Xunit") && !imports("NUnit.Framework") => Some("xunit"),
        () if imports("NUnit.Framework") => Some("nunit"),
        () if imports("Microsoft.VisualStudio.TestTools.UnitTesting") => Some("mstest"),
        () => None,
    };
    let mark = |symbol: &Symbol| symbol.decorators.iter().find_map(|it| marked(&it.text));
    let cases = graph.symbols.iter().filter(|symbol| matches!(mark(symbol), Some((TestKind::Case, _))));
    let suites: Vec<(SymbolId, &str)> =
        cases.filter_map(|symbol| Some((symbol.parent?, mark(symbol).map(|(_, framework)| framework)?))).collect();
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let is_class = matches!(symbol.kind, SymbolKind::Class | SymbolKind::Struct);
        let holds = suites.iter().find(|(suite, _)| *suite == id as SymbolId);
        let (kind, own) = match (mark(symbol), holds) {
            (Some((TestKind::Suite, own)), _) if is_class => (TestKind::Suite, own),
            (None, Some((_, own))) if is_class => (TestKind::Suite, *own),
            (Some((kind, own)), _) if symbol.kind == SymbolKind::Method && kind != TestKind::Suite => (kind, own),
            _ => continue,
        };
        tests.push(Test {
            kind,
            name: graph.name(symbol.name).to_owned(),
            framework: framework.unwrap_or(own).to_owned(),
            symbol: Some(id as SymbolId),
            line: symbol.name_at.line,
            end_line: symbol.span.end.line,
        });
    }
    graph.is_test |= tests.iter().any(|test| test.kind == TestKind::Case);
    graph.tests = tests;
}
