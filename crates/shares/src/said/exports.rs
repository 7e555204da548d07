//! How modules of JavaScript give out what they declare, and how functions are written.

use super::facts::{Export, FileFacts};
use super::gathered::{At, Gathered};
use super::places::{file_of, holds_component};
use crate::words::{is_of_word, is_space};

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.family != "js" || facts.is_test {
        return;
    }
    let has_component = (facts.path.ends_with(".jsx") || facts.path.ends_with(".tsx")) && holds_component(facts.path);
    if let Some(main) = main_of(facts).filter(|_| !is_asked(file_of(facts.path))) {
        let group = if has_component { "component file" } else { "module" };
        let variant = if is_whole(main) { "default" } else { "named" };
        gathered.see_in("export-style", group, variant, At::line(main.line).of(main.symbol));
    }
    for symbol in &facts.symbols {
        let kind = symbol.kind();
        if symbol.is_async() && kind != "variable" {
            gathered.see("async-style", "async", symbol.at());
        }
        if kind != "function" || symbol.parent().is_some() {
            continue;
        }
        let Some(form) = form_of(&symbol.signature()) else { continue };
        let is_component = has_component && symbol.name().starts_with(|sign: char| sign.is_ascii_uppercase());
        gathered.see_in("function-style", if is_component { "Components" } else { "Functions" }, form, symbol.at());
    }
    for one in facts.targets.iter().filter(|it| is_chain(&it.target)) {
        let at = At { count: one.count, quote: one.quote, ..At::line(one.line).of(Some(one.caller)) };
        gathered.see("async-style", "then", at);
    }
}

/// The main thing that a module gives out.
fn main_of<'f, 'u>(facts: &'f FileFacts<'u>) -> Option<&'f Export<'u>> {
    let values = || facts.exports.iter().filter(|it| !it.type_only && matches!(it.kind, "local" | "value"));
    values().find(|it| is_whole(it)).or_else(|| values().find(|it| it.name != "export="))
}

/// `module.exports = f` gives out one thing; what else is given so may be an object of many.
fn is_whole(export: &Export) -> bool {
    export.name == "default" || (export.name == "export=" && export.symbol.is_some())
}

/// Whether a tool asks a file for a default export.
fn is_asked(name: &str) -> bool {
    let (first, rest) = name.split_once('.').unwrap_or(("", name));
    let is_page = matches!(
        first,
        "page"
            | "layout"
            | "template"
            | "loading"
            | "error"
            | "not-found"
            | "global-error"
            | "default"
            | "route"
            | "middleware"
            | "index"
            | "_app"
            | "_document"
            | "app"
    );
    let between = rest.rsplit_once('.').map_or("", |(front, _)| front);
    is_page
        || between.split('.').any(|it| matches!(it, "config" | "stories" | "d"))
        || [".vue", ".svelte", ".astro"].iter().any(|it| name.ends_with(it))
}

/// What is given to a promise: `Promise.all.then`.
fn is_chain(target: &str) -> bool {
    let Some(front) = target.strip_suffix(".then") else { return false };
    let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|sign| sign.is_ascii_lowercase());
    let is_promise = |part: &str| matches!(part, "Promise" | "promise");
    front.rsplit('.').find(|part| is_promise(part) || !is_plain(part)).is_some_and(is_promise)
}

/// What is behind a word that stands for itself.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.strip_prefix(word).filter(|rest| !rest.starts_with(is_of_word))
}

/// What is behind a word and a gap, where they stand there.
fn past<'t>(text: &'t str, word: &str) -> &'t str {
    let rest = text.strip_prefix(word).filter(|rest| rest.starts_with(is_space));
    rest.map_or(text, |rest| rest.trim_start_matches(is_space))
}

/// How a function at the top level is written. None: what another function makes of it, as a wrapper or a component of higher
/// order.
fn form_of(signature: &str) -> Option<&'static str> {
    let declared = past(past(signature, "export"), "default");
    let is_variable = ["const", "let", "var"].iter().any(|word| behind(declared, word).is_some());
    if !is_variable && !is_given(signature) {
        return Some("function declarations");
    }
    let (front, made) = signature.split_once('=')?;
    if front.ends_with(['!', '<', '>']) || made.starts_with(['=', '>']) {
        return None;
    }
    let made = made.trim_start_matches(is_space);
    let plain = past(made, "async");
    if behind(plain, "function").is_some() || behind(made, "function").is_some() {
        Some("function expressions")
    } else {
        (is_arrow(plain) || is_arrow(made)).then_some("arrow functions")
    }
}

/// `module.exports.run = `, and no arrow or comparison.
fn is_given(signature: &str) -> bool {
    let plain = signature.strip_prefix("module.").unwrap_or(signature);
    let Some(rest) = behind(plain, "exports") else { return false };
    let is_path = |sign: char| is_of_word(sign) || matches!(sign, '$' | '.' | '[' | ']');
    let rest = rest.trim_start_matches(is_path).trim_start_matches(is_space);
    rest.strip_prefix('=').is_some_and(|rest| !rest.starts_with(['=', '>']))
}

/// Whether a text begins as an arrow function does, with types of its own or without.
fn is_arrow(text: &str) -> bool {
    let begins = |text: &str| {
        let text = text.trim_start_matches(is_space);
        let rest = text.trim_start_matches(|sign| is_of_word(sign) || sign == '$');
        text.starts_with('(') || (rest.len() < text.len() && rest.trim_start_matches(is_space).starts_with("=>"))
    };
    if !text.starts_with('<') {
        return begins(text);
    }
    let head = text.find('(').map_or(text, |at| &text[..at]);
    head.match_indices('>').any(|(at, _)| begins(&text[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_forms() {
        assert_eq!(form_of("export default async function run()"), Some("function declarations"));
        assert_eq!(form_of("export const run = async <T>(one: T) => one"), Some("arrow functions"));
        assert_eq!(form_of("let run = async one => one"), Some("arrow functions"));
        assert_eq!(form_of("module.exports.run = function ()"), Some("function expressions"));
        assert_eq!(form_of("const run = memo(() => 1)"), None);
        assert_eq!(form_of("const run: () => void = () => {}"), None);
    }

    #[test]
    fn tools_ask_for_files_by_their_names() {
        assert!(is_asked("page.tsx") && is_asked("a.stories.ts") && is_asked("a.vue") && is_asked("vite.config.js"));
        assert!(!is_asked("pages.tsx") && !is_asked("config.ts") && !is_asked("a.d"));
        assert!(is_chain("Promise.all.then") && is_chain("a.B.promise.then") && !is_chain("a.B.all.then"));
    }
}
