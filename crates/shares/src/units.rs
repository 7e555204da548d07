//! Units that tests make.

use facts::unit::{Cell, TABLES, Unit};

/// A row with values in some columns, and nothing in the others.
pub fn push(unit: &mut Unit, table: &str, values: &[(&str, Cell)]) {
    let columns = TABLES.iter().find(|it| it.0 == table).map_or(&[][..], |it| it.1);
    let cell = |name: &&str| values.iter().find(|it| it.0 == *name).map_or(Cell::Null, |it| it.1.clone());
    let row: Vec<Cell> = columns.iter().map(cell).collect();
    unit.push(table, &row);
}

/// The unit of a file, with nothing but its own row.
pub fn file_of(path: &str, language: &str, values: &[(&str, Cell)]) -> Unit {
    let mut unit = Unit::new("file", path);
    push(&mut unit, "files", &[&[("path", path.into()), ("language", language.into())], values].concat());
    unit
}
