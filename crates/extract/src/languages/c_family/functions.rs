//! Functions: definitions, prototypes, methods in their class and outside of it, parameters.

use super::cleaner::is_macro;
use super::statements::names;
use super::{Walk, Walker, end, field, items, start};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn function_definition(&mut self, node: Node) {
        let declarator = field(node, "declarator");
        if let Some(declarator) = declarator
            && self.test_definition(node, declarator)
        {
            return;
        }
        let base = match field(node, "type") {
            Some(ty) => self.base_type(node, ty),
            None => self.unknown_type(),
        };
        let Some(declarator) = declarator else { return self.children(node) };
        let declared = self.declarator(declarator, base);
        let (Some(name), Some(function)) = (declared.name, declared.function) else {
            // `DEFINE(name) { … }`, where the grammar takes the macro for a type.
            let named = declared.name.filter(|_| declarator.kind() == "parenthesized_declarator");
            if let (Some(name), Some(_)) = (named, field(node, "type").filter(|ty| is_macro(self.str(*ty)))) {
                let symbol = self.declare(SymbolKind::Function, self.str(name), start(name), node);
                return self.inside(node, symbol, declarator);
            }
            field(node, "body").into_iter().for_each(|body| self.node(body));
            return;
        };
        if let Some(symbol) = self.macro_defined(node, name, function) {
            self.inside(node, symbol, function);
            // What such a function takes only the macro tells.
            let (name, type_text) = (self.b.name("..."), Some(self.text(function, TEXT_LIMIT)));
            let any =
                Param { name, type_text, declared: None, default: None, optional: true, rest: true, binding: None };
            self.b.symbol_mut(symbol).params = vec![any];
            return;
        }
        let symbol = self.function(node, name, declared.ty);
        self.inside(node, symbol, function);
    }

    /// `DEFINE(name) { … }`: a function that goes by the macro's first argument.
    fn macro_defined(&mut self, node: Node, name: Node, function: Node) -> Option<SymbolId> {
        if field(node, "type").is_some()
            || name.kind() != "identifier"
            || self.is_in_class()
            || !is_macro(self.str(name))
        {
            return None;
        }
        let params = items(field(function, "parameters")?);
        let first = *params.first()?;
        let text = self.str(first);
        let is_word = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        is_word.then(|| self.declare(SymbolKind::Function, text, start(first), node))
    }

    /// Walks parameters, initialisers and body of a function.
    pub fn inside(&mut self, node: Node, symbol: SymbolId, function: Node) {
        let body = field(node, "body").or_else(|| items(node).into_iter().find(|it| it.kind() == "try_statement"));
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        if body.is_some() {
            self.b.has_body(symbol);
        }
        let class = self.inside.pop();
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let params = field(function, "parameters").map(|list| self.params(list, true)).unwrap_or_default();
        self.b.symbol_mut(symbol).params = params;
        self.trailing(symbol, function);
        self.returns.push(Vec::new());
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "declaration" => self.old_style(symbol, child),
                "field_initializer_list" => self.initialisers(child),
                "compound_statement" => self.children(child),
                "try_statement" => self.node(child),
                _ => {}
            }
        }
        self.b.symbol_mut(symbol).return_values = self.returns.pop().unwrap_or_default();
        self.scopes.close();
        self.b.leave();
        self.inside.extend(class);
    }

    /// What stands behind a function's parameters: `const`, `-> T`.
    pub fn trailing(&mut self, symbol: SymbolId, function: Node) {
        let on_constant = self.is_constant(function);
        let on_temporary = items(function).into_iter().any(|it| it.kind() == "ref_qualifier" && self.str(it) == "&&");
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::ON_CONSTANT, on_constant);
        made.modifiers = made.modifiers.with(Modifiers::ON_TEMPORARY, on_temporary);
        let Some(trailing) = items(function).into_iter().find(|it| it.kind() == "trailing_return_type") else { return };
        if let Some(ty) = items(trailing).first() {
            let (declared, text) = (self.ty(*ty), self.text(*ty, TEXT_LIMIT));
            let made = self.b.symbol_mut(symbol);
            (made.returns, made.returns_type) = (Some(text), Some(declared));
        }
    }

    /// The types of a K&R definition's parameters.
    fn old_style(&mut self, symbol: SymbolId, node: Node) {
        let Some(ty) = field(node, "type") else { return };
        let base = self.ty(ty);
        for declarator in node.children_by_field_name("declarator", &mut node.walk()) {
            let declared = self.declarator(declarator, base);
            let Some(name) = declared.name else { continue };
            let (id, text) = (self.name(name), self.type_text(ty, Some(declarator), Some(name)));
            if let Some(binding) = self.scopes.bound(id, self.scopes.current()) {
                self.b.binding_mut(binding).declared = Some(declared.ty);
            }
            let params = &mut self.b.symbol_mut(symbol).params;
            if let Some(param) = params.iter_mut().find(|param| param.name == id) {
                (param.declared, param.type_text) = (Some(declared.ty), Some(text));
            }
        }
    }

    /// The symbol of a function, without what is inside: its parameters are read by the caller.
    pub fn function(&mut self, node: Node, name: Node, returns: TypeId) -> SymbolId {
        let path = names(name);
        let last = path.last().copied().unwrap_or(name);
        let text = self.function_name(last);
        let in_class = self.is_in_class();
        let owner_name = match &path[..] {
            [.., owner, _] => Some(self.str(*owner).to_owned()),
            _ => self.inside.last().filter(|_| in_class).map(|class| self.b.graph.name(class.name).to_owned()),
        };
        let is_member = in_class || path.len() > 1 && !self.is_space(&path[..path.len() - 1]);
        let kind = match is_member {
            true if owner_name.as_ref() == Some(&text) => SymbolKind::Constructor,
            true => SymbolKind::Method,
            false => SymbolKind::Function,
        };
        let symbol = self.declare(kind, &text, start(last), node);
        self.close_template(symbol);
        if path.len() > 1 {
            self.belongs(symbol, &path[..path.len() - 1]);
        }
        let specifiers = Specifiers::of(self, node);
        let access = self.inside.last().filter(|_| in_class).map_or(0, |class| class.access);
        let is_static = specifiers.is_static;
        let hidden = self.is_hidden || !is_member && is_static;
        let has_body = field(node, "body").is_some() || specifiers.has_try;
        let returns_text = field(node, "type").map(|ty| self.type_text(ty, field(node, "declarator"), Some(name)));
        let made = self.b.symbol_mut(symbol);
        made.exported = !hidden && access & Modifiers::PRIVATE == 0;
        made.modifiers = made
            .modifiers
            .with(access, true)
            .with(Modifiers::STATIC, is_static)
            .with(Modifiers::ABSTRACT, specifiers.is_pure)
            .with(Modifiers::PROTOTYPE, !has_body && !specifiers.is_made && !specifiers.is_pure);
        if let Some(text) = returns_text {
            (made.returns, made.returns_type) = (Some(text), Some(returns));
        }
        symbol
    }

    /// A method that stands outside of its class.
    pub fn belongs(&mut self, symbol: SymbolId, owner: &[Node]) {
        let ids: Vec<NameId> = owner.iter().map(|part| self.name(*part)).collect();
        let mut parent = self.b.owner();
        let mut found = true;
        for id in &ids {
            match self.classes.get(&(parent, *id)).or_else(|| self.spaces.get(&(parent, *id))) {
                Some(symbol) => parent = Some(*symbol),
                None => found = false,
            }
        }
        if found {
            self.b.symbol_mut(symbol).parent = parent;
            return;
        }
        let mut qualified = self.space_path();
        for id in &ids {
            if !qualified.is_empty() {
                qualified.push('.');
            }
            qualified.push_str(&self.b.graph.names[*id as usize]);
        }
        let ty = self.b.ty(Type::Name { path: ids, scope: self.scopes.current(), root: None, arguments: Vec::new() });
        let made = self.b.symbol_mut(symbol);
        (made.qualified, made.receiver) = (qualified, Some(ty));
    }

    /// The names of the enclosing namespaces and classes, with dots between.
    fn space_path(&self) -> String {
        let (mut names, mut next) = (Vec::new(), self.b.owner());
        while let Some(symbol) = next {
            let symbol = &self.b.graph.symbols[symbol as usize];
            names.push(self.b.graph.name(symbol.name));
            next = symbol.parent;
        }
        names.reverse();
        names.join(".")
    }

    fn is_space(&mut self, path: &[Node]) -> bool {
        let mut parent = self.b.owner();
        path.iter().all(|part| {
            let key = (parent, self.name(*part));
            parent = self.spaces.get(&key).copied();
            parent.is_some()
        })
    }

    /// `operator ==` and `operator==` are one.
    pub fn function_name(&self, node: Node) -> String {
        let text = self.str(node);
        match text.strip_prefix("operator") {
            Some(rest) if rest.starts_with(|c: char| c.is_whitespace() || !(c.is_alphanumeric() || c == '_')) => {
                // A conversion's declarator reaches to its brackets.
                let rest = match node.kind() {
                    "operator_cast" => rest.split('(').next().unwrap_or(rest),
                    _ => rest,
                };
                let rest = rest.split_whitespace().collect::<Vec<_>>().join(" ");
                let gap = if rest.starts_with(|c: char| c.is_alphabetic()) { " " } else { "" };
                format!("operator{gap}{rest}")
            }
            _ => text.split_whitespace().collect(),
        }
    }

    /// The parameters of a list; bound in the current scope where there is a body to see them.
    pub fn params(&mut self, list: Node, bound: bool) -> Vec<Param> {
        let mut made = Vec::new();
        let mut cursor = list.walk();
        for param in list.children(&mut cursor) {
            let rest = match param.kind() {
                "..." | "variadic_parameter" => {
                    let name = self.b.name("...");
                    let (declared, default) = (None, None);
                    made.push(Param {
                        name,
                        type_text: None,
                        declared,
                        default,
                        optional: true,
                        rest: true,
                        binding: None,
                    });
                    continue;
                }
                // K&R
                "identifier" => {
                    let id = self.name(param);
                    let binding = self.scopes.rebind(self.b, id, BindingKind::Parameter, start(param));
                    let (name, binding) = (id, Some(binding));
                    let (declared, default) = (None, None);
                    made.push(Param {
                        name,
                        type_text: None,
                        declared,
                        default,
                        optional: false,
                        rest: false,
                        binding,
                    });
                    continue;
                }
                "variadic_parameter_declaration" => true,
                "parameter_declaration" | "optional_parameter_declaration" => false,
                _ => continue,
            };
            let Some(ty) = field(param, "type") else { continue };
            let declarator = field(param, "declarator");
            if declarator.is_none() && self.str(ty) == "void" {
                continue;
            }
            let base = self.base_type(param, ty);
            let declared = declarator.map(|declarator| self.declarator(declarator, base));
            let name = declared.as_ref().and_then(|it| it.name);
            let mut whole = declared.as_ref().map_or(base, |it| it.ty);
            if let Some(function) = declared.as_ref().and_then(|it| it.function) {
                // `int f(int g(int))`: a function as a parameter.
                let params = field(function, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
                let params = params.into_iter().filter_map(|param| param.declared).collect();
                whole = self.b.ty(Type::Function { params, returns: Some(whole) });
            }
            let type_text = Some(match (name, declarator) {
                (Some(name), Some(declarator)) => self.type_text(ty, Some(declarator), Some(name)),
                _ => self.text(param, TEXT_LIMIT),
            });
            let default = field(param, "default_value").map(|value| {
                self.value(value);
                self.text(value, DEFAULT_LIMIT)
            });
            let id = name.map(|name| self.name(name));
            let binding = match (id, name) {
                (Some(id), Some(name)) if bound => {
                    let binding = self.scopes.rebind(self.b, id, BindingKind::Parameter, start(name));
                    self.b.binding_mut(binding).declared = Some(whole);
                    self.note_constancy(binding, whole, param, declarator);
                    Some(binding)
                }
                _ => None,
            };
            let name = id.unwrap_or_else(|| self.b.name("_"));
            let optional = default.is_some() || rest;
            made.push(Param { name, type_text, declared: Some(whole), default, optional, rest, binding });
        }
        made
    }
}

/// What a function's declaration says besides its type.
#[derive(Default)]
struct Specifiers {
    is_static: bool,
    is_pure: bool,
    /// `= default`, `= delete`
    is_made: bool,
    has_try: bool,
}

impl Specifiers {
    fn of(walk: &Walk, node: Node) -> Self {
        let mut found = Self::default();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            match child.kind() {
                "storage_class_specifier" => found.is_static |= walk.str(child) == "static",
                "default_method_clause" | "delete_method_clause" => found.is_made = true,
                "pure_virtual_clause" => found.is_pure = true,
                "try_statement" => found.has_try = true,
                "number_literal" => found.is_pure |= walk.str(child) == "0",
                "=" => {
                    let rest = walk.prepared.code[child.end_byte()..].trim_start();
                    found.is_pure |= rest.starts_with('0');
                    found.is_made |= rest.starts_with("default") || rest.starts_with("delete");
                }
                _ => {}
            }
        }
        found
    }
}
