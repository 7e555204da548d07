//! Of the blocks that implement a trait for a type and for references to it, those that a call on a value runs.

use crate::standard::std_types::rust::copies;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head};
use crate::values::written_forms::plain_text;
use facts::{Behind, BindingKind, Modifiers, Value, ValueId};
use std::slice::from_ref;

/// How many names and calls are followed to what a value was made by.
const DEPTH: u8 = 4;

/// The references that a value stands behind, the outermost first.
type References = Vec<Behind>;

impl Eval<'_> {
    /// Of several methods of one name those that a call on an object finds first, with as few references taken away or
    /// added as there may be. None: all, or it is not known how the object is held.
    pub(crate) fn by_reference(&mut self, targets: &[Decl], file: FileId, callee: ValueId) -> Option<Vec<Decl>> {
        let taken: Option<Vec<References>> = targets.iter().map(|&target| self.taken_by(target)).collect();
        let taken = taken?;
        if taken.windows(2).all(|pair| pair[0] == pair[1]) {
            return None;
        }
        let Value::Member { object, .. } = self.source(file)?.graph.values[callee as usize] else { return None };
        let held = self.references(file, object, DEPTH)?;
        for skipped in 0..=held.len() {
            let left = &held[skipped..];
            for lent in [&[][..], from_ref(&Behind::Shared), from_ref(&Behind::Mutable)] {
                let fits = |(_, taken): &(&Decl, &References)| taken[..] == [lent, left].concat();
                let found: Vec<Decl> = targets.iter().zip(&taken).filter(fits).map(|(&target, _)| target).collect();
                if !found.is_empty() {
                    return Some(found);
                }
            }
        }
        None
    }

    /// What a method takes as its `self`: its own reference, and that which its block implements for.
    fn taken_by(&self, method: Decl) -> Option<References> {
        let (source, symbol) = self.project.symbol(method)?;
        let block = source.graph.impls.iter().find(|block| block.members.contains(&method.symbol))?;
        let is = |bits| symbol.modifiers.has(bits);
        let mut taken = match (is(Modifiers::LENT), is(Modifiers::LENT_MUTABLY)) {
            _ if is(Modifiers::STATIC) => return None,
            (false, false) => References::new(),
            (true, false) => vec![Behind::Shared],
            (false, true) => vec![Behind::Mutable],
            (true, true) => return None,
        };
        taken.extend(Some(block.behind).filter(|it| *it != Behind::Nothing));
        Some(taken)
    }

    /// Whether a value is known to be behind no reference.
    pub(super) fn is_no_reference(&mut self, file: FileId, value: ValueId) -> bool {
        self.references(file, value, DEPTH).is_some_and(|held| held.is_empty())
    }

    /// The references that a value stands behind, where the source tells.
    fn references(&mut self, file: FileId, value: ValueId, depth: u8) -> Option<References> {
        let source = self.source(file)?;
        let depth = depth.checked_sub(1)?;
        match &source.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let bound = &source.graph.bindings[*binding as usize];
                if source.graph.name(bound.name) == "self" {
                    let around = source.graph.scopes[bound.scope as usize].symbol;
                    return self.taken_by(Decl { file, symbol: around.or(self.around)? });
                }
                let mut params = source.graph.symbols.iter().flat_map(|symbol| &symbol.params);
                if let Some(param) = params.find(|param| param.binding == Some(*binding)) {
                    return Some(by_text(param.type_text.as_deref()?));
                }
                match bound.values[..] {
                    // A name for a place may stand for a reference to it.
                    [one] if bound.declared.is_none() && bound.kind == BindingKind::Variable => {
                        let is_made = matches!(
                            source.graph.values[one as usize],
                            Value::Call { .. } | Value::Instance { .. } | Value::New { .. }
                        );
                        if is_made { self.references(file, one, depth) } else { None }
                    }
                    _ => None,
                }
            }
            Value::Member { object, name } => {
                let (object, name) = (self.value(file, *object), source.name(*name));
                let [hit] = self.members(object, name)[..] else { return None };
                let (_, symbol) = self.project.symbol(hit.declared()?)?;
                Some(by_text(symbol.declared_text.as_deref().filter(|text| !text.starts_with('*'))?))
            }
            Value::Call { callee, .. } => {
                let callee = self.callee(source, file, *callee);
                match *self.types.head(callee) {
                    Head::Func(decl, ..) => {
                        let (_, symbol) = self.project.symbol(decl)?;
                        Some(by_text(symbol.returns.as_deref()?))
                    }
                    Head::Bound(_, name) if copies(&self.text(name)) => Some(References::new()),
                    _ => None,
                }
            }
            Value::Instance { .. } | Value::New { .. } => Some(References::new()),
            Value::Lent { object } => {
                let mut held = self.references(file, *object, depth)?;
                held.insert(0, Behind::Shared);
                Some(held)
            }
            Value::Either { options } => match options[..] {
                [one] => {
                    let mut held = self.references(file, one, depth)?;
                    (!held.is_empty()).then(|| held.split_off(1))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

/// The references at the beginning of a type's text.
fn by_text(text: &str) -> References {
    let plain = plain_text(text);
    let (mut held, mut rest) = (References::new(), plain.trim_start());
    while let Some(behind) = rest.strip_prefix('&') {
        let behind = behind.trim_start();
        let inner = behind.strip_prefix("mut ");
        held.push(if inner.is_some() { Behind::Mutable } else { Behind::Shared });
        rest = inner.unwrap_or(behind).trim_start();
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_stand_before_types() {
        assert_eq!(by_text("&'a mut &T"), [Behind::Mutable, Behind::Shared]);
        assert_eq!(by_text("Vec<&T>"), []);
    }
}
