//! What a container's elements come to that are put together anew: in pairs, in groups, under keys.

use crate::project::names::Name;
use crate::standard::std_types::{Gives, rust};
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head, Std, Ty};
use facts::ValueId;

impl Eval<'_> {
    /// What a method of a container gives that puts its elements together anew.
    ///
    /// `given`: the file and arguments of its call.
    pub(super) fn regrouped(&mut self, gives: Gives, from: Ty, element: Ty, given: (FileId, &[ValueId])) -> Ty {
        let (file, arguments) = given;
        let zipped = match self.types.head(from) {
            Head::Std(Std::Option, _) => Std::Option,
            _ => Std::Iterator,
        };
        let returned = |eval: &mut Self, at: usize| {
            let callback = eval.value(file, *arguments.get(at)?);
            Some(eval.call(callback, file, &[]))
        };
        let list = |eval: &mut Self, of: Ty| eval.types.std(Std::List, &[of]);
        match gives {
            Gives::Zipped => {
                if let Some(joined) = returned(self, 1) {
                    return list(self, joined);
                }
                let other = arguments.first().map_or(Ty::UNKNOWN, |&other| self.value(file, other));
                let other = self.item(other, 1, self.language.map_item);
                let pair = self.types.make(Head::Tuple([element, other].into()));
                self.types.std(zipped, &[pair])
            }
            Gives::Groups => {
                let group = list(self, element);
                list(self, group)
            }
            Gives::Keyed | Gives::KeyedGroups => {
                let key = returned(self, 0).unwrap_or(Ty::UNKNOWN);
                let chooser = arguments.get(1).map_or(Ty::UNKNOWN, |&value| self.value(file, value));
                let chosen = if chooser.is_unknown() { element } else { self.call(chooser, file, &[]) };
                let held = if gives == Gives::Keyed { chosen } else { list(self, chosen) };
                self.types.std(Std::Map, &[key, held])
            }
            Gives::KeyedBy => {
                let held = returned(self, 0).unwrap_or(Ty::UNKNOWN);
                self.types.std(Std::Map, &[element, held])
            }
            Gives::Parted => {
                let part = list(self, element);
                self.types.make(Head::Tuple([part, part].into()))
            }
            Gives::Split => {
                let pair = self.types.make(Head::Tuple([element, from].into()));
                self.types.std(Std::Option, &[pair])
            }
            Gives::Paired => match self.types.head(element).clone() {
                Head::Tuple(parts) if parts.len() == 2 => self.types.std(Std::Map, &parts),
                _ => Ty::UNKNOWN,
            },
            Gives::MappedValues | Gives::MappedKeys => {
                let made = returned(self, 0).unwrap_or(Ty::UNKNOWN);
                match (self.types.head(element).clone(), gives) {
                    (Head::Tuple(pair), Gives::MappedValues) if pair.len() == 2 => {
                        self.types.std(Std::Map, &[pair[0], made])
                    }
                    (Head::Tuple(pair), _) if pair.len() == 2 => self.types.std(Std::Map, &[made, pair[1]]),
                    _ => Ty::UNKNOWN,
                }
            }
            Gives::Transposed => match (self.types.head(from).clone(), self.types.head(element).clone()) {
                (Head::Std(outer, _), Head::Std(inner, held)) if !held.is_empty() => {
                    let within = self.types.std(outer, &[held[0]]);
                    let mut held = held.to_vec();
                    held[0] = within;
                    self.types.std(inner, &held)
                }
                _ => Ty::UNKNOWN,
            },
            _ => Ty::UNKNOWN,
        }
    }

    /// What a callback makes of an element: a method that is named by its trait or type, as `AsRef::as_ref`, is one of
    /// the element.
    pub(super) fn made_by_callback(&mut self, element: Ty, callback: Ty, file: FileId) -> Ty {
        if let Some(name) = self.named_method(callback) {
            let method = self.member(element, name);
            let made = self.call(method, file, &[]);
            if !made.is_unknown() {
                return made;
            }
        }
        self.call(callback, file, &[])
    }

    /// The method of the standard library that a path names, if it is none that makes something of what it is given.
    fn named_method(&self, callback: Ty) -> Option<Name> {
        if !self.language.module_paths {
            return None;
        }
        let name = match *self.types.head(callback) {
            Head::External(path) => {
                let text = self.text(path);
                self.name(text.strip_prefix("std.")?.rsplit('.').next()?)
            }
            Head::Bound(of, name) => match self.types.head(of) {
                Head::Std(_, args) if args.iter().all(|ty| ty.is_unknown()) => name,
                _ => return None,
            },
            _ => return None,
        };
        let text = self.text(name);
        (!rust::is_constructor(&text) && !rust::is_made_by(&text)).then_some(name)
    }
}
