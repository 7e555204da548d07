//! What is documented, and in which form.

use crate::said::facts::FileFacts;
use crate::said::gathered::Gathered;
use crate::said::places::{is_aside, is_migration};
use crate::said::symbol::Symbol;
use crate::said::texts::{first_word, is_line_end, trim, trim_start};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    if facts.is_test || is_aside(facts.path) || is_migration(facts.path) {
        return;
    }
    let heads: OnceCell<FxHashMap<&str, u64>> = OnceCell::new();
    let heads = || heads.get_or_init(|| facts.symbols.iter().map(|it| (it.id(), it.name_line())).collect());
    // A member that its class's documentation declares (`@method`) has none of its own.
    let is_told_above =
        |it: &Symbol| it.parent().is_some_and(|id| heads().get(id).is_some_and(|head| it.line() < *head));
    for symbol in &facts.symbols {
        let is_public = is_public(symbol, facts.family);
        let form = form_of(symbol, facts.family);
        if (!is_public && form.is_none()) || is_told_above(symbol) {
            continue;
        }
        if is_public {
            let variant = if symbol.has_doc() { "documented" } else { "undocumented" };
            gathered.see("doc-comments", variant, symbol.at());
        }
        if let Some(form) = form {
            gathered.see("doc-form", form, symbol.at());
        }
    }
}

fn is_public(symbol: &Symbol, family: &str) -> bool {
    let is_asked = match symbol.kind() {
        // A class in a class of Python says something of that: Django's `Meta`.
        "class" => family != "python" || symbol.parent().is_none(),
        "function" | "interface" | "struct" | "enum" => true,
        // Languages whose functions are all members of something.
        "method" => matches!(family, "java" | "kotlin" | "csharp" | "php"),
        _ => false,
    };
    is_asked && symbol.is_exported() && symbol.visibility() == "public" && !symbol.name().starts_with('_')
}

fn form_of(symbol: &Symbol, family: &str) -> Option<&'static str> {
    if !matches!(family, "python" | "js") || !matches!(symbol.kind(), "function" | "method") || !symbol.has_doc() {
        return None;
    }
    let doc = symbol.doc()?;
    if family == "python" { form_in_python(&doc) } else { is_jsdoc(&doc).then_some("JSDoc tags (@param)") }
}

fn form_in_python(doc: &str) -> Option<&'static str> {
    let starts = || {
        let inner = doc.match_indices(is_line_end).map(|(at, sign)| at + sign.len());
        std::iter::once(0).chain(inner).map(|at| trim_start(&doc[at..]))
    };
    if doc.split(is_line_end).any(|line| is_section(trim(line))) {
        Some("Google's style (Args:, Returns:)")
    } else if starts().any(is_underlined) {
        Some("NumPy's style (underlined sections)")
    } else if starts().any(is_field) {
        Some("reStructuredText fields (:param:)")
    } else {
        None
    }
}

fn is_section(line: &str) -> bool {
    matches!(line, "Args:" | "Arguments:" | "Returns:" | "Raises:" | "Yields:")
}

fn is_underlined(text: &str) -> bool {
    let rest = ["Parameters", "Returns", "Raises"].iter().find_map(|word| text.strip_prefix(word));
    rest.is_some_and(|rest| {
        let below = trim_start(rest);
        below.starts_with("---") && rest[..rest.len() - below.len()].contains('\n')
    })
}

fn is_field(text: &str) -> bool {
    let name = text.strip_prefix(':').map(first_word);
    name.is_some_and(|it| matches!(it, "param" | "return" | "returns" | "rtype" | "raises"))
}

fn is_jsdoc(doc: &str) -> bool {
    doc.split('@').skip(1).any(|tag| matches!(first_word(tag), "param" | "return" | "returns"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documentation_has_forms() {
        assert_eq!(form_in_python("Does.\n\n    Args:  \n  a: b"), Some("Google's style (Args:, Returns:)"));
        assert_eq!(form_in_python("Does.\n Returns\n -------\n int"), Some("NumPy's style (underlined sections)"));
        assert_eq!(form_in_python(":returns: a"), Some("reStructuredText fields (:param:)"));
        assert_eq!(["Args: a", "Returns ---", ":parameter a:", "see :param a:"].map(form_in_python), [None; 4]);
        assert!(is_jsdoc("Does.\n@returns {A} a") && !is_jsdoc("@parameter a") && !is_jsdoc("param"));
    }
}
