//! What functions of standard libraries and of well-known crates hand through.

use crate::languages::MapItem;
use crate::standard::std_types::Gives;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::{Builtin, ValueId};

impl Eval<'_> {
    /// What a function from outside hands to a function among its arguments: an item of another argument.
    pub(crate) fn handed_item(&mut self, callee: Ty, file: FileId, called: ValueId, position: u32) -> Option<Ty> {
        let Head::External(path) = *self.types.head(callee) else { return None };
        let path = self.text(path);
        let at = (self.language.hands_items)(&path)?;
        // A fold hands what it has come to first.
        if position != u32::from(path.ends_with(".reduce")) {
            return None;
        }
        let items = *self.arguments_of(file, called)?.get(at as usize)?;
        let items = self.value(file, items);
        Some(self.item(items, 1, self.language.map_item)).filter(|ty| !ty.is_unknown())
    }

    /// What a function gives that is named by its path.
    pub(crate) fn given_by(&mut self, gives: Gives, path: &str, file: FileId, arguments: &[ValueId]) -> Ty {
        let argument =
            |eval: &mut Self, at: usize| arguments.get(at).map_or(Ty::UNKNOWN, |&value| eval.value(file, value));
        let first = argument(self, 0);
        let map_item = self.source(file).map_or(MapItem::Pair, |source| source.language.map_item);
        match gives {
            Gives::Same => first,
            Gives::Class if arguments.len() == 1 => self.types.class_of_each(first),
            Gives::Class => Ty::UNKNOWN,
            Gives::Merged => {
                let mut parts = vec![if first.is_unknown() { Ty::DYNAMIC } else { first }];
                for &argument in arguments.iter().skip(1) {
                    let given = self.value(file, argument);
                    if matches!(self.types.head(given), Head::Object(..) | Head::Shape(..) | Head::Instance(..)) {
                        parts.push(given);
                    }
                }
                if parts.len() == 1 { first } else { self.types.make(Head::Intersection(parts.into())) }
            }
            Gives::Wrapping(std, at) => {
                let mut args = vec![Ty::UNKNOWN; if std == Std::Result { 2 } else { 1 }];
                args[at] = first;
                self.types.std(std, &args)
            }
            Gives::Element => self.item(first, 1, map_item),
            // What the members of an object hold, whatever their names.
            Gives::Pairs if path == "Object.entries" => {
                let (name, held) = (self.types.builtin(Builtin::String), self.element(first));
                let pair = self.types.make(Head::Tuple([name, held].into()));
                self.types.std(Std::List, &[pair])
            }
            Gives::Pairs => {
                let item = self.item(first, 1, map_item);
                let number = self.types.builtin(Builtin::Number);
                let pair = self.types.make(Head::Tuple([number, item].into()));
                self.types.std(Std::List, &[pair])
            }
            Gives::Promised => {
                let first = if path == "Promise.resolve" { first } else { self.item(first, 1, map_item) };
                let inner = self.awaited(first);
                self.types.std(Std::Promise, &[inner])
            }
            Gives::KeyItems => {
                let key = self.item(first, 0, MapItem::ByPosition);
                self.types.std(Std::Iterator, &[key])
            }
            Gives::Awaited => self.awaited(first),
            Gives::Polled => {
                let polled = self.call(first, file, &[]);
                let ready = self.item(polled, 1, map_item);
                self.types.std(Std::Promise, &[ready])
            }
            Gives::Joined(at) => {
                let started = argument(self, at);
                let come_to = self.come_to(started, file);
                let joined = self.types.std(Std::Result, &[come_to, Ty::UNKNOWN]);
                self.types.std(Std::Promise, &[joined])
            }
            Gives::All | Gives::AllOrError => {
                let mut parts = Vec::with_capacity(arguments.len());
                for &argument in arguments {
                    let started = self.value(file, argument);
                    let come_to = self.come_to(started, file);
                    parts.push(if gives == Gives::All { come_to } else { self.item(come_to, 1, map_item) });
                }
                let all = self.types.make(Head::Tuple(parts.into()));
                if gives == Gives::All { all } else { self.types.std(Std::Result, &[all, Ty::UNKNOWN]) }
            }
            _ => {
                let values = match self.types.head(first) {
                    Head::Object(..) => path == "Object.values",
                    head => matches!(head, Head::Std(Std::Map | Std::Record, _)),
                };
                let item = if values { self.element(first) } else { self.item(first, 1, map_item) };
                let item = self.awaited(item);
                let kind = if gives == Gives::Items { Std::Iterator } else { Std::List };
                let list = self.types.std(kind, &[item]);
                if path == "Promise.all" { self.types.std(Std::Promise, &[list]) } else { list }
            }
        }
    }
    /// What something comes to that runs by itself: a block or function that is called, a promise.
    fn come_to(&mut self, started: Ty, file: FileId) -> Ty {
        match self.types.head(started) {
            Head::Closure(..) | Head::Func(..) => {
                let given = self.call(started, file, &[]);
                self.awaited(given)
            }
            _ => self.awaited(started),
        }
    }
}
