//! Errors that are thrown and caught.

use crate::rows::{TEXT, Writer, clip};
use crate::values::types::Decl;
use facts::SymbolKind;
use facts::unit::Cell;

impl Writer<'_, '_> {
    pub fn errors(&mut self) {
        let graph = self.graph;
        for site in &graph.errors {
            let verdict = site.of.map(|of| self.eval.reference_target(self.file, of));
            let target = verdict.and_then(|verdict| match verdict.targets[..] {
                [one] => Some(self.project.symbol_id(self.class_of_constructor(one))),
                _ => None,
            });
            let [caller, ..] = self.caller(site.caller);
            let row = [
                site.kind.word().into(),
                if site.text.is_empty() { Cell::Null } else { clip(&site.text, TEXT) },
                target.map_or(Cell::Null, Cell::from),
                caller,
                self.path(),
                site.at.line.into(),
                site.end_line.into(),
            ];
            self.unit.push("error_sites", &row);
        }
    }

    /// A class by its constructor.
    fn class_of_constructor(&self, decl: Decl) -> Decl {
        let parent = self.project.symbol(decl).filter(|(_, symbol)| symbol.kind == SymbolKind::Constructor);
        match parent.and_then(|(_, symbol)| symbol.parent) {
            Some(symbol) => Decl { file: decl.file, symbol },
            None => decl,
        }
    }
}
