//! What a function's type parameters stand for in a call.

use crate::members::extensions;
use crate::project::names::Name;
use crate::project::source::signature;
use crate::standard::std_types;
use crate::values::computed::LOCAL;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, THIS, Ty};
use facts::{BindingId, Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};
use std::rc::Rc;

/// How many members of an object literal are asked for what they say of type parameters.
const MAX_MEMBERS: usize = 32;

impl Eval<'_> {
    /// What a function's type parameters stand for, from the types of the arguments; the first of them goes to
    /// the parameter behind those `skipped`.
    pub(crate) fn infer(
        &mut self,
        decl: Decl,
        symbol: &Symbol,
        skipped: usize,
        file: FileId,
        arguments: &[ValueId],
    ) -> Env {
        self.infer_before(decl, symbol, skipped, file, arguments, None)
    }

    /// The same for the callback that is argument `callback`: what it and the callbacks behind it give depends on what
    /// they are handed.
    pub(crate) fn infer_before(
        &mut self,
        decl: Decl,
        symbol: &Symbol,
        skipped: usize,
        file: FileId,
        arguments: &[ValueId],
        callback: Option<usize>,
    ) -> Env {
        let mut found = Vec::new();
        let (arguments, types) = self.split_arguments(file, arguments);
        let skipped = skipped + self.receivers(decl, symbol);
        for (at, &ty) in types.iter().enumerate() {
            let given = self.declared(file, ty, None);
            if !given.is_unknown() {
                found.push((decl, at as u32, given));
            }
        }
        if let Some(results) = self.spread_results(symbol, file, arguments) {
            for (param, &given) in symbol.params.iter().skip(skipped).zip(results.iter()) {
                let Some(ty) = param.declared.filter(|_| !param.rest) else { break };
                let wanted = self.declared(decl.file, ty, symbol.parent);
                self.unify(wanted, given, &mut found, 0);
            }
            return self.inferred(decl, found);
        }
        let places = self.places_of(decl, symbol, file, arguments);
        for (at, &argument) in arguments.iter().enumerate() {
            let place = places.as_ref().and_then(|places| places.get(at)).copied().unwrap_or(at + skipped);
            let param = symbol.params.get(place).or_else(|| symbol.params.last().filter(|param| param.rest));
            let Some((param, ty)) = param.and_then(|param| Some((param, param.declared?))) else { continue };
            if callback.is_some_and(|callback| at >= callback) && self.is_handed(file, argument) {
                continue;
            }
            let mut wanted = self.declared(decl.file, ty, symbol.parent);
            if param.rest {
                match self.types.head(wanted).clone() {
                    Head::Std(Std::List, args) => wanted = args.first().copied().unwrap_or(Ty::UNKNOWN),
                    // `<T extends unknown[]>(...all: T)`: all that is given from here on, as a tuple.
                    Head::Param(..) if self.language.computed_types => {
                        let all = arguments[at..].iter().map(|&argument| self.passed(file, argument, wanted)).collect();
                        let all = self.types.make(Head::Tuple(all));
                        self.unify(wanted, all, &mut found, 0);
                        break;
                    }
                    _ => {}
                }
            }
            let given = self.passed(file, argument, wanted);
            self.unify(wanted, given, &mut found, 0);
        }
        self.inferred(decl, found)
    }

    /// The results of the one call that a function is given in place of its arguments.
    fn spread_results(&mut self, symbol: &Symbol, file: FileId, arguments: &[ValueId]) -> Option<Rc<[Ty]>> {
        let &[argument] = arguments else { return None };
        if !self.language.spreads_results || symbol.params.len() < 2 {
            return None;
        }
        let given = self.value(file, argument);
        match self.types.head(given) {
            Head::Tuple(results) => Some(results.clone()),
            _ => None,
        }
    }

    /// How many parameters of a function stand for what it is called on, and take no argument of a call.
    pub(crate) fn receivers(&self, decl: Decl, symbol: &Symbol) -> usize {
        let is_listed = self.source(decl.file).is_some_and(|it| it.language.lists_receiver);
        let is_called_on =
            symbol.parent.is_some() && matches!(symbol.kind, SymbolKind::Method | SymbolKind::Constructor);
        usize::from(is_listed && is_called_on && !symbol.modifiers.has(Modifiers::STATIC))
    }

    /// Whether an argument is a function that has parameters.
    fn is_handed(&mut self, file: FileId, argument: ValueId) -> bool {
        let Some(source) = self.source(file) else { return false };
        matches!(source.graph.values[argument as usize], Value::Function { .. })
            && self.written_function(source, file, argument).is_none_or(|it| it.takes != Some(0))
    }

    /// What a function from outside gives where its one type argument says that.
    pub(crate) fn of_type_argument(&mut self, path: Name, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let (_, &[ty]) = self.split_arguments(file, arguments) else { return None };
        if self.language.links {
            let pointed = std_types::cpp::of_type_argument(&self.text(path))?;
            let given = self.declared(file, ty, None);
            let made = if pointed { self.types.std(Std::List, &[given]) } else { given };
            return (!given.is_unknown()).then_some(made);
        }
        let std = self.language.module_paths.then(|| {
            let text = self.text(path);
            std_types::rust::of_type_argument(text.rsplit('.').next().unwrap_or_default())
        })??;
        let given = self.declared(file, ty, None);
        (!given.is_unknown()).then(|| self.types.std(std, &[given]))
    }

    /// What the type parameters of an extension stand for where it is called on a value of type `this`. None: it is
    /// no extension, or is called by its class.
    pub(crate) fn extended(&mut self, decl: Decl, this: Ty) -> Option<Env> {
        let (_, symbol) = self.project.symbol(decl)?;
        if !extensions::extends(symbol) {
            return None;
        }
        let class = symbol.parent.map(|symbol| Decl { file: decl.file, symbol });
        if let Head::Instance(of, _) | Head::Param(of, THIS) = self.types.head(this)
            && Some(*of) == class
        {
            return None;
        }
        let wanted = self.declared(decl.file, symbol.receiver?, symbol.parent);
        let mut found = Vec::new();
        self.unify(wanted, this, &mut found, 0);
        Some(self.inferred(decl, found))
    }

    fn inferred(&mut self, decl: Decl, mut found: Vec<(Decl, u32, Ty)>) -> Env {
        found.retain(|(of, _, _)| *of == decl);
        let mut kept: Vec<(Decl, u32, Ty)> = Vec::new();
        for entry in found {
            if !kept.iter().any(|(_, position, _)| *position == entry.1) {
                kept.push(entry);
            }
        }
        self.types.make_env(kept)
    }

    /// What an extension's type parameters stand for, from what it is called on.
    pub(crate) fn infer_receiver(&mut self, decl: Decl, wanted: Ty, given: Ty) -> Env {
        let mut found = Vec::new();
        self.unify(wanted, given, &mut found, 0);
        found.retain(|(of, _, _)| *of == decl);
        self.types.make_env(found)
    }

    /// What is given for a parameter of a type. A function that bears the name of what a call makes of it,
    /// `const f = wrap(() => …)`, is there what is written.
    pub(super) fn passed(&mut self, file: FileId, argument: ValueId, wanted: Ty) -> Ty {
        if let Some(source) = self.source(file)
            && let Value::Function { symbol: Some(symbol), returns, .. } = &source.graph.values[argument as usize]
            && !returns.is_empty()
            && source.graph.symbols[*symbol as usize].return_values.is_empty()
            && !matches!(self.types.head(wanted), Head::Param(..))
        {
            return self.types.make(Head::Closure(file, argument, Env::EMPTY));
        }
        // Of a parameter that is bound to texts, as to names of members, a text is that and no other; so is a member
        // of an enumeration.
        if let Head::Param(decl, position) = *self.types.head(wanted) {
            let bound = self.bound(decl, position);
            let itself = if bound.is_unknown() { None } else { self.text_itself(file, argument) };
            let itself =
                itself.or_else(|| if bound.is_unknown() { None } else { self.key_of_enum(file, argument, bound) });
            if let Some(itself) = itself {
                return itself;
            }
        }
        self.value(file, argument)
    }

    /// The type of a text that is written as an argument.
    fn text_itself(&mut self, file: FileId, argument: ValueId) -> Option<Ty> {
        let source = self.source(file)?;
        let Value::Cast { ty } = source.graph.values[argument as usize] else { return None };
        match source.graph.types[ty as usize] {
            Type::Literal { .. } => Some(self.declared(file, ty, None)),
            _ => None,
        }
    }

    /// What a function type's own type parameters stand for in a call: by its arguments, else their defaults where all
    /// is known of these arguments.
    pub(crate) fn infer_own(&mut self, at: FileId, ty: TypeId, file: FileId, arguments: &[ValueId]) -> Env {
        let Some(source) = self.source(at) else { return Env::EMPTY };
        let Type::Generic { params, .. } = &source.graph.types[ty as usize] else { return Env::EMPTY };
        let Some(signature) = signature(&source.graph, ty) else { return Env::EMPTY };
        let (arguments, types) = self.split_arguments(file, arguments);
        let own = |binding: BindingId| (Decl { file: at, symbol: LOCAL }, binding);
        let mut found = Vec::new();
        for (&(binding, _), &ty) in params.iter().zip(types) {
            let (decl, position) = own(binding);
            found.push((decl, position, self.declared(file, ty, None)));
        }
        let mut is_told = true;
        for (&argument, &param) in arguments.iter().zip(signature.params) {
            let wanted = self.declared(at, param, None);
            let given = self.passed(file, argument, wanted);
            is_told &= self.is_told(given);
            self.unify(wanted, given, &mut found, 0);
        }
        for &(binding, default) in params {
            let (decl, position) = own(binding);
            if let Some(default) = default.filter(|_| is_told) {
                found.push((decl, position, self.declared(at, default, None)));
            }
        }
        found.retain(|&(decl, position, ty)| {
            decl == own(position).0 && !ty.is_unknown() && params.iter().any(|it| it.0 == position)
        });
        self.types.make_env(found)
    }

    /// Whether it is known what a type is made of, so that what is not found in it is not there.
    pub(super) fn is_told(&mut self, ty: Ty) -> bool {
        let ty = self.reduced(ty);
        match self.types.head(ty).clone() {
            Head::Unknown
            | Head::Dynamic
            | Head::Param(..)
            | Head::External(_)
            | Head::Library(..)
            | Head::Undecided(_) => false,
            Head::Computed(..) => self.has_told_names(ty),
            Head::Union(parts) | Head::Intersection(parts) => parts.iter().all(|&part| self.is_told(part)),
            _ => true,
        }
    }

    /// Finds what the parameters in `wanted` stand for where it is given `given`.
    pub(crate) fn unify(&mut self, wanted: Ty, given: Ty, found: &mut Vec<(Decl, u32, Ty)>, depth: u8) {
        if wanted == given || given.is_unknown() || depth > 5 {
            return;
        }
        let given = self.reduced(given);
        if let Head::Computed(..) = self.types.head(wanted) {
            if self.unify_computed(wanted, given, found, depth) {
                return;
            }
            let known = self.known(wanted);
            return self.unify(known, given, found, depth + 1);
        }
        let pairs = |one: &[Ty], two: &[Ty]| one.iter().copied().zip(two.iter().copied()).collect::<Vec<_>>();
        match (self.types.head(wanted).clone(), self.types.head(given).clone()) {
            (Head::Param(decl, position), _) => found.push((decl, position, given)),
            (Head::ClassOf(inner), _) => {
                let made = self.instance_of(given);
                if made != given {
                    self.unify(inner, made, found, depth + 1);
                }
            }
            (Head::Instance(one, args), Head::Instance(two, others)) => {
                if one == two {
                    for (wanted, given) in pairs(&args, &others) {
                        self.unify(wanted, given, found, depth + 1);
                    }
                } else if !args.is_empty() {
                    let env = self.arguments_env(two, &others);
                    let lineage = self.lineage(two);
                    let is_one = |base: &Ty| matches!(self.types.head(*base), Head::Instance(decl, _) if *decl == one);
                    let bases: Vec<Ty> = lineage.iter().copied().filter(is_one).collect();
                    if bases.is_empty() {
                        self.unify_members(wanted, given, found, depth + 1);
                    }
                    for base in bases {
                        let base = self.types.subst(base, env);
                        self.unify(wanted, base, found, depth + 1);
                    }
                }
            }
            (Head::Instance(_, args), Head::Class(_)) if !args.is_empty() => {
                self.unify_members(wanted, given, found, depth + 1);
            }
            (Head::FuncType(at, ty, env), Head::Class(_)) => {
                let returns = self.call_function_type(at, ty, env);
                let given = self.instance_of(given);
                self.unify(returns, given, found, depth + 1);
            }
            (Head::Std(Std::Record, args), _) if let Some(of) = self.mapped(&args) => {
                if let Some(named) = self.named_like(given) {
                    self.unify(of, named, found, depth + 1);
                }
            }
            (Head::Std(one, args), Head::Std(two, others)) if one == two || args.len() == others.len() => {
                for (wanted, given) in pairs(&args, &others) {
                    self.unify(wanted, given, found, depth + 1);
                }
            }
            (Head::Std(..), Head::Instance(decl, others)) => {
                let env = self.arguments_env(decl, &others);
                let base =
                    self.lineage(decl).iter().copied().find(|&base| matches!(self.types.head(base), Head::Std(..)));
                if let Some(base) = base {
                    let base = self.types.subst(base, env);
                    self.unify(wanted, base, found, depth + 1);
                }
            }
            (Head::Library(path, args), _) => {
                if let Some(gives) = self.outside_gives(wanted)
                    && matches!(self.types.head(given), Head::Func(..) | Head::Closure(..))
                {
                    let given = self.call(given, FileId(0), &[]);
                    return self.unify(gives, given, found, depth + 1);
                }
                if let Some(others) = self.as_outside(given, path) {
                    for (wanted, given) in pairs(&args, &others) {
                        self.unify(wanted, given, found, depth + 1);
                    }
                }
            }
            (Head::Instance(of, args), Head::Object(at, value, _)) if !args.is_empty() => {
                let Some(source) = self.source(at) else { return };
                let Value::Object { members, .. } = &source.graph.values[value as usize] else { return };
                for &(name, _) in members.iter().take(MAX_MEMBERS) {
                    let name = source.name(name);
                    let held = self.own_member(of, name).is_some();
                    let wanted = if held { self.member(wanted, name) } else { Ty::UNKNOWN };
                    if !wanted.is_unknown() {
                        let given = self.member(given, name);
                        self.unify(wanted, given, found, depth + 1);
                    }
                }
            }
            (Head::Instance(..), Head::Closure(..)) => {
                if let Some((method, env)) = self.single_method(wanted) {
                    let gives = self.returned(method);
                    let gives = self.types.subst(gives, env);
                    let given = self.call(given, FileId(0), &[]);
                    self.unify(gives, given, found, depth + 1);
                }
            }
            (Head::Std(Std::List | Std::Iterator, args), Head::Tuple(parts)) => {
                let element = self.types.union(parts.iter().copied());
                if let Some(&wanted) = args.first() {
                    self.unify(wanted, element, found, depth + 1);
                }
            }
            (Head::Tuple(parts), Head::Tuple(others)) => {
                for (wanted, given) in pairs(&parts, &others) {
                    self.unify(wanted, given, found, depth + 1);
                }
            }
            (Head::Union(options), _) | (Head::Intersection(options), _) => {
                for &option in options.iter() {
                    self.unify(option, given, found, depth + 1);
                }
            }
            (Head::FuncType(..), Head::Intersection(parts)) => {
                let is_function = |ty: &Ty| matches!(self.types.head(*ty), Head::FuncType(..) | Head::Func(..));
                if let Some(part) = parts.iter().copied().find(is_function) {
                    self.unify(wanted, part, found, depth + 1);
                }
            }
            (Head::FuncType(at, ty, env), Head::Func(..) | Head::Closure(..) | Head::FuncType(..)) => {
                if let Some((wanted, given)) = self.told_alike(wanted, given) {
                    return self.unify(wanted, given, found, depth + 1);
                }
                let returns = self.call_function_type(at, ty, env);
                let given = self.call(given, at, &[]);
                self.unify(returns, given, found, depth + 1);
            }
            (
                Head::Shape(at, ty, env, alias),
                Head::Object(..) | Head::Shape(..) | Head::Instance(..) | Head::Intersection(_),
            ) => {
                let Some(source) = self.source(at) else { return };
                let Type::Object { members } = &source.graph.types[ty as usize] else { return };
                for &(name, member) in members {
                    let wanted = self.declared(at, member, alias.map(|alias| alias.symbol));
                    let wanted = self.types.subst(wanted, env);
                    let given = self.member(given, source.name(name));
                    self.unify(wanted, given, found, depth + 1);
                }
            }
            _ => {}
        }
    }
}
