//! Mapped types: objects with the member names of another type, `{ [K in keyof T]: … }`.

use crate::members::Hit;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::computed::{LOCAL, Written};
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Std, Ty};
use facts::{Builtin, Type, Value};

/// How many names of a type are made into others.
const MAX_NAMES: usize = 256;

impl Eval<'_> {
    /// Whether a type is one whose members are told by the names of another: it is complete as it stands.
    pub(crate) fn is_mapped(&self, ty: Ty) -> bool {
        let Head::Computed(file, ty, ..) = *self.types.head(ty) else { return false };
        self.source(file).is_some_and(|source| match &source.graph.types[ty as usize] {
            Type::Mapped { .. } => true,
            Type::Name { arguments, .. } => arguments.len() == 2,
            _ => false,
        })
    }

    /// What a name leads to in a type that is computed from others.
    pub(crate) fn computed_members(&mut self, ty: Ty, name: Name) -> Vec<Hit> {
        let reduced = self.reduced(ty);
        let Head::Computed(file, written, env, owner) = *self.types.head(reduced) else {
            return self.members(reduced, name);
        };
        let Some(source) = self.source(file) else { return Vec::new() };
        let at = Written { file, ty: written, env, owner };
        match &source.graph.types[written as usize] {
            Type::Mapped { param, keys, renamed, element } => {
                let Some(origin) = self.origin_name(at, *param, *keys, *renamed, name) else { return Vec::new() };
                self.mapped_by(source, at, (*param, *keys, *element), origin)
            }
            // `Omit<T, K>`
            Type::Name { arguments, .. } if arguments.len() == 2 => {
                let (of, keys) = (self.within(at.with(arguments[0])), self.within(at.with(arguments[1])));
                if self.has_name(keys, name) == Some(false) { self.members(of, name) } else { Vec::new() }
            }
            _ => {
                let known = self.known(reduced);
                self.members(known, name)
            }
        }
    }

    /// The members under one name of what a type is mapped to.
    fn mapped_by(
        &mut self,
        source: &Source,
        at: Written,
        (param, keys, element): (u32, u32, u32),
        name: Name,
    ) -> Vec<Hit> {
        let text = self.types.literals(vec![name]);
        let own = self.types.make_env(vec![(Decl { file: at.file, symbol: LOCAL }, param, text)]);
        let inside = Written { env: self.types.rebound(own, at.env), ..at };
        if let Type::IndexedBy { object, index } = source.graph.types[element as usize]
            && matches!(source.graph.types[index as usize], Type::Name { root: Some(root), .. } if root == param)
        {
            let object = self.within(inside.with(object));
            let hits = self.members(object, name);
            if !hits.is_empty() {
                return hits;
            }
        }
        let keys = self.within(at.with(keys));
        let held = self.within(inside.with(element));
        let held = self.known(held);
        let of = self.named_of(keys);
        let held = if held.is_unknown() { Ty::DYNAMIC } else { held };
        match of {
            Some(of) => self.mapped_member(of, &[keys, held], name),
            None => vec![Hit::Typed(held)],
        }
    }

    /// The type whose member names some keys are.
    fn named_of(&self, keys: Ty) -> Option<Ty> {
        match self.types.head(keys) {
            Head::Keys(of) => Some(*of),
            Head::Intersection(parts) => parts.iter().find_map(|&part| self.named_of(part)),
            _ => None,
        }
    }

    /// The name that a mapped type has made into `name`. None: it has no such member.
    fn origin_name(&mut self, at: Written, param: u32, keys: u32, renamed: Option<u32>, name: Name) -> Option<Name> {
        let keys = self.within(at.with(keys));
        let Some(renamed) = renamed else {
            return (self.has_name(keys, name) != Some(false)).then_some(name);
        };
        let made = |eval: &mut Self, from: Name| {
            let text = eval.types.literals(vec![from]);
            let own = eval.types.make_env(vec![(Decl { file: at.file, symbol: LOCAL }, param, text)]);
            let env = eval.types.rebound(own, at.env);
            eval.within(Written { env, ..at.with(renamed) })
        };
        let same = made(self, name);
        match self.types.head(same) {
            Head::Literals(names) if names.contains(&name) => {
                if self.has_name(keys, name) != Some(false) {
                    return Some(name);
                }
            }
            Head::Literals(_) => {}
            _ => return None,
        }
        let names = self.names_of(keys)?;
        names.into_iter().take(MAX_NAMES).find(|&from| {
            let made = made(self, from);
            matches!(self.types.head(made), Head::Literals(names) if names.contains(&name))
        })
    }

    /// Whether a name is among some keys. None: it cannot be told.
    pub(crate) fn has_name(&mut self, keys: Ty, name: Name) -> Option<bool> {
        match self.types.head(keys).clone() {
            Head::Literals(names) => Some(names.contains(&name)),
            Head::Never => Some(false),
            Head::Builtin(Builtin::String) => Some(true),
            Head::Intersection(parts) => {
                let all: Vec<Option<bool>> = parts.iter().map(|&part| self.has_name(part, name)).collect();
                if all.contains(&Some(false)) {
                    Some(false)
                } else {
                    all.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
                }
            }
            Head::Keys(of) => {
                let of = self.reduced(of);
                let is_held = !self.members(of, name).is_empty();
                (is_held || self.is_closed(of)).then_some(is_held)
            }
            Head::Union(options) => {
                let all: Vec<Option<bool>> = options.iter().map(|&option| self.has_name(option, name)).collect();
                if all.contains(&Some(true)) {
                    Some(true)
                } else {
                    all.into_iter().collect::<Option<Vec<_>>>().map(|_| false)
                }
            }
            Head::Param(decl, position) => {
                let bound = self.bound(decl, position);
                if bound == keys { None } else { self.has_name(bound, name) }
            }
            _ => None,
        }
    }

    /// Whether it can be told of every name whether a mapped type has it.
    pub(crate) fn has_told_names(&mut self, ty: Ty) -> bool {
        let Head::Computed(file, ty, env, owner) = *self.types.head(ty) else { return false };
        let Some(source) = self.source(file) else { return false };
        let at = Written { file, ty, env, owner };
        self.step(false, |eval| match &source.graph.types[ty as usize] {
            Type::Mapped { keys, .. } => {
                let keys = eval.within(at.with(*keys));
                eval.are_told(keys)
            }
            Type::Name { arguments, .. } if arguments.len() == 2 => {
                let (of, keys) = (eval.within(at.with(arguments[0])), eval.within(at.with(arguments[1])));
                eval.is_closed(of) && eval.are_told(keys)
            }
            _ => false,
        })
    }

    fn are_told(&mut self, keys: Ty) -> bool {
        match self.types.head(keys).clone() {
            Head::Literals(_) | Head::Never => true,
            Head::Keys(of) => self.is_closed(of),
            Head::Union(parts) | Head::Intersection(parts) => parts.iter().all(|&part| self.are_told(part)),
            _ => false,
        }
    }

    /// All that a set of keys holds.
    pub(super) fn names_of(&mut self, keys: Ty) -> Option<Vec<Name>> {
        match self.types.head(keys).clone() {
            Head::Literals(names) => Some(names.to_vec()),
            Head::Keys(of) => self.member_names(of),
            Head::Intersection(parts) => parts.iter().find_map(|&part| self.names_of(part)),
            _ => None,
        }
    }

    /// The names of a type's members.
    fn member_names(&mut self, of: Ty) -> Option<Vec<Name>> {
        self.step(None, |eval| {
            let of = eval.reduced(of);
            match eval.types.head(of).clone() {
                Head::Object(file, value, env) => {
                    let source = eval.source(file)?.whole();
                    let Value::Object { members, spreads } = &source.graph.values[value as usize] else { return None };
                    let mut names: Vec<Name> = members.iter().map(|(name, _)| source.name(*name)).collect();
                    for &spread in spreads {
                        let spread = eval.value(file, spread);
                        let spread = eval.types.subst(spread, env);
                        names.extend(eval.member_names(spread)?);
                    }
                    Some(names)
                }
                Head::Shape(file, ty, ..) => {
                    let source = eval.source(file)?.whole();
                    let Type::Object { members } = &source.graph.types[ty as usize] else { return None };
                    Some(members.iter().map(|(name, _)| source.name(*name)).collect())
                }
                Head::Instance(decl, _) => {
                    let parts = eval.project.merged(decl);
                    let all = parts.into_iter().filter_map(|part| Some((eval.source(part.file)?, part.symbol)));
                    let names = all.flat_map(|(source, id)| source.children(id).map(|it| source.symbol_name(it)));
                    Some(names.collect())
                }
                Head::Intersection(parts) => {
                    let mut names = Vec::new();
                    for &part in parts.iter() {
                        names.extend(eval.member_names(part)?);
                    }
                    Some(names)
                }
                Head::Computed(file, ty, env, owner) => {
                    let Type::Mapped { keys, renamed: None, .. } = eval.source(file)?.graph.types[ty as usize] else {
                        return None;
                    };
                    let keys = eval.within(Written { file, ty: keys, env, owner });
                    eval.names_of(keys)
                }
                _ => None,
            }
        })
    }

    /// The type whose member names the keys of a record are.
    pub(crate) fn mapped(&self, args: &[Ty]) -> Option<Ty> {
        match *self.types.head(*args.first()?) {
            Head::Keys(of) => Some(of),
            _ => None,
        }
    }

    /// A member of a mapped type is declared where the type with the names declares it, but holds what the mapping
    /// says. What that type does not have, the mapped one has not either, unless nobody knows what it is.
    pub(crate) fn mapped_member(&mut self, of: Ty, args: &[Ty], name: Name) -> Vec<Hit> {
        let element = args.get(1).copied().unwrap_or(Ty::DYNAMIC);
        let hits = self.members(of, name);
        if hits.is_empty() && matches!(self.types.head(of), Head::Param(..) | Head::Unknown) {
            let known = !element.is_unknown() && element != Ty::DYNAMIC;
            return vec![if known { Hit::Typed(element) } else { Hit::CatchAll }];
        }
        hits.into_iter().filter_map(|hit| self.mapped_hit(hit, element)).collect()
    }

    fn mapped_hit(&mut self, hit: Hit, element: Ty) -> Option<Hit> {
        match hit {
            Hit::Declared(decl, ..) | Hit::Mapped(decl, _) => Some(Hit::Mapped(decl, element)),
            Hit::Given(file, value, _) => match self.source(file)?.graph.values[value as usize] {
                Value::Function { symbol: Some(symbol), .. } => Some(Hit::Mapped(Decl { file, symbol }, element)),
                _ => Some(Hit::Typed(element)),
            },
            Hit::Typed(_) => Some(Hit::Typed(element)),
            _ => None,
        }
    }

    /// What is known of the type with the names where a mapped type is given `given`: its names, not what it holds.
    pub(crate) fn named_like(&mut self, given: Ty) -> Option<Ty> {
        match self.types.head(given) {
            Head::Object(..) | Head::Shape(..) | Head::Instance(..) | Head::Intersection(_) => {
                let keys = self.types.make(Head::Keys(given));
                Some(self.types.std(Std::Record, &[keys, Ty::DYNAMIC]))
            }
            _ => None,
        }
    }
}
