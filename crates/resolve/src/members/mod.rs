//! Members of types: own, inherited, promoted, of modules, of object literals, of containers.

pub(crate) mod assigned;
pub(crate) mod augments;
mod block_arguments;
mod chains;
pub(crate) mod counterparts;
pub(crate) mod extended;
pub(crate) mod extensions;
mod facades;
pub(crate) mod implementations;
pub(crate) mod impls;
pub(crate) mod inherited;
pub(crate) mod lineage;
pub(crate) mod of_classes;
pub(crate) mod outside_traits;
mod prepended;
mod receiver_arguments;
pub(crate) mod receiver_blocks;
pub(crate) mod references;
pub(crate) mod reopened;
pub(crate) mod singletons;
pub(crate) mod stated;
pub(crate) mod templates;
pub(crate) mod trait_paths;
pub(crate) mod written_receivers;

use crate::naming::entities::{Entity, Use};
use crate::project::names::Name;
use crate::project::outline::List;
use crate::standard::std_types::dotnet;
use crate::values::asking::Open;
use crate::values::eval::Eval;
use crate::values::receivers;
use crate::values::types::{Decl, Env, FileId, Head, Std, THIS, Ty};
use facts::{Builtin, Modifiers, SymbolKind, ValueId};

/// What a member name leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A declared member, the environment that its types stand in, and what it was taken from.
    Declared(Decl, Env, Ty),
    /// What an object literal holds under the name.
    Given(FileId, ValueId, Env),
    /// A member of a type literal without a symbol of its own.
    Typed(Ty),
    /// A declared member under whose name another type is held: one of a mapped type.
    Mapped(Decl, Ty),
    /// A name of a module, package or namespace.
    Named(Entity),
    External(Name),
    /// A member of a standard or builtin type.
    Standard(Ty),
    /// The type answers for any name.
    CatchAll,
    /// A member by its path that a type from outside may have, so that what else was found is not certain.
    Perhaps(Name),
}

impl Hit {
    /// The declared member that it is.
    pub(crate) fn declared(&self) -> Option<Decl> {
        match *self {
            Hit::Declared(decl, ..) | Hit::Mapped(decl, _) => Some(decl),
            _ => None,
        }
    }
}

impl Eval<'_> {
    /// The type of a member.
    pub(crate) fn member(&mut self, object: Ty, name: Name) -> Ty {
        let hits = self.members(object, name);
        self.hits_type(hits)
    }

    pub(crate) fn hits_type(&mut self, hits: Vec<Hit>) -> Ty {
        if hits.iter().any(|hit| matches!(hit, Hit::Perhaps(_))) || self.is_doubtful(&hits) {
            return Ty::UNKNOWN;
        }
        let types: Vec<Ty> = hits.into_iter().map(|hit| self.hit_type(hit)).collect();
        self.types.union(types)
    }

    pub(crate) fn hit_type(&mut self, hit: Hit) -> Ty {
        match hit {
            Hit::Declared(decl, env, this) => self.declared_member(decl, env, this),
            Hit::Given(file, value, env) => {
                let ty = self.value(file, value);
                self.types.subst(ty, env)
            }
            Hit::Typed(ty) | Hit::Mapped(_, ty) | Hit::Standard(ty) => ty,
            Hit::Named(entity) => self.entity(entity),
            Hit::External(path) => match self.outside_field(path) {
                Some(ty) => ty,
                None => self.types.make(Head::External(path)),
            },
            Hit::CatchAll => Ty::DYNAMIC,
            Hit::Perhaps(_) => Ty::UNKNOWN,
        }
    }

    /// What reading a declared member of `this` gives.
    fn declared_member(&mut self, decl: Decl, env: Env, this: Ty) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let function = matches!(symbol.kind, SymbolKind::Method | SymbolKind::Function | SymbolKind::Constructor);
        if function && !symbol.modifiers.has(Modifiers::PROPERTY) {
            return self.types.make(Head::Func(decl, env, Some(this)));
        }
        let ty = match symbol.kind {
            SymbolKind::Getter | SymbolKind::Method | SymbolKind::Function => self.returned(decl),
            SymbolKind::Setter => {
                let getter = source
                    .members_named(symbol.parent, source.name(symbol.name))
                    .iter()
                    .find(|&&other| source.graph.symbols[other as usize].kind == SymbolKind::Getter);
                match getter {
                    Some(&getter) => self.returned(Decl { file: decl.file, symbol: getter }),
                    None => Ty::UNKNOWN,
                }
            }
            _ => {
                let held = self.symbol_value(decl);
                let held = self.types.subst(held, env);
                match assigned::stands_in_class(source, symbol) {
                    true => self.read_by_getter(source.language, held).unwrap_or(held),
                    false => held,
                }
            }
        };
        let held = self.types.subst(ty, env);
        self.read_attribute(source.language, held, this)
    }

    /// What `name` leads to in a type. Several hits: the type is a union of types that each have it.
    pub(crate) fn members(&mut self, object: Ty, name: Name) -> Vec<Hit> {
        self.step(Vec::new(), |eval| eval.find_members(object, name))
    }

    fn find_members(&mut self, object: Ty, name: Name) -> Vec<Hit> {
        let plain = self.project.names.plain(name);
        match self.types.head(object).clone() {
            Head::Unknown => Vec::new(),
            Head::Dynamic => vec![Hit::CatchAll],
            // A number, or a text, that an enumeration's member stands for.
            Head::Builtin(_) | Head::Std(..) | Head::Tuple(_) | Head::Library(..)
                if self.is_key(plain)
                    && !self.text(plain).starts_with("[Symbol.")
                    && !matches!(self.types.head(object), Head::Std(Std::Record, _)) =>
            {
                vec![Hit::Typed(self.element(object))]
            }
            Head::Tuple(parts) if let Ok(position) = self.text(plain).parse::<usize>() => {
                parts.get(position).map(|&part| Hit::Typed(part)).into_iter().collect()
            }
            // What is written as a tuple is a list where its parts are of one type, or of none that is known.
            Head::Std(Std::List, parts)
                if self.language.module_paths && self.text(plain).bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                vec![Hit::Typed(parts.first().copied().unwrap_or(Ty::UNKNOWN))]
            }
            Head::External(_)
            | Head::Builtin(_)
            | Head::Std(..)
            | Head::Tuple(_)
            | Head::Func(..)
            | Head::Closure(..)
                if self.language.module_paths
                    && let Some(hits) = self.outside_member(object, name) =>
            {
                hits
            }
            Head::Library(..) if let Some(hit) = self.chain_member(object, plain) => vec![hit],
            Head::External(path) | Head::Library(path, _) if let Some(hits) = self.added_member(path, plain) => hits,
            Head::External(path) => match self.project.outside(&self.text(path), &self.text(plain)) {
                Entity::External(path) => vec![Hit::External(path)],
                _ => Vec::new(),
            },
            Head::Tuple(parts)
                if let Some(place) = dotnet::tuple_place(&self.text(plain))
                    && place < parts.len() =>
            {
                vec![Hit::Typed(parts[place])]
            }
            Head::Tuple(parts) if parts.len() == 2 && matches!(&*self.text(plain), "first" | "second") => {
                let at = usize::from(&*self.text(plain) == "second");
                vec![Hit::Typed(parts[at])]
            }
            Head::Std(Std::Record, args) if let Some(of) = self.mapped(&args) => self.mapped_member(of, &args, name),
            // Of names that are all told it has no other.
            Head::Std(Std::Record, args)
                if args.first().is_some_and(|&keys| self.has_name(keys, name) == Some(false)) =>
            {
                Vec::new()
            }
            Head::Std(Std::Record, args) => vec![Hit::Typed(args.get(1).copied().unwrap_or(Ty::UNKNOWN))],
            Head::Builtin(Builtin::Object | Builtin::Null) => Vec::new(),
            Head::Builtin(_)
            | Head::Std(..)
            | Head::Library(..)
            | Head::Tuple(_)
            | Head::Bound(..)
            | Head::Closure(..)
            | Head::Func(..)
            | Head::FuncType(..) => {
                if let Some(hit) = self.function_member(object, name) {
                    return vec![hit];
                }
                let added = self.added_to_core(object, name);
                if !added.is_empty() {
                    return added;
                }
                // A function of the repository has nothing by a name that it was not given, that no function has and that
                // is a method's here.
                if self.language.computed_types
                    && matches!(self.types.head(object), Head::Func(..))
                    && !self.language.function_members.contains(&&*self.text(plain))
                    && !self.project.listed(List::Method, plain).is_empty()
                {
                    return Vec::new();
                }
                // What is called is the method of the name, where there are both.
                if (plain == name || !self.language.implied_members)
                    && let Some(held) = self.standard_property(object, &self.text(plain))
                {
                    return vec![Hit::Typed(held)];
                }
                let bound = self.types.make(Head::Bound(object, plain));
                vec![Hit::Standard(bound)]
            }
            Head::Instance(decl, args) if self.has_blocks(decl) => self.extended_member(object, decl, &args, name),
            Head::Class(decl) if self.has_blocks(decl) => self.extended_class_member(object, decl, name),
            Head::Instance(decl, args) => {
                let found = self.instance_member(object, decl, &args, name);
                let mut hits: Vec<Hit> = found.or_else(|| self.root_member(decl, plain)).into_iter().collect();
                self.add_otherwise(&mut hits, name);
                hits
            }
            Head::Class(decl) => self.class_member(object, decl, name).into_iter().collect(),
            Head::ClassOf(inner) => match (self.members(inner, name), self.types.head(inner)) {
                // Variants are named by their type, whatever its arguments are.
                (hits, &Head::Instance(decl, _)) if hits.is_empty() && self.language.module_paths => {
                    let class = self.types.make(Head::Class(decl));
                    self.members(class, name)
                }
                (hits, _) => hits,
            },
            Head::Computed(..) => {
                self.once(Open::Members(object, name), Vec::new(), |eval| eval.computed_members(object, name))
            }
            Head::Never => Vec::new(),
            Head::Keys(_) | Head::Literals(_) => {
                let text = self.types.builtin(Builtin::String);
                self.members(text, name)
            }
            Head::Super(decl) => self.super_member(decl, name).into_iter().collect(),
            Head::Namespace(decl) => self.namespace_member(decl, name).into_iter().collect(),
            Head::Module(file) => match self.project.module_member(file, plain, Use::Value) {
                Entity::Missing => {
                    let attached = self.attached(file, plain);
                    attached.or_else(|| self.of_promised(object, plain)).into_iter().collect()
                }
                entity => vec![Hit::Named(entity)],
            },
            Head::Folder(folder) => match self.project.folder_member(folder, plain, Use::Value) {
                Entity::Missing => Vec::new(),
                entity => vec![Hit::Named(entity)],
            },
            Head::Package(file, package) => {
                match self.project.package_member(file, package, plain, Use::Value, &mut Vec::new()) {
                    Entity::Missing => Vec::new(),
                    entity => vec![Hit::Named(entity)],
                }
            }
            Head::Object(file, value, env) => self.object_member(file, value, env, name).into_iter().collect(),
            Head::Shape(file, ty, env, alias) => self.shape_member(object, file, ty, env, alias, name),
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                let hits = if bound == object { Vec::new() } else { self.members(bound, name) };
                // Where it stands for the class itself, that has what its own class has besides.
                let is_open = position == THIS && !receivers::is_declared(&hits);
                match is_open.then(|| self.metaclass_member(object, decl, name)).flatten() {
                    Some(hit) => vec![hit],
                    None => hits,
                }
            }
            Head::Union(options) => {
                let mut hits: Vec<Hit> = Vec::new();
                for &option in options.iter() {
                    for hit in self.members(option, name) {
                        let same = |other: &Hit| match (other, &hit) {
                            (Hit::Declared(one, ..), Hit::Declared(two, ..)) => one == two,
                            (one, two) => one == two,
                        };
                        if !hits.iter().any(same) {
                            hits.push(hit);
                        }
                    }
                }
                self.drop_empty(&mut hits);
                // What a type of the repository is not known to have, a list beside it has not either.
                if self.language.computed_types
                    && options.iter().any(|it| matches!(self.types.head(*it), Head::Instance(..)))
                    && hits.iter().all(|hit| matches!(hit, Hit::Standard(_)))
                    && !self.project.is_std_name(self.language, plain)
                {
                    hits.clear();
                }
                hits
            }
            Head::Intersection(parts) => self.members_of_all(object, &parts, name),
            Head::Undecided(options) => self.shared_member(&options, name).into_iter().collect(),
        }
    }

    /// The environment of a class's members as seen from an instance with these arguments.
    pub(crate) fn class_env(&mut self, decl: Decl, args: &[Ty], this: Ty) -> Env {
        let mut entries: Vec<_> = args.iter().enumerate().map(|(at, &ty)| (decl, at as u32, ty)).collect();
        entries.retain(|(decl, at, ty)| *self.types.head(*ty) != Head::Param(*decl, *at) && !ty.is_unknown());
        entries.push((decl, THIS, this));
        self.types.make_env(entries)
    }

    /// The environment of a member that another part of an interface declares: its parameters are its own.
    fn env_of_part(&mut self, decl: Decl, member: Decl, args: &[Ty], this: Ty, env: Env) -> Env {
        if args.is_empty() {
            return env;
        }
        let Some((source, symbol)) = self.project.symbol(member) else { return env };
        match symbol.parent.map(|symbol| Decl { file: member.file, symbol }) {
            Some(part) if part != decl && source.language.computed_types => {
                let own = self.class_env(part, args, this);
                self.types.rebound(own, env)
            }
            _ => env,
        }
    }

    pub(crate) fn instance_member(&mut self, this: Ty, decl: Decl, args: &[Ty], name: Name) -> Option<Hit> {
        let env = self.class_env(decl, args, this);
        if let Some(found) = self.prepended_member(decl, name) {
            return Some(Hit::Declared(found, env, this));
        }
        if let Some(found) = self.own_member(decl, name)
            && !self.is_declared_above(decl, found, name)
        {
            let own = self.env_of_part(decl, found, args, this, env);
            let hit = Hit::Declared(found, own, this);
            let real = self.is_documented_alone(found).then(|| self.inherited(decl, env, this, name, false)).flatten();
            return Some(match real {
                Some(Hit::Declared(method, ..) | Hit::Mapped(method, _)) => {
                    self.as_documented(Hit::Declared(method, env, this), hit)
                }
                _ => hit,
            });
        }
        let inherited = self.inherited(decl, env, this, name, false);
        if !matches!(inherited, None | Some(Hit::External(_))) {
            return inherited;
        }
        self.promoted_member(decl, name).or(inherited).or_else(|| {
            let holds = self
                .project
                .symbol(decl)
                .is_some_and(|(_, symbol)| matches!(symbol.kind, SymbolKind::Variable | SymbolKind::Property));
            if holds {
                // `this` in what a variable or property holds.
                let held = self.held(decl);
                return self.members(held, name).first().copied();
            }
            let under = self.underlying(this);
            if under == this {
                return None;
            }
            match self.types.head(under) {
                Head::Instance(..) | Head::Shape(..) | Head::External(_) => self.members(under, name).first().copied(),
                _ => None,
            }
        })
    }
}
