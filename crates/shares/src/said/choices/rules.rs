//! Choices among libraries: the files under `rules/patterns`, compiled by `scripts/gen-rules.mjs`.

use super::pattern::Pattern;
use crate::said::facts::family_of;
use rustc_hash::FxHashMap;
use serde::Deserialize;
use std::cell::RefCell;
use std::rc::Rc;

/// How a path is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Call,
    Import,
    Extends,
}

/// In which code a choice is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Within {
    Code,
    Tests,
    All,
}

#[derive(Debug, Deserialize)]
pub struct Variant {
    pub name: String,
    /// Where it is met in some of the choice's languages alone.
    languages: Option<Vec<String>>,
    #[serde(default)]
    call: Vec<String>,
    #[serde(default)]
    import: Vec<String>,
    #[serde(default)]
    extends: Vec<String>,
    /// Annotations of classes that are given something when they are made.
    #[serde(default)]
    pub constructed: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Choice {
    pub id: String,
    pub languages: Vec<String>,
    #[serde(rename = "in")]
    pub within: Within,
    pub variants: Vec<Variant>,
}

/// A choice and the variant of it, by their places.
type Fit = (u16, u16);

/// What may fit the paths that are met in one way in a family.
#[derive(Debug, Default)]
struct Matchers {
    /// In the order of the rules.
    all: Vec<(Pattern, Fit)>,
    /// Of those, what paths with the same first letters may fit.
    beginning: RefCell<FxHashMap<[u8; FIRST_LETTERS], Rc<[u16]>>>,
    /// What fits a path; most paths are asked for often.
    known: RefCell<FxHashMap<Box<str>, Rc<[Fit]>>>,
}

const FIRST_LETTERS: usize = 3;
/// So many paths are remembered.
const MOST_KNOWN: usize = 10_000;

#[derive(Debug, Default)]
pub struct Choices {
    pub all: Vec<Choice>,
    /// By the family, and by how a path is met.
    matchers: FxHashMap<String, [Matchers; 3]>,
    nothing: Rc<[Fit]>,
}

impl Choices {
    /// Reads the choices; None: they are damaged.
    pub fn read(json: &str) -> Option<Self> {
        let all: Vec<Choice> = serde_json::from_str(json).ok()?;
        let mut matchers: FxHashMap<String, [Matchers; 3]> = FxHashMap::default();
        for (at, choice) in all.iter().enumerate() {
            for (place, variant) in choice.variants.iter().enumerate() {
                let mut families: Vec<&str> = Vec::new();
                for language in variant.languages.as_ref().unwrap_or(&choice.languages) {
                    let family = family_of(language);
                    if !families.contains(&family) {
                        families.push(family);
                    }
                }
                let fit = (u16::try_from(at).ok()?, u16::try_from(place).ok()?);
                for family in families {
                    let ways = matchers.entry(family.to_owned()).or_default();
                    for (way, paths) in ways.iter_mut().zip([&variant.call, &variant.import, &variant.extends]) {
                        way.all.extend(paths.iter().map(|one| (Pattern::read(one), fit)));
                    }
                }
            }
        }
        Some(Self { all, matchers, ..Self::default() })
    }

    /// The variants that a path is of, one of a choice: of those that fit the first, as `x.module.css` is no plain style
    /// sheet.
    pub fn met(&self, way: Way, family: &str, path: &str) -> Rc<[Fit]> {
        let Some(ways) = self.matchers.get(family) else { return Rc::clone(&self.nothing) };
        let matchers = &ways[way as usize];
        if matchers.all.is_empty() {
            return Rc::clone(&self.nothing);
        }
        if let Some(known) = matchers.known.borrow().get(path) {
            return Rc::clone(known);
        }
        let mut found: Vec<Fit> = Vec::new();
        for &at in &*matchers.candidates(path) {
            let (pattern, fit) = &matchers.all[usize::from(at)];
            if found.iter().all(|it| it.0 != fit.0) && pattern.fits(path) {
                found.push(*fit);
            }
        }
        let found = if found.is_empty() { Rc::clone(&self.nothing) } else { found.into() };
        let mut known = matchers.known.borrow_mut();
        if known.len() < MOST_KNOWN {
            known.insert(path.into(), Rc::clone(&found));
        }
        found
    }
}

impl Matchers {
    fn candidates(&self, path: &str) -> Rc<[u16]> {
        let letters = &path.as_bytes()[..path.len().min(FIRST_LETTERS)];
        let mut key = [0; FIRST_LETTERS];
        key[..letters.len()].copy_from_slice(letters);
        if let Some(before) = self.beginning.borrow().get(&key) {
            return Rc::clone(before);
        }
        let may_fit = |start: &[u8]| start.starts_with(letters) || letters.starts_with(start);
        let all = (0u16..).zip(&self.all);
        let found: Rc<[u16]> = all.filter(|(_, it)| may_fit(it.0.start().as_bytes())).map(|(at, _)| at).collect();
        let mut beginning = self.beginning.borrow_mut();
        if beginning.len() < MOST_KNOWN {
            beginning.insert(key, Rc::clone(&found));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_choice_the_first_variant_fits() {
        let choices = Choices::read(
            r#"[{"id":"styling","languages":["tsx","vue"],"in":"code","variants":[
                   {"name":"modules","import":["**.module.css"]},{"name":"sheets","import":["**.css"]}]},
                {"id":"checks","languages":["python","tsx"],"in":"all","variants":[
                   {"name":"plain","languages":["python"],"call":["assert"]},{"name":"chai","call":["chai.**"],"import":["a.css"]}]}]"#,
        )
        .expect("choices");
        let met = |way: Way, family: &str, path: &str| choices.met(way, family, path).to_vec();
        assert_eq!(met(Way::Import, "js", "./a.module.css"), [(0, 0)]);
        assert_eq!(met(Way::Import, "js", "a.css"), [(0, 1), (1, 1)]);
        assert_eq!((met(Way::Call, "js", "assert"), met(Way::Call, "python", "assert")), (vec![], vec![(1, 0)]));
        assert_eq!((met(Way::Call, "python", "chai"), met(Way::Call, "go", "chai")), (vec![(1, 1)], vec![]));
        assert!(met(Way::Extends, "js", "chai").is_empty() && Choices::read("{").is_none());
    }
}
