//! Names of code: `total()`, `Cart.total`, `cart::total`, `Cart#total`.

use super::Told;
use crate::Kind;
use crate::cues::{Around, is_placeholder};
use crate::words::{file_names, java, members, platform};

/// How sure it is of `client.total()`, of which a heading has to name the client.
pub const OF_AN_OBJECT: u8 = 60;
/// What every object answers, and what everybody calls a thing of no account.
const UNIVERSAL: [&str; 14] = [
    "toString",
    "equals",
    "hashCode",
    "compareTo",
    "getClass",
    "getMessage",
    "addAll",
    "removeAll",
    "containsAll",
    "retainAll",
    "isEmpty",
    "getInstance",
    "availableProcessors",
    "Done",
];
const RECEIVERS: [&str; 8] = ["lhs", "rhs", "obj", "val", "clazz", "instance", "collection", "thing"];

pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    let (name, is_call) = match code.split_once('(') {
        Some((name, rest)) if is_hyphenated(rest) || name.starts_with('*') => return None,
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
    let last = parts.last()?;
    let is_dotted = matches!(separator, Some(&("." | "#")));
    if is_dotted && (java().contains(root) || is_foreign(&name) || UNIVERSAL.contains(last)) {
        return None;
    }
    if file_names().contains(root) {
        return None;
    }
    let is_setting = separator.is_some() && !is_call && is_setting(around);
    // `load()`, `hasNext()`: everybody has one.
    let is_plain = root.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()) && !around.is_internal;
    let is_common = is_plain || members().contains(root) || java().contains(root) || UNIVERSAL.contains(&root);
    if is_setting || (separator.is_none() && is_common) {
        return None;
    }
    let is_type = |part: &str| {
        part.starts_with(|c: char| c.is_ascii_uppercase()) && part.contains(|c: char| c.is_ascii_lowercase())
    };
    let confidence = match (separator, is_call) {
        (None, false) => return None,
        (None, true) if root.len() < 3 || root.chars().all(|c| c.is_ascii_uppercase()) => return None,
        // `@PathParam("id")` is hardly an application's own.
        (None, true) if code.starts_with('@') && !around.is_internal => OF_AN_OBJECT,
        (None, true) => 65,
        (Some(&"."), false) if is_type(root) && !is_type_only_file(&parts) => 70,
        (Some(&"."), false) => return None,
        (Some(&"."), true) if root.len() < 2 => return None,
        (Some(&"."), true) if parts.iter().any(|part| is_type(part)) => 75,
        // `collection.clear()`: a variable of the text.
        (Some(&"."), true) if RECEIVERS.contains(&root) || platform().contains(last) => return None,
        (Some(&"."), true) => OF_AN_OBJECT,
        (Some(&"->"), false) => return None,
        (Some(&"->"), true) if !is_type(root) => OF_AN_OBJECT,
        // `service::telemetry::logs`: a key as well.
        (Some(&"::"), false) if !name.bytes().any(|b| b.is_ascii_uppercase()) => return None,
        (Some(_), _) => 75,
    };
    let confidence = if around.says(&[
        "for example",
        "e.g.",
        "suppose",
        "your own",
        " php function",
        " python function",
        " javascript function",
        "built-in function",
        "standard library",
        "php's ",
        "python's ",
        "ruby's ",
        "laravel's ",
        "django's ",
        "rails' ",
        "to provide ",
        "must provide ",
        "must implement ",
        "deprecated",
        "removed",
        "renamed",
        "instead of ",
        "never use ",
        "not use ",
        " we might ",
        "name pending",
        "in the future",
        "future improvement",
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

/// `rate(range-vector)`: no programming language's arguments.
fn is_hyphenated(arguments: &str) -> bool {
    let is_word = |it: &str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_lowercase());
    let mut words = arguments.split([',', ' ', '(', ')']);
    words.any(|word| word.split_once('-').is_some_and(|(left, right)| is_word(left) && right.split('-').all(is_word)))
}

/// The packages of Java's platform and of everybody's libraries.
fn is_foreign(name: &str) -> bool {
    const ROOTS: [&str; 15] = [
        "Microsoft.",
        "Azure.",
        "Amazon.",
        "java.",
        "javax.",
        "jakarta.",
        "kotlin.",
        "kotlinx.",
        "scala.",
        "android.",
        "androidx.",
        "com.google.common.",
        "org.junit.",
        "org.slf4j.",
        "org.threeten.",
    ];
    ROOTS.iter().any(|it| name.starts_with(it))
}

/// A row or sentence about settings: `Scanner.Enabled` is written in a file of these.
fn is_setting(around: &Around<'_>) -> bool {
    const COLUMNS: [&str; 6] = ["option", "key", "setting", "property", "config", "flag"];
    const CUES: [&str; 5] = [" set ", "in your config", "configured via", "config option", "configuration option"];
    COLUMNS.iter().any(|it| around.column.contains(it)) || around.says(&CUES)
}

/// What languages bring; of what is called on something that has such a name, nothing is known.
fn is_platform(root: &str, parts: usize) -> bool {
    let is_receiver =
        matches!(root, "app" | "router" | "ctx" | "context" | "config" | "req" | "res" | "request" | "response");
    (platform().contains(root) && !(is_receiver && parts == 2)) || root.starts_with("__")
}

/// `Node.js`, `Startup.cs`: files and products, which paths know better.
fn is_type_only_file(parts: &[&str]) -> bool {
    parts.len() >= 2
        && parts.last().is_some_and(|last| {
            crate::words::extensions().contains(last)
                || matches!(
                    *last,
                    "io" | "com" | "org" | "net" | "dev" | "ai" | "zip" | "tar" | "gz" | "jar" | "exe" | "dmg" | "dll"
                )
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
