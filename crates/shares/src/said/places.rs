//! How names are written, and where files stand.

use crate::words::{is_of_word, is_space, is_word};

pub fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

pub fn file_of(path: &str) -> &str {
    path.rfind('/').map_or(path, |at| &path[at + 1..])
}

/// The last folder of some.
pub fn last_of(folder: &str) -> &str {
    file_of(folder)
}

/// What a module goes by: its file's name without endings, or its folder's where the file stands for that.
pub fn module_name(path: &str) -> &str {
    let file = file_of(path);
    let name = file.find('.').map_or(file, |at| &file[..at]);
    let folder = last_of(folder_of(path));
    if matches!(name, "__init__" | "index" | "mod") && !folder.is_empty() { folder } else { name }
}

/// How a name is written. None: one of one word in lower case is written alike in most casings.
pub fn casing_of(name: &str) -> Option<&'static str> {
    let is_small = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit();
    let is_large = |sign: u8| sign.is_ascii_uppercase() || sign.is_ascii_digit();
    let parts = |sign: char, is_one: &dyn Fn(u8) -> bool| {
        name.contains(sign) && name.split(sign).all(|part| !part.is_empty() && part.bytes().all(is_one))
    };
    let has_large = name.bytes().any(|sign| sign.is_ascii_uppercase());
    let is_plain = name.bytes().all(|sign| sign.is_ascii_alphanumeric());
    if parts('-', &is_small) {
        Some("kebab-case")
    } else if parts('_', &is_small) {
        Some("snake_case")
    } else if parts('_', &is_large) {
        Some("UPPER_CASE")
    } else if is_plain && name.starts_with(|sign: char| sign.is_ascii_lowercase()) && has_large {
        Some("camelCase")
    } else if is_plain
        && name.starts_with(|sign: char| sign.is_ascii_uppercase())
        && name.bytes().any(|sign| sign.is_ascii_lowercase())
    {
        Some("PascalCase")
    } else {
        None
    }
}

/// The last word of a name in camel or Pascal case; None where it has one.
pub fn last_word(name: &str) -> Option<&str> {
    if !name.bytes().all(|sign| sign.is_ascii_alphanumeric()) {
        return None;
    }
    let at = name.rfind(|sign: char| sign.is_ascii_uppercase())?;
    let word = &name[at..];
    let is_small = word.len() >= 2 && word.bytes().skip(1).all(|sign| sign.is_ascii_lowercase());
    let before = name[..at].bytes().last()?;
    let is_apart = before.is_ascii_lowercase() || before.is_ascii_digit() || word.len() >= 3;
    (is_small && is_apart).then_some(word)
}

/// A type's name without its arguments and without what stands before it.
pub fn bare_type(name: &str) -> &str {
    let plain = name.find(['<', '[', '(']).map_or(name, |at| &name[..at]).trim_matches(is_space);
    plain.rfind(['.', ':', '\\']).map_or(plain, |at| &plain[at + 1..])
}

/// A path without the folders of packages, whose names are the code's own: `src/main/java/com/example/demo/`.
fn without_package(path: &str) -> (&str, &str) {
    let mut at = 0;
    let folders: Vec<(usize, &str)> = path
        .split('/')
        .map(|part| {
            let start = at;
            at += part.len() + 1;
            (start, part)
        })
        .collect();
    let is_source_set = |it: &&[(usize, &str)]| {
        it[0].1 == "src" && is_word(it[1].1) && matches!(it[2].1, "java" | "kotlin" | "scala" | "groovy")
    };
    match folders.windows(3).find(is_source_set) {
        Some(found) if found[2].0 + found[2].1.len() < path.len() => {
            let end = found[2].0 + found[2].1.len() + 1;
            let last = path.rfind('/').map_or(end, |at| at + 1).max(end);
            (&path[..end], &path[last..])
        }
        _ => (path, ""),
    }
}

/// Whether one of the folders of a path, but those of packages, is such a one, in whatever case.
fn has_folder(path: &str, is_one: impl Fn(&str) -> bool) -> bool {
    let (front, _) = without_package(path);
    let mut parts = front.to_ascii_lowercase();
    parts.truncate(parts.rfind('/').unwrap_or(0));
    parts.split('/').any(is_one)
}

/// Folders beside the code: what shows or measures it follows no convention of it.
pub fn is_aside(path: &str) -> bool {
    has_folder(path, |it| {
        matches!(
            it,
            "example"
                | "examples"
                | "sample"
                | "samples"
                | "demo"
                | "demos"
                | "doc"
                | "docs"
                | "www"
                | "website"
                | "bench"
                | "benches"
                | "benchmark"
                | "benchmarks"
                | "documentation"
                | "jmh"
                | "fixture"
                | "fixtures"
                | "scripts"
                | ".scripts"
        ) || it.strip_suffix(".docc").is_some_and(|it| !it.is_empty())
    })
}

/// What makes, changes and fills tables is written as a tool asks for it, and stands where that looks.
pub fn is_migration(path: &str) -> bool {
    let folders = folder_of(path).to_ascii_lowercase();
    folders.split('/').any(|it| {
        matches!(it, "migration" | "migrations" | "migrate" | "seed" | "seeds" | "seeder" | "seeders" | "factories")
    })
}

/// Whether a file holds a component by its ending, and none of what an application keeps its state by, as Redux does.
pub fn holds_component(path: &str) -> bool {
    let Some(module) = [".tsx", ".jsx", ".vue", ".svelte", ".astro"].iter().find_map(|it| path.strip_suffix(it)) else {
        return false;
    };
    let is_of_state = matches!(last_of(folder_of(path)), "reducer" | "reducers" | "actions" | "selectors" | "sagas");
    let ends = ["Reducer", "Reducers", "Actions", "Slice", "Selector", "Selectors", "Saga", "Sagas"];
    let keeps_state = path.ends_with("sx") && ends.iter().any(|it| module.ends_with(it));
    !is_of_state && !keeps_state
}

/// Whether a text has a word that stands for itself: no sign of words, nor a dollar, beside it.
pub fn has_word(text: &str, word: &str) -> bool {
    word_at(text, word).is_some()
}

/// Where it first stands so.
pub fn word_at(text: &str, word: &str) -> Option<usize> {
    let is_sign = |sign: char| is_of_word(sign) || sign == '$';
    text.match_indices(word)
        .map(|it| it.0)
        .find(|&at| !text[..at].ends_with(is_sign) && !text[at + word.len()..].starts_with(is_sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cased() {
        let told = ["a-b", "a_b1", "A_B", "aB", "AbC", "ab", "ABC", "a_B"].map(casing_of);
        let cased = ["kebab-case", "snake_case", "UPPER_CASE", "camelCase", "PascalCase"].map(Some);
        assert_eq!(told[..5], cased);
        assert_eq!(told[5..], [None; 3]);
        assert_eq!(
            ["UserService", "HTTPServer", "User", "ABc"].map(last_word),
            [Some("Service"), Some("Server"), None, None]
        );
        assert_eq!(["a.b.C<D>", "X::Y", "Z[a]"].map(bare_type), ["C", "Y", "Z"]);
    }

    #[test]
    fn files_stand_aside() {
        assert!(is_aside("a/Examples/b.ts") && is_aside("docs/a.py") && is_aside("A.docc/x.swift"));
        assert!(
            !is_aside("src/main/java/com/example/demo/A.java") && !is_aside("examples.ts") && !is_aside("src/a.ts")
        );
        assert!(is_migration("db/migrate/1.rb") && !is_migration("migrate.rb"));
        assert!(holds_component("a/B.tsx") && !holds_component("a/bSlice.tsx") && !holds_component("actions/b.vue"));
        assert_eq!((module_name("a/index.ts"), module_name("a/b.c.ts"), module_name("mod.rs")), ("a", "b", "mod"));
    }

    #[test]
    fn words_stand_for_themselves() {
        assert!(has_word("final class", "class") && !has_word("subclass", "class") && !has_word("$class", "class"));
    }
}
