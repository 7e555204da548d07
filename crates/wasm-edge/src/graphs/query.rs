//! The questions that are asked of a graph, in JSON. `src/engine/graph.ts` has the same shapes in TypeScript.

use crate::reply::Refusal;
use ::graph::{Graph, Hows, Node, Reached, callers, coupling, cycles, dead_code, impact, reachability, test_cover};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Rows that one answer holds at most.
const MAX_ROWS: usize = 10_000;

#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "camelCase", deny_unknown_fields)]
pub enum Question {
    Callers(Reach),
    Callees(Reach),
    Tests(Reach),
    Impact(Reach),
    Path {
        from: String,
        to: String,
        #[serde(default)]
        edges: Edges,
    },
    Cycles {
        limit: usize,
        #[serde(default)]
        edges: Edges,
    },
    Coupling {
        #[serde(default)]
        edges: Edges,
    },
    DeadCode {
        limit: usize,
    },
    TestCover {
        limit: usize,
        #[serde(default)]
        edges: Edges,
    },
}

/// Symbols that a search starts from, how many calls far it goes, and how many rows it gives.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    of: Vec<String>,
    depth: u32,
    limit: usize,
    #[serde(default)]
    edges: Edges,
}

/// Which edges are followed.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Edges {
    /// Those to the one declaration that is called.
    #[default]
    Resolved,
    /// Also to each of several candidates, and to what is passed by name.
    All,
}

#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    depth: u32,
    via: &'a str,
}

impl From<Edges> for Hows {
    fn from(edges: Edges) -> Self {
        match edges {
            Edges::Resolved => Self::RESOLVED,
            Edges::All => Self::ALL,
        }
    }
}

pub fn answer(graph: &Graph, question: Question) -> Result<Value, Refusal> {
    let id = |node: &Node| graph.id(*node);
    let rows = |reached: &[Reached]| -> Vec<Value> {
        let row = |one: &Reached| json!(Row { id: graph.id(one.node), depth: one.depth, via: graph.id(one.via) });
        reached.iter().map(row).collect()
    };
    let module = |module: &u32| graph.module_name(*module);
    Ok(match question {
        Question::Callers(reach) => {
            let found = callers::transitive(
                graph,
                &starts(graph, &reach)?,
                reach.depth,
                rows_of(reach.limit),
                reach.edges.into(),
            );
            json!({ "rows": rows(&found.reached), "cut": found.cut })
        }
        Question::Callees(reach) => {
            let found = reachability::reachable(
                graph,
                &starts(graph, &reach)?,
                reach.depth,
                rows_of(reach.limit),
                reach.edges.into(),
            );
            json!({ "rows": rows(&found.reached), "cut": found.cut })
        }
        Question::Tests(reach) => {
            let found = test_cover::tests_of(graph, &starts(graph, &reach)?, reach.depth, reach.edges.into());
            let kept = &found[..found.len().min(rows_of(reach.limit))];
            json!({ "rows": rows(kept), "cut": kept.len() < found.len() })
        }
        Question::Impact(reach) => {
            let found = impact::impact(graph, &starts(graph, &reach)?, reach.depth, reach.edges.into());
            let limit = rows_of(reach.limit);
            json!({
                "total": found.affected.len(),
                "rows": rows(&found.affected[..found.affected.len().min(limit)]),
                "cut": found.affected.len() > limit,
                "byDepth": found.by_depth,
                "modules": found.modules.iter().map(|(at, count)| (module(at), count)).collect::<Vec<_>>(),
                "entryPoints": found.entry_points.iter().take(limit).map(id).collect::<Vec<_>>(),
                "entryPointCount": found.entry_points.len(),
                "tests": found.tests.iter().take(limit).map(id).collect::<Vec<_>>(),
                "testCount": found.tests.len(),
            })
        }
        Question::Path { from, to, edges } => {
            let path = callers::path(graph, find(graph, &from)?, find(graph, &to)?, edges.into());
            json!({ "path": path.map(|path| path.iter().map(id).collect::<Vec<_>>()) })
        }
        Question::Cycles { limit, edges } => {
            let found = cycles::cycles(graph, edges.into());
            let kept = found.iter().take(rows_of(limit)).map(|cycle| cycle.iter().take(MAX_ROWS).map(id).collect());
            json!({ "total": found.len(), "cycles": kept.collect::<Vec<Vec<_>>>() })
        }
        Question::Coupling { edges } => {
            let found = coupling::coupling(graph, edges.into());
            let measured = found.coupling.iter().map(|one| {
                json!({
                    "module": module(&one.module), "symbols": one.symbols, "fanIn": one.fan_in, "fanOut": one.fan_out,
                    "callsIn": one.calls_in, "callsOut": one.calls_out, "instability": one.instability,
                    "abstractness": one.abstractness, "distance": one.distance, "cycle": one.cycle,
                })
            });
            let circles = found.cycles.iter().map(|cycle| cycle.iter().map(module).collect());
            json!({ "modules": measured.collect::<Vec<_>>(), "cycles": circles.collect::<Vec<Vec<_>>>() })
        }
        Question::DeadCode { limit } => {
            let found = dead_code::dead_code(graph);
            let [entries, exported, uncertain] = found.trusted;
            let kept = found.candidates.iter().take(rows_of(limit));
            json!({
                "total": found.candidates.len(),
                "candidates": kept.map(|one| json!({ "id": graph.id(one.node), "callers": one.callers })).collect::<Vec<_>>(),
                "trusted": { "entriesAndTests": entries, "exported": exported, "uncertain": uncertain },
            })
        }
        Question::TestCover { limit, edges } => {
            let found = test_cover::test_cover(graph, edges.into());
            let modules = (0..).zip(&found.modules).filter(|(_, (functions, _))| *functions > 0);
            let row = |(at, (functions, covered)): (u32, &(u32, u32))| json!({ "module": module(&at), "functions": functions, "covered": covered });
            json!({
                "functions": found.functions,
                "covered": found.covered,
                "modules": modules.map(row).collect::<Vec<_>>(),
                "uncoveredCount": found.uncovered.len(),
                "uncovered": found.uncovered.iter().take(rows_of(limit)).map(id).collect::<Vec<_>>(),
            })
        }
    })
}

fn rows_of(limit: usize) -> usize {
    limit.min(MAX_ROWS)
}

fn find(graph: &Graph, id: &str) -> Result<Node, Refusal> {
    graph.find(id).ok_or_else(|| Refusal::Invalid(format!("the graph has no symbol {id}")))
}

fn starts(graph: &Graph, reach: &Reach) -> Result<Vec<Node>, Refusal> {
    reach.of.iter().map(|id| find(graph, id)).collect()
}
