//! The split patterns of the encodings, by hand: the regular expressions need look-ahead, and their match from a
//! given place follows from the runs of character classes there.
//!
//! ```text
//! cl100k  (?i:'s|'t|'re|'ve|'m|'ll|'d)                                                contraction
//!         [^\r\n\p{L}\p{N}]?\p{L}+                                                    word
//!         \p{N}{1,3}                                                                  number
//!          ?[^\s\p{L}\p{N}]+[\r\n]*                                                   signs
//!         \s*[\r\n]+ | \s+(?!\S) | \s+                                                space
//!
//! o200k   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|…)?
//!         [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|…)?
//!         and then as above, without the contraction, and with [\r\n/]* behind signs
//! ```

use crate::class::Class;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    Cl100k,
    O200k,
}

/// Where the piece that starts at `at` ends. `at` is before the text's end and at a character's start; so is the answer,
/// and it is behind `at`.
pub fn next_piece(pattern: Pattern, text: &str, at: usize) -> usize {
    let (first, class, behind) = char_at(text, at).expect("a character stands at the start of a piece");
    let word = match pattern {
        Pattern::Cl100k => contraction(text, at).or_else(|| plain_word(text, at, first, class, behind)),
        Pattern::O200k => cased_word(text, at, first, class, behind),
    };
    if let Some(end) = word {
        return end;
    }
    if class == Class::Number {
        let second = char_at(text, behind).filter(|next| next.1 == Class::Number);
        let third = second.and_then(|next| char_at(text, next.2)).filter(|next| next.1 == Class::Number);
        return third.or(second).map_or(behind, |last| last.2);
    }
    signs(pattern, text, if first == ' ' { behind } else { at }).unwrap_or_else(|| space(text, at))
}

/// The character at `at`, its class, and where it ends. None at the text's end.
fn char_at(text: &str, at: usize) -> Option<(char, Class, usize)> {
    if let Some(byte) = text.as_bytes().get(at).filter(|byte| byte.is_ascii()) {
        return Some((char::from(*byte), Class::of_ascii(*byte), at + 1));
    }
    let c = text[at..].chars().next()?;
    Some((c, Class::of(c), at + c.len_utf8()))
}

/// The end of the run of characters from `at` whose class is as asked.
fn run(text: &str, mut at: usize, is_in: impl Fn(Class) -> bool) -> usize {
    while let Some((_, _, behind)) = char_at(text, at).filter(|next| is_in(next.1)) {
        at = behind;
    }
    at
}

/// `(?i:'s|'t|'re|'ve|'m|'ll|'d)`; the long s folds to s.
fn contraction(text: &str, at: usize) -> Option<usize> {
    let rest = text[at..].strip_prefix('\'')?;
    let mut letters = rest.chars();
    let first = letters.next()?;
    let length = match (first.to_ascii_lowercase(), letters.next().map(|c| c.to_ascii_lowercase())) {
        ('s' | 't' | 'm' | 'd' | 'ſ', _) => first.len_utf8(),
        ('r' | 'v', Some('e')) | ('l', Some('l')) => 2,
        _ => return None,
    };
    Some(at + 1 + length)
}

/// `[^\r\n\p{L}\p{N}]`
fn may_lead(first: char, class: Class) -> bool {
    !class.is_letter() && class != Class::Number && first != '\r' && first != '\n'
}

fn plain_word(text: &str, at: usize, first: char, class: Class, behind: usize) -> Option<usize> {
    let start = if class.is_letter() { at } else { behind };
    let end = run(text, start, Class::is_letter);
    (end > start && (start == at || may_lead(first, class))).then_some(end)
}

/// The two alternatives for words, each with a leading character first and then without, as a backtracking matcher
/// would try them.
fn cased_word(text: &str, at: usize, first: char, class: Class, behind: usize) -> Option<usize> {
    let leading = may_lead(first, class).then_some(behind);
    let starts = || leading.into_iter().chain([at]);
    let end = starts()
        .find_map(|start| ends_low(text, start))
        .or_else(|| starts().find_map(|start| all_high(text, start)))?;
    Some(contraction(text, end).unwrap_or(end))
}

fn is_high(class: Class) -> bool {
    matches!(class, Class::Upper | Class::Letter | Class::Mark)
}

fn is_low(class: Class) -> bool {
    matches!(class, Class::Lower | Class::Letter | Class::Mark)
}

/// `[high]*[low]+`. The high run takes all it can. Where a lower-case letter follows, the low run goes on from there.
/// Else the high run gives back down to its last character that is low as well, and the match ends behind that.
fn ends_low(text: &str, start: usize) -> Option<usize> {
    let mut at = start;
    let mut last_low = None;
    while let Some((_, class, behind)) = char_at(text, at) {
        if class == Class::Lower {
            return Some(run(text, behind, is_low));
        }
        if !is_high(class) {
            break;
        }
        at = behind;
        if class != Class::Upper {
            last_low = Some(at);
        }
    }
    last_low
}

/// `[high]+[low]*`. Tried after `ends_low` failed from the same place, so nothing low follows.
fn all_high(text: &str, start: usize) -> Option<usize> {
    let end = run(text, start, is_high);
    (end > start).then_some(end)
}

/// `[^\s\p{L}\p{N}]+` and the line ends behind it.
fn signs(pattern: Pattern, text: &str, start: usize) -> Option<usize> {
    let mut end = run(text, start, |class| matches!(class, Class::Rest | Class::Mark));
    if end == start {
        return None;
    }
    let bytes = text.as_bytes();
    while let Some(b'\r' | b'\n' | b'/') = bytes.get(end).filter(|b| pattern == Pattern::O200k || **b != b'/') {
        end += 1;
    }
    Some(end)
}

/// `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the run's last line end; else, where something follows, all but the last
/// character, which is left to lead what follows.
fn space(text: &str, at: usize) -> usize {
    let end = run(text, at, |class| class == Class::Space);
    let spaces = &text[at..end];
    if let Some(line_end) = spaces.rfind(['\r', '\n']) {
        return at + line_end + 1;
    }
    let last = spaces.char_indices().next_back().map_or(0, |(last, _)| last);
    if end == text.len() || last == 0 { end } else { at + last }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fancy_regex::Regex;
    use proptest::prelude::*;

    const CL100K: &str = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+";
    const O200K: &str = r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+";

    fn pieces(pattern: Pattern, text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = next_piece(pattern, text, at);
            found.push(&text[at..end]);
            at = end;
        }
        found
    }

    #[test]
    fn words_keep_one_leading_character_and_their_contraction() {
        assert_eq!(
            pieces(Pattern::O200k, "  it's HTTPServer'LL \n\n  // 12345\u{301}"),
            [" ", " it's", " HTTPServer'LL", " \n\n", " ", " //", " ", "123", "45", "\u{301}"]
        );
        assert_eq!(
            pieces(Pattern::Cl100k, "  it's HTTPServer'LL /\n/x"),
            [" ", " it", "'s", " HTTPServer", "'LL", " /\n", "/x"]
        );
    }

    /// Characters of every class, and those that the patterns name.
    fn text() -> impl Strategy<Value = String> {
        let pick = prop::sample::select(
            "aZzſǅʰ漢й́ाé٣½9 \t\r\n\u{a0}\u{3000}\u{85}'‘sStTrReEvVmMlLdDK/\\_-<|>👍🏽\u{200d}\u{fe0f}\u{0}"
                .chars()
                .collect::<Vec<_>>(),
        );
        prop::collection::vec(prop_oneof![9 => pick, 1 => any::<char>()], 0..24)
            .prop_map(|chars| chars.into_iter().collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn pieces_are_those_of_the_regular_expressions(text in text()) {
            for (pattern, regex) in [(Pattern::Cl100k, CL100K), (Pattern::O200k, O200K)] {
                thread_local! {
                    static COMPILED: [Regex; 2] = [CL100K, O200K].map(|pattern| Regex::new(pattern).expect("a pattern"));
                }
                let at = usize::from(regex == O200K);
                let expected: Vec<String> = COMPILED.with(|all| {
                    all[at].find_iter(&text).map(|found| found.expect("a match").as_str().to_owned()).collect()
                });
                prop_assert_eq!(pieces(pattern, &text), expected);
            }
        }
    }
}
