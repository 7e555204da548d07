//! A file's rows, as what asks them looks at them.

use crate::File;
use crate::said::symbol::Symbol;
use facts::rows::{Row, column};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// What functions that write log lines are called: so, with a capital, and with an `f` behind.
const LEVELS: [&str; 8] = ["log", "trace", "debug", "info", "warn", "warning", "error", "fatal"];

/// Whether a function is called as those that write log lines are.
pub fn is_level(name: &str) -> bool {
    let is_one = |name: &str| {
        LEVELS.iter().any(|level| {
            let rest = level.get(1..).unwrap_or_default();
            name.get(1..) == Some(rest) && name.get(..1).is_some_and(|it| it.eq_ignore_ascii_case(&level[..1]))
        })
    };
    is_one(name) || name.strip_suffix('f').is_some_and(is_one)
}

/// The calls of a file that lead to one place. Callers and quotes are escaped.
#[derive(Clone, Debug)]
pub struct Target<'u> {
    pub target: Cow<'u, str>,
    pub caller: &'u str,
    pub line: u64,
    pub quote: Option<&'u str>,
    pub count: u64,
}

/// An import.
#[derive(Clone, Debug)]
pub struct Import<'u> {
    pub line: u64,
    pub specifier: Cow<'u, str>,
    pub resolved: Option<Cow<'u, str>>,
    pub external: Option<Cow<'u, str>>,
    pub kind: &'u str,
    pub name: Option<Cow<'u, str>>,
    pub alias: Option<Cow<'u, str>>,
    pub type_only: bool,
    pub dynamic: bool,
}

/// An export; `symbol` is escaped.
#[derive(Clone, Debug)]
pub struct Export<'u> {
    pub line: u64,
    pub name: Cow<'u, str>,
    pub kind: &'u str,
    pub symbol: Option<&'u str>,
    pub type_only: bool,
}

/// That a type extends or implements another; ids are escaped.
#[derive(Clone, Debug)]
pub struct Relation<'u> {
    pub ty: &'u str,
    /// `extends`, `implements`.
    pub relation: &'u str,
    pub name: Cow<'u, str>,
    pub target: Option<&'u str>,
    pub line: u64,
}

/// Where an error is thrown, handled …; ids are escaped.
#[derive(Clone, Debug)]
pub struct ErrorSite<'u> {
    pub kind: &'u str,
    pub error: Option<Cow<'u, str>>,
    pub target: Option<&'u str>,
    pub symbol: &'u str,
    pub line: u64,
}

/// A test; ids are escaped.
#[derive(Clone, Debug)]
pub struct Test<'u> {
    pub kind: &'u str,
    pub name: Cow<'u, str>,
    pub framework: Cow<'u, str>,
    pub symbol: Option<&'u str>,
    pub line: u64,
}

/// A place of the file where data or settings are read.
#[derive(Clone, Debug)]
pub struct Use<'u> {
    pub symbol: &'u str,
    pub line: u64,
}

pub struct FileFacts<'u> {
    pub path: &'u str,
    pub language: &'u str,
    /// Languages whose code is written by the same conventions.
    pub family: &'u str,
    pub is_test: bool,
    pub symbols: Vec<Symbol<'u>>,
    /// Outside of the repository, sorted by the place.
    pub targets: Vec<Target<'u>>,
    /// Calls of the repository's own functions whose names are those of loggers: with the function's id as target.
    pub logs: Vec<Target<'u>>,
    pub imports: Vec<Import<'u>>,
    pub exports: Vec<Export<'u>>,
    pub relations: Vec<Relation<'u>>,
    pub errors: Vec<ErrorSite<'u>>,
    pub tests: Vec<Test<'u>>,
    pub data: Vec<Use<'u>>,
    /// Settings, those too that files of settings may give.
    pub environment: Vec<Use<'u>>,
}

pub fn family_of(language: &str) -> &str {
    match language {
        "typescript" | "tsx" | "javascript" | "jsx" | "vue" | "svelte" | "astro" => "js",
        "python" | "jupyter" => "python",
        "c" | "cpp" => "c",
        other => other,
    }
}

impl<'u> FileFacts<'u> {
    /// None: a tool wrote it, so that it says nothing of how things are done.
    pub fn of(file: &File<'u>) -> Option<Self> {
        let path = file.path();
        if file.is_generated || is_declaring(path) || (file.language == "typescript" && is_of_schema(file)) {
            return None;
        }
        let rows = |table: &str| file.unit.rows(table).iter();
        let is_python_test = file.language == "python" && file.is_test;
        let mut targets = by_target(file, if is_python_test { fixture_of } else { target_of });
        if is_python_test {
            targets.extend(assert_statements(file));
            in_order(&mut targets);
        }
        let relations = rows("type_relations").map(relation);
        Some(Self {
            path,
            language: file.language,
            family: family_of(file.language),
            is_test: file.is_test,
            symbols: rows("symbols").map(Symbol::of).collect(),
            targets,
            logs: by_target(file, logger_of),
            imports: rows("imports").map(import).collect(),
            exports: rows("exports").map(export).collect(),
            relations: relations.filter(|it| matches!(it.relation, "extends" | "implements")).collect(),
            errors: rows("error_sites").map(error).collect(),
            tests: rows("tests").map(test).collect(),
            data: rows("data_accesses").map(data).collect(),
            environment: settings_read(file),
        })
    }
}

/// What only declares what other files hold is mostly made of these: `*.d.ts`.
fn is_declaring(path: &str) -> bool {
    path.strip_suffix("ts").is_some_and(|it| it.strip_suffix(['c', 'm']).unwrap_or(it).ends_with(".d."))
}

/// Whether GraphQL's code generator wrote it, which says so nowhere: these types stand at its top.
fn is_of_schema(file: &File) -> bool {
    let has = |name: &str| {
        file.unit.rows("symbols").iter().any(|row| row.escaped(const { column("symbols", "name") }) == Some(name))
    };
    has("Scalars") && (has("Maybe") || has("InputMaybe") || has("Exact"))
}

fn target_of<'u>(row: &Row<'u>) -> Option<Cow<'u, str>> {
    row.text(const { column("calls", "target") })
}

/// In tests of Python what is called on a parameter of no type goes by its name, which is a fixture's: `mocker.patch`.
fn fixture_of<'u>(row: &Row<'u>) -> Option<Cow<'u, str>> {
    target_of(row).or_else(|| {
        let is_open = matches!(row.escaped(const { column("calls", "resolution") }), Some("unresolved" | "dynamic"));
        let text = row.text(const { column("calls", "callee_text") }).filter(|_| is_open)?;
        let is_name = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_lowercase() || it == b'_');
        (text.contains('.') && text.split('.').all(is_name)).then_some(text)
    })
}

/// The repository's own function that writes a log line, by its name.
fn logger_of<'u>(row: &Row<'u>) -> Option<Cow<'u, str>> {
    let is_sure = matches!(row.escaped(const { column("calls", "resolution") }), Some("exact" | "typed"));
    let name = row.escaped(const { column("calls", "callee_name") }).unwrap_or_default();
    if is_sure && is_level(name) { row.text(const { column("calls", "callee") }) } else { None }
}

/// The calls that lead to one place as one, with the first of them; sorted by the place.
fn by_target<'u>(file: &File<'u>, place_of: impl Fn(&Row<'u>) -> Option<Cow<'u, str>>) -> Vec<Target<'u>> {
    let mut places: FxHashMap<Cow<str>, usize> = FxHashMap::default();
    let mut found: Vec<Target> = Vec::new();
    for row in file.unit.rows("calls").iter() {
        let Some(target) = place_of(&row) else { continue };
        let line = row.number(const { column("calls", "line") });
        let told = || {
            let caller = row.escaped(const { column("calls", "caller") }).unwrap_or_default();
            (caller, row.escaped(const { column("calls", "quote") }))
        };
        match places.get(&target) {
            Some(&at) => {
                let known = &mut found[at];
                known.count += 1;
                if line < known.line {
                    known.line = line;
                    (known.caller, known.quote) = told();
                }
            }
            None => {
                let (caller, quote) = told();
                places.insert(target.clone(), found.len());
                found.push(Target { target, caller, line, quote, count: 1 });
            }
        }
    }
    in_order(&mut found);
    found
}

fn in_order(targets: &mut [Target]) {
    targets.sort_by(|a, b| a.target.cmp(&b.target));
}

/// Python's `assert` of a file as one, like calls of what is so named.
fn assert_statements<'u>(file: &File<'u>) -> Option<Target<'u>> {
    let rows = file.unit.rows("assertions");
    let line = |row: &Row| row.number(const { column("assertions", "line") });
    let first = rows.iter().min_by_key(line)?;
    let caller = first.escaped(const { column("assertions", "symbol") }).unwrap_or_default();
    Some(Target { target: "assert".into(), caller, line: line(&first), quote: None, count: rows.iter().count() as u64 })
}

fn import<'u>(row: Row<'u>) -> Import<'u> {
    Import {
        line: row.number(const { column("imports", "line") }),
        specifier: row.text(const { column("imports", "specifier") }).unwrap_or_default(),
        resolved: row.text(const { column("imports", "resolved") }),
        external: row.text(const { column("imports", "external") }),
        kind: row.escaped(const { column("imports", "kind") }).unwrap_or_default(),
        name: row.text(const { column("imports", "name") }),
        alias: row.text(const { column("imports", "alias") }),
        type_only: row.is_set(const { column("imports", "type_only") }),
        dynamic: row.is_set(const { column("imports", "dynamic") }),
    }
}

fn export<'u>(row: Row<'u>) -> Export<'u> {
    Export {
        line: row.number(const { column("exports", "line") }),
        name: row.text(const { column("exports", "name") }).unwrap_or_default(),
        kind: row.escaped(const { column("exports", "kind") }).unwrap_or_default(),
        symbol: row.escaped(const { column("exports", "symbol") }),
        type_only: row.is_set(const { column("exports", "type_only") }),
    }
}

fn relation<'u>(row: Row<'u>) -> Relation<'u> {
    Relation {
        ty: row.escaped(const { column("type_relations", "type") }).unwrap_or_default(),
        relation: row.escaped(const { column("type_relations", "relation") }).unwrap_or_default(),
        name: row.text(const { column("type_relations", "name") }).unwrap_or_default(),
        target: row.escaped(const { column("type_relations", "target") }),
        line: row.number(const { column("type_relations", "line") }),
    }
}

fn error<'u>(row: Row<'u>) -> ErrorSite<'u> {
    ErrorSite {
        kind: row.escaped(const { column("error_sites", "kind") }).unwrap_or_default(),
        error: row.text(const { column("error_sites", "error") }),
        target: row.escaped(const { column("error_sites", "target") }),
        symbol: row.escaped(const { column("error_sites", "symbol") }).unwrap_or_default(),
        line: row.number(const { column("error_sites", "line") }),
    }
}

fn test<'u>(row: Row<'u>) -> Test<'u> {
    Test {
        kind: row.escaped(const { column("tests", "kind") }).unwrap_or_default(),
        name: row.text(const { column("tests", "name") }).unwrap_or_default(),
        framework: row.text(const { column("tests", "framework") }).unwrap_or_default(),
        symbol: row.escaped(const { column("tests", "symbol") }),
        line: row.number(const { column("tests", "line") }),
    }
}

fn data<'u>(row: Row<'u>) -> Use<'u> {
    Use {
        symbol: row.escaped(const { column("data_accesses", "symbol") }).unwrap_or_default(),
        line: row.number(const { column("data_accesses", "line") }),
    }
}

/// The settings that a file reads.
fn settings_read<'u>(file: &File<'u>) -> Vec<Use<'u>> {
    let uses = file.unit.rows("environment_uses").iter().map(|row| Use {
        symbol: row.escaped(const { column("environment_uses", "symbol") }).unwrap_or_default(),
        line: row.number(const { column("environment_uses", "line") }),
    });
    let is_setting = |row: &Row| {
        row.escaped(const { column("registrations", "kind") }) == Some("setting")
            && !row.is_null(const { column("registrations", "framework") })
            && !row.is_null(const { column("registrations", "route") })
    };
    let named = file.unit.rows("registrations").iter().filter(is_setting).map(|row| Use {
        symbol: row.escaped(const { column("registrations", "symbol") }).unwrap_or_default(),
        line: row.number(const { column("registrations", "line") }),
    });
    uses.chain(named).collect()
}
