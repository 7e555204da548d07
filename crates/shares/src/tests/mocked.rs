//! What a file of tests replaces: modules and classes of which nothing runs there.

use super::named::{stem_of, tested_name};
use crate::File;
use crate::ids::{last_name, path_of};
use crate::words::{Distinct, is_of_word};
use facts::rows::{Row, column};
use rustc_hash::FxHashSet;

const LIBRARY: usize = column("mocks", "library");
const SUBJECT: usize = column("mocks", "subject");
const TARGET: usize = column("mocks", "target");
const MOCK_LINE: usize = column("mocks", "line");

const LINE: usize = column("calls", "line");
const START: usize = column("calls", "start_line");
const NAME: usize = column("calls", "callee_name");
const KIND: usize = column("calls", "kind");
const CALLEE: usize = column("calls", "callee");

/// Doubles that run what nothing tells otherwise.
const SPIES: [&str; 10] = [
    "spy",
    "spyk",
    "makePartial",
    "shouldAllowMockingProtectedMethods",
    "createPartialMock",
    "setMethods",
    "onlyMethods",
    "CallBase",
    "mockkObject",
    "ForPartsOf",
];

#[derive(Default)]
pub struct Mocked<'u> {
    /// Of modules that libraries replace by their specifiers.
    specifiers: FxHashSet<&'u str>,
    targets: FxHashSet<&'u str>,
    /// Those of them that are never made.
    classes: Vec<&'u str>,
}

impl<'u> Mocked<'u> {
    pub fn of(file: &File<'u>) -> Self {
        let mut mocks: Vec<Row> = file.unit.rows("mocks").iter().collect();
        if mocks.is_empty() {
            return Self::default();
        }
        mocks.sort_by_key(|row| row.number(MOCK_LINE));
        let calls = || file.unit.rows("calls").iter();
        let mut spied = spied_by_annotations(file);
        for row in calls().filter(|row| row.escaped(NAME).is_some_and(is_spy)) {
            spied.extend(row.number(START)..=row.number(LINE));
        }
        // Calls by which a replacement takes parts of what it replaces.
        let is_part =
            |row: &Row| matches!(row.escaped(NAME), Some("importActual" | "requireActual" | "importOriginal"));
        let actual: Vec<u64> = calls().filter(is_part).map(|row| row.number(LINE)).collect();
        let mut real: FxHashSet<&str> = FxHashSet::default();
        let mut targets = Distinct::default();
        let mut specifiers = Distinct::default();
        for (at, row) in mocks.iter().enumerate() {
            let line = row.number(MOCK_LINE);
            let next = mocks.get(at + 1).map_or(u64::MAX, |next| next.number(MOCK_LINE)).max(line + 1);
            let is_real = spied.contains(&line) || actual.iter().any(|&one| line <= one && one < next);
            let subject = row.escaped(SUBJECT).filter(|_| matches!(row.escaped(LIBRARY), Some("vitest" | "jest")));
            for (told, into) in [(row.escaped(TARGET), &mut targets), (subject, &mut specifiers)] {
                match told {
                    Some(one) if is_real => {
                        real.insert(one);
                    }
                    Some(one) => {
                        into.add(one);
                    }
                    None => {}
                }
            }
        }
        // What the file is named after is what it tests, however much of it is replaced.
        if let Some(tested) = tested_name(file.ids.path()) {
            real.extend(targets.all().iter().filter(|one| stem_of(path_of(one)) == tested));
        }
        let kept = |all: &Distinct<'u>| -> Vec<&'u str> {
            all.all().iter().filter(|one| !real.contains(*one)).copied().collect()
        };
        let (targets, specifiers) = (kept(&targets), kept(&specifiers));
        let made: FxHashSet<&str> =
            calls().filter(|row| row.escaped(KIND) == Some("new")).filter_map(|row| row.escaped(CALLEE)).collect();
        let is_made = |one: &str| made.contains(one) || made.iter().any(|it| member_of(it, one).is_some());
        Self {
            classes: targets.iter().filter(|one| !is_made(one)).copied().collect(),
            targets: targets.into_iter().collect(),
            specifiers: specifiers.into_iter().collect(),
        }
    }

    /// Whether an import brings what is replaced.
    pub fn has_import(&self, specifier: &str, symbol: Option<&str>) -> bool {
        self.specifiers.contains(specifier) || symbol.is_some_and(|symbol| self.targets.contains(symbol))
    }

    /// Whether a method is called on what stands for a class: the class itself is never made there, nor written in front.
    pub fn is_called_on_double(&self, callee: &str, text: &str) -> bool {
        self.classes.iter().any(|one| {
            let name = last_name(one);
            let behind = |text: &str| {
                text.strip_prefix(name).is_some_and(|rest| rest.starts_with('.') || rest.starts_with("::"))
            };
            let mut signs = text.chars();
            let is_marked = signs.next().is_some_and(|sign| !is_of_word(sign));
            member_of(callee, one).is_some() && !behind(text) && !(is_marked && behind(signs.as_str()))
        })
    }
}

/// What stands in a type behind its id.
fn member_of<'i>(id: &'i str, ty: &str) -> Option<&'i str> {
    id.strip_prefix(ty)?.strip_prefix('.')
}

fn is_spy(name: &str) -> bool {
    SPIES.iter().any(|one| one.eq_ignore_ascii_case(name))
        || name.as_bytes().windows(7).any(|it| it.eq_ignore_ascii_case(b"partial"))
}

/// Lines of declarations whose annotations say that they run what nothing tells otherwise.
fn spied_by_annotations(file: &File) -> FxHashSet<u64> {
    const SYMBOL_LINE: usize = column("symbols", "line");
    const DECORATORS: usize = column("symbols", "decorators");
    let says = |given: &str| {
        given.contains("SpyBean")
            || given.contains("InjectMocks")
            || given.match_indices("Spy").any(|(at, _)| !given[..at].ends_with(is_of_word))
    };
    let rows = file.unit.rows("symbols").iter();
    rows.filter(|row| row.text(DECORATORS).is_some_and(|given| says(&given)))
        .map(|row| row.number(SYMBOL_LINE))
        .collect()
}
