//! Tests: suites, cases and hooks by what they call, and the framework by what the file imports.

use super::*;
use crate::builder::TEXT_LIMIT;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

const SUITES: &[&str] = &["describe", "suite", "context", "fdescribe", "xdescribe"];
const CASES: &[&str] = &["it", "test", "specify", "bench", "fit", "xit", "xtest", "xspecify"];
const HOOKS: &[&str] = &[
    "beforeEach",
    "afterEach",
    "beforeAll",
    "afterAll",
    "before",
    "after",
    "setup",
    "teardown",
    "suiteSetup",
    "suiteTeardown",
];
/// Those of them that are words for other things too.
const COMMON_WORDS: &[&str] = &["before", "after", "setup", "teardown"];
/// What makes a call like `it.each(table)` or `test.skipIf(x)` give back the function that takes the title.
const MAKERS: &[&str] = &["each", "for", "skipIf", "runIf", "extend", "concurrent"];

/// Packages and the frameworks they are a part of.
const FRAMEWORKS: &[(&str, &str)] = &[
    ("vitest", "vitest"),
    ("@jest/globals", "jest"),
    ("node:test", "node:test"),
    ("bun:test", "bun:test"),
    ("@playwright/test", "playwright"),
    ("mocha", "mocha"),
    ("ava", "ava"),
    ("tape", "tape"),
    ("uvu", "uvu"),
    ("cypress", "cypress"),
    ("@japa/runner", "japa"),
    ("jasmine", "jasmine"),
    ("qunit", "qunit"),
    ("testcafe", "testcafe"),
    ("chai", "mocha"),
    ("should", "mocha"),
    ("supertest", "mocha"),
];
/// Globals that only one framework has.
const GLOBALS: &[(&str, &str)] =
    &[("vi", "vitest"), ("jest", "jest"), ("cy", "cypress"), ("jasmine", "jasmine"), (QUNIT, "qunit")];

/// QUnit's global, which files also import from what sets it up for them.
const QUNIT: &str = "QUnit";

/// What speaks for a framework besides imports.
#[derive(Default)]
pub struct Evidence {
    global: Option<&'static str>,
    deno: bool,
}

impl<'a> Walk<'_, '_> {
    /// Notes a test, where a call that was walked is one.
    pub fn test_call(&mut self, call: &CallExpression<'a>) {
        let Some((root, members)) = chain(&call.callee) else { return };
        let binding = self.referred(root, false);
        let is_qunit = root.name == QUNIT;
        if (binding.is_none() || is_qunit)
            && let Some((_, framework)) = GLOBALS.iter().find(|(name, _)| root.name == *name)
        {
            self.evidence.global.get_or_insert(framework);
        }
        let last = members.last().copied();
        let kind = if root.name == "Deno" && binding.is_none() {
            self.evidence.deno |= last == Some("test");
            (last == Some("test")).then_some(TestKind::Case)
        } else if last.is_some_and(|name| MAKERS.contains(&name) && name != "concurrent") {
            None
        } else {
            kind_of(&root.name, &members)
        };
        let Some(kind) = kind else { return };
        if !is_qunit && !self.may_test(binding)
            || (last.is_none() && COMMON_WORDS.contains(&&*root.name) && self.is_own(binding))
        {
            return;
        }
        let mut arguments = call.arguments.iter().filter_map(|argument| argument.as_expression());
        let first = arguments.next().map(Expression::get_inner_expression);
        let function = call
            .arguments
            .iter()
            .filter_map(|argument| argument.as_expression())
            .find(|argument| super::classes::holder_kind(argument) == Some(SymbolKind::Function));
        let handler = call.arguments.iter().rev().find_map(|argument| match argument.as_expression() {
            Some(Expression::Identifier(id)) => self.referred(id, false),
            _ => None,
        });
        let name = match (kind, first) {
            // What a call gives back may be the function: `beforeEach(seeded(true))`.
            (TestKind::Hook, Some(Expression::CallExpression(_))) => root_and(root, &members),
            (TestKind::Hook, _) if function.is_some() || handler.is_some() => root_and(root, &members),
            (TestKind::Hook, _) => return,
            (_, Some(Expression::StringLiteral(text))) => self.title(text.span),
            (_, Some(Expression::TemplateLiteral(text))) => self.title(text.span),
            (_, Some(Expression::ObjectExpression(object))) => match object_name(object) {
                Some(span) => self.title(span),
                None => return,
            },
            (_, Some(other)) if call.arguments.len() > 1 && function.is_some() => self.given_title(other),
            (_, Some(Expression::FunctionExpression(f))) => match &f.id {
                Some(id) => id.name.to_string(),
                None => return,
            },
            _ => return,
        };
        let symbol = handler.and_then(|at| self.b.graph.bindings[at as usize].symbol).filter(|_| function.is_none());
        let (line, end_line) = (self.b.source.line(call.span.start), self.b.source.line(call.span.end));
        self.b.graph.tests.push(Test { kind, name, framework: String::new(), symbol, line, end_line });
    }

    /// A title without its quotes.
    fn title(&self, span: At) -> String {
        self.text(At::new(span.start + 1, span.end - 1), TEXT_LIMIT)
    }

    /// A title that something gives: what a class is called, else what stands for it, as in a template.
    fn given_title(&self, it: &Expression<'a>) -> String {
        let text = self.text(it.span(), TEXT_LIMIT);
        let named = match it {
            Expression::StaticMemberExpression(member) if member.property.name == "name" => &member.object,
            _ => it,
        };
        match named {
            Expression::Identifier(id) if id.name.starts_with(|c: char| c.is_ascii_uppercase()) => id.name.to_string(),
            _ => format!("${{{text}}}"),
        }
    }

    /// Whether a name can be a framework's: a global or an import of one; in a test file also what the
    /// project makes of it.
    fn may_test(&self, binding: Option<BindingId>) -> bool {
        let graph = &self.b.graph;
        let imports_framework = || graph.imports.iter().any(|it| framework(&it.specifier).is_some());
        match binding.map(|at| &graph.bindings[at as usize]) {
            None => graph.is_test || self.evidence.deno || imports_framework(),
            Some(Binding { import: Some((import, _)), .. }) => {
                graph.is_test || framework(&graph.imports[*import as usize].specifier).is_some()
            }
            Some(Binding { kind: BindingKind::Variable, .. }) => graph.is_test,
            _ => false,
        }
    }

    /// Whether a name is the repository's own, as `setup` that tests call themselves.
    fn is_own(&self, binding: Option<BindingId>) -> bool {
        let graph = &self.b.graph;
        binding.is_some_and(|at| match graph.bindings[at as usize].import {
            Some((import, _)) => framework(&graph.imports[import as usize].specifier).is_none(),
            None => true,
        })
    }

    /// The framework of the file's tests: what it imports, else the globals it uses, else unknown.
    pub fn name_framework(&mut self) {
        if self.b.graph.tests.is_empty() {
            return;
        }
        // A library of assertions goes with any framework: the manifest says which.
        let mut imported = self.b.graph.imports.iter().filter_map(|it| framework(&it.specifier));
        let direct = imported.find_map(|(name, direct)| direct.then_some(name));
        let deno = self.evidence.deno.then_some("deno");
        let cypress = self.b.graph.path.contains(".cy.").then_some("cypress");
        let found = direct.or(deno).or(cypress).or(self.evidence.global).unwrap_or("unknown");
        self.b.graph.tests.iter_mut().for_each(|test| test.framework = found.to_owned());
        self.b.graph.is_test |= self.b.graph.tests.iter().any(|test| test.kind == TestKind::Case);
    }
}

/// The framework that a module belongs to, and whether it is the framework itself.
fn framework(specifier: &str) -> Option<(&'static str, bool)> {
    let found = FRAMEWORKS
        .iter()
        .find(|(name, _)| specifier.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))?;
    Some((found.1, !matches!(found.0, "chai" | "should" | "supertest")))
}

/// The name that a callee starts with, and the members taken of it: `test`, `["skip", "each"]`.
fn chain<'e, 'a>(callee: &'e Expression<'a>) -> Option<(&'e IdentifierReference<'a>, Vec<&'e str>)> {
    let (mut members, mut at) = (Vec::new(), callee.get_inner_expression());
    loop {
        at = match at {
            Expression::Identifier(id) => {
                members.reverse();
                return Some((id, members));
            }
            Expression::StaticMemberExpression(m) if members.len() < 4 => {
                members.push(m.property.name.as_str());
                m.object.get_inner_expression()
            }
            // `it.each(table)("…")`: the maker is not the last member any more.
            Expression::CallExpression(call) => {
                made_by(&call.callee, &mut members).or_else(|| given_back(call, &mut members))?
            }
            Expression::TaggedTemplateExpression(it) => made_by(&it.tag, &mut members)?,
            _ => return None,
        };
    }
}

fn made_by<'e, 'a>(maker: &'e Expression<'a>, members: &mut Vec<&'e str>) -> Option<&'e Expression<'a>> {
    match maker.get_inner_expression() {
        Expression::StaticMemberExpression(m) if MAKERS.contains(&m.property.name.as_str()) => {
            members.push("");
            Some(m.object.get_inner_expression())
        }
        _ => None,
    }
}

/// The function for tests that a call is given alone and gives back: `onlyWith(database)(it)("…")`.
fn given_back<'e, 'a>(call: &'e CallExpression<'a>, members: &mut Vec<&'e str>) -> Option<&'e Expression<'a>> {
    let [argument] = &call.arguments[..] else { return None };
    let given = argument.as_expression()?.get_inner_expression();
    let Expression::Identifier(id) = given else { return None };
    members.push("");
    kind_of(&id.name, &[]).filter(|kind| *kind != TestKind::Hook).map(|_| given)
}

fn kind_of(root: &str, members: &[&str]) -> Option<TestKind> {
    const PLAIN: &[&str] = &[
        "only",
        "skip",
        "todo",
        "concurrent",
        "sequential",
        "failing",
        "fails",
        "serial",
        "fixme",
        "slow",
        "parallel",
        "",
    ];
    let rest: Vec<&str> = members.iter().copied().filter(|name| !PLAIN.contains(name)).collect();
    let of = |name: &str| {
        if SUITES.contains(&name) {
            Some(TestKind::Suite)
        } else if CASES.contains(&name) {
            Some(TestKind::Case)
        } else if HOOKS.contains(&name) {
            Some(TestKind::Hook)
        } else {
            None
        }
    };
    match rest[..] {
        // `QUnit.skip("…")` is a test, too.
        [] if root == QUNIT && !members.is_empty() => Some(TestKind::Case),
        ["module"] if root == QUNIT => Some(TestKind::Suite),
        [name] if root == QUNIT => of(name),
        [] => of(root),
        // `test.describe`, `test.beforeEach`
        [name] if matches!(root, "test" | "it") => of(name),
        _ => None,
    }
}

fn root_and(root: &IdentifierReference, members: &[&str]) -> String {
    members.last().filter(|name| HOOKS.contains(name)).map_or_else(|| root.name.to_string(), |name| (*name).to_owned())
}

/// Where the `name` of `Deno.test({ name: "…" })` stands.
fn object_name(object: &ObjectExpression) -> Option<At> {
    object.properties.iter().find_map(|property| match property {
        ObjectPropertyKind::ObjectProperty(p) if p.key.static_name().as_deref() == Some("name") => match &p.value {
            Expression::StringLiteral(text) => Some(text.span),
            _ => None,
        },
        _ => None,
    })
}
