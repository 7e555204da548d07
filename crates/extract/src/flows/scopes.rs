//! What names hold, function by function and block by block.

use super::bare;
use super::values::{Fact, Values};
use rustc_hash::FxHashMap;

/// A function, and what its names hold.
#[derive(Default)]
pub struct Scope<'g> {
    /// The byte behind it.
    pub to: u32,
    pub known: FxHashMap<&'g str, Fact>,
    /// What was asked about without having a name, as its tokens read, and what it is harmless to afterwards.
    pub checked: FxHashMap<String, u8>,
}

impl<'g> Values<'g> {
    /// Notes that a value was checked: it does no harm to these kinds of sinks any more.
    pub fn check(&mut self, name: &'g str, harmless: u8) {
        let known = self.lookup(name).filter(|fact| !fact.is_constant());
        if let Some(mut fact) = known {
            fact.harmless |= harmless;
            if fact.is_constant() {
                fact.of.clear();
            }
            let name = if name.starts_with('@') { name } else { bare(name) };
            self.replace(name, fact);
        }
    }

    /// Notes that what is asked of a value was checked: `request.args.get("next")`.
    pub fn check_expression(&mut self, from: usize, to: usize, harmless: u8) {
        let written = self.written(from, to);
        if let Some(scope) = self.scopes.last_mut() {
            *scope.checked.entry(written).or_insert(0) |= harmless;
        }
    }

    /// The kinds of sinks to which an expression is harmless since it was asked about.
    pub fn checked(&self, from: usize, to: usize) -> u8 {
        if self.scopes.iter().all(|scope| scope.checked.is_empty()) {
            return 0;
        }
        let written = self.written(from, to);
        self.scopes.iter().filter_map(|scope| scope.checked.get(&written)).fold(0, |all, one| all | one)
    }

    fn written(&self, from: usize, to: usize) -> String {
        (from..to).map(|at| self.word(at)).collect()
    }

    /// Notes what a name is given in the place of what it has.
    pub fn replace(&mut self, name: &'g str, fact: Fact) {
        let around = self.scopes.iter().rposition(|it| it.known.contains_key(name));
        let at = around.unwrap_or(self.scopes.len() - 1);
        self.scopes[at].known.insert(name, fact);
    }

    /// Notes what a name is given; in addition to what it has, unless it is declared.
    pub fn assign(&mut self, name: &'g str, fact: &Fact, declares: bool) {
        let around = if declares { None } else { self.scopes.iter().rposition(|it| it.known.contains_key(name)) };
        let at = around.unwrap_or(self.scopes.len() - 1);
        let known = &mut self.scopes[at].known;
        match known.get_mut(name).filter(|_| !declares) {
            Some(before) => before.take(fact),
            None => {
                known.insert(name, fact.clone());
            }
        }
    }
}
