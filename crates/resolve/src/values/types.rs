//! What the resolver knows of a value: a head with arguments.

use crate::project::names::Name;
use facts::{Builtin, SymbolId, TypeId, ValueId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// A path of the repository, by its place in the sorted list of all paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FileId(pub u32);

/// A declaration of the repository.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Decl {
    pub file: FileId,
    pub symbol: SymbolId,
}

/// A type in the arena of one resolution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(pub(super) u32);

/// What type parameters stand for: an interned list of (declaring symbol, position, type).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Env(u32);

/// The types of standard libraries that hand other types through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Std {
    /// Arrays, lists, slices: `[element]`.
    List,
    /// `[element]`
    Set,
    /// `[key, element]`
    Map,
    /// `[result]`
    Promise,
    /// Iterators, generators, channels: `[element]`.
    Iterator,
    /// Perhaps a value: `[value]`.
    Option,
    /// A value or what went wrong: `[value, error]`.
    Result,
    /// A smart pointer, whose other members are those of what it points to: `[value]`.
    Pointer,
    /// What gives access to a value by its methods alone: `[value]`.
    Cell,
    /// What gives its value by taking a lock, which cannot fail: `[value]`.
    Lock,
    /// What a `with` statement enters: `[what it binds]`.
    Context,
    /// An object used as a map: every member is an element. `[key, element]`
    Record,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Head {
    /// Nothing is known.
    Unknown,
    /// It is known to be computed, so that nothing can be known.
    Dynamic,
    /// It comes from outside the repository, along this dotted path.
    External(Name),
    /// A generic type from outside, and what its parameters stand for.
    Library(Name, Rc<[Ty]>),
    Builtin(Builtin),
    Std(Std, Rc<[Ty]>),
    Tuple(Rc<[Ty]>),
    /// A value whose class, interface, struct, enum or named type is declared here.
    Instance(Decl, Rc<[Ty]>),
    /// The class itself.
    Class(Decl),
    /// The names of a type's members.
    Keys(Ty),
    /// The class of whatever a type parameter stands for.
    ClassOf(Ty),
    Namespace(Decl),
    /// A declared function, and what `this` is in it.
    Func(Decl, Env, Option<Ty>),
    /// A function literal without a symbol of its own.
    Closure(FileId, ValueId, Env),
    /// A function type.
    FuncType(FileId, TypeId, Env),
    /// An object literal.
    Object(FileId, ValueId, Env),
    /// A type literal; the alias that names it, if one does.
    Shape(FileId, TypeId, Env, Option<Decl>),
    /// A file as a module.
    Module(FileId),
    /// A folder as a package or namespace package: an index into the project's folders.
    Folder(u32),
    /// A package by its name, or the start of some, as seen from a file.
    Package(FileId, Name),
    /// A type parameter that nothing is known for: its declaring symbol and position.
    Param(Decl, u32),
    Union(Rc<[Ty]>),
    Intersection(Rc<[Ty]>),
    /// One of these, where it cannot be told which.
    Undecided(Rc<[Ty]>),
    /// `super` in the class: members come from its bases.
    Super(Decl),
    /// A method of a standard or builtin type, and what it was taken from.
    Bound(Ty, Name),
    /// A type that is computed from others, as written, and the type it stands in.
    Computed(FileId, TypeId, Env, Option<SymbolId>),
    /// One of these texts, in order.
    Literals(Rc<[Name]>),
    /// What no value has.
    Never,
}

/// The position under which `this` is a type parameter of the class it stands in.
pub const THIS: u32 = u32::MAX;

/// How deep types may nest in each other's arguments before the inner ones are given up.
pub(super) const MAX_DEPTH: u8 = 6;
/// How many options of a union are kept.
pub(super) const MAX_OPTIONS: usize = 8;
/// Type parameters, by declaring symbol and position, and what they stand for.
type Entries = Rc<[(Decl, u32, Ty)]>;

/// Interns types and environments. Lives as long as the resolution of one file.
#[derive(Debug)]
pub struct Types {
    pub(super) heads: Vec<(Head, u8)>,
    numbers: FxHashMap<Head, Ty>,
    envs: Vec<Entries>,
    env_numbers: FxHashMap<Entries, Env>,
    /// What types come to with environments put in.
    substituted: FxHashMap<(Ty, Env), Ty>,
}

impl Ty {
    pub const UNKNOWN: Ty = Ty(0);
    pub const DYNAMIC: Ty = Ty(1);

    pub fn is_unknown(self) -> bool {
        self == Self::UNKNOWN
    }
}

impl Env {
    pub const EMPTY: Env = Env(0);
}

impl Default for Types {
    fn default() -> Self {
        let mut types = Self {
            heads: Vec::new(),
            numbers: FxHashMap::default(),
            envs: vec![Rc::from([])],
            env_numbers: FxHashMap::default(),
            substituted: FxHashMap::default(),
        };
        types.env_numbers.insert(Rc::from([]), Env::EMPTY);
        types.make(Head::Unknown);
        types.make(Head::Dynamic);
        types
    }
}

impl Types {
    pub fn head(&self, ty: Ty) -> &Head {
        &self.heads[ty.0 as usize].0
    }

    pub fn make(&mut self, head: Head) -> Ty {
        if let Some(&ty) = self.numbers.get(&head) {
            return ty;
        }
        let inside = match &head {
            Head::Std(_, args) | Head::Tuple(args) | Head::Instance(_, args) | Head::Library(_, args) => {
                self.deepest(args)
            }
            Head::Union(args) | Head::Intersection(args) | Head::Undecided(args) => self.deepest(args),
            Head::Closure(_, _, env) | Head::Object(_, _, env) | Head::FuncType(_, _, env) => self.env_depth(*env),
            Head::Shape(_, _, env, _) | Head::Func(_, env, None) | Head::Computed(_, _, env, _) => self.env_depth(*env),
            Head::ClassOf(ty) | Head::Keys(ty) | Head::Bound(ty, _) => self.heads[ty.0 as usize].1,
            Head::Func(_, env, Some(this)) => self.env_depth(*env).max(self.heads[this.0 as usize].1),
            _ => 0,
        };
        if inside >= MAX_DEPTH && !matches!(head, Head::Keys(_) | Head::Union(_) | Head::Undecided(_)) {
            let bare = self.bare(&head);
            return bare.map_or(Ty::UNKNOWN, |bare| self.make(bare));
        }
        let ty = Ty(self.heads.len() as u32);
        let depth = if matches!(head, Head::Union(_) | Head::Undecided(_) | Head::Keys(_) | Head::Computed(..)) {
            inside
        } else {
            inside + 1
        };
        self.heads.push((head.clone(), depth));
        self.numbers.insert(head, ty);
        ty
    }

    fn deepest(&self, args: &[Ty]) -> u8 {
        args.iter().map(|ty| self.heads[ty.0 as usize].1).max().unwrap_or(0)
    }

    fn env_depth(&self, env: Env) -> u8 {
        self.env(env).iter().map(|(_, _, ty)| self.heads[ty.0 as usize].1).max().unwrap_or(0)
    }

    pub fn builtin(&mut self, builtin: Builtin) -> Ty {
        self.make(Head::Builtin(builtin))
    }

    pub fn std(&mut self, std: Std, args: &[Ty]) -> Ty {
        self.make(Head::Std(std, args.into()))
    }

    pub fn instance(&mut self, decl: Decl, args: &[Ty]) -> Ty {
        self.make(Head::Instance(decl, args.into()))
    }

    /// Any of these. What is unknown or null says nothing and is left out.
    pub fn union(&mut self, options: impl IntoIterator<Item = Ty>) -> Ty {
        let mut kept: Vec<Ty> = Vec::new();
        let mut texts = Vec::new();
        for option in options {
            match self.head(option) {
                Head::Unknown | Head::Builtin(Builtin::Null) | Head::Never => {}
                Head::Literals(names) => texts.extend(names.iter().copied()),
                Head::Union(inner) => {
                    for &ty in inner.clone().iter() {
                        if let Head::Literals(names) = self.head(ty) {
                            texts.extend(names.iter().copied());
                        } else if !kept.contains(&ty) {
                            kept.push(ty);
                        }
                    }
                }
                _ if kept.contains(&option) => {}
                _ => kept.push(option),
            }
        }
        let text = self.numbers.get(&Head::Builtin(Builtin::String));
        if !texts.is_empty() && !text.is_some_and(|text| kept.contains(text)) {
            let texts = self.literals(texts);
            kept.push(texts);
        }
        self.keep_telling(&mut kept);
        match kept[..] {
            [] => Ty::UNKNOWN,
            [one] => one,
            _ => self.make(Head::Union(kept.into())),
        }
    }

    /// The class that makes values of a type.
    pub fn class_of(&mut self, inner: Ty) -> Ty {
        match self.head(inner) {
            Head::Instance(decl, _) => {
                let decl = *decl;
                self.make(Head::Class(decl))
            }
            Head::Param(..) => self.make(Head::ClassOf(inner)),
            Head::External(_) | Head::Library(..) => inner,
            Head::Intersection(_) | Head::Shape(..) | Head::Union(_) => self.make(Head::ClassOf(inner)),
            _ => Ty::UNKNOWN,
        }
    }

    /// The classes of a value that may be of several types; unknown where one of them is.
    pub fn class_of_each(&mut self, ty: Ty) -> Ty {
        let classes: Vec<Ty> = self.options(ty).iter().map(|&option| self.class_of(option)).collect();
        if classes.iter().any(|class| class.is_unknown()) { Ty::UNKNOWN } else { self.union(classes) }
    }

    /// The options of a union, or the type itself.
    pub fn options(&self, ty: Ty) -> Rc<[Ty]> {
        match self.head(ty) {
            Head::Union(options) => options.clone(),
            _ => Rc::from([ty]),
        }
    }

    pub(crate) fn env(&self, env: Env) -> &[(Decl, u32, Ty)] {
        &self.envs[env.0 as usize]
    }

    pub fn make_env(&mut self, mut entries: Vec<(Decl, u32, Ty)>) -> Env {
        entries.sort_by_key(|(decl, position, _)| (*decl, *position));
        entries.dedup_by_key(|(decl, position, _)| (*decl, *position));
        let entries: Entries = entries.into();
        if let Some(&env) = self.env_numbers.get(&entries) {
            return env;
        }
        let env = Env(self.envs.len() as u32);
        self.envs.push(entries.clone());
        self.env_numbers.insert(entries, env);
        env
    }

    /// What a type parameter stands for in an environment.
    pub fn look_up(&self, env: Env, decl: Decl, position: u32) -> Option<Ty> {
        self.env(env).iter().find(|(d, p, _)| (*d, *p) == (decl, position)).map(|(_, _, ty)| *ty)
    }

    /// `inner` seen from where `outer` holds: its types with `outer` put in, and `outer`'s further entries.
    pub fn compose(&mut self, inner: Env, outer: Env) -> Env {
        self.compose_of(inner, outer, |_, _| true)
    }

    /// The same for what is written in a file.
    fn compose_in(&mut self, file: FileId, inner: Env, outer: Env) -> Env {
        self.compose_of(inner, outer, |decl, _| decl.file == file)
    }

    /// The same with those of `outer`'s further entries that are wanted.
    fn compose_of(&mut self, inner: Env, outer: Env, is_wanted: impl Fn(Decl, u32) -> bool) -> Env {
        if outer == Env::EMPTY {
            return inner;
        }
        let mut entries: Vec<_> = self.env(inner).to_vec();
        for entry in &mut entries {
            entry.2 = self.subst(entry.2, outer);
        }
        let known: Vec<_> = entries.iter().map(|(decl, position, _)| (*decl, *position)).collect();
        let further = |(decl, position, _): &&(Decl, u32, Ty)| {
            !known.contains(&(*decl, *position)) && is_wanted(*decl, *position)
        };
        entries.extend(self.env(outer).iter().filter(further));
        self.make_env(entries)
    }

    /// The type with the environment's types in place of its parameters.
    pub fn subst(&mut self, ty: Ty, env: Env) -> Ty {
        if env == Env::EMPTY {
            return ty;
        }
        if let Head::Param(decl, position) = *self.head(ty) {
            return self.look_up(env, decl, position).unwrap_or(ty);
        }
        if let Some(&known) = self.substituted.get(&(ty, env)) {
            return known;
        }
        let made = self.put_in(ty, env);
        let has_env = matches!(
            self.head(ty),
            Head::Closure(..) | Head::FuncType(..) | Head::Object(..) | Head::Shape(..) | Head::Computed(..)
        );
        if made != ty || has_env {
            self.substituted.insert((ty, env), made);
        }
        made
    }

    fn put_in(&mut self, ty: Ty, env: Env) -> Ty {
        let head = match self.head(ty).clone() {
            Head::Std(std, args) => Head::Std(std, self.subst_all(&args, env)),
            Head::Library(path, args) => Head::Library(path, self.subst_all(&args, env)),
            Head::Tuple(args) => Head::Tuple(self.subst_all(&args, env)),
            Head::Instance(decl, args) if !args.is_empty() => Head::Instance(decl, self.subst_all(&args, env)),
            Head::Union(options) => {
                let options = self.subst_all(&options, env);
                return self.union(options.iter().copied());
            }
            Head::Intersection(parts) => Head::Intersection(self.subst_all(&parts, env)),
            Head::Undecided(options) => {
                let options = self.subst_all(&options, env);
                return self.undecided(options.iter().copied());
            }
            Head::ClassOf(inner) => {
                let inner = self.subst(inner, env);
                return self.class_of(inner);
            }
            Head::Keys(of) => Head::Keys(self.subst(of, env)),
            Head::Bound(from, name) => Head::Bound(self.subst(from, env), name),
            Head::Func(decl, inner, this) => {
                let this = this.map(|this| self.subst(this, env));
                Head::Func(decl, self.compose(inner, env), this)
            }
            // What is written names parameters of its own file alone.
            Head::Closure(file, value, inner) => Head::Closure(file, value, self.compose_in(file, inner, env)),
            Head::FuncType(file, ty, inner) => Head::FuncType(file, ty, self.compose_in(file, inner, env)),
            Head::Object(file, value, inner) => Head::Object(file, value, self.compose_in(file, inner, env)),
            Head::Shape(file, ty, inner, alias) => Head::Shape(file, ty, self.compose_in(file, inner, env), alias),
            Head::Computed(file, ty, inner, owner) => {
                // Nor any receiver but that of what it stands in.
                let is_named =
                    |decl: Decl, position: u32| decl.file == file && (position != THIS || Some(decl.symbol) == owner);
                Head::Computed(file, ty, self.compose_of(inner, env, is_named), owner)
            }
            _ => return ty,
        };
        self.make(head)
    }

    fn subst_all(&mut self, types: &[Ty], env: Env) -> Rc<[Ty]> {
        types.iter().map(|&ty| self.subst(ty, env)).collect()
    }
}
