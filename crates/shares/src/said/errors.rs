//! Which errors are thrown, and what they are made from.

use super::facts::FileFacts;
use super::gathered::{At, Gathered};
use super::places::bare_type;

const OF_OTHERS: &str = "built-in or a library's";

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.is_test {
        return;
    }
    let is_go = facts.family == "go";
    for site in facts.errors.iter().filter(|it| it.kind == "throw") {
        let Some(error) = site.error.as_deref() else { continue };
        let at = At::line(site.line).of(Some(site.symbol));
        // What Rust's macros make is an error of their library.
        if matches!(error, "anyhow!" | "bail!" | "ensure!" | "eyre!" | "whatever!") {
            gathered.see("error-types", OF_OTHERS, at);
        }
        let name = bare_type(error);
        // In Go most errors are of no type of their own: made where they are given back, or once, as a variable.
        if is_go && (matches!(error, "fmt.Errorf" | "errors.New") || is_in_front("Err", name)) {
            gathered.see("error-types", OF_OTHERS, at);
            gathered.see("thrown-type", "Error", at);
            continue;
        }
        // What makes an error in Go is no type; what is left to others to write raises none.
        let is_left = matches!(name, "NotImplementedError" | "NotImplementedException");
        if is_left || !is_type(name, facts.family) || (is_go && is_in_front("New", name)) {
            continue;
        }
        gathered.see("error-types", if site.target.is_none() { OF_OTHERS } else { "own" }, at);
        gathered.see("thrown-type", name.to_owned(), at);
    }
    for relation in &facts.relations {
        let is_error = relation.relation == "extends" && ends_in(relation.ty, &["Error", "Exception"]);
        let base = if is_error { bare_type(&relation.name) } else { continue };
        if ends_in(base, &["Error", "Exception", "Throwable"]) {
            gathered.see("error-base", base.to_owned(), At::line(relation.line).of(Some(relation.ty)));
        }
    }
}

fn ends_in(name: &str, words: &[&str]) -> bool {
    words.iter().any(|it| name.ends_with(it))
}

/// Whether a word stands in front of others in a name: `ErrClosed`.
fn is_in_front(word: &str, name: &str) -> bool {
    name.strip_prefix(word).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_uppercase()))
}

/// Whether what is thrown is called as types of errors are; a function that makes one is none: `createNotFoundException`.
fn is_type(name: &str, family: &str) -> bool {
    if !name.starts_with(|sign: char| sign.is_ascii_uppercase()) {
        return false;
    }
    // Where what is thrown is made of a class, which alone begin with capitals: `PermissionDenied`, `Http404`.
    if matches!(family, "python" | "php" | "ruby" | "java" | "kotlin" | "csharp") {
        name.bytes().any(|sign| sign.is_ascii_lowercase())
    } else {
        ends_in(name, &["Error", "Exception", "Failure", "Fault"])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_errors_are_told_by_their_names() {
        assert!(is_type("Http404", "python") && !is_type("Http404", "js") && !is_type("NOT_FOUND", "ruby"));
        assert!(is_type("LoadFailure", "js") && !is_type("createError", "php"));
        assert!(is_in_front("Err", "ErrClosed") && !is_in_front("Err", "Error") && !is_in_front("New", "New"));
    }
}
