//! Which of the blocks that implement a trait for types outside a receiver is of, where more is known of it than the
//! word by which those types are compared.

use crate::naming::entities::Entity;
use crate::project::outline::List;
use crate::standard::std_types::rust::hands_on;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use crate::values::written_forms::{FORM_DEPTH, Form};
use facts::{Behind, Type, TypeId, Value, ValueId};
use std::rc::Rc;

/// How many parts of a literal are known: one of so many may have more.
const KNOWN_PARTS: usize = 16;

/// Whether a value is of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    No,
    Maybe,
    /// It is whatever it is.
    Any,
    Yes,
}

impl Eval<'_> {
    /// The method of the one block that implements a trait's method for a receiver.
    pub(crate) fn run_for_receiver(&mut self, file: FileId, object: ValueId, target: Decl) -> Option<Decl> {
        let ty = self.value(file, object);
        if let Head::Tuple(parts) = self.types.head(ty) {
            let parts = parts.clone();
            return self.run_for_tuple(parts, target);
        }
        let (word, behind) = self.receiver_word(file, object)?;
        self.blocks_of_word(&word, behind, target)
    }

    /// The word of the type that a receiver is written as, and what it stands behind, where that is known.
    fn receiver_word(&mut self, file: FileId, object: ValueId) -> Option<(String, Option<Behind>)> {
        let form = self.written_form(file, object, FORM_DEPTH);
        // A pointer hands on what it points to has.
        if let Some(word) = form.as_ref().and_then(Form::word).filter(|word| !hands_on(word)) {
            let behind = match &form {
                Some(Form::Written(text)) if text.starts_with("&mut ") => Some(Behind::Mutable),
                Some(Form::Written(text)) if text.starts_with('&') => Some(Behind::Shared),
                Some(Form::Written(_)) => Some(Behind::Nothing),
                _ => None,
            };
            return Some((word.to_owned(), behind));
        }
        let graph = &self.source(file)?.graph;
        match &graph.values[object as usize] {
            // What is collected into a container that is written: `let heap: BinaryHeap<_> = …`.
            Value::Name { binding: Some(binding), .. } => {
                let bound = &graph.bindings[*binding as usize];
                let Type::Name { path, .. } = &graph.types[bound.declared? as usize] else { return None };
                let made = bound.values.first().map(|&value| &graph.values[value as usize]);
                let is_made = matches!(made, Some(Value::Call { .. }));
                let word = graph.name(*path.last()?);
                (is_made && !hands_on(word)).then(|| (word.to_owned(), Some(Behind::Nothing)))
            }
            _ => None,
        }
    }

    /// The method of the one block that implements a trait for a type outside of such a word.
    fn blocks_of_word(&self, word: &str, behind: Option<Behind>, target: Decl) -> Option<Decl> {
        let is_of_word = |method: Decl| {
            let symbol = self.project.symbol(method);
            symbol.and_then(|(_, it)| it.qualified.rsplit_once('.')).is_some_and(|(owner, _)| owner == word)
        };
        let mut found: Vec<_> = self.outside_blocks(target);
        found.retain(|&(_, method)| is_of_word(method));
        if found.len() > 1 {
            found.retain(|(block, _)| Some(block.behind) == behind);
        }
        match found[..] {
            [(_, one)] => Some(one),
            _ => None,
        }
    }

    /// The method of the one trait that is implemented for the type which a receiver is written as, where types alone
    /// leave several traits of which each has one of the name.
    pub(crate) fn run_for_one_of_traits(&mut self, file: FileId, callee: ValueId) -> Option<Verdict> {
        let source = self.source(file)?;
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return None };
        let plain = self.project.names.plain(source.name(name));
        if self.project.listed(List::OfTrait, plain).len() < 2 || self.is_std_member(plain) {
            return None;
        }
        let methods = self.trait_methods_named(plain);
        let (word, behind) = self.receiver_word(file, object)?;
        let mut found = Vec::new();
        for method in methods.iter() {
            found.extend(self.blocks_of_word(&word, behind, method.decl).filter(|_| self.sees_trait(method.of)));
        }
        match found[..] {
            [one] => Some(Verdict::one(Resolution::Typed, one)),
            _ => None,
        }
    }

    /// Blocks for tuples differ in their lengths and in what parts are of; no two are for the same tuple.
    fn run_for_tuple(&mut self, parts: Rc<[Ty]>, target: Decl) -> Option<Decl> {
        if parts.len() >= KNOWN_PARTS {
            return None;
        }
        let mut found = None;
        let blocks = self.outside_blocks(target);
        let is_long = |(block, method): &&(&facts::Impl, Decl)| {
            let source = self.project.source(method.file);
            let length = source.and_then(|source| match &source.graph.types[block.ty as usize] {
                Type::Tuple { parts } => Some(parts.len()),
                _ => None,
            });
            length == Some(parts.len())
        };
        let mut long = blocks.iter().filter(is_long);
        if let (Some(&(_, only)), None) = (long.next(), long.next()) {
            return Some(only);
        }
        for (block, method) in blocks {
            let source = self.project.source(method.file)?;
            let Type::Tuple { parts: wanted } = &source.graph.types[block.ty as usize] else { continue };
            if wanted.len() != parts.len() {
                continue;
            }
            let fits: Vec<Fit> = wanted
                .iter()
                .zip(parts.iter())
                .map(|(&wanted, &part)| self.part_fits(method.file, wanted, part))
                .collect();
            if fits.contains(&Fit::No) {
                continue;
            }
            // What any tuple of the length fits may be bound to less.
            let is_sure = fits.contains(&Fit::Yes) && !fits.contains(&Fit::Maybe);
            if !is_sure || found.replace(method).is_some() {
                return None;
            }
        }
        found
    }

    fn part_fits(&self, file: FileId, wanted: TypeId, part: Ty) -> Fit {
        match (self.project.head_of(file, wanted), self.types.head(part)) {
            (Entity::Binding(..), _) => Fit::Any,
            (_, Head::Unknown | Head::Dynamic | Head::Param(..)) => Fit::Maybe,
            (Entity::Symbol(decl), Head::Instance(of, _)) if decl == *of => Fit::Yes,
            (Entity::External(path), Head::External(of)) if self.constant_type(*of) == path => Fit::Yes,
            // A type outside is none of the repository; of what else comes from there the type is not known.
            (Entity::Symbol(_), Head::External(of)) if !self.is_outside_value(self.constant_type(*of)) => Fit::No,
            (_, Head::External(_)) | (Entity::Missing, _) => Fit::Maybe,
            _ => Fit::No,
        }
    }
}
