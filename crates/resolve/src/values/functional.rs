//! Interfaces that a function can stand for.

use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, Head, Ty};
use facts::{Modifiers, SymbolKind};
use std::rc::Rc;

impl Eval<'_> {
    /// The method that calling an instance calls.
    pub(crate) fn call_method(&mut self, this: Ty, decl: Decl) -> Option<Ty> {
        let (source, _) = self.project.symbol(decl)?;
        let name = self.method_key(source, source.language.call_member?);
        let method = self.member(this, name);
        matches!(self.types.head(method), Head::Func(..)).then_some(method)
    }

    /// The one method of a functional interface, and in terms of what its types stand.
    pub(crate) fn single_method(&mut self, ty: Ty) -> Option<(Decl, Env)> {
        let Head::Instance(decl, args) = self.types.head(ty).clone() else { return None };
        let (_, symbol) = self.project.symbol(decl)?;
        if symbol.kind != SymbolKind::Interface {
            return None;
        }
        let env = self.arguments_env(decl, &args);
        let mut types = vec![(decl, env)];
        let lineage: Rc<[Ty]> = self.lineage(decl);
        for &base in lineage.iter() {
            let base = self.types.subst(base, env);
            if let Head::Instance(base, args) = self.types.head(base).clone() {
                let env = self.arguments_env(base, &args);
                types.push((base, env));
            }
        }
        let mut found: Option<(Decl, Env)> = None;
        for (owner, env) in types {
            let Some(source) = self.source(owner.file) else { continue };
            for symbol in source.children(owner.symbol) {
                let declared = &source.graph.symbols[symbol as usize];
                let is_open = declared.kind == SymbolKind::Method && declared.modifiers.has(Modifiers::ABSTRACT);
                if !is_open || declared.modifiers.has(Modifiers::STATIC) {
                    continue;
                }
                let name = source.symbol_key(symbol);
                let again = found.is_some_and(|(other, _)| {
                    self.source(other.file).is_some_and(|source| source.symbol_key(other.symbol) == name)
                });
                match found {
                    None => found = Some((Decl { file: owner.file, symbol }, env)),
                    Some(_) if again => {}
                    Some(_) => return None,
                }
            }
        }
        found
    }
}
