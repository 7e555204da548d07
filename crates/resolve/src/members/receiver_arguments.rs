//! Of blocks for one generic type with other arguments, those that a receiver is of.

use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Value, ValueId};

impl Eval<'_> {
    /// Of several methods those whose blocks are for what a call's receiver is, `impl Finish for Builder<Server>`. None:
    /// that tells nothing.
    pub(crate) fn by_receiver_arguments(
        &mut self,
        targets: &[Decl],
        file: FileId,
        callee: ValueId,
    ) -> Option<Vec<Decl>> {
        let Value::Member { object, .. } = self.source(file)?.graph.values[callee as usize] else { return None };
        let held = self.value(file, object);
        let Head::Instance(of, arguments) = self.types.head(held).clone() else { return None };
        if arguments.is_empty() {
            return None;
        }
        let may_be = targets.iter().map(|&target| self.may_be_for(target, of, &arguments));
        let may_be = may_be.collect::<Option<Vec<bool>>>()?;
        let found: Vec<Decl> = targets.iter().zip(&may_be).filter(|(_, it)| **it).map(|(&target, _)| target).collect();
        (!found.is_empty() && found.len() < targets.len()).then_some(found)
    }

    /// Whether the block of a method may be for a type with these arguments. None: it is for something else.
    fn may_be_for(&mut self, method: Decl, of: Decl, arguments: &[Ty]) -> Option<bool> {
        let (_, symbol) = self.project.symbol(method)?;
        let receiver = symbol.receiver?;
        let wanted = self.declared(method.file, receiver, None);
        match self.types.head(wanted).clone() {
            Head::Instance(decl, wanted) if decl == of => {
                let differ = |one: Ty, other: Ty| {
                    let (one, other) = (self.types.head(one), self.types.head(other));
                    matches!((one, other), (Head::Instance(one, _), Head::Instance(other, _)) if one != other)
                };
                Some(!wanted.iter().zip(arguments).any(|(&one, &other)| differ(one, other)))
            }
            _ => None,
        }
    }
}
