//! Routes of HTTP interfaces: `GET /users/{id}`.

use super::Told;
use crate::Kind;
use crate::blocks::{Block, Fence, SpanKind};
use crate::cues::{Around, is_placeholder};

const METHODS: [&str; 8] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "ANY"];

pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    if let Some(told) = request(code, 90) {
        return Some(told);
    }
    let path = route(code)?;
    let is_about = around.says(&["endpoint", "route"]) && !around.says(&["append", "prefix"]);
    let is_api = ["/api/", "/v1/", "/v2/", "/v3/", "/rest/", "/graphql"].iter().any(|it| path.starts_with(it));
    let has_ending = path.rsplit('/').next().is_some_and(|last| last.contains('.'));
    let is_system = [
        "/etc", "/usr", "/var", "/tmp", "/opt", "/home", "/dev", "/bin", "/proc", "/root", "/mnt", "/app", "/Users",
        "/data", "/srv", "/lib", "/run", "/sys",
    ]
    .iter()
    .any(|it| path == *it || path.strip_prefix(it).is_some_and(|rest| rest.starts_with('/')));
    if is_system || has_ending || path.trim_end_matches('/').matches('/').count() < 2 {
        return None;
    }
    let method = method_of_row(around);
    let confidence = match (method.is_some(), is_api, is_about) {
        (true, ..) => 85,
        (_, true, _) => 75,
        (_, _, true) => 60,
        _ => return None,
    };
    let told = Told::new(Kind::ApiRoute, &general(path), confidence);
    Some(match method {
        Some(method) => told.with(&method.to_uppercase()),
        None => told,
    })
}

/// With `{uuid}` in the place of one.
fn general(path: &str) -> String {
    let is_uuid = |part: &str| {
        part.len() == 36
            && part.split('-').map(str::len).eq([8, 4, 4, 4, 12])
            && part.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-')
    };
    path.split('/').map(|part| if is_uuid(part) { "{uuid}" } else { part }).collect::<Vec<_>>().join("/")
}

/// The method that another cell of the row names.
fn method_of_row(around: &Around<'_>) -> Option<&'static str> {
    let mut cells = around.sentence.split('|').map(str::trim);
    cells.find_map(|cell| METHODS.iter().find(|it| it.eq_ignore_ascii_case(cell)).copied())
}

/// `GET /users`, `POST http://localhost:3000/users HTTP/1.1`.
fn request(text: &str, confidence: u8) -> Option<Told> {
    let mut words = text.split_whitespace();
    let method = words.next().map(|it| it.trim_matches(['*', '[', ']', ':']))?;
    let method = METHODS.iter().find(|it| **it == method)?;
    let path = route(local(words.next()?))?;
    let ends =
        words.next().is_none_or(|it| it.starts_with("HTTP/") || matches!(it, "-" | "–" | "—" | "->" | "→" | "|" | "#"));
    ends.then(|| Told::new(Kind::ApiRoute, &general(path), confidence).with(method))
}

/// The path of an address of this machine.
pub fn local(address: &str) -> &str {
    let address = address.trim_matches(['"', '\'', '`']);
    let rest = address.strip_prefix("http://").or_else(|| address.strip_prefix("https://")).unwrap_or(address);
    let is_local = ["localhost", "127.0.0.1", "0.0.0.0", "[::1]"].iter().any(|it| rest.starts_with(it));
    match rest.find('/') {
        Some(at) if is_local => &rest[at..],
        _ => address,
    }
}

/// A path as routes are written, without its query.
fn route(text: &str) -> Option<&str> {
    let path = text
        .split(['?', '#'])
        .next()
        .unwrap_or_default()
        .trim_matches(['"', '\'', '`'])
        .trim_end_matches([',', ';', ':', '.']);
    let plain = |c: char| {
        c.is_ascii_alphanumeric()
            || matches!(c, '/' | '_' | '-' | '.' | '{' | '}' | ':' | '<' | '>' | '$' | '[' | ']' | '*' | '@' | '~')
    };
    let is_route = path.starts_with('/') && !path.starts_with("//") && path.chars().all(plain) && !path.contains("...");
    (is_route && !is_placeholder(path)).then_some(path)
}

/// Headings and texts that are requests, as `### GET /users`, outside of code spans.
pub fn in_text(block: &Block) -> Vec<(Told, usize, usize)> {
    let text = block.text.trim();
    let is_code = block.spans.iter().any(|span| span.kind == SpanKind::Code && span.to - span.from == text.len());
    if is_code || !METHODS.iter().any(|it| text.starts_with(it)) {
        return Vec::new();
    }
    let from = block.text.len() - block.text.trim_start().len();
    let length = text.char_indices().filter(|(_, c)| c.is_whitespace()).nth(1).map_or(text.len(), |(at, _)| at);
    let told = request(&text[..length], 80).filter(|it| it.subject != "/");
    told.map(|told| (told, from, from + length)).into_iter().collect()
}

/// Requests of `http` fences.
pub fn in_fence(fence: &Fence) -> Vec<(Told, usize, &str)> {
    const MAX: usize = 100;
    if !matches!(fence.language.as_str(), "http" | "rest" | "" | "text" | "txt" | "plaintext") {
        return Vec::new();
    }
    let mut at = 0;
    let mut found = Vec::new();
    for line in fence.text.split_inclusive('\n') {
        if let Some(told) = request(line.trim(), 80).filter(|_| found.len() < MAX) {
            found.push((told, at, line.trim()));
        }
        at += line.len();
    }
    found
}
