//! Extensions of types from outside that are told with what they are of, and what calls by operators are sure of.

use super::Fit;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Value, ValueId};

impl Eval<'_> {
    /// What a file sees of a name that extends types.
    pub(crate) fn seen_named(&mut self, source: &Source, file: FileId, name: Name) -> Vec<Decl> {
        self.seen_extensions(source, file, name).into_iter().map(|(_, decl)| decl).collect()
    }

    /// Whether what a member is taken from is known to be of the type that its declaration extends, if it extends one.
    pub(crate) fn surely_extends(&mut self, file: FileId, callee: ValueId, decl: Decl) -> bool {
        let Some((source, _)) = self.project.symbol(decl).filter(|(_, symbol)| symbol.receiver.is_some()) else {
            return true;
        };
        let Some(Value::Member { object, .. }) = self.source(file).map(|it| &it.graph.values[callee as usize]) else {
            return false;
        };
        let object = self.value(file, *object);
        let object = if source.language.extended_types { self.instance_of(object) } else { object };
        let receiver = self.receiver_type(decl);
        self.fit(receiver, object, 0).is_some_and(|fit| fit >= Fit::Like)
    }

    /// How types of libraries fit that are told with what they are of.
    pub(super) fn fit_outside(&mut self, receiver: Ty, object: Ty, depth: u8) -> Option<Option<Fit>> {
        let is_told = |eval: &Self, ty: Ty| matches!(eval.types.head(ty), Head::Library(..));
        if !is_told(self, receiver) && !is_told(self, object) || !self.language.package_functions {
            return None;
        }
        let ((wanted, takes), (given, _)) = (self.outside_type(receiver)?, self.outside_type(object)?);
        if let Some(has) = self.as_outside(object, wanted) {
            let differs = takes.iter().zip(has.iter()).any(|(&takes, &has)| self.differs(takes, has));
            return Some((!differs).then_some(if wanted == given { Fit::Same } else { Fit::Base }));
        }
        let (wanted, given) = (self.types.make(Head::External(wanted)), self.types.make(Head::External(given)));
        Some(self.fit(wanted, given, depth + 1))
    }
}
