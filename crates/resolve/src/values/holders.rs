//! Functions of libraries that keep a value for their caller, and give it back by a member or a position.

use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::ValueId;

/// What a function gives that keeps a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// An object whose one member is the value.
    Reference,
    /// A pair: the value, and what sets it.
    State,
    /// What the function gives that it is called with.
    Computed,
    /// What another function gives the value of.
    Context,
    /// The value of such a context.
    Held,
    /// The same, which stands for the value itself where a template names it; the same of what the function gives that
    /// it is called with, or that is the `get` of that.
    Unwrapped,
    Derived,
    /// A function that gives the value; with what sets it; of what the function gives that it is called with; of an
    /// instance of the class that it is called with.
    Signal,
    SignalPair,
    DerivedSignal,
    ChildSignal,
    /// The value itself; what only the type argument tells; that, or the value of a context.
    Itself,
    Typed,
    Injected,
    /// What has, under this name, an instance of the class that it is given, or of its type argument.
    Mounted(&'static str),
    /// What does what the function does that it is given.
    Wrapper,
    /// A function that gives the store that its options or its function define.
    Defined,
    /// A store of the state that its function gives.
    Store,
    /// What a function selects of a store's state.
    Selected,
    /// The function that it is given, for the call that this one is an argument of.
    Same,
    /// As a type: a class whose instances have what they are given as `props`, and a `state`, by its type arguments.
    Component,
    /// As a type: a function of its type argument.
    Rendering,
}

impl Holder {
    /// Whether what keeps the value is a function that gives it.
    pub(crate) fn is_function(self) -> bool {
        matches!(self, Self::Defined | Self::Signal | Self::SignalPair | Self::DerivedSignal | Self::ChildSignal)
    }
}

impl Eval<'_> {
    /// What calling a holder gives: by its type argument, else by what it is called with. None where that says
    /// nothing.
    pub(crate) fn kept(&mut self, path: Name, callee: Ty, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let holder = (self.language.holders)(&self.text(path))?;
        let (arguments, types) = self.split_arguments(file, arguments);
        let first = arguments.first().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
        match holder {
            Holder::Held => return self.held_by(first),
            Holder::Defined => return self.defined_store(path, file, arguments),
            Holder::Store => {
                let state = types.first().map(|&ty| self.declared(file, ty, None));
                return self.made_store(path, state, file, arguments);
            }
            Holder::Selected => return self.selected_of(file, arguments),
            Holder::Same => return arguments.first().map(|&it| self.passed(file, it, Ty::UNKNOWN)),
            Holder::Injected if types.is_empty() => return self.held_by(first),
            Holder::Component | Holder::Rendering => return None,
            Holder::Typed if types.is_empty() => return None,
            _ => {}
        }
        let is_function = matches!(self.types.head(first), Head::Func(..) | Head::Closure(..));
        if holder == Holder::Wrapper {
            return is_function.then(|| self.types.make(Head::Intersection([callee, first].into())));
        }
        let calls = matches!(holder, Holder::State | Holder::Computed | Holder::Derived | Holder::DerivedSignal);
        let value = match types.first() {
            Some(&ty) => self.declared(file, ty, None),
            None if is_function && calls => {
                let first = arguments.first().map_or(first, |&value| self.passed(file, value, Ty::UNKNOWN));
                self.call(first, file, &[])
            }
            None if holder == Holder::Derived => {
                let get = self.name("get");
                let get = self.member(first, get);
                self.call(get, file, &[])
            }
            None if matches!(holder, Holder::ChildSignal | Holder::Mounted(_)) => self.instance_of(first),
            None => first,
        };
        if value.is_unknown() {
            return None;
        }
        Some(match holder {
            Holder::Reference => self.types.std(Std::Record, &[Ty::UNKNOWN, value]),
            Holder::Unwrapped | Holder::Derived => self.unwrapped(value),
            Holder::Mounted(name) => self.mounted(path, name, value),
            Holder::Signal | Holder::DerivedSignal | Holder::ChildSignal => {
                self.types.make(Head::Library(path, [value].into()))
            }
            Holder::SignalPair => {
                let signal = self.types.make(Head::Library(path, [value].into()));
                self.types.make(Head::Tuple([signal, callee].into()))
            }
            Holder::State => {
                let setter = self.types.make(Head::Library(path, [value].into()));
                self.types.make(Head::Tuple([value, setter].into()))
            }
            Holder::Context => self.types.make(Head::Library(path, [value].into())),
            _ => value,
        })
    }

    /// An object that has the value under one name alone.
    fn under(&mut self, name: &str, value: Ty) -> Ty {
        let key = self.name(name);
        let key = self.types.literals(vec![key]);
        self.types.std(Std::Record, &[key, value])
    }

    /// What has the value under one name, and else what the library gives it.
    fn mounted(&mut self, path: Name, name: &str, value: Ty) -> Ty {
        let (instance, outside) = (self.under(name, value), self.types.make(Head::External(path)));
        self.types.make(Head::Intersection([instance, outside].into()))
    }

    /// An object whose `value` is the value, and that is the value where a template names it.
    fn unwrapped(&mut self, value: Ty) -> Ty {
        let reference = self.under("value", value);
        match self.types.head(value) {
            Head::Instance(..) | Head::Object(..) | Head::Shape(..) => {
                self.types.make(Head::Intersection([reference, value].into()))
            }
            _ => reference,
        }
    }

    /// A type from outside whose arguments are kept, since what it holds, takes or gives follows from them.
    pub(crate) fn kept_type(&mut self, path: Name, arguments: &[Ty]) -> Option<Ty> {
        let holder = (self.language.holders)(&self.text(path))?;
        let &first = arguments.first()?;
        match holder {
            Holder::Component | Holder::Rendering | Holder::Signal | Holder::Context => {
                Some(self.types.make(Head::Library(path, arguments.into())))
            }
            Holder::Reference => Some(self.types.std(Std::Record, &[Ty::UNKNOWN, first])),
            Holder::Unwrapped => Some(self.unwrapped(first)),
            Holder::Mounted(name) => Some(self.mounted(path, name, first)),
            Holder::Itself => Some(first),
            _ => None,
        }
    }

    /// What the instances of a component's class have from its base outside.
    pub(crate) fn member_of_component(&self, base: Ty, name: Name) -> Option<Ty> {
        let at = match &*self.text(name) {
            "props" => 0,
            "state" => 1,
            _ => return None,
        };
        self.kept_argument(base, Holder::Component, at)
    }

    /// What a component is given, by its class.
    pub(crate) fn props_of(&mut self, class: Decl) -> Option<Ty> {
        let lineage = self.lineage(class);
        lineage.iter().find_map(|&base| self.kept_argument(base, Holder::Component, 0))
    }

    /// What a function that sets a value hands to a callback: the value so far.
    pub(crate) fn handed_by_setter(&self, setter: Ty, position: u32) -> Option<Ty> {
        if position == 0 { self.kept_argument(setter, Holder::State, 0) } else { None }
    }

    /// What a function takes that a type of a library is of.
    pub(crate) fn taken_by_rendering(&self, function: Ty, position: u32) -> Option<Ty> {
        if position == 0 { self.kept_argument(function, Holder::Rendering, 0) } else { None }
    }

    fn kept_argument(&self, ty: Ty, of: Holder, at: usize) -> Option<Ty> {
        match self.types.head(ty) {
            Head::Library(path, args) if (self.language.holders)(&self.text(*path)) == Some(of) => {
                args.get(at).copied()
            }
            _ => None,
        }
    }

    fn held_by(&self, context: Ty) -> Option<Ty> {
        match self.types.head(context) {
            Head::Library(path, args) if (self.language.holders)(&self.text(*path)) == Some(Holder::Context) => {
                args.first().copied()
            }
            _ => None,
        }
    }
}
