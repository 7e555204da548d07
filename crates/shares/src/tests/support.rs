//! Code that is there for tests by what it is, in files that are named for nothing of the kind.

use super::part::Test;
use super::places::{is_framework, is_go_support, is_library_for_tests_in_go, is_of_go, is_of_rust};
use crate::File;
use crate::words::{Distinct, is_of_word};
use facts::rows::{Row, column};

const ID: usize = column("symbols", "id");
const KIND: usize = column("symbols", "kind");
const NAME: usize = column("symbols", "name");
const PARENT: usize = column("symbols", "parent");
const PARAMS: usize = column("symbols", "params");
const DECORATORS: usize = column("symbols", "decorators");
const LINE: usize = column("symbols", "line");
const END_LINE: usize = column("symbols", "end_line");

const SPECIFIER: usize = column("imports", "specifier");
const TYPE_ONLY: usize = column("imports", "type_only");
const RESOLVED: usize = column("imports", "resolved");

/// What of a file is for tests.
pub enum Support<'u> {
    All,
    Of(Distinct<'u>),
}

/// Symbols for tests of a file, by what they are: each with all that stands in it.
pub fn of<'u>(file: &File<'u>) -> Support<'u> {
    match by_what_it_is(file) {
        Support::All => Support::All,
        Support::Of(mut found) => {
            let named = within(file, |row| row.text(NAME).is_some_and(|name| is_for_tests(&name)));
            for id in named.all() {
                found.add(id);
            }
            Support::Of(found)
        }
    }
}

fn by_what_it_is<'u>(file: &File<'u>) -> Support<'u> {
    let none = Support::Of(Distinct::default());
    let imports = || file.unit.rows("imports").iter();
    match file.language {
        "rust" if is_of_rust(file.path()) => Support::All,
        "rust" => Support::Of(within(file, |row| listed(row, DECORATORS).iter().any(|it| is_compiled_for_tests(it)))),
        "go" => {
            let is_library = |row: &Row| row.escaped(SPECIFIER).is_some_and(is_library_for_tests_in_go);
            if is_of_go(file.path()) || imports().any(|row| is_library(&row)) {
                return Support::All;
            }
            if !imports().any(|row| row.escaped(SPECIFIER) == Some("testing")) {
                return none;
            }
            let found = within(file, |row| row.text(PARAMS).is_some_and(|it| takes_test(&it)));
            if !found.all().is_empty() && is_go_support(file.path()) { Support::All } else { Support::Of(found) }
        }
        "python" | "ruby" | "php" => {
            let types = types_for_tests(file);
            if types.all().is_empty() {
                return none;
            }
            Support::Of(within(file, |row| row.escaped(ID).is_some_and(|id| types.has(id))))
        }
        "typescript" | "tsx" | "javascript" | "csharp" | "java" | "kotlin" => {
            let is_of_framework = |row: Row| {
                !row.is_set(TYPE_ONLY)
                    && row.is_null(RESOLVED)
                    && row.text(SPECIFIER).is_some_and(|specifier| is_framework(&specifier))
            };
            if imports().any(is_of_framework) { Support::All } else { none }
        }
        _ => none,
    }
}

/// The texts of a column that lists some.
fn listed(row: &Row, column: usize) -> Vec<String> {
    row.text(column).and_then(|it| serde_json::from_str(&it).ok()).unwrap_or_default()
}

/// The symbols that fit, and those that stand in them. Rows name what is around before what is in it.
fn within<'u>(file: &File<'u>, fits: impl Fn(&Row<'u>) -> bool) -> Distinct<'u> {
    let mut found = Distinct::default();
    for row in file.unit.rows("symbols").iter() {
        let is_inside = row.escaped(PARENT).is_some_and(|parent| found.has(parent));
        if let Some(id) = row.escaped(ID).filter(|_| is_inside || fits(&row)) {
            found.add(id);
        }
    }
    found
}

/// Types of a file that extend what a framework runs tests of, themselves or by each other.
fn types_for_tests<'u>(file: &File<'u>) -> Distinct<'u> {
    const TYPE: usize = column("type_relations", "type");
    const RELATION: usize = column("type_relations", "relation");
    const BASE_NAME: usize = column("type_relations", "name");
    const TARGET: usize = column("type_relations", "target");
    let rows = file.unit.rows("type_relations").iter().filter(|row| row.escaped(RELATION) == Some("extends"));
    let bases: Vec<Row> = rows.collect();
    let is_of_framework = |row: &&Row| row.is_null(TARGET) && row.text(BASE_NAME).is_some_and(|it| is_of_tests(&it));
    let mut found: Distinct = bases.iter().filter(is_of_framework).filter_map(|row| row.escaped(TYPE)).collect();
    loop {
        let extends = |row: &&Row| row.escaped(TARGET).is_some_and(|base| found.has(base));
        let more: Vec<&str> = bases.iter().filter(extends).filter_map(|row| row.escaped(TYPE)).collect();
        let is_new = more.into_iter().filter(|ty| found.add(ty)).count() > 0;
        if !is_new {
            return found;
        }
    }
}

/// The hooks of Python's unittest among symbols for tests, those of what a class for tests extends too, as rows of
/// tests: no test stands beside them that would tell of them.
pub fn hooks<'u>(file: &File<'u>, support: &Distinct<'u>) -> Vec<Test<'u>> {
    if file.language != "python" {
        return Vec::new();
    }
    let rows = file.unit.rows("symbols").iter();
    let hooks = rows.filter(|row| row.escaped(KIND) == Some("method"));
    hooks
        .filter_map(|row| {
            let (id, name) = (row.escaped(ID)?, row.escaped(NAME)?);
            (support.has(id) && is_hook(name)).then(|| Test {
                kind: "hook",
                name,
                framework: "unittest",
                symbol: Some(id),
                line: row.number(LINE),
                end_line: row.number(END_LINE),
            })
        })
        .collect()
}

/// `SetForTests`, `resetForTesting`, `clear_for_tests`, `InitTests`: a function says whom it is for.
fn is_for_tests(name: &str) -> bool {
    let is_end = |front: &str| front.ends_with(|sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit());
    ["ForTest", "ForTests", "ForTesting"].iter().filter_map(|end| name.strip_suffix(end)).any(is_end)
        || ["_for_test", "_for_tests", "_for_testing"].iter().any(|end| name.ends_with(end))
        || name.strip_suffix("Tests").is_some_and(|it| {
            matches!(
                it,
                "Init"
                    | "init"
                    | "Setup"
                    | "setup"
                    | "SetUp"
                    | "setUp"
                    | "Teardown"
                    | "teardown"
                    | "TearDown"
                    | "tearDown"
            )
        })
}

/// What extends these is a test, or what tests extend: `TestCase`, `django.test.TestCase`, `Minitest::Test`.
fn is_of_tests(base: &str) -> bool {
    let plain = base.find(['[', '(', '<']).map_or(base, |at| &base[..at]);
    let minitest = ["Minitest::Test", "Minitest.Test"].iter().find_map(|it| plain.strip_suffix(it));
    plain.ends_with("TestCase") || minitest.is_some_and(|front| !front.ends_with(is_of_word))
}

/// Compiled into tests alone: `cfg(test)`, `cfg(all(test, …))`.
fn is_compiled_for_tests(decorator: &str) -> bool {
    let Some(inside) = decorator.strip_prefix("cfg(") else { return false };
    let inside = inside.trim_start();
    let inside = inside.strip_prefix("all(").map_or(inside, str::trim_start);
    inside.strip_prefix("test").is_some_and(|rest| rest.trim_start().starts_with([',', ')']))
}

/// What a test of Go is given, so what takes it is called by tests.
fn takes_test(params: &str) -> bool {
    ["*testing.T", "*testing.B", "*testing.F", "testing.TB"]
        .iter()
        .any(|it| params.contains(&format!("\"type\":\"{it}\"")))
}

/// Methods that Python's unittest calls around tests.
fn is_hook(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let plain = name.strip_prefix("async").unwrap_or(&name);
    ["setup", "teardown"]
        .iter()
        .filter_map(|it| plain.strip_prefix(it))
        .any(|it| matches!(it, "" | "class" | "testdata"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_types_say_what_is_for_tests() {
        assert!(is_for_tests("resetForTesting") && is_for_tests("clear_for_tests") && is_for_tests("SetUpTests"));
        assert!(!is_for_tests("ForTests") && !is_for_tests("runTests"));
        assert!(
            is_of_tests("django.test.TestCase") && is_of_tests("Minitest::Test") && !is_of_tests("XMinitest::Test")
        );
        assert!(is_of_tests("TestCase[T]") && !is_of_tests("Case(TestCase)"));
        assert!(is_compiled_for_tests("cfg(all(test, unix))") && !is_compiled_for_tests("cfg(testing)"));
        assert!(is_hook("asyncSetUp") && is_hook("setUpClass") && !is_hook("setUps"));
        assert!(takes_test(r#"[{"name":"t","type":"*testing.T"}]"#) && !takes_test(r#"[{"type":"testing.T"}]"#));
    }
}
