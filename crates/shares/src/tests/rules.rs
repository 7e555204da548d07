//! What calls in tests mean, as rules say it: the files under `rules/tests`, compiled by `scripts/gen-rules.mjs`.

use crate::path_pattern::{fits, is_named};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::cell::RefCell;
use std::rc::Rc;

/// What a call in a test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Meaning {
    Assertion,
    Fixture,
    /// What is called there is told how to answer.
    Stub,
    /// It is asked whether it was called: an assertion, and what it gives is not run.
    Verification,
}

impl Meaning {
    pub fn word(self) -> &'static str {
        match self {
            Self::Assertion | Self::Verification => "assertion",
            Self::Fixture => "fixture",
            Self::Stub => "stub",
        }
    }
}

#[derive(Deserialize)]
struct Clause {
    kind: Meaning,
    languages: Vec<String>,
    call: Vec<String>,
}

/// A pattern of a dotted path: `*` is any name or any end of one, `**` any number of names.
type Pattern = (Meaning, Vec<String>);

/// Where some stand in a list of patterns.
type Places = Rc<[usize]>;

/// Answers by language and path; most paths are asked for often.
#[derive(Debug, Default)]
pub struct TestRules {
    /// By language, in the order of the rules.
    patterns: FxHashMap<String, Vec<Pattern>>,
    known: RefCell<FxHashMap<(String, String), Option<Meaning>>>,
    /// Of a language, the patterns that paths may fit that begin with a name.
    beginning: RefCell<FxHashMap<(String, String), Places>>,
}

/// So many paths are remembered.
const MOST_KNOWN: usize = 50_000;

impl TestRules {
    /// Reads the clauses; None: they are damaged.
    pub fn read(json: &str) -> Option<Self> {
        let clauses: Vec<Clause> = serde_json::from_str(json).ok()?;
        let mut patterns: FxHashMap<String, Vec<Pattern>> = FxHashMap::default();
        for Clause { kind, languages, call } in clauses {
            for language in languages {
                let parts = call.iter().map(|one| (kind, one.split('.').map(str::to_owned).collect()));
                patterns.entry(language).or_default().extend(parts);
            }
        }
        Some(Self { patterns, ..Self::default() })
    }

    /// What a call means that leads to `path` outside of the repository.
    pub fn meaning_of(&self, language: &str, path: &str) -> Option<Meaning> {
        let patterns = self.patterns.get(language)?;
        let key = (language.to_owned(), path.to_owned());
        if let Some(&known) = self.known.borrow().get(&key) {
            return known;
        }
        let names: Vec<&str> = path.split('.').collect();
        let candidates = self.candidates(language, patterns, names[0]);
        let found = candidates.iter().map(|&at| &patterns[at]).find(|(_, parts)| fits(parts, &names)).map(|it| it.0);
        let mut known = self.known.borrow_mut();
        if known.len() < MOST_KNOWN {
            known.insert(key, found);
        }
        found
    }

    fn candidates(&self, language: &str, patterns: &[Pattern], name: &str) -> Places {
        let key = (language.to_owned(), name.to_owned());
        if let Some(known) = self.beginning.borrow().get(&key) {
            return Rc::clone(known);
        }
        let may_fit = |(_, parts): &Pattern| parts.first().is_some_and(|it| it == "**" || is_named(it, name));
        let found: Places = (0..patterns.len()).filter(|&at| may_fit(&patterns[at])).collect();
        let mut beginning = self.beginning.borrow_mut();
        if beginning.len() < MOST_KNOWN {
            beginning.insert(key, Rc::clone(&found));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_pattern_that_fits_says_what_a_call_means() {
        let rules = TestRules::read(
            r#"[{"kind":"stub","languages":["java"],"call":["org.mockito.**.when*"]},
                {"kind":"verification","languages":["java","kotlin"],"call":["org.mockito.**","**.check"]}]"#,
        )
        .expect("rules");
        let of = |language: &str, path: &str| rules.meaning_of(language, path);
        assert_eq!(of("java", "org.mockito.Mockito.whenNew"), Some(Meaning::Stub));
        assert_eq!(of("kotlin", "org.mockito.Mockito.whenNew"), Some(Meaning::Verification));
        assert_eq!(
            (of("java", "a.b.check"), of("java", "a.b"), of("go", "a.check")),
            (Some(Meaning::Verification), None, None)
        );
        assert_eq!(Meaning::Verification.word(), "assertion");
        assert!(TestRules::read("{").is_none());
    }
}
