//! What calling a value gives, and what a callee hands to its callbacks.

use crate::eval::{Eval, MAX_INFERENCE, Question};
use crate::names::Name;
use crate::std_types::{self, Gives};
use crate::types::{Decl, Env, FileId, Head, Std, THIS, Ty};
use facts::{Builtin, Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};

impl Eval<'_> {
    /// What calling `callee` with arguments written in `file` gives.
    pub(crate) fn call(&mut self, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        match self.types.head(callee).clone() {
            Head::Func(decl, env, this) => self.call_function(decl, env, this, file, arguments),
            Head::Closure(at, value, env) => self.call_closure(at, value, env),
            Head::FuncType(at, ty, env) => self.call_function_type(at, ty, env, file, arguments),
            Head::Class(decl) => self.call_class(callee, decl),
            Head::ClassOf(inner) => inner,
            Head::Param(decl, position) => {
                // Inside a class method the class itself may go by the name that elsewhere is the instance.
                let bound = self.bound(decl, position);
                if position == crate::types::THIS {
                    self.call_instance(callee, decl, true, file, arguments)
                } else {
                    self.call(bound, file, arguments)
                }
            }
            Head::Instance(decl, _) => self.call_instance(callee, decl, false, file, arguments),
            Head::External(path) => self.call_outside(path, callee, file, arguments),
            Head::Bound(from, name) => self.call_standard(from, name, file, arguments),
            Head::Union(options) => {
                let results: Vec<Ty> = options.iter().map(|&option| self.call(option, file, arguments)).collect();
                self.types.union(results)
            }
            Head::Intersection(parts) => {
                // Overloads: those that take so many arguments come first.
                let (fit, rest): (Vec<Ty>, Vec<Ty>) =
                    parts.iter().partition(|&&part| self.takes(part, arguments.len()));
                let parts = fit.into_iter().chain(rest);
                let results: Vec<Ty> = parts.map(|part| self.call(part, file, arguments)).collect();
                results.into_iter().find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            Head::Dynamic => Ty::DYNAMIC,
            _ => Ty::UNKNOWN,
        }
    }

    /// Whether a function type has as many parameters as there are arguments.
    fn takes(&self, function: Ty, arguments: usize) -> bool {
        let Head::FuncType(file, ty, _) = *self.types.head(function) else { return false };
        let Some(source) = self.source(file) else { return false };
        matches!(&source.graph.types[ty as usize], Type::Function { params, .. } if params.len() == arguments)
    }

    /// What `new callee` makes.
    pub(crate) fn construct(&mut self, callee: Ty) -> Ty {
        match self.types.head(callee).clone() {
            Head::Class(decl) => self.types.instance(decl, &[]),
            Head::External(path) => {
                let text = self.text(path);
                match std_types::generic(&text) {
                    Some(std_types::Generic::Std(std, positions)) => {
                        let args = vec![Ty::UNKNOWN; positions.len()];
                        self.types.std(std, &args)
                    }
                    _ => callee,
                }
            }
            Head::ClassOf(inner) => inner,
            Head::Instance(..) => {
                let under = self.callable(callee);
                if under == callee { Ty::UNKNOWN } else { self.construct(under) }
            }
            Head::Intersection(parts) => {
                let made: Vec<Ty> = parts.iter().map(|&part| self.construct(part)).collect();
                made.into_iter().find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            // A function used as a constructor, a variable that holds a class.
            _ => self.call(callee, FileId(0), &[]),
        }
    }

    fn call_class(&mut self, class: Ty, decl: Decl) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let converts = source.language.named_types;
        if source.language.call_constructs || converts {
            return self.types.instance(decl, &[]);
        }
        if symbol.kind == SymbolKind::TypeAlias {
            let under = self.alias(decl);
            return if under == class { Ty::UNKNOWN } else { self.call(under, decl.file, &[]) };
        }
        Ty::UNKNOWN
    }

    fn call_instance(&mut self, this: Ty, decl: Decl, may_be_class: bool, file: FileId, arguments: &[ValueId]) -> Ty {
        let Some((source, _)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        if let Some(member) = source.language.call_member {
            let method = self.member(this, self.name(member));
            if !method.is_unknown() && method != Ty::DYNAMIC {
                return self.call(method, decl.file, &[]);
            }
            return if may_be_class { this } else { Ty::UNKNOWN };
        }
        let under = self.callable(this);
        if under == this { Ty::UNKNOWN } else { self.call(under, file, arguments) }
    }

    /// What calling an instance calls: the call signatures of its interface, the function under its name.
    /// The type itself where there is none.
    fn callable(&mut self, ty: Ty) -> Ty {
        let Head::Instance(decl, args) = self.types.head(ty).clone() else { return ty };
        let Some((_, symbol)) = self.project.symbol(decl) else { return ty };
        if symbol.kind != SymbolKind::Interface {
            return self.underlying(ty);
        }
        let mut with_bases = vec![ty];
        let env = self.arguments_env(decl, &args);
        for base in self.lineage(decl).iter().copied() {
            with_bases.push(self.types.subst(base, env));
        }
        for base in with_bases {
            let Head::Instance(decl, args) = self.types.head(base).clone() else { continue };
            for part in self.project.merged(decl) {
                let Some(declared) = self.project.symbol(part).and_then(|(_, symbol)| symbol.declared) else {
                    continue;
                };
                let signatures = self.declared(part.file, declared, Some(part.symbol));
                let env = self.arguments_env(decl, &args);
                return self.types.subst(signatures, env);
            }
        }
        ty
    }

    fn call_function(&mut self, decl: Decl, env: Env, this: Option<Ty>, file: FileId, arguments: &[ValueId]) -> Ty {
        let decl = self.overload(decl, arguments.len());
        let returned = self.returned(decl);
        let Some((_, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let mut env = env;
        if !symbol.type_params.is_empty() {
            let inferred = self.infer(decl, symbol, file, arguments);
            env = self.types.compose(inferred, env);
        }
        let _ = this;
        self.types.subst(returned, env)
    }

    /// Of a set of overloads, the first that takes so many arguments; without one, the declaration itself.
    fn overload(&self, decl: Decl, arguments: usize) -> Decl {
        let all = self.project.merged(decl);
        let fits = |decl: &Decl| {
            self.project.symbol(*decl).is_some_and(|(_, symbol)| {
                let required = symbol.params.iter().filter(|param| !param.optional && !param.rest).count();
                let open = symbol.params.iter().any(|param| param.rest);
                symbol.modifiers.has(Modifiers::OVERLOAD)
                    && symbol.returns_type.is_some()
                    && required <= arguments
                    && (open || arguments <= symbol.params.len())
            })
        };
        if all.len() < 2 {
            return decl;
        }
        let mut sorted = all;
        sorted.sort();
        sorted.into_iter().find(fits).unwrap_or(decl)
    }

    /// What calling a function gives, in terms of its own and its class's parameters.
    pub(crate) fn returned(&mut self, decl: Decl) -> Ty {
        self.ask(Question::Returned(decl), |eval| {
            let Some((_, symbol)) = eval.project.symbol(decl) else { return Ty::UNKNOWN };
            let ty = eval.declared_or_inferred(decl, symbol);
            if !symbol.modifiers.has(Modifiers::CONTEXT_MANAGER) {
                return ty;
            }
            let entered = match eval.types.head(ty).clone() {
                Head::Std(Std::Iterator | Std::List, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                _ => ty,
            };
            eval.types.std(Std::Context, &[entered])
        })
    }

    fn declared_or_inferred(&mut self, decl: Decl, symbol: &Symbol) -> Ty {
        if let (Some(parent), true) = (symbol.parent, self.returns_receiver(decl, symbol)) {
            return self.types.make(Head::Param(Decl { file: decl.file, symbol: parent }, THIS));
        }
        if let Some(ty) = symbol.returns_type {
            let ty = self.declared(decl.file, ty, symbol.parent);
            if !ty.is_unknown() {
                return ty;
            }
        }
        // A function under a name of a function type: `m: () => T`.
        if let Some(ty) = symbol.declared {
            let ty = self.declared(decl.file, ty, symbol.parent);
            let returned = self.call(ty, decl.file, &[]);
            if !returned.is_unknown() {
                return returned;
            }
        }
        let inferred = self.infer_return(decl.file, &symbol.return_values);
        if symbol.modifiers.has(Modifiers::GENERATOR) {
            return self.types.std(Std::Iterator, &[inferred]);
        }
        self.promised(decl.file, inferred, symbol.modifiers.has(Modifiers::ASYNC))
    }

    /// `def m(self: T) -> T`
    fn returns_receiver(&self, decl: Decl, symbol: &Symbol) -> bool {
        let Some(source) = self.source(decl.file).filter(|source| source.language.named_constructors) else {
            return false;
        };
        let (Some(first), Some(returned)) = (symbol.params.first(), symbol.returns_type) else { return false };
        let same =
            first.declared.is_some_and(|ty| source.graph.types[ty as usize] == source.graph.types[returned as usize]);
        same && source.graph.name(first.name) == "self"
    }

    /// What an asynchronous function gives, where its language wraps it visibly.
    fn promised(&mut self, file: FileId, ty: Ty, is_async: bool) -> Ty {
        let wraps = is_async && self.source(file).is_some_and(|source| !source.language.call_constructs);
        if !wraps || ty.is_unknown() {
            return ty;
        }
        let inner = self.awaited(ty);
        self.types.std(Std::Promise, &[inner])
    }

    fn infer_return(&mut self, file: FileId, values: &[ValueId]) -> Ty {
        if self.inference >= MAX_INFERENCE {
            self.stopped = true;
            return Ty::UNKNOWN;
        }
        self.inference += 1;
        let types: Vec<Ty> = values.iter().map(|&value| self.value(file, value)).collect();
        self.inference -= 1;
        self.types.union(types)
    }

    fn call_closure(&mut self, file: FileId, value: ValueId, env: Env) -> Ty {
        let Some(source) = self.source(file) else { return Ty::UNKNOWN };
        let Value::Function { returns, declared, is_async, .. } = &source.graph.values[value as usize] else {
            return Ty::UNKNOWN;
        };
        let ty = match declared {
            Some(declared) => self.declared(file, *declared, None),
            None => {
                let ty = self.infer_return(file, returns);
                self.promised(file, ty, *is_async)
            }
        };
        self.types.subst(ty, env)
    }

    fn call_function_type(&mut self, at: FileId, ty: TypeId, env: Env, file: FileId, arguments: &[ValueId]) -> Ty {
        let _ = (file, arguments);
        let Some(source) = self.source(at) else { return Ty::UNKNOWN };
        let Type::Function { returns: Some(returns), .. } = &source.graph.types[ty as usize] else {
            return Ty::UNKNOWN;
        };
        let returned = self.declared(at, *returns, None);
        self.types.subst(returned, env)
    }

    /// What a function's type parameters stand for, from the types of the arguments.
    fn infer(&mut self, decl: Decl, symbol: &Symbol, file: FileId, arguments: &[ValueId]) -> Env {
        let mut found = Vec::new();
        for (at, &argument) in arguments.iter().enumerate() {
            let param = symbol.params.get(at).or_else(|| symbol.params.last().filter(|param| param.rest));
            let Some((param, ty)) = param.and_then(|param| Some((param, param.declared?))) else { continue };
            let mut wanted = self.declared(decl.file, ty, symbol.parent);
            if param.rest
                && let Head::Std(Std::List, args) = self.types.head(wanted).clone()
            {
                wanted = args.first().copied().unwrap_or(Ty::UNKNOWN);
            }
            let given = self.value(file, argument);
            self.unify(wanted, given, &mut found, 0);
        }
        found.retain(|(of, _, _)| *of == decl);
        let mut kept: Vec<(Decl, u32, Ty)> = Vec::new();
        for entry in found {
            if !kept.iter().any(|(_, position, _)| *position == entry.1) {
                kept.push(entry);
            }
        }
        self.types.make_env(kept)
    }

    /// Finds what the parameters in `wanted` stand for where it is given `given`.
    fn unify(&mut self, wanted: Ty, given: Ty, found: &mut Vec<(Decl, u32, Ty)>, depth: u8) {
        if wanted == given || given.is_unknown() || depth > 5 {
            return;
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
                    for base in self.lineage(two).iter().copied() {
                        if matches!(self.types.head(base), Head::Instance(decl, _) if *decl == one) {
                            let base = self.types.subst(base, env);
                            self.unify(wanted, base, found, depth + 1);
                        }
                    }
                }
            }
            (Head::Std(one, args), Head::Std(two, others)) if one == two || args.len() == others.len() => {
                for (wanted, given) in pairs(&args, &others) {
                    self.unify(wanted, given, found, depth + 1);
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
            (Head::FuncType(at, ty, env), Head::Func(..) | Head::Closure(..) | Head::FuncType(..)) => {
                let returns = self.call_function_type(at, ty, env, at, &[]);
                let given = self.call(given, at, &[]);
                self.unify(returns, given, found, depth + 1);
            }
            (Head::Shape(at, ty, env, alias), Head::Object(..) | Head::Shape(..) | Head::Instance(..)) => {
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

    fn call_outside(&mut self, path: Name, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        let text = self.text(path);
        if let Some(gives) = std_types::function(&text) {
            let first = arguments.first().map_or(Ty::UNKNOWN, |&value| self.value(file, value));
            let map_item = self.source(file).map_or(crate::languages::MapItem::Pair, |source| source.language.map_item);
            return match gives {
                Gives::Same => first,
                Gives::Element => self.item(first, 1, map_item),
                Gives::Pairs => {
                    let item = self.item(first, 1, map_item);
                    let number = self.types.builtin(Builtin::Number);
                    let pair = self.types.make(Head::Tuple([number, item].into()));
                    self.types.std(Std::List, &[pair])
                }
                _ => {
                    let values = matches!(self.types.head(first), Head::Std(Std::Map | Std::Record, _));
                    let item = if values { self.element(first) } else { self.item(first, 1, map_item) };
                    let item = self.awaited(item);
                    let list = self.types.std(Std::List, &[item]);
                    if &*text == "Promise.all" { self.types.std(Std::Promise, &[list]) } else { list }
                }
            };
        }
        match std_types::generic(&text) {
            Some(std_types::Generic::Builtin(builtin)) => self.types.builtin(builtin),
            Some(std_types::Generic::Std(std, positions)) => {
                let args = vec![Ty::UNKNOWN; positions.len()];
                self.types.std(std, &args)
            }
            _ => callee,
        }
    }

    /// What a method of a standard type gives.
    fn call_standard(&mut self, from: Ty, name: Name, file: FileId, arguments: &[ValueId]) -> Ty {
        let text = self.text(name);
        let (std, args) = match self.types.head(from).clone() {
            Head::Std(std, args) => (std, args),
            Head::Tuple(parts) => (Std::List, [self.types.union(parts.iter().copied())].into()),
            Head::Builtin(Builtin::String) if &*text == "split" => {
                return self.types.std(Std::List, &[from]);
            }
            Head::Builtin(builtin) => return self.types.builtin(builtin),
            // `f.call(…)`, `f.bind(…)`, `f.apply(…)`
            Head::Func(..) | Head::Closure(..) | Head::FuncType(..) => {
                return match &*text {
                    "call" | "apply" => self.call(from, file, &[]),
                    "bind" => from,
                    _ => Ty::UNKNOWN,
                };
            }
            _ => return Ty::UNKNOWN,
        };
        let Some(gives) = std_types::method(std, &text) else { return Ty::UNKNOWN };
        let argument =
            |eval: &mut Self, at: usize| arguments.get(at).map_or(Ty::UNKNOWN, |&value| eval.value(file, value));
        let element = if matches!(std, Std::Map) { args.get(1) } else { args.first() };
        let element = element.copied().unwrap_or(Ty::UNKNOWN);
        match gives {
            Gives::Element => element,
            Gives::Key => args.first().copied().unwrap_or(Ty::UNKNOWN),
            Gives::Same => from,
            Gives::List => self.types.std(Std::List, &[element]),
            Gives::Keys => {
                let key = args.first().copied().unwrap_or(Ty::UNKNOWN);
                self.types.std(Std::List, &[key])
            }
            Gives::Pairs => {
                let pair = if std == Std::Map { args } else { [self.types.builtin(Builtin::Number), element].into() };
                let pair = self.types.make(Head::Tuple(pair));
                self.types.std(Std::List, &[pair])
            }
            Gives::Mapped => {
                let mapper = argument(self, 0);
                let result = self.call(mapper, file, &[]);
                self.types.std(std, &[result])
            }
            Gives::Flattened => {
                let mapper = argument(self, 0);
                let result = self.call(mapper, file, &[]);
                match self.types.head(result) {
                    Head::Std(..) => result,
                    _ => self.types.std(std, &[result]),
                }
            }
            Gives::Folded => {
                let start = argument(self, 1);
                if start.is_unknown() { element } else { start }
            }
            Gives::Then => {
                let next = argument(self, 0);
                let result = self.call(next, file, &[]);
                let inner = self.awaited(result);
                self.types.std(Std::Promise, &[inner])
            }
            Gives::ElementOr => {
                let other = argument(self, 1);
                self.types.union([element, other])
            }
        }
    }

    /// The type of parameter `position` of a callback that is given to `callee` as argument `argument`.
    pub(crate) fn callback_param(&mut self, callee: Ty, argument: u32, position: u32) -> Ty {
        match self.types.head(callee).clone() {
            Head::Func(decl, env, _) => {
                for part in self.project.merged(decl) {
                    let ty = self.param_type(part, argument);
                    let ty = self.types.subst(ty, env);
                    let ty = self.function_param(ty, position);
                    if !ty.is_unknown() {
                        return ty;
                    }
                }
                Ty::UNKNOWN
            }
            Head::FuncType(file, ty, env) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let Type::Function { params, .. } = &source.graph.types[ty as usize] else { return Ty::UNKNOWN };
                // A last parameter that is a list or tuple may take all further arguments.
                let last = params.len().saturating_sub(1);
                let Some(&param) = params.get((argument as usize).min(last)) else { return Ty::UNKNOWN };
                let param = self.declared(file, param, None);
                let mut param = self.types.subst(param, env);
                if argument as usize >= last {
                    param = match self.types.head(param).clone() {
                        Head::Std(Std::List, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                        Head::Tuple(parts) => parts.get(argument as usize - last).copied().unwrap_or(Ty::UNKNOWN),
                        _ if argument as usize > last => Ty::UNKNOWN,
                        _ => param,
                    };
                }
                self.function_param(param, position)
            }
            Head::Class(decl) => match self.constructor(decl) {
                Some(constructor) => {
                    let ty = self.param_type(constructor, argument);
                    self.function_param(ty, position)
                }
                None => Ty::UNKNOWN,
            },
            Head::Bound(from, name) => {
                let Head::Std(std, args) = self.types.head(from).clone() else { return Ty::UNKNOWN };
                let element = if std == Std::Map { args.get(1) } else { args.first() };
                match std_types::callback(std, &self.text(name), argument, position) {
                    Some(Gives::Element) => element.copied().unwrap_or(Ty::UNKNOWN),
                    Some(Gives::Key) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                    Some(Gives::Same) => from,
                    _ => Ty::UNKNOWN,
                }
            }
            Head::External(_) => callee,
            Head::Instance(..) => {
                let under = self.callable(callee);
                if under == callee { Ty::UNKNOWN } else { self.callback_param(under, argument, position) }
            }
            Head::Intersection(parts) => {
                let types = parts.iter().map(|&part| self.callback_param(part, argument, position)).collect::<Vec<_>>();
                types.into_iter().find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            Head::Union(options) => {
                let types: Vec<Ty> =
                    options.iter().map(|&option| self.callback_param(option, argument, position)).collect();
                self.types.union(types)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// The constructor that a class declares itself.
    pub(crate) fn constructor(&self, decl: Decl) -> Option<Decl> {
        let (source, _) = self.project.symbol(decl)?;
        let symbols = source.graph.symbols.iter().enumerate();
        let mut own = symbols.filter(|(_, s)| s.parent == Some(decl.symbol) && s.kind == SymbolKind::Constructor);
        let first = own.next()?;
        let plain = std::iter::once(first).chain(own).find(|(_, s)| !s.modifiers.has(Modifiers::OVERLOAD));
        Some(Decl { file: decl.file, symbol: plain.unwrap_or(first).0 as u32 })
    }

    fn param_type(&mut self, decl: Decl, argument: u32) -> Ty {
        let Some((_, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let param = symbol.params.get(argument as usize).or_else(|| symbol.params.last().filter(|param| param.rest));
        let Some((param, ty)) = param.and_then(|param| Some((param, param.declared?))) else { return Ty::UNKNOWN };
        let ty = self.declared(decl.file, ty, symbol.parent);
        if param.rest { self.element(ty) } else { ty }
    }

    /// The nth parameter of a value that is a function.
    fn function_param(&mut self, function: Ty, position: u32) -> Ty {
        match self.types.head(function).clone() {
            Head::FuncType(file, ty, env) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let Type::Function { params, .. } = &source.graph.types[ty as usize] else { return Ty::UNKNOWN };
                let Some(&param) = params.get(position as usize) else { return Ty::UNKNOWN };
                let param = self.declared(file, param, None);
                self.types.subst(param, env)
            }
            Head::Func(decl, env, _) => {
                let ty = self.param_type(decl, position);
                self.types.subst(ty, env)
            }
            Head::Instance(..) => {
                let under = self.callable(function);
                if under == function { Ty::UNKNOWN } else { self.function_param(under, position) }
            }
            Head::Param(decl, at) => {
                let bound = self.bound(decl, at);
                if bound == function { Ty::UNKNOWN } else { self.function_param(bound, position) }
            }
            Head::Union(options) | Head::Intersection(options) => {
                let types: Vec<Ty> = options.iter().map(|&option| self.function_param(option, position)).collect();
                types.into_iter().find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            Head::External(_) => function,
            _ => Ty::UNKNOWN,
        }
    }
}
