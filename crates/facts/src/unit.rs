//! Units: the rows of one file, package or commit, with one canonical encoding.
//!
//! The encoding is one line of compact JSON, `{"v":1,"kind":…,"path":…,"rows":{table:[[…],…],…}}`:
//! tables in alphabetical order, empty ones left out, a row's values in the order of its columns in
//! [`TABLES`], numbers as integers, booleans as 0 and 1. It is what `JSON.stringify` would write, so
//! TypeScript and Rust agree on the hash, SHA-256 of the line, without sharing code.

use crate::json;
use crate::rows::Rows;
use std::borrow::Cow;

/// The version in every unit.
pub const UNIT_VERSION: u32 = 1;

/// The tables that a file's unit may hold, and their columns. `src/contract/fact-tables.ts` gives each
/// column its type and meaning; a test there compares the two.
pub const TABLES: &[(&str, &[&str])] = &[
    ("assertions", &["symbol", "path", "line"]),
    (
        "calls",
        &[
            "site",
            "caller",
            "caller_name",
            "caller_line",
            "path",
            "line",
            "start_line",
            "kind",
            "callee",
            "callee_name",
            "callee_text",
            "arguments",
            "resolution",
            "target",
            "passed",
            "quote",
        ],
    ),
    (
        "client_sites",
        &[
            "kind", "library", "owner", "callee", "place", "method", "url", "fields", "response", "symbol", "path",
            "line",
        ],
    ),
    ("constants", &["name", "kind", "value", "symbol", "exported", "path", "line"]),
    ("data_accesses", &["symbol", "operation", "library", "model", "target", "path", "line", "fields"]),
    ("environment_uses", &["variable", "symbol", "path", "line", "has_default", "default", "source", "required"]),
    ("error_sites", &["kind", "error", "target", "symbol", "path", "line", "end_line"]),
    ("error_types", &["symbol", "name", "base", "target", "root", "path", "line"]),
    ("exports", &["path", "line", "name", "kind", "local", "specifier", "resolved", "symbol", "type_only"]),
    ("files", &["path", "language", "bytes", "lines", "hash", "package", "is_test", "is_generated"]),
    (
        "imports",
        &[
            "path",
            "line",
            "specifier",
            "resolved",
            "external",
            "kind",
            "name",
            "alias",
            "symbol",
            "type_only",
            "dynamic",
        ],
    ),
    (
        "model_parts",
        &[
            "kind",
            "library",
            "owner",
            "name",
            "table_name",
            "column_name",
            "type",
            "nullable",
            "key",
            "references",
            "symbol",
            "members",
            "path",
            "line",
        ],
    ),
    ("mocks", &["library", "subject", "target", "symbol", "path", "line"]),
    ("problems", &["path", "kind", "line", "end_line", "message"]),
    (
        "references",
        &["kind", "caller", "caller_name", "caller_line", "path", "line", "symbol", "name", "resolution", "quote"],
    ),
    (
        "registrations",
        &[
            "kind",
            "framework",
            "owner",
            "method",
            "route",
            "name",
            "handler",
            "handler_name",
            "guards",
            "mounted",
            "symbol",
            "path",
            "line",
            "end_line",
        ],
    ),
    ("secret_findings", &["kind", "severity", "fingerprint", "in_test", "path", "line"]),
    (
        "sinks",
        &[
            "symbol",
            "kind",
            "cwe",
            "owasp",
            "library",
            "callee",
            "argument",
            "given",
            "sources",
            "path",
            "line",
            "confidence",
        ],
    ),
    (
        "symbols",
        &[
            "id",
            "kind",
            "name",
            "qualified",
            "path",
            "line",
            "end_line",
            "name_line",
            "parent",
            "signature",
            "params",
            "returns",
            "type_text",
            "doc",
            "exported",
            "visibility",
            "decorators",
            "is_async",
            "is_generator",
            "is_static",
            "is_abstract",
            "complexity",
            "preview",
        ],
    ),
    ("tests", &["path", "kind", "name", "framework", "symbol", "line", "end_line"]),
    (
        "type_members",
        &["type", "path", "name", "kind", "type_text", "target", "optional", "readonly", "is_static", "line"],
    ),
    ("type_relations", &["type", "relation", "name", "target", "path", "line"]),
];

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell<'t> {
    Null,
    Number(u64),
    Text(Cow<'t, str>),
}

impl<'t> Cell<'t> {
    fn read(value: &'t serde_json::Value) -> Self {
        match value {
            serde_json::Value::String(text) => Self::from(text.as_str()),
            value => value.as_u64().map_or(Self::Null, Self::Number),
        }
    }

    pub fn is_null(&self) -> bool {
        *self == Self::Null
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Number(number) => json::number(*number, out),
            Self::Text(text) => json::text(text, out),
        }
    }
}

impl<'t> From<&'t str> for Cell<'t> {
    fn from(text: &'t str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl<'t> From<Cow<'t, str>> for Cell<'t> {
    fn from(text: Cow<'t, str>) -> Self {
        Self::Text(text)
    }
}

impl From<String> for Cell<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<u32> for Cell<'_> {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

/// A unit as it is encoded.
#[derive(serde::Deserialize)]
struct Encoded {
    path: String,
    rows: std::collections::BTreeMap<String, Vec<Vec<serde_json::Value>>>,
}

/// Collects a unit's rows.
#[derive(Clone, Debug)]
pub struct Unit {
    kind: &'static str,
    path: String,
    /// Of each of [`TABLES`].
    rows: [Table; TABLES.len()],
}

/// The rows of one table.
#[derive(Clone, Debug, Default)]
struct Table {
    /// As the encoding holds them, a comma between two.
    json: String,
    /// Where each value ends.
    ends: Vec<u32>,
}

impl Unit {
    /// A unit without rows. `kind` is `file` for a source file's.
    pub fn new(kind: &'static str, path: &str) -> Self {
        Self {
            kind,
            path: path.to_owned(),
            rows: [const { Table { json: String::new(), ends: Vec::new() } }; TABLES.len()],
        }
    }

    /// Reads a file's unit from its encoding; rows of tables that are unknown are left out. None: it is damaged.
    pub fn read(json: &str) -> Option<Self> {
        let whole: Encoded = serde_json::from_str(json).ok()?;
        let mut unit = Self::new("file", &whole.path);
        for (table, rows) in &whole.rows {
            let Some((_, columns)) = TABLES.iter().find(|(name, _)| name == table) else { continue };
            for row in rows.iter().filter(|row| row.len() == columns.len()) {
                let cells: Vec<Cell> = row.iter().map(Cell::read).collect();
                unit.push(table, &cells);
            }
        }
        Some(unit)
    }

    pub fn path(&self) -> &str {
        &self.path
    }

    /// Adds a row. The values stand in the order of the table's columns.
    ///
    /// # Panics
    /// When the table is unknown or the number of values differs from its columns: a fault of ours.
    pub fn push(&mut self, table: &str, row: &[Cell]) {
        let at = TABLES.iter().position(|(name, columns)| *name == table && columns.len() == row.len());
        let Some(at) = at else { panic!("a row of {table}") };
        let Table { json: out, ends } = &mut self.rows[at];
        if !out.is_empty() {
            out.push(',');
        }
        out.push('[');
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            cell.write(out);
            ends.push(out.len() as u32);
        }
        out.push(']');
    }

    /// The rows of a table so far; of one that is unknown, none.
    pub fn rows(&self, table: &str) -> Rows<'_> {
        let at = TABLES.iter().position(|(name, _)| *name == table);
        at.map_or_else(Rows::default, |at| {
            let Table { json, ends } = &self.rows[at];
            Rows::new(json, ends, TABLES[at].1.len())
        })
    }

    /// The canonical encoding, without a line end.
    pub fn encode(&self) -> String {
        let mut out = String::with_capacity(256 + self.rows.iter().map(|it| it.json.len()).sum::<usize>());
        out.push_str("{\"v\":1,\"kind\":");
        Cell::from(self.kind).write(&mut out);
        out.push_str(",\"path\":");
        Cell::from(self.path.as_str()).write(&mut out);
        out.push_str(",\"rows\":{");
        let tables = TABLES.iter().zip(self.rows.iter().map(|it| &it.json));
        let mut filled = tables.filter(|(_, rows)| !rows.is_empty()).peekable();
        while let Some(((table, _), rows)) = filled.next() {
            Cell::from(*table).write(&mut out);
            out.push_str(":[");
            out.push_str(rows);
            out.push(']');
            if filled.peek().is_some() {
                out.push(',');
            }
        }
        out.push_str("}}");
        out
    }
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| DIGITS[usize::from(digit)] as char).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_one_line_of_json_with_tables_in_order() {
        let mut unit = Unit::new("file", "a\"b.ts");
        unit.push("problems", &["a".into(), "syntax".into(), 3.into(), 4.into(), "é\u{1}".into()]);
        unit.push("tests", &[0, 1, 2, 3, 4, 5, 6].map(Cell::from));
        unit.push("exports", &[const { Cell::Null }; 9]);
        assert_eq!(
            unit.encode(),
            r#"{"v":1,"kind":"file","path":"a\"b.ts","rows":{"exports":[[null,null,null,null,null,null,null,null,null]],"problems":[["a","syntax",3,4,"é\u0001"]],"tests":[[0,1,2,3,4,5,6]]}}"#
        );
        assert_eq!(hex(&[0x0f, 0xa0]), "0fa0");
        assert_eq!(Unit::read(&unit.encode()).map(|unit| unit.encode()), Some(unit.encode()));
        assert!(Unit::read("{").is_none());
    }
}
