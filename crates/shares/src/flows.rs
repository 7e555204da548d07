//! What a file brings to flows: its declarations with what they call and where they lead. Lines are told from a
//! declaration's first, so that an edit above changes nothing here.

use crate::File;
use crate::dispatches::{self, Message};
use facts::rows::{Row, column};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write;

const ID: usize = column("symbols", "id");
const LINE: usize = column("symbols", "line");
const KIND: usize = column("symbols", "kind");
const PARENT: usize = column("symbols", "parent");
const IS_ABSTRACT: usize = column("symbols", "is_abstract");
const PARAMS: usize = column("symbols", "params");

const CALLER: usize = column("calls", "caller");
const CALL_LINE: usize = column("calls", "line");
const CALLEE: usize = column("calls", "callee");
const RESOLUTION: usize = column("calls", "resolution");
const PASSED: usize = column("calls", "passed");

const TYPE: usize = column("type_relations", "type");
const RELATION: usize = column("type_relations", "relation");
const TARGET: usize = column("type_relations", "target");

/// Where declarations lead: the table, the columns of the declaration and the line, and those that are told.
const TARGETS: [(&str, usize, usize, &[usize]); 2] = [
    (
        "sinks",
        column("sinks", "symbol"),
        column("sinks", "line"),
        &[
            column("sinks", "kind"),
            column("sinks", "cwe"),
            column("sinks", "owasp"),
            column("sinks", "callee"),
            column("sinks", "sources"),
            column("sinks", "confidence"),
        ],
    ),
    (
        "data_accesses",
        column("data_accesses", "symbol"),
        column("data_accesses", "line"),
        &[
            column("data_accesses", "operation"),
            column("data_accesses", "model"),
            column("data_accesses", "target"),
            column("data_accesses", "fields"),
        ],
    ),
];

/// What is declared; of a caller that is not, its code outside of functions, nothing but what it calls.
#[derive(Default)]
struct Declared<'u> {
    kind: Option<&'u str>,
    parent: Option<&'u str>,
    is_abstract: bool,
    params: Option<Cow<'u, str>>,
    line: Option<u64>,
    /// As they are written, a comma between two.
    steps: String,
    targets: String,
}

/// Declarations by their ids, in the order in which they are met.
#[derive(Default)]
struct Declarations<'u> {
    places: FxHashMap<&'u str, usize>,
    all: Vec<(&'u str, Declared<'u>)>,
}

impl<'u> Declarations<'u> {
    fn at(&mut self, id: &'u str) -> &mut Declared<'u> {
        let at = *self.places.entry(id).or_insert_with(|| {
            self.all.push((id, Declared::default()));
            self.all.len() - 1
        });
        &mut self.all[at].1
    }
}

impl Declared<'_> {
    fn offset(&self, line: u64) -> i64 {
        line as i64 - self.line.unwrap_or(1) as i64
    }
}

/// A list of lists goes on.
fn go_on(list: &mut String) {
    list.push_str(if list.is_empty() { "[" } else { ",[" });
}

pub fn share(file: &File) -> String {
    let File { unit, ids, .. } = file;
    let mut declared = Declarations::default();
    for row in unit.rows("symbols").iter() {
        let params = row.text(PARAMS).filter(|it| it != "[]");
        *declared.at(told(&row, ID)) = Declared {
            kind: Some(row.json(KIND)),
            parent: row.escaped(PARENT),
            is_abstract: row.is_set(IS_ABSTRACT),
            params,
            line: Some(row.number(LINE)),
            ..Declared::default()
        };
    }
    for row in unit.rows("calls").iter() {
        // A call that leads nowhere is on no way.
        let Some(callee) = row.escaped(CALLEE) else { continue };
        let from = declared.at(told(&row, CALLER));
        let offset = from.offset(row.number(CALL_LINE));
        go_on(&mut from.steps);
        ids.write(callee, &mut from.steps);
        let passed = row.escaped(PASSED).map_or("0", |_| row.json(PASSED));
        let _ = write!(from.steps, ",{offset},{},{passed}]", row.json(RESOLUTION));
    }
    for one in dispatches::of(file) {
        let from = declared.at(one.caller);
        let offset = from.offset(one.line);
        for message in &one.messages {
            go_on(&mut from.steps);
            write_message(file, message, &mut from.steps);
            let _ = write!(from.steps, ",{offset},\"dispatch\",{}]", one.passed.unwrap_or("0"));
        }
    }
    // Tests lead nowhere.
    if !file.is_test {
        for (table, symbol, line, columns) in TARGETS {
            for row in unit.rows(table).iter() {
                let from = declared.at(told(&row, symbol));
                let offset = from.offset(row.number(line));
                go_on(&mut from.targets);
                let _ = write!(from.targets, "\"{table}\",{offset}");
                for &column in columns {
                    let _ = write!(from.targets, ",{}", row.json(column));
                }
                from.targets.push(']');
            }
        }
    }
    let steps: usize = declared.all.iter().map(|(_, it)| it.steps.len() + it.targets.len() + 80).sum();
    let mut out = String::with_capacity(steps + 256);
    out.push_str("[[");
    for (at, (id, it)) in declared.all.iter().enumerate() {
        out.push_str(if at == 0 { "[" } else { ",[" });
        ids.write(id, &mut out);
        let _ = write!(out, ",{},", it.kind.unwrap_or("0"));
        match it.parent {
            Some(parent) => ids.write(parent, &mut out),
            None => out.push('0'),
        }
        let params = it.params.as_deref().unwrap_or("0");
        let _ = write!(out, ",{},{params},[{}],[{}]]", u8::from(it.is_abstract), it.steps, it.targets);
    }
    out.push_str("],[");
    relations(file, &mut out);
    out.push_str("]]");
    out
}

/// A null names a declaration like any other.
fn told<'u>(row: &Row<'u>, column: usize) -> &'u str {
    row.escaped(column).unwrap_or("null")
}

/// Which types extend which, what types of Go embed, and which methods take which messages.
fn relations(file: &File, out: &mut String) {
    let File { unit, ids, .. } = file;
    let mut lists = [String::new(), String::new(), String::new()];
    let [subtypes, embedded, takers] = &mut lists;
    // None of Go's types says what it implements.
    let is_structural = file.path().ends_with(".go");
    for row in unit.rows("type_relations").iter() {
        let (ty, target) = (told(&row, TYPE), row.escaped(TARGET));
        match (row.escaped(RELATION), target) {
            (Some("extends" | "implements"), Some(target)) => {
                go_on(subtypes);
                ids.write(target, subtypes);
                subtypes.push(',');
                ids.write(ty, subtypes);
                subtypes.push(']');
            }
            (Some("embeds"), target) if is_structural => {
                go_on(embedded);
                ids.write(ty, embedded);
                embedded.push(',');
                match target {
                    Some(target) => ids.write(target, embedded),
                    None => embedded.push_str("null"),
                }
                embedded.push(']');
            }
            _ => {}
        }
    }
    for (message, method) in dispatches::takers(file) {
        go_on(takers);
        write_message(file, &message, takers);
        takers.push(',');
        ids.write(method, takers);
        takers.push(']');
    }
    out.push_str(&lists.join("],["));
}

fn write_message(file: &File, message: &Message, out: &mut String) {
    match message {
        Message::Type(id) => file.ids.write(id, out),
        Message::Event(name) => {
            let _ = write!(out, "\"event {name}\"");
        }
    }
}
