//! What calling a value gives.

use crate::project::source::{Source, signature};
use crate::values::asking::Question;
use crate::values::eval::{Eval, MAX_INFERENCE};
use crate::values::handed_params::is_untyped;
use crate::values::types::{Decl, Env, FileId, Head, Std, THIS, Ty};
use facts::{BindingKind, Modifiers, Symbol, SymbolKind, Type, TypeId, Value, ValueId};

impl Eval<'_> {
    /// What calling `callee` with arguments written in `file` gives.
    pub(crate) fn call(&mut self, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        self.step(Ty::UNKNOWN, |eval| eval.make_call(callee, file, arguments))
    }

    fn make_call(&mut self, callee: Ty, file: FileId, arguments: &[ValueId]) -> Ty {
        match self.types.head(callee).clone() {
            Head::Func(decl, env, this) => {
                let extended = this.and_then(|this| Some((this, self.extended(decl, this)?)));
                self.call_function(decl, env, extended, file, arguments)
            }
            Head::Closure(at, value, env) => self.call_closure(at, value, env),
            Head::FuncType(at, ty, env) => {
                let own = self.infer_own(at, ty, file, arguments);
                let env = self.types.rebound(own, env);
                self.call_function_type(at, ty, env)
            }
            Head::Class(decl) => {
                if self.language.implied_members
                    && let Some(name) = self.made_outside_instead(decl, file, arguments)
                {
                    return self.types.make(Head::External(name));
                }
                let made = self.call_class(callee, decl);
                self.filled(made, file, arguments)
            }
            Head::ClassOf(inner) => inner,
            Head::Param(decl, position) => {
                // Inside a class method the class itself may go by the name that elsewhere is the instance.
                let bound = self.bound(decl, position);
                if position == crate::values::types::THIS {
                    self.call_instance(callee, decl, true, file, arguments)
                } else {
                    self.call(bound, file, arguments)
                }
            }
            Head::Instance(decl, _) => self.call_instance(callee, decl, false, file, arguments),
            Head::External(path) => self.call_outside(path, callee, file, arguments),
            Head::Library(..) if self.gives_kept(callee) => self.call_kept(callee, file, arguments),
            Head::Library(..) => self.outside_gives(callee).unwrap_or(Ty::UNKNOWN),
            Head::Bound(from, name) => self.call_standard(from, name, file, arguments),
            Head::Union(options) => {
                let results: Vec<Ty> = options.iter().map(|&option| self.call(option, file, arguments)).collect();
                self.types.union(results)
            }
            Head::Intersection(parts) => {
                let in_order = self.signatures_in_order(&parts, file, arguments);
                let mut outside = Ty::UNKNOWN;
                for part in in_order {
                    let result = self.call(part, file, arguments);
                    match self.types.head(result) {
                        Head::External(_) if outside.is_unknown() => outside = result,
                        Head::External(_) | Head::Unknown => {}
                        _ => return result,
                    }
                }
                // Of what is outside, only the path is known.
                outside
            }
            Head::Undecided(options) => self.of_each(&options, |eval, option| eval.call(option, file, arguments)),
            Head::Dynamic => Ty::DYNAMIC,
            Head::Computed(..) => {
                let known = self.known(callee);
                self.call(known, file, arguments)
            }
            _ => Ty::UNKNOWN,
        }
    }

    fn call_class(&mut self, class: Ty, decl: Decl) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        let converts = source.language.named_types;
        // Who calls a class makes an instance where the caller's language says so.
        if source.language.call_constructs || self.language.call_constructs || converts {
            let stands_for = symbol.kind == SymbolKind::TypeAlias && !converts;
            let under = if stands_for { self.alias(decl) } else { self.made_by_class(source, decl) };
            return if under.is_unknown() { self.types.instance(decl, &[]) } else { under };
        }
        if symbol.kind == SymbolKind::TypeAlias {
            let under = self.alias(decl);
            return if under == class { Ty::UNKNOWN } else { self.call(under, decl.file, &[]) };
        }
        Ty::UNKNOWN
    }

    /// What the method that makes a class's instances is declared to give, where that is no instance of it.
    fn made_by_class(&mut self, source: &Source, decl: Decl) -> Ty {
        let own = source.language.new_member.and_then(|member| self.own_member(decl, self.method_key(source, member)));
        let returns = own.and_then(|own| Some((own, self.project.symbol(own)?.1.returns_type?)));
        let Some((own, returns)) = returns else { return Ty::UNKNOWN };
        let made = self.declared(own.file, returns, Some(decl.symbol));
        match self.types.head(made) {
            Head::Tuple(_) | Head::Std(..) => made,
            Head::Instance(of, _) if *of != decl => made,
            _ => Ty::UNKNOWN,
        }
    }

    fn call_instance(&mut self, this: Ty, decl: Decl, may_be_class: bool, file: FileId, arguments: &[ValueId]) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        if let Some(member) = source.language.call_member {
            let method = self.member(this, self.method_key(source, member));
            if !method.is_unknown() && method != Ty::DYNAMIC {
                return self.call(method, decl.file, &[]);
            }
            // A case with a payload is called to have one.
            return if may_be_class || symbol.kind == SymbolKind::Enum { this } else { Ty::UNKNOWN };
        }
        let under = self.callable(this);
        if under == this { Ty::UNKNOWN } else { self.call(under, file, arguments) }
    }

    /// What calling an instance calls: the call signatures of its interface, the function under its name.
    /// The type itself where there is none.
    pub(crate) fn callable(&mut self, ty: Ty) -> Ty {
        if let Head::Computed(..) = self.types.head(ty) {
            let known = self.known(ty);
            return self.callable(known);
        }
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

    /// `extended`: what the type parameters stand for by what the function extends, where it is called on that.
    fn call_function(
        &mut self,
        decl: Decl,
        env: Env,
        extended: Option<(Ty, Env)>,
        file: FileId,
        arguments: &[ValueId],
    ) -> Ty {
        let (decl, env) = match self.conversions(decl) {
            Some(_) => match self.chosen(decl, env, extended.map(|it| it.0), file, arguments) {
                Ok(chosen) => chosen,
                Err(given) => return given,
            },
            None => {
                let fitting = self.overloads_for(decl, file, arguments);
                let mut given = Ty::UNKNOWN;
                for (at, &decl) in fitting.iter().enumerate() {
                    let next = self.given_of(decl, env, extended, file, arguments);
                    // Where its arguments do not tell a parameter, the next may fit better.
                    let is_open = matches!(*self.types.head(next), Head::Param(of, _) if of == decl);
                    if at == 0 || !(is_open || next.is_unknown()) {
                        given = next;
                    }
                    if !is_open {
                        break;
                    }
                }
                return given;
            }
        };
        self.given_of(decl, env, extended, file, arguments)
    }

    /// What one declaration of a function gives.
    fn given_of(
        &mut self,
        decl: Decl,
        mut env: Env,
        extended: Option<(Ty, Env)>,
        file: FileId,
        arguments: &[ValueId],
    ) -> Ty {
        let Some((source, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        // A function under a name of a type: a caller sees that.
        if let (Some(ty), None, true) = (symbol.declared, symbol.returns_type, source.language.computed_types) {
            let ty = self.declared(decl.file, ty, symbol.parent);
            let ty = self.types.subst(ty, env);
            let given = self.call(ty, file, arguments);
            if !given.is_unknown() {
                return given;
            }
        }
        if source.language.module_paths
            && let Some(made) = self.expanded(decl, symbol, file, arguments)
        {
            return made;
        }
        if let Some(made) = self.made_of_given(decl, file, arguments) {
            return made;
        }
        let returned = self.returned(decl);
        if !symbol.type_params.is_empty() {
            let skipped = usize::from(extended.is_some());
            let inferred = self.infer(decl, symbol, skipped, file, arguments);
            let inferred = self.with_untold(decl, symbol, inferred, file, arguments);
            let inferred = extended.map_or(inferred, |(_, extended)| self.types.compose(extended, inferred));
            env = self.types.compose(inferred, env);
        }
        let returned = self.mixed(returned, env);
        self.types.subst(returned, env)
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
        // A declared type that tells less than what the body may.
        let mut vague = Ty::UNKNOWN;
        if let Some(ty) = symbol.returns_type {
            let ty = self.declared(decl.file, ty, symbol.parent);
            if !self.is_vague(ty) {
                return ty;
            }
            let inherits = self.source(decl.file).is_some_and(|source| source.language.inherits_declared);
            if inherits && let Some(base) = self.overridden(decl) {
                let returned = self.returned(base);
                if !self.is_vague(returned) {
                    return returned;
                }
            }
            vague = ty;
        }
        // A function under a name of a function type: `m: () => T`.
        if let Some(ty) = symbol.declared {
            let ty = self.declared(decl.file, ty, symbol.parent);
            let returned = self.call(ty, decl.file, &[]);
            // Where that says what is given, the body is not asked: a caller sees the declared type alone.
            if !returned.is_unknown() || self.says_returned(ty) {
                return returned;
            }
        }
        let inferred = self.infer_return(decl.file, &symbol.return_values);
        if inferred.is_unknown() && !vague.is_unknown() {
            return vague;
        }
        if symbol.modifiers.has(Modifiers::GENERATOR) {
            return self.types.std(Std::Iterator, &[inferred]);
        }
        self.promised(decl.file, inferred, symbol.modifiers.has(Modifiers::ASYNC))
    }

    /// Whether a type is a function's, of which is written what it gives.
    fn says_returned(&mut self, ty: Ty) -> bool {
        let callable = self.callable(ty);
        let parts = match self.types.head(callable).clone() {
            Head::Intersection(parts) => parts.to_vec(),
            _ => vec![callable],
        };
        parts.into_iter().any(|part| match self.types.head(part) {
            Head::FuncType(at, ty, _) => self
                .source(*at)
                .and_then(|source| signature(&source.graph, *ty))
                .is_some_and(|signature| signature.returns.is_some()),
            _ => false,
        })
    }

    /// `def m(self: T) -> T`, `def m(cls: type[T]) -> T`
    fn returns_receiver(&self, decl: Decl, symbol: &Symbol) -> bool {
        let Some(source) = self.source(decl.file).filter(|source| source.language.named_constructors) else {
            return false;
        };
        let (Some(first), Some(returned)) = (symbol.params.first(), symbol.returns_type) else { return false };
        let written = |ty: TypeId| &source.graph.types[ty as usize];
        let Some(first_type) = first.declared else { return false };
        match (source.graph.name(first.name), written(first_type)) {
            ("self", ty) => ty == written(returned),
            ("cls", Type::ClassOf { inner }) => written(*inner) == written(returned),
            _ => false,
        }
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
        let mut types: Vec<Ty> = values.iter().map(|&value| self.value(file, value)).collect();
        self.inference -= 1;
        if types.len() > 1 && types.iter().any(|ty| ty.is_unknown()) {
            self.drop_fluent(file, values, &mut types);
        }
        self.types.union(types)
    }

    /// Of a function without types that gives `this` where something is set and else what was asked for, it is not known which.
    /// What a callback gives back says nothing.
    fn drop_fluent(&mut self, file: FileId, values: &[ValueId], types: &mut [Ty]) {
        let Some(source) = self.source(file).filter(|source| is_untyped(&source.graph)) else { return };
        let hands_on = |value: ValueId| match source.graph.values[value as usize] {
            Value::Call { callee, .. } => match source.graph.values[callee as usize] {
                Value::Name { binding: Some(it), .. } => {
                    source.graph.bindings[it as usize].kind == BindingKind::Parameter
                }
                _ => false,
            },
            _ => false,
        };
        if !values.iter().zip(&*types).any(|(&value, ty)| ty.is_unknown() && !hands_on(value)) {
            return;
        }
        for (&value, ty) in values.iter().zip(types) {
            if matches!(source.graph.values[value as usize], Value::This { .. }) {
                *ty = Ty::UNKNOWN;
            }
        }
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

    pub(crate) fn call_function_type(&mut self, at: FileId, ty: TypeId, env: Env) -> Ty {
        let Some(source) = self.source(at) else { return Ty::UNKNOWN };
        let Some(returns) = signature(&source.graph, ty).and_then(|signature| signature.returns) else {
            return Ty::UNKNOWN;
        };
        let returned = self.declared(at, returns, self.types.this_owner(env, at));
        self.types.subst(returned, env)
    }

    /// The constructor that a class declares itself.
    pub(crate) fn constructor(&self, decl: Decl) -> Option<Decl> {
        self.project.merged(decl).into_iter().find_map(|part| {
            let (source, _) = self.project.symbol(part)?;
            // One of the type itself runs before any is called.
            let mut own = source.constructors(part.symbol).filter(|(_, s)| !s.modifiers.has(Modifiers::STATIC));
            let first = own.next()?;
            let plain = std::iter::once(first).chain(own).find(|(_, s)| !s.modifiers.has(Modifiers::OVERLOAD));
            Some(Decl { file: part.file, symbol: plain.unwrap_or(first).0 })
        })
    }
}
