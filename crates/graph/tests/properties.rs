//! Properties of graphs at random: what is written is read back, damage is found, answers agree with plain ones.

use graph::{Flags, Graph, How, Hows, PartSymbol, Parts, callers, coupling, cycles, dead_code, impact, test_cover};
use proptest::prelude::*;

fn parts() -> impl Strategy<Value = Parts> {
    let symbol = ("[a-dé中]{0,6}", 0u8..4, any::<u8>());
    let symbols = prop::collection::vec(symbol, 1..24).prop_map(|all| {
        let with_id = |(at, (text, module, flags)): (usize, (String, u8, u8))| PartSymbol {
            id: format!("{text}#{at}"),
            module: format!("m{module}"),
            flags: Flags(flags),
        };
        all.into_iter().enumerate().map(with_id).collect::<Vec<_>>()
    });
    symbols.prop_flat_map(|symbols| {
        let node = 0..symbols.len() as u32;
        let call = (node.clone(), node, prop::sample::select(How::ALL.to_vec()));
        prop::collection::vec(call, 0..60).prop_map(move |calls| Parts { symbols: symbols.clone(), calls })
    })
}

/// Everything that can be asked, so that a graph that does not hold together panics.
fn ask_all(graph: &Graph) {
    for node in 0..graph.len() as u32 {
        callers::transitive(graph, &[node], 3, 5, Hows::ALL);
        assert_eq!(graph.find(graph.id(node)), Some(node));
    }
    if !graph.is_empty() {
        impact::impact(graph, &[0], u32::MAX, Hows::ALL);
        callers::path(graph, 0, graph.len() as u32 - 1, Hows::ALL);
    }
    cycles::cycles(graph, Hows::ALL);
    coupling::coupling(graph, Hows::ALL);
    dead_code::dead_code(graph);
    test_cover::test_cover(graph, Hows::ALL);
}

/// Which nodes each node calls, directly or not.
fn closure(graph: &Graph) -> Vec<Vec<bool>> {
    let count = graph.len();
    let mut reach = vec![vec![false; count]; count];
    for (node, row) in reach.iter_mut().enumerate() {
        for (callee, _) in graph.calls().edges(node as u32) {
            row[callee as usize] = true;
        }
    }
    for middle in 0..count {
        let through = reach[middle].clone();
        for row in reach.iter_mut().filter(|row| row[middle]) {
            row.iter_mut().zip(&through).for_each(|(to, more)| *to |= more);
        }
    }
    reach
}

fn checksum(bytes: &[u8]) -> [u8; 8] {
    let fnv = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, fnv).to_le_bytes()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_graph_is_read_back_as_it_was_written(parts in parts()) {
        let graph = Graph::from_parts(parts).expect("a graph");
        let bytes = graph.encode();
        let read = Graph::decode(&bytes).expect("what was written");
        prop_assert_eq!(read.encode(), bytes);
        for node in 0..graph.len() as u32 {
            prop_assert_eq!(read.id(node), graph.id(node));
            prop_assert_eq!(read.flags(node), graph.flags(node));
            prop_assert_eq!(read.module_name(read.module_of(node)), graph.module_name(graph.module_of(node)));
            let rows = |graph: &Graph| {
                (graph.calls().edges(node).collect::<Vec<_>>(), graph.callers().edges(node).collect::<Vec<_>>())
            };
            prop_assert_eq!(rows(&read), rows(&graph));
        }
        ask_all(&read);
    }

    #[test]
    fn changed_bytes_are_refused(parts in parts(), at in any::<prop::sample::Index>(), change in 1u8..) {
        let mut bytes = Graph::from_parts(parts).expect("a graph").encode();
        let at = at.index(bytes.len());
        bytes[at] ^= change;
        prop_assert!(Graph::decode(&bytes).is_err());
        prop_assert!(Graph::decode(&bytes[..at]).is_err());
    }

    /// Even behind a right checksum, bytes are either refused or a graph that holds together.
    #[test]
    fn no_bytes_make_a_graph_that_panics(parts in parts(), changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4)) {
        let mut bytes = Graph::from_parts(parts).expect("a graph").encode();
        bytes.truncate(bytes.len() - 8);
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.extend(checksum(&bytes));
        if let Ok(graph) = Graph::decode(&bytes) {
            ask_all(&graph);
        }
    }

    #[test]
    fn answers_agree_with_the_transitive_closure(parts in parts()) {
        let graph = Graph::from_parts(parts).expect("a graph");
        let reach = closure(&graph);
        for node in 0..graph.len() {
            let affected = impact::impact(&graph, &[node as u32], u32::MAX, Hows::ALL).affected;
            let mut found: Vec<usize> = affected.iter().map(|one| one.node as usize).collect();
            found.sort_unstable();
            let callers = reach.iter().enumerate().filter(|(other, row)| *other != node && row[node]);
            let expected: Vec<usize> = callers.map(|(other, _)| other).collect();
            prop_assert_eq!(found, expected);
            for one in affected {
                let path = callers::path(&graph, one.node, node as u32, Hows::ALL).expect("a path");
                prop_assert_eq!(path.len(), one.depth as usize + 1);
                for pair in path.windows(2) {
                    prop_assert!(graph.calls().edges(pair[0]).any(|(callee, _)| callee == pair[1]));
                }
            }
        }
        let cycles = cycles::cycles(&graph, Hows::ALL);
        for (a, row) in reach.iter().enumerate() {
            for (b, other) in reach.iter().enumerate().filter(|(b, _)| *b != a) {
                let together = cycles.iter().any(|cycle| cycle.contains(&(a as u32)) && cycle.contains(&(b as u32)));
                prop_assert_eq!(together, row[b] && other[a]);
            }
        }
    }
}
