//! Members of object literals and of type literals.

use crate::members::Hit;
use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Ty};
use facts::{SymbolKind, Type, Value, ValueId};

impl Eval<'_> {
    pub(crate) fn object_member(&mut self, file: FileId, value: ValueId, env: Env, name: Name) -> Option<Hit> {
        let source = self.source(file)?;
        let Value::Object { members, spreads } = &source.graph.values[value as usize] else { return None };
        if let Some((_, held)) = members.iter().rev().find(|(key, _)| source.name(*key) == name) {
            return Some(Hit::Given(file, *held, env));
        }
        for &spread in spreads.iter().rev() {
            let spread = self.value(file, spread);
            let spread = self.types.subst(spread, env);
            if let Some(&hit) = self.members(spread, name).first() {
                return Some(hit);
            }
        }
        None
    }

    pub(crate) fn shape_member(
        &mut self,
        object: Ty,
        file: FileId,
        ty: facts::TypeId,
        env: Env,
        alias: Option<Decl>,
        name: Name,
    ) -> Vec<Hit> {
        let Some(source) = self.source(file) else { return Vec::new() };
        let Type::Object { members } = &source.graph.types[ty as usize] else { return Vec::new() };
        let Some(&(_, member)) = members.iter().find(|(key, _)| source.name(*key) == name) else { return Vec::new() };
        if let Type::Of { value } = source.graph.types[member as usize]
            && let Value::Function { symbol: Some(symbol), .. } = source.graph.values[value as usize]
        {
            return vec![Hit::Declared(Decl { file, symbol }, env, object)];
        }
        // The members of an alias's own literal are symbols below it.
        if let Some(alias) = alias
            && let Some((_, symbol)) = self.project.symbol(alias)
            && symbol.kind == SymbolKind::TypeAlias
            && let Some(found) = self.own_member(alias, name)
        {
            return vec![Hit::Declared(found, env, object)];
        }
        let ty = self.declared(file, member, alias.map(|alias| alias.symbol));
        vec![Hit::Typed(self.types.subst(ty, env))]
    }
}
