//! Units: the rows of one file, package or commit, with one canonical encoding and its hash.
//!
//! The encoding is one line of compact JSON, `{"v":1,"kind":…,"path":…,"rows":{table:[[…],…],…}}`:
//! tables in alphabetical order, empty ones left out, a row's values in the order of its columns in
//! [`TABLES`], numbers as integers, booleans as 0 and 1. It is what `JSON.stringify` would write, so
//! TypeScript and Rust agree on the hash without sharing code.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The version in every unit.
pub const UNIT_VERSION: u32 = 1;

/// The tables that a file's unit may hold, and their columns. `src/contract/fact-tables.ts` gives each
/// column its type and meaning; a test there compares the two.
pub const TABLES: &[(&str, &[&str])] = &[
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
            "quote",
        ],
    ),
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
    ("problems", &["path", "kind", "line", "message"]),
    (
        "references",
        &["kind", "caller", "caller_name", "caller_line", "path", "line", "symbol", "name", "resolution", "quote"],
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

/// Collects a unit's rows.
#[derive(Debug, Default)]
pub struct Unit {
    kind: &'static str,
    path: String,
    rows: BTreeMap<&'static str, Vec<Vec<Value>>>,
}

impl Unit {
    /// A unit without rows. `kind` is `file` for a source file's.
    pub fn new(kind: &'static str, path: &str) -> Self {
        Self { kind, path: path.to_owned(), rows: BTreeMap::new() }
    }

    /// Adds a row. The values stand in the order of the table's columns.
    ///
    /// # Panics
    /// When the table is unknown or the number of values differs from its columns: a fault of ours.
    pub fn push(&mut self, table: &'static str, row: Vec<Value>) {
        let columns = TABLES.iter().find(|(name, _)| *name == table).map(|(_, columns)| columns.len());
        assert_eq!(columns, Some(row.len()), "a row of {table}");
        self.rows.entry(table).or_default().push(row);
    }

    /// The canonical encoding, without a line end.
    pub fn encode(&self) -> String {
        let mut out = String::with_capacity(4096);
        out.push_str("{\"v\":1,\"kind\":");
        out.push_str(&Value::from(self.kind).to_string());
        out.push_str(",\"path\":");
        out.push_str(&Value::from(self.path.as_str()).to_string());
        out.push_str(",\"rows\":");
        out.push_str(&serde_json::to_string(&self.rows).unwrap_or_default());
        out.push('}');
        out
    }
}

/// The name of a unit: SHA-256 of its canonical encoding, as 64 lower-case hexadecimal digits.
pub fn hash(encoded: &str) -> String {
    hex(&Sha256::digest(encoded.as_bytes()))
}

/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .filter_map(|digit| char::from_digit(digit.into(), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_one_line_of_json_with_tables_in_order() {
        let mut unit = Unit::new("file", "a\"b.ts");
        unit.push("problems", vec!["a".into(), "syntax".into(), 3.into(), "é\u{1}".into()]);
        unit.push("tests", (0..7).map(Value::from).collect());
        unit.push("exports", vec![Value::Null; 9]);
        assert_eq!(
            unit.encode(),
            r#"{"v":1,"kind":"file","path":"a\"b.ts","rows":{"exports":[[null,null,null,null,null,null,null,null,null]],"problems":[["a","syntax",3,"é\u0001"]],"tests":[[0,1,2,3,4,5,6]]}}"#
        );
        assert_eq!(hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
