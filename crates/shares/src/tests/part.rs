//! The code of a file that is there for tests.

use super::places::is_support;
use super::rules::{Meaning, TestRules};
use super::support::{self, Support};
use super::{named, sites};
use crate::File;
use crate::words::Distinct;
use facts::rows::{Row, column};

const KIND: usize = column("tests", "kind");
const NAME: usize = column("tests", "name");
const FRAMEWORK: usize = column("tests", "framework");
const SYMBOL: usize = column("tests", "symbol");
const LINE: usize = column("tests", "line");
const END_LINE: usize = column("tests", "end_line");

/// A row of tests; texts are escaped.
#[derive(Clone, Copy, Debug)]
pub struct Test<'u> {
    /// `suite`, `case`, `fixture`, `hook`.
    pub kind: &'u str,
    pub name: &'u str,
    pub framework: &'u str,
    pub symbol: Option<&'u str>,
    pub line: u64,
    pub end_line: u64,
}

/// A call in the code of tests that leads to a declaration for sure, or that rules know; or a function that is passed
/// on there, or a component.
#[derive(Clone, Copy, Debug)]
pub struct Site<'u> {
    pub line: u64,
    /// Where the call begins.
    pub begin: u64,
    pub caller: &'u str,
    /// The last name of what is called.
    pub name: &'u str,
    pub callee: Option<&'u str>,
    /// Of the callee, 0 to 100.
    pub confidence: u8,
    pub meaning: Option<Meaning>,
    pub is_reference: bool,
    /// What is called there is told how to answer, or asked whether it was called, and does nothing.
    pub is_stub: bool,
}

#[derive(Debug)]
pub struct TestPart<'u> {
    /// The file is there for nothing else.
    pub is_whole: bool,
    /// Symbols for tests in a file that is for other things.
    pub between: Distinct<'u>,
    pub tests: Vec<Test<'u>>,
    pub sites: Vec<Site<'u>>,
    /// Names of calls that lead nowhere for sure.
    pub open: Distinct<'u>,
}

impl<'u> TestPart<'u> {
    /// What of a file is for tests; None where nothing is.
    pub fn of(file: &File<'u>, rules: &TestRules) -> Option<Self> {
        let told: Vec<Test> = file.unit.rows("tests").iter().map(read).collect();
        let is_named = file.is_test || is_support(file.path());
        let (is_whole, support) = match if is_named { Support::All } else { support::of(file) } {
            Support::All => (true, Distinct::default()),
            Support::Of(symbols) => (false, symbols),
        };
        if !is_whole && told.is_empty() && support.all().is_empty() {
            return None;
        }
        let mut tests = if is_whole || !told.is_empty() { told } else { support::hooks(file, &support) };
        tests.sort_by(|a, b| a.line.cmp(&b.line).then(b.end_line.cmp(&a.end_line)));
        let apart: Vec<(u64, u64)> =
            tests.iter().filter(|it| matches!(it.kind, "suite" | "case")).map(|it| (it.line, it.end_line)).collect();
        let is_apart = |line: u64| apart.iter().any(|&(from, to)| from <= line && line <= to);
        let mut between = support;
        if !is_whole {
            const ID: usize = column("symbols", "id");
            const SYMBOL_LINE: usize = column("symbols", "line");
            for row in file.unit.rows("symbols").iter() {
                if let Some(id) = row.escaped(ID).filter(|_| is_apart(row.number(SYMBOL_LINE))) {
                    between.add(id);
                }
            }
        }
        let is_test = |caller: &str, line: u64| is_whole || between.has(caller) || is_apart(line);
        let (mut sites, open) = sites::of(file, rules, &is_test);
        if file.language == "ruby" {
            sites.retain(|site| !is_should(site, &tests));
        }
        Some(Self { is_whole, between, tests, sites, open })
    }
}

fn read<'u>(row: Row<'u>) -> Test<'u> {
    let text = |column| row.escaped(column).unwrap_or_default();
    Test {
        kind: text(KIND),
        name: text(NAME),
        framework: text(FRAMEWORK),
        symbol: row.escaped(SYMBOL),
        line: row.number(LINE),
        end_line: row.number(END_LINE),
    }
}

/// Whether a call begins one of shoulda's tests, `should "be empty" do`, and asserts nothing by that.
fn is_should(site: &Site, tests: &[Test]) -> bool {
    site.name == "should"
        && tests.iter().any(|it| it.kind == "case" && it.line == site.line && !named::is_matcher(it.name))
}
