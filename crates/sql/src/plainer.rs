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
    let mut depth = 0u32;
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (Some(open), _) if open == byte => quote = None,
            (Some(_), _) => {}
            (None, b'\'' | b'"' | b'`') => quote = Some(byte),
            (None, b'(') => depth += 1,
            (None, b')') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(&text[..=at]).filter(|it| it.len() < text.trim_end().len());
                }
            }
            _ => {}
        }
    }
    None
}
