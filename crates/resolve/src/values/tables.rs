//! Tests that run once for each row of a table: `describe.each([[a, 1], [b, 2]])("…", (x, n) => …)`.

use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{Value, ValueId};

/// What Vitest, Jest and others call what holds tests, and tests.
const TESTS: [&str; 8] = ["describe", "suite", "context", "it", "test", "fit", "fdescribe", "bench"];

impl Eval<'_> {
    /// What the function that a table's tests are made of takes at a position: a part of a row that is a list, else the
    /// row. None: it is no such function.
    pub(crate) fn tested_row(&mut self, callee: Ty, file: FileId, called: ValueId, position: u32) -> Option<Ty> {
        let Head::External(path) = *self.types.head(callee) else { return None };
        let path = self.text(path);
        let (owner, last) = path.rsplit_once('.')?;
        if !matches!(last, "each" | "for") || !owner.split('.').any(|name| TESTS.contains(&name)) {
            return None;
        }
        let Value::Call { arguments, .. } = &self.source(file)?.graph.values[called as usize] else { return None };
        let table = self.value(file, *arguments.first()?);
        let row = self.element(table);
        let given = match last {
            "each" => self.given_of_row(row, position),
            _ if position == 0 => row,
            _ => return None,
        };
        (!given.is_unknown()).then_some(given)
    }

    fn given_of_row(&mut self, row: Ty, position: u32) -> Ty {
        match self.types.head(row).clone() {
            Head::Tuple(parts) => parts.get(position as usize).copied().unwrap_or(Ty::UNKNOWN),
            Head::Std(Std::List, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Head::Union(options) => {
                let given: Vec<Ty> = options.iter().map(|&option| self.given_of_row(option, position)).collect();
                self.types.union(given)
            }
            _ if position == 0 => row,
            _ => Ty::UNKNOWN,
        }
    }
}
