//! The rows of a file's tests.

use super::{TEXT, Writer, clip};
use crate::languages::System;
use crate::values::types::Decl;
use facts::{SymbolId, SymbolKind, Test, TestKind};
use rustc_hash::FxHashSet;

/// The framework of tests of which their own file does not say it.
const UNKNOWN: &str = "unknown";
const PYTEST: &str = "pytest";
const UNITTEST: &str = "unittest";
/// Methods of unittest's cases that it calls around tests.
const HOOKS: [&str; 6] = ["setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown"];
/// What tests are written with.
const TESTING: [&str; 4] = ["test", "it", "describe", "suite"];

impl Writer<'_, '_> {
    pub(super) fn tests(&mut self) {
        let lent = if self.graph.tests.iter().any(|it| it.framework == UNKNOWN) { self.lent_framework() } else { None };
        let mut tests = self.graph.tests.clone();
        tests.extend(self.cases_of_bases());
        tests.sort_by_key(|test| test.line);
        for test in &tests {
            let framework = if test.framework == UNKNOWN { lent.unwrap_or(UNKNOWN) } else { &test.framework };
            let framework = if test.framework == PYTEST { self.framework_of_case(test.symbol) } else { framework };
            let row = [
                self.path(),
                test.kind.word().into(),
                clip(&test.name, TEXT),
                framework.into(),
                self.maybe_id(test.symbol),
                test.line.into(),
                test.end_line.into(),
            ];
            self.unit.push("tests", &row);
        }
    }

    /// What a test's file of Python holds that only classes of other files tell to be of unittest: `ShelfTest(OwnCase)`.
    fn cases_of_bases(&mut self) -> Vec<Test> {
        let graph = self.graph;
        let mut told = Vec::new();
        if !graph.is_test || crate::languages::of(&graph.language).system != System::Python {
            return told;
        }
        let known: FxHashSet<SymbolId> = graph.tests.iter().filter_map(|test| test.symbol).collect();
        for (id, class) in (0..).zip(&graph.symbols) {
            if class.kind != SymbolKind::Class || class.bases.is_empty() || known.contains(&id) {
                continue;
            }
            let within = graph.symbols.iter().zip(0..).filter(|(it, _)| it.parent == Some(id));
            let cases: Vec<Test> = within
                .filter_map(|(it, id)| match graph.name(it.name) {
                    name if it.kind == SymbolKind::Method && name.starts_with("test") => Some((TestKind::Case, id)),
                    name if it.kind == SymbolKind::Method && HOOKS.contains(&name) => Some((TestKind::Hook, id)),
                    _ => None,
                })
                .map(|(kind, id)| self.unit_test(kind, id))
                .collect();
            if cases.iter().any(|it| it.kind == TestKind::Case) && self.framework_of_case(Some(id)) == UNITTEST {
                told.push(self.unit_test(TestKind::Suite, id));
                told.extend(cases);
            }
        }
        told
    }

    fn unit_test(&self, kind: TestKind, id: SymbolId) -> Test {
        let symbol = &self.graph.symbols[id as usize];
        Test {
            kind,
            name: self.graph.name(symbol.name).to_owned(),
            framework: UNITTEST.to_owned(),
            symbol: Some(id),
            line: symbol.span.start.line,
            end_line: symbol.span.end.line,
        }
    }

    /// The framework of Python's tests that pytest finds as well: a class that extends unittest's over classes of other
    /// files is unittest's.
    fn framework_of_case(&mut self, symbol: Option<SymbolId>) -> &'static str {
        let symbols = &self.graph.symbols;
        let class = symbol.and_then(|id| match symbols[id as usize].kind {
            SymbolKind::Class => Some(id),
            _ => symbols[id as usize].parent.filter(|it| symbols[*it as usize].kind == SymbolKind::Class),
        });
        let Some(class) = class else { return PYTEST };
        let bases = self.outer_bases(Decl { file: self.file, symbol: class });
        let is_case = |path: &String| path.rsplit('.').next().is_some_and(|it| it.ends_with("TestCase"));
        if bases.iter().any(is_case) { UNITTEST } else { PYTEST }
    }

    /// The framework of what another file makes tests with: `import { test } from "./fixtures"`, which extends a
    /// package's.
    fn lent_framework(&mut self) -> Option<&'static str> {
        let packages = crate::languages::of(&self.graph.language).test_packages;
        let graph = self.graph;
        let testing = graph.calls.iter().filter(|call| TESTING.contains(&graph.name(call.name)));
        for call in testing.filter(|_| !packages.is_empty()) {
            let verdict = self.eval.reference_target(self.file, call.callee);
            let [made] = verdict.targets[..] else { continue };
            for path in self.outer_values(made, 1) {
                let is_of = |package: &str| path.strip_prefix(package).is_some_and(|rest| rest.starts_with('.'));
                if let Some((_, framework)) = packages.iter().find(|(package, _)| is_of(package)) {
                    return Some(framework);
                }
            }
        }
        None
    }
}
