//! Names of code: `total()`, `Cart.total`, `cart::total`, `Cart#total`.

use super::Told;
use crate::Kind;
use crate::cues::{Around, is_placeholder};
use crate::words::platform;

pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    let (name, is_call) = match code.split_once('(') {
        Some((name, rest)) => (name, rest.trim_end_matches(';').ends_with(')').then_some(true)?),
        None => (code, false),
    };
    let name = name.trim_start_matches(['@', '&', '*', '.']).trim_end_matches('!');
    let name = without_types(name);
    let separators = ["::", "#", "->", "."];
    let separator = separators.iter().find(|it| name.contains(**it));
    let parts: Vec<&str> = match separator {
        Some(separator) => name.split(separator).flat_map(|it| it.split('.')).collect(),
        None => vec![name.as_str()],
    };
    let root = parts.first()?.trim_start_matches('$');
    if parts.len() > 6
        || !parts.iter().all(|part| is_name(part.trim_start_matches('$')))
        || is_platform(root, parts.len())
    {
        return None;
    }
    if is_placeholder(&name) || parts.iter().any(|part| is_placeholder(part)) {
        return None;
    }
    let is_type = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase()) && part.contains(|c: char| c.is_ascii_lowercase())
    };
    let confidence = match (separator, is_call) {
        (None, false) => return None,
        (None, true) if root.len() < 3 || root.chars().all(|c| c.is_ascii_uppercase()) => return None,
        (None, true) => 65,
        (Some(&"."), false) if is_type(root) && !is_type_only_file(&parts) => 70,
        (Some(&"."), false) => return None,
        (Some(&"."), true) if parts.iter().any(|part| is_type(part)) => 75,
        (Some(&"."), true) => 60,
        (Some(&"->"), false) => return None,
        (Some(_), _) => 75,
    };
    let confidence = if around.says(&[
        "for example",
        "e.g.",
        "suppose",
        "your own",
        "deprecated",
        "removed",
        "renamed",
        "instead of ",
        "never use ",
        "not use ",
        "don't use ",
    ]) {
        45
    } else {
        confidence
    };
    Some(Told::new(Kind::Symbol, &name, confidence))
}

/// A name that the markup says is one: `Cart.total()`, `shop.cart`, `Shop\\Cart`.
pub fn named(written: &str, is_declared: bool) -> Option<Told> {
    let name = written.split('(').next()?.trim_end_matches('!');
    let parts: Vec<&str> = name.split(['.', '\\', '#']).flat_map(|it| it.split("::")).collect();
    let is_told = parts.len() <= 10
        && name.len() >= 3
        && parts.iter().all(|part| is_name(part.trim_start_matches('$')) && !is_placeholder(part))
        && (is_declared || !is_platform(parts.first()?, parts.len()))
        && !is_placeholder(name);
    let confidence = match (is_declared, parts.len()) {
        (true, _) => 85,
        (false, 1) => 65,
        (false, _) => 75,
    };
    is_told.then(|| Told::new(Kind::Symbol, name, confidence))
}

/// What languages bring; of what is called on something that has such a name, nothing is known.
fn is_platform(root: &str, parts: usize) -> bool {
    let is_receiver =
        matches!(root, "app" | "router" | "ctx" | "context" | "config" | "req" | "res" | "request" | "response");
    (platform().contains(root) && !(is_receiver && parts == 2)) || root.starts_with("__")
}

/// `Node.js`, `Startup.cs`: files and products, which paths know better.
fn is_type_only_file(parts: &[&str]) -> bool {
    parts.len() == 2
        && parts.last().is_some_and(|last| {
            crate::words::extensions().contains(last) || matches!(*last, "io" | "com" | "org" | "net" | "dev" | "ai")
        })
}

/// `Map<K, V>.get` without what stands between the brackets.
fn without_types(name: &str) -> String {
    let mut depth = 0_usize;
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        match c {
            '<' => depth += 1,
            '>' if depth > 0 => depth -= 1,
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

fn is_name(text: &str) -> bool {
    let text = text.trim_end_matches(['?', '!']);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
