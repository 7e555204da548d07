//! Members of types whose methods stand in blocks of their own, and of what traits are implemented for outside.

use crate::members::Hit;
use crate::members::impls::Given;
use crate::naming::entities::Entity;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::standard::std_types::rust::{is_projection, of_any};
use crate::standard::std_types::rust_receivers::{
    is_implemented_by_pointer, is_lent_by_cell, is_of_iterator, is_of_pointer, of_pin,
};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{SymbolKind, Type, Value, ValueId};

impl Eval<'_> {
    /// Whether the language of a declaration gives types their members in blocks.
    pub(crate) fn has_blocks(&self, decl: Decl) -> bool {
        self.source(decl.file).is_some_and(|source| source.language.module_paths)
    }

    /// Whether a struct's name is a value, and no function that makes one.
    pub(crate) fn is_unit(&self, decl: Decl) -> bool {
        let first = self.name("0");
        self.has_blocks(decl)
            && self.source(decl.file).is_some_and(|source| source.members_named(Some(decl.symbol), first).is_empty())
    }

    pub(crate) fn is_std_member(&self, name: Name) -> bool {
        self.project.is_std_name(self.language, self.project.names.plain(name))
    }

    /// Whether a value may have a method by the standard library alone: an iterator has none of those of lists.
    pub(crate) fn may_be_std(&self, object: Ty, plain: Name) -> bool {
        let is_iterator = matches!(self.types.head(object), Head::Std(Std::Iterator, _));
        self.is_std_member(plain) && (!is_iterator || is_of_iterator(&self.text(plain)))
    }

    /// What an instance has under a name: own fields and methods, those of its traits, those of what it derefs to.
    pub(crate) fn extended_member(&mut self, this: Ty, decl: Decl, args: &[Ty], name: Name) -> Vec<Hit> {
        let given = self.given_member(this, decl, args, name);
        if !given.is_empty() {
            return given;
        }
        match self.instance_member(this, decl, args, name) {
            Some(Hit::External(path)) => {
                // What copies a value gives one of its type.
                if of_any(&self.text(self.project.names.plain(name))).is_some() {
                    return vec![self.standard_hit(this, name)];
                }
                // A trait that the file names gives it to what implements the trait's bound: no other is meant then.
                if let Some(hits) = self.outside_member(this, name) {
                    return hits;
                }
                let target = self.deref_member(this, decl, args, name);
                return match target.is_empty() {
                    true if of_pin(&self.text(self.project.names.plain(name))) => vec![self.standard_hit(this, name)],
                    true => vec![Hit::External(path)],
                    false => target,
                };
            }
            // What copies a value gives one of its type, whatever else it has by that.
            Some(Hit::Standard(_)) if of_any(&self.text(self.project.names.plain(name))).is_some() => {
                return vec![self.standard_hit(this, name)];
            }
            Some(hit) => return vec![hit],
            None => {}
        }
        let target = self.deref_member(this, decl, args, name);
        if !target.is_empty() {
            return target;
        }
        if let Some(hits) = self.outside_member(this, name) {
            return hits;
        }
        if let Some(hit) = self.member_of_narrower(this, decl, name) {
            return vec![hit];
        }
        if self.is_std_member(name) || is_projection(&self.text(self.project.names.plain(name))) {
            return vec![self.standard_hit(this, name)];
        }
        Vec::new()
    }

    /// What a value has that is known by a trait alone which it implements, and which has no such member: what it is
    /// implements the one trait in sight that asks for that trait and declares it.
    fn member_of_narrower(&mut self, this: Ty, decl: Decl, name: Name) -> Option<Hit> {
        let is_trait = self.project.symbol(decl).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Interface);
        if !is_trait {
            return None;
        }
        let plain = self.project.names.plain(name);
        let mut found = None;
        for &(file, symbol) in self.project.listed(List::OfTrait, plain) {
            let parent = self.source(file).and_then(|source| source.graph.symbols[symbol as usize].parent);
            let Some(of) = parent.map(|symbol| Decl { file, symbol }) else { continue };
            let lineage = self.lineage(of);
            let asks = |ty: &Ty| matches!(*self.types.head(*ty), Head::Instance(base, _) if base == decl);
            if !lineage.iter().any(asks) || !self.sees_trait(of) {
                continue;
            }
            if found.is_some() {
                return None;
            }
            found = Some((Decl { file, symbol }, of));
        }
        let (member, of) = found?;
        let env = self.class_env(of, &[], this);
        Some(Hit::Declared(member, env, this))
    }

    fn standard_hit(&mut self, this: Ty, name: Name) -> Hit {
        let plain = self.project.names.plain(name);
        Hit::Standard(self.types.make(Head::Bound(this, plain)))
    }

    /// What a type named before `::` has under a name: methods, called or not, variants, constants.
    pub(crate) fn extended_class_member(&mut self, class: Ty, decl: Decl, name: Name) -> Vec<Hit> {
        let names = &self.project.names;
        let (plain, called) = (names.plain(name), names.called(names.plain(name)));
        let keys = if name == plain { [plain, called] } else { [called, plain] };
        let this = self.types.instance(decl, &[]);
        for key in keys {
            let given = self.given_member(this, decl, &[], key);
            if !given.is_empty() {
                return given;
            }
            match self.class_member(class, decl, key) {
                Some(Hit::External(_)) | None => {}
                Some(Hit::Standard(_)) if of_any(&self.text(plain)).is_some() => {}
                Some(hit) => return vec![hit],
            }
        }
        if of_any(&self.text(plain)).is_some() {
            return vec![self.standard_hit(this, plain)];
        }
        let outside = self.outside_member(this, called);
        outside.unwrap_or_else(|| self.class_member(class, decl, called).into_iter().collect())
    }

    /// What blocks give a type under a name. Where several implement one trait for it, the trait's own.
    fn given_member(&mut self, this: Ty, decl: Decl, args: &[Ty], name: Name) -> Vec<Hit> {
        let given = self.project.impl_members(decl, name);
        let given = self.for_arguments(given, args);
        let Some(first) = given.first() else { return Vec::new() };
        let chosen: Vec<Decl> = match (first.implements, &given[..]) {
            (_, [one]) => vec![one.decl],
            (false, all) => self.first_of_each(all),
            (true, all) => {
                let of = all.iter().map(|it| it.of).collect::<Vec<_>>();
                match of[0] {
                    Some(of_trait) if of.iter().all(|it| *it == of[0]) => match self.own_member(of_trait, name) {
                        Some(declared) => vec![declared],
                        None => vec![first.decl],
                    },
                    _ => self.apart(all),
                }
            }
        };
        let hits = chosen.into_iter().map(|found| {
            let env = self.class_env(decl, args, this);
            let env = self.block_env(found, args, env);
            Hit::Declared(found, env, this)
        });
        hits.collect()
    }

    /// The members that several traits give a type: those of the traits that the file whose sites are asked for names.
    fn apart(&mut self, all: &[Given]) -> Vec<Decl> {
        let seen = |it: &&Given| it.of.is_some_and(|of| self.sees_trait(of));
        let named: Vec<Decl> = all.iter().filter(seen).map(|it| it.decl).collect();
        if named.is_empty() { all.iter().map(|it| it.decl).collect() } else { named }
    }

    /// The environment of a member of a block: its own parameters stand for the type's arguments.
    fn block_env(&mut self, member: Decl, args: &[Ty], env: Env) -> Env {
        let receiver = self.project.symbol(member).and_then(|(_, symbol)| symbol.receiver);
        let Some(receiver) = receiver.filter(|_| !args.is_empty()) else { return env };
        let written = self.declared(member.file, receiver, None);
        let Head::Instance(_, params) = self.types.head(written).clone() else { return env };
        let mut entries = Vec::new();
        for (&param, &arg) in params.iter().zip(args) {
            if let Head::Param(decl, position) = *self.types.head(param)
                && !arg.is_unknown()
                && arg != param
            {
                entries.push((decl, position, arg));
            }
        }
        let own = self.types.make_env(entries);
        self.types.compose(own, env)
    }

    /// What a pattern takes out of a value whose struct or variant it names.
    pub(crate) fn payload(&mut self, object: Ty, of: Ty, name: Name) -> Ty {
        let held = match self.types.head(of) {
            Head::Func(..) => Ty::UNKNOWN,
            _ => self.member(object, name),
        };
        if !held.is_unknown() {
            return held;
        }
        let ty = self.member(of, name);
        match self.types.head(object).clone() {
            Head::Instance(decl, args) => {
                let env = self.arguments_env(decl, &args);
                self.types.subst(ty, env)
            }
            Head::Std(Std::Pointer, args) => match args.first() {
                Some(&inner) => self.payload(inner, of, name),
                None => ty,
            },
            _ => ty,
        }
    }

    /// What a pattern takes out of a value declared as the very type from outside that the pattern names, where that
    /// type has one argument: `Json(body): Json<T>`.
    pub(crate) fn taken_out(&mut self, file: FileId, object: ValueId, of: Ty) -> Option<Ty> {
        let Head::External(path) = *self.types.head(of) else { return None };
        let graph = &self.source(file)?.graph;
        let Value::Cast { ty } = graph.values[object as usize] else { return None };
        let Type::Name { arguments, .. } = &graph.types[ty as usize] else { return None };
        let [argument] = arguments[..] else { return None };
        (self.project.head_of(file, ty) == Entity::External(path)).then(|| self.declared(file, argument, None))
    }

    /// What dereferencing a value gives: what its type says, where it is no reference.
    pub(crate) fn dereferenced(&mut self, file: FileId, value: ValueId) -> Ty {
        let ty = self.value(file, value);
        match self.types.head(ty).clone() {
            Head::Instance(decl, args) if self.has_blocks(decl) && self.is_no_reference(file, value) => {
                self.block_type(ty, (decl, &args), "deref()", "Target").unwrap_or(ty)
            }
            _ => ty,
        }
    }

    /// The member of what a type derefs to.
    fn deref_member(&mut self, this: Ty, decl: Decl, args: &[Ty], name: Name) -> Vec<Hit> {
        match self.block_type(this, (decl, args), "deref()", "Target") {
            Some(under) if under != this => self.members(under, name),
            _ => Vec::new(),
        }
    }

    /// The type of a name that the block says which gives a type a method.
    fn block_type(&mut self, this: Ty, (decl, args): (Decl, &[Ty]), method: &str, name: &str) -> Option<Ty> {
        let (method, name) = (self.name(method), self.name(name));
        let method = self.project.impl_members(decl, method).first()?.decl;
        let types = self.project.impl_members(decl, name);
        let blocks = &self.source(method.file)?.graph.impls;
        let block = blocks.iter().find(|block| block.members.contains(&method.symbol))?;
        let found = types.iter().map(|it| it.decl);
        let found = found.into_iter().find(|it| it.file == method.file && block.members.contains(&it.symbol))?;
        self.project.symbol(found).filter(|(_, symbol)| symbol.kind == SymbolKind::TypeAlias)?;
        Some(self.aliased_by_block(this, (decl, args), found))
    }

    /// The type of a name that a block says which implements a trait of the repository for a type.
    pub(crate) fn type_by_block(&mut self, this: Ty, (decl, args): (Decl, &[Ty]), of: Decl, name: Name) -> Option<Ty> {
        let given = self.project.impl_members(decl, name);
        let found = given.iter().find(|it| it.of == Some(of)).map(|it| it.decl)?;
        self.project.symbol(found).filter(|(_, symbol)| symbol.kind == SymbolKind::TypeAlias)?;
        Some(self.aliased_by_block(this, (decl, args), found))
    }

    fn aliased_by_block(&mut self, this: Ty, (decl, args): (Decl, &[Ty]), found: Decl) -> Ty {
        let env = self.class_env(decl, args, this);
        let env = self.block_env(found, args, env);
        let under = self.alias(found);
        self.types.subst(under, env)
    }

    /// What waiting for a value gives whose type has a block that says so; of a pointer, what it points to.
    pub(crate) fn awaited_by_block(&mut self, ty: Ty) -> Option<Ty> {
        match self.types.head(ty).clone() {
            Head::Std(Std::Pointer, args) => {
                let inner = *args.first()?;
                match self.types.head(inner) {
                    Head::Std(Std::Promise, args) => args.first().copied(),
                    _ => self.awaited_by_block(inner),
                }
            }
            Head::Instance(decl, args) if self.has_blocks(decl) => {
                let by = |eval: &mut Self, method: &str| eval.block_type(ty, (decl, &args), method, "Output");
                by(self, "into_future()").or_else(|| by(self, "poll()"))
            }
            _ => None,
        }
    }

    /// What a value from outside the repository, or of a builtin type, has by a trait of the repository; what is
    /// behind a smart pointer. None: what its own type says.
    pub(crate) fn outside_member(&mut self, object: Ty, name: Name) -> Option<Vec<Hit>> {
        let plain = self.project.names.plain(name);
        if let Head::Std(Std::Pointer, args) = self.types.head(object).clone() {
            let inner = args.first().copied().unwrap_or(Ty::UNKNOWN);
            let of_cell =
                matches!(self.types.head(inner), Head::Std(Std::Cell, _)) && is_lent_by_cell(&self.text(plain));
            if inner.is_unknown() || is_of_pointer(&self.text(plain)) && !of_cell {
                return None;
            }
            let hits = self.members(inner, name);
            // The pointer implements the common traits itself.
            let own = is_implemented_by_pointer(&self.text(plain))
                && hits.iter().all(|hit| matches!(hit, Hit::Declared(decl, ..) if self.is_of_outside_trait(*decl)));
            return (!own).then_some(hits);
        }
        let one = self.trait_method(object, plain)?;
        let of = self.project.symbol(one).and_then(|(_, symbol)| symbol.parent);
        let env = of.map_or(Env::EMPTY, |of| self.class_env(Decl { file: one.file, symbol: of }, &[], object));
        Some(vec![Hit::Declared(one, env, object)])
    }

    /// Whether a member implements a trait that the repository does not declare.
    pub(crate) fn is_of_outside_trait(&self, member: Decl) -> bool {
        let Some((source, symbol)) = self.project.symbol(member) else { return false };
        let blocks = source.graph.impls.iter().filter(|block| block.members.contains(&member.symbol));
        let mut bases = blocks.flat_map(|block| &block.bases);
        symbol.receiver.is_some()
            && bases.any(|base| matches!(self.project.head_of(member.file, base.ty), Entity::External(_)))
    }
}
