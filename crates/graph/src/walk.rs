//! Breadth-first search, which the questions about reach share.

use crate::{Csr, Hows, Node};

/// A symbol that a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reached {
    pub node: Node,
    /// Calls between it and the nearest start, at least 1.
    pub depth: u32,
    /// The next symbol on a shortest way back to a start.
    pub via: Node,
}

/// What a search came to, nearest first; starts are not among it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    pub reached: Vec<Reached>,
    /// Whether the search stopped at its limit, so that there is more within its depth.
    pub cut: bool,
}

/// A set of nodes.
pub(crate) struct Seen(Vec<u64>);

impl Seen {
    pub fn new(nodes: usize) -> Self {
        Self(vec![0; nodes.div_ceil(64)])
    }

    pub fn has(&self, node: Node) -> bool {
        self.0[node as usize / 64] & (1 << (node % 64)) != 0
    }

    /// Whether the node was not in the set yet.
    pub fn insert(&mut self, node: Node) -> bool {
        let fresh = !self.has(node);
        self.0[node as usize / 64] |= 1 << (node % 64);
        fresh
    }
}

/// Follows edges from `starts`, at most `depth` of them one after another, to at most `limit` symbols. Among symbols of
/// one depth the order is that of discovery, which the graph alone decides.
pub(crate) fn walk(csr: &Csr, starts: &[Node], depth: u32, limit: usize, hows: Hows) -> Walk {
    let mut seen = Seen::new(csr.nodes());
    for start in starts {
        seen.insert(*start);
    }
    let mut reached: Vec<Reached> = Vec::new();
    let mut frontier: Vec<Node> = starts.to_vec();
    for depth in 1..=depth {
        let from = reached.len();
        for via in frontier {
            for node in csr.targets(via, hows) {
                if !seen.insert(node) {
                    continue;
                }
                if reached.len() == limit {
                    return Walk { reached, cut: true };
                }
                reached.push(Reached { node, depth, via });
            }
        }
        frontier = reached[from..].iter().map(|one| one.node).collect();
        if frontier.is_empty() {
            break;
        }
    }
    Walk { reached, cut: false }
}
