//! Where tests stand, what they are named, and how they are written.

use super::facts::{FileFacts, Test};
use super::gathered::{At, Gathered};
use super::places::{casing_of, file_of, folder_of};
use crate::words::{is_space, is_word};
use rustc_hash::FxHashSet;

const END_TO_END: &str = "end to end";
/// Where a test file has no name of its own.
const IN_THE_FILE: &str = "in the file that they test";
/// Of TypeScript and JavaScript, where most names tell tests apart.
const PLAIN_NAME: &str = "without a part that tells tests apart";

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let cases = || facts.tests.iter().filter(|it| it.kind == "case");
    let Some(first) = cases().next() else { return };
    let says_of_the_whole = says_of_the_whole(facts.path);
    let mut see = |convention: &'static str, is_whole: bool, variant: String, at: At<'u>| {
        if is_whole {
            gathered.see_in(convention, END_TO_END, variant, at);
        } else {
            gathered.see(convention, variant, at);
        }
    };
    let is_whole = says_of_the_whole || is_of_the_whole(&first.framework);
    // Elsewhere the place of a test is not left open.
    if matches!(facts.family, "js" | "python" | "ruby" | "rust") {
        see("test-placement", is_whole, placement_of(facts), At::line(first.line));
    }
    if let Some(shape) = shape_of(facts).filter(|_| facts.is_test) {
        see("test-files", is_whole, shape, At::line(first.line));
    }
    let suites: FxHashSet<&str> =
        facts.tests.iter().filter(|it| it.kind == "suite").filter_map(|it| it.symbol).collect();
    for one in cases() {
        let at = At::line(one.line).of(one.symbol);
        let is_whole = says_of_the_whole || is_of_the_whole(&one.framework);
        if is_whole {
            gathered.see_in("test-framework", END_TO_END, one.framework.clone(), at);
        } else {
            gathered.see("test-framework", one.framework.clone(), at);
        }
        if let Some(form) = form_of(facts, one) {
            gathered.see("test-form", form, at);
        }
        if let Some(name) = name_of(facts, one, &suites) {
            gathered.see("test-names", name, at);
        }
    }
    if facts.family == "js" {
        for one in &facts.targets {
            let Some(form) = called_form(&one.target) else { continue };
            gathered.see("test-form", form, At { count: one.count, ..At::line(one.line).of(Some(one.caller)) });
        }
    }
}

/// Frameworks that drive the whole application from outside: their tests are of another kind, and stand elsewhere.
fn is_of_the_whole(framework: &str) -> bool {
    matches!(framework, "playwright" | "cypress" | "testcafe" | "webdriverio" | "nightwatch" | "codeceptjs" | "detox")
}

/// What stands before a script's ending: `.ts`, `.cjs`, `.tsx`.
fn without_ending(path: &str, may_be_module: bool) -> Option<&str> {
    let path = path.strip_suffix('x').unwrap_or(path);
    let path = path.strip_suffix("js").or_else(|| path.strip_suffix("ts"))?;
    let plain = if may_be_module { path.strip_suffix(['c', 'm']).unwrap_or(path) } else { path };
    plain.strip_suffix('.')
}

/// Whether a file says of itself that it tests the whole: `orders.e2e-spec.ts`, `orders.cy.ts`.
fn says_of_the_whole(path: &str) -> bool {
    let is_one = |front: &str| {
        let kind = front.strip_suffix("test").or_else(|| front.strip_suffix("spec"));
        let ends = |front: &str| front.strip_suffix("e2e").is_some_and(|it| it.ends_with(['.', '_', '-']));
        ends(front) || kind.and_then(|it| it.strip_suffix(['.', '_', '-'])).is_some_and(ends)
    };
    folder_of(path).split('/').any(|it| it == "cypress")
        || without_ending(path, false).is_some_and(|it| it.ends_with(".cy"))
        || without_ending(path, true).is_some_and(is_one)
}

fn placement_of(facts: &FileFacts) -> String {
    let is_of_tests = |folder: &str| matches!(folder, "test" | "tests" | "spec" | "specs" | "e2e" | "testing" | "t");
    let folder = folder_of(facts.path);
    let parts = || folder.split('/');
    if facts.family == "rust" && !parts().any(is_of_tests) {
        return IN_THE_FILE.into();
    }
    if parts().any(|it| it == "__tests__") {
        let is_at_top = parts().next() == Some("__tests__");
        return if is_at_top { "under __tests__/" } else { "in __tests__ folders beside the code" }.into();
    }
    // `api_tests/`, `ui-e2e/`
    let ends = |part: &str| {
        let word = ["test", "tests", "spec", "specs", "e2e"].iter().find_map(|it| part.strip_suffix(it));
        word.is_some_and(|it| it.ends_with(['-', '_']))
    };
    match parts().enumerate().find(|(_, part)| is_of_tests(part) || ends(part)) {
        Some((0, part)) => format!("under {part}/"),
        Some((_, part)) => format!("in {part}/ folders"),
        None if facts.is_test => "beside the code".into(),
        None => IN_THE_FILE.into(),
    }
}

/// How a test file is named. None: its language says it.
fn shape_of(facts: &FileFacts) -> Option<String> {
    let name = file_of(facts.path);
    match facts.family {
        "js" => Some(script_shape(name)),
        "python" if name.starts_with("test_") => Some("test_*.py".into()),
        "python" if name.ends_with("_test.py") => Some("*_test.py".into()),
        // `test_order_test.rb` is about a `TestOrder`.
        "ruby" => match ["_test.rb", "_spec.rb"].iter().find(|it| name.ends_with(**it)) {
            Some(end) => Some(format!("*{end}")),
            None => ["test_", "spec_"].iter().find(|it| name.starts_with(**it)).map(|start| format!("{start}*.rb")),
        },
        _ => None,
    }
}

fn script_shape(name: &str) -> String {
    // `.ts` and `.tsx` are one way to name tests.
    let plain = without_ending(name, true);
    if let Some(part) = plain.and_then(|it| Some(&it[test_part(it)?..])) {
        return format!("*{part}.*");
    }
    match ["test-", "test_"].iter().find(|it| name.starts_with(**it)) {
        Some(start) => format!("{start}*.{}", &name[name.rfind('.').map_or(0, |at| at + 1)..]),
        None => PLAIN_NAME.into(),
    }
}

/// Where the part begins that tells tests apart.
fn test_part(name: &str) -> Option<usize> {
    let apart = ["e2e-spec", "tests", "test", "specs", "spec", "e2e", "cy"].iter().find_map(|it| {
        let front = name.strip_suffix(it)?;
        front.ends_with(['.', '_', '-']).then(|| front.len() - 1)
    });
    apart.or_else(|| {
        let front = ["Tests", "Test", "Spec"].iter().find_map(|it| name.strip_suffix(it))?;
        front.ends_with(|sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit()).then_some(front.len())
    })
}

fn form_of(facts: &FileFacts, test: &Test) -> Option<&'static str> {
    let symbol = test.symbol.filter(|_| facts.family == "python")?;
    let is_method = symbol.split_once('#').map_or(symbol, |it| it.1).contains('.');
    Some(if is_method { "as methods of classes" } else { "as functions" })
}

/// By which word a case is begun.
fn called_form(target: &str) -> Option<&'static str> {
    const MODULES: [&str; 5] = ["@jest/globals.", "vitest.", "mocha.", "node:test.", "bun:test."];
    let plain = MODULES.iter().find_map(|it| target.strip_prefix(it)).unwrap_or(target);
    let (word, rest) = plain.split_once('.').unwrap_or((plain, "only"));
    match word {
        _ if !matches!(rest, "each" | "only" | "skip" | "concurrent") => None,
        "it" => Some("with it()"),
        "test" => Some("with test()"),
        _ => None,
    }
}

/// How a case is named, in languages where it is a method of which that says what is tested.
fn name_of(facts: &FileFacts, test: &Test, suites: &FxHashSet<&str>) -> Option<&'static str> {
    if !matches!(facts.family, "java" | "kotlin" | "csharp" | "php") || suites.contains(test.symbol?) {
        return None;
    }
    let name = &*test.name;
    if name.contains(is_space) {
        return (facts.family == "kotlin").then_some("as sentences in backticks");
    }
    if name.strip_prefix("test_").is_some_and(|rest| {
        !rest.is_empty() && rest.bytes().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'_')
    }) {
        return Some("in snake_case with test_ in front");
    }
    let goes_on = |word: &str| {
        name.strip_prefix(word).is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_uppercase()))
    };
    if goes_on("test") {
        return Some("in camelCase with test in front");
    }
    if goes_on("should") {
        return Some("in camelCase with should in front");
    }
    if has_outcome(name) && name.starts_with(|sign: char| sign.is_ascii_uppercase()) {
        return Some("Subject_Outcome");
    }
    let begins_small = name.starts_with(|sign: char| sign.is_ascii_lowercase());
    if has_outcome(name) && begins_small && name.bytes().any(|it| it.is_ascii_uppercase()) {
        return Some("subject_outcome");
    }
    Some(match casing_of(name)? {
        "kebab-case" => "in kebab-case",
        "snake_case" => "in snake_case",
        "camelCase" => "in camelCase",
        "PascalCase" => "in PascalCase",
        _ => "in UPPER_CASE",
    })
}

/// Whether a name is of words, with a stroke between its ends.
fn has_outcome(name: &str) -> bool {
    is_word(name) && name.len() > 2 && name[1..name.len() - 1].contains('_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_tests_have_shapes() {
        let shapes =
            ["a.test.tsx", "a.e2e-spec.ts", "CartTests.mjs", "test_a.js", "contest.js", "a.spec.vue"].map(script_shape);
        assert_eq!(shapes[..4], ["*.test.*", "*.e2e-spec.*", "*Tests.*", "test_*.js"]);
        assert_eq!(shapes[4..], [PLAIN_NAME, PLAIN_NAME]);
    }

    #[test]
    fn files_test_the_whole() {
        assert!(
            says_of_the_whole("a/orders.e2e-spec.ts")
                && says_of_the_whole("a.cy.js")
                && says_of_the_whole("cypress/a.ts")
        );
        assert!(says_of_the_whole("a_e2e.mjs") && !says_of_the_whole("e2e.ts") && !says_of_the_whole("a/e2e/b.ts"));
    }

    #[test]
    fn cases_begin_with_words() {
        let forms = ["it", "vitest.test.each", "node:test.it", "it.fails", "a.it", "it.only.each"].map(called_form);
        assert_eq!(forms[..3], [Some("with it()"), Some("with test()"), Some("with it()")]);
        assert_eq!(forms[3..], [None; 3]);
        assert!(has_outcome("add_twice") && !has_outcome("_add") && !has_outcome("add_"));
    }
}
