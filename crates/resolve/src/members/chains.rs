//! What libraries that keep records give of a class: chains of questions about it (`Story.where(…).order(…)`), which have
//! what the class itself has, and its instances.
//!
//! A chain is a [`Head::Library`] of the path as written, so that rules see it, with two arguments: what it is about, and
//! the type of the tables that it is.

use crate::members::Hit;
use crate::project::names::Name;
use crate::standard::stubs::Given;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::ValueId;

/// A chain's path, what it is about, and its type in the tables, as they tell of that.
struct Chain {
    path: Name,
    record: Ty,
    listed: Ty,
}

impl Eval<'_> {
    /// What a class itself has by a base outside of which the tables tell.
    pub(crate) fn asked_of_class(&mut self, base: Name, decl: Decl, name: Name) -> Option<Hit> {
        let of_class = self.name(&format!("{}.(class)", self.text(base)));
        if self.language.libraries.is_empty() || !self.is_in_tables(of_class) {
            return None;
        }
        let record = self.types.instance(decl, &[]);
        let listed = self.types.make(Head::Library(of_class, [record].into()));
        let known = self.is_outside_member(listed, name);
        if !known && let Some(hit) = self.asked_of_instance(listed, record, name) {
            return Some(hit);
        }
        let class = self.chain(base, record, of_class);
        known.then(|| Hit::Standard(self.types.make(Head::Bound(class, name))))
    }

    /// What a class has by the first of its bases outside of which the tables tell so.
    pub(crate) fn asked_of_bases(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let plain = self.project.names.plain(name);
        let lineage = self.lineage(decl);
        lineage.iter().find_map(|&base| {
            let (path, _) = self.outside_type(base)?;
            self.asked_of_class(path, decl, plain)
        })
    }

    /// What a class, or a chain, is asked for that its instances have: `UserMailer.welcome`.
    fn asked_of_instance(&mut self, listed: Ty, record: Ty, name: Name) -> Option<Hit> {
        let word = self.name("<instance>");
        if !self.is_outside_member(listed, word) {
            return None;
        }
        self.members(record, name).first().copied().filter(|hit| matches!(hit, Hit::Declared(..)))
    }

    fn chain(&mut self, path: Name, record: Ty, listed: Name) -> Ty {
        let listed = self.types.make(Head::External(listed));
        self.types.make(Head::Library(path, [record, listed].into()))
    }

    fn as_chain(&mut self, ty: Ty) -> Option<Chain> {
        let Head::Library(path, args) = self.types.head(ty) else { return None };
        let (path, &[record, of]) = (*path, &args[..]) else { return None };
        let Head::External(of) = *self.types.head(of) else { return None };
        if !self.language.asks_classes {
            return None;
        }
        let listed = self.types.make(Head::Library(of, [record].into()));
        Some(Chain { path, record, listed })
    }

    /// A member of a chain: what its type is listed with, else what the class itself has that it is about.
    pub(crate) fn chain_member(&mut self, ty: Ty, name: Name) -> Option<Hit> {
        let Chain { path, record, listed } = self.as_chain(ty)?;
        let plain = self.project.names.plain(name);
        let is_listed = self.is_outside_member(listed, plain);
        if is_listed && !self.is_made_up(listed, plain) {
            return Some(Hit::Standard(self.types.make(Head::Bound(ty, plain))));
        }
        if self.language.singleton_members
            && let Head::Instance(decl, _) = *self.types.head(record)
            && let Some(hit @ (Hit::Declared(..) | Hit::CatchAll)) = self.singleton_member(decl, plain)
        {
            return Some(hit);
        }
        if is_listed {
            return Some(Hit::Standard(self.types.make(Head::Bound(ty, plain))));
        }
        let of_instance = self.asked_of_instance(listed, record, plain);
        Some(of_instance.unwrap_or_else(|| {
            let path = format!("{}.{}", self.text(path), self.text(plain));
            Hit::External(self.name(&path))
        }))
    }

    /// What calling a member of a chain gives: a chain, an instance, what a list of them would give.
    pub(crate) fn call_on_chain(&mut self, ty: Ty, name: Name, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let Chain { path, record, listed } = self.as_chain(ty)?;
        let given = self.outside_call(listed, name, Given { file, arguments, this: ty }).unwrap_or(Ty::UNKNOWN);
        let path = self.name(&format!("{}.{}", self.text(path), self.text(name)));
        let given = match self.types.head(given).clone() {
            Head::Library(of, args) => self.chain(path, args.first().copied().unwrap_or(record), of),
            Head::External(of) if self.is_in_tables(of) => self.chain(path, record, of),
            Head::Unknown if self.language.singleton_members => {
                let list = self.types.std(crate::values::types::Std::List, &[record]);
                self.call_standard(list, name, file, arguments)
            }
            _ => given,
        };
        Some(if given.is_unknown() { self.types.make(Head::External(path)) } else { given })
    }

    /// What a member of a chain hands to its block.
    pub(crate) fn handed_by_chain(&mut self, ty: Ty, name: Name, position: u32) -> Option<Ty> {
        let chain = self.as_chain(ty)?;
        Some(self.outside_hands(chain.listed, name, position).unwrap_or(Ty::UNKNOWN))
    }

    /// What a chain consists of.
    pub(crate) fn item_of_chain(&mut self, ty: Ty) -> Option<Ty> {
        let chain = self.as_chain(ty)?;
        Some(self.outside_item(chain.listed))
    }
}
