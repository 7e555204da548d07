//! How names of declarations are written, where a language leaves it open.

use crate::said::facts::FileFacts;
use crate::said::gathered::Gathered;
use crate::said::places::casing_of;
use crate::said::symbol::Symbol;
use crate::said::texts::words;
use crate::words::is_space;

struct Asked {
    family: &'static str,
    group: &'static str,
    of: fn(&Symbol) -> bool,
    how: fn(&str) -> Option<&'static str>,
}

const ASKED: [Asked; 9] = [
    Asked { family: "js", group: "enum members", of: |it| it.kind() == "enum_member", how: strict },
    Asked { family: "js", group: "constants with a literal value", of: is_literal, how: of_constant },
    Asked { family: "js", group: "interfaces", of: |it| it.kind() == "interface", how: of_interface },
    Asked {
        family: "js",
        group: "private members",
        of: |it| it.visibility() == "private" && it.kind() != "constructor",
        how: prefixed,
    },
    Asked { family: "csharp", group: "private fields", of: is_private_field, how: prefixed },
    Asked { family: "php", group: "methods", of: is_method, how: strict },
    Asked { family: "c", group: "private members", of: is_private_field, how: affixed },
    Asked { family: "c", group: "functions", of: is_method, how: strict },
    Asked { family: "c", group: "types", of: |it| matches!(it.kind(), "class" | "struct" | "enum"), how: of_type },
];

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.is_test {
        return;
    }
    for Asked { group, of, how, .. } in ASKED.iter().filter(|it| it.family == facts.family) {
        for symbol in facts.symbols.iter().filter(|it| of(it)) {
            if let Some(variant) = how(&symbol.name()) {
                gathered.see_in("casing", *group, variant, symbol.at());
            }
        }
    }
}

fn is_private_field(symbol: &Symbol) -> bool {
    symbol.kind() == "property" && symbol.visibility() == "private" && !symbol.is_static()
}

fn is_method(symbol: &Symbol) -> bool {
    matches!(symbol.kind(), "method" | "function")
}

/// A constant at the top that is given a text or a number.
fn is_literal(symbol: &Symbol) -> bool {
    if symbol.kind() != "variable" || symbol.parent().is_some() {
        return false;
    }
    let signature = symbol.signature();
    words(&signature).any(|word| word == "const") && is_given_literal(&signature)
}

fn is_given_literal(signature: &str) -> bool {
    signature.split('=').skip(1).any(|given| {
        let given = given.trim_start_matches(is_space);
        given.starts_with(['"', '\'', '`'])
            || given.strip_prefix('-').unwrap_or(given).starts_with(|sign: char| sign.is_ascii_digit())
    })
}

fn of_constant(name: &str) -> Option<&'static str> {
    let is_small = !name.is_empty() && name.bytes().all(|sign| sign.is_ascii_lowercase());
    if is_small { Some("camelCase") } else { casing_of(name) }
}

fn of_interface(name: &str) -> Option<&'static str> {
    let is_marked = matches!(name.as_bytes(), [b'I', b'A'..=b'Z', b'a'..=b'z', ..]);
    Some(if is_marked { "a leading I" } else { "no prefix" })
}

fn of_type(name: &str) -> Option<&'static str> {
    if name.ends_with("_t") { Some("snake_case with _t") } else { casing_of(name) }
}

fn strict(name: &str) -> Option<&'static str> {
    if name.starts_with('_') || name.starts_with("operator") { None } else { casing_of(name) }
}

/// C++ marks members at either end.
fn affixed(name: &str) -> Option<&'static str> {
    let is_open = |front: &str| front.ends_with(|sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit());
    if name.strip_suffix('_').is_some_and(is_open) { Some("a trailing _") } else { prefixed(name) }
}

fn prefixed(name: &str) -> Option<&'static str> {
    Some(if name.starts_with('#') {
        "a leading #"
    } else if name.starts_with("m_") {
        "a leading m_"
    } else if name.starts_with('_') {
        "a leading _"
    } else {
        "no prefix"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_marked() {
        assert_eq!(
            ["#a", "m_a", "_a", "a"].map(prefixed).map(Option::unwrap),
            ["a leading #", "a leading m_", "a leading _", "no prefix"]
        );
        assert_eq!((affixed("a_"), affixed("A_")), (Some("a trailing _"), Some("no prefix")));
        assert_eq!((of_interface("IUser"), of_interface("Item")), (Some("a leading I"), Some("no prefix")));
        assert_eq!((of_type("size_t"), strict("_a_b"), strict("operator_a")), (Some("snake_case with _t"), None, None));
        assert_eq!((of_constant("limit"), of_constant("MOST_KNOWN")), (Some("camelCase"), Some("UPPER_CASE")));
    }

    #[test]
    fn constants_are_given_literals() {
        assert!(is_given_literal("const a: B = -1") && is_given_literal("const a='b'"));
        assert!(!is_given_literal("const a = b") && !is_given_literal("const a: 1"));
    }
}
