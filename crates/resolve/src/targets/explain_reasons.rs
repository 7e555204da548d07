//! Why a call has its resolution, in a sentence.

use crate::naming::entities::Use;
use crate::project::outline::List;
use crate::targets::labels::{MAX_CANDIDATES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use facts::{BindingKind, Value, ValueId};

/// So many of those that have a call's name are told by their places.
const MAX_NAMED: usize = 3;

impl Eval<'_> {
    pub(crate) fn because(&mut self, file: FileId, call: &facts::Call, verdict: &Verdict) -> String {
        let member = self.source(file).and_then(|source| match source.graph.values[call.callee as usize] {
            Value::Member { object, name } => Some((object, source.name(name))),
            _ => None,
        });
        let receiver = member.map(|(object, _)| self.value(file, object));
        let known = receiver.is_some_and(|ty| !self.is_blank(ty));
        match verdict.resolution {
            _ if verdict.conversion => "a type is named like a function: this converts a value, and is no call".into(),
            Resolution::Exact => "names alone lead to the declaration, through scopes and imports".into(),
            Resolution::Typed if receiver.is_none() => "the type of what is called is known, and tells it".into(),
            Resolution::Typed => "the receiver's type is known, and this is its member".into(),
            Resolution::Unique if self.is_local(file, call.callee) => {
                "a local was given it by its name, and may be given another".into()
            }
            Resolution::Unique if receiver.is_none() => {
                "no scope or import tells the name; it is telling, no standard function has it, and one declaration here does"
                    .into()
            }
            Resolution::Unique => {
                "too little is known of the receiver; the name is telling, no standard type has it, and one type here does"
                    .into()
            }
            Resolution::Ambiguous => {
                let count = match verdict.targets.len() {
                    MAX_CANDIDATES => format!("{MAX_CANDIDATES} declarations, or more,"),
                    count => format!("{count} declarations"),
                };
                let is_member = self.source(file).zip(member.zip(receiver)).is_none_or(|(source, ((_, name), held))| {
                    !self.reached(source, file, held, name, Use::Call).is_empty()
                });
                match is_member {
                    true => format!("{count} fit equally well"),
                    false => format!("nothing but the name leads there, and {count} have it"),
                }
            }
            Resolution::External => "it leaves the repository".into(),
            Resolution::Dynamic if self.is_closure(file, call.callee) => {
                "what is called is a function without a name, whose own calls count as those of what it is written in"
                    .into()
            }
            Resolution::Dynamic => "what is called is a value that only a run can tell".into(),
            Resolution::Unresolved if verdict.external.is_some() && self.may_be_given_back(file, call) => {
                let named = self.named_alike(file, call);
                format!("what it is called on was given by something outside, and is not known; {named}")
            }
            Resolution::Unresolved if known => {
                "of what it is called on, no member of that name is known, here or outside".into()
            }
            Resolution::Unresolved if receiver.is_none() => {
                "nothing that the file sees is declared by that name and takes what it is given".into()
            }
            Resolution::Unresolved => {
                let named = self.named_alike(file, call);
                format!("nothing is known of what it is called on; {named}")
            }
        }
    }

    /// The methods that have a call's name, the first few by their places: the receiver's type would choose among them.
    fn named_alike(&self, file: FileId, call: &facts::Call) -> String {
        let Some(source) = self.source(file) else { return String::new() };
        let plain = self.project.names.plain(source.name(call.name));
        let lists = [List::Method, List::Extension].map(|list| self.project.listed(list, plain));
        let all: Vec<Decl> = lists.into_iter().flatten().map(|&(file, symbol)| Decl { file, symbol }).collect();
        let places: Vec<String> = all.iter().take(MAX_NAMED).map(|&decl| self.place(decl)).collect();
        match all.len() {
            0 => "nothing here has a method of that name".into(),
            1 => format!("one here has a method of that name, which would be a guess: {}", places[0]),
            count => {
                let more = if count > MAX_NAMED { ", …" } else { "" };
                format!("{count} here have a method of that name, each a guess: {}{more}", places.join(", "))
            }
        }
    }

    fn is_closure(&mut self, file: FileId, callee: ValueId) -> bool {
        let ty = self.value(file, callee);
        matches!(self.types.head(ty), Head::Closure(..))
    }

    fn is_local(&self, file: FileId, callee: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        let Value::Name { binding: Some(binding), .. } = source.graph.values[callee as usize] else { return false };
        source.graph.bindings[binding as usize].kind == BindingKind::Variable
    }
}
