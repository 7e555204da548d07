//! A file's answers: those to the same question that are the same become one.

use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt::Write;

/// Where an answer is given; ids and quotes are escaped.
#[derive(Clone, Copy, Debug)]
pub struct At<'u> {
    pub line: u64,
    pub end_line: u64,
    pub symbol: Option<&'u str>,
    pub quote: Option<&'u str>,
    /// How many places it stands for.
    pub count: u64,
}

impl<'u> At<'u> {
    pub fn line(line: u64) -> Self {
        Self { line, end_line: line, symbol: None, quote: None, count: 1 }
    }

    pub fn of(self, symbol: Option<&'u str>) -> Self {
        Self { symbol, ..self }
    }
}

/// The question, of what it asks where it asks about several things, and the answer.
type Key<'u> = (Cow<'u, str>, Option<Cow<'u, str>>, Cow<'u, str>);

/// Answers in the order in which they are first given.
#[derive(Default)]
pub struct Gathered<'u> {
    places: FxHashMap<Key<'u>, usize>,
    all: Vec<At<'u>>,
}

impl<'u> Gathered<'u> {
    pub fn see(&mut self, convention: impl Into<Cow<'u, str>>, variant: impl Into<Cow<'u, str>>, at: At<'u>) {
        self.note((convention.into(), None, variant.into()), at);
    }

    /// @param group of what is asked
    pub fn see_in(
        &mut self,
        convention: impl Into<Cow<'u, str>>,
        group: impl Into<Cow<'u, str>>,
        variant: impl Into<Cow<'u, str>>,
        at: At<'u>,
    ) {
        self.note((convention.into(), Some(group.into()), variant.into()), at);
    }

    fn note(&mut self, key: Key<'u>, at: At<'u>) {
        let place = *self.places.entry(key).or_insert(self.all.len());
        let Some(known) = self.all.get_mut(place) else {
            self.all.push(at);
            return;
        };
        let count = known.count + at.count;
        let first = if known.line <= at.line { *known } else { at };
        *known = At { count, ..first };
    }

    /// The answers as a share keeps them, a comma between two.
    pub fn written(&self) -> String {
        let mut keys: Vec<(&Key, usize)> = self.places.iter().map(|(key, at)| (key, *at)).collect();
        keys.sort_by_key(|it| it.1);
        let mut out = String::new();
        let text = |text: &str, out: &mut String| {
            let _ = write!(out, "{}", serde_json::Value::from(text));
        };
        let maybe = |escaped: Option<&str>, out: &mut String| {
            let _ = match escaped {
                Some(escaped) => write!(out, ",\"{escaped}\""),
                None => write!(out, ",null"),
            };
        };
        for ((convention, group, variant), at) in keys {
            out.push_str(if at == 0 { "[" } else { ",[" });
            let At { line, end_line, symbol, quote, count } = self.all[at];
            text(convention, &mut out);
            out.push(',');
            match group {
                Some(group) => text(group, &mut out),
                None => out.push_str("null"),
            }
            out.push(',');
            text(variant, &mut out);
            let _ = write!(out, ",{line},{end_line}");
            maybe(symbol, &mut out);
            maybe(quote, &mut out);
            let _ = write!(out, ",{count}]");
        }
        out
    }
}
