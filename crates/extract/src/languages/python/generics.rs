//! Type parameters: those written between brackets, and the names of a `TypeVar` that a class lists as its own,
//! `Generic[T]`, or gives its bases, `Sequence[T]`, or that a function has in its signature.

use super::{Walk, last_name};
use facts::*;
use syntax::ruff::ast::{self, AnyParameterRef, Expr, TypeParams};
use syntax::ruff::text_size::Ranged;

impl Walk<'_, '_> {
    /// Opens the scope of `[T, …]`; [`Self::close_type_params`] closes it.
    pub fn open_type_params(&mut self, params: &TypeParams, symbol: Option<SymbolId>) -> Vec<TypeParam> {
        let scope = self.scopes.open(self.b, ScopeKind::Block, symbol);
        let mut made = Vec::with_capacity(params.type_params.len());
        for param in params.iter() {
            let name = self.b.name(param.name());
            let binding = self.scopes.bind(self.b, name, scope, BindingKind::TypeParam, param.start().to_u32());
            let bound = param.as_type_var().and_then(|it| it.bound.as_deref()).map(|it| self.ty(it));
            self.b.binding_mut(binding).declared = bound;
            made.push(TypeParam { name, bound, default: None });
        }
        made
    }

    pub fn close_type_params(&mut self, is_open: bool) {
        if is_open {
            self.scopes.close();
        }
    }

    /// Opens the scope of a class's type parameters, if it has any.
    pub fn open_class_params(&mut self, symbol: SymbolId, class: &ast::StmtClassDef) -> bool {
        match class.type_params.as_deref() {
            Some(params) => {
                let made = self.open_type_params(params, Some(symbol));
                self.b.symbol_mut(symbol).type_params = made;
                true
            }
            None => {
                let named = listed(class.bases());
                let own = if named.is_empty() { self.of_bases(class.bases()) } else { named };
                self.open_type_vars(symbol, &own)
            }
        }
    }

    /// The names of a `TypeVar` that the bases of a class are given, in their order: `class Page(Sequence[T])`.
    fn of_bases<'e>(&mut self, bases: &'e [Expr]) -> Vec<&'e Expr> {
        let mut names: Vec<&Expr> = Vec::new();
        for base in bases.iter().filter_map(Expr::as_subscript_expr) {
            names_in(&base.slice, &mut names);
        }
        let mut own: Vec<&Expr> = Vec::new();
        for name in names {
            let is_known = own.iter().any(|it| last_name(it) == last_name(name));
            if !is_known && self.is_free_type_var(name) {
                own.push(name);
            }
        }
        own
    }

    /// Opens the scope of a function's type parameters, if it has any. What the type of a method's own instance is
    /// called, `self: T`, is none.
    pub fn open_function_params(&mut self, symbol: SymbolId, f: &ast::StmtFunctionDef, is_method: bool) -> bool {
        if let Some(params) = f.type_params.as_deref() {
            let made = self.open_type_params(params, Some(symbol));
            self.b.symbol_mut(symbol).type_params = made;
            return true;
        }
        let of_instance = f.parameters.iter().next().filter(|_| is_method).and_then(AnyParameterRef::annotation);
        let given = f.parameters.iter().skip(usize::from(is_method)).filter_map(AnyParameterRef::annotation);
        let mut names: Vec<&Expr> = Vec::new();
        for annotation in given {
            names_in(annotation, &mut names);
        }
        let mut own: Vec<&Expr> = Vec::new();
        for name in names {
            let text = last_name(name);
            let is_known = own.iter().any(|it| last_name(it) == text);
            if !is_known && of_instance.and_then(last_name) != text && self.is_free_type_var(name) {
                own.push(name);
            }
        }
        self.open_type_vars(symbol, &own)
    }

    /// Whether a name is that of a `TypeVar` which nothing around has as its parameter.
    fn is_free_type_var(&mut self, name: &Expr) -> bool {
        let Some(text) = last_name(name) else { return false };
        let id = self.b.name(text);
        let Some(binding) = self.scopes.visible(self.b, id) else { return false };
        let binding = &self.b.graph.bindings[binding as usize];
        let is_made = self.type_vars.contains(&id) || (binding.import.is_some() && is_named_as_type_var(text));
        is_made && binding.kind != BindingKind::TypeParam
    }

    /// Opens a scope in which names of a `TypeVar` are the parameters of a declaration. They are bound by what the
    /// `TypeVar` says.
    fn open_type_vars(&mut self, symbol: SymbolId, names: &[&Expr]) -> bool {
        if names.is_empty() {
            return false;
        }
        let bounds: Vec<TypeId> = names.iter().map(|name| self.ty(name)).collect();
        let scope = self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
        for (name, bound) in names.iter().zip(bounds) {
            let id = self.b.name(last_name(name).unwrap_or_default());
            let binding = self.scopes.bind(self.b, id, scope, BindingKind::TypeParam, name.start().to_u32());
            self.b.binding_mut(binding).declared = Some(bound);
            self.b.symbol_mut(symbol).type_params.push(TypeParam { name: id, bound: Some(bound), default: None });
        }
        true
    }
}

/// Whether an imported name is one that only a `TypeVar` has: `T`, `_T2`, `K_co`, `ModelT`.
fn is_named_as_type_var(name: &str) -> bool {
    let name = name.trim_start_matches('_');
    let name = name.strip_suffix("_co").or_else(|| name.strip_suffix("_contra")).unwrap_or(name);
    let is_one_letter = {
        let digits = name.trim_start_matches(|c: char| c.is_ascii_uppercase());
        name.len() - digits.len() == 1 && digits.chars().all(|c| c.is_ascii_digit())
    };
    let ends_in_t = name.strip_suffix('T').is_some_and(|it| it.ends_with('_') || it.ends_with(char::is_lowercase));
    is_one_letter || (ends_in_t && name.starts_with(char::is_uppercase))
}

/// The names that `Generic[A, B]` or `Protocol[A, B]` lists.
fn listed(bases: &[Expr]) -> Vec<&Expr> {
    let lists = bases.iter().filter_map(Expr::as_subscript_expr);
    let Some(list) = lists.into_iter().find(|it| matches!(last_name(&it.value), Some("Generic" | "Protocol"))) else {
        return Vec::new();
    };
    let all = match &*list.slice {
        Expr::Tuple(tuple) => tuple.elts.iter().collect(),
        only => vec![only],
    };
    all.into_iter().take_while(|it| it.is_name_expr()).collect()
}

/// The names in an annotation, as deep as annotations are nested.
fn names_in<'e>(annotation: &'e Expr, names: &mut Vec<&'e Expr>) {
    let mut pending = vec![annotation];
    while let Some(expr) = pending.pop() {
        match expr {
            Expr::Name(_) => names.push(expr),
            Expr::Subscript(it) => pending.extend([&*it.slice, &*it.value]),
            Expr::BinOp(it) => pending.extend([&*it.right, &*it.left]),
            Expr::Tuple(it) => pending.extend(it.elts.iter().rev()),
            Expr::List(it) => pending.extend(it.elts.iter().rev()),
            _ => {}
        }
    }
}
