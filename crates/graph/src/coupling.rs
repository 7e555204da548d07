//! How modules depend on each other. R. Martin, "OO design quality metrics", 1994; modules depend by the calls between
//! their symbols.

use crate::csr::Rows;
use crate::cycles::components;
use crate::{Csr, Flags, Graph, How, Hows, Node};

/// What is measured of one module.
#[derive(Clone, Debug, PartialEq)]
pub struct Coupling {
    pub module: u32,
    pub symbols: u32,
    /// Other modules that call into it.
    pub fan_in: u32,
    /// Other modules that it calls into.
    pub fan_out: u32,
    /// Edges from and to other modules' symbols.
    pub calls_in: u32,
    pub calls_out: u32,
    /// `fan_out / (fan_in + fan_out)`: 0 everything leans on it, 1 it leans on others. None for a module on its own.
    pub instability: Option<f64>,
    /// Abstract types among its types. None where it has no types.
    pub abstractness: Option<f64>,
    /// `|abstractness + instability - 1|`: 0 is balanced. None where either is.
    pub distance: Option<f64>,
    /// The place in [`Modules::cycles`] of the cycle it is part of.
    pub cycle: Option<u32>,
}

/// The modules and what is between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Modules {
    /// By number.
    pub coupling: Vec<Coupling>,
    /// Modules that call each other in a circle; largest first.
    pub cycles: Vec<Vec<u32>>,
}

/// Measures all modules by the edges of these kinds.
pub fn coupling(graph: &Graph, hows: Hows) -> Modules {
    let mut coupling: Vec<Coupling> = (0..graph.module_count() as u32).map(Coupling::of).collect();
    let mut types = vec![(0u32, 0u32); coupling.len()];
    for node in graph.nodes() {
        let module = graph.module_of(node) as usize;
        coupling[module].symbols += 1;
        if graph.flags(node).has(Flags::TYPE) {
            types[module].0 += 1;
            types[module].1 += u32::from(graph.flags(node).has(Flags::ABSTRACT));
        }
        for callee in graph.calls().targets(node, hows) {
            let other = graph.module_of(callee) as usize;
            if other != module {
                coupling[module].calls_out += 1;
                coupling[other].calls_in += 1;
            }
        }
    }

    let depends = module_graph(graph, hows);
    let cycles = components(&depends, Hows::ALL);
    for (place, cycle) in cycles.iter().enumerate() {
        for module in cycle {
            coupling[*module as usize].cycle = Some(place as u32);
        }
    }
    for module in 0..coupling.len() {
        coupling[module].fan_out = depends.degree(module as u32) as u32;
        for (other, _) in depends.edges(module as u32) {
            coupling[other as usize].fan_in += 1;
        }
    }
    for (one, (types, abstract_types)) in coupling.iter_mut().zip(types) {
        one.instability = share(one.fan_out, one.fan_in + one.fan_out);
        one.abstractness = share(abstract_types, types);
        one.distance = one.instability.zip(one.abstractness).map(|(i, a)| (a + i - 1.0).abs());
    }
    Modules { coupling, cycles }
}

impl Coupling {
    fn of(module: u32) -> Self {
        Self {
            module,
            symbols: 0,
            fan_in: 0,
            fan_out: 0,
            calls_in: 0,
            calls_out: 0,
            instability: None,
            abstractness: None,
            distance: None,
            cycle: None,
        }
    }
}

fn share(part: u32, whole: u32) -> Option<f64> {
    (whole > 0).then(|| f64::from(part) / f64::from(whole))
}

/// Which modules call into which others.
fn module_graph(graph: &Graph, hows: Hows) -> Csr {
    let modules = graph.module_count();
    let mut members: Vec<Node> = graph.nodes().collect();
    members.sort_by_key(|node| graph.module_of(*node));
    let mut rest = members.as_slice();
    // The last module that was found to depend on each.
    let mut depended = vec![u32::MAX; modules];
    let mut rows = Rows::new(modules, modules);
    for module in 0..modules as u32 {
        let (own, behind) = rest.split_at(rest.partition_point(|node| graph.module_of(*node) <= module));
        let mut others = Vec::new();
        for node in own {
            for callee in graph.calls().targets(*node, hows) {
                let other = graph.module_of(callee);
                if other != module && depended[other as usize] != module {
                    depended[other as usize] = module;
                    others.push(other);
                }
            }
        }
        others.sort_unstable();
        for other in others {
            rows.push(other, How::Exact);
        }
        rows.end_row();
        rest = behind;
    }
    rows.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::graph;

    #[test]
    fn modules_are_measured_by_who_calls_whom() {
        let graph = graph("ui.a>core.C ui.b>core.A ui.a>db.q db.q>core.C core.A>log.w log.w>db.q alone.x>alone.y");
        let found = coupling(&graph, Hows::ALL);
        let rows: Vec<_> = found
            .coupling
            .iter()
            .map(|one| {
                let name = graph.module_name(one.module);
                (name, one.symbols, one.fan_in, one.fan_out, one.calls_in, one.calls_out, one.instability, one.cycle)
            })
            .collect();
        assert_eq!(
            rows,
            [
                ("alone", 2, 0, 0, 0, 0, None, None),
                ("core", 2, 2, 1, 3, 1, Some(1.0 / 3.0), Some(0)),
                ("db", 1, 2, 1, 2, 1, Some(1.0 / 3.0), Some(0)),
                ("log", 1, 1, 1, 1, 1, Some(0.5), Some(0)),
                ("ui", 2, 0, 2, 0, 3, Some(1.0), None),
            ]
        );
        assert_eq!(found.cycles, [[1, 2, 3]]);
        assert_eq!(found.coupling[1].abstractness, Some(0.5));
        assert!(found.coupling[1].distance.is_some_and(|distance| (distance - 1.0 / 6.0).abs() < 1e-9));
        assert_eq!(found.coupling[4].distance, None);
    }
}
