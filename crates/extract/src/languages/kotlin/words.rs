//! Words that the parser takes for keywords and that are names where they stand, and lists without items, which it does
//! not know. All by the text of one line; names are read from the source.

use std::ops::Range;

/// Words that are no name and may stand before `get` and `set`.
const BEFORE_ACCESSORS: [&str; 8] = ["private", "protected", "internal", "public", "inline", "external", "fun", "in"];

/// Modifiers, which stand before a declaration, a parameter or another of them, and nowhere else.
const MODIFIERS: [&str; 17] = [
    "abstract",
    "crossinline",
    "external",
    "final",
    "infix",
    "inline",
    "internal",
    "lateinit",
    "noinline",
    "open",
    "override",
    "private",
    "protected",
    "public",
    "sealed",
    "tailrec",
    "vararg",
];

/// Modifiers that the parser takes for names but in lists of them.
const OF_DECLARATIONS: [&str; 9] =
    ["actual", "annotation", "const", "data", "enum", "expect", "inner", "operator", "value"];

/// The bytes of a line by which a name is told from a keyword: each is the last of its word, to be written as a capital.
/// `next`: what the text goes on with behind the line.
pub fn names(line: &str, next: Option<char>) -> impl Iterator<Item = usize> {
    let dynamic = line.match_indices("dynamic").map(|(at, word)| at + word.len() - 1);
    let constraints = words(line, "where").filter(|it| !is_constraint(&line[it.end..])).map(|it| it.end - 1);
    let infix = ["get", "set"].into_iter().flat_map(|word| words(line, word)).filter(|it| is_infix(line, it));
    dynamic.chain(constraints).chain(infix.map(|it| it.end - 1)).chain(used_modifiers(line, next))
}

/// The last bytes of modifiers' names that stand for values: no modifier stands before what follows them.
fn used_modifiers(line: &str, next: Option<char>) -> impl Iterator<Item = usize> {
    let start = line.len() - line.trim_start().len();
    let used = all_words(line).filter(move |it| {
        let (before, behind) = (&line[..it.start], line[it.end..].trim_start());
        let is_named = match &line[it.clone()] {
            "by" | "suspend" => it.start == start && is_used(behind),
            "get" | "set" => is_no_accessor(before, behind),
            word if OF_DECLARATIONS.contains(&word) => {
                is_listed(behind)
                    || behind.starts_with(';')
                    || behind.is_empty() && matches!(next, Some('}' | ',' | ';'))
            }
            word if MODIFIERS.contains(&word) => is_behind_name(behind, next),
            _ => false,
        };
        is_named && !before.ends_with(['@', '.', '`', ':'])
    });
    used.map(|it| it.end - 1)
}

/// Whether what stands behind `get` or `set` follows no accessor.
fn is_no_accessor(before: &str, behind: &str) -> bool {
    let last = before.trim_end().rsplit(|it: char| !is_part(it)).next().unwrap_or_default();
    is_listed(behind) && !BEFORE_ACCESSORS.contains(&last)
}

/// Whether what stands behind a word goes on with a list of names or ends it.
fn is_listed(behind: &str) -> bool {
    behind.starts_with([',', '}']) || behind.starts_with("->")
}

/// The words of a line.
fn all_words(line: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + line[at..].find(is_part)?;
        at = line[start..].find(|it: char| !is_part(it)).map_or(line.len(), |length| start + length);
        Some(start..at)
    })
}

/// Whether a name that a statement starts with is read, called on or set.
fn is_used(behind: &str) -> bool {
    behind.starts_with(['.', '=', '?']) || ["+=", "-=", "*=", "/=", "%=", "!!"].iter().any(|it| behind.starts_with(it))
}

/// Whether what stands behind a word follows a name and no modifier. `next`: what the text goes on with behind the line.
fn is_behind_name(behind: &str, next: Option<char>) -> bool {
    const SIGNS: [char; 20] =
        ['(', ')', '{', '}', '[', ']', ',', ';', '.', '?', ':', '=', '+', '-', '*', '%', '<', '>', '!', '&'];
    const OPERATORS: [&str; 4] = ["as ", "is ", "in ", "as?"];
    match behind.is_empty() {
        true => next.is_some_and(|it| matches!(it, '}' | ')' | ']' | ',' | '.' | '?')),
        false => {
            behind.starts_with(SIGNS) || behind.starts_with("||") || OPERATORS.iter().any(|it| behind.starts_with(it))
        }
    }
}

/// Lists without items: `= []`, `(a = [], [])`.
pub fn empty_lists(line: &str) -> impl Iterator<Item = Range<usize>> {
    line.match_indices('[').filter_map(|(at, _)| {
        let is_value = line[..at].trim_end().ends_with(['=', '(', ',']);
        let inside = line[at + 1..].len() - line[at + 1..].trim_start().len();
        let end = at + 1 + inside;
        (is_value && line[end..].starts_with(']')).then_some(at..end + 1)
    })
}

fn is_part(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

/// Where a word stands by itself.
fn words<'l>(line: &'l str, word: &'static str) -> impl Iterator<Item = Range<usize>> + 'l {
    line.match_indices(word)
        .map(move |(at, _)| at..at + word.len())
        .filter(|it| !line[..it.start].ends_with(is_part) && !line[it.end..].starts_with(is_part))
}

/// Whether what follows `where` is a type parameter and its bound, or stands on the next line.
fn is_constraint(behind: &str) -> bool {
    let rest = behind.trim_start();
    let length = rest.find(|it: char| !is_part(it)).unwrap_or(rest.len());
    rest.is_empty() || rest.starts_with(['@', '/']) || length > 0 && rest[length..].trim_start().starts_with(':')
}

/// Whether a word stands between two values: `a get b`, `} set (c)`.
fn is_infix(line: &str, word: &Range<usize>) -> bool {
    let (before, behind) = (&line[..word.start], &line[word.end..]);
    let (first, second) = (before.trim_end(), behind.trim_start());
    let last = first.rsplit(|it: char| !is_part(it)).next().unwrap_or_default();
    let is_value = first.ends_with(|it| is_part(it) || matches!(it, '}' | ')' | ']' | '"' | '`'));
    let apart = first.len() < before.len() && second.len() < behind.len();
    let goes_on = second.starts_with(|it| is_part(it) || matches!(it, '"' | '`'))
        || second.strip_prefix('(').is_some_and(|it| !it.trim_start().starts_with(')'));
    apart && is_value && goes_on && !BEFORE_ACCESSORS.contains(&last)
}

#[cfg(test)]
mod tests {
    use super::{empty_lists, names};

    #[test]
    fn a_name_is_told_from_a_keyword_by_what_stands_around_it() {
        let named = |line: &str| names(line, None).map(|at| line[..=at].to_owned()).collect::<Vec<_>>();
        assert_eq!(named("where?.let { where.a() }"), ["where", "where?.let { where"]);
        assert_eq!(named("val a = b {} get c.d"), ["val a = b {} get"]);
        assert_eq!(named("a.b() set (c)"), ["a.b() set"]);
        assert_eq!(named("  open = by"), ["  open"]);
        assert_eq!(named("by.a()"), ["by"]);
        assert_eq!(named("open(a)"), ["open"]);
        assert_eq!(named("a { override -> b(final, c) }"), ["a { override", "a { override -> b(final"]);
        assert_eq!(
            named("enum class A { open, set, inner }"),
            ["enum class A { open", "enum class A { open, set", "enum class A { open, set, inner"]
        );
        assert_eq!(named("  value, data;"), ["  value", "  value, data"]);
        assert_eq!(named("class A(open: B, vararg inline: C)"), ["class A(open", "class A(open: B, vararg inline"]);
        assert_eq!(named("internal += 1"), ["internal"]);
        let last = |line: &str, next| names(line, Some(next)).count();
        assert_eq!((last("    open\n", '}'), last("  private\n", 'f'), last("  set\n", '}')), (1, 0, 0));
        for line in [
            "open class A",
            "data class A(val a: B) { inner class C }",
            "value class A(val data: B)",
            "private set }",
            "val a: suspend () -> B",
            "@get:B(c)",
            "noinline b: () -> C",
            "by a",
            "  internal",
            "fun <T> a() where T : B, T : C",
            "class A where",
            "private set",
            "val a: B get () = c",
            "get(a)",
        ] {
            assert_eq!(named(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn lists_without_items() {
        let found = |line: &str| empty_lists(line).map(|it| line[it].to_owned()).collect::<Vec<_>>();
        assert_eq!(found("val a: B = [], @C([ ], c = [d], e = [])"), ["[]", "[ ]", "[]"]);
        assert_eq!(found("a[]"), [""; 0]);
    }
}
