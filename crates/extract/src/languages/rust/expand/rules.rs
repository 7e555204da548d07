//! The rules of a macro: what a list of tokens has to look like, and what is made of it.

use super::tokens::{Kind, Token};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A part of a rule, on either side.
#[derive(Clone, Debug)]
pub enum Part {
    Token(Token),
    Group(Token, Vec<Part>),
    /// `$name:kind`, and `$name` where it is put in; as written, it is that of a macro which the rule defines.
    Name {
        name: String,
        kind: String,
        token: Token,
        written: Vec<Token>,
    },
    Repeat {
        parts: Vec<Part>,
        separator: Option<Token>,
        at_most_one: bool,
        at_least_one: bool,
    },
}

/// What a name of a rule stands for.
#[derive(Clone, Debug)]
pub enum Bound {
    Tokens(Rc<[Token]>),
    /// Once for each repetition.
    Each(Vec<Bound>),
}

pub type Bounds = FxHashMap<String, Bound>;

/// A side of a rule.
pub fn parts(tokens: &[Token], text: &str) -> Vec<Part> {
    let mut made = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        at += 1;
        if token.kind == Kind::Group {
            made.push(Part::Group(token.clone(), parts(&token.inner, text)));
            continue;
        }
        let next = tokens.get(at).filter(|_| token.is(text, "$"));
        match next.map(|next| next.kind) {
            Some(Kind::Group) => {
                let inner = next.map(|next| parts(&next.inner, text)).unwrap_or_default();
                at += 1;
                let is_count = |token: &Token| ["*", "+", "?"].iter().any(|it| token.is(text, it));
                let separator = tokens.get(at).filter(|it| !is_count(it) || tokens.get(at + 1).is_some_and(is_count));
                at += usize::from(separator.is_some());
                let count = tokens.get(at);
                at += 1;
                let counted = |mark: &str| count.is_some_and(|count| count.is(text, mark));
                let (at_most_one, at_least_one) = (counted("?"), counted("+"));
                made.push(Part::Repeat { parts: inner, separator: separator.cloned(), at_most_one, at_least_one });
            }
            // `$crate` is the crate itself.
            Some(Kind::Ident) if next.is_some_and(|next| next.is(text, "crate")) => {
                made.extend(next.map(|next| Part::Token(Token { gap: token.gap, ..next.clone() })));
                at += 1;
            }
            Some(Kind::Ident) => {
                let Some(name) = next else { continue };
                let from = at - 1;
                at += 1;
                let colon = tokens.get(at).is_some_and(|it| it.is(text, ":"));
                let kind = tokens.get(at + 1).filter(|it| colon && it.kind == Kind::Ident);
                let kind = kind.map(|kind| kind.text(text)).filter(|kind| KINDS.contains(kind));
                at += if kind.is_some() { 2 } else { 0 };
                made.push(Part::Name {
                    name: name.text(text).to_owned(),
                    kind: kind.unwrap_or_default().to_owned(),
                    token: Token { gap: token.gap, ..name.clone() },
                    written: tokens[from..at].to_vec(),
                });
            }
            _ => made.push(Part::Token(token.clone())),
        }
    }
    made
}

const KINDS: [&str; 15] = [
    "ident",
    "tt",
    "ty",
    "expr",
    "literal",
    "path",
    "pat",
    "pat_param",
    "vis",
    "meta",
    "block",
    "item",
    "stmt",
    "lifetime",
    "expr_2021",
];

pub struct Matcher<'t> {
    pub text: &'t str,
    /// How many steps are left.
    pub fuel: u32,
}

impl Matcher<'_> {
    /// What the names of a rule stand for in tokens that look like it.
    pub fn all(&mut self, parts: &[Part], tokens: &[Token]) -> Option<Bounds> {
        let mut bounds = Bounds::default();
        let rest = self.some(parts, tokens, &mut bounds)?;
        rest.is_empty().then_some(bounds)
    }

    /// Takes what `parts` ask for; the tokens behind it.
    fn some<'i>(&mut self, parts: &[Part], tokens: &'i [Token], bounds: &mut Bounds) -> Option<&'i [Token]> {
        let mut rest = tokens;
        for part in parts {
            self.fuel = self.fuel.checked_sub(1)?;
            match part {
                Part::Token(wanted) => {
                    let (first, behind) = rest.split_first()?;
                    if first.kind == Kind::Group || !self.equal(wanted, first) {
                        return None;
                    }
                    rest = behind;
                }
                Part::Group(wanted, inner) => {
                    let (first, behind) = rest.split_first()?;
                    let doc = first.start == first.end && wanted.text(self.text) == "[";
                    if first.kind != Kind::Group || !(doc || wanted.text(self.text) == first.text(self.text)) {
                        return None;
                    }
                    match documentation(inner, self.text).filter(|_| doc) {
                        // `/// text` is `#[doc = "text"]`.
                        Some(name) => {
                            bounds.insert(name.to_owned(), Bound::Tokens(first.inner.clone()));
                        }
                        None if self.some(inner, &first.inner, bounds)?.is_empty() => {}
                        None => return None,
                    }
                    rest = behind;
                }
                Part::Name { name, kind, .. } => {
                    let count = self.fragment(kind, rest)?;
                    let (taken, behind) = rest.split_at(count);
                    bounds.insert(name.clone(), Bound::Tokens(taken.into()));
                    rest = behind;
                }
                Part::Repeat { parts, separator, at_most_one, at_least_one } => {
                    let mut rounds = Vec::new();
                    loop {
                        let mut from = rest;
                        if let Some(separator) = separator.as_ref().filter(|_| !rounds.is_empty()) {
                            match rest.split_first() {
                                Some((first, behind)) if self.equal(separator, first) => from = behind,
                                _ => break,
                            }
                        }
                        let mut round = Bounds::default();
                        match self.some(parts, from, &mut round) {
                            // A round that takes nothing would take it for ever.
                            Some(behind) if behind.len() < rest.len() => rest = behind,
                            _ => break,
                        }
                        rounds.push(round);
                        if *at_most_one {
                            break;
                        }
                    }
                    if *at_least_one && rounds.is_empty() {
                        return None;
                    }
                    let mut names = Vec::new();
                    names_of(parts, &mut names);
                    for (name, _) in names {
                        let each = rounds.iter().filter_map(|round| round.get(name).cloned()).collect();
                        bounds.insert(name.to_owned(), Bound::Each(each));
                    }
                }
            }
        }
        Some(rest)
    }

    fn equal(&self, wanted: &Token, given: &Token) -> bool {
        // The mark before a documentation comment has no text.
        let doc = given.start == given.end && given.kind == Kind::Punct;
        wanted.text(self.text) == if doc { "#" } else { given.text(self.text) }
    }

    /// How many tokens a fragment of a kind takes. None: there is none.
    fn fragment(&mut self, kind: &str, tokens: &[Token]) -> Option<usize> {
        let text = self.text;
        let first = tokens.first();
        let is = |kind: Kind| first.is_some_and(|first| first.kind == kind).then_some(1);
        match kind {
            "ident" => is(Kind::Ident).filter(|_| first.is_some_and(|it| it.text(text) != "_")),
            "lifetime" => is(Kind::Lifetime),
            "tt" => first.map(|_| 1),
            "block" => first.filter(|it| it.kind == Kind::Group && it.is(text, "{")).map(|_| 1),
            "literal" => match first.is_some_and(|it| it.is(text, "-")) {
                true => tokens.get(1).filter(|it| it.kind == Kind::Literal).map(|_| 2),
                false => is(Kind::Literal)
                    .or_else(|| first.filter(|it| it.is(text, "true") || it.is(text, "false")).map(|_| 1)),
            },
            "vis" => Some(match tokens {
                [one, two, ..] if one.is(text, "pub") && two.kind == Kind::Group && two.is(text, "(") => {
                    let places = ["crate", "self", "super", "in"];
                    let narrowed = two.inner.first().is_some_and(|it| places.iter().any(|place| it.is(text, place)));
                    if narrowed { 2 } else { 1 }
                }
                [one, ..] if one.is(text, "pub") => 1,
                _ => 0,
            }),
            "item" => {
                let is_end = |it: &Token| it.is(text, ";") || (it.kind == Kind::Group && it.is(text, "{"));
                tokens.iter().position(is_end).map(|at| at + 1)
            }
            "ty" | "path" => self.until(tokens, &[",", ";", "=", "=>", ":", "|", "as", "where", ">"], &["{", "["]),
            "pat" => self.until(tokens, &["=>", ",", "=", "if", "in"], &[]),
            "pat_param" => self.until(tokens, &["=>", ",", "=", "if", "in", "|"], &[]),
            // A semicolon alone is a statement.
            "stmt" if first.is_some_and(|it| it.is(text, ";")) => Some(1),
            "stmt" => self.until(tokens, &["=>", ",", ";"], &[]),
            "meta" => self.until(tokens, &[",", ";"], &[]),
            _ => self.until(tokens, &["=>", ",", ";"], &[]),
        }
    }

    /// How many tokens stand before one that ends a fragment, outside of `<…>`.
    fn until(&mut self, tokens: &[Token], ends: &[&str], groups: &[&str]) -> Option<usize> {
        let text = self.text;
        let (mut open, mut count) = (0usize, 0usize);
        let typed = !groups.is_empty();
        for token in tokens {
            let word = token.text(text);
            if open == 0 {
                let ends = match token.kind {
                    Kind::Group => count > 0 && groups.contains(&word),
                    Kind::Punct | Kind::Ident => ends.contains(&word),
                    _ => false,
                };
                if ends {
                    break;
                }
            }
            let before = count.checked_sub(1).and_then(|at| tokens.get(at));
            match word {
                _ if token.kind != Kind::Punct => {}
                "<" if typed || open > 0 || before.is_some_and(|it| it.is(text, "::")) => open += 1,
                ">" => open = open.saturating_sub(1),
                ">>" => open = open.saturating_sub(2),
                _ => {}
            }
            count += 1;
        }
        (count > 0).then_some(count)
    }
}

/// The name that a rule has for the text of documentation: `doc = $name:literal`.
fn documentation<'p>(parts: &'p [Part], text: &str) -> Option<&'p str> {
    match parts {
        [Part::Token(doc), Part::Token(equals), Part::Name { name, .. }] => {
            (doc.is(text, "doc") && equals.is(text, "=")).then_some(name)
        }
        _ => None,
    }
}

/// The names that parts of a rule use, and their kinds.
pub fn names_of<'p>(parts: &'p [Part], names: &mut Vec<(&'p str, &'p str)>) {
    for part in parts {
        match part {
            Part::Token(_) => {}
            Part::Group(_, inner) | Part::Repeat { parts: inner, .. } => names_of(inner, names),
            Part::Name { name, kind, .. } => names.push((name, kind)),
        }
    }
}

/// Puts what names stand for in the place of them. None: it does not fit, or becomes more than `limit` tokens.
pub fn fill(parts: &[Part], bounds: &Bounds, limit: &mut u32) -> Option<Vec<Token>> {
    let mut made = Vec::new();
    for part in parts {
        match part {
            Part::Token(token) => {
                *limit = limit.checked_sub(1)?;
                made.push(token.clone());
            }
            Part::Group(group, inner) => {
                *limit = limit.checked_sub(1)?;
                let inner = fill(inner, bounds, limit)?.into();
                made.push(Token { inner, ..group.clone() });
            }
            Part::Name { name, token, written, .. } => match bounds.get(name) {
                Some(Bound::Tokens(tokens)) => {
                    for (at, given) in tokens.iter().enumerate() {
                        *limit = limit.checked_sub(1 + weight(given))?;
                        let gap = if at == 0 { token.gap } else { given.gap };
                        made.push(Token { gap, ..given.clone() });
                    }
                }
                Some(Bound::Each(_)) => return None,
                None => {
                    *limit = limit.checked_sub(written.len() as u32)?;
                    made.extend(written.iter().cloned());
                }
            },
            Part::Repeat { parts, separator, .. } => {
                let mut names = Vec::new();
                names_of(parts, &mut names);
                let each = |(name, _): &(&str, &str)| match bounds.get(*name) {
                    Some(Bound::Each(all)) => Some(all.len()),
                    _ => None,
                };
                let rounds = names.iter().filter_map(each).max()?;
                for round in 0..rounds {
                    let mut here = Bounds::default();
                    for (name, _) in &names {
                        let bound = match bounds.get(*name)? {
                            Bound::Each(all) => all.get(round)?,
                            whole => whole,
                        };
                        here.insert((*name).to_owned(), bound.clone());
                    }
                    if round > 0 {
                        made.extend(separator.clone());
                    }
                    made.append(&mut fill(parts, &here, limit)?);
                }
            }
        }
    }
    Some(made)
}

fn weight(token: &Token) -> u32 {
    token.inner.iter().map(|it| 1 + weight(it)).sum()
}
