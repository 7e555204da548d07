//! Which code tests run, as far as calls tell: what a test calls, directly or not.

use crate::walk::walk;
use crate::{Flags, Graph, Hows, Node, Reached};

/// What tests reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestCover {
    /// Functions, tests aside, and how many of them a test leads to.
    pub functions: u32,
    pub covered: u32,
    /// By module: functions, covered.
    pub modules: Vec<(u32, u32)>,
    /// Exported functions and entry points that no test leads to, ascending.
    pub uncovered: Vec<Node>,
}

/// Measures the whole graph.
pub fn test_cover(graph: &Graph, hows: Hows) -> TestCover {
    let tests: Vec<Node> = graph.nodes().filter(|node| graph.flags(*node).has(Flags::TEST)).collect();
    let mut is_covered = vec![false; graph.len()];
    for one in walk(graph.calls(), &tests, u32::MAX, usize::MAX, hows).reached {
        is_covered[one.node as usize] = true;
    }
    let mut cover =
        TestCover { functions: 0, covered: 0, modules: vec![(0, 0); graph.module_count()], uncovered: vec![] };
    for node in graph.nodes() {
        let flags = graph.flags(node);
        if !flags.has(Flags::CALLABLE) || flags.has(Flags::TEST) {
            continue;
        }
        let covered = is_covered[node as usize];
        let module = &mut cover.modules[graph.module_of(node) as usize];
        module.0 += 1;
        module.1 += u32::from(covered);
        cover.functions += 1;
        cover.covered += u32::from(covered);
        if !covered && flags.has(Flags::EXPORTED | Flags::ENTRY) {
            cover.uncovered.push(node);
        }
    }
    cover
}

/// The tests that lead to `targets` through at most `depth` calls, nearest first: those to run after a change.
pub fn tests_of(graph: &Graph, targets: &[Node], depth: u32, hows: Hows) -> Vec<Reached> {
    let mut found = walk(graph.callers(), targets, depth, usize::MAX, hows).reached;
    found.retain(|one| graph.flags(one.node).has(Flags::TEST));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, ids, node};

    #[test]
    fn cover_follows_the_calls_of_tests() {
        let graph = graph("m.t1>m.a>n.b m.t2>n.b n.x>n.c n.e m.t1>m.t2");
        let cover = test_cover(&graph, Hows::ALL);
        assert_eq!((cover.functions, cover.covered), (5, 2));
        assert_eq!(cover.modules, [(1, 1), (4, 1)]);
        assert_eq!(ids(&graph, cover.uncovered), ["n.e", "n.x"]);
        let tests = tests_of(&graph, &[node(&graph, "n.b")], u32::MAX, Hows::ALL);
        let rows: Vec<_> = tests.iter().map(|one| (graph.id(one.node), one.depth)).collect();
        assert_eq!(rows, [("m.t2", 1), ("m.t1", 2)]);
        assert_eq!(tests_of(&graph, &[node(&graph, "n.c")], u32::MAX, Hows::ALL), []);
    }
}
