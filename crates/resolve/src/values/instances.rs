//! What classes make: of one, of a type parameter that stands for one, of a class that extends a parameter.

use crate::values::eval::Eval;
use crate::values::types::{Env, Head, THIS, Ty};
use facts::{Relation, SymbolKind, Type};

impl Eval<'_> {
    /// The instance that a class makes; other types stay.
    pub(crate) fn instance_of(&mut self, ty: Ty) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.make_instance(ty))
    }

    fn make_instance(&mut self, ty: Ty) -> Ty {
        match self.types.head(ty).clone() {
            Head::Class(decl) => match self.project.symbol(decl) {
                Some((source, symbol)) if symbol.kind == SymbolKind::TypeAlias && !source.language.named_types => {
                    self.alias(decl)
                }
                _ => self.types.instance(decl, &[]),
            },
            Head::ClassOf(inner) => inner,
            Head::Computed(..) => {
                let known = self.known(ty);
                self.instance_of(known)
            }
            Head::Union(options) => {
                let options: Vec<Ty> = options.iter().map(|&option| self.instance_of(option)).collect();
                self.types.union(options)
            }
            Head::Intersection(parts) if self.is_constructor(ty) => {
                let mut made = Vec::with_capacity(parts.len());
                for &part in parts.iter() {
                    let part = self.instance_of(part);
                    match self.types.head(part) {
                        Head::Unknown => {}
                        Head::Intersection(inner) => made.extend(inner.iter().copied()),
                        _ => made.push(part),
                    }
                }
                self.types.make(Head::Intersection(made.into()))
            }
            // `class extends Base` of a `Base: T`, where a T is a class.
            Head::Param(decl, position) if position != THIS && self.language.computed_types => {
                let bound = self.bound(decl, position);
                if self.is_constructor(bound) { self.instance_of(bound) } else { ty }
            }
            Head::Func(decl, ..) if self.constructs(decl) => self.types.instance(decl, &[]),
            Head::Func(..)
            | Head::Closure(..)
            | Head::Module(_)
            | Head::Folder(_)
            | Head::Package(..)
            | Head::Namespace(_) => Ty::UNKNOWN,
            _ => ty,
        }
    }

    /// Whether a type is a class itself, or a class among others.
    pub(crate) fn is_constructor(&self, ty: Ty) -> bool {
        match self.types.head(ty) {
            Head::Class(_) | Head::ClassOf(_) => true,
            Head::Intersection(parts) => parts.iter().any(|&part| self.is_constructor(part)),
            _ => false,
        }
    }

    /// What a function gives that gives back a class which extends one of its parameters: that class, and the one that
    /// the parameter stands for in a call.
    pub(crate) fn mixed(&mut self, returned: Ty, env: Env) -> Ty {
        let Head::Class(class) = *self.types.head(returned) else { return returned };
        let Some((source, symbol)) = self.project.symbol(class).filter(|(it, _)| it.language.computed_types) else {
            return returned;
        };
        for base in symbol.bases.iter().filter(|base| base.relation == Relation::Extends) {
            let Type::Name { root: Some(binding), path, .. } = &source.graph.types[base.ty as usize] else { continue };
            let parameter = match path[..] {
                [_] => self.binding(class.file, *binding),
                _ => continue,
            };
            let given = self.types.subst(parameter, env);
            if given != parameter && self.is_constructor(given) {
                return self.types.make(Head::Intersection([returned, given].into()));
            }
        }
        returned
    }
}
