//! How types are written down.

use crate::said::facts::FileFacts;
use crate::said::gathered::Gathered;
use crate::said::places::is_aside;
use crate::said::symbol::Symbol;
use crate::said::texts::{Param, end_word, first_word, params, trim, trim_start};
use crate::words::{is_of_word, is_space, is_word};
use std::borrow::Cow;

pub fn observe<'u>(facts: &FileFacts<'u>, gathered: &mut Gathered<'u>) {
    let is_typescript = matches!(facts.language, "typescript" | "tsx");
    if facts.is_test || !(is_typescript || matches!(facts.family, "python" | "php" | "rust")) || is_aside(facts.path) {
        return;
    }
    for symbol in &facts.symbols {
        match facts.family {
            "python" => in_python(symbol, gathered),
            "php" if is_function(symbol) => hints(symbol, &given(symbol.params().as_deref()), gathered),
            "rust" if is_function(symbol) => in_rust(symbol, gathered),
            "js" => in_typescript(facts.language, symbol, gathered),
            _ => {}
        }
    }
}

fn is_function(symbol: &Symbol) -> bool {
    matches!(symbol.kind(), "function" | "method")
}

/// Parameters for which callers give something.
fn given(json: Option<&str>) -> Vec<Param<'_>> {
    let mut all = params(json);
    all.retain(|it| {
        let stars = it.name.bytes().take_while(|sign| *sign == b'*').count();
        let is_receiver = stars < 3 && matches!(&it.name[stars..], "self" | "cls");
        !is_receiver && !matches!(&*it.name, "*" | "/")
    });
    all
}

fn hints<'u>(symbol: &Symbol<'u>, params: &[Param], gathered: &mut Gathered<'u>) {
    if params.is_empty() {
        return;
    }
    let told = params.iter().filter(|it| it.ty.is_some()).count() + usize::from(symbol.has_returns());
    let variant = match told {
        0 => "none",
        _ if told == params.len() + 1 => "complete",
        _ => "partial",
    };
    gathered.see("type-hints", variant, symbol.at());
}

fn in_python<'u>(symbol: &Symbol<'u>, gathered: &mut Gathered<'u>) {
    if !is_function(symbol) {
        return;
    }
    let json = symbol.params();
    let params = given(json.as_deref());
    hints(symbol, &params, gathered);
    let returns = symbol.returns();
    let written = || params.iter().filter_map(|it| it.ty.as_ref()).map(|it| &*it.0).chain(returns.as_deref());
    let mut see = |is_so: bool, convention: &'static str, variant: &'static str| {
        if is_so {
            gathered.see(convention, variant, symbol.at());
        }
    };
    see(written().any(is_none_or), "optional-types", "`X | None`");
    see(has_arguments(written(), &["Optional"]), "optional-types", "`Optional[X]`");
    see(has_arguments(written(), &["list", "dict", "set", "tuple"]), "generic-types", "`list[X]`, `dict[K, V]`");
    see(has_arguments(written(), &["List", "Dict", "Set", "Tuple"]), "generic-types", "`List[X]`, `Dict[K, V]`");
}

/// `A | None`, `None | A`
fn is_none_or(written: &str) -> bool {
    written.match_indices("None").any(|(at, none)| {
        let (front, rest) = (&written[..at], &written[at + none.len()..]);
        let is_last = || front.trim_end_matches(is_space).ends_with('|') && !rest.starts_with(is_of_word);
        let is_first = || !front.ends_with(is_of_word) && trim_start(rest).starts_with('|');
        is_last() || is_first()
    })
}

/// Whether one of some types is given arguments.
fn has_arguments<'t>(mut written: impl Iterator<Item = &'t str>, some: &[&str]) -> bool {
    written.any(|it| it.match_indices('[').any(|(at, _)| some.contains(&end_word(&it[..at]))))
}

fn in_typescript<'u>(language: &str, symbol: &Symbol<'u>, gathered: &mut Gathered<'u>) {
    match symbol.kind() {
        "function" if language == "typescript" && symbol.is_exported() && symbol.parent().is_none() => {
            gathered.see("result-types", if symbol.has_returns() { "declared" } else { "inferred" }, symbol.at());
        }
        "interface" => gathered.see("object-types", "interfaces", symbol.at()),
        "enum" => gathered.see("closed-sets", "enums", symbol.at()),
        "type_alias" => {
            let Some(text) = symbol.type_text() else { return };
            if text.starts_with('{') && !is_mapped(&text) {
                gathered.see("object-types", "type aliases", symbol.at());
            }
            if is_closed(&text) {
                gathered.see("closed-sets", "unions of literals", symbol.at());
            }
        }
        _ => {}
    }
}

/// `{ [key in A]: B }`
fn is_mapped(text: &str) -> bool {
    let over_keys = "in keyof";
    let is_apart =
        |at: usize| !text[..at].ends_with(is_of_word) && !text[at + over_keys.len()..].starts_with(is_of_word);
    if text.match_indices(over_keys).any(|it| is_apart(it.0)) {
        return true;
    }
    let key = text.strip_prefix('{').and_then(|it| trim_start(it).strip_prefix('['));
    key.is_some_and(|key| {
        let name = first_word(key);
        !name.is_empty() && key[name.len()..].starts_with(" in ")
    })
}

/// `"a" | "b"`
fn is_closed(text: &str) -> bool {
    let mut rest = trim_start(text.strip_prefix('|').unwrap_or(text));
    let mut count = 0;
    loop {
        let Some(inside) = rest.strip_prefix(['"', '\'']) else { return false };
        let Some((_, behind)) = inside.split_once(['"', '\'']) else { return false };
        count += 1;
        if behind.is_empty() {
            return count > 1;
        }
        let Some(next) = trim_start(behind).strip_prefix('|') else { return false };
        rest = trim_start(next);
    }
}

fn in_rust<'u>(symbol: &Symbol<'u>, gathered: &mut Gathered<'u>) {
    if let Some(variant) = symbol.returns().and_then(|it| fallible(&it)) {
        gathered.see("fallible-results", variant, symbol.at());
    }
}

/// What a function that can fail answers: a `Result`, by whatever path, with its error.
fn fallible(returns: &str) -> Option<Cow<'static, str>> {
    let (head, inside) = match returns.split_once('<') {
        Some((head, inside)) => (head, inside.strip_suffix('>')?),
        None => (returns, ""),
    };
    let path = head.strip_suffix("Result")?;
    let is_path = path.is_empty() || path.strip_suffix("::").is_some_and(|it| it.split("::").all(is_word));
    is_path.then(|| match second_of(inside) {
        Some(error) => format!("{head}<_, {error}>").into(),
        None => format!("{head}<_>").into(),
    })
}

/// The second of a type's arguments.
fn second_of(inside: &str) -> Option<&str> {
    let mut depth = 0;
    let mut before = 0;
    for (at, sign) in inside.bytes().enumerate() {
        match sign {
            b'<' | b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b'>' if before != b'-' => depth -= 1,
            b',' if depth == 0 => return Some(trim(&inside[at + 1..])).filter(|it| !it.is_empty()),
            _ => {}
        }
        before = sign;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_python_may_be_missing() {
        assert!(is_none_or("A | None") && is_none_or("None|A") && is_none_or("dict[str, A |None]"));
        assert!(!is_none_or("A | Nones") && !is_none_or("ANone | B") && !is_none_or("None"));
        assert!(has_arguments(["a.Optional[B]"].into_iter(), &["Optional"]));
        assert!(!has_arguments(["my_list[B]", "list"].into_iter(), &["list"]));
        assert_eq!(given(Some(r#"[{"name":"self"},{"name":"*"},{"name":"a"},{"name":"**self"}]"#)).len(), 1);
    }

    #[test]
    fn unions_of_literals_are_closed() {
        assert!(is_closed("\"a\" | 'b'") && is_closed("| \"a\"\n| \"b\""));
        assert!(!is_closed("\"a\"") && !is_closed("\"a\" | string") && !is_closed("\"a\" | \"b\" "));
        assert!(is_mapped("{ [key in A]: B }") && is_mapped("{ -readonly [key in keyof A]: B }"));
        assert!(!is_mapped("{ a: B }") && !is_mapped("{ [key: string]: B }"));
    }

    #[test]
    fn errors_of_rust_stand_second() {
        assert_eq!(fallible("io::Result<A>").as_deref(), Some("io::Result<_>"));
        assert_eq!(fallible("Result<(A, B), Box<dyn Fn() -> C>>").as_deref(), Some("Result<_, Box<dyn Fn() -> C>>"));
        assert_eq!(fallible("fmt::Result").as_deref(), Some("fmt::Result<_>"));
        assert_eq!((fallible("Option<Result<A>>"), fallible("MyResult<A>")), (None, None));
    }
}
