//! What local names mean along the ways through a function, for languages whose locals belong to the whole
//! function: each assignment is a binding of its own, and where ways meet a name means any of what they leave.

use crate::builder::Builder;
use crate::scopes::Scopes;
use facts::*;
use rustc_hash::FxHashMap;

/// The names of one function, as they stand where the walk is.
#[derive(Default)]
pub struct Flow {
    names: FxHashMap<NameId, BindingId>,
    /// What each name meant before it was bound, in order.
    log: Vec<(NameId, Option<BindingId>)>,
    /// A binding that only says more of another one's value, and that other one.
    narrowed: FxHashMap<BindingId, BindingId>,
}

/// What one way through a branch binds.
pub struct Way(Vec<(NameId, BindingId)>);

impl Flow {
    pub fn get(&self, name: NameId) -> Option<BindingId> {
        self.names.get(&name).copied()
    }

    /// From here on `name` means this binding.
    pub fn set(&mut self, name: NameId, binding: BindingId) {
        let before = self.names.insert(name, binding);
        self.log.push((name, before));
    }

    /// From here on `name` has this value.
    pub fn assign(&mut self, b: &mut Builder, scope: ScopeId, name: NameId, value: ValueId, line: u32) -> BindingId {
        let binding = b.binding(name, scope, BindingKind::Variable, line);
        b.assign(binding, value);
        self.set(name, binding);
        binding
    }

    /// Until ways meet again, the value of `name` is known to be `value`'s.
    pub fn narrow(&mut self, b: &mut Builder, scope: ScopeId, name: NameId, value: ValueId, line: u32) {
        let before = self.get(name);
        let binding = self.assign(b, scope, name, value, line);
        if let Some(before) = before {
            self.narrowed.insert(binding, before);
        }
    }

    /// A place to come back to with [`Self::rewind`].
    pub fn mark(&self) -> usize {
        self.log.len()
    }

    /// Takes back what was bound since the mark, and gives it.
    pub fn rewind(&mut self, mark: usize) -> Way {
        let mut changed: Vec<NameId> = self.log[mark..].iter().map(|(name, _)| *name).collect();
        changed.sort_unstable();
        changed.dedup();
        let way = changed.into_iter().filter_map(|name| Some((name, self.get(name)?))).collect();
        for (name, before) in self.log.drain(mark..).rev() {
            match before {
                Some(before) => self.names.insert(name, before),
                None => self.names.remove(&name),
            };
        }
        Way(way)
    }

    /// Several ways meet here; `skips`: another one binds nothing.
    pub fn join(&mut self, b: &mut Builder, scopes: &mut Scopes, ways: &[Way], skips: bool) {
        let mut names: Vec<NameId> = ways.iter().flat_map(|way| way.0.iter().map(|(name, _)| *name)).collect();
        names.sort_unstable();
        names.dedup();
        for name in names {
            let before = self.get(name);
            let ends = ways.iter().map(|way| way.get(name).or(before)).chain(skips.then_some(before));
            let mut options: Vec<BindingId> = Vec::new();
            for end in ends.flatten() {
                if !options.contains(&end) {
                    options.push(end);
                }
            }
            let all = options.clone();
            options.retain(|it| !self.narrowed.get(it).is_some_and(|of| all.contains(of)));
            match options[..] {
                [] => {}
                [one] => self.set(name, one),
                _ => {
                    let line = b.graph.bindings[options[0] as usize].line;
                    let joined = b.binding(name, scopes.current(), BindingKind::Variable, line);
                    for option in options {
                        let value = scopes.name(b, name, Some(option));
                        b.assign(joined, value);
                    }
                    self.set(name, joined);
                }
            }
        }
    }

    /// What a loop's body leaves is there when it starts again.
    pub fn carry(&mut self, b: &mut Builder, scopes: &mut Scopes, way: &Way) {
        for &(name, after) in &way.0 {
            if let Some(before) = self.get(name).filter(|_| !self.narrowed.contains_key(&after)) {
                let value = scopes.name(b, name, Some(after));
                b.assign(before, value);
            }
        }
    }
}

impl Way {
    /// Of this way what it binds of names that are there around it, and of those that `stays` accepts.
    #[cfg(feature = "ruby")]
    pub fn within(mut self, flow: &Flow, stays: impl Fn(NameId) -> bool) -> Way {
        self.0.retain(|it| flow.get(it.0).is_some() || stays(it.0));
        self
    }

    /// This way behind what every way binds first.
    #[cfg(feature = "php")]
    pub fn over(mut self, first: &Way) -> Way {
        let own: Vec<NameId> = self.0.iter().map(|it| it.0).collect();
        self.0.extend(first.0.iter().filter(|it| !own.contains(&it.0)));
        self
    }

    fn get(&self, name: NameId) -> Option<BindingId> {
        self.0.iter().find(|it| it.0 == name).map(|it| it.1)
    }
}
