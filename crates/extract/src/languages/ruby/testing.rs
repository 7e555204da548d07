//! Tests: RSpec's groups and examples, minitest's and test-unit's classes, shoulda's blocks.

use super::{Walk, Walker, end, field, items, start, symbol_text};
use crate::builder::{Builder, TEXT_LIMIT};
use facts::*;
use syntax::tree_sitter::Node;

const GROUPS: &[&str] = &[
    "describe",
    "context",
    "feature",
    "shared_examples",
    "shared_examples_for",
    "shared_context",
    "xdescribe",
    "fdescribe",
    "xcontext",
    "fcontext",
];
const EXAMPLES: &[&str] =
    &["it", "specify", "example", "scenario", "test", "should", "fit", "xit", "its", "pending", "it_behaves_like"];
const HOOKS: &[&str] =
    &["before", "after", "around", "setup", "teardown", "prepend_before", "append_after", "background"];

impl Walk<'_, '_> {
    /// A group, an example, a fixture or a hook. None: it is a call like any other.
    pub fn example(&mut self, node: Node, receiver: Option<Node>, method: Node) -> Option<ValueId> {
        let text = self.str(method);
        let group = GROUPS.contains(&text);
        let of_rspec = receiver.is_none_or(|it| group && self.str(it) == "RSpec");
        if !self.b.graph.is_test || !of_rspec || !self.methods.is_empty() && self.described.is_empty() {
            return None;
        }
        let block = field(node, "block");
        let arguments = field(node, "arguments").map(items).unwrap_or_default();
        let kind = match text {
            _ if group => TestKind::Suite,
            "let" | "let!" | "subject" | "subject!" => TestKind::Fixture,
            _ if EXAMPLES.contains(&text) && !arguments.is_empty() => TestKind::Case,
            _ if EXAMPLES.contains(&text) && block.is_some() && text != "test" => TestKind::Case,
            _ if HOOKS.contains(&text) => TestKind::Hook,
            _ => return None,
        };
        let block = match (kind, block) {
            (TestKind::Case, None) if text != "it_behaves_like" => block,
            (_, None) => return None,
            _ => block,
        };
        if text == "it_behaves_like" {
            return None;
        }
        let title = match arguments.first().copied().filter(|_| kind != TestKind::Hook) {
            Some(first) if first.kind() == "string" => {
                self.b.text(start(first) + 1, end(first).saturating_sub(1).max(start(first) + 1), TEXT_LIMIT)
            }
            Some(first) => match symbol_text(first, self.str(first)) {
                Some(text) => text.to_owned(),
                None => self.b.text(start(first), end(first), TEXT_LIMIT),
            },
            None => text.to_owned(),
        };
        let lines = (self.line(node), self.b.source.line(end(node)));
        let is_named = receiver.is_some() || text.starts_with("shared_");
        let (name, framework) = (title.clone(), if is_named { "rspec" } else { "" }.to_owned());
        self.b.graph.tests.push(Test { kind, name, framework, symbol: None, line: lines.0, end_line: lines.1 });
        if let Some(receiver) = receiver {
            self.node(receiver);
        }
        let callee = match self.owners.is_empty() {
            true => self.note_rspec(node, method),
            false => self.note_dsl(node, method),
        };
        let values: Vec<ValueId> = arguments.iter().map(|it| self.passed(*it)).collect();
        let Some(block) = block else { return Some(self.unknown()) };
        match kind {
            TestKind::Suite => {
                let class = arguments.first().filter(|it| matches!(it.kind(), "constant" | "scope_resolution"));
                let class = class.and(values.first().copied());
                self.described.push(class);
                let mark = self.flow.mark();
                let scope = self.scopes.open(self.b, ScopeKind::Block, None);
                self.functions.group(scope, text.starts_with("shared_"));
                // Its `self` is of no class that is written.
                let this = self.b.value(Value::This { owner: None });
                self.b.graph.scopes[scope as usize].receiver = Some(this);
                if let Some(callee) = class {
                    let value = self.b.value(Value::New { callee, arguments: Vec::new() });
                    let name = self.b.name("subject");
                    self.flow.assign(self.b, scope, name, value, lines.0);
                }
                self.in_example(method, |walk| {
                    field(block, "parameters").into_iter().for_each(|list| {
                        walk.params(list, &super::docs::Doc::default());
                    });
                    walk.block_body(block);
                });
                self.scopes.close();
                self.flow.rewind(mark);
                self.described.pop();
            }
            TestKind::Fixture => {
                let made = self.in_example(method, |walk| walk.block_value(block, None));
                let value = self.b.value(Value::Call { callee: made, arguments: Vec::new() });
                let (scope, line) = (self.scopes.current(), lines.0);
                for name in
                    [Some(title.as_str()), text.starts_with("subject").then_some("subject")].into_iter().flatten()
                {
                    let name = self.b.name(name);
                    self.flow.assign(self.b, scope, name, value, line);
                }
            }
            _ => {
                self.in_example(method, |walk| walk.block_value(block, Some(callee)));
            }
        }
        Some(self.unknown())
    }

    /// A row for a word of RSpec's, which nothing in a repository declares.
    fn note_rspec(&mut self, node: Node, method: Node) -> ValueId {
        let (name, rspec) = (self.name(method), self.b.name("::RSpec"));
        let object = self.scopes.name(self.b, rspec, None);
        let callee = self.b.value(Value::Member { object, name });
        let text = self.str(method).to_owned();
        self.push_call(CallKind::Call, node, (text, start(method)), name, callee);
        callee
    }

    /// What runs in an example has the class around, if there is one, as its instance.
    fn in_example<T>(&mut self, method: Node, inside: impl FnOnce(&mut Self) -> T) -> T {
        let name = self.name(method);
        self.methods.push(super::Method { name, is_static: false, params: 0, block: None, yields: Vec::new() });
        self.described.push(None);
        let result = inside(self);
        self.described.pop();
        self.methods.pop();
        result
    }

    /// The statements of a group: what they bind, the group's examples see.
    fn block_body(&mut self, block: Node) {
        if let Some(body) = field(block, "body") {
            self.children(body);
        }
    }
}

/// Adds the classes and methods that test frameworks run, and says whose the others are.
pub fn find(b: &mut Builder) {
    let graph = &b.graph;
    let framework = |base: &str| match base {
        _ if base.contains("Test::Unit") => Some("test-unit"),
        _ if base.contains("Minitest") || base.contains("MiniTest") || base.contains("ActiveSupport::TestCase") => {
            Some("minitest")
        }
        // `ApiTest::Base` too.
        _ if base.split("::").any(|part| part.ends_with("Test") || part.ends_with("TestCase")) => Some("minitest"),
        _ => None,
    };
    let suite = |symbol: &Symbol| {
        let base = symbol.bases.iter().find(|base| base.relation == Relation::Extends)?;
        framework(&base.text).filter(|_| graph.is_test)
    };
    let classes = graph.symbols.iter().find_map(suite);
    let mut tests = Vec::new();
    for (id, symbol) in graph.symbols.iter().enumerate() {
        let name = graph.name(symbol.name);
        let around = symbol.parent.and_then(|parent| suite(&graph.symbols[parent as usize]));
        let (kind, framework) = match (symbol.kind, suite(symbol), around) {
            (SymbolKind::Class, Some(framework), _) => (TestKind::Suite, framework),
            (SymbolKind::Method, _, Some(framework)) if name.starts_with("test_") => (TestKind::Case, framework),
            (SymbolKind::Method, _, Some(framework)) if matches!(name, "setup" | "teardown") => {
                (TestKind::Hook, framework)
            }
            _ => continue,
        };
        tests.push(Test {
            kind,
            name: name.to_owned(),
            framework: framework.to_owned(),
            symbol: Some(id as SymbolId),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        });
    }
    let told = classes.or_else(|| told_by_file(&b.graph)).unwrap_or("unknown");
    // What factories do after they made something has the words of hooks, and their variants those of suites.
    let makes = |it: &Call| matches!(&it.text[..], "FactoryBot.define" | "FactoryGirl.define" | "FactoryBot.modify");
    let noted = std::mem::take(&mut b.graph.tests);
    let noted = if b.graph.calls.iter().any(makes) { Vec::new() } else { noted };
    for mut test in noted {
        test.framework = told.to_owned();
        tests.push(test);
    }
    tests.sort_by_key(|test| test.line);
    b.graph.tests = tests;
}

/// Whose blocks a file's are that stand in no class: what it requires, RSpec by its name, or where RSpec looks for them.
/// None: minitest has the same words.
fn told_by_file(graph: &FileGraph) -> Option<&'static str> {
    let required = graph.imports.iter().find_map(|it| {
        let name = it.specifier.rsplit('/').next().unwrap_or_default();
        match it.specifier.split('/').next().unwrap_or_default() {
            "minitest" => Some("minitest"),
            "test-unit" => Some("test-unit"),
            "rspec" => Some("rspec"),
            _ => matches!(name, "spec_helper" | "rails_helper").then_some("rspec"),
        }
    });
    let is_named = graph.tests.iter().any(|test| test.framework == "rspec");
    required.or_else(|| (is_named || graph.path.ends_with("_spec.rb")).then_some("rspec"))
}
