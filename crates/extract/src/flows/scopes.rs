//! What names hold, function by function and block by block.

use super::words::{ALL, kind_mask};
use facts::{NameId, SOURCES_LIMIT};
use rustc_hash::FxHashMap;

/// What is known of a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact {
    /// The kinds of sinks to which it does no harm. A constant does none to any.
    pub harmless: u8,
    pub of: Vec<NameId>,
}

impl Fact {
    pub const CONSTANT: Self = Self { harmless: ALL, of: Vec::new() };

    pub fn of(name: NameId) -> Self {
        Self { harmless: 0, of: vec![name] }
    }

    pub fn is_constant(&self) -> bool {
        self.harmless == ALL
    }

    /// Whether its sources are harmless to more kinds of sinks than these. Texts that lead to no other host are so by their
    /// beginning, and were not checked.
    fn was_checked_for_more(&self, harmless: u8) -> bool {
        !self.is_constant() && self.harmless & !harmless & !kind_mask("redirect") != 0
    }

    /// Goes together with another: what does harm in either does in both. What was checked is no source of what does
    /// harm by the other alone: `join(base, name)` behind `if (name.includes("..")) return`.
    pub fn take(&mut self, other: &Self) {
        let harmless = self.harmless & other.harmless;
        if self.was_checked_for_more(harmless) {
            self.of.clear();
        }
        self.harmless = harmless;
        if other.was_checked_for_more(harmless) {
            return;
        }
        for name in &other.of {
            if self.of.len() < SOURCES_LIMIT && !self.of.contains(name) {
                self.of.push(*name);
            }
        }
    }
}

/// A function, and what its names hold.
#[derive(Default)]
pub struct Scope<'g> {
    /// The byte behind it.
    pub to: u32,
    pub known: FxHashMap<&'g str, Fact>,
    /// What was asked about without having a name, as its tokens read, and what it is harmless to afterwards.
    pub checked: FxHashMap<String, u8>,
    /// Parameters that hold the context of a request, to which others add what they know.
    pub contexts: Vec<&'g str>,
}

/// The functions that are open: the innermost last, the file first.
pub struct Scopes<'g>(Vec<Scope<'g>>);

impl<'g> Scopes<'g> {
    pub fn of_file() -> Self {
        Self(vec![Scope::default()])
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn enter(&mut self, scope: Scope<'g>) {
        self.0.push(scope);
    }

    /// Goes out of the functions that end in front of a byte.
    pub fn leave(&mut self, byte: u32) {
        while self.0.len() > 1 && self.0.last().is_some_and(|it| it.to <= byte) {
            self.0.pop();
        }
    }

    /// What a name holds in the function that was the innermost when so many were open.
    pub fn held(&mut self, len: usize, name: &str) -> Option<&mut Fact> {
        self.0.get_mut(len.checked_sub(1)?)?.known.get_mut(name)
    }

    /// What a name holds, in the innermost function that knows it.
    pub fn known(&self, name: &str) -> Option<&Fact> {
        self.0.iter().rev().find_map(|scope| scope.known.get(name))
    }

    /// Whether a name is a parameter that holds the context of a request.
    pub fn is_context(&self, name: &str) -> bool {
        self.0.iter().any(|scope| scope.contexts.contains(&name))
    }

    /// Notes what a name is given in the place of what it has.
    pub fn replace(&mut self, name: &'g str, fact: Fact) {
        self.holder(name).known.insert(name, fact);
    }

    /// Notes what a name of the innermost function is given in the place of what it has, which it gives back; nothing
    /// where that function does not know the name.
    pub fn overwrite(&mut self, name: &str, fact: &Fact) -> Option<Fact> {
        let last = self.0.len() - 1;
        self.0[last].known.get_mut(name).map(|known| std::mem::replace(known, fact.clone()))
    }

    /// Notes what a name is given; in addition to what it has, unless it is declared.
    pub fn assign(&mut self, name: &'g str, fact: &Fact, declares: bool) {
        let last = self.0.len() - 1;
        let scope = if declares { &mut self.0[last] } else { self.holder(name) };
        match scope.known.get_mut(name).filter(|_| !declares) {
            Some(before) => before.take(fact),
            None => {
                scope.known.insert(name, fact.clone());
            }
        }
    }

    /// Notes that an expression, as its tokens read, was checked.
    pub fn check(&mut self, written: String, harmless: u8) {
        if let Some(scope) = self.0.last_mut() {
            *scope.checked.entry(written).or_insert(0) |= harmless;
        }
    }

    /// The kinds of sinks to which an expression is harmless since it was checked; asked for its text only where
    /// something was.
    pub fn checked(&self, written: impl FnOnce() -> String) -> u8 {
        if self.0.iter().all(|scope| scope.checked.is_empty()) {
            return 0;
        }
        let written = written();
        self.0.iter().filter_map(|scope| scope.checked.get(&written)).fold(0, |all, one| all | one)
    }

    /// The innermost function that knows a name, or the innermost of all.
    fn holder(&mut self, name: &str) -> &mut Scope<'g> {
        let around = self.0.iter().rposition(|it| it.known.contains_key(name));
        let at = around.unwrap_or(self.0.len() - 1);
        &mut self.0[at]
    }
}
