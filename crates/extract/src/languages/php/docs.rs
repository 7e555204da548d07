//! PHPDoc: what its tags declare.

/// The tags of one comment. Types are as written.
#[derive(Default)]
pub struct Doc {
    /// By name without `$`.
    pub params: Vec<(String, String)>,
    pub returns: Option<String>,
    /// The type, and the variable where one is named.
    pub var: Option<(String, Option<String>)>,
    pub members: Vec<Magic>,
    pub mixins: Vec<String>,
    /// Name and bound.
    pub templates: Vec<(String, Option<String>)>,
    /// `@extends`, `@implements`, `@use`
    pub bases: Vec<String>,
    /// `@phpstan-assert`: the type, and the variable without `$` that is of it where the function comes back.
    pub asserts: Option<(String, String)>,
    pub is_test: bool,
    /// `@dataProvider`
    pub providers: Vec<String>,
}

/// A member that only documentation declares.
pub struct Magic {
    pub name: String,
    /// Where the name stands, from the comment's start.
    pub at: u32,
    pub ty: Option<String>,
    pub is_method: bool,
    pub is_static: bool,
}

/// The text without comment marks.
pub fn clean(comment: &str) -> String {
    let inner = comment.trim_start_matches("/**").trim_end_matches("*/");
    let lines = inner.lines().map(|line| {
        let line = line.trim();
        line.strip_prefix('*').map_or(line, |rest| rest.strip_prefix(' ').unwrap_or(rest))
    });
    lines.collect::<Vec<_>>().join("\n")
}

pub fn read(comment: &str) -> Doc {
    let mut doc = Doc::default();
    let mut rest = comment;
    while let Some(at) = rest.find('@') {
        let before = rest[..at].chars().next_back();
        let (tag_at, tag) = (comment.len() - rest.len() + at + 1, &rest[at + 1..]);
        rest = tag;
        // A tag stands at a line's start.
        if before.is_some_and(|c| !c.is_whitespace() && c != '*') {
            continue;
        }
        let name = word(tag);
        let text = &tag[name.len()..];
        let name = name.strip_prefix("phpstan-").or(name.strip_prefix("psalm-")).unwrap_or(name);
        tag_of(&mut doc, name, text, tag_at + tag.len() - text.len());
    }
    doc
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_')).unwrap_or(text.len());
    &text[..end]
}

fn tag_of(doc: &mut Doc, name: &str, text: &str, at: usize) {
    let (ty, after) = type_text(text);
    let variable = |text: &str| {
        let text = text.trim_start().trim_start_matches(['&', '.']);
        text.strip_prefix('$').map(|name| word(name).to_owned())
    };
    match name {
        "param" => {
            if let Some(variable) = variable(after).filter(|_| !ty.is_empty()) {
                doc.params.retain(|(known, _)| *known != variable);
                doc.params.push((variable, ty.to_owned()));
            }
        }
        "assert" => {
            if let Some(variable) = variable(after).filter(|_| !ty.is_empty() && !ty.starts_with(['!', '='])) {
                doc.asserts = Some((ty.to_owned(), variable));
            }
        }
        "return" if !ty.is_empty() => doc.returns = Some(ty.to_owned()),
        "var" if !ty.is_empty() => doc.var = Some((ty.to_owned(), variable(after))),
        "mixin" if !ty.is_empty() => doc.mixins.push(ty.to_owned()),
        "template" | "template-covariant" | "template-contravariant" => {
            let name = word(text.trim_start());
            let bound = text.trim_start()[name.len()..].trim_start();
            let bound = bound.strip_prefix("of ").or(bound.strip_prefix("as ")).map(|it| type_text(it).0.to_owned());
            if !name.is_empty() {
                doc.templates.push((name.to_owned(), bound));
            }
        }
        "extends" | "implements" | "use" | "template-extends" | "template-implements" | "template-use" => {
            doc.bases.push(ty.to_owned());
        }
        "test" => doc.is_test = true,
        "dataProvider" => doc.providers.push(word(text.trim_start()).to_owned()),
        "property" | "property-read" | "property-write" => {
            if let Some(name) = variable(after) {
                let offset = text.find(&format!("${name}")).unwrap_or(0) + 1;
                let ty = (!ty.is_empty()).then(|| ty.to_owned());
                let at = (at + offset) as u32;
                doc.members.push(Magic { name, at, ty, is_method: false, is_static: false });
            }
        }
        "method" => method(doc, text, at),
        _ => {}
    }
}

/// `@method [static] [Type] name(…)`
fn method(doc: &mut Doc, text: &str, at: usize) {
    let line = text.lines().next().unwrap_or_default();
    let Some(open) = name_before_bracket(line) else { return };
    let head = &line[..open];
    let name_at = head.rfind(|c: char| !(c.is_alphanumeric() || c == '_')).map_or(0, |it| it + 1);
    let name = head[name_at..].to_owned();
    let mut written = head[..name_at].trim();
    let mut is_static = false;
    if let Some(rest) = written.strip_prefix("static") {
        let alone = rest.is_empty();
        if alone || rest.starts_with(' ') {
            is_static = true;
            written = rest.trim();
        }
    }
    if !name.is_empty() {
        let ty = (!written.is_empty()).then(|| written.to_owned());
        doc.members.push(Magic { name, at: (at + name_at) as u32, ty, is_method: true, is_static });
    }
}

/// Where the bracket behind a method's name opens: the first one outside of a type's.
fn name_before_bracket(line: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in line.char_indices() {
        match c {
            '<' | '{' => depth += 1,
            '>' | '}' => depth = depth.saturating_sub(1),
            '(' if depth == 0 && line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') => return Some(at),
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    None
}

/// The type that a tag's text starts with, and what follows it. Lines' starts inside a type are left out by
/// the reader of types.
fn type_text(text: &str) -> (&str, &str) {
    let text = text.trim_start_matches([' ', '\t']);
    if text.starts_with('$') || text.starts_with("...$") {
        return ("", text);
    }
    let mut depth = 0usize;
    let mut quote = None;
    let mut glue = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if quote.is_some() && Some(c) == quote => {
                quote = None;
            }
            '\'' | '"' => quote = Some(c),
            '<' | '(' | '{' | '[' => depth += 1,
            '>' | ')' | '}' | ']' => depth = depth.saturating_sub(1),
            '*' if depth == 0 && text[at..].starts_with("*/") => return (text[..at].trim(), &text[at..]),
            c if c.is_whitespace() && depth == 0 => {
                // `A | B`, `callable(): T`
                let next = text[at..].trim_start_matches([' ', '\t']);
                let joins = next.starts_with('|') || (next.starts_with('&') && !next.starts_with("&$"));
                if c == '\n' || c == '\r' || !(glue || joins) {
                    return (text[..at].trim(), &text[at..]);
                }
                continue;
            }
            _ => {}
        }
        glue = depth == 0 && matches!(c, '|' | '&' | ':');
    }
    (text.trim(), "")
}
