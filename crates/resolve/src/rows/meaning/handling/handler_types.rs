//! Which functions take handlers and give them: by their declared types, also where those have a name of the repository,
//! as `type Middleware func(http.Handler) http.Handler` has.

use super::handlers::Handler;
use crate::naming::entities::Entity;
use crate::project::source::{Source, signature, type_name};
use crate::rows::Writer;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Symbol, SymbolKind, Type, TypeId, Value, ValueId};
use std::ops::Range;

/// What types are called of which each is asked.
const ASKING: [&str; 3] = ["middleware", "interceptor", "guard"];
/// What functions are called that let nobody through but whom they know.
const NAMES_ASKING: [&str; 8] = ["admin", "auth", "guard", "permission", "protect", "requir", "restrict", "signedin"];
/// The same of what lies outside, and what packages of such functions are called.
const OUTSIDE_ASKING: [&str; 7] = ["auth", "csrf", "jwt", "permission", "protect", "requir", "restrict"];

impl<'p> Writer<'p, '_> {
    /// Whether a function, or the one that it gives, takes what a library declares first, or a function that gives
    /// nothing back.
    pub fn takes_handlers(&mut self, source: &Source, one: Decl, symbol: &Symbol) -> bool {
        let Some(returns) = symbol.returns_type else { return false };
        if self.is_middleware(source, one.file, returns) {
            return true;
        }
        // What gives a function that gives nothing gives a handler, and may make one of something else.
        let gives_handler = matches!(source.graph.types[returns as usize], Type::Function { returns: None, .. });
        if !gives_handler
            && let Some((file, first)) = self.first_taken(source, one.file, returns)
            && let Some(source) = self.project.source(file)
            && self.is_handler(source, file, first)
        {
            return true;
        }
        let given = self.is_handler(source, one.file, returns);
        given && symbol.params.iter().filter_map(|it| it.declared).any(|ty| self.is_handler(source, one.file, ty))
    }

    pub fn is_handler(&mut self, source: &Source, file: FileId, ty: TypeId) -> bool {
        match &source.graph.types[ty as usize] {
            Type::Name { .. } => match self.eval.named_by(source, file, ty) {
                Entity::External(_) => true,
                Entity::Symbol(_) => self.function_type(file, ty).is_some_and(|(at, ty)| self.gives_nothing(at, ty)),
                _ => false,
            },
            Type::Function { returns, .. } => returns.is_none(),
            _ => false,
        }
    }

    /// Whether a library calls a type what stands around handlers: `mux.MiddlewareFunc`.
    fn is_middleware(&mut self, source: &Source, file: FileId, ty: TypeId) -> bool {
        let Entity::External(path) = self.eval.named_by(source, file, ty) else { return false };
        let path = self.project.names.text(path);
        path.rsplit('.').next().is_some_and(|it| matches!(it, "Middleware" | "MiddlewareFunc"))
    }

    fn gives_nothing(&self, file: FileId, function: TypeId) -> bool {
        let source = self.project.source(file);
        source.and_then(|it| signature(&it.graph, function)).is_some_and(|it| it.returns.is_none())
    }

    /// What the function of a function type takes first.
    fn first_taken(&mut self, source: &Source, file: FileId, ty: TypeId) -> Option<(FileId, TypeId)> {
        if let Type::Function { params, .. } = &source.graph.types[ty as usize] {
            return Some((file, *params.first()?));
        }
        let (file, ty) = self.function_type(file, ty)?;
        match &self.project.source(file)?.graph.types[ty as usize] {
            Type::Function { params, .. } => Some((file, *params.first()?)),
            _ => None,
        }
    }

    /// The function type that a name of the repository stands for.
    fn function_type(&mut self, file: FileId, ty: TypeId) -> Option<(FileId, TypeId)> {
        let declared = self.eval.declared(file, ty, None);
        // What is an instance of a class is called by no signature of its own.
        if let Head::Instance(class, _) = *self.eval.types.head(declared)
            && self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Class)
        {
            return None;
        }
        let under = self.eval.callable(declared);
        match *self.eval.types.head(under) {
            Head::FuncType(at, ty, _) => Some((at, ty)),
            _ => None,
        }
    }

    /// What a function of a function type takes and gives as well, and where that is declared:
    /// `type Middleware func(Handler) Handler`.
    pub fn alike_in_type(&mut self, file: FileId, ty: TypeId) -> Option<(FileId, TypeId)> {
        let source = self.project.source(file)?;
        let (file, ty) = match &source.graph.types[ty as usize] {
            Type::Function { .. } => (file, ty),
            Type::Name { .. } => self.function_type(file, ty)?,
            _ => return None,
        };
        let source = self.project.source(file)?;
        let Type::Function { params, returns: Some(returns) } = &source.graph.types[ty as usize] else { return None };
        params.iter().find(|it| self.are_alike(source, file, **it, *returns)).map(|taken| (file, *taken))
    }

    /// Whether two types are one by their names, or both what a package handles requests by: `http.Handler` and
    /// `http.HandlerFunc`.
    pub fn are_alike(&mut self, source: &Source, file: FileId, one: TypeId, other: TypeId) -> bool {
        let types = &source.graph.types;
        let (Type::Name { path, .. }, Type::Name { path: second, .. }) = (&types[one as usize], &types[other as usize])
        else {
            return false;
        };
        if path == second {
            return true;
        }
        let mut handling = |ty| match self.eval.named_by(source, file, ty) {
            Entity::External(path) => {
                let path = self.project.names.text(path);
                let (package, name) = path.rsplit_once('.')?;
                name.starts_with("Handler").then(|| package.to_owned())
            }
            _ => None,
        };
        handling(one).is_some_and(|it| handling(other) == Some(it))
    }

    /// Whether a type is what a library handles requests by, or a function of the repository that takes what a library
    /// declares: `type Handler func(w http.ResponseWriter, r *http.Request) error`.
    pub fn is_for_requests(&mut self, file: FileId, ty: TypeId) -> bool {
        let Some(source) = self.project.source(file) else { return false };
        match self.eval.named_by(source, file, ty) {
            Entity::External(_) => true,
            Entity::Symbol(_) => {
                let Some((file, function)) = self.function_type(file, ty) else { return false };
                let Some(source) = self.project.source(file) else { return false };
                let Type::Function { params, .. } = &source.graph.types[function as usize] else { return false };
                params.iter().any(|it| matches!(self.eval.named_by(source, file, *it), Entity::External(_)))
            }
            _ => false,
        }
    }

    /// The function of the repository that makes what a library calls what stands around handlers:
    /// `func may(role string) errchain.Middleware`.
    pub fn makes_middleware(&mut self, value: ValueId) -> Option<Handler> {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return None };
        let [one] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        let (source, symbol) = self.project.symbol(one)?;
        let is_around = self.is_middleware(source, one.file, symbol.returns_type?);
        is_around.then(|| (Some(self.project.symbol_id(one)), symbol.qualified.clone()))
    }

    /// The arguments that a function of the repository asks, by what it calls their type: all from one on of
    /// `chain(h Handler, all ...Middleware)`, the list of `chain(h Handler, all []Middleware)`.
    pub fn askers_taken(&mut self, callee: ValueId) -> Option<Range<usize>> {
        if !self.goes_by_types() {
            return None;
        }
        let (_, source, symbol) = self.function_called(callee)?;
        let asks = |ty: TypeId| {
            let name = match source.graph.types[ty as usize] {
                Type::List { element } => type_name(&source.graph, element),
                _ => type_name(&source.graph, ty),
            };
            let name = name.map(|it| source.graph.name(it).to_ascii_lowercase());
            name.is_some_and(|name| ASKING.iter().any(|it| name.contains(it)))
        };
        let (at, param) = symbol.params.iter().enumerate().find(|(_, it)| it.declared.is_some_and(asks))?;
        let is_list = param.declared.is_some_and(|it| matches!(source.graph.types[it as usize], Type::List { .. }));
        (param.rest || is_list).then(|| at..if param.rest { usize::MAX } else { at + 1 })
    }

    /// A function of the repository that makes a handler of what is none for the framework, where its name says that it asks:
    /// `adminHandler(list)`.
    pub fn asks_by_name(&mut self, callee: ValueId) -> Option<Handler> {
        if !self.goes_by_types() {
            return None;
        }
        let [one] = self.eval.reference_target(self.file, callee).targets[..] else {
            return self.outside_asking(callee);
        };
        let (source, symbol) = self.project.symbol(one)?;
        let name = source.graph.name(symbol.name).to_ascii_lowercase();
        let says = NAMES_ASKING.iter().any(|it| name.contains(it));
        (says && self.is_handler(source, one.file, symbol.returns_type?))
            .then(|| (Some(self.project.symbol_id(one)), symbol.qualified.clone()))
    }

    /// What a library puts around a handler, `csrf.Protect(key)(show)`, where its path says that it asks.
    fn outside_asking(&mut self, callee: ValueId) -> Option<Handler> {
        let made = match self.graph.values[callee as usize] {
            Value::Call { callee, .. } => callee,
            _ => callee,
        };
        let path = self.eval.reference_target(self.file, made).external?;
        let path = self.project.names.text(path).to_ascii_lowercase();
        // Whose package it is says nothing: the host and its owner.
        let said = path.splitn(3, '/').last().unwrap_or_default();
        let says = OUTSIDE_ASKING.iter().any(|it| said.contains(it));
        if says { Some((None, self.last_name(made)?.into_owned())) } else { None }
    }

    /// Which argument a function hands on, where it gives what only that parameter is declared to be:
    /// `Wrap(metrics Middleware, next http.Handler) http.Handler`.
    /// What is called by a variable of a function type takes one thing, and hands that on.
    pub fn position_handed_on(&mut self, callee: ValueId) -> Option<usize> {
        let Some(one) = self.eval.value_target(self.file, callee) else {
            let ty = self.eval.value(self.file, callee);
            let under = self.eval.callable(ty);
            let Head::FuncType(file, ty, _) = *self.eval.types.head(under) else { return None };
            let taken = signature(&self.project.source(file)?.graph, ty)?;
            return (taken.params.len() == 1).then_some(0);
        };
        let (source, symbol) = self.project.symbol(one)?;
        let returns = symbol.returns_type?;
        let given = self.type_written(one, returns)?;
        let mut alike = Vec::new();
        for (at, param) in symbol.params.iter().enumerate() {
            if let Some(ty) = param.declared
                && (self.type_written(one, ty) == Some(given) || self.are_alike(source, one.file, ty, returns))
            {
                alike.push(at);
            }
        }
        match alike[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The function that a variable is another name for.
    pub fn function_held(&mut self, value: ValueId) -> Option<Decl> {
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Func(held, ..) => Some(held),
            _ => None,
        }
    }

    fn type_written(&mut self, one: Decl, ty: TypeId) -> Option<Ty> {
        let ty = self.eval.declared(one.file, ty, None);
        (!ty.is_unknown()).then_some(ty)
    }
}
