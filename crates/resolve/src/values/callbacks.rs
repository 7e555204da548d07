//! What a callee hands to its callbacks.

use crate::project::source::{Signature, Source, signature};
use crate::standard::std_types::{self, Gives};
use crate::targets::overloads::Candidate;
use crate::values::conversions::Written;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, Std, Ty};
use facts::{BindingId, OF_TYPE, RECEIVER, TRAILING, Type, TypeId, Value, ValueId, WHOLE};

impl Eval<'_> {
    /// The type of a callback's parameter in a call: the callback is argument `argument`, the parameter its `position`th.
    pub(crate) fn param_of_call(
        &mut self,
        callee: Ty,
        file: FileId,
        called: ValueId,
        (argument, position): (u32, u32),
    ) -> Ty {
        let carried = self.carried(callee, file, called, position);
        let carried = carried.or_else(|| self.tested_row(callee, file, called, position));
        let carried = carried.or_else(|| self.shown_with_block(callee, file, called, position));
        let of_store = carried.or_else(|| self.param_of_store(callee, file, called, (argument, position)));
        of_store.or_else(|| self.handed_item(callee, file, called, position)).unwrap_or_else(|| {
            let callee = self.applied(callee, file, called, argument);
            self.callback_param(callee, argument, position)
        })
    }

    /// What a fold hands its callback first, where the call says with what it starts.
    fn carried(&mut self, callee: Ty, file: FileId, called: ValueId, position: u32) -> Option<Ty> {
        let Head::Bound(from, name) = *self.types.head(callee) else { return None };
        let is_sequence = matches!(self.types.head(from), Head::Std(Std::List | Std::Iterator, _) | Head::Tuple(_));
        let folds = self.language.computed_types && matches!(&*self.text(name), "reduce" | "reduceRight");
        if position != 0 || !is_sequence || !folds {
            return None;
        }
        let arguments = self.arguments_of(file, called)?.to_vec();
        self.fold_start(file, &arguments)
    }

    /// What a fold starts with: of the type that the call gives, else what stands behind the callback.
    pub(crate) fn fold_start(&mut self, file: FileId, arguments: &[ValueId]) -> Option<Ty> {
        let (given, types) = self.split_arguments(file, arguments);
        match (types.first(), given.get(1)) {
            (Some(&ty), _) => Some(self.declared(file, ty, None)),
            (None, Some(&start)) => Some(self.value(file, start)),
            (None, None) => None,
        }
    }

    /// A callee as the other arguments of its call leave it for the callback among them at `argument`: the overload
    /// that takes so many, and what they say of its type parameters.
    pub(crate) fn applied(&mut self, callee: Ty, file: FileId, called: ValueId, argument: u32) -> Ty {
        let (decl, env, this, class) = match *self.types.head(callee) {
            Head::Func(decl, env, this) => (decl, env, this, None),
            Head::Class(decl) if !self.language.singleton_members => {
                let Some(constructor) = self.constructor(decl).filter(|it| it.file == decl.file) else { return callee };
                (constructor, Env::EMPTY, None, Some(decl))
            }
            _ => return callee,
        };
        let Some(arguments) = self.arguments_of(file, called).map(<[ValueId]>::to_vec) else { return callee };
        let callback = match argument {
            OF_TYPE => return callee,
            TRAILING => self.split_arguments(file, &arguments).0.len().saturating_sub(1),
            _ => argument as usize,
        };
        let own = Some(Candidate { decl, env }).filter(|_| class.is_none());
        let instead = own.and_then(|it| self.counted_extension(file, called, it, &arguments));
        let (decl, env, this) = instead.map_or((decl, env, this), |(it, object)| (it.decl, it.env, Some(object)));
        let skipped = usize::from(this.is_some_and(|this| self.extended(decl, this).is_some()));
        let Candidate { decl, env } = self.counted(Candidate { decl, env }, file, &arguments, skipped);
        let mut env = env;
        for part in self.handing(decl) {
            let Some((_, symbol)) = self.project.symbol(part) else { continue };
            for owner in [Some(part), class].into_iter().flatten() {
                if self.project.symbol(owner).is_some_and(|(_, it)| !it.type_params.is_empty()) {
                    let inferred = self.infer_before(owner, symbol, skipped, file, &arguments, Some(callback));
                    env = self.types.compose(inferred, env);
                }
            }
        }
        self.types.make(Head::Func(decl, env, this))
    }

    /// Of the overloads of a function the only one that takes the arguments by their number, and a function where one
    /// is written; the given one where several do or the language has other rules.
    fn counted(&mut self, given: Candidate, file: FileId, arguments: &[ValueId], skipped: usize) -> Candidate {
        if self.conversions(given.decl).is_none() {
            return given;
        }
        let all = self.candidates(given.decl, given.env);
        let Some(source) = self.source(file).filter(|_| all.len() > 1) else { return given };
        let (arguments, _) = self.split_arguments(file, arguments);
        let functions: Vec<(usize, Written)> = arguments
            .iter()
            .enumerate()
            .filter_map(|(at, &argument)| Some((at + skipped, self.written_function(source, file, argument)?)))
            .collect();
        let count = arguments.len() + skipped;
        let mut fitting: Vec<Candidate> = all.into_iter().filter(|it| self.takes_count(it.decl, count)).collect();
        if fitting.len() > 1 {
            fitting.retain(|&it| self.takes_functions(it, &functions));
        }
        // A variable number of arguments comes after all that takes so many.
        let rules = self.conversions(given.decl);
        let by_results = rules.is_some_and(|rules| rules.gives_nothing.is_some());
        let phases = rules.is_some_and(|rules| rules.phases);
        if phases && fitting.iter().any(|it| !self.takes_rest(it.decl)) {
            fitting.retain(|it| !self.takes_rest(it.decl));
        }
        match fitting[..] {
            [one] => one,
            // Those that are left may differ in what the function has to give alone.
            [first, ..] if by_results && fitting.iter().all(|it| it.decl != given.decl) => first,
            _ => given,
        }
    }

    /// Whether a function takes functions where they are written.
    fn takes_functions(&mut self, candidate: Candidate, functions: &[(usize, Written)]) -> bool {
        functions.iter().all(|&(at, written)| {
            let wanted = self.param_type(candidate.decl, at as u32);
            let wanted = self.types.subst(wanted, candidate.env);
            self.suits_function(wanted, Written { gives: None, ..written }, candidate.decl).is_some()
        })
    }

    /// The type of parameter `position` of a callback that is given to `callee` as argument `argument`.
    pub(crate) fn callback_param(&mut self, callee: Ty, argument: u32, position: u32) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.find_callback_param(callee, argument, position))
    }

    fn find_callback_param(&mut self, callee: Ty, argument: u32, position: u32) -> Ty {
        if argument == OF_TYPE {
            return self.function_param(callee, position);
        }
        match self.types.head(callee).clone() {
            Head::Func(decl, env, this) => {
                let extended = this.and_then(|this| self.extended(decl, this));
                let (argument, env) = match extended {
                    Some(inferred) if argument != TRAILING => (argument + 1, self.types.compose(inferred, env)),
                    _ => (argument, env),
                };
                if let Some(ty) = self.yielded_at(decl, position) {
                    return self.types.subst(ty, env);
                }
                for part in self.handing(decl) {
                    let ty = self.param_type(part, argument);
                    let ty = self.types.subst(ty, env);
                    let ty = if position == WHOLE { ty } else { self.function_param(ty, position) };
                    if !ty.is_unknown() {
                        // What bounds a parameter of the function may name what the receiver's type is of.
                        return self.types.subst(ty, env);
                    }
                }
                let declared = self.declared_function(decl, env).unwrap_or(Ty::UNKNOWN);
                self.callback_param(declared, argument, position)
            }
            Head::FuncType(file, ty, env) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let Some(Signature { params, .. }) = signature(&source.graph, ty) else { return Ty::UNKNOWN };
                // A last parameter that is a list or tuple may take all further arguments.
                let last = params.len().saturating_sub(1);
                let Some(&param) = params.get((argument as usize).min(last)) else { return Ty::UNKNOWN };
                let param = self.declared(file, param, self.types.this_owner(env, file));
                let mut param = self.types.subst(param, env);
                if argument != TRAILING && argument as usize >= last {
                    param = match self.types.head(param).clone() {
                        Head::Std(Std::List, args) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                        Head::Tuple(parts) => {
                            parts.get(argument as usize - last).or(parts.last()).copied().unwrap_or(Ty::UNKNOWN)
                        }
                        _ if argument as usize > last => Ty::UNKNOWN,
                        _ => param,
                    };
                }
                if position == WHOLE { param } else { self.function_param(param, position) }
            }
            Head::Class(decl) if self.language.singleton_members => self.maker_hands(decl, argument, position),
            Head::Class(decl) => {
                // A class may have its constructor's parameters itself.
                let constructor = self.constructor(decl).unwrap_or(decl);
                let ty = self.param_type(constructor, argument);
                if position == WHOLE { ty } else { self.function_param(ty, position) }
            }
            Head::Bound(from, name) if self.hands_itself_on(name, argument, position) => from,
            Head::Bound(from, name) => {
                if let Head::Library(..) = self.types.head(from) {
                    let chain = self.handed_by_chain(from, name, position);
                    let state = chain.or_else(|| self.handed_by_store(from, name, position));
                    return state.or_else(|| self.outside_hands(from, name, position)).unwrap_or(Ty::UNKNOWN);
                }
                let text = self.text(name);
                if position == WHOLE {
                    return self.standard_out(from, &text);
                }
                let from = self.sequence(from, &text);
                let (std, args) = match self.types.head(from).clone() {
                    Head::Std(std, args) => (std, args),
                    Head::Tuple(parts) => (Std::List, [self.types.union(parts.iter().copied())].into()),
                    Head::Instance(..) if self.language.module_paths => {
                        (Std::Iterator, [self.item(from, 1, self.language.map_item)].into())
                    }
                    _ => return Ty::UNKNOWN,
                };
                let element = if std == Std::Map { args.get(1) } else { args.first() };
                let argument = if argument == TRAILING { 0 } else { argument };
                // A function that is put in takes what those take that are in there.
                if self.language.computed_types && std_types::puts_in(std, &text, argument) {
                    return element.map_or(Ty::UNKNOWN, |&element| self.function_param(element, position));
                }
                match (self.language.std_callback)(std, &self.text(name), argument, position) {
                    Some(Gives::Element) => element.copied().unwrap_or(Ty::UNKNOWN),
                    Some(Gives::Key) => args.first().copied().unwrap_or(Ty::UNKNOWN),
                    Some(Gives::Same) => from,
                    Some(Gives::Flat) => element.map_or(Ty::UNKNOWN, |&element| self.element(element)),
                    Some(Gives::Error) => args.get(1).copied().unwrap_or(Ty::UNKNOWN),
                    _ => Ty::UNKNOWN,
                }
            }
            Head::External(path) => {
                let handed = self.outside_split(path).and_then(|(ty, name)| self.outside_hands(ty, name, position));
                handed.unwrap_or_else(|| self.handed_by_outside(callee, path, position))
            }
            Head::Instance(decl, _) => match self.callable(callee) {
                under if under == callee => match self.call_method(callee, decl) {
                    Some(method) => self.callback_param(method, argument, position),
                    None => Ty::UNKNOWN,
                },
                under => self.callback_param(under, argument, position),
            },
            Head::Undecided(options) => {
                self.of_each(&options, |eval, option| eval.callback_param(option, argument, position))
            }
            Head::Computed(..) => {
                let known = self.known(callee);
                self.callback_param(known, argument, position)
            }
            Head::Intersection(parts) => {
                let mut types = parts.iter().map(|&part| self.callback_param(part, argument, position));
                types.find(|ty| !ty.is_unknown()).unwrap_or(Ty::UNKNOWN)
            }
            Head::Library(..) => self.handed_by_setter(callee, position).unwrap_or(Ty::UNKNOWN),
            Head::Union(options) => {
                let types: Vec<Ty> =
                    options.iter().map(|&option| self.callback_param(option, argument, position)).collect();
                self.types.union(types)
            }
            _ => Ty::UNKNOWN,
        }
    }

    /// A parameter's type from where its function stands: under a name of a function type
    /// (`const f: Handler = (c) => …`), or returned where one is declared (`(): Handler => function f(c) …`).
    pub(crate) fn param_in_context(&mut self, source: &Source, file: FileId, id: BindingId) -> Ty {
        let scope = source.graph.bindings[id as usize].scope;
        let Some(function) = source.graph.scopes[scope as usize].symbol else { return Ty::UNKNOWN };
        let symbol = &source.graph.symbols[function as usize];
        let Some(position) = symbol.params.iter().position(|param| param.binding == Some(id)) else {
            return Ty::UNKNOWN;
        };
        let context = match (symbol.declared, symbol.parent) {
            (Some(declared), _) => self.declared(file, declared, symbol.parent),
            (None, Some(outer)) => {
                let above = &source.graph.symbols[outer as usize];
                let is_function = |value: &&u32| match source.graph.values[**value as usize] {
                    Value::Function { symbol, .. } => symbol == Some(function),
                    Value::Name { binding: Some(binding), .. } => {
                        source.graph.bindings[binding as usize].symbol == Some(function)
                    }
                    _ => false,
                };
                if !above.return_values.iter().any(|value| is_function(&value)) {
                    return Ty::UNKNOWN;
                }
                match (above.returns_type, above.declared) {
                    (Some(returns), _) => self.declared(file, returns, above.parent),
                    (None, Some(declared)) => {
                        let ty = self.declared(file, declared, above.parent);
                        self.call(ty, file, &[])
                    }
                    _ => return Ty::UNKNOWN,
                }
            }
            _ => return Ty::UNKNOWN,
        };
        let context = self.awaited(context);
        let param = self.function_param(context, position as u32);
        if symbol.params[position].rest { self.types.std(Std::List, &[param]) } else { param }
    }

    /// What a function takes at a position, for what stands in its place there.
    pub(crate) fn taken(&mut self, function: Ty, position: u32) -> Ty {
        match self.types.head(function).clone() {
            Head::Func(decl, env, _) => {
                for part in self.handing(decl) {
                    let ty = self.param_type(part, position);
                    if !ty.is_unknown() {
                        return self.types.subst(ty, env);
                    }
                }
                let Some(ty) = self.declared_function(decl, env) else { return Ty::UNKNOWN };
                self.function_param(ty, position)
            }
            Head::Class(decl) => match self.constructor(decl) {
                Some(constructor) => self.param_type(constructor, position),
                None if position == 0 => self.props_of(decl).unwrap_or(Ty::UNKNOWN),
                None => Ty::UNKNOWN,
            },
            _ => self.function_param(function, position),
        }
    }

    /// The type that a function is declared to be of by the name that it is given: `const f: Handler = (c) => …`.
    fn declared_function(&mut self, decl: Decl, env: Env) -> Option<Ty> {
        let (_, symbol) = self.project.symbol(decl)?;
        let ty = self.declared(decl.file, symbol.declared?, symbol.parent);
        Some(self.types.subst(ty, env))
    }

    pub(crate) fn param_type(&mut self, decl: Decl, argument: u32) -> Ty {
        let Some((_, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let param = match argument {
            TRAILING => symbol.params.last(),
            _ => symbol.params.get(argument as usize).or_else(|| symbol.params.last().filter(|param| param.rest)),
        };
        let Some((param, ty)) = param.and_then(|param| Some((param, param.declared?))) else { return Ty::UNKNOWN };
        let ty = self.declared(decl.file, ty, symbol.parent);
        if param.rest { self.element(ty) } else { ty }
    }

    /// The nth parameter of a value that is a function.
    pub(crate) fn function_param(&mut self, function: Ty, position: u32) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.find_function_param(function, position))
    }

    fn find_function_param(&mut self, function: Ty, position: u32) -> Ty {
        match self.types.head(function).clone() {
            Head::FuncType(file, ty, env) => {
                let Some(source) = self.source(file) else { return Ty::UNKNOWN };
                let Some(signature) = signature(&source.graph, ty) else { return Ty::UNKNOWN };
                let is_rest = |param: &TypeId| matches!(source.graph.types[*param as usize], Type::Rest { .. });
                let rest = signature.params.last().copied().filter(is_rest);
                let further = (position as usize).checked_sub(signature.params.len().saturating_sub(1));
                let (param, further) = match (position, rest, further) {
                    (RECEIVER, ..) => (signature.receiver, None),
                    (_, Some(rest), Some(further)) => (Some(rest), Some(further)),
                    _ => (signature.params.get(position as usize).copied(), None),
                };
                let Some(param) = param else { return Ty::UNKNOWN };
                let param = self.declared(file, param, self.types.this_owner(env, file));
                let param = self.types.subst(param, env);
                match further {
                    Some(further) => self.part(param, further as u32, source),
                    None => param,
                }
            }
            Head::Func(decl, env, _) if position != RECEIVER => {
                let ty = self.param_type(decl, position);
                self.types.subst(ty, env)
            }
            Head::Instance(..) => {
                if let Some((method, env)) = self.single_method(function) {
                    let ty = self.param_type(method, position);
                    return self.types.subst(ty, env);
                }
                let under = self.callable(function);
                if under == function { Ty::UNKNOWN } else { self.function_param(under, position) }
            }
            Head::Param(decl, at) => {
                let bound = self.bound(decl, at);
                if bound == function { Ty::UNKNOWN } else { self.function_param(bound, position) }
            }
            Head::Union(options) | Head::Intersection(options) => {
                let types: Vec<Ty> = options.iter().map(|&option| self.function_param(option, position)).collect();
                // What lies outside may be a function: what is known to be one is before it.
                let inside = types.iter().zip(&*options).find(|(ty, option)| !ty.is_unknown() && ty != option);
                inside.map(|(ty, _)| *ty).or(types.into_iter().find(|ty| !ty.is_unknown())).unwrap_or(Ty::UNKNOWN)
            }
            Head::Undecided(options) => self.of_each(&options, |eval, option| eval.function_param(option, position)),
            Head::Computed(..) => {
                let known = self.known(function);
                self.function_param(known, position)
            }
            Head::External(_) | Head::Library(..) => {
                let taken = self.taken_by_rendering(function, position);
                taken.or_else(|| self.outside_param(function, position)).unwrap_or(function)
            }
            _ => Ty::UNKNOWN,
        }
    }
}
