//! What a file brings to the question which functions tests reach: who calls whom, and what may be called without a call
//! that is seen. Lines are not among it: where only those change, what is reached stays.

use crate::File;
use crate::ids::path_of;
use crate::mentions::Names;
use crate::tests::part::TestPart;
use crate::tests::stars;
use crate::unseen::{is_called_unseen, is_found_by_name, is_passive};
use crate::words::{Distinct, Grouped, Words};
use facts::rows::{Row, column};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::Deserialize;
use std::fmt::Write;

const ID: usize = column("symbols", "id");
const NAME: usize = column("symbols", "name");
const KIND: usize = column("symbols", "kind");
const PARENT: usize = column("symbols", "parent");
const EXPORTED: usize = column("symbols", "exported");
const VISIBILITY: usize = column("symbols", "visibility");
const COMPLEXITY: usize = column("symbols", "complexity");
const IS_ABSTRACT: usize = column("symbols", "is_abstract");
const DECORATORS: usize = column("symbols", "decorators");
const PARAMS: usize = column("symbols", "params");

/// Marks of the file.
const IS_WHOLE: u8 = 1;
const IS_GENERATED: u8 = 2;
const HAS_TESTS: u8 = 4;
const IS_LOADING: u8 = 8;

/// Marks of functions.
const IS_METHOD: i64 = 1;
const HAS_NO_BODY: i64 = 2;
const IS_DECORATED: i64 = 4;
const TAKES_ANY: i64 = 8;

/// Whether an exported function stands in a type or a namespace; that may be declared in another file.
const IN_NONE: i64 = 0;
const IN_ONE: i64 = 1;
const IN_ONE_ELSEWHERE: i64 = 2;

type List = Vec<i64>;

pub fn share(file: &File, tests: Option<&TestPart>) -> String {
    let mut words = Words::new(&file.ids);
    let symbols: Vec<Row> = file.unit.rows("symbols").iter().collect();
    let is_whole = tests.is_some_and(|it| it.is_whole);
    let is_script = matches!(file.language, "typescript" | "tsx" | "javascript" | "vue" | "svelte" | "astro");
    let has_tests = tests.is_some_and(|it| it.tests.iter().any(|test| test.kind != "hook"));
    let marks = [
        (is_whole, IS_WHOLE),
        (file.is_generated, IS_GENERATED),
        (has_tests, HAS_TESTS),
        (is_script && !is_whole && is_loading(file), IS_LOADING),
    ];
    let marks: u8 = marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).sum();
    let of_kind = |is_one: fn(&str) -> bool| {
        symbols.iter().filter(move |row| row.escaped(KIND).is_some_and(is_one)).filter_map(|row| row.escaped(ID))
    };
    let between = tests.map_or(&[][..], |it| it.between.all());
    let between = ids_of(between.iter().copied(), &mut words);
    let functions = functions(file, &symbols, &mut words);
    let Calls { calls, open, outside, bare, mentioned } = calls(file, tests, &symbols, &mut words);
    let referenced = ids_of(column_of(file, "references", column("references", "symbol")), &mut words);
    let held = if is_script { names_of(held(file).all(), &mut words) } else { List::new() };
    let defaults = defaults(&symbols, &mut words);
    let interfaces = ids_of(of_kind(|kind| kind == "interface"), &mut words);
    let constructors = ids_of(of_kind(|kind| kind == "constructor"), &mut words);
    let containers = ids_of(of_kind(is_container), &mut words);
    let (promised, foreign) = types(file, &symbols, &mut words);
    let exported = if is_whole || file.is_generated { List::new() } else { exported(file, &symbols, &mut words) };
    let test_calls = test_calls(tests, &mut words);
    let test_open = names_of(tests.map_or(&[][..], |it| it.open.all()), &mut words);
    let imported = if is_script { names_of(imported(file).all(), &mut words) } else { List::new() };
    let test_bases = match tests {
        Some(_) => {
            let bases = bases(file);
            names_of(bases.all(), &mut words).into_iter().chain(names_of(stars(file).all(), &mut words)).collect()
        }
        None => List::new(),
    };
    let lists = [
        between,
        functions,
        calls,
        open,
        outside,
        bare,
        mentioned,
        referenced,
        held,
        defaults,
        interfaces,
        constructors,
        containers,
        promised,
        foreign,
        exported,
        test_calls,
        test_open,
        test_bases,
        imported,
    ];
    let length = words.written().len() + lists.iter().map(|it| it.len() * 5).sum::<usize>();
    let mut out = String::with_capacity(length + 128);
    let _ = write!(out, "[\"{}\",{marks},[{}]", file.language, words.written());
    for list in lists {
        out.push_str(",[");
        for (at, number) in list.into_iter().enumerate() {
            if at > 0 {
                out.push(',');
            }
            let _ = write!(out, "{number}");
        }
        out.push(']');
    }
    out.push(']');
    out
}

fn is_container(kind: &str) -> bool {
    matches!(kind, "class" | "struct" | "interface" | "enum" | "extension" | "namespace")
}

fn ids_of<'u>(ids: impl IntoIterator<Item = &'u str>, words: &mut Words<'u, '_>) -> List {
    ids.into_iter().map(|id| words.symbol(id).into()).collect()
}

fn names_of<'u>(names: &[&'u str], words: &mut Words<'u, '_>) -> List {
    names.iter().map(|name| words.word(name).into()).collect()
}

/// The texts of a column, each once.
fn column_of<'u>(file: &File<'u>, table: &str, column: usize) -> Vec<&'u str> {
    let all: Distinct = file.unit.rows(table).iter().filter_map(|row| row.escaped(column)).collect();
    all.all().to_vec()
}

fn is_function(row: &Row) -> bool {
    matches!(row.escaped(KIND), Some("function" | "method"))
}

/// Of each function: id, name, marks, and what it stands in, else -1.
fn functions<'u>(file: &File<'u>, symbols: &[Row<'u>], words: &mut Words<'u, '_>) -> List {
    let mut list = List::new();
    let is_found = is_found_by_name(file.path());
    let is_python = file.path().ends_with(".py");
    for row in symbols.iter().filter(|row| is_function(row)) {
        let takes_any = is_python && row.text(PARAMS).is_some_and(|it| takes_any(&it));
        let marks = [
            (row.escaped(KIND) == Some("method"), IS_METHOD),
            (row.json(COMPLEXITY) == "0", HAS_NO_BODY),
            (is_found || !is_passive(row.text(DECORATORS).as_deref()), IS_DECORATED),
            (takes_any, TAKES_ANY),
        ];
        list.push(words.symbol(row.escaped(ID).unwrap_or_default()).into());
        list.push(words.word(row.escaped(NAME).unwrap_or_default()).into());
        list.push(marks.iter().filter(|(is_so, _)| *is_so).map(|(_, mark)| mark).sum());
        list.push(row.escaped(PARENT).map_or(-1, |parent| words.symbol(parent).into()));
    }
    list
}

/// `def on_save(sender, **kwargs)`: whoever calls it may give more than it knows.
fn takes_any(params: &str) -> bool {
    params
        .match_indices("kwargs\",\"required\":false,\"rest\":true")
        .any(|(at, _)| params[..at].trim_end_matches('_').ends_with("\"name\":\""))
}

/// `require(path)`, `require(`./migrations/${name}`)`: which file is loaded is not known here.
fn is_loading(file: &File) -> bool {
    const TEXT: usize = column("calls", "callee_text");
    const QUOTE: usize = column("calls", "quote");
    let mut calls = file.unit.rows("calls").iter().filter(|row| row.escaped(TEXT) == Some("require"));
    calls.any(|row| row.text(QUOTE).is_some_and(|it| it.split("require(").nth(1).is_some_and(|it| !is_literal(it))))
}

/// Whether what is given is one text and nothing more.
fn is_literal(given: &str) -> bool {
    let given = given.trim_start();
    let plain = given.strip_prefix("/*").and_then(|it| it.split_once("*/")).map(|(_, it)| it.trim_start());
    let given = plain.unwrap_or(given);
    let Some(mark) = given.chars().next().filter(|it| matches!(it, '"' | '\'' | '`')) else { return false };
    let Some((inside, behind)) = given[1..].split_once(mark) else { return false };
    let is_filled = mark == '`' && inside.contains('$');
    !is_filled && !behind.trim_start().starts_with('+')
}

struct Calls {
    /// Of each caller that is not for tests, behind its length: the caller, and whom it calls for sure.
    calls: List,
    /// The same of names of calls that lead nowhere for sure.
    open: List,
    outside: List,
    bare: List,
    mentioned: List,
}

fn calls<'u>(file: &File<'u>, tests: Option<&TestPart<'u>>, symbols: &[Row<'u>], words: &mut Words<'u, '_>) -> Calls {
    const CALLER: usize = column("calls", "caller");
    const CALLEE: usize = column("calls", "callee");
    const NAME: usize = column("calls", "callee_name");
    const TEXT: usize = column("calls", "callee_text");
    const RESOLUTION: usize = column("calls", "resolution");
    const QUOTE: usize = column("calls", "quote");
    let (mut calls, mut open) = (Grouped::default(), Grouped::default());
    let (mut outside, mut bare) = (Distinct::default(), Distinct::default());
    let mut quotes = FxHashSet::default();
    let mut mentioned = Names::default();
    for row in file.unit.rows("calls").iter() {
        let (name, resolution) = (row.escaped(NAME).unwrap_or_default(), row.escaped(RESOLUTION).unwrap_or_default());
        if resolution == "external" {
            let into = if row.escaped(TEXT) == Some(name) { &mut bare } else { &mut outside };
            into.add(name);
        }
        if row.escaped(QUOTE).is_some_and(|quote| quotes.insert(quote)) {
            let quote = row.text(QUOTE).unwrap_or_default();
            mentioned.mentioned_in(&quote);
            mentioned.named_by_texts(&quote);
        }
        let caller = row.escaped(CALLER).unwrap_or_default();
        if tests.is_some_and(|it| it.is_whole || it.between.has(caller)) {
            continue;
        }
        match row.escaped(CALLEE) {
            Some(callee) => calls.add(caller, callee),
            None if matches!(resolution, "dynamic" | "unresolved") => open.add(caller, name),
            None => {}
        }
    }
    let decorators: Distinct = symbols.iter().filter_map(|row| row.escaped(DECORATORS)).collect();
    for one in decorators.all() {
        mentioned.named_by_texts(&facts::rows::unescape(one).replace("\\\"", "'"));
    }
    for row in file.unit.rows("constants").iter() {
        if let Some(value) = row.text(column("constants", "value")) {
            mentioned.named_by_texts(&format!("\"{value}\""));
        }
    }
    let mut list = List::new();
    for (caller, callees) in calls.all() {
        list.push(callees.len() as i64 + 1);
        list.push(words.symbol(caller).into());
        list.extend(callees.iter().map(|id| i64::from(words.symbol(id))));
    }
    let calls = list;
    let mut list = List::new();
    for (caller, names) in open.all() {
        list.push(names.len() as i64 + 1);
        list.push(words.symbol(caller).into());
        list.extend(names.iter().map(|name| i64::from(words.word(name))));
    }
    Calls {
        calls,
        open: list,
        outside: names_of(outside.all(), words),
        bare: names_of(bare.all(), words),
        mentioned: mentioned.all().iter().map(|name| words.name(name).into()).collect(),
    }
}

/// Files that are passed on as a whole.
fn held<'u>(file: &File<'u>) -> Distinct<'u> {
    const KIND: usize = column("imports", "kind");
    const RESOLVED: usize = column("imports", "resolved");
    let rows = file.unit.rows("imports").iter().filter(|row| matches!(row.escaped(KIND), Some("all" | "module")));
    rows.filter_map(|row| row.escaped(RESOLVED)).collect()
}

/// The files that one imports, or gives on what they export.
fn imported<'u>(file: &File<'u>) -> Distinct<'u> {
    let imports = column_of(file, "imports", column("imports", "resolved"));
    let exports = column_of(file, "exports", column("exports", "resolved"));
    imports.into_iter().chain(exports).collect()
}

/// A parameter as the column of symbols has it.
#[derive(Deserialize)]
struct Parameter {
    default: Option<String>,
}

/// Names that stand in for parameters.
fn defaults<'u>(symbols: &[Row<'u>], words: &mut Words<'u, '_>) -> List {
    let mut known = FxHashSet::default();
    let mut list = List::new();
    for params in symbols.iter().filter_map(|row| row.text(PARAMS)).filter(|it| it.contains("\"default\":")) {
        let all: Vec<Parameter> = serde_json::from_str(&params).unwrap_or_default();
        for given in all.into_iter().filter_map(|it| it.default) {
            let is_inside = |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '_' | '$' | '.');
            let name = given.rsplit('.').next().unwrap_or_default();
            if !given.is_empty() && given.chars().all(is_inside) && known.insert(name.to_owned()) {
                list.push(words.name(name).into());
            }
        }
    }
    list
}

const TYPE: usize = column("type_relations", "type");
const RELATION: usize = column("type_relations", "relation");
const TARGET: usize = column("type_relations", "target");

/// Where what the types of a file extend is declared.
fn bases<'u>(file: &File<'u>) -> Distinct<'u> {
    let rows = file.unit.rows("type_relations").iter().filter(|row| row.escaped(RELATION) == Some("extends"));
    rows.filter_map(|row| row.escaped(TARGET)).map(path_of).collect()
}

/// Methods that interfaces promise, each with its type, and types with a base that is not in the repository.
fn types<'u>(file: &File<'u>, symbols: &[Row<'u>], words: &mut Words<'u, '_>) -> (List, List) {
    const OF: usize = column("type_members", "type");
    const MEMBER: usize = column("type_members", "name");
    const MEMBER_KIND: usize = column("type_members", "kind");
    let own: FxHashMap<&str, &str> =
        symbols.iter().filter_map(|row| Some((row.escaped(ID)?, row.escaped(KIND)?))).collect();
    let mut promised = List::new();
    for row in file.unit.rows("type_members").iter().filter(|row| row.escaped(MEMBER_KIND) == Some("method")) {
        let ty = row.escaped(OF).unwrap_or_default();
        if own.get(ty).is_none_or(|kind| *kind == "interface") {
            promised.push(words.symbol(ty).into());
            promised.push(words.word(row.escaped(MEMBER).unwrap_or_default()).into());
        }
    }
    let is_foreign = |row: &Row| row.is_null(TARGET) && matches!(row.escaped(RELATION), Some("extends" | "implements"));
    let rows = file.unit.rows("type_relations").iter().filter(is_foreign);
    let foreign: Distinct = rows.filter_map(|row| row.escaped(TYPE)).collect();
    (promised, ids_of(foreign.all().iter().copied(), words))
}

/// Exported functions with branches, of which it would be told that no test reaches them: id, name, complexity, what each
/// stands in or -1, and what that is.
fn exported<'u>(file: &File<'u>, symbols: &[Row<'u>], words: &mut Words<'u, '_>) -> List {
    let kinds: FxHashMap<&str, &str> =
        symbols.iter().filter_map(|row| Some((row.escaped(ID)?, row.escaped(KIND)?))).collect();
    let mut list = List::new();
    let is_told = |row: &&Row| {
        is_function(row)
            && row.is_set(EXPORTED)
            && row.escaped(VISIBILITY) == Some("public")
            && row.number(COMPLEXITY) > 1
            && !row.is_set(IS_ABSTRACT)
            && !is_called_unseen(&row.text(NAME).unwrap_or_default(), file.path())
    };
    for row in symbols.iter().filter(is_told) {
        let parent = row.escaped(PARENT);
        let around = match parent.map(|it| kinds.get(it)) {
            None => IN_ONE,
            Some(None) => IN_ONE_ELSEWHERE,
            Some(Some(kind)) if is_container(kind) => IN_ONE,
            Some(Some(_)) => IN_NONE,
        };
        list.push(words.symbol(row.escaped(ID).unwrap_or_default()).into());
        list.push(words.word(row.escaped(NAME).unwrap_or_default()).into());
        list.push(row.number(COMPLEXITY) as i64);
        list.push(parent.map_or(-1, |parent| words.symbol(parent).into()));
        list.push(around);
    }
    list
}

/// What tests call: the callee, whether it is passed on by name, and what the call names.
fn test_calls<'u>(tests: Option<&TestPart<'u>>, words: &mut Words<'u, '_>) -> List {
    let mut known = FxHashSet::default();
    let mut list = List::new();
    // What is stubbed is not run.
    for site in tests.map_or(&[][..], |it| &it.sites).iter().filter(|site| !site.is_stub) {
        let Some(callee) = site.callee else { continue };
        let told = [words.symbol(callee).into(), site.is_reference.into(), words.word(site.name).into()];
        if known.insert(told) {
            list.extend::<[i64; 3]>(told);
        }
    }
    list
}
