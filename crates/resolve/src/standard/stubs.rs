//! What the tables of standard libraries tell: supertypes, what members give, what functions take.

use crate::members::Hit;
use crate::project::names::Name;
use crate::standard::tables::{Member, Stub};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::ValueId;
use std::rc::Rc;

/// How many supertypes of one type are looked at.
const MAX_SUPERTYPES: usize = 64;

/// The arguments of a call, for types that follow from them.
#[derive(Clone, Copy)]
pub(crate) struct Given<'a> {
    pub file: FileId,
    pub arguments: &'a [ValueId],
    /// What the member is called on.
    pub this: Ty,
}

impl Eval<'_> {
    /// Path and arguments of a type from outside. None: it is none, or the value of a call or field outside.
    pub(crate) fn outside_type(&self, ty: Ty) -> Option<(Name, Rc<[Ty]>)> {
        match self.types.head(ty) {
            Head::External(path) => Some((*path, Rc::from([]))),
            Head::Library(path, args) => Some((*path, args.clone())),
            _ => None,
        }
    }

    /// Whether the tables know a type.
    pub(crate) fn is_in_tables(&self, path: Name) -> bool {
        self.tables().types.contains_key(&path)
    }

    fn instantiate(&mut self, stub: &Stub, args: &[Ty], given: Option<Given>) -> Ty {
        let argument = |eval: &mut Self, at: u32| {
            let value = given.and_then(|given| {
                let (arguments, _) = eval.split_arguments(given.file, given.arguments);
                Some((given.file, *arguments.get(at as usize)?))
            });
            value.map_or(Ty::UNKNOWN, |(file, value)| eval.value(file, value))
        };
        match stub {
            Stub::Unknown => Ty::UNKNOWN,
            Stub::Param(at) => args.get(*at as usize).copied().unwrap_or(Ty::UNKNOWN),
            Stub::Argument(at, inner) => {
                let ty = argument(self, *at);
                self.type_argument(ty, *inner)
            }
            Stub::Element(at) => {
                let ty = argument(self, *at);
                self.element(ty)
            }
            Stub::Made(at) => {
                let ty = argument(self, *at);
                match self.types.head(ty) {
                    Head::Class(_) | Head::ClassOf(_) | Head::External(_) => self.construct(ty),
                    _ => self.item(ty, 1, self.language.map_item),
                }
            }
            Stub::Asked(at, member) => {
                let ty = argument(self, *at);
                let member = self.member(ty, *member);
                self.call(member, FileId(0), &[])
            }
            Stub::Last => {
                let last = given.and_then(|given| {
                    let (arguments, _) = self.split_arguments(given.file, given.arguments);
                    Some((given.file, *arguments.last()?))
                });
                let function = last.map_or(Ty::UNKNOWN, |(file, value)| self.value(file, value));
                self.function_result(function)
            }
            Stub::Given(at) => {
                let types = given.map(|given| (given.file, self.split_arguments(given.file, given.arguments).1));
                let ty = types.and_then(|(file, types)| Some((file, *types.get(*at as usize)?)));
                ty.map_or(Ty::UNKNOWN, |(file, ty)| self.declared(file, ty, None))
            }
            Stub::This => given.map_or(Ty::UNKNOWN, |given| given.this),
            Stub::Either(both) => {
                let first = self.instantiate(&both[0], args, given);
                let Head::External(path) = *self.types.head(first) else {
                    return if first.is_unknown() { self.instantiate(&both[1], args, given) } else { first };
                };
                let second = self.instantiate(&both[1], args, given);
                let says_more = matches!(self.types.head(second), Head::Library(other, _) if *other == path);
                if says_more { second } else { first }
            }
            Stub::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.instantiate(part, args, given)).collect();
                self.types.make(Head::Tuple(parts))
            }
            Stub::Returned(at, inner) => {
                let function = argument(self, *at);
                let given = self.function_result(function);
                self.type_argument(given, *inner)
            }
            Stub::Array(element) => {
                let element = self.instantiate(element, args, given);
                self.types.std(Std::List, &[element])
            }
            Stub::Named(path, inner) => {
                let inner: Vec<Ty> = inner.iter().map(|stub| self.instantiate(stub, args, given)).collect();
                self.of_own_library(*path).unwrap_or_else(|| self.outside_named(*path, &inner))
            }
        }
    }

    /// One of the arguments of a type from outside, or the type itself.
    fn type_argument(&self, ty: Ty, at: Option<u32>) -> Ty {
        match (at, self.types.head(ty)) {
            (None, _) => ty,
            (Some(at), Head::Library(_, args)) => args.get(at as usize).copied().unwrap_or(Ty::UNKNOWN),
            _ => Ty::UNKNOWN,
        }
    }

    /// A type from outside with its arguments.
    pub(crate) fn outside_named(&mut self, path: Name, args: &[Ty]) -> Ty {
        let says = args.iter().any(|ty| !ty.is_unknown());
        self.types.make(if says { Head::Library(path, args.into()) } else { Head::External(path) })
    }

    /// What a function from anywhere gives: one written here, or an instance of a functional interface.
    fn function_result(&mut self, function: Ty) -> Ty {
        if let Some((path, args)) = self.outside_type(function) {
            let signature = self.tables().types.get(&path).and_then(|library| library.function.clone());
            return signature.map_or(Ty::UNKNOWN, |signature| self.instantiate(&signature.1, &args, None));
        }
        self.call(function, FileId(0), &[])
    }

    /// What a functional interface from outside hands to the function that stands for it.
    pub(crate) fn outside_param(&mut self, ty: Ty, position: u32) -> Option<Ty> {
        let (path, args) = self.outside_type(ty)?;
        let signature = self.tables().types.get(&path)?.function.clone()?;
        let param = signature.0.get(position as usize)?;
        Some(self.instantiate(param, &args, None))
    }

    /// What a functional interface from outside gives.
    pub(crate) fn outside_gives(&mut self, ty: Ty) -> Option<Ty> {
        let (path, args) = self.outside_type(ty)?;
        let signature = self.tables().types.get(&path)?.function.clone()?;
        Some(self.instantiate(&signature.1, &args, None))
    }

    /// The arguments that a type has as another type from outside, which it is or extends.
    pub(crate) fn as_outside(&mut self, ty: Ty, path: Name) -> Option<Rc<[Ty]>> {
        let mut starts = vec![ty];
        if let Head::Instance(decl, args) = self.types.head(ty).clone() {
            let env = self.arguments_env(decl, &args);
            let lineage = self.lineage(decl);
            starts.extend(lineage.iter().map(|&base| self.types.subst(base, env)));
        }
        for start in starts {
            for ty in self.outside_lineage(start).0 {
                if let Some((_, args)) = self.outside_type(ty).filter(|(other, _)| *other == path) {
                    return Some(args);
                }
            }
        }
        None
    }

    /// How many parameters a functional interface from outside has, and whether it gives a value.
    pub(crate) fn outside_function(&self, path: Name) -> Option<(usize, bool)> {
        let signature = self.tables().types.get(&path)?.function.as_ref()?;
        let nothing = matches!(&signature.1, Stub::Named(path, _) if &*self.text(*path) == "void");
        Some((signature.0.len(), !nothing))
    }

    /// A type from outside and all that it extends, the nearest first. Known: whether that is all of it.
    pub(crate) fn outside_lineage(&mut self, ty: Ty) -> (Vec<Ty>, bool) {
        let (mut all, mut at, mut known) = (vec![ty], 0, true);
        while let Some(&next) = all.get(at) {
            at += 1;
            let Some((path, args)) = self.outside_type(next) else { continue };
            let Some(library) = self.tables().types.get(&path) else {
                known &= at > 1;
                continue;
            };
            for above in &library.above {
                let above = self.instantiate(above, &args, None);
                if !all.contains(&above) && all.len() < MAX_SUPERTYPES {
                    all.push(above);
                }
            }
        }
        (all, known)
    }

    /// A member that a type from outside or one that it extends has by the tables.
    fn listed_above(&mut self, ty: Ty, name: Name) -> Option<(Rc<[Ty]>, Rc<Member>)> {
        for ty in self.outside_lineage(ty).0 {
            let Some((path, args)) = self.outside_type(ty) else { continue };
            let Some(library) = self.tables().types.get(&path) else { continue };
            if let Some(member) = library.members.get(&name) {
                return Some((args, member.clone()));
            }
            if library.made_up.is_empty() {
                continue;
            }
            let text = self.text(name);
            let is_so = |(start, _): &&(Box<str>, Rc<Member>)| text.len() > start.len() && text.starts_with(&**start);
            if let Some((_, member)) = library.made_up.iter().find(is_so) {
                return Some((args, member.clone()));
            }
        }
        None
    }

    /// Whether a type has a member as one of any name that begins alike.
    pub(crate) fn is_made_up(&mut self, ty: Ty, name: Name) -> bool {
        let text = self.text(name);
        let lineage = self.outside_lineage(ty).0;
        let libraries = lineage.into_iter().filter_map(|ty| self.outside_type(ty));
        let mut known = libraries.filter_map(|(path, _)| self.tables().types.get(&path));
        known
            .any(|it| !it.members.contains_key(&name) && it.made_up.iter().any(|(start, _)| text.starts_with(&**start)))
    }

    /// The same, or a member of the type that all extend.
    fn listed_member(&mut self, ty: Ty, name: Name) -> Option<(Rc<[Ty]>, Rc<Member>)> {
        if let Some(found) = self.listed_above(ty, name) {
            return Some(found);
        }
        let (path, _) = self.outside_type(ty)?;
        let root = self.tables().types.get(&path)?.root?;
        let member = self.tables().types.get(&root)?.members.get(&name)?;
        Some((Rc::from([]), member.clone()))
    }

    /// Whether the tables list a member of a type.
    pub(crate) fn is_outside_member(&mut self, ty: Ty, name: Name) -> bool {
        self.listed_member(ty, name).is_some()
    }

    /// What a field from outside holds, by its path.
    pub(crate) fn outside_field(&mut self, path: Name) -> Option<Ty> {
        let (ty, name) = self.outside_split(path)?;
        self.field_of(ty, &self.text(name))
    }

    /// What a field of a type from outside holds, where the tables tell.
    pub(crate) fn field_of(&mut self, ty: Ty, name: &str) -> Option<Ty> {
        let key = self.name(&format!(".{name}"));
        self.outside_call(ty, key, Given { file: FileId(0), arguments: &[], this: ty })
    }

    /// Whether a type from outside may have a member: one that the tables do not list may have any.
    pub(crate) fn tables_allow(&mut self, ty: Ty, name: Name) -> bool {
        let plain = self.project.names.plain(name);
        if plain == name || self.listed_above(ty, plain).is_some() {
            return true;
        }
        let lineage = self.outside_lineage(ty).0;
        let is_whole = |path: Name| self.tables().types.get(&path).is_some_and(|library| !library.partial);
        !lineage.iter().all(|&ty| self.outside_type(ty).is_some_and(|(path, _)| is_whole(path)))
    }

    /// A member of the type that every class of a language extends.
    pub(crate) fn root_member(&mut self, decl: Decl, name: Name) -> Option<Hit> {
        let language = self.source(decl.file)?.language;
        if let Some((root, members)) = language.root_members {
            let text = self.text(name);
            let path = members.contains(&&*text).then(|| self.name(&format!("{root}.{text}")))?;
            return Some(Hit::External(path));
        }
        let root = language.root_type?;
        let root = self.external(root);
        self.listed_member(root, name)?;
        self.members(root, name).first().copied()
    }

    /// What calling a member gives that every type has, by its path.
    pub(crate) fn root_call(&mut self, path: Name) -> Option<Ty> {
        let root = self.external(self.language.root_type?);
        let text = self.text(path);
        let name = self.name(text.rsplit_once('.')?.1);
        self.outside_call(root, name, Given { file: FileId(0), arguments: &[], this: root })
            .filter(|ty| !ty.is_unknown())
    }

    /// What calling a member of a type from outside gives, where a table tells.
    pub(crate) fn outside_call(&mut self, ty: Ty, name: Name, given: Given) -> Option<Ty> {
        let (args, member) = self.listed_member(ty, name)?;
        Some(self.instantiate(&member.gives, &args, Some(given)))
    }

    /// One item of a type from outside that can be iterated over, or of its iterator.
    pub(crate) fn outside_item(&mut self, ty: Ty) -> Ty {
        let item = self.name("<item>");
        self.outside_call(ty, item, Given { file: FileId(0), arguments: &[], this: ty }).unwrap_or(Ty::UNKNOWN)
    }

    /// What a member of a type from outside hands to a function among its arguments.
    pub(crate) fn outside_hands(&mut self, ty: Ty, name: Name, position: u32) -> Option<Ty> {
        let (args, member) = self.listed_member(ty, name)?;
        let hands = member.hands.get(position as usize)?;
        Some(self.instantiate(hands, &args, None)).filter(|ty| !ty.is_unknown())
    }

    /// The type and the member that a path outside names.
    pub(crate) fn outside_split(&mut self, path: Name) -> Option<(Ty, Name)> {
        let text = self.text(path);
        let (ty, member) = text.rsplit_once('.')?;
        let (ty, member) = (self.name(ty), self.name(member));
        self.is_in_tables(ty).then(|| (self.types.make(Head::External(ty)), member))
    }
}
