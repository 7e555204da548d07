//! Symbols, or modules, that call each other in a circle: the strongly connected components of more than one node.
//! R. Tarjan, "Depth-first search and linear graph algorithms", 1972, with a stack of its own in place of recursion.

use crate::{Csr, Graph, Hows, Node};

/// Groups of symbols in which each calls every other, directly or not; largest first, then by first symbol; each
/// ascending. A symbol that only calls itself is recursion, not a cycle.
pub fn cycles(graph: &Graph, hows: Hows) -> Vec<Vec<Node>> {
    components(graph.calls(), hows)
}

/// Stands for a node whose component is complete.
const CLOSED: u32 = u32::MAX;

/// A node on the way from a root, in place of a frame of a recursive function.
#[derive(Clone, Copy)]
struct Step {
    node: Node,
    visit: u32,
    /// How many of its edges were followed.
    edge: u32,
}

/// The components of more than one node, ordered as [`cycles`] says.
pub(crate) fn components(csr: &Csr, hows: Hows) -> Vec<Vec<Node>> {
    let nodes = csr.nodes();
    // 0: not visited. Else the order of the visit, lowered to that of the earliest open node it leads to.
    let mut low = vec![0u32; nodes];
    let mut visits = 0;
    let enter = |node, visits: &mut u32| {
        *visits += 1;
        Step { node, visit: *visits, edge: 0 }
    };
    let mut open: Vec<Node> = Vec::new();
    let mut found: Vec<Vec<Node>> = Vec::new();
    for root in 0..nodes as Node {
        if low[root as usize] != 0 {
            continue;
        }
        let mut path = vec![enter(root, &mut visits)];
        low[root as usize] = visits;
        open.push(root);
        while let Some(step) = path.last_mut() {
            let node = step.node as usize;
            if let Some(target) = csr.next_target(step.node, &mut step.edge, hows) {
                if low[target as usize] == 0 {
                    path.push(enter(target, &mut visits));
                    low[target as usize] = visits;
                    open.push(target);
                } else if low[target as usize] != CLOSED {
                    low[node] = low[node].min(low[target as usize]);
                }
                continue;
            }
            let done = *step;
            path.pop();
            if let Some(parent) = path.last() {
                low[parent.node as usize] = low[parent.node as usize].min(low[node]);
            }
            if low[node] < done.visit {
                continue;
            }
            let from = open.iter().rposition(|one| *one == done.node).unwrap_or_default();
            let mut component = open.split_off(from);
            for member in &component {
                low[*member as usize] = CLOSED;
            }
            if component.len() > 1 {
                component.sort_unstable();
                found.push(component);
            }
        }
    }
    found.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a[0].cmp(&b[0])));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{graph, ids};
    use crate::{Flags, How, PartSymbol, Parts};

    #[test]
    fn cycles_are_groups_that_reach_each_other() {
        let graph = graph("a>b>c>a c>d>e>d f>f g>a x>y>z>w>x");
        let found: Vec<_> = cycles(&graph, Hows::ALL).into_iter().map(|cycle| ids(&graph, cycle)).collect();
        assert_eq!(found, [vec!["w", "x", "y", "z"], vec!["a", "b", "c"], vec!["d", "e"]]);
        assert_eq!(cycles(&graph, Hows::of(&[How::Unique])), Vec::<Vec<Node>>::new());
    }

    #[test]
    fn a_chain_of_any_length_takes_no_stack() {
        let count = 300_000;
        let symbols = (0..count)
            .map(|at| PartSymbol { id: format!("{at:06}"), module: String::new(), flags: Flags::default() })
            .collect();
        let calls = (0..count).map(|at| (at, (at + 1) % count, How::Exact)).collect();
        let graph = Graph::from_parts(Parts { symbols, calls }).expect("a graph");
        assert_eq!(cycles(&graph, Hows::ALL)[0].len(), count as usize);
    }
}
