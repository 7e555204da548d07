//! Stores that libraries make of what an application gives them: of options or a function (Pinia), of a function that
//! gives the state (Zustand). What an application calls on a store is what it gave.

use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::holders::Holder;
use crate::values::types::{FileId, Head, Ty};
use facts::{Value, ValueId};

/// The path of a store's type, which has the state as its argument; calling it gives the state, or of that what the
/// function selects that it is given.
const STORE: &str = "zustand.UseBoundStore";

impl Eval<'_> {
    /// A function that gives the store which is defined by the first object or function among its arguments.
    pub(crate) fn defined_store(&mut self, path: Name, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let mut parts = Vec::new();
        for &argument in arguments.iter().take(2) {
            let given = self.passed(file, argument, Ty::UNKNOWN);
            match self.types.head(given) {
                Head::Object(..) => {
                    let [actions, state] = ["actions", "state"].map(|name| self.name(name));
                    parts.push(self.member(given, actions));
                    let state = self.member(given, state);
                    parts.push(self.call(state, file, &[]));
                    break;
                }
                Head::Closure(..) | Head::Func(..) => {
                    parts.push(self.call(given, file, &[]));
                    break;
                }
                _ => {}
            }
        }
        parts.retain(|part| !part.is_unknown());
        if parts.is_empty() {
            return None;
        }
        // What the library adds to every store.
        parts.push(self.types.make(Head::External(path)));
        let store = self.types.make(Head::Intersection(parts.into()));
        Some(self.types.make(Head::Library(path, [store].into())))
    }

    /// A store, or what makes one of a state whose type is given before: `create<T>()`.
    pub(crate) fn made_store(
        &mut self,
        path: Name,
        state: Option<Ty>,
        file: FileId,
        arguments: &[ValueId],
    ) -> Option<Ty> {
        let state = match (state, arguments.first()) {
            (Some(state), _) => state,
            (None, Some(&argument)) => {
                let given = self.passed(file, argument, Ty::UNKNOWN);
                self.call(given, file, &[])
            }
            (None, None) => return None,
        };
        let path = if arguments.is_empty() { path } else { self.name(STORE) };
        (!state.is_unknown()).then(|| self.types.make(Head::Library(path, [state].into())))
    }

    /// What calling a function of a library gives that keeps a store, or the state of one.
    pub(crate) fn call_kept(&mut self, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        let Head::Library(path, args) = self.types.head(callee).clone() else { return Ty::UNKNOWN };
        let (arguments, _) = self.split_arguments(file, arguments);
        let Some(&kept) = args.first() else { return Ty::UNKNOWN };
        match (self.language.holders)(&self.text(path)) {
            Some(holder) if holder.is_function() => kept,
            Some(Holder::Store) => self.made_store(path, Some(kept), file, arguments).unwrap_or(Ty::UNKNOWN),
            _ if self.state_of(callee).is_some() => self.selected(kept, file, arguments.first().copied()),
            _ => Ty::UNKNOWN,
        }
    }

    /// What `useStore(store, select)` gives.
    pub(crate) fn selected_of(&mut self, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let store = self.value(file, *arguments.first()?);
        let state = self.state_of(store)?;
        Some(self.selected(state, file, arguments.get(1).copied()))
    }

    fn selected(&mut self, state: Ty, file: FileId, select: Option<ValueId>) -> Ty {
        match select {
            Some(select) => {
                let select = self.passed(file, select, Ty::UNKNOWN);
                self.call(select, file, &[])
            }
            None => state,
        }
    }

    /// The state of a store.
    fn state_of(&self, store: Ty) -> Option<Ty> {
        match self.types.head(store) {
            Head::Library(path, args) if self.language.computed_types && &*self.text(*path) == STORE => {
                args.first().copied()
            }
            _ => None,
        }
    }

    /// What a method of a store gives.
    pub(crate) fn call_on_store(&self, store: Ty, method: Name) -> Option<Ty> {
        let state = self.state_of(store)?;
        matches!(&*self.text(method), "getState" | "getInitialState").then_some(state)
    }

    /// What a method of a store hands to the function that it is given.
    pub(crate) fn handed_by_store(&self, store: Ty, method: Name, position: u32) -> Option<Ty> {
        let state = self.state_of(store)?;
        let hands = match &*self.text(method) {
            "setState" => position == 0,
            "subscribe" => position < 2,
            _ => false,
        };
        hands.then_some(state)
    }

    /// Whether a type is a function of a library that gives what it keeps: a store, what makes one, a signal.
    pub(crate) fn gives_kept(&self, ty: Ty) -> bool {
        let Head::Library(path, _) = self.types.head(ty) else { return false };
        let holder = (self.language.holders)(&self.text(*path));
        self.state_of(ty).is_some() || holder == Some(Holder::Store) || holder.is_some_and(Holder::is_function)
    }

    /// What a function gets that a store is made of, or that selects of its state, where the call's types, an earlier
    /// call, or the store among its arguments tell the state.
    pub(crate) fn param_of_store(
        &mut self,
        callee: Ty,
        file: FileId,
        called: ValueId,
        (argument, position): (u32, u32),
    ) -> Option<Ty> {
        let (Head::External(path) | Head::Library(path, _)) = *self.types.head(callee) else { return None };
        if let Some(state) = self.state_of(callee) {
            return (argument == 0 && position == 0).then_some(state);
        }
        let state = match (self.language.holders)(&self.text(path))? {
            Holder::Store => match self.types.head(callee) {
                Head::Library(_, args) => *args.first()?,
                _ => {
                    let arguments = self.arguments_of(file, called)?.to_vec();
                    let (_, types) = self.split_arguments(file, &arguments);
                    self.declared(file, *types.first()?, None)
                }
            },
            Holder::Same => {
                let (outer, at) = self.given_to(file, called)?;
                let callee = self.value(file, outer);
                return self.param_of_store(callee, file, outer, (at, position));
            }
            Holder::Selected if argument == 1 && position == 0 => {
                let store = *self.arguments_of(file, called)?.first()?;
                let store = self.value(file, store);
                return self.state_of(store);
            }
            _ => return None,
        };
        if argument != 0 || state.is_unknown() {
            return None;
        }
        let store = self.name(STORE);
        let store = self.types.make(Head::Library(store, [state].into()));
        let method = match position {
            0 => "setState",
            1 => "getState",
            _ => return (position == 2).then_some(store),
        };
        let method = self.name(method);
        Some(self.types.make(Head::Bound(store, method)))
    }

    /// Of a call that is an argument of another: what that calls, and where the argument stands.
    fn given_to(&mut self, file: FileId, called: ValueId) -> Option<(ValueId, u32)> {
        let source = self.source(file)?;
        let values = &source.graph.values;
        let is_of = |value: &Value| matches!(value, Value::Call { callee, .. } if *callee == called);
        let inner = values.iter().position(is_of)? as ValueId;
        values.iter().find_map(|value| {
            let Value::Call { callee, arguments } = value else { return None };
            let at = arguments.iter().position(|&argument| argument == inner)?;
            Some((*callee, at as u32))
        })
    }
}
