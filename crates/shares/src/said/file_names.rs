//! How files are named, where a language leaves it open.

use super::facts::FileFacts;
use super::gathered::{At, Gathered};
use super::places::{casing_of, file_of, folder_of, holds_component, last_word};
use crate::words::is_of_word;

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_js = facts.family == "js";
    if facts.is_test || !(is_js || facts.family == "c") {
        return;
    }
    let name = file_of(facts.path);
    if is_given(name) {
        return;
    }
    let base = base_of(name);
    let casing = if is_word(base) && holds_component(facts.path) && !is_address(facts.path) {
        Some("lower case")
    } else {
        casing_of(base)
    };
    if let Some(casing) = casing {
        gathered.see_in("file-names", group_of(facts, name), casing, At::line(1));
    }
    if !is_js {
        return;
    }
    // Of each class whose name ends in a role: whether its file's name says so, too.
    let ending = ending_of(name);
    for symbol in facts.symbols.iter().filter(|it| it.kind() == "class" && it.is_exported()) {
        let class = symbol.name();
        let Some(word) = last_word(&class) else { continue };
        let is_by_role = ending.is_some_and(|it| it == word.to_ascii_lowercase());
        gathered.see("file-role", if is_by_role { "by its role" } else { "otherwise" }, symbol.at());
    }
}

/// One word in lower case, which is written so in all casings but one.
fn is_word(name: &str) -> bool {
    name.starts_with(|sign: char| sign.is_ascii_lowercase())
        && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
}

/// Whether a file lies where a framework's addresses are named by files.
fn is_address(path: &str) -> bool {
    folder_of(path).split('/').any(|it| matches!(it, "app" | "pages" | "routes" | "layouts"))
}

/// Whether a tool gives a file its name.
fn is_given(name: &str) -> bool {
    const WORDS: [&str; 16] = [
        "index", "main", "mod", "setup", "types", "vite", "vitest", "jest", "webpack", "rollup", "babel", "eslint",
        "next", "nuxt", "postcss", "tailwind",
    ];
    let word = &name[..name.find(|sign| !is_of_word(sign)).unwrap_or(name.len())];
    let inside = name.split_once('.').and_then(|(_, rest)| Some(rest.rsplit_once('.')?.0)).unwrap_or_default();
    WORDS.contains(&word) || inside.split('.').any(|it| matches!(it, "d" | "config" | "stories" | "gen"))
}

/// What stands before a name's endings; of one without it is not told where it ends.
fn base_of(name: &str) -> &str {
    let last = || name.char_indices().next_back().map_or(0, |it| it.0);
    &name[..name.find('.').unwrap_or_else(last)]
}

fn group_of(facts: &FileFacts, name: &str) -> &'static str {
    if holds_component(facts.path) {
        return "component files";
    }
    if facts.family != "c" {
        return "files";
    }
    let is_header = [".h", ".hh", ".hpp", ".hxx"].iter().any(|it| name.ends_with(it));
    if is_header { "headers" } else { "sources" }
}

/// What stands before the last ending: `service` of `user.service.ts`.
fn ending_of(name: &str) -> Option<&str> {
    let (front, last) = name.rsplit_once('.')?;
    let (_, ending) = front.rsplit_once('.')?;
    let is_word =
        |text: &str, sign: u8| !text.is_empty() && text.bytes().all(|it| it.is_ascii_lowercase() || it == sign);
    (is_word(last, b'a') && is_word(ending, b'-')).then_some(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_are_read() {
        assert!(is_given("index.ts") && is_given("main-page.ts") && is_given("a.config.ts") && !is_given("indexer.ts"));
        assert!(!is_given("gen.ts") && !is_given("a.gen") && is_given("tailwind.css.ts"));
        assert_eq!(
            (ending_of("user.service.ts"), ending_of("user.ts"), ending_of("a.B.ts")),
            (Some("service"), None, None)
        );
        assert_eq!((base_of("a-b.c.ts"), base_of("run-all")), ("a-b", "run-al"));
    }
}
