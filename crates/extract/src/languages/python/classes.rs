//! Classes: bases, kinds, and the scope of their bodies.

use super::{Walk, last_name, visibility};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::ruff::ast::{self, Expr, Stmt};
use syntax::ruff::text_size::Ranged;

/// What a class is decorated with that gets the members of a base that way: `@as_declarative()`.
const BASE_MAKER: &str = "as_declarative";

impl Walk<'_, '_> {
    pub fn class(&mut self, class: &ast::StmtClassDef) {
        let (decorators, _) = self.decorators(&class.decorator_list);
        let kind = class_kind(class.bases());
        let member = self.in_class_body();
        let symbol = self.declared(kind, &class.name, class.range);
        let is_abstract = class.bases().iter().any(|base| last_name(base) == Some("ABC"))
            || metaclass(class).is_some_and(|it| last_name(it) == Some("ABCMeta"));
        let modifiers = Modifiers::default()
            .with(Modifiers::ABSTRACT, is_abstract)
            .with(Modifiers::AMBIENT, self.is_stub)
            .with(visibility(&class.name, member), true);
        let imported = self.take_over(class, symbol);
        if imported.is_none() {
            self.bind_declared(&class.name, BindingKind::Class, symbol, modifiers);
        }
        let doc = self.docstring(&class.body);
        let start = self.head(class.range, &class.decorator_list);
        let end = class.arguments.as_deref().map(Ranged::end);
        let end = end.or(class.type_params.as_deref().map(Ranged::end)).unwrap_or(class.name.end());
        self.b.sign(symbol, start, end.to_u32());
        let made = self.b.symbol_mut(symbol);
        (made.modifiers, made.decorators, made.doc) = (modifiers, decorators, doc);

        let is_generic = self.open_class_params(symbol, class);
        self.b.enter(symbol);
        let mut bases: Vec<_> = class.bases().iter().map(|base| self.base(base)).collect();
        for decorator in &class.decorator_list {
            let made = decorator.expression.as_call_expr().map_or(&decorator.expression, |call| &*call.func);
            if last_name(made).is_some_and(|it| it.starts_with(BASE_MAKER)) {
                bases.push(Base { relation: Relation::Embeds, ..self.base(made) });
            }
        }
        if let Some(imported) = imported {
            self.mean_import(&bases, &class.name, imported);
        }
        let metaclass = match metaclass(class) {
            Some(it @ (Expr::Name(_) | Expr::Attribute(_))) => Some(self.named_type(it, Vec::new())),
            _ => None,
        };
        let made = self.b.symbol_mut(symbol);
        (made.bases, made.declared) = (bases, metaclass);
        if let Some(arguments) = &class.arguments {
            arguments.keywords.iter().for_each(|keyword| {
                self.value(&keyword.value);
            });
        }
        for statement in &class.body {
            if let Stmt::FunctionDef(method) = statement {
                let name = self.b.name(&method.name);
                self.methods.insert((symbol, name));
            }
        }
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let outside = std::mem::take(&mut self.narrowing);
        self.body(&class.body);
        self.narrowing = outside;
        self.scopes.close();
        self.close_type_params(is_generic);
        self.b.leave();
    }

    /// `from a import A`, `class A(A): …`: the name is the class's from here on. Gives a binding of the import that
    /// its base means.
    fn take_over(&mut self, class: &ast::StmtClassDef, symbol: SymbolId) -> Option<BindingId> {
        let (name, scope) = (self.b.name(&class.name), self.scopes.current());
        let names_itself = |base: &Expr| match base {
            Expr::Subscript(it) => matches!(&*it.value, Expr::Name(of) if of.id == class.name.id),
            base => matches!(base, Expr::Name(of) if of.id == class.name.id),
        };
        let before = self.scopes.bound(name, scope).filter(|_| class.bases().iter().any(names_itself))?;
        let import = self.b.graph.bindings[before as usize].import?;
        self.narrowing.forget(&class.name);
        let line = self.b.graph.bindings[before as usize].line;
        let imported = self.b.binding(name, scope, BindingKind::Import, line);
        self.b.binding_mut(imported).import = Some(import);
        let bound = self.b.binding_mut(before);
        (bound.kind, bound.import, bound.symbol) = (BindingKind::Class, None, Some(symbol));
        Some(imported)
    }

    fn mean_import(&mut self, bases: &[Base], name: &str, imported: BindingId) {
        let name = self.b.name(name);
        for base in bases {
            if let Type::Name { path, root, .. } = &mut self.b.graph.types[base.ty as usize]
                && path[..] == [name]
            {
                *root = Some(imported);
            }
        }
    }

    fn base(&mut self, base: &Expr) -> Base {
        let ty = match base {
            // `class A(self.kind)`
            Expr::Attribute(it) if self.is_parameter(&it.value) => {
                let value = self.value(base);
                self.b.ty(Type::Of { value })
            }
            Expr::Name(_) | Expr::Attribute(_) => self.named_type(base, Vec::new()),
            Expr::Subscript(it) if matches!(&*it.value, Expr::Name(_) | Expr::Attribute(_)) => {
                let arguments = self.type_arguments(&it.slice);
                self.named_type(&it.value, arguments)
            }
            // `class A(make_base(B))`
            other => {
                let value = self.value(other);
                self.b.ty(Type::Of { value })
            }
        };
        let line = self.b.source.line(base.start().to_u32());
        Base { relation: Relation::Extends, ty, text: self.text(base, TEXT_LIMIT), line }
    }
}

/// The class of a class.
fn metaclass(class: &ast::StmtClassDef) -> Option<&Expr> {
    Some(&class.arguments.as_ref()?.find_keyword("metaclass")?.value)
}

/// Enumerations by the names that Python's and Django's have in common, protocols as interfaces.
fn class_kind(bases: &[Expr]) -> SymbolKind {
    let name = |base: &Expr| match base {
        Expr::Subscript(it) => last_name(&it.value).map(str::to_owned),
        base => last_name(base).map(str::to_owned),
    };
    for base in bases.iter().filter_map(name) {
        if base.ends_with("Enum") || matches!(base.as_str(), "Flag" | "IntFlag" | "TextChoices" | "IntegerChoices") {
            return SymbolKind::Enum;
        }
        if base == "Protocol" {
            return SymbolKind::Interface;
        }
    }
    SymbolKind::Class
}
