//! Decisions as they are kept: JSON of lists.

use super::paths::PathOf;
use super::{Cond, Tree};

impl Tree {
    /// One of two by a condition.
    pub fn chosen(cond: Cond, then: Tree, otherwise: Tree) -> Tree {
        match cond {
            Cond::Always(true) => then,
            Cond::Always(false) => otherwise,
            _ if then == otherwise => then,
            Cond::Not(inner) => Self::chosen(*inner, otherwise, then),
            cond => Tree::If(cond, Box::new(then), Box::new(otherwise)),
        }
    }

    pub fn nodes(&self) -> usize {
        match self {
            Tree::If(cond, then, other) => 1 + cond.nodes() + then.nodes() + other.nodes(),
            _ => 1,
        }
    }

    /// Whether some are handed on and others may be refused, by the path or the method.
    pub fn decides(&self) -> bool {
        self.has(&|it| *it == Tree::Pass) && self.has(&|it| *it == Tree::Ask) && self.goes_by_path()
    }

    fn has(&self, wanted: &dyn Fn(&Tree) -> bool) -> bool {
        wanted(self) || matches!(self, Tree::If(_, then, other) if then.has(wanted) || other.has(wanted))
    }

    fn goes_by_path(&self) -> bool {
        matches!(self, Tree::If(cond, then, other) if cond.goes_by_path() || then.goes_by_path() || other.goes_by_path())
    }

    pub fn written(&self) -> String {
        match self {
            Tree::Pass => "\"pass\"".to_owned(),
            Tree::Ask => "\"ask\"".to_owned(),
            Tree::Open => "\"open\"".to_owned(),
            Tree::If(cond, then, other) => {
                format!("[{},{},{}]", cond.written(), then.written(), other.written())
            }
        }
    }
}

impl Cond {
    pub fn nodes(&self) -> usize {
        match self {
            Cond::Not(inner) | Cond::Any(_, inner) => 1 + inner.nodes(),
            Cond::And(one, other) | Cond::Or(one, other) => 1 + one.nodes() + other.nodes(),
            _ => 1,
        }
    }

    pub fn not(self) -> Cond {
        match self {
            Cond::Always(it) => Cond::Always(!it),
            Cond::Not(inner) => *inner,
            Cond::Free | Cond::Open => self,
            other => Cond::Not(Box::new(other)),
        }
    }

    pub fn and(self, other: Cond) -> Cond {
        match (self, other) {
            (Cond::Always(true), it) | (it, Cond::Always(true)) => it,
            (Cond::Always(false), _) | (_, Cond::Always(false)) => Cond::Always(false),
            (one, other) => Cond::And(Box::new(one), Box::new(other)),
        }
    }

    pub fn or(self, other: Cond) -> Cond {
        match (self, other) {
            (Cond::Always(false), it) | (it, Cond::Always(false)) => it,
            (Cond::Always(true), _) | (_, Cond::Always(true)) => Cond::Always(true),
            (one, other) => Cond::Or(Box::new(one), Box::new(other)),
        }
    }

    /// Whether one of several holds.
    pub fn any(all: impl IntoIterator<Item = Cond>) -> Cond {
        all.into_iter().fold(Cond::Always(false), Cond::or)
    }

    pub fn goes_by_path(&self) -> bool {
        match self {
            Cond::Always(_) | Cond::Free => false,
            Cond::Open | Cond::Fits { .. } | Cond::Method(_) | Cond::Any(..) | Cond::Asked(..) => true,
            Cond::Not(inner) => inner.goes_by_path(),
            Cond::And(one, other) | Cond::Or(one, other) => one.goes_by_path() || other.goes_by_path(),
        }
    }

    pub fn written(&self) -> String {
        match self {
            Cond::Always(it) => it.to_string(),
            Cond::Free => "\"free\"".to_owned(),
            Cond::Open => "\"open\"".to_owned(),
            Cond::Fits { pattern, of, folded } => {
                let word = match of {
                    PathOf::Relative => "below",
                    PathOf::Route => "routed",
                    PathOf::Whole | PathOf::Part => "fits",
                };
                let flags = if *folded { ",\"i\"" } else { "" };
                format!("[\"{word}\",{}{flags}]", quoted(pattern))
            }
            Cond::Method(all) => {
                let all: Vec<String> = all.iter().map(|it| quoted(it)).collect();
                format!("[\"method\",{}]", all.join(","))
            }
            Cond::Any(named, inner) => format!("[\"any\",{named},{}]", inner.written()),
            Cond::Asked(named, by_path) => format!("[\"asked\",{named},{by_path}]"),
            Cond::Not(inner) => format!("[\"not\",{}]", inner.written()),
            Cond::And(one, other) => format!("[\"and\",{},{}]", one.written(), other.written()),
            Cond::Or(one, other) => format!("[\"or\",{},{}]", one.written(), other.written()),
        }
    }
}

/// A text as JSON has it.
pub fn quoted(text: &str) -> String {
    let mut told = String::from("\"");
    for one in text.chars() {
        match one {
            '"' | '\\' => told.extend(['\\', one]),
            it if (it as u32) < 0x20 => told.push_str(&format!("\\u{:04x}", it as u32)),
            it => told.push(it),
        }
    }
    told.push('"');
    told
}
