//! English nouns in the form that frameworks give them, which name parameters and models by it.

/// Those that have one form.
const UNCOUNTABLE: [&str; 12] = [
    "data",
    "equipment",
    "fish",
    "information",
    "jeans",
    "money",
    "news",
    "police",
    "rice",
    "series",
    "sheep",
    "species",
];

/// Ends of words and what is in their place in the singular: the first that fits counts. The rules are those of Rails'
/// ActiveSupport, without the words that name no resources.
const ENDS: [(&str, &str); 48] = [
    ("people", "person"),
    ("children", "child"),
    ("men", "man"),
    ("sexes", "sex"),
    ("moves", "move"),
    ("zombies", "zombie"),
    ("databases", "database"),
    ("quizzes", "quiz"),
    ("matrices", "matrix"),
    ("vertices", "vertex"),
    ("indices", "index"),
    ("aliases", "alias"),
    ("alias", "alias"),
    ("statuses", "status"),
    ("status", "status"),
    ("viruses", "virus"),
    ("virus", "virus"),
    ("crises", "crisis"),
    ("shoes", "shoe"),
    ("oes", "o"),
    ("buses", "bus"),
    ("bus", "bus"),
    ("xes", "x"),
    ("ches", "ch"),
    ("sses", "ss"),
    ("shes", "sh"),
    ("series", "series"),
    ("movies", "movie"),
    ("ies", "y"),
    ("lves", "lf"),
    ("rves", "rf"),
    ("tives", "tive"),
    ("hives", "hive"),
    ("ves", "fe"),
    ("analyses", "analysis"),
    ("bases", "basis"),
    ("diagnoses", "diagnosis"),
    ("parentheses", "parenthesis"),
    ("prognoses", "prognosis"),
    ("synopses", "synopsis"),
    ("theses", "thesis"),
    ("ta", "tum"),
    ("ia", "ium"),
    ("news", "news"),
    ("sis", "sis"),
    ("xis", "xis"),
    ("ss", "ss"),
    ("s", ""),
];

/// An English noun's singular, as frameworks name parameters by it.
pub fn singular(word: &str) -> String {
    let last = word.rsplit(['-', '_']).next().unwrap_or_default();
    if UNCOUNTABLE.contains(&last) {
        return word.to_owned();
    }
    let ending = ENDS.iter().find_map(|(end, instead)| Some((word.strip_suffix(end)?, *instead)));
    match ending {
        Some((before, instead)) if !(before.is_empty() && instead.is_empty()) => format!("{before}{instead}"),
        _ => word.to_owned(),
    }
}

/// The constant that a name is written after: `order_line`, `OrderLine`.
pub fn constant(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(capital).collect()
}

#[cfg(test)]
mod tests {
    use super::{constant, singular};

    #[test]
    fn names_are_written_as_constants() {
        assert_eq!(constant("order_line"), "OrderLine");
    }

    #[test]
    fn nouns_lose_their_plural() {
        let all = ["stories", "boxes", "classes", "users", "status", "news-item", "matches", "houses"].map(singular);
        assert_eq!(all, ["story", "box", "class", "user", "status", "news-item", "match", "house"]);
        let all = ["people", "children", "media", "movies", "series", "news", "statuses", "aliases"].map(singular);
        assert_eq!(all, ["person", "child", "medium", "movie", "series", "news", "status", "alias"]);
        let all = ["buses", "quizzes", "analyses", "heroes", "indices", "shoes", "wives", "data"].map(singular);
        assert_eq!(all, ["bus", "quiz", "analysis", "hero", "index", "shoe", "wife", "data"]);
        let all = ["databases", "menus", "archives", "shelves", "s", "", "women", "user_addresses"].map(singular);
        assert_eq!(all, ["database", "menu", "archive", "shelf", "s", "", "woman", "user_address"]);
    }
}
