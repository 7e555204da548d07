//! Words of a share, which the lists in it name by numbers.

use crate::ids::Ids;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::cmp::Ordering;

/// Numbers of words, in the order in which they are first asked for.
pub struct Words<'u, 'i> {
    ids: &'i Ids,
    numbers: FxHashMap<(bool, Cow<'u, str>), u32>,
    /// As they are written, a comma between two.
    written: String,
}

impl<'u, 'i> Words<'u, 'i> {
    pub fn new(ids: &'i Ids) -> Self {
        Self { ids, numbers: FxHashMap::default(), written: String::new() }
    }

    /// The number of a name or a path, escaped.
    pub fn word(&mut self, text: &'u str) -> u32 {
        self.number(false, Cow::Borrowed(text))
    }

    /// The same of a name that stands in no row by itself.
    pub fn name(&mut self, text: &str) -> u32 {
        match self.numbers.get(&(false, Cow::Borrowed(text))) {
            Some(&known) => known,
            None => self.number(false, Cow::Owned(text.to_owned())),
        }
    }

    /// The number of an id.
    pub fn symbol(&mut self, id: &'u str) -> u32 {
        match self.ids.own(id) {
            Some(rest) => self.number(true, Cow::Borrowed(rest)),
            None => self.number(false, Cow::Borrowed(id)),
        }
    }

    fn number(&mut self, is_own: bool, text: Cow<'u, str>) -> u32 {
        let next = self.numbers.len() as u32;
        let key = (is_own, text);
        if let Some(&known) = self.numbers.get(&key) {
            return known;
        }
        let comma = if next == 0 { "" } else { "," };
        self.written.extend([comma, if is_own { "\"\\t" } else { "\"" }, &key.1, "\""]);
        self.numbers.insert(key, next);
        next
    }

    pub fn written(&self) -> &str {
        &self.written
    }
}

/// Texts, each once, in the order in which they came.
#[derive(Debug, Default)]
pub struct Distinct<'u> {
    all: Vec<&'u str>,
    known: FxHashSet<&'u str>,
}

impl<'u> Distinct<'u> {
    pub fn add(&mut self, text: &'u str) -> bool {
        let is_new = self.known.insert(text);
        if is_new {
            self.all.push(text);
        }
        is_new
    }

    pub fn has(&self, text: &str) -> bool {
        self.known.contains(text)
    }

    pub fn all(&self) -> &[&'u str] {
        &self.all
    }
}

impl<'u> FromIterator<&'u str> for Distinct<'u> {
    fn from_iter<I: IntoIterator<Item = &'u str>>(texts: I) -> Self {
        let mut distinct = Self::default();
        for text in texts {
            distinct.add(text);
        }
        distinct
    }
}

/// Lists of texts by a text, each text once in its list, all in the order in which they came.
#[derive(Debug, Default)]
pub struct Grouped<'u> {
    places: FxHashMap<&'u str, usize>,
    groups: Vec<(&'u str, Distinct<'u>)>,
}

impl<'u> Grouped<'u> {
    pub fn add(&mut self, key: &'u str, text: &'u str) {
        let at = *self.places.entry(key).or_insert_with(|| {
            self.groups.push((key, Distinct::default()));
            self.groups.len() - 1
        });
        self.groups[at].1.add(text);
    }

    pub fn get(&self, key: &str) -> &[&'u str] {
        self.places.get(key).map_or(&[], |&at| self.groups[at].1.all())
    }

    pub fn all(&self) -> impl Iterator<Item = (&'u str, &[&'u str])> {
        self.groups.iter().map(|(key, texts)| (*key, texts.all()))
    }
}

/// Whether a sign is one of a word, as `\w` means it.
pub fn is_of_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric() || sign == '_'
}

/// Whether a text is nothing but signs of words.
pub fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_word)
}

/// Whether a sign is one of those that `\s` means.
pub fn is_space(sign: char) -> bool {
    sign == '\u{feff}' || (sign.is_whitespace() && sign != '\u{85}')
}

/// The order of texts by their UTF-16 units.
pub fn compared(one: &str, other: &str) -> Ordering {
    if one.is_ascii() { one.cmp(other) } else { one.encode_utf16().cmp(other.encode_utf16()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_in_order_by_their_units() {
        assert_eq!(compared("a", "é"), Ordering::Less);
        assert_eq!(compared("\u{ff5e}", "\u{1f600}"), Ordering::Greater);
        assert!(is_space('\u{a0}') && is_space('\u{feff}') && !is_space('\u{85}'));
    }
}
