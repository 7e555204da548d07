//! Paths of files and folders that could lie in the repository.

use super::Told;
use crate::Kind;
use crate::blocks::is_address;
use crate::cues::{Around, is_placeholder};
use crate::words::{everyones, extensions, file_names, folders, inner_endings, member_endings, outputs};

/// A code span that is a path.
pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    let confidence = confidence(code)?;
    let path = normal(code);
    let is_alone = !path.trim_end_matches('/').contains('/');
    let is_told = around.is_internal || around.says(&["this repo", "the repo", "this project", "our "]);
    // A cell of defaults holds values; what a build makes and what everybody has is looked for elsewhere.
    let is_value = ["example", "default", "value"].iter().any(|it| around.column.contains(it));
    let is_loose = everyones().contains(path.as_str())
        || is_alone && (is_loose_folder(&path, around) || is_loose_file(&path, around));
    if is_value || is_branch(&path, around) || !is_told && (is_loose || is_hidden(&path)) {
        return None;
    }
    let is_elsewhere = around.is_readers() || around.is_put(code) || is_loose_name(&path, around);
    let confidence = if is_elsewhere { confidence.min(45) } else { confidence };
    Some(Told::new(Kind::Path, &path, confidence))
}

/// `feat/`, `fix/`: what names of branches begin with.
fn is_branch(path: &str, around: &Around<'_>) -> bool {
    let is_alone = path.ends_with('/') && path.matches('/').count() == 1;
    is_alone && around.says(&[" feat/", " fix/", " bugfix/", " hotfix/", " chore/"])
}

/// `openrouter/`: a folder that few have, where nothing says that it is one.
fn is_loose_folder(path: &str, around: &Around<'_>) -> bool {
    const CUES: [&str; 7] = ["folder", "director", " dir ", "package", "lives in", "located", "under "];
    let name = path.trim_end_matches('/');
    path.ends_with('/') && !name.starts_with('.') && !folders().contains(name) && !around.is_about(&CUES)
}

/// `deploy/netlify`: two words that a stroke stands between, where nothing says that they are a place.
fn is_loose_name(path: &str, around: &Around<'_>) -> bool {
    const CUES: [&str; 8] = ["folder", "director", " dir ", "package", "file", " in ", " under ", " see "];
    let is_module = around.sentence.contains(&format!("{} module", path.to_lowercase()));
    let is_name = path.matches('/').count() == 1 && !path.contains('.') && !path.ends_with('/');
    is_name && !around.is_internal && (is_module || !around.says(&CUES))
}

/// A guide speaks of files that its reader has; a folder's first page of those beside it.
fn is_loose_file(path: &str, around: &Around<'_>) -> bool {
    !path.ends_with('/') && (!around.is_front || path.starts_with('.')) && !file_names().contains(path)
}

/// `.vitest/output.xml`: a folder that a program keeps for itself.
fn is_hidden(path: &str) -> bool {
    path.split_once('/')
        .is_some_and(|(first, _)| first.starts_with('.') && !first.starts_with("..") && !folders().contains(first))
}

/// How sure it is that a text is a path of a repository; none: it is no path at all.
pub fn confidence(text: &str) -> Option<u8> {
    let path = without_place(text);
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '+' | '/' | '@' | '[' | ']');
    if path.len() < 2 || !path.chars().all(plain) || path.starts_with(['/', '@', '-', '+', '[']) || path.contains("//")
    {
        return None;
    }
    let is_relative = path.starts_with("./") || path.starts_with("../");
    let rest = path.trim_start_matches("../").trim_start_matches("./");
    let parts: Vec<&str> = rest.trim_end_matches('/').split('/').collect();
    let (first, last) = (*parts.first()?, *parts.last()?);
    if first.is_empty()
        || is_shouted(first, parts.len())
        || parts.contains(&"...")
        || is_placeholder(rest)
        || is_made(&parts)
    {
        return None;
    }
    let is_file = is_file_name(last);
    let is_folder = rest.ends_with('/');
    let is_known = folders().contains(first);
    // `github.com/x/y`, `example.org/page.html`: a host, or a module's name.
    if parts.len() > 1 && first.contains('.') && !first.starts_with('.') && !is_relative {
        return None;
    }
    match (parts.len(), is_file, is_folder) {
        (1, true, false) => Some(if is_relative { 75 } else { bare(last)? }),
        (1, false, true) if is_known || first.starts_with('.') => Some(75),
        (1, false, true) => Some(if first.chars().all(|c| c.is_ascii_digit()) { return None } else { 65 }),
        (1, ..) => None,
        (_, true, _) if is_known || is_relative || parts.len() > 2 => Some(90),
        (_, true, _) => Some(80),
        (_, false, _) if is_known => Some(if is_folder || parts.len() > 2 { 80 } else { 65 }),
        (_, false, true) => Some(70),
        (_, false, false) if is_relative => Some(60),
        _ => None,
    }
}

/// `SITE_ROOT/…`: what is put there.
fn is_shouted(first: &str, parts: usize) -> bool {
    parts > 1 && first.contains('_') && first.bytes().all(|b| b.is_ascii_uppercase() || b == b'_')
}

/// A file's name that stands alone.
fn bare(name: &str) -> Option<u8> {
    if file_names().contains(name) {
        return Some(70);
    }
    let (stem, ending) = name.rsplit_once('.')?;
    // `.d.ts`, `.test.js`: endings that names have.
    if stem.strip_prefix('.').is_some_and(|it| inner_endings().contains(it)) {
        return None;
    }
    let is_word = !stem.is_empty() && stem.chars().any(|c| c.is_ascii_alphabetic());
    // `Vue.js` is a product, `request.data` a member.
    let is_product = ending == "js" && stem.starts_with(|c: char| c.is_ascii_uppercase());
    let is_member = member_endings().contains(ending) && (stem.len() <= 3 || !ends_plainly(ending));
    // `A.C` is a member; what is built lies in no repository.
    let is_made = matches!(ending, "wasm" | "csr" | "pem" | "crt");
    let is_type = ending.starts_with(|c: char| c.is_ascii_uppercase());
    (is_word && !is_product && !is_member && !is_made && !is_type).then_some(62)
}

/// Endings that few members have: of a longer name they tell a file.
fn ends_plainly(ending: &str) -> bool {
    matches!(ending, "go" | "c" | "h" | "proto" | "lock" | "service" | "properties" | "ex")
}

fn is_file_name(name: &str) -> bool {
    if file_names().contains(name) {
        return true;
    }
    name.rsplit_once('.').is_some_and(|(stem, ending)| {
        let known = extensions().contains(ending) || extensions().contains(ending.to_ascii_lowercase().as_str());
        known && !stem.ends_with('.')
    })
}

/// Folders that are made, and lie in no repository.
fn is_made(parts: &[&str]) -> bool {
    let folders = if parts.len() > 1 { &parts[..1] } else { parts };
    folders.iter().any(|part| outputs().contains(part))
        || parts.contains(&"node_modules")
        || parts.last().is_some_and(|last| *last == ".env" || last.starts_with(".env.") && last.ends_with("local"))
        || parts.last() == Some(&"dist")
}

/// Without the place in the file: `a.ts:12`, `a.ts#L3`.
fn without_place(text: &str) -> &str {
    let text = text.split('#').next().unwrap_or(text);
    match text.split_once(':') {
        Some((path, place))
            if !place.is_empty() && place.bytes().all(|b| b.is_ascii_digit() || matches!(b, b':' | b'-')) =>
        {
            path
        }
        _ => text,
    }
}

/// Without `./` at its beginning.
pub fn normal(text: &str) -> String {
    let path = without_place(text);
    path.strip_prefix("./").filter(|it| !it.is_empty()).unwrap_or(path).to_owned()
}

/// A link to another place of the repository, from the document at `from`: its subject is the whole path.
pub fn link(to: &str, from: &str) -> Option<Told> {
    let to = to.split(['#', '?']).next().unwrap_or_default().trim();
    let is_marked = to.contains(['{', '}', '<', '>', '$', '*', '\\', '|', '"', '(', ' ', '@']);
    // Of a part that other documents take in, links lead on from these.
    const PARTS: [&str; 6] = ["snippets", "_snippets", "includes", "_includes", "partials", "_partials"];
    if from.split('/').rev().skip(1).any(|it| PARTS.contains(&it)) {
        return None;
    }
    if to.is_empty() || is_address(to) || to.starts_with(['/', '~']) || is_marked {
        return None;
    }
    let decoded = decode(to)?;
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in decoded.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    let last = parts.last()?;
    // A host without its scheme; pages of a site go by other names than their files.
    if !decoded.contains('/') && !is_file_name(last) && last.contains('.')
        || decoded.starts_with("www.")
        || is_placeholder(&decoded)
    {
        return None;
    }
    let name = parts.join("/");
    // Pages of a site go by other names than their files; what a host of repositories shows goes by these.
    let is_shown = is_shown_by_hosts(from);
    let is_page = last.ends_with(".html") || last.ends_with(".htm") || !is_file_name(last);
    let is_put = parts.iter().any(|part| is_shouted(part, parts.len()));
    (!is_put && (is_shown || !is_page)).then(|| Told::new(Kind::Path, &name, if is_page { 80 } else { 95 }))
}

/// `README.md` and its like, of which links lead to files and folders as they lie.
fn is_shown_by_hosts(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_ascii_lowercase();
    ["readme", "contributing", "security", "agents", "claude", "architecture", "development"]
        .iter()
        .any(|it| name.starts_with(it))
}

/// `%20` and the like; none where they are no UTF-8.
fn decode(text: &str) -> Option<String> {
    if !text.contains('%') {
        return Some(text.to_owned());
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = (*byte == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(code) => {
                out.push(code);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok().filter(|it| !it.contains(char::is_control))
}
