//! What a file brings to what tests cover: its tests, and what their code calls.

mod asserting;
mod mocked;
mod named;
pub mod part;
mod places;
pub mod rules;
mod sites;
mod support;

use crate::File;
use crate::words::Distinct;
use facts::rows::{Row, column};
use mocked::Mocked;
use part::TestPart;
use rustc_hash::FxHashSet;
use serde::Deserialize;
use std::fmt::Write;

/// Marks of what tests call.
const IS_REFERENCE: u8 = 1;
const IS_STUB: u8 = 2;

/// The share of a file with code for tests.
pub fn share(file: &File, part: &TestPart) -> String {
    let ids = &file.ids;
    let mut out = String::with_capacity(256 + part.sites.len() * 96);
    out.push_str("[[");
    for (at, test) in part.tests.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}[\"{}\",\"{}\",\"{}\",", test.kind, test.name, test.framework);
        match test.symbol {
            Some(symbol) => ids.write(symbol, &mut out),
            None => out.push_str("null"),
        }
        let _ = write!(out, ",{},{}]", test.line, test.end_line);
    }
    out.push_str("],[");
    for (at, site) in part.sites.iter().enumerate() {
        let comma = if at == 0 { "" } else { "," };
        let _ = write!(out, "{comma}[{},", site.line);
        ids.write(site.caller, &mut out);
        let _ = write!(out, ",\"{}\",", site.name);
        match site.callee {
            Some(callee) => ids.write(callee, &mut out),
            None => out.push('0'),
        }
        let _ = write!(out, ",{},", site.confidence);
        match site.meaning {
            Some(meaning) => {
                let _ = write!(out, "\"{}\"", meaning.word());
            }
            None => out.push('0'),
        }
        let marks = if site.is_reference { IS_REFERENCE } else { 0 } | if site.is_stub { IS_STUB } else { 0 };
        let _ = write!(out, ",{marks}]");
    }
    out.push_str("],[");
    asked(file, part, &mut out);
    out.push_str("],[");
    bases(file, part, &mut out);
    out.push_str("],[");
    if part.is_whole {
        imports(file, &mut out);
    }
    out.push_str("],[");
    for (at, path) in stars(file).all().iter().enumerate() {
        let _ = write!(out, "{}\"{path}\"", if at == 0 { "" } else { "," });
    }
    out.push_str("]]");
    out
}

/// A parameter as the column of symbols has it.
#[derive(Deserialize)]
struct Parameter {
    name: String,
}

/// Of tests in Python, what they ask for: their parameters and decorators.
fn asked(file: &File, part: &TestPart, out: &mut String) {
    const ID: usize = column("symbols", "id");
    const PARAMS: usize = column("symbols", "params");
    const DECORATORS: usize = column("symbols", "decorators");
    if !file.is_python() {
        return;
    }
    let symbols: FxHashSet<&str> = part.tests.iter().filter_map(|it| it.symbol).collect();
    let is_told = |row: &Row| row.escaped(ID).is_some_and(|id| symbols.contains(id));
    for (at, row) in file.unit.rows("symbols").iter().filter(is_told).enumerate() {
        out.push_str(if at == 0 { "[" } else { ",[" });
        file.ids.write(row.escaped(ID).unwrap_or_default(), out);
        let params = row.text(PARAMS).and_then(|it| serde_json::from_str::<Vec<Parameter>>(&it).ok());
        let names: Vec<String> = params.unwrap_or_default().into_iter().map(|it| it.name).collect();
        let decorators = row.text(DECORATORS).unwrap_or("[]".into());
        let _ = write!(out, ",{},{decorators}]", serde_json::to_string(&names).unwrap_or_default());
    }
}

/// What types for tests extend.
fn bases(file: &File, part: &TestPart, out: &mut String) {
    const TYPE: usize = column("type_relations", "type");
    const RELATION: usize = column("type_relations", "relation");
    const TARGET: usize = column("type_relations", "target");
    let mut is_first = true;
    for row in file.unit.rows("type_relations").iter() {
        let (Some("extends"), Some(ty), Some(base)) = (row.escaped(RELATION), row.escaped(TYPE), row.escaped(TARGET))
        else {
            continue;
        };
        if !part.is_whole && !part.between.has(ty) {
            continue;
        }
        out.push_str(if is_first { "[" } else { ",[" });
        is_first = false;
        file.ids.write(ty, out);
        out.push(',');
        file.ids.write(base, out);
        out.push(']');
    }
}

/// What a file imports of others when it runs, each once, in the order of lines.
fn imports(file: &File, out: &mut String) {
    const LINE: usize = column("imports", "line");
    const SYMBOL: usize = column("imports", "symbol");
    const RESOLVED: usize = column("imports", "resolved");
    const TYPE_ONLY: usize = column("imports", "type_only");
    const SPECIFIER: usize = column("imports", "specifier");
    let mocked = Mocked::of(file);
    let mut rows: Vec<Row> = file.unit.rows("imports").iter().collect();
    rows.sort_by_key(|row| (row.number(LINE), row.escaped(SYMBOL).unwrap_or_default()));
    let mut found = FxHashSet::default();
    for row in rows {
        if row.is_null(RESOLVED)
            || row.is_set(TYPE_ONLY)
            || mocked.has_import(row.escaped(SPECIFIER).unwrap_or_default(), row.escaped(SYMBOL))
        {
            continue;
        }
        let pair = (row.json(SYMBOL), row.json(RESOLVED));
        if found.insert(pair) {
            let _ = write!(out, "{}[{},{}]", if found.len() == 1 { "" } else { "," }, pair.0, pair.1);
        }
    }
}

/// Files of which imports of Python bring all names.
pub fn stars<'u>(file: &File<'u>) -> Distinct<'u> {
    const KIND: usize = column("imports", "kind");
    const RESOLVED: usize = column("imports", "resolved");
    if !file.is_python() {
        return Distinct::default();
    }
    let rows = file.unit.rows("imports").iter().filter(|row| row.escaped(KIND) == Some("all"));
    rows.filter_map(|row| row.escaped(RESOLVED)).collect()
}
