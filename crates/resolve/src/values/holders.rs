//! Functions of libraries that keep a value for their caller, and give it back by a member or a position.

use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
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
    /// What does what the function does that it is given.
    Wrapper,
}

impl Eval<'_> {
    /// What calling a holder gives: by its type argument, else by what it is called with. None where that says
    /// nothing.
    pub(crate) fn kept(&mut self, path: Name, callee: Ty, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let holder = (self.language.holders)(&self.text(path))?;
        let (arguments, types) = self.split_arguments(file, arguments);
        let first = arguments.first().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
        if holder == Holder::Held {
            return self.held_by(first);
        }
        let is_function = matches!(self.types.head(first), Head::Func(..) | Head::Closure(..));
        if holder == Holder::Wrapper {
            return is_function.then(|| self.types.make(Head::Intersection([callee, first].into())));
        }
        let value = match types.first() {
            Some(&ty) => self.declared(file, ty, None),
            None if is_function && matches!(holder, Holder::State | Holder::Computed) => self.call(first, file, &[]),
            None => first,
        };
        if value.is_unknown() {
            return None;
        }
        Some(match holder {
            Holder::Reference => self.types.std(Std::Record, &[Ty::UNKNOWN, value]),
            Holder::State => self.types.make(Head::Tuple([value, callee].into())),
            Holder::Computed | Holder::Held | Holder::Wrapper => value,
            Holder::Context => self.types.make(Head::Library(path, [value].into())),
        })
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
