//! Questions to an evaluation: each is answered once, within its means, and one that runs into itself is unknown there.

use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Ty};
use facts::{BindingId, SymbolId, TypeId, ValueId};

/// How deep evaluations nest.
const MAX_DEPTH: u32 = 250;
/// How many evaluations one call may cost.
pub(super) const FUEL: u32 = 50_000;

#[derive(Clone, Copy, Debug)]
pub(super) enum Memo {
    /// Being evaluated, at this depth.
    Open(u32),
    /// Known; where inference stopped on the way, how many steps had been made before.
    Known(Ty, Option<u8>),
}

/// What an evaluation is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Question {
    Value(FileId, ValueId),
    Binding(FileId, BindingId),
    /// What a property or variable holds.
    Held(Decl),
    /// What calling a function gives.
    Returned(Decl),
    /// The right side of an alias.
    Alias(Decl),
    Declared(FileId, TypeId, Option<SymbolId>),
    /// What a type comes to that is computed from others.
    Computed(Ty),
    /// What can be said of it where that cannot be told.
    Widened(Ty),
}

/// What is read at most once on the way to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Open {
    /// Both branches of a condition that cannot be decided, whatever its parameters stand for.
    Condition(FileId, TypeId),
    /// What a name leads to in a type that is computed.
    Members(Ty, Name),
    /// What a type's parameter stands for where no argument is given for it.
    Default(Decl, u32),
}

impl Eval<'_> {
    /// To be called before each site, so that each has the same means.
    pub fn refuel(&mut self) {
        self.fuel = FUEL;
    }

    /// Takes means away beforehand, for what costs more than one evaluation.
    pub(crate) fn burn(&mut self, cost: u32) {
        self.fuel = self.fuel.saturating_sub(cost);
    }

    pub(crate) fn ask(&mut self, question: Question, answer: impl FnOnce(&mut Self) -> Ty) -> Ty {
        let inference = self.inference;
        match self.memo_of(question).get(&question) {
            Some(Memo::Known(ty, None)) => return *ty,
            Some(Memo::Known(ty, Some(steps))) if inference >= *steps => {
                let ty = *ty;
                self.stopped = true;
                return ty;
            }
            Some(Memo::Open(depth)) => {
                let depth = *depth;
                self.floor = self.floor.min(depth);
                return Ty::UNKNOWN;
            }
            _ => {}
        }
        if self.depth >= MAX_DEPTH || self.fuel == 0 {
            self.floor = 0;
            return Ty::UNKNOWN;
        }
        self.depth += 1;
        self.fuel -= 1;
        let depth = self.depth;
        let floor = std::mem::replace(&mut self.floor, u32::MAX);
        let stopped = std::mem::take(&mut self.stopped);
        self.memo_of(question).insert(question, Memo::Open(depth));
        let ty = answer(self);
        self.depth -= 1;
        if self.floor < depth {
            // It rests on an evaluation that is still open.
            self.memo_of(question).remove(&question);
        } else {
            let known = Memo::Known(ty, self.stopped.then_some(self.inference));
            self.memo_of(question).insert(question, known);
            self.floor = u32::MAX;
        }
        self.floor = self.floor.min(floor);
        self.stopped |= stopped;
        ty
    }

    /// Reads something that leads back to itself where types are recursive: there it is `nothing`, as what is still open.
    pub(crate) fn once<T>(&mut self, what: Open, nothing: T, read: impl FnOnce(&mut Self) -> T) -> T {
        if let Some(&(_, depth)) = self.open.iter().find(|(open, _)| *open == what) {
            self.floor = self.floor.min(depth);
            return nothing;
        }
        self.open.push((what, self.depth));
        let found = read(self);
        self.open.pop();
        found
    }

    /// Runs a step that may lead back to itself without passing [`Self::ask`]: beyond the depth, or
    /// without means left, it is `nothing`.
    pub(crate) fn step<T>(&mut self, nothing: T, run: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH || self.fuel == 0 {
            self.floor = 0;
            return nothing;
        }
        self.depth += 1;
        self.fuel -= 1;
        let result = run(self);
        self.depth -= 1;
        result
    }
}
