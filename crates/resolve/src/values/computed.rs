//! Types that are computed from others: conditional, mapped and indexed ones, texts made of texts, tuples of tuples.
//!
//! Such a type stays as it is written, with what its parameters stand for, until something is asked of it. Where it
//! cannot be told what it comes to, nothing is said of it.

use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::asking::{Open, Question};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{BindingId, Builtin, SymbolId, Type, TypeId};
use std::rc::Rc;

/// The symbol that type parameters without a declaration of their own are told under, by their bindings.
pub const LOCAL: SymbolId = u32::MAX;

/// What computing a type costs of the means of one call: beyond them nothing is said of it.
const COST: u32 = 20;
/// How many texts a template comes to.
const MAX_TEXTS: usize = 64;
/// How many members an indexed type is any of.
const MAX_INDEXED: usize = 8;
/// How many of them are asked what they share.
const MAX_SHARED: usize = 32;

/// A type that is written in a file, in an environment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Written {
    pub file: FileId,
    pub ty: TypeId,
    pub env: Env,
    pub owner: Option<SymbolId>,
}

impl Written {
    pub(crate) fn with(self, ty: TypeId) -> Self {
        Self { ty, ..self }
    }
}

impl<'p> Eval<'p> {
    /// The type parameter that a binding names which no declaration lists.
    pub(crate) fn local_param(&mut self, file: FileId, binding: BindingId) -> Ty {
        self.types.make(Head::Param(Decl { file, symbol: LOCAL }, binding))
    }

    /// A type as written, to be computed when something is asked of it.
    pub(crate) fn deferred(&mut self, file: FileId, ty: TypeId, owner: Option<SymbolId>) -> Ty {
        self.types.make(Head::Computed(file, ty, Env::EMPTY, owner))
    }

    /// What is written there with the environment put in, computed as far as it can be.
    pub(crate) fn within(&mut self, at: Written) -> Ty {
        let ty = self.declared(at.file, at.ty, at.owner);
        let ty = self.types.subst(ty, at.env);
        self.reduced(ty)
    }

    /// What a type comes to; the type itself where that cannot be told.
    pub(crate) fn reduced(&mut self, ty: Ty) -> Ty {
        match self.types.head(ty).clone() {
            Head::Computed(file, written, env, owner) => {
                let found = self.ask(Question::Computed(ty), |eval| {
                    eval.burn(COST);
                    let env = eval.settled(env);
                    let at = Written { file, ty: written, env, owner };
                    match eval.compute(at) {
                        Some(found) => found,
                        None => eval.types.make(Head::Computed(file, written, env, owner)),
                    }
                });
                if found.is_unknown() { ty } else { found }
            }
            Head::Union(options) if options.iter().any(|&it| matches!(self.types.head(it), Head::Computed(..))) => {
                let options: Vec<Ty> = options.iter().map(|&option| self.reduced(option)).collect();
                self.types.union(options)
            }
            _ => ty,
        }
    }

    /// An environment whose types are computed, as they would nest ever deeper otherwise.
    pub(crate) fn settled(&mut self, env: Env) -> Env {
        let is_open = |eval: &Self, ty: Ty| matches!(eval.types.head(ty), Head::Computed(..));
        if !self.types.env(env).iter().any(|&(_, _, ty)| is_open(self, ty)) {
            return env;
        }
        let mut entries = self.types.env(env).to_vec();
        for entry in &mut entries {
            entry.2 = self.reduced(entry.2);
        }
        self.types.make_env(entries)
    }

    /// What can be said of a type without computing it any further: nothing where it rests on what is not known, what
    /// maps names to what stands under them. No type that is to be computed is given back.
    pub(crate) fn known(&mut self, ty: Ty) -> Ty {
        match *self.types.head(ty) {
            Head::Literals(_) => self.types.builtin(Builtin::String),
            Head::Never => Ty::UNKNOWN,
            Head::Computed(..) => {
                let reduced = self.reduced(ty);
                if !matches!(self.types.head(reduced), Head::Computed(..)) {
                    return self.known(reduced);
                }
                self.ask(Question::Widened(reduced), |eval| eval.widened(reduced))
            }
            _ => ty,
        }
    }

    fn widened(&mut self, ty: Ty) -> Ty {
        let Head::Computed(file, written, env, owner) = *self.types.head(ty) else { return ty };
        let Some(source) = self.source(file) else { return Ty::UNKNOWN };
        let at = Written { file, ty: written, env, owner };
        let read = |eval: &mut Self, ty: TypeId| {
            let ty = eval.within(at.with(ty));
            eval.known(ty)
        };
        match &source.graph.types[written as usize] {
            // What has values at all is what is asked of: `T extends U ? T : never`.
            Type::Conditional { check, yes, no, .. } => {
                let branches = [*yes, *no];
                let [checked, yes, no] = [check, yes, no].map(|&it| &source.graph.types[it as usize]);
                let is_kept = matches!((yes, no), (kept, Type::Never) | (Type::Never, kept) if kept == checked);
                match is_kept {
                    true => read(self, *check),
                    false => {
                        let open = Open::Condition(file, written);
                        self.once(open, Ty::UNKNOWN, |eval| eval.either_branch(at, branches))
                    }
                }
            }
            Type::Mapped { keys, element, .. } => {
                let keys = self.within(at.with(*keys));
                let element = read(self, *element);
                let element = if element.is_unknown() { Ty::DYNAMIC } else { element };
                self.types.std(Std::Record, &[keys, element])
            }
            Type::Indexed { object, name } => {
                let object = read(self, *object);
                self.member(object, source.name(*name))
            }
            Type::Template { .. } => self.types.builtin(Builtin::String),
            Type::Tuple { parts } => {
                let parts: Vec<Ty> = parts.iter().map(|&part| read(self, part)).collect();
                self.types.make(Head::Tuple(parts.into()))
            }
            Type::Rest { of } => read(self, *of),
            Type::Name { path, arguments, .. } if !source.language.module_paths => {
                let arguments: Vec<Ty> = arguments.iter().map(|&argument| read(self, argument)).collect();
                let found = self.standard(source.graph.name(path[0]), &arguments).unwrap_or(Ty::UNKNOWN);
                if matches!(self.types.head(found), Head::Computed(..)) { Ty::UNKNOWN } else { found }
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// None: it cannot be told.
    fn compute(&mut self, at: Written) -> Option<Ty> {
        let source = self.source(at.file)?;
        match &source.graph.types[at.ty as usize] {
            Type::Conditional { check, extends, infers, yes, no } => {
                // What an outer round of the same condition inferred is not what this one does.
                let env = self.types.without(at.env, at.file, infers);
                self.branch(source, Written { env, ..at }, [*check, *extends, *yes, *no])
            }
            Type::Indexed { object, name } => {
                let object = self.within(at.with(*object));
                self.indexed(object, source.name(*name))
            }
            Type::IndexedBy { object, index } => {
                let key = self.key_of_type(source, at.file, *index);
                let object = self.within(at.with(*object));
                let index = key.unwrap_or_else(|| self.within(at.with(*index)));
                self.indexed_by(object, index)
            }
            Type::Template { texts, types } => {
                let mut made = vec![String::from(source.graph.name(texts[0]))];
                for (&ty, &text) in types.iter().zip(&texts[1..]) {
                    let ty = self.within(at.with(ty));
                    let parts = self.texts_of(ty)?;
                    let parts: Vec<Rc<str>> = parts.iter().map(|&part| self.text(part)).collect();
                    let text = source.graph.name(text);
                    made =
                        made.iter().flat_map(|it| parts.iter().map(move |part| format!("{it}{part}{text}"))).collect();
                    made.truncate(MAX_TEXTS);
                }
                let names = made.iter().map(|text| self.name(text)).collect();
                Some(self.types.literals(names))
            }
            Type::Tuple { parts } => {
                let mut made = Vec::with_capacity(parts.len());
                for &part in parts {
                    if let Type::Rest { of } = source.graph.types[part as usize] {
                        let of = self.within(at.with(of));
                        let Head::Tuple(inner) = self.types.head(of).clone() else { return None };
                        made.extend(inner.iter().copied());
                    } else {
                        made.push(self.within(at.with(part)));
                    }
                }
                Some(self.types.make(Head::Tuple(made.into())))
            }
            Type::Name { .. } if source.language.module_paths => self.projected(source, at),
            Type::Name { path, arguments, .. } => {
                let arguments: Vec<Ty> = arguments.iter().map(|&argument| self.within(at.with(argument))).collect();
                self.intrinsic(source.graph.name(path[0]), &arguments)
            }
            _ => None,
        }
    }

    /// The branch of a condition that a type comes to; of a union, those that its options come to.
    fn branch(&mut self, source: &Source, at: Written, [check, extends, yes, no]: [TypeId; 4]) -> Option<Ty> {
        let checked = self.declared(at.file, check, at.owner);
        let given = self.within(at.with(check));
        let param = match *self.types.head(checked) {
            Head::Param(decl, position) => Some((decl, position)),
            _ => None,
        };
        let options = if param.is_some() { self.types.options(given) } else { Rc::from([given]) };
        let pattern = self.declared(at.file, extends, at.owner);
        let pattern = self.types.subst(pattern, at.env);
        let mut results = Vec::with_capacity(options.len());
        for &option in options.iter() {
            let mut found = Vec::new();
            let fits = match source.graph.types[extends as usize] {
                Type::Any => true,
                Type::Never => self.is_never(option)?,
                _ => self.assignable(option, pattern, &mut found, 0)?,
            };
            // What the type is in its own branch.
            found.extend(param.filter(|_| options.len() > 1).map(|(decl, position)| (decl, position, option)));
            let own = self.types.make_env(found);
            let env = self.types.rebound(own, at.env);
            let chosen = if fits { yes } else { no };
            results.push(match source.graph.types[chosen as usize] {
                Type::Never => self.types.make(Head::Never),
                _ => self.within(Written { env, ..at.with(chosen) }),
            });
        }
        Some(match results[..] {
            [one] => one,
            _ => self.types.union(results),
        })
    }

    /// Whether nothing is of a type. None: it cannot be told.
    fn is_never(&mut self, ty: Ty) -> Option<bool> {
        match self.types.head(ty).clone() {
            Head::Never => Some(true),
            Head::Unknown | Head::Dynamic | Head::Param(..) | Head::Undecided(_) => None,
            Head::Computed(..) if !self.is_mapped(ty) => None,
            // Names that are in all of these: `keyof A & keyof B`.
            Head::Intersection(parts) if parts.iter().any(|&it| matches!(self.types.head(it), Head::Keys(_))) => {
                let [first, rest @ ..] = &parts[..] else { return None };
                let mut open = false;
                for name in self.names_of(*first)? {
                    let held: Vec<Option<bool>> = rest.iter().map(|&keys| self.has_name(keys, name)).collect();
                    if held.iter().all(|it| *it == Some(true)) {
                        return Some(false);
                    }
                    open |= !held.contains(&Some(false));
                }
                (!open).then_some(true)
            }
            _ => Some(false),
        }
    }

    fn indexed(&mut self, object: Ty, name: Name) -> Option<Ty> {
        match self.types.head(object).clone() {
            Head::Unknown | Head::Param(..) | Head::Computed(..) if !self.is_mapped(object) => None,
            Head::Tuple(parts) if &*self.text(name) == "length" => {
                let length = self.name(&parts.len().to_string());
                Some(self.types.literals(vec![length]))
            }
            Head::Union(options) => {
                let found: Option<Vec<Ty>> = options.iter().map(|&option| self.indexed(option, name)).collect();
                found.map(|found| self.types.union(found))
            }
            Head::Std(Std::List, _) if &*self.text(name) == "length" => Some(self.types.builtin(Builtin::Number)),
            _ => {
                let member = self.member(object, name);
                (!member.is_unknown()).then_some(member)
            }
        }
    }

    /// The texts that a type is one of: `"a" | "b"`, and those of them that are a `string` too.
    fn texts_of(&self, ty: Ty) -> Option<Rc<[Name]>> {
        match self.types.head(ty) {
            Head::Literals(names) => Some(names.clone()),
            Head::Intersection(parts) => parts.iter().find_map(|&part| self.texts_of(part)),
            _ => None,
        }
    }

    fn indexed_by(&mut self, object: Ty, index: Ty) -> Option<Ty> {
        let names = self.names_of(index).filter(|it| !it.is_empty() && it.len() <= MAX_SHARED);
        if let Some(names) = names {
            let mut found = Vec::with_capacity(names.len());
            for &name in names.iter() {
                found.push(self.indexed(object, name)?);
            }
            // Of many, what they share is told.
            let is_few = found.len() <= MAX_INDEXED;
            return Some(if is_few { self.types.union(found) } else { self.types.undecided(found) });
        }
        match self.types.head(index).clone() {
            Head::Builtin(Builtin::Number | Builtin::String) | Head::Keys(_) => {
                let known = self.known(object);
                match self.types.head(known) {
                    Head::Std(..) | Head::Tuple(_) => Some(self.element(known)).filter(|it| !it.is_unknown()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Whether a type of the language itself can only be told when its arguments are.
    pub(crate) fn is_deferred(&self, name: &str, arguments: &[Ty]) -> bool {
        let is_open = |ty: &Ty| matches!(self.types.head(*ty), Head::Computed(..) | Head::Param(..));
        match name {
            "Uppercase" | "Lowercase" | "Capitalize" | "Uncapitalize" => true,
            "Omit" => arguments.len() == 2,
            "ReturnType" | "Parameters" | "Awaited" | "InstanceType" => arguments.iter().any(is_open),
            _ => false,
        }
    }

    /// Finds what the parameters of a type to be computed stand for by what is given for it: of a tuple that has a rest.
    pub(crate) fn unify_computed(
        &mut self,
        wanted: Ty,
        given: Ty,
        found: &mut Vec<(Decl, u32, Ty)>,
        depth: u8,
    ) -> bool {
        let Head::Computed(file, ty, env, owner) = *self.types.head(wanted) else { return false };
        if let Some(Type::Conditional { yes, no, .. }) = self.source(file).map(|it| &it.graph.types[ty as usize]) {
            let before = found.len();
            for branch in [*yes, *no] {
                let wanted = self.within(Written { file, ty: branch, env, owner });
                self.unify(wanted, given, found, depth + 1);
            }
            return found.len() > before;
        }
        let (Head::Tuple(given), Some(source)) = (self.types.head(given).clone(), self.source(file)) else {
            return false;
        };
        let Type::Tuple { parts } = &source.graph.types[ty as usize] else { return false };
        let is_rest = |&part: &TypeId| matches!(source.graph.types[part as usize], Type::Rest { .. });
        let Some(at) = parts.iter().position(&is_rest) else { return false };
        let behind = parts.len() - at - 1;
        if parts[at + 1..].iter().any(is_rest) || given.len() < at + behind {
            return false;
        }
        let middle = self.types.make(Head::Tuple(given[at..given.len() - behind].into()));
        let before = parts[..at].iter().copied().zip(given[..at].iter().copied());
        let after = parts[at + 1..].iter().copied().zip(given[given.len() - behind..].iter().copied());
        let pairs: Vec<(TypeId, Ty)> = before.chain([(parts[at], middle)]).chain(after).collect();
        for (part, given) in pairs {
            let wanted = self.declared(file, part, owner);
            let wanted = self.types.subst(wanted, env);
            self.unify(wanted, given, found, depth + 1);
        }
        true
    }

    /// What the types of the language itself make of others.
    fn intrinsic(&mut self, name: &str, arguments: &[Ty]) -> Option<Ty> {
        let change: fn(&str) -> String = match name {
            "Uppercase" => |text| text.to_uppercase(),
            "Lowercase" => |text| text.to_lowercase(),
            "Capitalize" => |text| with_first(text, |first| first.to_uppercase().collect()),
            "Uncapitalize" => |text| with_first(text, |first| first.to_lowercase().collect()),
            "Omit" => return None,
            _ => {
                let is_open = |ty: &Ty| matches!(self.types.head(*ty), Head::Computed(..) | Head::Param(..));
                if arguments.iter().any(is_open) {
                    return None;
                }
                return self.standard(name, arguments).filter(|it| !it.is_unknown());
            }
        };
        let texts = self.texts_of(*arguments.first()?)?;
        let names = texts.iter().map(|&text| self.name(&change(&self.text(text)))).collect();
        Some(self.types.literals(names))
    }
}

fn with_first(text: &str, change: impl Fn(char) -> String) -> String {
    let mut rest = text.chars();
    rest.next().map_or(String::new(), |first| change(first) + rest.as_str())
}
