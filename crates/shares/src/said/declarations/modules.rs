//! How files, imports and what stands at their top are written.

use super::head::{head_of, of_kind};
use crate::said::facts::FileFacts;
use crate::said::gathered::{At, Gathered};
use crate::said::places::{casing_of, file_of, folder_of, has_word};
use crate::said::texts::{has_one_of, is_line_end};
use crate::words::is_of_word;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a logger is made by.
const MAKERS: [&str; 7] =
    ["getLogger", "get_logger", "GetLogger", "LoggerFactory", "LogManager", "KotlinLogging", "NewLogger"];

pub fn logger_names<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for symbol in of_kind(facts, &["property", "variable"]) {
        // What a base class hands down is named as others are to call it.
        if symbol.kind() == "property" && symbol.visibility() != "private" && facts.family != "python" {
            continue;
        }
        if symbol.type_text().is_some_and(|it| is_logger(&it)) || has_one_of(&symbol.signature(), &MAKERS) {
            gathered.see("logger-names", symbol.name(), symbol.at());
        }
    }
}

/// What the type of a logger is called.
fn is_logger(ty: &str) -> bool {
    let head = match ty.split_once('<') {
        Some((head, inside)) if inside.strip_suffix('>').is_some_and(|it| !it.contains(is_line_end)) => head,
        Some(_) => return false,
        None => ty,
    };
    let (path, name) = head.rsplit_once('.').unwrap_or(("", head));
    matches!(name, "Logger" | "ILogger" | "KLogger" | "Log") && path.chars().all(|it| is_of_word(it) || it == '.')
}

pub fn wildcard_imports<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let mut packages: FxHashMap<&str, u64> = FxHashMap::default();
    for import in &facts.imports {
        match import.kind {
            "all" => gathered.see("wildcard-imports", "wildcards", At::line(import.line)),
            "named" => *packages.entry(&import.specifier).or_default() += 1,
            _ => {}
        }
    }
    // One name alone needs no wildcard.
    packages.retain(|_, count| *count > 2);
    for import in &facts.imports {
        if packages.remove(&*import.specifier).is_some() {
            gathered.see("wildcard-imports", "by name", At::line(import.line));
        }
    }
}

pub fn module_files<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let name = file_of(facts.path);
    if matches!(name, "lib.rs" | "main.rs" | "build.rs") {
        return;
    }
    let is_mod = name == "mod.rs";
    let own = if is_mod { folder_of(facts.path) } else { facts.path.strip_suffix(".rs").unwrap_or(facts.path) };
    let is_within = |path: &str| path.strip_prefix(own).is_some_and(|it| it.starts_with('/'));
    let inner = facts.imports.iter().find(|it| {
        it.kind == "module" && it.specifier.starts_with("self::") && it.resolved.as_deref().is_some_and(is_within)
    });
    if let Some(inner) = inner {
        gathered.see("module-files", if is_mod { "mod.rs" } else { "beside" }, At::line(inner.line));
    }
}

pub fn type_derives<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_debug = |name: &str| name == "Debug" || name.ends_with("::Debug");
    let written: FxHashSet<&str> = facts.relations.iter().filter(|it| is_debug(&it.name)).map(|it| it.ty).collect();
    for symbol in of_kind(facts, &["struct", "enum"]).filter(|it| it.is_exported() && it.visibility() == "public") {
        let is_derived = || symbol.decorators().is_some_and(|it| has_one_of(&it, &["Debug"]));
        let is_shown = written.contains(symbol.id()) || is_derived();
        gathered.see("type-derives", if is_shown { "Debug" } else { "none" }, symbol.at());
    }
}

pub fn header_paths<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let folder = folder_of(facts.path);
    for import in facts.imports.iter().filter(|it| it.resolved.as_ref().is_some_and(|it| folder_of(it) != folder)) {
        let plain = import.specifier.strip_prefix('<').unwrap_or(&import.specifier);
        let variant = if plain.starts_with("../") {
            "relative paths"
        } else if import.specifier.starts_with('<') {
            "paths in angle brackets"
        } else if plain.contains('/') {
            "paths from a root"
        } else {
            "their names alone"
        };
        gathered.see("header-paths", variant, At::line(import.line));
    }
}

pub fn file_endings<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let Some(at) = facts.path.rfind('.').filter(|_| facts.language == "cpp") else { return };
    let letters = &facts.path[at + 1..];
    if !letters.is_empty() && letters.bytes().all(|sign| sign.is_ascii_alphabetic() || sign == b'+') {
        let group = if letters.starts_with(['h', 'H']) { "Headers" } else { "Sources" };
        gathered.see_in("file-endings", group, &facts.path[at..], At::line(1));
    }
}

pub fn enum_casing<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    for symbol in of_kind(facts, &["enum_member"]) {
        let name = symbol.name();
        let casing = if is_large(&name) { Some("UPPER_CASE") } else { casing_of(&name) };
        if let Some(casing) = casing {
            gathered.see("enum-casing", casing, symbol.at());
        }
    }
}

/// Whether a name is one word in upper case.
fn is_large(name: &str) -> bool {
    name.len() >= 3
        && name.starts_with(|sign: char| sign.is_ascii_uppercase())
        && name.bytes().all(|sign| sign.is_ascii_uppercase() || sign.is_ascii_digit())
}

pub fn postponed_annotations<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_postponing = |specifier: &str, name: Option<&str>| specifier == "__future__" && name == Some("annotations");
    match facts.imports.iter().find(|it| is_postponing(&it.specifier, it.name.as_deref())) {
        Some(import) => gathered.see("postponed-annotations", "postponed", At::line(import.line)),
        None => {
            if let Some(hinted) = facts.symbols.iter().find(|it| it.has_returns() || it.has_typed_params()) {
                gathered.see("postponed-annotations", "at once", hinted.at());
            }
        }
    }
}

pub fn declared_visibility<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let kinds = ["class", "interface", "function", "struct", "enum"];
    for symbol in of_kind(facts, &kinds).filter(|it| it.parent().is_none()) {
        let head = head_of(symbol);
        if !has_word(&head, "private") {
            let variant = if has_word(&head, "internal") { "internal" } else { "public" };
            gathered.see("declared-visibility", variant, symbol.at());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loggers_are_known_by_their_types() {
        assert!(is_logger("Logger") && is_logger("org.slf4j.Logger") && is_logger("ILogger<A<B>>"));
        assert!(!is_logger("Loggers") && !is_logger("Logger?") && !is_logger("A<Logger>"));
    }

    #[test]
    fn words_in_upper_case_are_large() {
        assert!(is_large("RED") && is_large("A12") && !is_large("OK") && !is_large("Red"));
    }
}
