//! Rows of `registrations`, of which every kind says other things.

use crate::rows::{LONG_TEXT, TEXT, Writer, clip};
use facts::SymbolId;
use facts::unit::Cell;

/// A row; what its kind does not say is left out. What the columns mean: `src/contract/fact-tables.ts`.
pub struct Registration<'r> {
    pub kind: &'static str,
    pub framework: Option<&'r str>,
    pub owner: Option<&'r str>,
    pub method: Option<&'r str>,
    pub route: Option<&'r str>,
    pub name: Option<&'r str>,
    pub handler: Option<&'r str>,
    pub handler_name: Option<&'r str>,
    /// JSON
    pub guards: Option<String>,
    pub mounted: Option<&'r str>,
    /// The id of the symbol whose code says so.
    pub symbol: String,
    pub line: u32,
    pub end_line: u32,
}

impl Registration<'_> {
    /// The cells, each as long as its column takes.
    pub fn cells<'r>(&'r self, path: &'r str) -> [Cell<'r>; 14] {
        let text = |text: Option<&'r str>, max: usize| text.map_or(Cell::Null, |text| clip(text, max));
        [
            self.kind.into(),
            text(self.framework, LONG_TEXT),
            text(self.owner, LONG_TEXT),
            text(self.method, 20),
            text(self.route, TEXT),
            text(self.name, TEXT),
            text(self.handler, 2_100),
            text(self.handler_name.filter(|it| !it.is_empty()), TEXT),
            self.guards.as_deref().map_or(Cell::Null, Cell::from),
            text(self.mounted, LONG_TEXT),
            clip(&self.symbol, LONG_TEXT),
            path.into(),
            self.line.into(),
            self.end_line.into(),
        ]
    }
}

impl Writer<'_, '_> {
    /// A row that says nothing yet but who says it, on a line.
    pub fn registered_by<'r>(&self, kind: &'static str, by: Option<SymbolId>, line: u32) -> Registration<'r> {
        let symbol = self.caller_id(by);
        Registration {
            kind,
            framework: None,
            owner: None,
            method: None,
            route: None,
            name: None,
            handler: None,
            handler_name: None,
            guards: None,
            mounted: None,
            symbol,
            line,
            end_line: line,
        }
    }

    pub fn register(&mut self, told: &Registration<'_>) {
        self.unit.push("registrations", &told.cells(&self.graph.path));
    }
}
