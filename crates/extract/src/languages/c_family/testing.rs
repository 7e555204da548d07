//! Tests that macros define: googletest's, Catch2's, doctest's, Boost's, check's; and Unity's functions.

use super::{Walk, Walker, end, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// What `EXPECT_CALL(mock, run(1))` speaks of: a method of the mock, whatever else is called like it.
    pub fn expected(&mut self, call: Node, called: Node) -> Option<ValueId> {
        let arguments = call.parent().filter(|it| it.kind() == "argument_list")?;
        let (expects, given) = (arguments.parent()?, items(arguments));
        let [mock, method] = given[..] else { return None };
        let is_meant = self.cpp
            && method == call
            && called.kind() == "identifier"
            && field(expects, "function").is_some_and(|it| matches!(self.str(it), "EXPECT_CALL" | "ON_CALL"));
        if !is_meant {
            return None;
        }
        let name = self.b.name(self.str(called));
        // What is made by a call was noted where it stands.
        let object = match mock.kind() {
            "identifier" => self.value(mock),
            "pointer_expression" if field(mock, "argument").is_some_and(|it| it.kind() == "identifier") => {
                self.value(mock)
            }
            _ => self.unknown(),
        };
        Some(self.b.value(Value::Member { object, name }))
    }

    /// `TEST(Suite, Name) { … }`: whether a definition is a test.
    pub fn test_definition(&mut self, node: Node, declarator: Node) -> bool {
        if field(node, "type").is_some() || declarator.kind() != "function_declarator" {
            return false;
        }
        let Some(name) = field(declarator, "declarator").filter(|it| it.kind() == "identifier") else { return false };
        let params = field(declarator, "parameters").map(items).unwrap_or_default();
        let part = |walk: &Self, at: usize| params.get(at).map(|it| walk.str(*it).to_owned());
        let word = self.str(name);
        let (suite, title) = match word {
            "TEST" | "TEST_F" | "TEST_P" | "TYPED_TEST" | "TYPED_TEST_P" | "TEST_GROUP_BASE" | "FUZZ_TEST"
            | "GTEST_TEST" => match (part(self, 0), part(self, 1)) {
                (Some(suite), Some(title)) => (Some(suite), title),
                (Some(title), None) => (None, title),
                _ => return false,
            },
            "TEST_CASE"
            | "SCENARIO"
            | "TEST_CASE_TEMPLATE"
            | "TEMPLATE_TEST_CASE"
            | "BOOST_AUTO_TEST_CASE"
            | "START_TEST"
            | "TEST_CASE_FIXTURE"
            | "TEST_CASE_METHOD"
            | "BOOST_FIXTURE_TEST_CASE"
            | "CATCH_TEST_CASE" => {
                let fixture = matches!(word, "TEST_CASE_FIXTURE" | "TEST_CASE_METHOD");
                let written = self.written_arguments(name);
                let suite = written.first().filter(|_| fixture).cloned();
                let title = written.get(usize::from(fixture)).cloned().unwrap_or_else(|| word.to_owned());
                (suite, title)
            }
            _ => return false,
        };
        let is_fixture = suite.is_some() && !matches!(word, "TEST" | "GTEST_TEST");
        let kind = if is_fixture { SymbolKind::Method } else { SymbolKind::Function };
        let title_at = params.get(usize::from(suite.is_some())).filter(|it| self.str(**it) == title);
        let symbol = self.declare(kind, &title, start(title_at.copied().unwrap_or(name)), node);
        if let Some(suite) = &suite {
            let id = self.b.name(suite);
            let scope = self.scopes.current();
            let ty = self.b.ty(Type::Name { path: vec![id], scope, root: None, arguments: Vec::new() });
            let owner = self.b.owner();
            let class = self.classes.get(&(owner, id)).copied().filter(|_| is_fixture);
            let above = owner.map_or(String::new(), |owner| format!("{}.", self.path_of(owner)));
            let made = self.b.symbol_mut(symbol);
            match class {
                Some(class) => made.parent = Some(class),
                None => {
                    made.qualified = format!("{above}{suite}");
                    made.receiver = is_fixture.then_some(ty);
                }
            }
        }
        self.inside(node, symbol, declarator);
        let made = self.b.symbol_mut(symbol);
        made.params = Vec::new();
        // Only check's are functions of their names.
        made.modifiers = made.modifiers.with(Modifiers::TITLED, word != "START_TEST");
        let full = suite.map_or(title.clone(), |suite| format!("{suite}.{title}"));
        let lines = (self.b.source.line(start(node)), self.b.source.line(end(node)));
        let framework = match word {
            "START_TEST" => "check",
            _ if word.starts_with("BOOST") => "boost",
            _ if word.starts_with("TEST_CASE") || word == "SCENARIO" => "catch2",
            _ => "googletest",
        };
        self.b.graph.tests.push(Test {
            kind: TestKind::Case,
            name: full,
            framework: framework.to_owned(),
            symbol: Some(symbol),
            line: lines.0,
            end_line: lines.1,
        });
        true
    }

    fn path_of(&self, symbol: SymbolId) -> String {
        let (mut names, mut next) = (Vec::new(), Some(symbol));
        while let Some(id) = next {
            let symbol = &self.b.graph.symbols[id as usize];
            names.push(self.b.graph.name(symbol.name));
            next = symbol.parent;
        }
        names.reverse();
        names.join(".")
    }

    /// The arguments of a macro as written: the parser was given none.
    fn written_arguments(&self, name: Node) -> Vec<String> {
        let from = end(name);
        let text = self.b.source.slice(from, self.b.source.line_bounds(self.b.source.line(from)).1);
        let Some(inner) = text.trim_start().strip_prefix('(') else { return Vec::new() };
        let (mut found, mut quoted, mut word) = (Vec::new(), false, String::new());
        for c in inner.chars() {
            match c {
                '"' if quoted => {
                    // What is said besides the title (`* skip()`) is none of it.
                    found.push(std::mem::take(&mut word));
                    break;
                }
                '"' => {
                    quoted = true;
                    word.clear();
                }
                ',' | ')' if !quoted => {
                    found.push(word.trim().to_owned());
                    word.clear();
                    if c == ')' {
                        break;
                    }
                }
                _ => word.push(c),
            }
        }
        if !word.trim().is_empty() {
            found.push(word.trim().to_owned());
        }
        found
            .into_iter()
            .map(|text| self.b.doc(&text).unwrap_or_default())
            .map(|text| text.replace('\n', " "))
            .collect()
    }
}

/// Names the framework by what is included, and adds the functions that Unity runs.
pub fn finish(graph: &mut FileGraph) {
    let includes = |part: &str| graph.imports.iter().any(|import| import.specifier.contains(part));
    let known = [
        ("doctest", "doctest"),
        ("catch", "catch2"),
        ("gtest", "googletest"),
        ("gmock", "googletest"),
        ("boost/test", "boost"),
    ];
    let framework = known.into_iter().find(|(part, _)| includes(part)).map(|(_, name)| name);
    let unity = includes("unity.h") || includes("unity_fixture.h");
    if let Some(framework) = framework {
        for test in graph.tests.iter_mut().filter(|test| test.framework != "check") {
            test.framework = framework.to_owned();
        }
    }
    if !unity {
        return;
    }
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = &graph.names[symbol.name as usize];
        let kind = match name.as_str() {
            "setUp" | "tearDown" => TestKind::Hook,
            name if name.starts_with("test") => TestKind::Case,
            _ => continue,
        };
        if symbol.kind == SymbolKind::Function && symbol.complexity > 0 {
            graph.tests.push(Test {
                kind,
                name: name.clone(),
                framework: "unity".to_owned(),
                symbol: Some(id as SymbolId),
                line: symbol.span.start.line,
                end_line: symbol.span.end.line,
            });
        }
    }
    graph.tests.sort_by_key(|test| test.line);
}
