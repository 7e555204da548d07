//! Functions of a repository's own that assert for its tests, without any library's assertion.

use crate::File;
use crate::ids::last_name;
use facts::rows::column;

const KIND: usize = column("error_sites", "kind");
const ERROR: usize = column("error_sites", "error");
const LINE: usize = column("error_sites", "line");
const SYMBOL: usize = column("error_sites", "symbol");

/// What frameworks know a test's failure by, as against an error of what is tested.
const FAILURES: [&str; 8] = [
    "AssertionError",
    "AssertionFailedError",
    "ComparisonFailure",
    "AssertionException",
    "ExpectationFailedException",
    "ExpectationFailedError",
    "AssertionFailedException",
    "XunitException",
];

/// A function that says by its name that it asserts and nothing else, in a row too: `andAssertThatJson`.
pub fn says_that_it_asserts(name: &str) -> bool {
    // Most names say nothing of the kind, and need not be taken apart.
    let has_word = name.as_bytes().windows(6).any(|it| it.eq_ignore_ascii_case(b"assert"));
    has_word && {
        let words = spaced(name);
        let words = words.strip_prefix('_').unwrap_or(&words);
        [Some(words), words.strip_prefix("and ")].into_iter().flatten().any(|it| begins_with(it, "assert"))
    }
}

/// A function that says by its name that it fails a test where something is not so: `verifyOrder`, `assert_sorted`.
fn says_that_it_checks(name: &str) -> bool {
    let words = spaced(name);
    let words = words.strip_prefix('_').unwrap_or(&words);
    ["assert", "expect", "verify", "check", "ensure", "must", "should"].iter().any(|word| begins_with(words, word))
}

fn begins_with(words: &str, word: &str) -> bool {
    words.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|sign: char| sign.is_ascii_lowercase()))
}

/// Words of a name apart: `assertThat` is `assert that`, `assertion` stays one.
fn spaced(name: &str) -> String {
    let mut words = String::with_capacity(name.len() + 4);
    let mut is_end = false;
    for sign in name.chars() {
        if is_end && sign.is_ascii_uppercase() {
            words.push(' ');
        }
        is_end = sign.is_ascii_lowercase() || sign.is_ascii_digit();
        words.extend(sign.to_lowercase());
    }
    words
}

/// Where the code of a file fails a test by throwing: the line, and whose code it is.
pub fn failures<'u>(file: &File<'u>) -> impl Iterator<Item = (u64, &'u str)> {
    file.unit.rows("error_sites").iter().filter_map(|row| {
        let caller = row.escaped(SYMBOL)?;
        let error = row.text(ERROR).unwrap_or_default();
        let last = error.rsplit(['.', ':', '\\']).next().unwrap_or_default();
        let fails = FAILURES.contains(&last) || says_that_it_checks(last_name(caller));
        (row.escaped(KIND) == Some("throw") && fails).then(|| (row.number(LINE), caller))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_that_they_assert_or_check() {
        for name in ["assertThat", "_assert_sorted", "andAssertThatJson", "ASSERT_EQ", "assert"] {
            assert!(says_that_it_asserts(name), "{name}");
        }
        for name in ["assertion", "reassert", "verifyOrder", "getAssert"] {
            assert!(!says_that_it_asserts(name), "{name}");
        }
        assert!(
            says_that_it_checks("verifyOrder") && says_that_it_checks("must_be") && !says_that_it_checks("checker")
        );
    }
}
