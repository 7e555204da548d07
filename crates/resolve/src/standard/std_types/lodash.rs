//! What functions of Lodash hand on, and of what has the same functions.

use super::Gives;

/// The name of such a function, by its path.
pub fn of(path: &str) -> Option<&str> {
    ["lodash.", "lodash/", "lodash-es.", "lodash-es/", "underscore."]
        .iter()
        .find_map(|prefix| path.strip_prefix(prefix))
}

/// What one of them gives, by its name.
pub fn function(name: &str) -> Option<Gives> {
    Some(match name {
        "find" | "findLast" | "first" | "head" | "last" | "max" | "maxBy" | "min" | "minBy" | "nth" | "sample" => {
            Gives::Element
        }
        "compact" | "concat" | "difference" | "drop" | "dropRight" | "filter" | "initial" | "intersection"
        | "orderBy" | "reject" | "reverse" | "shuffle" | "slice" | "sortBy" | "tail" | "take" | "takeRight"
        | "toArray" | "union" | "uniq" | "uniqBy" | "without" => Gives::List,
        "clone" | "cloneDeep" => Gives::Same,
        _ => return None,
    })
}
