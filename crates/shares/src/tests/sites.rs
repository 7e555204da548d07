//! What the code of tests calls.

use super::asserting::{failures, says_that_it_asserts};
use super::mocked::Mocked;
use super::part::Site;
use super::rules::{Meaning, TestRules};
use crate::File;
use crate::words::{Distinct, is_word};
use facts::rows::{Row, column};
use rustc_hash::FxHashSet;

const SITE: usize = column("calls", "site");
const LINE: usize = column("calls", "line");
const START: usize = column("calls", "start_line");
const CALLER: usize = column("calls", "caller");
const CALLEE: usize = column("calls", "callee");
const NAME: usize = column("calls", "callee_name");
const TEXT: usize = column("calls", "callee_text");
const TARGET: usize = column("calls", "target");
const RESOLUTION: usize = column("calls", "resolution");

/// How far a resolution is to be trusted, 0 to 100; others lead nowhere for sure.
fn trust(resolution: &str) -> u8 {
    match resolution {
        "exact" | "typed" => 95,
        "unique" => 80,
        _ => 0,
    }
}

/// What of the frameworks of JavaScript is given a function and does not run it: it tells how it answers, or asks of its
/// calls.
fn looks_at(path: &str) -> bool {
    let parts: Vec<&str> = path.split('.').collect();
    let Some((&last, before)) = parts.split_last() else { return false };
    if last == "mocked" {
        return matches!(before.last(), Some(&("vi" | "vitest" | "jest")));
    }
    let asks = is_word(last)
        && (matches!(last, "lastCalledWith" | "nthCalledWith")
            || last.starts_with("toBeCalled")
            || last.strip_prefix("toHaveBeen").is_some_and(|rest| rest.contains("Called"))
            || last.strip_prefix("toHave").is_some_and(|rest| rest.contains("Returned")));
    asks && before
        .iter()
        .rposition(|it| *it == "expect")
        .is_some_and(|at| before[at + 1..].iter().all(|it| is_word(it)))
}

/// Types outside of the repository whose methods are whatever another program has, this one as well.
fn is_forwarding(target: &str) -> bool {
    ["SoapClient", "xmlrpc.client.ServerProxy", "DRb.DRbObject", "DRbObject"]
        .iter()
        .any(|one| target.strip_prefix(one).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', ':', '('])))
}

/// A statement that asserts.
fn statement<'u>(line: u64, caller: &'u str) -> Site<'u> {
    Site {
        line,
        begin: line,
        caller,
        name: "assert",
        callee: None,
        confidence: 0,
        meaning: Some(Meaning::Assertion),
        is_reference: false,
        is_stub: false,
    }
}

/// What is called for tests in a file, and the names of what is called there and leads nowhere for sure.
///
/// @param is_test whether what stands in a function on a line is there for tests
pub fn of<'u>(
    file: &File<'u>,
    rules: &TestRules,
    is_test: &dyn Fn(&str, u64) -> bool,
) -> (Vec<Site<'u>>, Distinct<'u>) {
    let mut walk = Walk {
        file,
        rules,
        mocked: Mocked::of(file),
        sites: Vec::new(),
        open: Distinct::default(),
        silent: FxHashSet::default(),
        looked: FxHashSet::default(),
        asserted: FxHashSet::default(),
    };
    for row in file.unit.rows("calls").iter() {
        let (line, caller) = (row.number(LINE), row.escaped(CALLER).unwrap_or_default());
        if is_test(caller, line) {
            walk.call(&row, line, caller);
        }
    }
    walk.references(is_test);
    const ASSERTING: usize = column("assertions", "symbol");
    const ASSERTED_AT: usize = column("assertions", "line");
    let statements = file.unit.rows("assertions").iter();
    let statements = statements.map(|row| (row.number(ASSERTED_AT), row.escaped(ASSERTING).unwrap_or_default()));
    for (line, caller) in statements.chain(failures(file)) {
        if is_test(caller, line) {
            walk.sites.push(statement(line, caller));
        }
    }
    walk.finish()
}

struct Walk<'u, 'f> {
    file: &'f File<'u>,
    rules: &'f TestRules,
    mocked: Mocked<'u>,
    sites: Vec<Site<'u>>,
    open: Distinct<'u>,
    /// Lines on which nothing that is called runs.
    silent: FxHashSet<u64>,
    /// Lines on which functions that are given do not.
    looked: FxHashSet<u64>,
    asserted: FxHashSet<u64>,
}

impl<'u> Walk<'u, '_> {
    fn call(&mut self, row: &Row<'u>, line: u64, caller: &'u str) {
        let (found, name) = (row.escaped(CALLEE), row.escaped(NAME).unwrap_or_default());
        let resolution = row.escaped(RESOLUTION).unwrap_or_default();
        let confidence = if found.is_none() { 0 } else { trust(resolution) };
        let target = row.text(TARGET);
        let outside = match (&target, found) {
            (_, Some(_)) => None,
            (Some(target), None) => Some(target.clone()),
            (None, None) => (resolution == "unresolved").then(|| row.text(NAME)).flatten(),
        };
        let told = outside.as_ref().and_then(|path| self.rules.meaning_of(self.file.language, path));
        // What is called on what `verify(mailer)` gives is not run either.
        if told == Some(Meaning::Verification) {
            self.silent.insert(line);
        }
        if outside.as_ref().is_some_and(|path| looks_at(path)) {
            self.looked.extend(row.number(START)..=line);
        }
        let callee = found.filter(|_| confidence > 0);
        if callee.is_none() && told.is_none() {
            if resolution != "external" || target.as_ref().is_some_and(|it| is_forwarding(it)) {
                self.open.add(name);
            }
            // Whichever of several it is: it asserts once.
            if says_that_it_asserts(name) && !name.ends_with("That") && self.asserted.insert(row.number(SITE)) {
                self.sites.push(statement(line, caller));
            }
        }
        // RSpec's fixtures are called by their names.
        if callee.is_some() || told.is_some() || self.file.language == "ruby" {
            let is_stub = callee
                .is_some_and(|callee| self.mocked.is_called_on_double(callee, &row.text(TEXT).unwrap_or_default()));
            let begin = row.number(START);
            self.sites.push(Site {
                begin,
                name,
                callee,
                confidence,
                meaning: told,
                is_stub,
                ..statement(line, caller)
            });
        }
    }

    /// Functions that are passed on, and components.
    fn references(&mut self, is_test: &dyn Fn(&str, u64) -> bool) {
        const LINE: usize = column("references", "line");
        const CALLER: usize = column("references", "caller");
        const SYMBOL: usize = column("references", "symbol");
        const NAME: usize = column("references", "name");
        const RESOLUTION: usize = column("references", "resolution");
        const KIND: usize = column("references", "kind");
        let is_python = self.file.path().ends_with(".py");
        for row in self.file.unit.rows("references").iter() {
            let (Some(callee), Some(kind @ ("jsx" | "callback"))) = (row.escaped(SYMBOL), row.escaped(KIND)) else {
                continue;
            };
            let (line, caller) = (row.number(LINE), row.escaped(CALLER).unwrap_or_default());
            if !is_test(caller, line) {
                continue;
            }
            let (name, resolution) =
                (row.escaped(NAME).unwrap_or_default(), row.escaped(RESOLUTION).unwrap_or_default());
            // What is named in Python is as often an attribute that is read: by its name alone it leads to no function.
            let is_attribute = kind == "callback" && resolution == "unique" && is_python;
            let confidence = if is_attribute { 0 } else { trust(resolution) };
            if confidence == 0 {
                self.open.add(name);
                continue;
            }
            let is_stub = kind == "callback" && self.looked.contains(&line);
            let told = Site { name, callee: Some(callee), confidence, meaning: None, ..statement(line, caller) };
            self.sites.push(Site { is_reference: true, is_stub, ..told });
        }
    }

    fn finish(mut self) -> (Vec<Site<'u>>, Distinct<'u>) {
        let stubs = self.sites.iter().filter(|it| it.meaning == Some(Meaning::Stub));
        self.silent.extend(stubs.map(|it| it.line));
        for site in &mut self.sites {
            site.is_stub |= self.silent.contains(&site.line) || self.silent.contains(&site.begin);
        }
        self.sites.sort_by_key(|it| it.line);
        (self.sites, self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_asks_of_calls_runs_none() {
        for path in ["vi.mocked", "a.jest.mocked", "vitest.expect.not.toHaveBeenCalledWith", "expect.lastCalledWith"] {
            assert!(looks_at(path), "{path}");
        }
        for path in ["mocked", "x.mocked", "expect.toEqual", "other.toHaveBeenCalled"] {
            assert!(!looks_at(path), "{path}");
        }
        assert!(is_forwarding("DRbObject.new") && is_forwarding("SoapClient") && !is_forwarding("SoapClients"));
    }
}
