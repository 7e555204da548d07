//! Which methods classes define that extend another.

use crate::said::TOTAL;
use crate::said::facts::FileFacts;
use crate::said::gathered::{At, Gathered};
use crate::said::places::bare_type;
use crate::words::{is_of_word, is_word};
use rustc_hash::{FxHashMap, FxHashSet};

const METHODS: &str = "subclass-methods";

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.is_test {
        return;
    }
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    let mut bases: Vec<(&str, Vec<&str>)> = Vec::new();
    for it in facts.relations.iter().filter(|it| it.relation == "extends") {
        let base = bare_type(&it.name);
        if is_word(base) && !is_ordinary(base) {
            let at = *places.entry(it.ty).or_insert_with(|| {
                bases.push((it.ty, Vec::new()));
                bases.len() - 1
            });
            bases[at].1.push(base);
        }
    }
    if bases.is_empty() {
        return;
    }
    // What is abstract leaves to others what it does not define.
    let classes = facts.symbols.iter().filter(|it| it.kind() == "class" && places.contains_key(it.id()));
    let lines: FxHashMap<&str, u64> =
        classes.filter(|it| !it.is_abstract()).map(|it| (it.id(), it.name_line())).collect();
    for (ty, bases) in &bases {
        let Some(&line) = lines.get(ty) else { continue };
        for base in bases {
            gathered.see_in(METHODS, (*base).to_owned(), TOTAL, At::line(line).of(Some(ty)));
        }
    }
    let mut seen = FxHashSet::default();
    for symbol in facts.symbols.iter().filter(|it| it.kind() == "method" && it.visibility() != "private") {
        let Some((parent, &line)) = symbol.parent().and_then(|it| Some((it, lines.get(it)?))) else { continue };
        let name = symbol.name();
        // What only the documentation in front of a class tells of it is defined elsewhere: PHP's `@method`. Overloads are
        // one method, and counted are classes.
        if is_maker(&name) || symbol.name_line() < line || !seen.insert((parent, name.clone())) {
            continue;
        }
        for base in places.get(parent).map_or(&[][..], |&at| &bases[at].1) {
            gathered.see_in(
                METHODS,
                (*base).to_owned(),
                name.clone(),
                At::line(symbol.name_line()).of(Some(symbol.id())),
            );
        }
    }
}

/// What languages have a class be called by, or made by.
fn is_maker(name: &str) -> bool {
    let is_magic = || {
        let inside = name.strip_prefix("__").and_then(|it| it.strip_suffix("__"));
        inside.is_some_and(|it| !it.is_empty() && it.chars().all(is_of_word))
    };
    matches!(
        name,
        "constructor" | "__construct" | "initialize" | "init" | "new" | "toString" | "equals" | "hashCode" | "main"
    ) || is_magic()
}

fn is_ordinary(base: &str) -> bool {
    matches!(
        base,
        "Object"
            | "object"
            | "Exception"
            | "Error"
            | "ABC"
            | "Enum"
            | "Protocol"
            | "Generic"
            | "TypedDict"
            | "NamedTuple"
            | "BaseModel"
            | "dict"
            | "list"
            | "str"
            | "int"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_that_languages_name_are_no_choice() {
        assert!(is_maker("__init__") && is_maker("constructor") && is_ordinary("Enum"));
        assert!(!is_maker("____") && !is_maker("run") && !is_ordinary("Base"));
    }
}
