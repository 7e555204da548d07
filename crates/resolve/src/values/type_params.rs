//! Type parameters: where they are declared, what bounds them, what they stand for.

use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::values::asking::Open;
use crate::values::computed::LOCAL;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Env, FileId, Head, THIS, Ty};
use facts::{BindingId, Symbol, SymbolKind, Type, TypeId, ValueId};

impl Eval<'_> {
    pub(super) fn type_param(&mut self, source: &Source, file: FileId, id: BindingId) -> Ty {
        let binding = &source.graph.bindings[id as usize];
        let mut scope = Some(binding.scope);
        while let Some(id) = scope {
            let here = &source.graph.scopes[id as usize];
            if let Some(symbol) = here.symbol {
                let params = &source.graph.symbols[symbol as usize].type_params;
                let at = params.iter().position(|param| source.name(param.name) == source.name(binding.name));
                if let Some(at) = at {
                    return self.types.make(Head::Param(Decl { file, symbol }, at as u32));
                }
            }
            scope = here.parent;
        }
        if source.language.computed_types {
            return self.local_param(file, id);
        }
        if let Some(param) = self.named_by_receiver(source, file, id) {
            return param;
        }
        match binding.declared {
            Some(bound) => self.declared(file, bound, None),
            None => Ty::UNKNOWN,
        }
    }

    /// The parameter of a type that a method's receiver names: `T` of `func (s *Stack[T]) Push(item T)`.
    fn named_by_receiver(&mut self, source: &Source, file: FileId, id: BindingId) -> Option<Ty> {
        let graph = &source.graph;
        let method = graph.scopes[graph.bindings[id as usize].scope as usize].symbol?;
        let receiver = graph.symbols[method as usize].receiver?;
        let Type::Name { arguments, .. } = &graph.types[receiver as usize] else { return None };
        let is_named = |it: &TypeId| matches!(graph.types[*it as usize], Type::Name { root, .. } if root == Some(id));
        let at = arguments.iter().position(is_named)?;
        let Entity::Symbol(decl) = self.named_by(source, file, receiver) else { return None };
        let declared = self.project.symbol(decl)?.1.type_params.len();
        (at < declared).then(|| self.types.make(Head::Param(decl, at as u32)))
    }

    /// What is known of a type parameter without knowing what it stands for.
    pub(crate) fn bound(&mut self, decl: Decl, position: u32) -> Ty {
        if decl.symbol == LOCAL {
            let binding = self.source(decl.file).map(|source| &source.graph.bindings[position as usize]);
            let bound = binding.and_then(|binding| binding.declared);
            return bound.map_or(Ty::UNKNOWN, |bound| self.declared(decl.file, bound, None));
        }
        let Some((_, symbol)) = self.project.symbol(decl) else { return Ty::UNKNOWN };
        if position == THIS && symbol.kind == SymbolKind::Extension {
            return symbol.receiver.map_or(Ty::UNKNOWN, |ty| self.declared(decl.file, ty, None));
        }
        if position == THIS {
            let params: Vec<Ty> =
                (0..symbol.type_params.len() as u32).map(|at| self.types.make(Head::Param(decl, at))).collect();
            return self.types.instance(decl, &params);
        }
        match symbol.type_params.get(position as usize).and_then(|param| param.bound) {
            Some(bound) => self.declared(decl.file, bound, Some(decl.symbol)),
            None => Ty::UNKNOWN,
        }
    }

    /// An environment, and the defaults of the parameters that no argument is given for.
    pub(super) fn with_defaults(&mut self, decl: Decl, mut env: Env, given: usize) -> Env {
        let Some((source, symbol)) = self.project.symbol(decl) else { return env };
        if !source.language.computed_types {
            return env;
        }
        for (at, param) in symbol.type_params.iter().enumerate().skip(given) {
            if let Some(default) = param.default.filter(|_| self.types.look_up(env, decl, at as u32).is_none()) {
                let default = self.declared(decl.file, default, Some(decl.symbol));
                let default = self.types.subst(default, env);
                let own = self.types.make_env(vec![(decl, at as u32, default)]);
                env = self.types.rebound(own, env);
            }
        }
        env
    }

    /// The arguments of a class or interface, and the defaults of its parameters behind them, up to the last one that says
    /// something. What rests on a parameter of which nothing is said says nothing either.
    pub(super) fn with_default_arguments(&mut self, decl: Decl, symbol: &Symbol, arguments: &[Ty]) -> Vec<Ty> {
        let mut all = arguments.to_vec();
        for (at, param) in symbol.type_params.iter().enumerate().skip(arguments.len()) {
            let Some(default) = param.default else { break };
            let env = self.arguments_env(decl, &all);
            let default = self.once(Open::Default(decl, at as u32), Ty::UNKNOWN, |eval| {
                let default = eval.declared(decl.file, default, Some(decl.symbol));
                eval.types.subst(default, env)
            });
            let silent = (arguments.len()..at).filter(|&earlier| all[earlier].is_unknown()).collect();
            let is_open = default == Ty::DYNAMIC || self.rests_on(default, decl, silent);
            all.push(if is_open { Ty::UNKNOWN } else { default });
        }
        while all.len() > arguments.len() && all.last() == Some(&Ty::UNKNOWN) {
            all.pop();
        }
        all
    }

    /// Whether a type names one of some parameters of a declaration.
    fn rests_on(&mut self, ty: Ty, decl: Decl, params: Vec<usize>) -> bool {
        let nothing = self.types.make_env(params.into_iter().map(|at| (decl, at as u32, Ty::DYNAMIC)).collect());
        self.types.subst(ty, nothing) != ty
    }

    /// What a function's type parameters stand for in a call, with the defaults of those that its arguments do not
    /// tell, where all is known of these.
    pub(super) fn with_untold(
        &mut self,
        decl: Decl,
        symbol: &Symbol,
        inferred: Env,
        file: FileId,
        arguments: &[ValueId],
    ) -> Env {
        if symbol.type_params.iter().all(|param| param.default.is_none()) {
            return inferred;
        }
        let (arguments, _) = self.split_arguments(file, arguments);
        let is_told = arguments.iter().all(|&argument| {
            let given = self.value(file, argument);
            self.is_told(given)
        });
        if is_told { self.with_defaults(decl, inferred, 0) } else { inferred }
    }

    /// The environment in which a declaration's parameters stand for the arguments.
    pub(crate) fn arguments_env(&mut self, decl: Decl, arguments: &[Ty]) -> Env {
        if arguments.is_empty() {
            return Env::EMPTY;
        }
        let entries = arguments.iter().enumerate().map(|(at, &ty)| (decl, at as u32, ty));
        let entries: Vec<_> = entries.filter(|(_, _, ty)| !ty.is_unknown()).collect();
        self.types.make_env(entries)
    }
}
