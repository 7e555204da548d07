//! The text that the parser is given where it does not understand the source: of `new` it takes nothing but types, which Go
//! has given values too since 1.26, as may a function of the package by that name.

const NEW: &str = "new(";
/// What begins a value and no type.
const BEGINNING: [char; 8] = ['"', '`', '\'', '&', '!', '-', '+', '.'];

/// The text with another name in the place of each `new` that is given a value. None where there is none.
pub fn prepared(text: &str) -> Option<String> {
    let mut prepared = text.as_bytes().to_vec();
    let mut is_changed = false;
    for (at, _) in text.match_indices(NEW) {
        let is_whole = !text[..at].ends_with(|it: char| it.is_alphanumeric() || matches!(it, '_' | '.'));
        if is_whole && begins_value(&text[at + NEW.len()..]) {
            prepared[at] = b'N';
            is_changed = true;
        }
    }
    String::from_utf8(prepared).ok().filter(|_| is_changed)
}

fn begins_value(given: &str) -> bool {
    let given = given.trim_start();
    if given.starts_with(|it: char| it.is_ascii_digit() || BEGINNING.contains(&it)) {
        return true;
    }
    let name = given.find(|it: char| !(it.is_alphanumeric() || matches!(it, '_' | '.'))).unwrap_or(given.len());
    let behind = given[name..].trim_start();
    // What a type may begin with is none of these.
    let is_word = matches!(&given[..name], "" | "func" | "map" | "chan" | "struct" | "interface");
    !is_word && behind.starts_with(|it: char| !matches!(it, ')' | '[' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_new_is_given_is_a_value_or_a_type() {
        assert_eq!(prepared("a := new(f(), 1)\n").as_deref(), Some("a := New(f(), 1)\n"));
        assert_eq!(prepared("a := new(\"x\"); b := new(T)\n").as_deref(), Some("a := New(\"x\"); b := new(T)\n"));
        assert_eq!(prepared("new(1 + 2)").as_deref(), Some("New(1 + 2)"));
        for types in ["new(T)", "new(a.T)", "new([]T)", "new(map[K]V)", "new(*T)", "new(func(int) bool)", "renew(f())"]
        {
            assert_eq!(prepared(types), None);
        }
    }
}
