//! Statements that make tables, without what says nothing of their columns and is not read.

/// A statement without the words by which SQLite numbers a key that is declared behind its columns:
/// `primary key (id autoincrement)`. What is left stands on the same lines.
pub fn without_numbering(text: &str) -> Option<String> {
    const WORD: &str = "autoincrement";
    let lower = text.to_ascii_lowercase();
    let mut told = text.to_owned();
    for (at, _) in lower.match_indices(WORD) {
        let is_last = lower[at + WORD.len()..].trim_start().starts_with(')');
        if is_last && lower[..at].rsplit_once('(').is_some_and(|(before, _)| before.trim_end().ends_with("primary key"))
        {
            told.replace_range(at..at + WORD.len(), &" ".repeat(WORD.len()));
        }
    }
    (told != text).then_some(told)
}

/// A statement of SQL Server's without the words that say how a key's rows lie, `PRIMARY KEY CLUSTERED ([Id] ASC)`, and
/// without what stands behind its columns.
pub fn without_clusters(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    if !lower.contains("clustered") {
        return None;
    }
    let mut told = text.to_owned();
    for word in ["nonclustered", "clustered"] {
        for (at, _) in lower.match_indices(word) {
            told.replace_range(at..at + word.len(), &" ".repeat(word.len()));
            let Some((open, close)) = lower[at..].find('(').zip(lower[at..].find(')')).filter(|(a, b)| a < b) else {
                continue;
            };
            for order in [" asc", " desc"] {
                for (within, _) in lower[at + open..at + close].match_indices(order) {
                    let from = at + open + within;
                    told.replace_range(from..from + order.len(), &" ".repeat(order.len()));
                }
            }
        }
    }
    Some(without_options(&told).map(str::to_owned).unwrap_or(told))
}

/// A statement that makes a table without what stands behind its columns, as `ENGINE = InnoDB ROW_FORMAT = Dynamic`: that
/// says nothing of them.
pub fn without_options(text: &str) -> Option<&str> {
    let mut words = text.split(|it: char| it.is_whitespace() || it == '(').filter(|it| !it.is_empty()).take(4);
    if !words.any(|it| it.eq_ignore_ascii_case("table")) {
        return None;
    }
    let (_, close) = body_of(text)?;
    Some(&text[..=close]).filter(|it| it.len() < text.trim_end().len())
}

/// A statement that makes a table without what does not parse of it: a constraint, or the words behind a column's type.
/// What is left stands on the same lines. None: nothing of it does.
pub fn without_unread(text: &str, parses: &dyn Fn(&str) -> bool) -> Option<String> {
    let whole = without_options(text).unwrap_or(text);
    let (open, close) = body_of(whole)?;
    let begin = &whole[..=open];
    if !parses(&format!("{begin} it int )")) {
        return None;
    }
    let is_read = |part: &str| parses(&format!("{begin}{part})"));
    let parts = parts_of(&whole[open + 1..close]);
    let mut kept: Vec<String> = Vec::with_capacity(parts.len());
    // What is left out still has its lines, and no comma.
    let mut left_out = String::new();
    for part in parts {
        match read_part(part, &is_read) {
            Some(read) => kept.push(std::mem::take(&mut left_out) + &read),
            None => left_out.extend(part.chars().filter(|it| *it == '\n')),
        }
    }
    (!kept.is_empty()).then(|| format!("{begin}{})", kept.join(",")))
}

/// What a table is made of that is read by itself, without the words that are not.
fn read_part(part: &str, is_read: &dyn Fn(&str) -> bool) -> Option<String> {
    const MATCHES: [&str; 3] = ["match simple", "match full", "match partial"];
    /// What a column's type and its options have in words.
    const MAX_WORDS: usize = 32;
    let bare = blank_comments(part);
    let lower = bare.to_ascii_lowercase();
    let mut told = bare.clone();
    for word in MATCHES {
        lower.match_indices(word).for_each(|(at, _)| told.replace_range(at..at + word.len(), &" ".repeat(word.len())));
    }
    if is_read(&told) {
        return Some(told);
    }
    let ends = told.char_indices().filter(|(at, it)| it.is_whitespace() && !told[..*at].trim().is_empty());
    let ends: Vec<usize> = ends.map(|(at, _)| at).take(MAX_WORDS).collect();
    // A name alone would be a column without a type.
    let begins = ends.iter().rev().map(|end| &told[..*end]).filter(|it| it.split_whitespace().count() > 1);
    let begin = begins.into_iter().find(|it| is_read(it))?;
    let left_out = &lower[begin.len()..];
    let is_told = left_out.split_whitespace().collect::<Vec<_>>().join(" ").contains("not null");
    let lines = left_out.chars().filter(|it| *it == '\n').collect::<String>();
    Some(format!("{begin}{}{lines}", if is_told { " not null" } else { "" }))
}

/// The same text with blanks in the place of comments.
fn blank_comments(text: &str) -> String {
    let mut told = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let end = line.find("--").filter(|at| line[..*at].matches('\'').count() % 2 == 0);
        told.push_str(&line[..end.unwrap_or(line.len())]);
        if end.is_some() && line.ends_with('\n') {
            told.push('\n');
        }
    }
    told
}

/// What stands between commas that are in no bracket, text or comment.
fn parts_of(body: &str) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0u32);
    plain_bytes(body, |at, byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(&body[from..at]);
                from = at + 1;
            }
            _ => {}
        }
        true
    });
    parts.push(&body[from..]);
    parts
}

/// The first bracket of a text and the one that closes it.
fn body_of(text: &str) -> Option<(usize, usize)> {
    let (mut depth, mut open, mut close) = (0u32, None, None);
    plain_bytes(text, |at, byte| {
        match byte {
            b'(' => {
                open = open.or(Some(at));
                depth += 1;
            }
            b')' if depth <= 1 => {
                close = Some(at).filter(|_| depth == 1);
                return false;
            }
            b')' => depth -= 1,
            _ => {}
        }
        true
    });
    open.zip(close)
}

/// Tells of each byte that stands in no text and no comment, until that answers that it is enough.
fn plain_bytes(text: &str, mut tell: impl FnMut(usize, u8) -> bool) {
    let bytes = text.as_bytes();
    let (mut quote, mut is_comment) = (None, false);
    for (at, &byte) in bytes.iter().enumerate() {
        match (quote, byte) {
            _ if is_comment => is_comment = byte != b'\n',
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (None, b'-') if bytes[at..].starts_with(b"--") => is_comment = true,
            (None, _) if !tell(at, byte) => return,
            _ => {}
        }
    }
}
