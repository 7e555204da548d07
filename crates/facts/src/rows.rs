//! The rows of a unit as they are encoded: what is asked of them is read from the text, and most of it is handed on as it
//! stands there.

use crate::unit::TABLES;
use std::borrow::Cow;

/// Where a column stands in the rows of a table.
///
/// # Panics
/// Where the table has no such column; in a constant, when it is compiled.
pub const fn column(table: &str, column: &str) -> usize {
    let mut at = 0;
    while at < TABLES.len() {
        let (name, columns) = TABLES[at];
        if is_same(name, table) {
            let mut place = 0;
            while place < columns.len() {
                if is_same(columns[place], column) {
                    return place;
                }
                place += 1;
            }
        }
        at += 1;
    }
    panic!("no table has this column")
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The rows of one table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rows<'u> {
    json: &'u str,
    ends: &'u [u32],
    columns: usize,
}

impl<'u> Rows<'u> {
    pub(crate) fn new(json: &'u str, ends: &'u [u32], columns: usize) -> Self {
        Self { json, ends, columns }
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(self) -> impl Iterator<Item = Row<'u>> {
        let starts = (0..self.ends.len()).step_by(self.columns.max(1));
        starts.map(move |first| Row { rows: self, first })
    }
}

/// One row.
#[derive(Clone, Copy, Debug)]
pub struct Row<'u> {
    rows: Rows<'u>,
    first: usize,
}

impl<'u> Row<'u> {
    /// The value of a column, as it is encoded.
    pub fn json(&self, column: usize) -> &'u str {
        let Rows { json, ends, .. } = self.rows;
        let at = self.first + column;
        // A comma stands between two values of a row, what ends and begins a row between two of them.
        let start = match (at, column) {
            (0, _) => 1,
            (_, 0) => ends[at - 1] as usize + 3,
            _ => ends[at - 1] as usize + 1,
        };
        &json[start..ends[at] as usize]
    }

    pub fn is_null(&self, column: usize) -> bool {
        self.json(column) == "null"
    }

    /// 0 of what is no number.
    pub fn number(&self, column: usize) -> u64 {
        self.json(column).parse().unwrap_or(0)
    }

    pub fn is_set(&self, column: usize) -> bool {
        self.json(column) == "1"
    }

    /// The text of a column between its quotes, escaped as it is; None of what is no text.
    pub fn escaped(&self, column: usize) -> Option<&'u str> {
        let json = self.json(column);
        matches!(json.as_bytes(), [b'"', .., b'"']).then(|| &json[1..json.len() - 1])
    }

    /// The same with nothing escaped.
    pub fn text(&self, column: usize) -> Option<Cow<'u, str>> {
        self.escaped(column).map(unescape)
    }
}

/// A text as it is, of one that is escaped.
pub fn unescape(escaped: &str) -> Cow<'_, str> {
    let Some((first, _)) = escaped.split_once('\\') else { return Cow::Borrowed(escaped) };
    let mut out = String::with_capacity(escaped.len());
    let mut rest = &escaped[first.len()..];
    out.push_str(first);
    while let Some(behind) = rest.strip_prefix('\\') {
        let sign = match behind.as_bytes().first() {
            Some(&mark @ (b'"' | b'\\')) => char::from(mark),
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            // What is rare, or damaged.
            _ => return serde_json::from_str(&format!("\"{escaped}\"")).map_or(Cow::Borrowed(escaped), Cow::Owned),
        };
        out.push(sign);
        rest = &behind[1..];
        let plain = rest.find('\\').unwrap_or(rest.len());
        out.push_str(&rest[..plain]);
        rest = &rest[plain..];
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unit::{Cell, Unit};

    #[test]
    fn what_is_escaped_is_read_as_others_read_it() {
        let every: String = (0..256u32).filter_map(char::from_u32).chain("é😀".chars()).collect();
        for text in ["", "plain", "\\", "a\"b\\c", "one\r\n\ttwo \\n", "\u{8}", &every] {
            let mut json = String::new();
            crate::json::text(text, &mut json);
            assert_eq!(unescape(&json[1..json.len() - 1]), text);
        }
        for damaged in ["\\", "\\ud800", "a\\q"] {
            assert_eq!(unescape(damaged), damaged);
        }
        assert_eq!(unescape("\\ud83d\\ude00\\/"), "😀/");
    }

    #[test]
    fn values_are_found_in_the_encoding() {
        let mut unit = Unit::new("file", "a.ts");
        for name in ["one", "t\"w\no"] {
            unit.push("assertions", &[Cell::Null, name.into(), 12.into()]);
        }
        const PATH: usize = column("assertions", "path");
        let rows: Vec<Row> = unit.rows("assertions").iter().collect();
        let told = |row: &Row| (row.is_null(0), row.text(PATH).map(Cow::into_owned), row.number(2));
        assert_eq!(told(&rows[0]), (true, Some("one".to_owned()), 12));
        assert_eq!(told(&rows[1]), (true, Some("t\"w\no".to_owned()), 12));
        assert_eq!((rows[1].escaped(PATH), rows[1].escaped(0)), (Some("t\\\"w\\no"), None));
        assert!(unit.rows("calls").is_empty() && unit.rows("nothing").iter().next().is_none());
    }
}
