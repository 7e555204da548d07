//! Tests of PHPUnit by class, and Pest's calls.

use super::{Walk, Walker, end, items, literal, start};
use crate::builder::{Builder, TEXT_LIMIT};
use facts::*;
use syntax::tree_sitter::Node;

const HOOKS: &[&str] = &["setup", "teardown", "setupbeforeclass", "teardownafterclass"];

impl Walk<'_, '_> {
    /// `test('…', fn () => …)`
    pub fn test_call(&mut self, node: Node, name: &str, arguments: Node) {
        let kind = match name {
            "test" | "it" | "arch" => TestKind::Case,
            "describe" => TestKind::Suite,
            "beforeeach" | "aftereach" | "beforeall" | "afterall" => TestKind::Hook,
            "uses" | "pest" => return self.cases_of(node, name, arguments),
            _ => return,
        };
        if !self.b.graph.is_test {
            return;
        }
        let given = items(arguments);
        let first = given.first().and_then(|it| it.named_child(0));
        let title = match (kind, first) {
            (TestKind::Hook, Some(first)) if first.kind().ends_with("_function") => name.to_owned(),
            (TestKind::Case | TestKind::Suite, Some(first)) => match literal(first) {
                Some(text) => self.b.text(start(text), end(text), TEXT_LIMIT),
                None => return,
            },
            _ => return,
        };
        let lines = (self.line(node), self.b.source.line(end(node)));
        self.b.graph.tests.push(test(kind, title, "pest", None, lines));
        self.has_cases();
    }
}

/// Adds the classes and methods that PHPUnit runs.
pub fn find(b: &mut Builder) {
    let graph = &b.graph;
    let is_suite = |symbol: &Symbol| {
        let is_named = graph.is_test && is_of_tests(graph.name(symbol.name));
        symbol.kind == SymbolKind::Class
            && symbol.bases.iter().filter(|base| base.relation == Relation::Extends).any(|base| {
                let base = base.text.rsplit('\\').next().unwrap_or_default();
                is_named || base.ends_with("TestCase") || base.ends_with("Test") || graph.is_test && is_of_tests(base)
            })
    };
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let in_suite = symbol.parent.is_some_and(|parent| is_suite(&graph.symbols[parent as usize]));
        let name = graph.name(symbol.name);
        let has = |attribute: &str| {
            symbol.decorators.iter().any(|it| {
                let head = it.text.split('(').next().unwrap_or_default();
                head.rsplit('\\').next() == Some(attribute)
            })
        };
        let documented = |tag: &str| symbol.doc.as_ref().is_some_and(|doc| doc.lines().any(|line| line.trim() == tag));
        let kind = match symbol.kind {
            SymbolKind::Class if is_suite(symbol) && !symbol.modifiers.has(Modifiers::ABSTRACT) => TestKind::Suite,
            SymbolKind::Method if !in_suite => continue,
            SymbolKind::Method if HOOKS.contains(&name.to_ascii_lowercase().as_str()) => TestKind::Hook,
            SymbolKind::Method if ["Before", "After", "BeforeClass", "AfterClass"].iter().any(|it| has(it)) => {
                TestKind::Hook
            }
            SymbolKind::Method if name.starts_with("test") || has("Test") || documented("@test") => TestKind::Case,
            _ => continue,
        };
        let lines = (symbol.span.start.line, symbol.span.end.line);
        tests.push(test(kind, name.to_owned(), "phpunit", Some(id as SymbolId), lines));
    }
    tests.append(&mut b.graph.tests);
    tests.sort_by_key(|test| test.line);
    b.graph.tests = tests;
}

/// Whether a class that stands among tests is called as those are that PHPUnit runs, or that these extend: `OrderTest`,
/// `TestCaseWithDatabase`, `ImporterTestAbstract`.
fn is_of_tests(name: &str) -> bool {
    name.ends_with("Test")
        || name.contains("TestCase")
        || name.contains("TestAbstract")
        || name.contains("TestBase")
        || ["AbstractTest", "BaseTest"].iter().any(|it| name.starts_with(it))
}

fn test(kind: TestKind, name: String, framework: &str, symbol: Option<SymbolId>, lines: (u32, u32)) -> Test {
    Test { kind, name, framework: framework.to_owned(), symbol, line: lines.0, end_line: lines.1 }
}
