//! Tests: busted's groups and examples, luaunit's functions.

use super::{Walk, Walker, end, start, text_of};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

const BUSTED: &str = "busted";
const LUAUNIT: &str = "luaunit";

impl Walk<'_, '_> {
    /// Notes `describe("…", function() … end)`, `it(…)`, `before_each(…)`.
    pub fn test(&mut self, node: Node, word: &str, given: &[Node]) {
        let kind = match word {
            "describe" | "context" | "insulate" | "expose" => TestKind::Suite,
            "it" | "test" | "spec" | "pending" => TestKind::Case,
            "before_each" | "after_each" | "setup" | "teardown" | "lazy_setup" | "lazy_teardown" | "strict_setup"
            | "strict_teardown" | "finally" => TestKind::Hook,
            _ => return,
        };
        let body = given.last().is_some_and(|it| it.kind() == "function_definition");
        if !self.b.graph.is_test || !body && word != "pending" {
            return;
        }
        let name = match given.first().copied().and_then(text_of) {
            Some(title) => self.b.text(start(title), end(title), TEXT_LIMIT),
            None => word.to_owned(),
        };
        let (line, end_line) = (self.line(node), self.b.source.line(end(node)));
        let framework = BUSTED.to_owned();
        self.b.graph.tests.push(Test { kind, name, framework, symbol: None, line, end_line });
    }
}

/// Adds the test functions among the symbols of a file that uses luaunit.
pub fn find(graph: &mut FileGraph) {
    let uses_luaunit = graph.imports.iter().any(|it| it.specifier.rsplit(['.', '/']).next() == Some(LUAUNIT));
    if !uses_luaunit {
        return;
    }
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let in_class = symbol.parent.is_some_and(|parent| {
            let holder = graph.name(graph.symbols[parent as usize].name);
            holder.to_ascii_lowercase().starts_with("test")
        });
        let is_test = name.to_ascii_lowercase().starts_with("test");
        let kind = match symbol.kind {
            SymbolKind::Class | SymbolKind::Namespace if is_test => TestKind::Suite,
            SymbolKind::Function | SymbolKind::Method if is_test && (in_class || symbol.parent.is_none()) => {
                TestKind::Case
            }
            SymbolKind::Method if in_class && matches!(name, "setUp" | "tearDown") => TestKind::Hook,
            _ => continue,
        };
        let (line, end_line) = (symbol.span.start.line, symbol.span.end.line);
        let (name, framework) = (name.to_owned(), LUAUNIT.to_owned());
        graph.tests.push(Test { kind, name, framework, symbol: Some(id as SymbolId), line, end_line });
    }
    graph.tests.sort_by_key(|test| test.line);
}
