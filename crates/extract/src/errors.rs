//! Where errors are thrown, caught, handed on and dropped.

use crate::builder::Builder;
use facts::*;
use rustc_hash::FxHashSet;
use std::ops::Range;

impl Builder<'_> {
    /// Notes where an error is thrown or caught, between two offsets; `text` says of which type.
    pub fn error(&mut self, kind: ErrorKind, of: Option<ValueId>, text: String, bytes: Range<u32>) {
        let (caller, at) = (self.caller(), self.source.point(bytes.start));
        let end_line = self.source.line(bytes.end);
        self.graph.errors.push(ErrorSite { kind, caller, of, text, at, end_line });
    }

    /// Whether a name is what a handler around calls the error that it has.
    pub fn is_caught(&mut self, name: &str) -> bool {
        let name = self.name(name);
        self.caught.contains(&name)
    }

    /// Notes a call of which nobody takes the last result, by where the called name stands.
    pub fn dropped(&mut self, at: u32) {
        let at = self.source.point(at).byte;
        self.graph.dropped.push(at);
    }

    /// Puts the sites in order. What tests hand on or give up at is no site, and a line hands on once.
    pub(crate) fn keep_errors(&mut self) {
        let graph = &mut self.graph;
        let tests = &graph.tests;
        let in_test = |line: u32| graph.is_test || tests.iter().any(|it| it.line <= line && line <= it.end_line);
        let mut seen = FxHashSet::default();
        graph.errors.retain(|site| match site.kind {
            ErrorKind::Propagate | ErrorKind::Panic => {
                !in_test(site.at.line) && seen.insert((site.kind, site.caller, site.at.line, site.text.clone()))
            }
            _ => true,
        });
        graph.dropped.sort_unstable();
        graph.dropped.dedup();
    }
}
