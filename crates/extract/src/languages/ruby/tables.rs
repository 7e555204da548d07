//! Lists and hashes that are written out, of which blocks go through the rows: `%w[a b].each { |it| … }`.

use super::{Walk, Walker, end, field, items, start, symbol_text};
use facts::*;
use syntax::tree_sitter::Node;

/// A table has no more rows.
const MAX_ROWS: usize = 200;
/// What goes through one.
const EACH: [&str; 3] = ["each", "each_with_index", "map"];

impl Walk<'_, '_> {
    /// Keeps a list or hash where something goes through it, in its place or by the name that it is given.
    pub fn table(&mut self, node: Node, value: ValueId) {
        if !self.is_gone_through(node) {
            return;
        }
        let rows = items(node);
        if rows.is_empty() || rows.len() > MAX_ROWS {
            return;
        }
        let mut given = Vec::with_capacity(rows.len());
        for row in rows {
            let (key, held) = match (row.kind(), field(row, "key"), field(row, "value")) {
                ("pair", Some(key), Some(held)) => (Some(key), held),
                ("pair", ..) => return,
                _ => (None, row),
            };
            let name = match key.map(|it| symbol_text(it, self.str(it)).map(str::to_owned)) {
                None => None,
                Some(Some(text)) => Some(self.b.name(&text)),
                Some(None) => return,
            };
            let Some(shape) = self.row(held, true) else { return };
            given.push(Given { name, shape });
        }
        self.b.written("", value, start(node), end(node), given);
    }

    /// A text, or a list of such. None: it is anything else.
    fn row(&mut self, node: Node, nests: bool) -> Option<Shape> {
        if node.kind() == "array" && nests {
            let parts = items(node).into_iter().map(|it| self.row(it, false));
            return parts.collect::<Option<_>>().map(Shape::List);
        }
        let text = match node.kind() {
            "bare_string" => Some(self.str(node)),
            "string" if self.str(node).contains("#{") => None,
            _ => symbol_text(node, self.str(node)),
        };
        Some(Shape::Text(self.b.name(text?)))
    }

    fn is_gone_through(&self, node: Node) -> bool {
        let mut at = node;
        loop {
            let Some(around) = at.parent() else { return false };
            let is_receiver = field(around, "receiver").is_some_and(|it| it.id() == at.id());
            let method = field(around, "method").map_or("", |it| self.str(it));
            match around.kind() {
                "call" if is_receiver && EACH.contains(&method) => return true,
                "call" if is_receiver && method == "freeze" => at = around,
                "assignment" => {
                    let name = field(around, "left").map_or("", |it| self.str(it));
                    return !name.is_empty()
                        && EACH.iter().any(|it| self.b.source.text.contains(&format!("{name}.{it}")));
                }
                _ => return false,
            }
        }
    }
}
