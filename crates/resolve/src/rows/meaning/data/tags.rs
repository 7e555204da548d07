//! What tags of fields mean: texts, of which the first word is a key that a library looks for.

use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use facts::{Decorator, SymbolId, Value};

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows that follow from a field's tag, whatever the file imports: it is read by its key when the program runs.
    pub fn tag_meaning(&mut self, tag: &'g Decorator, field: SymbolId, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let Value::Name { name, .. } = graph.values[tag.value as usize] else { return };
        let key = graph.name(name);
        for clause in project.rules.of_decorator(key, &graph.language) {
            self.clause_of_symbol(clause, &Site::of_decorator(graph, tag, field, key), anchors);
        }
    }
}
