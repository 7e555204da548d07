//! Times each question on 200,000 symbols and 1,000,000 calls: `cargo run --profile measure -p graph --example questions`
#![allow(clippy::disallowed_methods, clippy::print_stdout, reason = "an example that measures time and prints it")]

use graph::{Flags, Graph, How, Hows, PartSymbol, Parts, callers, coupling, cycles, dead_code, impact, test_cover};
use std::hint::black_box;
use std::time::Instant;

const SYMBOLS: u32 = 200_000;
const CALLS: usize = 1_000_000;
const ROUNDS: u32 = 20;

/// Like code: most calls stay near, some go to what everybody uses.
fn parts() -> Parts {
    let mut state = 1u64;
    let mut random = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as u32) % below
    };
    let symbols = (0..SYMBOLS)
        .map(|at| PartSymbol {
            id: format!(
                "packages/p{}/src/folder{}/file{}.ts#Class{}.method{at}",
                at / 5_000,
                at / 500,
                at / 20,
                at / 10
            ),
            module: format!("packages/p{}/src/folder{}", at / 5_000, at / 500),
            flags: Flags(
                Flags::CALLABLE
                    | if at % 20 == 0 { Flags::TEST } else { 0 }
                    | if at % 3 == 0 { Flags::EXPORTED } else { 0 },
            ),
        })
        .collect();
    let calls = (0..CALLS)
        .map(|_| {
            let caller = random(SYMBOLS);
            let callee = match random(10) {
                0..7 => (caller + random(200)).saturating_sub(random(120)).min(SYMBOLS - 1),
                7..9 => random(SYMBOLS),
                _ => random(2_000) * 100,
            };
            (caller, callee, How::ALL[random(3) as usize])
        })
        .collect();
    Parts { symbols, calls }
}

fn time<T>(name: &str, mut run: impl FnMut() -> T) -> T {
    let mut answer = run();
    let start = Instant::now();
    for _ in 0..ROUNDS {
        answer = black_box(run());
    }
    println!("{name:<28} {:>9.3} ms", start.elapsed().as_secs_f64() * 1e3 / f64::from(ROUNDS));
    answer
}

fn main() {
    let parts = parts();
    let graph = Graph::from_parts(parts.clone()).expect("a graph");
    println!("{} symbols, {} edges", graph.len(), graph.calls().len());
    time("from parts", || Graph::from_parts(parts.clone()).is_ok());
    let bytes = time("encode", || graph.encode());
    println!("{:<28} {:>9} bytes", "artifact", bytes.len());
    time("decode", || Graph::decode(&bytes).is_ok());
    let busiest = (0..graph.len() as u32).max_by_key(|node| graph.callers().degree(*node)).unwrap_or_default();
    for (name, node) in [("usual", 12_345), ("busiest", busiest)] {
        let found = time(&format!("callers to depth 3, {name}"), || {
            callers::transitive(&graph, &[node], 3, usize::MAX, Hows::ALL).reached.len()
        });
        println!("{:<28} {found:>9}", "  found");
        let found =
            time(&format!("impact, {name}"), || impact::impact(&graph, &[node], u32::MAX, Hows::ALL).affected.len());
        println!("{:<28} {found:>9}", "  found");
    }
    time("path", || callers::path(&graph, 7, 199_990, Hows::ALL));
    time("cycles", || cycles::cycles(&graph, Hows::ALL).len());
    time("coupling", || coupling::coupling(&graph, Hows::ALL).cycles.len());
    time("dead code", || dead_code::dead_code(&graph).candidates.len());
    time("test cover", || test_cover::test_cover(&graph, Hows::ALL).covered);
}
