//! Handlers that are put beside another of their class by what decorates that: `@notes.mapping.delete`.

use crate::rows::Writer;
use crate::rows::meaning::{RouterAnchors as Anchors, Site};
use facts::{Decorator, SymbolId};

/// What stands between the method that is decorated and the word for HTTP's.
const MAPPING: &str = ".mapping.";

impl<'p, 'g> Writer<'p, 'g> {
    /// What rules say of a method that goes by the decorators of another, behind whose paths `mapping` stands.
    pub fn mapped_meaning(&mut self, decorator: &'g Decorator, id: SymbolId, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let Some((name, verb)) = decorator.text.split_once(MAPPING) else { return };
        let parent = graph.symbols[id as usize].parent;
        let named = |symbol: &facts::Symbol| symbol.parent == parent && graph.name(symbol.name) == name;
        let Some(mapped) = graph.symbols.iter().position(named) else { return };
        for original in &graph.symbols[mapped].decorators {
            let verdict = self.eval.reference_target(self.file, original.value);
            let Some(path) = verdict.external.map(|path| project.names.text(path).to_string()) else { continue };
            let site = Site { mapped: Some(mapped as SymbolId), ..Site::of_decorator(graph, original, id, verb) };
            for clause in project.rules.of_decorator(&format!("{path}.mapping"), &graph.language) {
                self.clause(clause, &site, anchors);
            }
        }
    }
}
