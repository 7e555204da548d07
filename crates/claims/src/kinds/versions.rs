//! Versions that something has to have: `Node >= 20`, `Python 3.9+`, `express@4.18.0`.

use super::Told;
use crate::Kind;
use crate::blocks::Block;
use crate::cues::Around;
use crate::text::sentence;
use crate::words::versioned;

/// Longer texts say more than what they need.
const MAX_TEXT: usize = 4_000;
/// Words of a name: `Ruby on Rails`.
const MAX_WORDS: usize = 3;

/// What is said of what was, or of one place.
const PAST: [&str; 45] = [
    "previous",
    "upgrade to",
    "upgrading",
    "backward",
    "published",
    "released",
    "prior to",
    "earlier",
    "older",
    "starting with",
    "starting from",
    "starting in",
    "stay on",
    "not available",
    "unlike ",
    "instead of",
    "for compatib",
    "entries",
    "compatible with jdk versions",
    "behav",
    "since ",
    "deprecated",
    "introduced",
    "added in",
    "removed",
    "changed in",
    "as of ",
    "was ",
    "were ",
    "dropped",
    "used to",
    "no longer",
    "up to ",
    "designed for",
    "→",
    "until ",
    "before ",
    "e.g.",
    "for example",
    "if you",
    "you can ",
    " when ",
    "would ",
    "drop ",
    "see below",
];
const NEEDS: [&str; 13] = [
    "requir",
    "prerequisite",
    "minimum",
    "at least",
    "support",
    "compatib",
    "tested",
    "built with",
    "build with",
    "uses ",
    "tech stack",
    "must ",
    "msrv",
];

/// What stands above a list of what is needed.
const HEADS: [&str; 9] =
    ["requir", "prerequisite", "minimum", "compatib", "supported", "dependenc", "stack", "before you begin", "msrv"];

/// Versions that a text names, with their place in it.
pub fn find(block: &Block, heading: &str) -> Vec<(Told, usize, usize)> {
    let text = block.text.as_str();
    if text.len() > MAX_TEXT || !text.bytes().any(|b| b.is_ascii_digit()) {
        return Vec::new();
    }
    let words = split(text);
    let mut found = Vec::new();
    for (at, (from, word)) in words.iter().enumerate() {
        if !word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'v' | '>' | '<' | '=' | '~' | '^' | '≥')) {
            continue;
        }
        let Some((range, end, is_range)) = range(&words, at) else { continue };
        let Some((name, start)) = name_before(&words, at) else { continue };
        let said = sentence(text, *from, *from).to_lowercase();
        let says = |cues: &[&str]| cues.iter().any(|cue| said.contains(cue));
        let is_heading = heading.ends_with(text.to_lowercase().trim());
        let is_listed = HEADS.iter().any(|cue| heading.contains(cue));
        // `sqlite 9 entries`: so many of them.
        let next = words.iter().find(|(from, _)| *from >= end).map(|(_, word)| *word);
        let is_count = !range.contains('.') && !is_range && next.is_some_and(is_noun);
        // What follows is of that version: `Node 22+:`, `MySQL < 8: locks`, `for Java 25 and later`.
        let is_above = words.len() <= 8 && text.trim_end().ends_with(':') || text[end..].starts_with(':');
        if is_count || is_above || is_condition(&words, start) || (is_heading && !is_listed) {
            continue;
        }
        // `Monolog 2.5 works with PHP 7.2`: what another version needs.
        if is_of_another(&words, text, start) {
            continue;
        }
        // A row of a table lays things beside each other: what it needs stands at its head.
        let is_row = text.contains(" | ");
        let is_needed = says(&NEEDS) && !is_row || is_listed || HEADS.iter().any(|cue| block.header.contains(cue));
        let is_item = words.len() <= 6 && !text.contains(['=', '/', '|']);
        // One of a list; a row that lays versions beside each other.
        let is_one_of = next.is_some_and(|it| number(it).is_some());
        if is_one_of {
            continue;
        }
        let number = range.trim_start_matches(|c: char| !c.is_ascii_digit());
        let is_near = is_near(&said, name, number) || is_listed && is_item;
        let confidence = match (is_range, is_needed) {
            _ if says(&PAST) || said.ends_with('?') => continue,
            (true, true) if is_near || is_listed => 90,
            (true, false) if is_item && !range.starts_with('<') => 75,
            (false, true) if is_near => 65,
            _ => continue,
        };
        found.push((Told::new(Kind::Version, name, confidence).with(&range), start, end));
    }
    // `Python 3.12`, and then `Python 3`: the same, said shorter.
    let exact: Vec<(String, String)> = found.iter().map(|(told, ..)| key(told)).collect();
    found.retain(|(told, ..)| {
        let (name, version) = key(told);
        let begin = format!("{version}.");
        version.contains('.') || !exact.iter().any(|(other, it)| *other == name && it.starts_with(&begin))
    });
    found
}

/// The name, and the version without what stands before it.
fn key(told: &Told) -> (String, String) {
    let version = told.value.as_deref().unwrap_or_default();
    (told.subject.clone(), version.trim_start_matches(|c: char| !c.is_ascii_digit()).to_owned())
}

/// Whether a cue stands close to a version that is no range: `requires Node 20`, `Python 3.9 is required`.
fn is_near(said: &str, name: &str, range: &str) -> bool {
    const REACH: usize = 60;
    let Some(at) = said.find(range) else { return false };
    let low = crate::text::floor(said, at.saturating_sub(REACH + name.len()));
    let high = crate::text::floor(said, at + range.len() + REACH / 2);
    let around = &said[low..high];
    let is_short = said.split_whitespace().count() <= 8;
    NEEDS.iter().any(|cue| around.contains(cue) && (is_short || !matches!(*cue, "support" | "compatib" | "tested")))
}

/// Whether the sentence speaks of a version of something else before: what follows holds of that one.
fn is_of_another(words: &[(usize, &str)], text: &str, start: usize) -> bool {
    let said = sentence(text, start, start);
    let from = said.as_ptr() as usize - text.as_ptr() as usize;
    let before = |at: &usize| words.get(*at).is_some_and(|(it, _)| (from..start).contains(it));
    (1..words.len()).filter(before).any(|at| {
        let word = words[at].1;
        let is_name = words[at - 1].1.starts_with(|c: char| c.is_ascii_uppercase()) && words[at - 1].0 >= from;
        word.contains('.') && is_name && range(words, at).is_some() && name_before(words, at).is_none()
    })
}

/// `on Python 3.9`, unless it is tested on it: something holds there. `by Node 20`: it has done so.
fn is_condition(words: &[(usize, &str)], start: usize) -> bool {
    const BEFORE: [&str; 18] = [
        "compatible",
        "compatibility",
        "tests",
        "build",
        "support",
        "supported",
        "tested",
        "runs",
        "run",
        "running",
        "works",
        "work",
        "required",
        "requires",
        "needed",
        "built",
        "available",
        "test",
    ];
    let at = words.partition_point(|(from, _)| *from < start);
    let word = |back: usize| at.checked_sub(back).and_then(|it| words.get(it)).map(|(_, it)| it.to_lowercase());
    if word(1).is_some_and(|it| matches!(it.as_str(), "by" | "since" | "from" | "than")) {
        return true;
    }
    let is_on = word(1).is_some_and(|it| matches!(it.as_str(), "for" | "on" | "in" | "under" | "with"));
    is_on && !word(2).is_some_and(|it| BEFORE.contains(&it.as_str()))
}

/// A word that is counted, and not one that goes on with the sentence.
fn is_noun(word: &str) -> bool {
    const ON: [&str; 24] = [
        "or",
        "and",
        "is",
        "are",
        "with",
        "to",
        "on",
        "for",
        "as",
        "in",
        "but",
        "which",
        "installed",
        "running",
        "through",
        "up",
        "at",
        "by",
        "via",
        "from",
        "that",
        "only",
        "compatible",
        "support",
    ];
    word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase()) && !ON.contains(&word)
}

/// The words of a text, without what stands around them.
fn split(text: &str) -> Vec<(usize, &str)> {
    let mut words = Vec::new();
    for word in text.split_whitespace() {
        let from = word.as_ptr() as usize - text.as_ptr() as usize;
        let left = word.trim_start_matches(['(', '[', '"', '\'', '*', '`', '|']);
        let from = if word == "||" { from } else { from + (word.len() - left.len()) };
        let trimmed = left.trim_end_matches([')', ']', '"', '\'', '*', '`', '|', ',', ';', ':', '!', '?']);
        // A full stop ends a sentence, not a version or a name.
        let trimmed = trimmed.strip_suffix('.').unwrap_or(trimmed);
        // `^18 || >=20`: one range.
        let trimmed = if word == "||" { word } else { trimmed };
        if !trimmed.is_empty() {
            words.push((from, trimmed));
        }
    }
    words
}

/// The version that begins at a word: its text, where it ends, and whether it is a range.
fn range(words: &[(usize, &str)], at: usize) -> Option<(String, usize, bool)> {
    const OPERATORS: [&str; 9] = [">=", "<=", "==", "=>", "≥", ">", "<", "~", "^"];
    let (from, word) = words.get(at).copied()?;
    let operator = OPERATORS.iter().find(|it| word.starts_with(**it)).copied().unwrap_or_default();
    let rest = &word[operator.len()..];
    let (from, rest, next) = if rest.is_empty() && !operator.is_empty() {
        let (from, rest) = words.get(at + 1).copied()?;
        (from, rest, at + 2)
    } else {
        (from + operator.len(), rest, at + 1)
    };
    let (number, is_open) = number(rest)?;
    let end = from + rest.len();
    if !operator.is_empty() {
        let operator = if matches!(operator, "≥" | "=>") { ">=" } else { operator };
        let first = format!("{operator}{number}");
        let other = words.get(next).filter(|(_, it)| *it == "||").and_then(|_| range(words, next + 1));
        return Some(match other {
            Some((other, end, _)) => (format!("{first} || {other}"), end, true),
            None => (first, end, true),
        });
    }
    if is_open {
        return Some((format!(">={number}"), end, true));
    }
    let later = ["later", "newer", "higher", "above", "greater", "up", "onwards"];
    let word = |it: usize| words.get(it).map(|(_, word)| word.to_lowercase());
    if matches!(word(next).as_deref(), Some("or" | "and"))
        && word(next + 1).is_some_and(|it| later.contains(&it.as_str()))
    {
        let (from, word) = words[next + 1];
        return Some((format!(">={number}"), from + word.len(), true));
    }
    let before = |it: usize| at.checked_sub(it).and_then(word);
    let is_least = before(2).as_deref() == Some("least") || before(3).as_deref() == Some("least");
    Some((if is_least { format!(">={number}") } else { number }, end, is_least))
}

/// `1.20`, `v18.x`, `3.9+`: digits and dots; whether a plus stands behind it. Not `2nd`, `3D`, `10,000`, `80%`.
fn number(text: &str) -> Option<(String, bool)> {
    let text = text.strip_prefix(['v', 'V']).unwrap_or(text);
    let (text, is_open) = text.strip_suffix('+').map_or((text, false), |it| (it, true));
    let is_number = text.starts_with(|c: char| c.is_ascii_digit())
        && text.split('.').enumerate().all(|(at, part)| {
            let is_any = at > 0 && matches!(part, "x" | "*");
            is_any || (!part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()))
        });
    let is_year = text.len() == 4 && !text.contains('.') && text.starts_with("20");
    (is_number && text.len() <= 16 && !is_year).then(|| (text.to_owned(), is_open))
}

/// What stands before a version: its name and where that begins.
fn name_before(words: &[(usize, &str)], at: usize) -> Option<(&'static str, usize)> {
    let mut end = at;
    while end > 0 && is_between(words[end - 1].1) {
        end -= 1;
        if at - end > 3 {
            return None;
        }
    }
    (1..=MAX_WORDS.min(end)).rev().find_map(|count| {
        let name = words[end - count..end].iter().map(|(_, word)| word.to_lowercase()).collect::<Vec<_>>().join(" ");
        versioned().get(name.as_str()).map(|it| (*it, words[end - count].0))
    })
}

fn is_between(word: &str) -> bool {
    ["version", "versions", "at", "least", "is", "lts", "|", "-", "–", "(version", "sdk"]
        .iter()
        .any(|it| word.eq_ignore_ascii_case(it))
}

/// `express@4.18.0`, `django>=4.2`, `serde==1.0` in a code span, where the words around speak of what is needed.
pub fn inline(code: &str, around: &Around<'_>) -> Option<Told> {
    if around.says(&PAST)
        || !(around.says(&NEEDS) || around.says(&["install "]) || HEADS.iter().any(|cue| around.heading.contains(cue)))
    {
        return None;
    }
    let at =
        code.char_indices().skip(1).find(|(_, c)| matches!(c, '@' | '=' | '>' | '<' | '~' | '^')).map(|(at, _)| at)?;
    let (name, rest) = code.split_at(at);
    let version = rest.strip_prefix('@').or_else(|| rest.strip_prefix("==")).unwrap_or(rest);
    let digits = version.trim_start_matches(['>', '<', '=', '~', '^', ' ', 'v']);
    let is_name = name.trim().len() >= 2
        && name
            .trim()
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'_' | b'.' | b'/' | b'@'))
        && name.trim_start_matches('@').starts_with(|c: char| c.is_ascii_lowercase());
    // `a = 1`, `x >= 3`: what code does, unless the number has two parts.
    let is_version = number(digits).is_some() && digits.contains('.') && !rest.starts_with("= ");
    let is_operator = ["@", "==", ">=", "<=", "~=", "^", "~"].iter().any(|it| rest.starts_with(it));
    (is_name && is_version && is_operator && !crate::cues::is_placeholder(name))
        .then(|| Told::new(Kind::Version, name.trim(), 75).with(version.trim()))
}
