//! Calls on what libraries keep under names of theirs, where nothing is known of what has the member.

use crate::project::source::Source;
use crate::standard::held_members::ends_of_types;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head};
use facts::{Value, ValueId};

impl Eval<'_> {
    /// How the names of the types end that a receiver is of, where it is got by a member under which a library keeps them.
    pub(crate) fn kept_by_library(&self, source: &Source, receiver: ValueId) -> Option<&'static [&'static str]> {
        let Value::Member { name, .. } = source.graph.values[receiver as usize] else { return None };
        ends_of_types(source.language.system, source.graph.name(name))
    }

    /// Whether the class of a method, or one that it extends, is called so.
    pub(crate) fn extends_named(&mut self, method: Decl, ends: &[&str]) -> bool {
        let Some((source, symbol)) = self.project.symbol(method) else { return false };
        let Some(parent) = symbol.parent else { return false };
        let is_so = |name: &str| name.split('.').any(|part| ends.iter().any(|end| part.ends_with(end)));
        if is_so(source.graph.name(source.graph.symbols[parent as usize].name)) {
            return true;
        }
        let bases = self.lineage(Decl { file: method.file, symbol: parent });
        bases.iter().any(|&base| match *self.types.head(base) {
            Head::External(path) | Head::Library(path, _) => is_so(&self.text(path)),
            Head::Instance(class, _) => {
                self.project.symbol(class).is_some_and(|(source, it)| is_so(source.graph.name(it.name)))
            }
            _ => true,
        })
    }
}
