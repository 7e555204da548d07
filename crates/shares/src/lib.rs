//! What a file brings to what is derived of all files, taken from the rows of its unit: its shares.
//!
//! A share is JSON, and a pure function of the unit and of what rules say. Who reads it is `src/engine/scan/derive`:
//! `flows/flow-share.ts`, `tests/reach-share.ts`, `tests/test-share.ts`, `patterns/store.ts`, `modules/edges.ts` and
//! `wrappers/candidates.ts` say what stands where.

mod depends;
mod dispatches;
mod flows;
mod ids;
mod laravel;
mod mentions;
mod path_pattern;
mod reach;
mod rules;
mod said;
mod tests;
#[cfg(test)]
mod units;
mod unseen;
mod words;
mod wraps;

pub use rules::Rules;

use facts::unit::Unit;
use tests::part::TestPart;

/// What a file brings; None: nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Its declarations with what they call and where they lead.
    pub flows: Option<String>,
    /// Who calls whom, and what may be called without a call that is seen.
    pub reach: Option<String>,
    /// Its tests, and what their code calls.
    pub tests: Option<String>,
    /// How it does things.
    pub said: Option<String>,
    /// Which files it depends on, and how many types it has.
    pub depends: Option<String>,
    /// Its functions that may be wrappers.
    pub wraps: Option<String>,
}

impl Shares {
    /// Those that there are, by the names of the tables that keep them: `derive/kept-shares.ts`.
    pub fn named(&self) -> Vec<(&'static str, &str)> {
        let Self { flows, reach, tests, said, depends, wraps } = self;
        let all = [
            ("flows", flows),
            ("reach", reach),
            ("tests", tests),
            ("said", said),
            ("depends", depends),
            ("wraps", wraps),
        ];
        all.into_iter().filter_map(|(name, share)| Some((name, share.as_deref()?))).collect()
    }
}

/// The shares of a file's unit.
pub fn of(unit: &Unit, rules: &Rules) -> Shares {
    let Some(file) = File::of(unit) else { return Shares::default() };
    let part = TestPart::of(&file, &rules.tests);
    Shares {
        flows: Some(flows::share(&file)),
        reach: Some(reach::share(&file, part.as_ref())),
        tests: part.map(|part| tests::share(&file, &part)),
        said: said::share(&file, &rules.choices),
        depends: depends::share(&file),
        wraps: wraps::share(&file, &rules.wrappers),
    }
}

/// The unit of a source file.
pub(crate) struct File<'u> {
    pub unit: &'u Unit,
    pub ids: ids::Ids,
    pub language: &'u str,
    pub is_test: bool,
    pub is_generated: bool,
}

impl<'u> File<'u> {
    fn of(unit: &'u Unit) -> Option<Self> {
        use facts::rows::column;
        const LANGUAGE: usize = column("files", "language");
        const IS_TEST: usize = column("files", "is_test");
        const IS_GENERATED: usize = column("files", "is_generated");
        let row = unit.rows("files").iter().next()?;
        Some(Self {
            unit,
            ids: ids::Ids::of(unit.path()),
            language: row.escaped(LANGUAGE)?,
            is_test: row.is_set(IS_TEST),
            is_generated: row.is_set(IS_GENERATED),
        })
    }

    pub fn path(&self) -> &'u str {
        self.unit.path()
    }

    pub fn is_python(&self) -> bool {
        matches!(self.language, "python" | "jupyter")
    }
}
