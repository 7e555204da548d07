//! What `this` is: by class, by an extension's receiver, by what a callee gives its callback.

use crate::eval::Eval;
use crate::source::Source;
use crate::types::{Decl, FileId, Head, THIS, Ty};
use facts::{ScopeId, SymbolId, SymbolKind};

impl Eval<'_> {
    /// What `this` is in a scope: the innermost receiver that is known.
    pub(crate) fn receiver(&mut self, source: &Source, file: FileId, scope: ScopeId) -> Ty {
        let mut next = Some(scope);
        while let Some(id) = next {
            let ty = self.receiver_of(source, file, id);
            if !ty.is_unknown() {
                return ty;
            }
            next = source.graph.scopes[id as usize].parent;
        }
        Ty::UNKNOWN
    }

    /// What a scope by itself adds as `this`.
    pub(crate) fn receiver_of(&mut self, source: &Source, file: FileId, scope: ScopeId) -> Ty {
        let scope = &source.graph.scopes[scope as usize];
        match (scope.receiver, class_of(source, scope.symbol)) {
            (Some(value), _) => self.value(file, value),
            (None, Some(symbol)) => self.types.make(Head::Param(Decl { file, symbol }, THIS)),
            _ => Ty::UNKNOWN,
        }
    }
}

/// A symbol that is a type with members.
fn class_of(source: &Source, symbol: Option<SymbolId>) -> Option<SymbolId> {
    symbol.filter(|&id| {
        matches!(
            source.graph.symbols[id as usize].kind,
            SymbolKind::Class | SymbolKind::Interface | SymbolKind::Struct | SymbolKind::Enum
        )
    })
}
