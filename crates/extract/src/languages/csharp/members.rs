//! Members of types.

use super::{Walk, Walker, child, end, field, is_made, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Fields and events without accessors: one symbol a name.
    pub fn field_declaration(&mut self, node: Node) {
        let Some(list) = child(node, "variable_declaration") else { return self.children(node) };
        let ty = field(list, "type").map(|it| (self.ty(it), self.text(it, TEXT_LIMIT)));
        for declarator in items(list).into_iter().filter(|it| it.kind() == "variable_declarator") {
            let Some(name) = field(declarator, "name") else { continue };
            if let (true, true, Some((id, text))) = (is_made(name), child(node, "modifier").is_some(), ty.clone()) {
                self.inherits(id, text, node);
                continue;
            }
            let symbol = self.declare(SymbolKind::Property, self.plain(name), name, node);
            self.sign_until(symbol, node, end(node));
            let made = self.b.symbol_mut(symbol);
            (made.declared, made.declared_text) = ty.clone().unzip();
            self.b.enter(symbol);
            self.attributes(symbol, node);
            if let Some(value) = initializer(declarator, name) {
                let value = self.given(value, ty.as_ref().map(|it| it.0));
                self.b.initial(symbol, value);
            }
            self.b.leave();
        }
    }

    /// A property is a value where the compiler writes its accessors, and code where somebody has.
    pub fn property(&mut self, node: Node) {
        let (Some(name), Some(ty)) = (field(node, "name"), field(node, "type")) else { return self.children(node) };
        let accessors = field(node, "accessors");
        let value = field(node, "value");
        let arrow = value.filter(|it| it.kind() == "arrow_expression_clause");
        let has_code = arrow.is_some()
            || accessors.is_some_and(|list| items(list).into_iter().any(|it| field(it, "body").is_some()));
        let kind = if has_code { SymbolKind::Getter } else { SymbolKind::Property };
        let symbol = self.member(kind, name, node);
        let behind = accessors.or(value).map_or(end(node), start);
        self.sign_until(symbol, node, behind);
        let (declared, text) = (self.ty(ty), self.text(ty, TEXT_LIMIT));
        let made = self.b.symbol_mut(symbol);
        match has_code {
            true => (made.returns_type, made.returns) = (Some(declared), Some(text)),
            false => (made.declared, made.declared_text) = (Some(declared), Some(text)),
        }
        self.keep_template_held(name, value);
        self.b.enter(symbol);
        self.attributes(symbol, node);
        if has_code {
            self.b.has_body(symbol);
        }
        if let Some(arrow) = arrow {
            self.accessor(symbol, arrow, None);
        }
        if let Some(list) = accessors {
            self.accessors(symbol, list, declared);
            if let Some(value) = value {
                let value = self.given(value, Some(declared));
                self.b.initial(symbol, value);
            }
        }
        self.b.leave();
    }

    fn accessors(&mut self, symbol: SymbolId, list: Node, ty: TypeId) {
        for accessor in items(list).into_iter().filter(|it| it.kind() == "accessor_declaration") {
            self.attributes_of(accessor);
            let Some(body) = field(accessor, "body") else { continue };
            let gets = field(accessor, "name").is_some_and(|it| self.str(it) == "get");
            self.accessor(symbol, body, Some(ty).filter(|_| !gets));
        }
    }

    /// A body of a property or event; `value` is the type of what it is given.
    fn accessor(&mut self, symbol: SymbolId, body: Node, value: Option<TypeId>) {
        self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        match value {
            Some(ty) => {
                let name = self.b.name("value");
                let binding = self.scopes.rebind(self.b, name, BindingKind::Parameter, start(body));
                self.b.binding_mut(binding).declared = Some(ty);
                self.returning(None, |walk| walk.run(body));
            }
            None => self.body(symbol, Some(body)),
        }
        self.scopes.close();
    }

    /// `event E Changed { add { … } remove { … } }`
    pub fn event(&mut self, node: Node) {
        let (Some(name), Some(ty)) = (field(node, "name"), field(node, "type")) else { return self.children(node) };
        let symbol = self.member(SymbolKind::Property, name, node);
        let accessors = field(node, "accessors");
        self.sign_until(symbol, node, accessors.map_or(end(node), start));
        let (declared, text) = (self.ty(ty), self.text(ty, TEXT_LIMIT));
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = (Some(declared), Some(text));
        self.b.enter(symbol);
        self.attributes(symbol, node);
        accessors.into_iter().for_each(|list| self.accessors(symbol, list, declared));
        self.b.leave();
    }

    /// An indexer is a method that indexing calls.
    pub fn indexer(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return self.children(node) };
        let this = node.children(&mut node.walk()).find(|it| it.kind() == "this").unwrap_or(node);
        let symbol = self.declare(SymbolKind::Method, "this", this, node);
        let (accessors, value) = (field(node, "accessors"), field(node, "value"));
        self.sign_until(symbol, node, accessors.or(value).map_or(end(node), start));
        self.b.enter(symbol);
        self.attributes(symbol, node);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        let params = field(node, "parameters").map(|list| self.params(list, true)).unwrap_or_default();
        let (declared, text) = (self.ty(ty), self.text(ty, TEXT_LIMIT));
        let made = self.b.symbol_mut(symbol);
        made.scope = Some(scope);
        made.params = params;
        (made.returns_type, made.returns) = (Some(declared), Some(text));
        if value.is_some() || accessors.is_some() {
            self.b.has_body(symbol);
        }
        value.into_iter().for_each(|body| self.accessor(symbol, body, None));
        accessors.into_iter().for_each(|list| self.accessors(symbol, list, declared));
        self.scopes.close();
        self.b.leave();
    }

    /// What a view with a class inherits.
    fn inherits(&mut self, ty: TypeId, text: String, node: Node) {
        let line = self.b.source.line(start(node));
        if let Some(class) = self.class() {
            self.b.symbol_mut(class).bases.push(Base { relation: Relation::Extends, ty, text, line });
        }
    }

    /// The statements of a view with a class.
    fn shown(&mut self, node: Node) {
        self.scopes.open(self.b, ScopeKind::Function, None);
        self.returning(None, |walk| field(node, "body").into_iter().for_each(|body| walk.run(body)));
        self.scopes.close();
    }

    pub fn method(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        if is_made(name) {
            return self.shown(node);
        }
        let symbol = self.member(SymbolKind::Method, name, node);
        self.function(symbol, node, field(node, "returns"));
        self.extend(symbol, node);
    }

    pub fn constructor(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let text = self.str(name);
        let symbol = self.declare(SymbolKind::Constructor, text, name, node);
        self.function(symbol, node, None);
    }

    pub fn finalizer(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let text = format!("~{}", self.str(name));
        let at = token(node, "~").unwrap_or(name);
        let symbol = self.declare(SymbolKind::Method, &text, at, node);
        self.function(symbol, node, None);
    }

    pub fn operator(&mut self, node: Node) {
        let Some(operator) = field(node, "operator") else { return self.children(node) };
        let text = format!("operator {}", self.str(operator));
        let at = token(node, "operator").unwrap_or(operator);
        let symbol = self.declare(SymbolKind::Method, &text, at, node);
        self.function(symbol, node, field(node, "type"));
    }

    /// `public static implicit operator string(A a)`
    pub fn conversion(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return self.children(node) };
        let word = token(node, "implicit").or(token(node, "explicit"));
        let text = format!("{} operator {}", word.map_or("", |it| it.kind()), self.text(ty, TEXT_LIMIT));
        let symbol = self.declare(SymbolKind::Method, &text, word.unwrap_or(ty), node);
        self.function(symbol, node, Some(ty));
    }

    fn function(&mut self, symbol: SymbolId, node: Node, returns: Option<Node>) {
        let owner = self.b.owner().map(|id| self.b.graph.symbols[id as usize].kind);
        if owner == Some(SymbolKind::Interface) && field(node, "body").is_none() {
            let made = self.b.symbol_mut(symbol);
            made.modifiers = made.modifiers.with(Modifiers::ABSTRACT, true);
        }
        self.b.enter(symbol);
        self.function_inside(symbol, node, returns);
        self.b.leave();
    }

    /// A member by its name. One that implements an interface explicitly can be reached through that alone,
    /// and has the interface's name before its own.
    fn member(&mut self, kind: SymbolKind, name: Node, node: Node) -> SymbolId {
        let text = self.str(name).trim_start_matches('@');
        match child(node, "explicit_interface_specifier") {
            Some(explicit) => {
                let interface = self.str(explicit).trim_end();
                self.declare(kind, &format!("{interface}{text}"), explicit, node)
            }
            None => self.declare(kind, text, name, node),
        }
    }
}

/// The first token of a kind among a node's children.
fn token<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    node.children(&mut node.walk()).find(|it| it.kind() == kind)
}

/// What stands behind the `=` of a declared name.
pub fn initializer<'t>(declarator: Node<'t>, name: Node) -> Option<Node<'t>> {
    let last = items(declarator).into_iter().next_back()?;
    (last.start_byte() > name.end_byte() && last.kind() != "bracketed_argument_list").then_some(last)
}
