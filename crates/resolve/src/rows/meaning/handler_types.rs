//! Which functions take handlers and give them: by their declared types, also where those have a name of the repository,
//! as `type Middleware func(http.Handler) http.Handler` has.

use super::handlers::Handler;
use crate::naming::entities::Entity;
use crate::project::source::{Source, signature};
use crate::rows::Writer;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{Symbol, Type, TypeId, Value, ValueId};

impl<'p> Writer<'p, '_> {
    /// Whether a function, or the one that it gives, takes what a library declares first, or a function that gives
    /// nothing back.
    pub(super) fn takes_handlers(&mut self, source: &Source, one: Decl, symbol: &Symbol) -> bool {
        let Some(returns) = symbol.returns_type else { return false };
        if let Some((file, first)) = self.first_taken(source, one.file, returns)
            && let Some(source) = self.project.source(file)
            && self.is_handler(source, file, first)
        {
            return true;
        }
        let given = self.is_handler(source, one.file, returns);
        given && symbol.params.iter().filter_map(|it| it.declared).any(|ty| self.is_handler(source, one.file, ty))
    }

    fn is_handler(&mut self, source: &Source, file: FileId, ty: TypeId) -> bool {
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
        let under = self.eval.callable(declared);
        match *self.eval.types.head(under) {
            Head::FuncType(at, ty, _) => Some((at, ty)),
            _ => None,
        }
    }

    /// What a function of a function type takes and gives as well, and where that is declared:
    /// `type Middleware func(Handler) Handler`.
    pub(super) fn alike_in_type(&mut self, file: FileId, ty: TypeId) -> Option<(FileId, TypeId)> {
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
    pub(super) fn are_alike(&mut self, source: &Source, file: FileId, one: TypeId, other: TypeId) -> bool {
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
    pub(super) fn is_for_requests(&mut self, file: FileId, ty: TypeId) -> bool {
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
    pub(super) fn makes_middleware(&mut self, value: ValueId) -> Option<Handler> {
        let Value::Call { callee, .. } = self.graph.values[value as usize] else { return None };
        let [one] = self.eval.reference_target(self.file, callee).targets[..] else { return None };
        let (source, symbol) = self.project.symbol(one)?;
        let Entity::External(path) = self.eval.named_by(source, one.file, symbol.returns_type?) else { return None };
        let path = self.project.names.text(path);
        let is_around = path.rsplit('.').next().is_some_and(|it| matches!(it, "Middleware" | "MiddlewareFunc"));
        is_around.then(|| (Some(self.project.symbol_id(one)), symbol.qualified.clone()))
    }

    /// Which argument a function hands on, where it gives what only that parameter is declared to be:
    /// `Wrap(metrics Middleware, next http.Handler) http.Handler`.
    /// What is called by a variable of a function type takes one thing, and hands that on.
    pub(super) fn position_handed_on(&mut self, callee: ValueId) -> Option<usize> {
        let Some(one) = self.eval.value_target(self.file, callee) else {
            let ty = self.eval.value(self.file, callee);
            let under = self.eval.callable(ty);
            let Head::FuncType(file, ty, _) = *self.eval.types.head(under) else { return None };
            let taken = signature(&self.project.source(file)?.graph, ty)?;
            return (taken.params.len() == 1).then_some(0);
        };
        let (_, symbol) = self.project.symbol(one)?;
        let given = self.type_written(one, symbol.returns_type?)?;
        let mut alike = Vec::new();
        for (at, param) in symbol.params.iter().enumerate() {
            if let Some(ty) = param.declared
                && self.type_written(one, ty) == Some(given)
            {
                alike.push(at);
            }
        }
        match alike[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn type_written(&mut self, one: Decl, ty: TypeId) -> Option<Ty> {
        let ty = self.eval.declared(one.file, ty, None);
        (!ty.is_unknown()).then_some(ty)
    }
}
