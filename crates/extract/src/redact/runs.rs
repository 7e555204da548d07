//! Where secrets can begin or end: runs of token characters that are long enough, and marks. All else, most of a text, is
//! passed over without looking at each byte on its own.

use super::looks::TOKEN;

/// What stands before a private key's kind; a space behind it.
pub(super) const BEGIN: &[u8] = b"-----BEGIN";
/// No shorter run says anything.
const LEAST: usize = BEGIN.len();

/// A run of token characters: `bytes[start..end]`, none before or behind it.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub start: usize,
    pub end: usize,
}

/// The first run from a place on of at least `LEAST` bytes.
pub(super) fn next_run(bytes: &[u8], from: usize) -> Option<Run> {
    let is_token = |at: usize| TOKEN[bytes[at] as usize];
    let mut start = from;
    // A run that begins here or later and is long enough holds this byte.
    while let Some(&last) = bytes.get(start + LEAST - 1) {
        let last_at = start + LEAST - 1;
        if !TOKEN[last as usize] {
            start = last_at + 1;
            continue;
        }
        let (mut begin, mut end) = (last_at, last_at + 1);
        while begin > start && is_token(begin - 1) {
            begin -= 1;
        }
        while end < bytes.len() && is_token(end) {
            end += 1;
        }
        if end - begin >= LEAST {
            return Some(Run { start: begin, end });
        }
        start = end + 1;
    }
    None
}

/// The first quote or colon from a place on.
pub(super) fn next_mark(bytes: &[u8], from: usize) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let (words, tail) = rest.as_chunks::<8>();
    for (at, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let marks =
            zeros(word ^ each(b'"')) | zeros(word ^ each(b'\'')) | zeros(word ^ each(b'`')) | zeros(word ^ each(b':'));
        if marks != 0 {
            return Some(from + at * 8 + marks.trailing_zeros() as usize / 8);
        }
    }
    let is_mark = |byte: &u8| matches!(byte, b'"' | b'\'' | b'`' | b':');
    tail.iter().position(is_mark).map(|at| from + words.len() * 8 + at)
}

/// The byte in each place of a word.
const fn each(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The high bit of each byte that is zero; above the lowest of them also of others
/// (https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord).
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(each(0x01)) & !word & each(0x80)
}

/// What comes first: the end of a run, or a mark.
pub(super) fn earlier(run: Option<Run>, mark: Option<usize>) -> Option<usize> {
    match (run.map(|run| run.end), mark) {
        (Some(end), Some(mark)) => Some(end.min(mark)),
        (end, mark) => end.or(mark),
    }
}
