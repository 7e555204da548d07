//! Whether a type fits another, and what the parameters of that other stand for then.

use crate::project::names::Name;
use crate::project::source::signature;
use crate::values::computed::LOCAL;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Std, Ty};
use facts::{Builtin, Modifiers, SymbolKind, Type};

/// How deep types are compared.
const MAX_DEPTH: u8 = 8;
/// How many members are compared.
const MAX_MEMBERS: usize = 32;

type Found = Vec<(Decl, u32, Ty)>;

impl Eval<'_> {
    /// Whether a value of type `given` may stand where `pattern` is asked for. None: it cannot be told.
    pub(crate) fn assignable(&mut self, given: Ty, pattern: Ty, found: &mut Found, depth: u8) -> Option<bool> {
        if depth > MAX_DEPTH {
            return None;
        }
        self.step(None, |eval| eval.compare(given, pattern, found, depth))
    }

    fn compare(&mut self, given: Ty, pattern: Ty, found: &mut Found, depth: u8) -> Option<bool> {
        let given = self.reduced(given);
        if let Head::Param(decl, position) = *self.types.head(pattern)
            && decl.symbol == LOCAL
        {
            found.push((decl, position, given));
            return Some(true);
        }
        if given == pattern {
            return Some(true);
        }
        if let Some(fits) = self.fits_tuple(given, pattern, found, depth) {
            return fits;
        }
        let pattern = self.reduced(pattern);
        if *self.types.head(pattern) == Head::Never {
            return match self.types.head(given) {
                Head::Never => Some(true),
                Head::Unknown | Head::Dynamic | Head::Param(..) | Head::Undecided(_) | Head::Computed(..) => None,
                _ => Some(false),
            };
        }
        let pattern = if matches!(self.types.head(pattern), Head::Literals(_)) { pattern } else { self.known(pattern) };
        match (self.types.head(given).clone(), self.types.head(pattern).clone()) {
            (Head::Never, _) => Some(true),
            (Head::Unknown | Head::Dynamic | Head::Param(..) | Head::Undecided(_), _) => None,
            (_, Head::Unknown | Head::Dynamic | Head::Param(..) | Head::Undecided(_)) => None,
            (Head::Computed(..), _) if !self.is_mapped(given) => None,
            (Head::External(_) | Head::Library(..), Head::External(_) | Head::Library(..)) => None,
            (_, Head::Union(options)) => {
                let mut open = false;
                for &option in options.iter() {
                    match self.assignable(given, option, found, depth + 1) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => open = true,
                    }
                }
                (!open).then_some(false)
            }
            (Head::Union(options), Head::FuncType(..)) => self.all_callable(&options, pattern, found, depth),
            (Head::Union(options), _) => {
                self.all(options.iter().map(|&option| (option, pattern)).collect(), found, depth)
            }
            (_, Head::Intersection(parts)) if parts.iter().any(|part| part.is_unknown()) => None,
            (_, Head::Intersection(parts)) => self.all(parts.iter().map(|&part| (given, part)).collect(), found, depth),
            (Head::Literals(one), Head::Literals(other)) => Some(one.iter().all(|it| other.contains(it))),
            (Head::Literals(_) | Head::Keys(_), Head::Builtin(builtin)) => Some(builtin == Builtin::String),
            (Head::Builtin(_), Head::Literals(_)) => Some(false),
            (Head::Keys(_), Head::Keys(_)) => None,
            (Head::Literals(names), Head::Keys(_)) => {
                let has: Vec<Option<bool>> = names.iter().map(|&name| self.has_name(pattern, name)).collect();
                if has.contains(&Some(false)) {
                    Some(false)
                } else {
                    has.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
                }
            }
            (Head::Builtin(one), Head::Builtin(other)) => Some(one == other),
            (_, Head::Builtin(Builtin::Object)) => Some(true),
            (Head::Builtin(Builtin::Object), _) => None,
            (Head::Func(..) | Head::FuncType(..) | Head::Closure(..), Head::Builtin(Builtin::Function)) => Some(true),
            (Head::Instance(..), Head::Std(..) | Head::Tuple(_) | Head::Builtin(_) | Head::Literals(_))
                if self.may_be_primitive(given) =>
            {
                None
            }
            (Head::Std(one, args), Head::Std(two, others)) => {
                if one != two {
                    return Some(false);
                }
                self.all(args.iter().copied().zip(others.iter().copied()).collect(), found, depth)
            }
            (Head::Tuple(parts), Head::Std(Std::List, args)) => {
                let element = args.first().copied().unwrap_or(Ty::UNKNOWN);
                self.all(parts.iter().map(|&part| (part, element)).collect(), found, depth)
            }
            (Head::Instance(one, args), Head::Instance(two, others)) if one == two => {
                if args.is_empty() {
                    let all = others.iter().all(|&other| self.takes_any(other));
                    return all.then_some(true);
                }
                self.all(args.iter().copied().zip(others.iter().copied()).collect(), found, depth)
            }
            (Head::Instance(one, args), Head::Instance(two, _)) => {
                let env = self.arguments_env(one, &args);
                let base = self.lineage(one).iter().copied().find(|&base| self.is_of(base, two));
                match base {
                    Some(base) => {
                        let base = self.types.subst(base, env);
                        self.assignable(base, pattern, found, depth + 1)
                    }
                    None => self.fits_members(given, pattern, found, depth),
                }
            }
            (_, Head::FuncType(at, ty, env)) => {
                let given = self.callable(given);
                match self.types.head(given).clone() {
                    Head::Func(..) | Head::Closure(..) | Head::FuncType(..) | Head::Intersection(_) => {
                        self.taken_parameters(given, pattern, found);
                        let wanted = self.call_function_type(at, ty, env);
                        let given = self.call(given, FileId(0), &[]);
                        if wanted.is_unknown() { Some(true) } else { self.assignable(given, wanted, found, depth + 1) }
                    }
                    Head::Bound(..) | Head::Class(_) | Head::ClassOf(_) | Head::External(_) | Head::Library(..) => None,
                    _ => Some(false),
                }
            }
            (_, Head::Shape(..) | Head::Instance(..)) => self.fits_members(given, pattern, found, depth),
            (Head::Tuple(_) | Head::Std(..) | Head::Builtin(_) | Head::Literals(_), _)
            | (_, Head::Tuple(_) | Head::Std(..) | Head::Builtin(_) | Head::Literals(_)) => Some(false),
            _ => None,
        }
    }

    /// Functions that stand together where one is asked for: what it is inferred to take is all that they take.
    fn all_callable(&mut self, options: &[Ty], pattern: Ty, found: &mut Found, depth: u8) -> Option<bool> {
        let before = found.len();
        let fits = self.all(options.iter().map(|&option| (option, pattern)).collect(), found, depth)?;
        let mut taken: Vec<(Decl, u32, Vec<Ty>)> = Vec::new();
        for (decl, position, ty) in found.drain(before..) {
            match taken.iter_mut().find(|it| (it.0, it.1) == (decl, position)) {
                Some((_, _, all)) if !all.contains(&ty) => all.push(ty),
                Some(_) => {}
                None => taken.push((decl, position, vec![ty])),
            }
        }
        for (decl, position, all) in taken {
            let ty = match all[..] {
                [one] => one,
                _ => self.types.make(Head::Intersection(all.into())),
            };
            found.push((decl, position, ty));
        }
        Some(fits)
    }

    /// What is inferred of what a function takes: `(it: infer T) => void`.
    fn taken_parameters(&mut self, given: Ty, pattern: Ty, found: &mut Found) {
        let Head::FuncType(at, ty, _) = *self.types.head(pattern) else { return };
        let Some(source) = self.source(at) else { return };
        let count = signature(&source.graph, ty).map_or(0, |it| it.params.len());
        for position in 0..count as u32 {
            let wanted = self.function_param(pattern, position);
            if let Head::Param(decl, param) = *self.types.head(wanted)
                && decl.symbol == LOCAL
            {
                let taken = self.function_param(given, position);
                if !taken.is_unknown() {
                    found.push((decl, param, taken));
                }
            }
        }
    }

    /// Whether every type fits: what is only inferred takes any.
    fn takes_any(&mut self, pattern: Ty) -> bool {
        match *self.types.head(pattern) {
            Head::Param(decl, position) if decl.symbol == LOCAL => self.bound(decl, position).is_unknown(),
            _ => pattern.is_unknown(),
        }
    }

    fn is_of(&self, ty: Ty, decl: Decl) -> bool {
        matches!(*self.types.head(ty), Head::Instance(of, _) if of == decl)
    }

    /// Whether each fits its other.
    fn all(&mut self, pairs: Vec<(Ty, Ty)>, found: &mut Found, depth: u8) -> Option<bool> {
        let mut open = false;
        for (given, pattern) in pairs {
            match self.assignable(given, pattern, found, depth + 1) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => open |= !pattern.is_unknown(),
            }
        }
        (!open).then_some(true)
    }

    /// A tuple against one that may take the rest as one: `[infer A, ...infer B]`. None: these are no tuples.
    fn fits_tuple(&mut self, given: Ty, pattern: Ty, found: &mut Found, depth: u8) -> Option<Option<bool>> {
        let Head::Tuple(parts) = self.types.head(given).clone() else { return None };
        let (wanted, rest) = match self.types.head(pattern).clone() {
            Head::Tuple(wanted) => (wanted.to_vec(), None),
            Head::Computed(file, ty, env, owner) => {
                let Type::Tuple { parts } = &self.source(file)?.graph.types[ty as usize] else { return None };
                let mut wanted = Vec::with_capacity(parts.len());
                let mut rest = None;
                for (position, &part) in parts.iter().enumerate() {
                    let of = match self.source(file)?.graph.types[part as usize] {
                        Type::Rest { of } => of,
                        _ => part,
                    };
                    let ty = self.declared(file, of, owner);
                    let ty = self.types.subst(ty, env);
                    if of != part && rest.replace(position).is_some() {
                        return Some(None);
                    }
                    wanted.push(ty);
                }
                (wanted, rest)
            }
            _ => return None,
        };
        let Some(at) = rest else {
            if parts.len() != wanted.len() {
                return Some(Some(false));
            }
            return Some(self.all(parts.iter().copied().zip(wanted).collect(), found, depth));
        };
        let behind = wanted.len() - at - 1;
        if parts.len() < at + behind {
            return Some(Some(false));
        }
        let middle = self.types.make(Head::Tuple(parts[at..parts.len() - behind].into()));
        let mut pairs: Vec<(Ty, Ty)> = parts[..at].iter().copied().zip(wanted[..at].iter().copied()).collect();
        pairs.push((middle, wanted[at]));
        pairs.extend(parts[parts.len() - behind..].iter().copied().zip(wanted[at + 1..].iter().copied()));
        Some(self.all(pairs, found, depth))
    }

    /// Whether a type has the members that another asks for.
    fn fits_members(&mut self, given: Ty, pattern: Ty, found: &mut Found, depth: u8) -> Option<bool> {
        let is_closed = self.is_closed(given);
        let members = self.asked_members(pattern)?;
        let asks_nothing = members.iter().all(|(_, _, optional)| *optional);
        if asks_nothing && !members.is_empty() && self.is_plain_function(given) {
            return Some(false);
        }
        let mut open = false;
        for (name, wanted, optional) in members {
            let hits = self.members(given, name);
            if hits.is_empty() {
                match (optional, is_closed) {
                    (true, _) => continue,
                    (false, true) => return Some(false),
                    (false, false) => return None,
                }
            }
            if wanted.is_unknown() {
                continue;
            }
            let given = self.hits_type(hits);
            match self.assignable(given, wanted, found, depth + 1) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => open = true,
            }
        }
        (!open).then_some(true)
    }

    /// Whether a type is a function's that has no members of its own: it has nothing in common with an object of options.
    fn is_plain_function(&self, ty: Ty) -> bool {
        match *self.types.head(ty) {
            Head::Func(decl, ..) => self.source(decl.file).is_some_and(|it| !it.has_fields(decl.symbol)),
            Head::Closure(..) | Head::FuncType(..) => true,
            _ => false,
        }
    }

    /// Whether values of a declared type may be those of a builtin one: members of an enum, what has a base outside.
    fn may_be_primitive(&mut self, ty: Ty) -> bool {
        let Head::Instance(decl, _) = *self.types.head(ty) else { return false };
        let kind = self.project.symbol(decl).map(|(_, symbol)| symbol.kind);
        !matches!(kind, Some(SymbolKind::Class | SymbolKind::Interface)) || !self.is_closed(ty)
    }

    /// Whether a type has no members but those that are found in it.
    pub(crate) fn is_closed(&mut self, ty: Ty) -> bool {
        match self.types.head(ty).clone() {
            Head::Object(..) | Head::Shape(..) | Head::Func(..) | Head::FuncType(..) | Head::Closure(..) => true,
            Head::Builtin(_) | Head::Literals(_) | Head::Tuple(_) => true,
            Head::Std(Std::Record, args) => match self.mapped(&args) {
                Some(of) => self.is_closed(of),
                None => false,
            },
            Head::Intersection(parts) => parts.iter().all(|&part| self.is_closed(part)),
            Head::Instance(decl, _) => {
                let lineage = self.lineage(decl);
                lineage.iter().all(|&base| matches!(self.types.head(base), Head::Instance(..)))
            }
            Head::Computed(..) => self.has_told_names(ty),
            _ => false,
        }
    }

    /// The members of a type literal or interface, what each is, and whether it may be left out.
    fn asked_members(&mut self, pattern: Ty) -> Option<Vec<(Name, Ty, bool)>> {
        match *self.types.head(pattern) {
            Head::Shape(file, ty, env, alias) => {
                let source = self.source(file)?.whole();
                let Type::Object { members } = &source.graph.types[ty as usize] else { return None };
                let is_optional = |ty: u32| matches!(source.graph.types[ty as usize], Type::Optional { .. });
                let mut asked = Vec::with_capacity(members.len());
                for &(name, ty) in members.iter().take(MAX_MEMBERS) {
                    let wanted = self.declared(file, ty, alias.map(|alias| alias.symbol));
                    asked.push((source.name(name), self.types.subst(wanted, env), is_optional(ty)));
                }
                Some(asked)
            }
            Head::Instance(decl, _) => {
                let (source, symbol) = self.project.symbol(decl)?;
                if symbol.kind != SymbolKind::Interface || !symbol.bases.is_empty() {
                    return None;
                }
                let graph = &source.graph;
                let is_optional = |id: u32| {
                    let member = &graph.symbols[id as usize];
                    let is_declared = |ty: u32| matches!(graph.types[ty as usize], Type::Optional { .. });
                    member.modifiers.has(Modifiers::OPTIONAL) || member.declared.is_some_and(is_declared)
                };
                let all: Vec<u32> = source.children(decl.symbol).take(MAX_MEMBERS).collect();
                let mut asked = Vec::with_capacity(all.len());
                for member in all {
                    let name = source.symbol_name(member);
                    asked.push((name, self.member(pattern, name), is_optional(member)));
                }
                Some(asked)
            }
            _ => None,
        }
    }
}
