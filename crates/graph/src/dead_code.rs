//! Functions that nothing seems to run.
//!
//! A candidate is a function or method that no root leads to by any kind of edge. Roots are what may run without a call
//! in the graph: exported symbols, entry points, tests, top-level code, types (their bodies run, their members are
//! called by runtimes) and symbols of a name that some unresolved call has. So what is left out is counted, and what
//! is named is worth a look, not proven: reflection and generated code are not seen.

use crate::walk::Seen;
use crate::{Flags, Graph, Hows, Node};

/// Functions that nothing seems to run, and how many others were taken on trust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadCode {
    /// Ascending.
    pub candidates: Vec<Candidate>,
    /// Functions without a caller that are not candidates, by the reason, in this order: entry points and tests;
    /// exported; of a name that an unresolved call has.
    pub trusted: [u32; 3],
}

/// A function that no root leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub node: Node,
    /// Who calls it: all candidates themselves, or itself. 0: nobody.
    pub callers: u32,
}

/// Finds them.
pub fn dead_code(graph: &Graph) -> DeadCode {
    let mut seen = Seen::new(graph.len());
    let is_root = |node: &Node| {
        let flags = graph.flags(*node);
        flags.has(Flags::EXPORTED | Flags::ENTRY | Flags::TEST | Flags::UNCERTAIN | Flags::TOP_LEVEL)
            || !flags.has(Flags::CALLABLE)
    };
    let mut open: Vec<Node> = graph.nodes().filter(is_root).collect();
    for root in &open {
        seen.insert(*root);
    }
    while let Some(node) = open.pop() {
        open.extend(graph.calls().targets(node, Hows::ALL).filter(|callee| seen.insert(*callee)));
    }

    let callable = || graph.nodes().filter(|node| graph.flags(*node).has(Flags::CALLABLE));
    let candidates = callable()
        .filter(|node| !seen.has(*node))
        .map(|node| Candidate { node, callers: graph.callers().degree(node) as u32 })
        .collect();
    let mut trusted = [0; 3];
    for node in callable().filter(|node| graph.callers().degree(*node) == 0) {
        let reasons = [Flags::ENTRY | Flags::TEST, Flags::EXPORTED, Flags::UNCERTAIN];
        if let Some(reason) = reasons.iter().position(|bits| graph.flags(node).has(*bits)) {
            trusted[reason] += 1;
        }
    }
    DeadCode { candidates, trusted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::graph;

    #[test]
    fn what_no_root_leads_to_is_a_candidate_even_when_candidates_call_it() {
        let graph = graph("m.e>m.a>m.b m.dead>m.deader>m.dead m.lone m.x m.u m.t C>m.made");
        let found = dead_code(&graph);
        let rows: Vec<_> = found.candidates.iter().map(|one| (graph.id(one.node), one.callers)).collect();
        assert_eq!(rows, [("m.dead", 1), ("m.deader", 1), ("m.lone", 0)]);
        assert_eq!(found.trusted, [2, 1, 1]);
    }
}
