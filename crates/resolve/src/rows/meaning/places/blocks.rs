//! Functions that calls are given, by what they stand around: `route("/api") { get("/items") { } }`.

use crate::rows::meaning::Anchors;
use facts::{Block, Call, FileGraph, ValueId};

/// Functions of a standard library that do nothing with the function they are given but to call it at once.
const AT_ONCE: [&str; 6] = ["with", "apply", "run", "also", "let", "repeat"];

impl<'g> Anchors<'_, 'g> {
    /// Which functions that are given to calls stand around which calls.
    pub fn blocks(&mut self, graph: &'g FileGraph) {
        if graph.blocks.is_empty() {
            return;
        }
        self.by_callee = graph.calls.iter().map(|call| (call.callee, call)).collect();
        let mut blocks: Vec<&Block> = graph.blocks.iter().collect();
        blocks.sort_by_key(|block| (block.from, std::cmp::Reverse(block.to)));
        let (mut next, mut open) = (0, Vec::<&Block>::new());
        for call in &graph.calls {
            while let Some(block) = blocks.get(next).filter(|block| block.from <= call.at.byte) {
                open.push(block);
                next += 1;
            }
            while open.last().is_some_and(|block| block.to <= call.at.byte) {
                open.pop();
            }
            if let Some(outer) = open.last().and_then(|block| self.outside_loops(graph, block)) {
                self.around.insert(call.callee, outer);
            }
        }
    }

    /// The call that is given the innermost function around a call, which does more with that than to call it at once.
    pub fn block_of(&self, callee: ValueId) -> Option<&'g Call> {
        let mut block = self.around.get(&callee).copied()?;
        while self.paths.get(&block.callee).is_some_and(|path| calls_at_once(path)) {
            block = self.around.get(&block.callee).copied()?;
        }
        Some(block)
    }
}

/// Whether what has a path calls the function at once that it is given: `with(users) { routes() }`, `paths.forEach { get(it) }`.
fn calls_at_once(path: &str) -> bool {
    let name = path.rsplit('.').next().unwrap_or_default();
    name == "forEach" || path.starts_with("kotlin.") && AT_ONCE.contains(&name)
}
