//! Signs, words and lists in texts, as scripts' patterns mean them.

use crate::words::{is_of_word, is_space};
use serde::Deserialize;
use std::borrow::Cow;

pub fn trim(text: &str) -> &str {
    text.trim_matches(is_space)
}

pub fn trim_start(text: &str) -> &str {
    text.trim_start_matches(is_space)
}

/// What ends a line.
pub fn is_line_end(sign: char) -> bool {
    matches!(sign, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

/// The words of a text, and nothings between its other signs.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign| !is_of_word(sign))
}

/// Whether one of a text's words is among some.
pub fn has_one_of(text: &str, some: &[&str]) -> bool {
    words(text).any(|word| some.contains(&word))
}

/// The signs of words with which a text begins.
pub fn first_word(text: &str) -> &str {
    text.find(|sign| !is_of_word(sign)).map_or(text, |end| &text[..end])
}

/// The signs of words with which a text ends.
pub fn end_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_of_word).len()..]
}

#[derive(Deserialize)]
pub struct Text<'t>(#[serde(borrow)] pub Cow<'t, str>);

/// A parameter, as symbols have it.
#[derive(Deserialize)]
pub struct Param<'t> {
    #[serde(borrow)]
    pub name: Cow<'t, str>,
    #[serde(borrow, rename = "type")]
    pub ty: Option<Text<'t>>,
}

pub fn params(json: Option<&str>) -> Vec<Param<'_>> {
    json.filter(|it| *it != "[]").and_then(|it| serde_json::from_str(it).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_words() {
        assert!(has_one_of("public $static class", &["static"]) && !has_one_of("statics", &["static"]));
        assert_eq!((first_word("Self, E"), first_word("&Self")), ("Self", ""));
        assert_eq!((end_word("a.list"), end_word("list.")), ("list", ""));
        assert_eq!((trim("\u{feff} a\n"), trim_start("\u{a0}b ")), ("a", "b "));
    }

    #[test]
    fn parameters_may_have_types() {
        let told = params(Some(r#"[{"name":"a","type":"\"B\"","required":true},{"name":"c"}]"#));
        let types: Vec<Option<&str>> = told.iter().map(|it| it.ty.as_ref().map(|it| &*it.0)).collect();
        assert_eq!(types, [Some("\"B\""), None]);
        assert!(params(None).is_empty() && params(Some("[]")).is_empty());
    }
}
