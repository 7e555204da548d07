//! Members that a class has from its bases.

use super::Hit;
use crate::project::names::Name;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, Head, Std, Ty};
use facts::{Modifiers, SymbolKind};

impl Eval<'_> {
    /// A member from the bases of a class, or word that a base lies outside or answers for any name.
    pub(crate) fn inherited(&mut self, decl: Decl, env: Env, this: Ty, name: Name, of_class: bool) -> Option<Hit> {
        let lineage = self.lineage(decl);
        let plain = self.project.names.plain(name);
        let of_root = name != plain && self.root_member(decl, plain).is_some();
        let (mut standard, mut yielding, mut documented) = (None, None, None);
        let mut outside: Vec<(Name, Ty)> = Vec::new();
        let claimed = self.claimed(decl);
        for &base in lineage.iter() {
            let base = self.types.subst(base, env);
            match self.types.head(base).clone() {
                // What every type has from the root is not an interface's, though that may declare it anew.
                Head::Instance(base_decl, _) if of_root && self.is_interface(base_decl) => {}
                _ if self.origin(base).is_some_and(|origin| claimed.contains(&origin)) => {}
                Head::Instance(base_decl, args) => {
                    if let Some(found) = self.prepended_member(base_decl, name).filter(|_| !of_class) {
                        let env = self.class_env(base_decl, &args, this);
                        return Some(Hit::Declared(found, env, this));
                    }
                    if let Some(found) = self.own_member_of(base_decl, name, of_class)
                        && !self.is_declared_above(base_decl, found, name)
                        && !self.is_of_trait_object(base_decl, found)
                    {
                        let env = self.class_env(base_decl, &args, this);
                        let hit = Hit::Declared(found, env, this);
                        if self.is_documented_alone(found) {
                            documented = documented.or(Some(hit));
                        } else if !self.yields(found) {
                            return Some(documented.map_or(hit, |tag| self.as_documented(hit, tag)));
                        } else {
                            yielding = yielding.or(Some(hit));
                        }
                    }
                }
                Head::Shape(..) | Head::Object(..) | Head::Intersection(_) => {
                    if let Some(&hit) = self.members(base, name).first() {
                        return Some(hit);
                    }
                }
                Head::External(_) | Head::Library(..) if let Some(hit) = self.member_of_base(base, this, plain) => {
                    return Some(hit);
                }
                Head::External(_) | Head::Library(..)
                    if name != plain && !of_root && self.is_outside_member(base, plain) =>
                {
                    return self.members(base, name).first().copied();
                }
                Head::External(path) | Head::Library(path, _)
                    if self.may_have(decl, path, name) && self.tables_allow(base, name) =>
                {
                    outside.push((path, base));
                }
                Head::Std(std, _) if standard.is_none() => {
                    // A trait of the standard library has its own methods, not any.
                    let is_trait = self.has_blocks(decl);
                    if !is_trait || (std == Std::Iterator && self.is_std_member(name)) {
                        standard = Some(base);
                    }
                }
                _ => {}
            }
        }
        if let Some(tag) = documented {
            return Some(yielding.map_or(tag, |hit| self.as_documented(hit, tag)));
        }
        let standard = standard.map(|base| self.iterated_base(this, decl, base, plain));
        let standard = standard.and_then(|base| self.members(base, name).first().copied());
        // A class that can be made has a body for what a trait of it only demands: the outside class that it extends has.
        if yielding.is_some()
            && standard.is_none()
            && let Some(base) = self.extended_outside(decl)
            && outside.iter().any(|(_, it)| *it == base)
        {
            return self.members(base, name).first().copied();
        }
        if yielding.or(standard).is_some() {
            return yielding.or(standard);
        }
        let paths: Vec<Name> = outside.iter().map(|(path, _)| *path).collect();
        let likeliest = self.likeliest(&paths, plain);
        let mut outside = outside.into_iter().find(|(path, _)| Some(*path) == likeliest).map(|(_, base)| base);
        let (source, _) = self.project.symbol(decl)?;
        if let Some((root, members)) = source.language.root_members
            && members.contains(&&*self.text(plain))
        {
            outside = Some(self.external(root));
        }
        if let Some(outside) = outside {
            // What implements a trait from outside has that trait's methods, not any.
            if self.has_blocks(decl) && !self.is_std_member(name) {
                return None;
            }
            return self.members(outside, name).first().copied();
        }
        let (source, _) = self.project.symbol(decl)?;
        let answers = source.language.catch_all_members.iter().any(|member| {
            let catch_all = self.method_key(source, member);
            self.own_member(decl, catch_all).is_some()
                || lineage.iter().any(|&base| match *self.types.head(base) {
                    Head::Instance(base, _) => self.own_member(base, catch_all).is_some(),
                    _ => false,
                })
        });
        answers.then_some(Hit::CatchAll)
    }

    /// The standard base of what implements a trait: an iterator is one of what its own methods give, which the trait's
    /// name does not tell.
    fn iterated_base(&mut self, this: Ty, decl: Decl, base: Ty, plain: Name) -> Ty {
        let iterates = self.language.iterate_members;
        if !self.has_blocks(decl) || iterates.contains(&&*self.text(plain)) {
            return base;
        }
        let item = self.item(this, 1, self.language.map_item);
        self.types.std(Std::Iterator, &[item])
    }

    /// Whether a member without a body gives way to what a base behind it declares.
    fn yields(&self, member: Decl) -> bool {
        self.project.symbol(member).is_some_and(|(source, symbol)| {
            source.language.abstract_yields && symbol.modifiers.has(Modifiers::ABSTRACT)
        })
    }

    /// Whether a method is one that only documentation declares: it gives way to one with code.
    pub(super) fn is_documented_alone(&self, member: Decl) -> bool {
        self.project.symbol(member).is_some_and(|(source, symbol)| {
            source.language.abstract_yields
                && symbol.kind == SymbolKind::Method
                && symbol.modifiers.has(Modifiers::AMBIENT)
        })
    }

    /// A method as documentation of a class below tells what it gives there.
    pub(super) fn as_documented(&mut self, hit: Hit, tag: Hit) -> Hit {
        let (Hit::Declared(real, ..), Hit::Declared(told, env, this)) = (hit, tag) else { return hit };
        let says = self.project.symbol(told).is_some_and(|(_, symbol)| symbol.returns_type.is_some());
        match says {
            true => Hit::Mapped(real, self.types.make(Head::Func(told, env, Some(this)))),
            false => hit,
        }
    }

    /// Whether a block gives a member to what is known by a trait alone, `impl Ord for dyn Keyed`: what implements the
    /// trait does not have it by that.
    fn is_of_trait_object(&self, base: Decl, found: Decl) -> bool {
        if !self.has_blocks(base) {
            return false;
        }
        let (Some((_, of)), Some((_, member))) = (self.project.symbol(base), self.project.symbol(found)) else {
            return false;
        };
        let inside = of.span.start.byte <= member.span.start.byte && member.span.end.byte <= of.span.end.byte;
        of.kind == SymbolKind::Interface && !(base.file == found.file && inside)
    }

    fn is_interface(&self, decl: Decl) -> bool {
        self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Interface)
    }
}
