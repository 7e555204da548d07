//! Texts that are made of a template: Rust's `format!("{}/users", root)`.

use super::{closed, literal_end};

/// The text that a template at the start of `code` gives, with the names of what is put into it as `${name}`, and what is
/// behind it. A longer expression stands as `${value}`.
pub fn formatted(code: &str) -> Option<(String, &str)> {
    let inner = code.trim_start_matches('&').strip_prefix("format!")?;
    let length = closed(inner)?;
    let given = inner[..length].strip_prefix('(')?.strip_suffix(')')?.trim_start();
    let template = given.strip_prefix('"')?;
    let end = literal_end(template, '"')?;
    let given: Vec<&str> = arguments(template[end + 1..].trim_start().trim_start_matches(','));
    let (mut out, mut rest, mut next) = (String::new(), &template[..end], 0);
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let mark = &rest[at..at + 1];
        if rest[at + 1..].starts_with(mark) {
            out.push_str(mark);
            rest = &rest[at + 2..];
            continue;
        }
        let hole = &rest[at + 1..at + rest[at..].find('}').filter(|_| mark == "{")?];
        rest = &rest[at + hole.len() + 2..];
        let name = hole.split(':').next().unwrap_or_default().trim();
        let place = match name {
            "" => {
                next += 1;
                Some(next - 1)
            }
            _ => name.parse().ok(),
        };
        let value = match place {
            Some(place) => given.get(place).copied()?,
            None => given.iter().find_map(|it| named(it, name)).unwrap_or(name),
        };
        out.push_str(&put(value));
    }
    out.push_str(rest);
    Some((out, &inner[length..]))
}

/// A text of C# or Python that names are put into, `{Root}/users/{{id}}`, as people write it elsewhere: `${Root}/users/{id}`. What
/// stands behind a value says how it is written.
pub fn interpolated(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(['{', '}']) {
        out.push_str(&rest[..at]);
        let mark = &rest[at..at + 1];
        if rest[at + 1..].starts_with(mark) {
            out.push_str(mark);
            rest = &rest[at + 2..];
            continue;
        }
        let Some(length) = closed(&rest[at..]).filter(|_| mark == "{") else { break };
        let hole = &rest[at + 1..at + length - 1];
        out.push_str(&put(hole.split([':', ',']).next().unwrap_or_default().trim()));
        rest = &rest[at + length..];
    }
    out + rest
}

/// What a value puts into a text.
fn put(value: &str) -> String {
    const LONGEST: usize = 60;
    let text = value.strip_prefix('"').and_then(|it| it.strip_suffix('"')).filter(|it| !it.contains('"'));
    let is_plain = value.len() <= LONGEST && !value.contains(['"', '\'', '{', '}', '\n', ' ']);
    match text {
        Some(text) => text.to_owned(),
        None if value.bytes().all(|it| it.is_ascii_digit()) => value.to_owned(),
        None if is_plain => format!("${{{}}}", value.trim_start_matches('&')),
        None => "${value}".to_owned(),
    }
}

/// The value of an argument that is given by this name: `root = self.root`.
fn named<'c>(argument: &'c str, name: &str) -> Option<&'c str> {
    let value = argument.strip_prefix(name)?.trim_start().strip_prefix('=')?;
    (!value.starts_with('=')).then(|| value.trim())
}

/// What stands between commas that are in no brackets and no text.
fn arguments(code: &str) -> Vec<&str> {
    let (mut all, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some(c) = code[at..].chars().next() {
        let width = match c {
            '(' | '[' | '{' => closed(&code[at..]).unwrap_or(1),
            '"' => literal_end(&code[at + 1..], '"').map_or(1, |end| end + 2),
            _ => c.len_utf8(),
        };
        if c == ',' {
            all.push(code[from..at].trim());
            from = at + 1;
        }
        at += width;
    }
    all.push(code[from..].trim());
    all.retain(|it| !it.is_empty());
    all
}

/// A text of Kotlin with braces around each name that is put into it: `${base}/users` of `$base/users`.
pub fn braced(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('$') {
        let name = &rest[at + 1..];
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_') && !rest[..at].ends_with('\\');
        let length = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
        out.push_str(&rest[..at]);
        if is_name {
            out.push_str(&format!("${{{}}}", &name[..length]));
            rest = &name[length..];
        } else {
            out.push('$');
            rest = name;
        }
    }
    out + rest
}
