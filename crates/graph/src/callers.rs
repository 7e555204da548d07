//! Who calls a symbol, directly and through others, and by what way.

use crate::walk::walk;
use crate::{Graph, How, Hows, Node, Walk};

/// The symbols that call `node` themselves, ascending, each with how surely.
pub fn direct(graph: &Graph, node: Node) -> Vec<(Node, How)> {
    graph.callers().edges(node).collect()
}

/// The symbols from which `targets` are called through at most `depth` calls; at most `limit`, nearest first.
/// [`crate::Reached::via`] is whom each calls on the way.
pub fn transitive(graph: &Graph, targets: &[Node], depth: u32, limit: usize, hows: Hows) -> Walk {
    walk(graph.callers(), targets, depth, limit, hows)
}

/// A shortest chain of calls from `caller` to `callee`, both included. None: there is none.
pub fn path(graph: &Graph, caller: Node, callee: Node, hows: Hows) -> Option<Vec<Node>> {
    if caller == callee {
        return Some(vec![caller]);
    }
    // The search goes from the callee up, so that following `via` from the caller reads in the order of the calls.
    let mut next = vec![Node::MAX; graph.len()];
    let mut frontier = vec![callee];
    while !frontier.is_empty() && next[caller as usize] == Node::MAX {
        let mut further = Vec::new();
        for via in frontier {
            for node in graph.callers().targets(via, hows) {
                if node != callee && next[node as usize] == Node::MAX {
                    next[node as usize] = via;
                    further.push(node);
                }
            }
        }
        frontier = further;
    }
    let mut path = vec![caller];
    let mut at = caller;
    while at != callee {
        at = next[at as usize];
        if at == Node::MAX {
            return None;
        }
        path.push(at);
    }
    Some(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, ids, node};

    #[test]
    fn callers_come_nearest_first_with_the_way_back() {
        let graph = graph("a>b>c b2>c d>a c>a");
        let found = transitive(&graph, &[node(&graph, "c")], 9, 9, Hows::ALL);
        let rows: Vec<_> = found.reached.iter().map(|one| (graph.id(one.node), one.depth, graph.id(one.via))).collect();
        assert_eq!(rows, [("b", 1, "c"), ("b2", 1, "c"), ("a", 2, "b"), ("d", 3, "a")]);
        assert!(!found.cut);
        assert_eq!(
            direct(&graph, node(&graph, "a")),
            [(node(&graph, "c"), How::Exact), (node(&graph, "d"), How::Exact)]
        );
    }

    #[test]
    fn depth_and_limit_bound_the_search_and_only_the_limit_cuts_it() {
        let graph = graph("a>b>c>d e>d");
        let target = [node(&graph, "d")];
        assert_eq!(transitive(&graph, &target, 1, 9, Hows::ALL).reached.len(), 2);
        assert!(!transitive(&graph, &target, 1, 9, Hows::ALL).cut);
        assert!(transitive(&graph, &target, 9, 3, Hows::ALL).cut);
        assert!(!transitive(&graph, &target, 9, 4, Hows::ALL).cut);
        assert_eq!(transitive(&graph, &target, 0, 9, Hows::ALL).reached, []);
        assert_eq!(transitive(&graph, &target, 9, 9, Hows::of(&[How::Ambiguous])).reached, []);
    }

    #[test]
    fn a_path_is_a_shortest_chain_of_calls() {
        let graph = graph("a>b>c>d a>x>d d>a e");
        let path =
            |from, to| path(&graph, node(&graph, from), node(&graph, to), Hows::ALL).map(|path| ids(&graph, path));
        assert_eq!(path("a", "d"), Some(vec!["a", "x", "d"]));
        assert_eq!(path("b", "a"), Some(vec!["b", "c", "d", "a"]));
        assert_eq!(path("a", "a"), Some(vec!["a"]));
        assert_eq!(path("a", "e"), None);
        assert_eq!(path("e", "a"), None);
    }
}
