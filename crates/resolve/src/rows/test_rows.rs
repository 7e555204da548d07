//! The rows of a file's tests.

use super::{TEXT, Writer, clip};
use crate::values::types::Decl;
use facts::{SymbolId, SymbolKind};

/// The framework of tests of which their own file does not say it.
const UNKNOWN: &str = "unknown";
const PYTEST: &str = "pytest";
const UNITTEST: &str = "unittest";
/// What tests are written with.
const TESTING: [&str; 4] = ["test", "it", "describe", "suite"];

impl Writer<'_, '_> {
    pub(super) fn tests(&mut self) {
        let lent = if self.graph.tests.iter().any(|it| it.framework == UNKNOWN) { self.lent_framework() } else { None };
        for test in &self.graph.tests {
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
