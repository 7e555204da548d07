//! How the characters of a run look: drawn, spelt, or standing for something else.

/// The bytes that tokens are made of, and names.
pub(super) const TOKEN: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0u8);
    while byte < 128 {
        table[byte as usize] = byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-';
        byte += 1;
    }
    table
};

/// No token of a known shape is shorter.
pub(super) const SHORTEST: usize = 16;

/// Whether a run looks drawn, not spelt: some digit, and no run of words with a few digits behind.
pub(super) fn is_random(run: &str) -> bool {
    let mut distinct = [false; 128];
    run.bytes().filter(u8::is_ascii).for_each(|b| distinct[b as usize] = true);
    let count = distinct.iter().filter(|seen| **seen).count();
    let words = run.split(['-', '_', '.', '/', ':']).all(|word| {
        let letters = word.trim_end_matches(|c: char| c.is_ascii_digit());
        word.len() - letters.len() <= 3 && letters.bytes().all(|b| b.is_ascii_alphabetic()) && letters.len() < SHORTEST
    });
    count >= 8 && !words && run.bytes().any(|b| b.is_ascii_digit())
}

/// Whether a value stands for one that is put in later.
pub(super) fn is_placeholder(value: &str) -> bool {
    const WORDS: &[&str] = &[
        "example",
        "changeme",
        "change-me",
        "change_me",
        "placeholder",
        "your",
        "xxxx",
        "dummy",
        "mock",
        "redacted",
        "...",
        "****",
        "${",
        "{{",
        "<",
        "test",
        "password",
        "replace",
        "insert",
        "enter",
        "fake",
        "sample",
        "foobar",
        "qwerty",
        "abc123",
    ];
    let value = value.to_ascii_lowercase();
    WORDS.iter().any(|word| value.contains(word))
        || ["pass", "secret", "pwd", "user"].contains(&value.as_str())
        || is_marked(&value)
}

/// Whether a name stands between marks that are the same on both sides, in the place of what is put in for it: `^_^name^_^`,
/// `%name%`, `__name__`, `[name]`.
fn is_marked(value: &str) -> bool {
    const BESIDE: &str = "_-.";
    let Some(from) = value.find(|c: char| c.is_ascii_alphanumeric()) else { return false };
    let end = value.rfind(|c: char| c.is_ascii_alphanumeric()).map_or(from, |at| at + 1);
    let (open, inner, close) = (&value[..from], &value[from..end], &value[end..]);
    let opposite = |c: char| match c {
        '[' => ']',
        '(' => ')',
        '{' => '}',
        '<' => '>',
        c => c,
    };
    let is_same = open == close || open.chars().rev().map(opposite).eq(close.chars());
    // One mark on either side may be part of what people type, but for those that templates have.
    let is_mark = open.len() > 1 || matches!(open, "%" | "@" | "[");
    is_same && is_mark && inner.chars().all(|c| c.is_ascii_alphabetic() || BESIDE.contains(c))
}
