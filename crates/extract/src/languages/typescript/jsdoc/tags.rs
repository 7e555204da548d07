//! The tags of documentation comments.

/// `@kind {ty} name`
pub struct Tag {
    pub kind: String,
    pub ty: Option<String>,
    pub name: String,
    pub optional: bool,
}

impl Tag {
    pub fn is_param(&self) -> bool {
        matches!(self.kind.as_str(), "param" | "arg" | "argument")
    }
}

/// The tags of a comment, in order.
pub fn tags(text: &str) -> Vec<Tag> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut fresh = true;
    while let Some(c) = rest.chars().next() {
        if c == '@' && fresh {
            let (tag, after) = tag(&rest[1..]);
            rest = after;
            found.push(tag);
            fresh = false;
            continue;
        }
        fresh = c == '\n' || fresh && (c.is_whitespace() || c == '*');
        rest = &rest[c.len_utf8()..];
    }
    found
}

/// One tag behind its `@`, and what follows its name.
fn tag(text: &str) -> (Tag, &str) {
    let word = |text: &str, wanted: fn(char) -> bool| text.find(|c| !wanted(c)).unwrap_or(text.len());
    let blank = |text: &str| text.find(|c| c != ' ' && c != '\t').unwrap_or(text.len());
    let (kind, mut rest) = text.split_at(word(text, char::is_alphanumeric));
    rest = &rest[blank(rest)..];
    let mut ty = None;
    if rest.starts_with('{')
        && let Some(end) = closing(rest)
    {
        ty = Some(joined(&rest[1..end]));
        rest = &rest[end + 1..];
        rest = &rest[blank(rest)..];
    }
    let mut optional = false;
    if let Some(inner) = rest.strip_prefix('[') {
        (rest, optional) = (inner.trim_start(), true);
    }
    let (name, rest) = rest.split_at(word(rest, |c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.')));
    (Tag { kind: kind.to_owned(), ty, name: name.to_owned(), optional }, rest)
}

/// Where the brace that a text starts with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.bytes().enumerate() {
        match c {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// A type's text without the comment's stars.
fn joined(text: &str) -> String {
    let lines = text.lines().enumerate();
    let lines = lines.map(|(at, line)| if at == 0 { line.trim() } else { line.trim().trim_start_matches('*').trim() });
    lines.collect::<Vec<_>>().join(" ").trim().to_owned()
}
