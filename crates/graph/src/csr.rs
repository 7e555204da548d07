//! Edges of one direction as compressed sparse rows.

use crate::{How, Hows, Node};

/// The edges out of node n are `targets[starts[n]..starts[n + 1]]`, ascending and without repeats; `hows` runs
/// alongside.
pub struct Csr {
    starts: Vec<u32>,
    targets: Vec<Node>,
    hows: Vec<How>,
}

impl Csr {
    /// Sorts edges into rows; of equal ones the surest stays. Sources and targets are below `nodes`.
    pub(crate) fn gather(nodes: usize, mut edges: Vec<(Node, Node, How)>) -> Self {
        edges.sort_unstable();
        edges.dedup_by_key(|(source, target, _)| (*source, *target));
        let mut rows = Rows::new(nodes, edges.len());
        let mut rest = edges.as_slice();
        for node in 0..nodes as Node {
            let (row, behind) = rest.split_at(rest.partition_point(|edge| edge.0 <= node));
            for (_, target, how) in row {
                rows.push(*target, *how);
            }
            rows.end_row();
            rest = behind;
        }
        rows.finish()
    }

    /// The same edges from their targets back. Rows come out ascending, since sources are read in order.
    pub(crate) fn reversed(&self) -> Self {
        let mut starts = vec![0u32; self.starts.len()];
        for target in &self.targets {
            starts[*target as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut free = starts.clone();
        let mut targets = vec![0; self.len()];
        let mut hows = vec![How::Exact; self.len()];
        for source in 0..self.nodes() as Node {
            for (target, how) in self.edges(source) {
                let slot = &mut free[target as usize];
                targets[*slot as usize] = source;
                hows[*slot as usize] = how;
                *slot += 1;
            }
        }
        Self { starts, targets, hows }
    }

    /// The number of edges.
    pub fn len(&self) -> usize {
        self.targets.len()
    }

    /// Whether there are no edges.
    pub fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    pub(crate) fn nodes(&self) -> usize {
        self.starts.len() - 1
    }

    fn row(&self, node: Node) -> std::ops::Range<usize> {
        self.starts[node as usize] as usize..self.starts[node as usize + 1] as usize
    }

    /// The edges out of a node, by ascending target.
    pub fn edges(&self, node: Node) -> impl Iterator<Item = (Node, How)> {
        let row = self.row(node);
        self.targets[row.clone()].iter().copied().zip(self.hows[row].iter().copied())
    }

    /// The targets of those edges out of a node that are of these kinds.
    pub(crate) fn targets(&self, node: Node, hows: Hows) -> impl Iterator<Item = Node> {
        self.edges(node).filter(move |(_, how)| hows.has(*how)).map(|(target, _)| target)
    }

    /// The next target of those that [`Csr::targets`] gives, by a cursor of one word that starts at 0.
    pub(crate) fn next_target(&self, node: Node, edge: &mut u32, hows: Hows) -> Option<Node> {
        let row = self.row(node);
        loop {
            let at = row.start + *edge as usize;
            if at == row.end {
                return None;
            }
            *edge += 1;
            if hows.has(self.hows[at]) {
                return Some(self.targets[at]);
            }
        }
    }

    /// The number of edges out of a node.
    pub fn degree(&self, node: Node) -> usize {
        self.row(node).len()
    }
}

/// Builds a [`Csr`] row by row.
pub(crate) struct Rows(Csr);

impl Rows {
    pub fn new(nodes: usize, edges: usize) -> Self {
        let mut starts = Vec::with_capacity(nodes + 1);
        starts.push(0);
        Self(Csr { starts, targets: Vec::with_capacity(edges), hows: Vec::with_capacity(edges) })
    }

    /// Adds an edge to the row being built; its target is above the one before.
    pub fn push(&mut self, target: Node, how: How) {
        self.0.targets.push(target);
        self.0.hows.push(how);
    }

    pub fn end_row(&mut self) {
        self.0.starts.push(self.0.targets.len() as u32);
    }

    pub fn finish(self) -> Csr {
        self.0
    }
}
