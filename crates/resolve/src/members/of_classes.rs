//! Members of classes themselves, of what `super` stands for, and of namespaces.

use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, Head, Std, THIS, Ty};
use facts::SymbolKind;

impl Eval<'_> {
    pub(crate) fn class_member(&mut self, class: Ty, decl: Decl, name: Name) -> Option<Hit> {
        if self.source(decl.file).is_some_and(|source| source.language.singleton_members) {
            return self.singleton_member(decl, name);
        }
        if let Some(hit) = self.promoted_member(decl, name) {
            return Some(hit);
        }
        let this = self.types.instance(decl, &[]);
        let own = self.own_member_of(decl, name, true);
        if own.is_none_or(|it| self.is_documented_alone(it))
            && let Some(hit) = self.behind_facade(decl, name)
        {
            return Some(hit);
        }
        if let Some(found) = own {
            let kind = self.project.symbol(found)?.1.kind;
            let nested = matches!(
                kind,
                SymbolKind::Class
                    | SymbolKind::Namespace
                    | SymbolKind::Enum
                    | SymbolKind::Interface
                    | SymbolKind::TypeAlias
            );
            if nested || kind == SymbolKind::EnumMember {
                return Some(Hit::Named(Entity::Symbol(found)));
            }
            let env = self.class_env(decl, &[], this);
            return Some(Hit::Declared(found, env, this));
        }
        let env = self.class_env(decl, &[], this);
        let hit = self.inherited(decl, env, this, name, true).or_else(|| self.exported_beside(decl, name));
        let hit = hit.or_else(|| self.open_member(decl, name));
        let hit = match hit {
            None | Some(Hit::External(_)) if self.language.asks_classes => self.asked_of_bases(decl, name).or(hit),
            hit => hit,
        };
        let hit = match hit {
            None | Some(Hit::External(_) | Hit::CatchAll) => self.metaclass_member(this, decl, name).or(hit),
            hit => hit,
        };
        if hit.is_none()
            && let Some(makes) = self.source(decl.file).and_then(|source| source.language.makes_by)
            && *self.text(name) == *makes
        {
            return Some(Hit::Named(Entity::Symbol(decl)));
        }
        if hit.is_none() && self.enum_member(decl, name).is_some() {
            let bound = self.types.make(Head::Bound(class, name));
            return Some(Hit::Standard(bound));
        }
        if hit.is_none()
            && let Some(found) = self.project.declared_outside(decl, name)
        {
            return Some(Hit::Named(Entity::Symbol(found)));
        }
        hit.or_else(|| {
            let alias = self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::TypeAlias);
            if !alias {
                return None;
            }
            let under = self.alias(decl);
            // What a smart pointer points to is not reached by a path.
            let is_pointer = matches!(self.types.head(under), Head::Std(Std::Pointer, _));
            if is_pointer && self.source(decl.file).is_some_and(|source| source.language.module_paths) {
                let bound = self.types.make(Head::Bound(under, name));
                return Some(Hit::Standard(bound));
            }
            if under == class || under == this { None } else { self.members(under, name).first().copied() }
        })
    }

    /// What a class has as an instance of its own class, which its bases may tell: a member that the repository declares.
    pub(crate) fn metaclass_member(&mut self, this: Ty, decl: Decl, name: Name) -> Option<Hit> {
        // Where classes are no objects that a method makes, they have no class.
        self.language.new_member?;
        let told = |eval: &Self, of: &Decl| {
            let (_, symbol) = eval.project.symbol(*of)?;
            symbol.declared.filter(|_| symbol.kind == SymbolKind::Class)
        };
        let of = self.with_bases(decl).into_iter().find(|of| told(self, of).is_some())?;
        let metaclass = self.declared(of.file, told(self, &of)?, Some(of.symbol));
        let Head::Instance(metaclass, _) = *self.types.head(metaclass) else { return None };
        let Some(Hit::Declared(found, ..)) = self.instance_member(this, metaclass, &[], name) else { return None };
        let env = self.class_env(metaclass, &[], this);
        Some(Hit::Declared(found, env, this))
    }

    pub(crate) fn super_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let this = self.types.make(Head::Param(decl, THIS));
        self.inherited(decl, Env::EMPTY, this, name, false)
    }

    pub(crate) fn namespace_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        if self.has_blocks(decl) {
            let plain = self.project.names.plain(name);
            let entity = self.project.path_member(Entity::Symbol(decl), plain, Use::Value);
            return (entity != Entity::Missing).then_some(Hit::Named(entity));
        }
        let found = self.own_member(decl, name)?;
        Some(Hit::Named(Entity::Symbol(found)))
    }
}
