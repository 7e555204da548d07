//! What a change to some symbols may reach: everything that calls them, directly or not.

use crate::walk::walk;
use crate::{Flags, Graph, Hows, Node, Reached};

/// What a change may reach, without the changed symbols themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impact {
    /// Nearest first.
    pub affected: Vec<Reached>,
    /// How many are 1, 2, 3, … calls away.
    pub by_depth: Vec<u32>,
    /// Affected symbols a module, most first, then by module.
    pub modules: Vec<(u32, u32)>,
    /// Affected entry points and tests, nearest first.
    pub entry_points: Vec<Node>,
    pub tests: Vec<Node>,
}

/// Follows the callers of `changed`, at most `depth` calls far.
pub fn impact(graph: &Graph, changed: &[Node], depth: u32, hows: Hows) -> Impact {
    let affected = walk(graph.callers(), changed, depth, usize::MAX, hows).reached;
    let mut by_depth = Vec::new();
    let mut per_module = vec![0u32; graph.module_count()];
    for one in &affected {
        by_depth.resize(one.depth as usize, 0);
        by_depth[one.depth as usize - 1] += 1;
        per_module[graph.module_of(one.node) as usize] += 1;
    }
    let mut modules: Vec<(u32, u32)> = per_module
        .into_iter()
        .enumerate()
        .filter(|(_, count)| *count > 0)
        .map(|(at, count)| (at as u32, count))
        .collect();
    modules.sort_by_key(|(module, count)| (std::cmp::Reverse(*count), *module));
    let of = |bits| affected.iter().map(|one| one.node).filter(|node| graph.flags(*node).has(bits)).collect();
    Impact { by_depth, modules, entry_points: of(Flags::ENTRY), tests: of(Flags::TEST), affected }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, ids, node};

    #[test]
    fn a_change_reaches_callers_of_callers_and_the_tests_and_entry_points_among_them() {
        let graph = graph("api.e>app.a>db.b>db.c>db.d app.t>db.b other.o>db.d");
        let found = impact(&graph, &[node(&graph, "db.c")], u32::MAX, Hows::ALL);
        assert_eq!(ids(&graph, found.affected.iter().map(|one| one.node)), ["db.b", "app.a", "app.t", "api.e"]);
        assert_eq!(found.by_depth, [1, 2, 1]);
        let modules: Vec<_> = found.modules.iter().map(|(at, count)| (graph.module_name(*at), *count)).collect();
        assert_eq!(modules, [("app", 2), ("api", 1), ("db", 1)]);
        assert_eq!(ids(&graph, found.entry_points), ["api.e"]);
        assert_eq!(ids(&graph, found.tests), ["app.t"]);
        assert_eq!(impact(&graph, &[node(&graph, "db.c")], 1, Hows::ALL).affected.len(), 1);
    }

    #[test]
    fn changed_symbols_that_call_each_other_are_not_their_own_impact() {
        let graph = graph("a>b>a c>a");
        let found = impact(&graph, &[node(&graph, "a"), node(&graph, "b")], u32::MAX, Hows::ALL);
        assert_eq!(ids(&graph, found.affected.iter().map(|one| one.node)), ["c"]);
    }
}
