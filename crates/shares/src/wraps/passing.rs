//! Whether a call is all that a function does, by the function's text.

use crate::words::{is_of_word, is_space};

/// Whether a call is all that is done, and given one of the parameters; of a text that does not hold the call it is not
/// known.
///
/// @param call how what is called is written
/// @param names of the parameters
pub fn passes_on(preview: &str, call: &str, names: &[String]) -> bool {
    let Some(at) = preview.rfind(call) else { return false };
    let before = &preview[preview[..at].rfind('\n').map_or(0, |it| it + 1)..at];
    if !is_whole_statement(before) || gives_other(preview, at, before) {
        return false;
    }
    let names: Vec<&str> = names.iter().map(String::as_str).filter(|it| is_name(it)).collect();
    if gives_back(preview, &names) {
        return false;
    }
    let (given, after) = arguments_of(&preview[at + call.len()..]);
    !is_statement(given) && !is_part_of(after) && words_of(given).any(|word| names.contains(&word))
}

fn is_of_name(sign: char) -> bool {
    is_of_word(sign) || sign == '$'
}

/// Signs of words and dollars.
pub fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_name)
}

fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign| !is_of_name(sign)).filter(|word| !word.is_empty())
}

fn is_gap(sign: char) -> bool {
    sign != '\n' && is_space(sign)
}

/// Whether what stands in front of a call in its line may stand in front of all that a function does: `return await `.
fn is_whole_statement(before: &str) -> bool {
    let is_front = |text: &str| text.is_empty() || ["return", "=", "=>", "{"].iter().any(|it| text.ends_with(it));
    let plain = before.trim_end_matches(is_space);
    let word =
        if plain.len() < before.len() { ["await", "new"].iter().find_map(|it| plain.strip_suffix(it)) } else { None };
    is_front(plain) || word.is_some_and(|front| is_front(front.trim_end_matches(is_space)))
}

/// What stands behind each `return` and the gap after it, and where.
fn returned(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("return").filter_map(move |(at, word)| {
        let behind = &text[at + word.len()..];
        let rest = behind.trim_start_matches(is_gap);
        (!text[..at].ends_with(is_of_word) && rest.len() < behind.len()).then_some((at, rest))
    })
}

/// Whether something else than what the call gives is given back: then the call is done beside it.
///
/// @param before what stands before the call in its line: names that hold what it gives
fn gives_other(preview: &str, at: usize, before: &str) -> bool {
    let held = before.rfind('=').map_or("", |end| &before[..end]);
    let mut given = returned(preview)
        .filter(|(_, rest)| rest.starts_with(|sign| !is_space(sign) && sign != ';' && sign != '}'))
        .peekable();
    given.peek().is_some()
        && !given.any(|(start, rest)| {
            let from = preview.len() - rest.len();
            let end = end_of(preview, from);
            let what = preview[from..end].trim_matches(is_space);
            (start <= at && at < end) || (is_name(what) && words_of(held).any(|word| word == what))
        })
}

/// Where an expression ends that begins in some place: at its semicolon, or its line's end outside of parentheses.
fn end_of(text: &str, from: usize) -> usize {
    let mut depth = 0;
    for (at, sign) in text.bytes().enumerate().skip(from) {
        match sign {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b';' if depth <= 0 => return at,
            // A row of calls goes on in the next line.
            b'\n' if depth <= 0 => {
                let next = text[at..].trim_start_matches(is_space);
                if !["?.", ".", "->"].iter().any(|it| next.starts_with(it)) {
                    return at;
                }
            }
            _ => {}
        }
        if depth < 0 {
            return at;
        }
    }
    text.len()
}

/// Whether one of several ways out gives back what the function was given: `if (!wrapped) return content;`.
fn gives_back(preview: &str, names: &[&str]) -> bool {
    returned(preview).any(|(_, rest)| {
        let end = rest.find(|sign| !is_of_name(sign)).unwrap_or(rest.len());
        let behind = rest[end..].trim_start_matches(is_gap);
        (behind.is_empty() || behind.starts_with([';', '}', '\n'])) && names.contains(&&rest[..end])
    })
}

/// What stands between the first parenthesis and the one that closes it, and what stands behind that.
fn arguments_of(text: &str) -> (&str, &str) {
    let Some(from) = text.find('(') else { return ("", "") };
    let mut depth = 0;
    for (at, sign) in text.bytes().enumerate().skip(from) {
        match sign {
            b'(' => depth += 1,
            b')' if depth == 1 => return (&text[from + 1..at], &text[at + 1..]),
            b')' => depth -= 1,
            _ => {}
        }
    }
    (&text[from + 1..], "")
}

/// A statement of SQL of its own: it asks something, and hands nothing on.
fn is_statement(given: &str) -> bool {
    const WORDS: [&str; 7] = ["select", "insert", "update", "delete", "with", "merge", "replace"];
    given.match_indices(['"', '\'', '`']).any(|(at, _)| {
        let inside = given[at + 1..].trim_start_matches(is_space);
        let end = inside.find(|sign: char| !sign.is_ascii_alphabetic()).unwrap_or(inside.len());
        inside[end..].starts_with(is_space) && WORDS.iter().any(|it| it.eq_ignore_ascii_case(&inside[..end]))
    })
}

/// Whether a part is wanted of what the call gives, or what a comparison with it tells.
fn is_part_of(after: &str) -> bool {
    let after = after.trim_start_matches(is_space);
    let compared = after.strip_prefix(['<', '>']).map(|rest| rest.strip_prefix('=').unwrap_or(rest));
    compared.is_some_and(|rest| rest.starts_with(is_space))
        || [".", "[", "->", "==", "!="].iter().any(|it| after.starts_with(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(preview: &str, call: &str) -> bool {
        passes_on(preview, call, &["key".to_owned(), "...rest".to_owned()])
    }

    #[test]
    fn a_call_is_all_that_is_done() {
        assert!(passes("function get(key) {\n  return await api.get(`/${key}`);\n}", "api.get"));
        assert!(passes("const get = (key) => load(key)", "load"));
        assert!(passes("def get(key):\n    found = load(key)\n    return found", "load"));
        assert!(!passes("return open(key)\n    .then(read)", "open") && !passes("return load(other)", "load"));
        assert!(!passes("return 1 + load(key)", "load") && !passes("return load(key)[0]", "load"));
        assert!(
            !passes("load(key) == 3", "load") && !passes("load(key) < 3", "load") && passes("load(key) <T>", "load")
        );
    }

    #[test]
    fn something_else_is_given_back() {
        assert!(!passes("load(key);\nreturn other;", "load"));
        assert!(!passes("if (!key) return key;\nreturn load(key);", "load"));
        assert!(passes("load(key);\nreturn;", "load"));
        assert!(!passes("return query(\" Select * from t where k = \" + key)", "query"));
        assert!(passes("return query(\"selected \" + key)", "query"));
    }
}
