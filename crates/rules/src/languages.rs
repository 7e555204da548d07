//! What rules say of a language as a whole.

use crate::{Clause, Kind, Rules};

impl Rules {
    /// How classes of a language say in their bodies who is asked before their methods, and before which.
    pub fn guarding_in_class(&self, language: &str) -> Option<&Clause> {
        let guards = |it: &&Clause| it.kind == Some(Kind::Guard) && it.class == Some(true) && !it.only.is_empty();
        self.clauses.iter().filter(guards).find(|it| it.languages.iter().any(|one| one == language))
    }

    /// Words of what is called on a setting, in a language, that gives something else where it is not set.
    pub fn otherwise(&self, language: &str) -> &str {
        let told = self.clauses.iter().filter(|clause| clause.kind == Some(Kind::Environment));
        let mut told = told.filter(|clause| clause.languages.iter().any(|it| it == language));
        told.find(|clause| !clause.otherwise.is_empty()).map_or("", |clause| &clause.otherwise)
    }
}
