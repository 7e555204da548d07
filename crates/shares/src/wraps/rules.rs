//! What functions are for that others are built around, as rules say it: the files under `rules/wrappers`, compiled by
//! `scripts/gen-rules.mjs`.

use crate::path_pattern::fits;
use rustc_hash::FxHashMap;
use serde::Deserialize;

#[derive(Deserialize)]
struct Clause {
    category: String,
    languages: Vec<String>,
    call: Vec<String>,
}

/// Categories and the paths of what is of them, by language, in the order of the rules.
#[derive(Debug, Default)]
pub struct WrapperRules(FxHashMap<String, Vec<(String, Vec<String>)>>);

impl WrapperRules {
    /// Reads the clauses; None: they are damaged.
    pub fn read(json: &str) -> Option<Self> {
        let clauses: Vec<Clause> = serde_json::from_str(json).ok()?;
        let mut all: FxHashMap<String, Vec<(String, Vec<String>)>> = FxHashMap::default();
        for Clause { category, languages, call } in clauses {
            for language in languages {
                let parts = call.iter().map(|one| (category.clone(), one.split('.').map(str::to_owned).collect()));
                all.entry(language).or_default().extend(parts);
            }
        }
        Some(Self(all))
    }

    /// What something outside of the repository is for.
    pub fn category_of(&self, language: &str, names: &[&str]) -> Option<&str> {
        let primitives = self.0.get(language)?;
        primitives.iter().find(|(_, parts)| fits(parts, names)).map(|(category, _)| category.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_clause_that_fits_says_what_something_is_for() {
        let rules = WrapperRules::read(
            r#"[{"category":"http","languages":["go"],"call":["net/http.Get","net/http.Client.*"]},
                {"category":"responses","languages":["go"],"call":["net/http.**"]}]"#,
        )
        .expect("rules");
        let of = |language: &str, names: &[&str]| rules.category_of(language, names).map(str::to_owned);
        assert_eq!(of("go", &["net/http", "Client", "Do"]).as_deref(), Some("http"));
        assert_eq!(of("go", &["net/http", "Error"]).as_deref(), Some("responses"));
        assert_eq!((of("go", &["os"]), of("java", &["net/http", "Get"])), (None, None));
    }
}
