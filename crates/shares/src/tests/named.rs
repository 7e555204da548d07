//! What tests and their files are named after.

use crate::words::is_of_word;

/// A matcher of shoulda's, which asserts by itself: `validate_presence_of(:name)`, `respond_with :success`.
pub fn is_matcher(name: &str) -> bool {
    let rest = name.trim_start_matches(is_of_word);
    let word = &name[..name.len() - rest.len()];
    if word.is_empty() {
        return false;
    }
    let behind = rest.strip_prefix(['?', '!']).unwrap_or(rest);
    let is_called = |behind: &str| {
        behind.starts_with('(')
            || behind.starts_with(" :")
            || behind.strip_prefix('.').is_some_and(|next| next.starts_with(is_of_word))
    };
    let (first, _) = word.split_once('_').unwrap_or_default();
    let is_snake = rest.is_empty()
        && !first.is_empty()
        && first.bytes().all(|it| it.is_ascii_lowercase())
        && word.len() > first.len() + 1;
    is_called(behind) || is_called(rest) || is_snake
}

/// A file's name without its ending.
pub fn stem_of(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or_default();
    match name.rfind('.') {
        Some(at) if at + 1 < name.len() => &name[..at],
        _ => name,
    }
}

/// Folders of tests of a whole application, which are named after what people see there.
const OF_WHOLE: [&str; 4] = ["e2e", "cypress", "playwright", "acceptance"];

/// What files of tests have behind the name of what they test.
const MARKS: [&str; 8] = ["test", "tests", "spec", "specs", "e2e-spec", "e2e", "it", "cy"];
const ENDS: [&str; 7] = ["_test", "_spec", "Test", "Tests", "Spec", "IT", "TestCase"];

/// The name of what a file of tests is named after.
pub fn tested_name(path: &str) -> Option<&str> {
    let stem = stem_of(path);
    let name = match stem.strip_prefix("test_").or_else(|| stem.strip_prefix("spec_")) {
        Some(name) => name,
        None => {
            let marked = MARKS.iter().filter_map(|mark| stem.strip_suffix(mark)?.strip_suffix(['.', '_', '-']));
            let ended = ENDS.iter().filter_map(|end| stem.strip_suffix(end));
            marked.chain(ended).min_by_key(|name| name.len())?
        }
    };
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let is_of_whole = folders.split('/').any(|it| OF_WHOLE.iter().any(|one| it.eq_ignore_ascii_case(one)));
    (!name.is_empty() && !is_of_whole).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_tests_are_named_after_what_they_test() {
        let told = ["src/cart.test.ts", "a/CartTestCase.java", "test_cart.py", "cart_spec.rb", "cart.e2e-spec.ts"];
        assert_eq!(told.map(tested_name), [Some("cart"), Some("Cart"), Some("cart"), Some("cart"), Some("cart")]);
        assert_eq!(["cart.ts", "E2E/cart.test.ts", "Test.java"].map(tested_name), [None, None, None]);
    }

    #[test]
    fn matchers_are_words_with_what_they_ask() {
        for name in ["validate_presence_of(:name)", "respond_with :success", "belong_to.optional", "allow_value"] {
            assert!(is_matcher(name), "{name}");
        }
        for name in ["be empty", "work", "_private"] {
            assert!(!is_matcher(name), "{name}");
        }
    }
}
