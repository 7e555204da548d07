//! Arguments that name a function or class, and what their form alone says of them.

use crate::languages::Arguments;
use crate::members::Hit;
use crate::naming::entities::Use;
use crate::project::source::{Source, signature};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Builtin, SymbolKind, TypeId, Value, ValueId};

/// A function of just the parameters that are wanted, and one that leaves some of its own to their defaults.
const AS_WANTED: u32 = 4;
const ADAPTED: u32 = 1;

impl Eval<'_> {
    /// How well a function or class that is named, or a value of a function's type, goes where a function is wanted, by the
    /// number of parameters. None: no function is wanted, or none is given; within, that it does not.
    pub(super) fn takes_reference(
        &mut self,
        source: &Source,
        file: FileId,
        wanted: Ty,
        argument: ValueId,
    ) -> Option<Option<u32>> {
        let Head::FuncType(at, ty, _) = *self.types.head(wanted) else { return None };
        if source.language.arguments != Arguments::Named {
            return None;
        }
        let count = self.count_of_type(at, ty)?;
        let held = self.value(file, argument);
        if let Head::FuncType(of, written, _) = *self.types.head(held) {
            return self.count_of_type(of, written).map(|held| (held == count).then_some(AS_WANTED));
        }
        let (named, through_class) = self.named_function(source, file, argument)?;
        let mut all = self.of_one_name(source, file, named);
        if !all.contains(&named) && self.project.symbol(named).is_some_and(|(_, it)| !it.params.is_empty()) {
            all.push(named);
        }
        let counts = all.iter().filter_map(|&decl| self.counts(decl)).map(|(least, most)| {
            let itself = usize::from(through_class);
            (least + itself, most + itself)
        });
        let suits = counts.filter(|&(least, most)| least <= count && count <= most);
        Some(suits.map(|(_, most)| if most == count { AS_WANTED } else { ADAPTED }).max())
    }

    /// The function or class that a value names, and whether it is a method that takes an instance of the class in front.
    fn named_function(&mut self, source: &Source, file: FileId, argument: ValueId) -> Option<(Decl, bool)> {
        let given = self.value(file, argument);
        match *self.types.head(given) {
            Head::Class(decl) | Head::Func(decl, ..) => Some((decl, false)),
            // A method that is no property is found by a call alone.
            Head::Unknown => {
                let Value::Member { object, name } = source.graph.values[argument as usize] else { return None };
                let object = self.value(file, object);
                let through_class = matches!(self.types.head(object), Head::Class(_));
                let object = if through_class { self.instance_of(object) } else { object };
                let hits = self.reached(source, file, object, source.name(name), Use::Call);
                let [Hit::Declared(decl, ..)] = hits[..] else { return None };
                let (_, symbol) = self.project.symbol(decl)?;
                matches!(symbol.kind, SymbolKind::Method | SymbolKind::Function).then_some((decl, through_class))
            }
            _ => None,
        }
    }

    /// How many parameters a function's type has, with its receiver.
    fn count_of_type(&self, file: FileId, ty: TypeId) -> Option<usize> {
        let signature = signature(&self.source(file)?.graph, ty)?;
        Some(signature.params.len() + usize::from(signature.receiver.is_some()))
    }

    /// How many parameters a function has that have to be given something, and how many in all.
    fn counts(&self, decl: Decl) -> Option<(usize, usize)> {
        let (_, symbol) = self.project.symbol(decl)?;
        let least = symbol.params.iter().filter(|param| !param.optional && !param.rest).count();
        Some((least, symbol.params.len()))
    }

    /// Whether a value is seen to be there by how it is written.
    pub(super) fn is_there(&self, source: &Source, argument: ValueId) -> bool {
        match source.graph.values[argument as usize] {
            Value::Builtin(builtin) => !matches!(builtin, Builtin::Null | Builtin::Object),
            Value::List { .. } => true,
            Value::Named { value, .. } => self.is_there(source, value),
            _ => false,
        }
    }
}
