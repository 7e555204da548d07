//! What code may run when some symbols run: everything they call, directly or not.

use crate::walk::walk;
use crate::{Graph, Hows, Node, Walk};

/// The symbols that `starts` call through at most `depth` calls; at most `limit`, nearest first.
/// [`crate::Reached::via`] is who calls each on the way.
pub fn reachable(graph: &Graph, starts: &[Node], depth: u32, limit: usize, hows: Hows) -> Walk {
    walk(graph.calls(), starts, depth, limit, hows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, node};

    #[test]
    fn callees_come_nearest_first_with_who_calls_them() {
        let graph = graph("a>b>d a>c>d>a e>a");
        let found = reachable(&graph, &[node(&graph, "a")], u32::MAX, usize::MAX, Hows::ALL);
        let rows: Vec<_> = found.reached.iter().map(|one| (graph.id(one.node), one.depth, graph.id(one.via))).collect();
        assert_eq!(rows, [("b", 1, "a"), ("c", 1, "a"), ("d", 2, "b")]);
    }
}
