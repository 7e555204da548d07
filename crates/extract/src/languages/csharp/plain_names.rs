//! Words that are keywords in some places and plain names elsewhere: `bool async`, `if (async)`, `with => with.Id`.
//!
//! The grammar takes some of them for keywords wherever they stand. What follows a word says what it is.

/// Words that stand before what they belong to: before a sign they are names.
const BEFORE: [&str; 4] = ["async", "partial", "required", "scoped"];
/// Words before what may start with a sign or a bracket.
const BEFORE_ANY: [&str; 5] = ["and", "await", "not", "or", "record"];
/// A word before a brace.
const BEFORE_BRACE: &str = "with";

/// The text with other names in place of these, byte for byte as long. None: none is a name in it.
pub fn renamed(text: &str) -> Option<String> {
    let mut out = text.as_bytes().to_vec();
    let mut at = 0;
    while let Some(start) = text[at..].find(is_part).map(|found| at + found) {
        let end = text[start..].find(|c| !is_part(c)).map_or(text.len(), |length| start + length);
        at = end;
        if is_plain(&text[start..end], text[..start].chars().next_back(), &text[end..]) {
            // With a capital it is a keyword nowhere.
            out[start].make_ascii_uppercase();
        }
    }
    String::from_utf8(out).ok().filter(|renamed| renamed != text)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word is a plain name between the character before it and the text behind.
fn is_plain(word: &str, before: Option<char>, behind: &str) -> bool {
    let is_before = BEFORE.contains(&word);
    if !is_before && !BEFORE_ANY.contains(&word) && word != BEFORE_BRACE || before == Some('@') {
        return false;
    }
    let behind = behind.trim_start();
    let ends =
        behind.starts_with([';', ',', ')', ']', '}', '=']) || behind.starts_with('.') && !behind.starts_with("..");
    let is_sign = |c: char| "[.:?+-*/%<>!&|^".contains(c);
    match () {
        () if before == Some('.') || ends => true,
        () if word == BEFORE_BRACE => behind.starts_with(is_sign),
        () if is_before && behind.starts_with('(') => is_called(behind),
        () => is_before && behind.starts_with(is_sign),
    }
}

/// Whether a text that starts with a parenthesis is what a function is called with or declared to take: neither the
/// parameters of a lambda nor a tuple's type.
fn is_called(text: &str) -> bool {
    let mut open = 0;
    let close = text.char_indices().find(|&(_, c)| {
        open += i32::from(c == '(') - i32::from(c == ')');
        open == 0
    });
    let behind = close.map_or("", |(at, _)| text[at + 1..].trim_start());
    behind.starts_with([';', ',', ')', '.', '{'])
}

#[cfg(test)]
mod tests {
    use super::renamed;

    #[test]
    fn what_is_a_name_is_written_otherwise_and_nothing_moves() {
        for (text, told) in [
            ("bool async, int b", "bool Async, int b"),
            ("if (async) F(async ? a : b);", "if (Async) F(Async ? a : b);"),
            ("x.await = y.partial;", "x.Await = y.Partial;"),
            ("var a = all.Map(with => with.Id);", "var a = all.Map(With => With.Id);"),
            ("int required = 1; required++; required[0] = 2;", "int Required = 1; Required++; Required[0] = 2;"),
            ("async(1).Go(); void async(int a) {", "Async(1).Go(); void Async(int a) {"),
        ] {
            assert_eq!(renamed(text).as_deref(), Some(told));
        }
        for text in [
            "async () => await F();",
            "async (a, b) => { await foreach (var x in y) {} };",
            "public async (int, string) F() => (1, \"\");",
            "public static partial class A { public required int B; }",
            "c with { D = 1 }",
            "a is > 1 and < 3 or not (4 or 5)",
            "await (F());",
            "record A(int B);",
            "asyncs.partially; @async.F();",
        ] {
            assert_eq!(renamed(text), None, "{text}");
        }
    }
}
