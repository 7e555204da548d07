//! Extensions of one name in several classes: where types alone say which is meant, they are overloads of each other.

use super::extends;
use crate::languages::Extensions;
use crate::naming::packages::package_of_scope;
use crate::project::source::Source;
use crate::targets::overloads::Candidate;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Ty};
use facts::{Modifiers, SymbolId, Type, TypeId};

impl Eval<'_> {
    /// What else a call of an extension may mean: those of other classes that the file sees, where they extend a value
    /// as well as the first that was found.
    pub(crate) fn extension_overloads(&mut self, file: FileId, first: Decl, object: Ty) -> Vec<Candidate> {
        let (Some(source), Some((of, symbol))) = (self.source(file), self.project.symbol(first)) else {
            return Vec::new();
        };
        if source.language.extensions != Extensions::ByType || !extends(symbol) {
            return Vec::new();
        }
        let (class, name) = (symbol.parent, of.name(symbol.name));
        let receiver = self.receiver_type(first);
        let Some(best) = self.fit(receiver, object, 0) else { return Vec::new() };
        let mut all = vec![first];
        for (_, decl) in self.seen_extensions(source, file, name) {
            let is_beside =
                decl.file == first.file && self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.parent == class);
            let receiver = self.receiver_type(decl);
            if !is_beside && self.fit(receiver, object, 0) == Some(best) {
                all.push(decl);
            }
        }
        let mut others = self.nearest(file, all);
        others.retain(|decl| *decl != first);
        let candidate = |decl| {
            let receiver = self.receiver_type(decl);
            Candidate { decl, env: self.infer_receiver(decl, receiver, object) }
        };
        others.into_iter().map(candidate).collect()
    }

    /// Whether a type is the one that stands for a class's own members.
    pub(super) fn is_companion(&self, wanted: Decl, class: Decl) -> bool {
        wanted.file == class.file
            && self.project.symbol(wanted).is_some_and(|(_, symbol)| {
                symbol.parent == Some(class.symbol) && symbol.modifiers.has(Modifiers::EMBEDDED)
            })
    }

    /// Whether two functions are written with the same parameters, for receivers of one name.
    pub(crate) fn same_shape(&self, one: Decl, other: Decl) -> bool {
        let (Some((of, one)), Some((other_of, other))) = (self.project.symbol(one), self.project.symbol(other)) else {
            return false;
        };
        one.params.len() == other.params.len()
            && one.params.iter().zip(&other.params).all(|(one, other)| one.type_text == other.type_text)
            && last_word(of, one.receiver) == last_word(other_of, other.receiver)
    }
}

/// The last name of a type as written.
fn last_word(source: &Source, ty: Option<TypeId>) -> Option<&str> {
    match &source.graph.types[ty? as usize] {
        Type::Name { path, .. } => path.last().map(|name| source.graph.name(*name)),
        _ => None,
    }
}

/// The package and the class that an extension stands in.
pub(super) fn home(source: &Source, symbol: SymbolId) -> (&str, Option<SymbolId>) {
    let class = source.graph.symbols[symbol as usize].parent;
    let mut top = symbol;
    while let Some(parent) = source.graph.symbols[top as usize].parent {
        top = parent;
    }
    let blocks = &source.graph.packages;
    let block = (!blocks.is_empty())
        .then(|| source.graph.bindings.iter().find(|binding| binding.symbol == Some(top)))
        .flatten()
        .and_then(|binding| package_of_scope(&source.graph, binding.scope));
    (block.unwrap_or_else(|| source.graph.package.as_deref().unwrap_or_default()), class)
}
