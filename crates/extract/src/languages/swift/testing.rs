//! Tests of XCTest by class and name, of swift-testing by their attributes.

use crate::builder::TEXT_LIMIT;
use crate::text::keep_start;
use facts::*;

const HOOKS: &[&str] = &["setUp", "tearDown", "setUpWithError", "tearDownWithError"];

/// Adds the tests among the symbols.
pub fn find(graph: &mut FileGraph) {
    let xctest = graph.imports.iter().any(|it| it.specifier == "XCTest" || it.specifier == "XCTVapor");
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let attribute = |wanted: &str| {
            symbol.decorators.iter().find(|it| it.text.split('(').next() == Some(wanted)).map(|it| it.text.as_str())
        };
        let is_class = |symbol: &Symbol| matches!(symbol.kind, SymbolKind::Class | SymbolKind::Struct);
        let in_case = || {
            symbol.parent.is_some_and(|parent| {
                let parent = &graph.symbols[parent as usize];
                is_class(parent) || parent.kind == SymbolKind::Extension
            })
        };
        let (kind, framework, title) = match symbol.kind {
            SymbolKind::Function | SymbolKind::Method if attribute("Test").is_some() => {
                (TestKind::Case, "swift-testing", title(attribute("Test").unwrap_or_default()))
            }
            _ if is_class(symbol) && attribute("Suite").is_some() => {
                (TestKind::Suite, "swift-testing", title(attribute("Suite").unwrap_or_default()))
            }
            SymbolKind::Class if xctest && symbol.bases.iter().any(|it| it.text.ends_with("TestCase")) => {
                (TestKind::Suite, "xctest", None)
            }
            SymbolKind::Method if graph.is_test && in_case() && HOOKS.contains(&name) => {
                (TestKind::Hook, "xctest", None)
            }
            SymbolKind::Method
                if graph.is_test && in_case() && name.starts_with("test") && symbol.params.is_empty() =>
            {
                (TestKind::Case, "xctest", None)
            }
            _ => continue,
        };
        tests.push(Test {
            kind,
            name: title.unwrap_or_else(|| name.to_owned()),
            framework: framework.to_owned(),
            symbol: Some(id as SymbolId),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        });
    }
    graph.tests = tests;
}

/// The title that an attribute gives: `Test("title", …)`.
fn title(attribute: &str) -> Option<String> {
    let inside = attribute.split_once("(\"")?.1;
    let title = inside.split('"').next()?;
    Some(keep_start(title.to_owned(), TEXT_LIMIT))
}
