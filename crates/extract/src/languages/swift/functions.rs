//! Functions, initialisers, subscripts and parameters.

use super::expected::Expected;
use super::{Walk, Walker, child, field_of, is_type, items, type_in};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn function(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let member = self.in_type();
        let kind = if member { SymbolKind::Method } else { SymbolKind::Function };
        let symbol = self.declare(kind, self.plain(name), start(name), node);
        if !member {
            // Functions that differ in their labels share a name.
            self.bind(name, BindingKind::Function, Some(symbol));
        }
        let body = field(node, "body");
        let returns = after(node, end(name)).find(|it| is_type(*it));
        self.function_inside(symbol, node, body, returns);
    }

    pub fn initializer(&mut self, node: Node<'t>) {
        let at = field(node, "name").map_or(start(node), start);
        let symbol = self.declare(SymbolKind::Constructor, "init", at, node);
        self.function_inside(symbol, node, field(node, "body"), None);
    }

    pub fn subscript(&mut self, node: Node<'t>) {
        let at = node.children(&mut node.walk()).find(|it| it.kind() == "subscript").map_or(start(node), start);
        let symbol = self.declare(SymbolKind::Method, "subscript", at, node);
        self.function_inside(symbol, node, child(node, "computed_property"), type_in(node));
    }

    pub fn deinitializer(&mut self, node: Node<'t>) {
        let at = node.children(&mut node.walk()).find(|it| it.kind() == "deinit").map_or(start(node), start);
        let symbol = self.declare(SymbolKind::Method, "deinit", at, node);
        self.function_inside(symbol, node, field(node, "body"), None);
    }

    fn function_inside(&mut self, symbol: SymbolId, node: Node<'t>, body: Option<Node<'t>>, returns: Option<Node<'t>>) {
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let is_async = node.children(&mut node.walk()).any(|it| it.kind() == "async");
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::ASYNC, is_async).with(Modifiers::ABSTRACT, body.is_none());
        if body.is_some() {
            self.b.has_body(symbol);
        }
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        self.b.symbol_mut(symbol).type_params = type_params;
        let (params, mut labels) = self.params(node);
        // What is called by an operator is given nothing by a label.
        if self
            .b
            .graph
            .name(self.b.graph.symbols[symbol as usize].name)
            .starts_with(|c: char| !c.is_alphanumeric() && c != '_')
        {
            let open = self.b.name("_");
            labels.fill(open);
        }
        let returns = returns.map(|ty| (self.text(ty, TEXT_LIMIT), self.ty(ty)));
        let made = self.b.symbol_mut(symbol);
        (made.params, made.labels) = (params, labels);
        (made.returns, made.returns_type) = returns.unzip();
        let declared = self.b.symbol_mut(symbol).returns_type;
        let values = body.map(|body| self.body(body, declared.map(Expected::Type))).unwrap_or_default();
        self.b.symbol_mut(symbol).return_values = values;
        self.scopes.close();
        self.b.leave();
    }

    /// Walks a body and gives what it returns; `declared`: what it says of that. A single expression is returned
    /// without a word.
    pub fn body(&mut self, body: Node<'t>, declared: Option<Expected>) -> Vec<ValueId> {
        self.returns.push((Vec::new(), declared));
        let value = self.last_value(body, declared);
        let mut returns = self.returns.pop().unwrap_or_default().0;
        if let (Some(value), true) = (value, returns.is_empty()) {
            push_bounded(&mut returns, value);
        }
        returns
    }

    /// The parameters among a declaration's children, bound in the current scope, and their labels.
    fn params(&mut self, node: Node<'t>) -> (Vec<Param>, Vec<NameId>) {
        let (mut params, mut labels): (Vec<Param>, Vec<NameId>) = (Vec::new(), Vec::new());
        let mut cursor = node.walk();
        for part in node.children(&mut cursor) {
            if part.kind() == "parameter" {
                let Some(name) = field_of(part, "name", "simple_identifier") else { continue };
                // A subscript's parameter has a label where one is written.
                let label = match field(part, "external_name") {
                    None if node.kind() == "subscript_declaration" => self.b.name("_"),
                    written => self.name(written.unwrap_or(name)),
                };
                labels.push(label);
                let ty = type_in(part);
                let rest = part.children(&mut part.walk()).any(|it| it.kind() == "...")
                    || self.str(part).trim_end().ends_with("...");
                let type_text = ty.map(|ty| self.text(ty, TEXT_LIMIT));
                let mut declared = ty.map(|ty| self.ty(ty));
                if rest && let Some(element) = declared {
                    declared = Some(self.b.ty(Type::List { element }));
                }
                let binding = self.bind(name, BindingKind::Parameter, None);
                self.b.binding_mut(binding).declared = declared;
                // Whoever calls gives what the closure gives.
                let is_wrapped = self.str(part).contains("@autoclosure");
                if let Some(Type::Function { returns: Some(given), .. }) =
                    declared.filter(|_| is_wrapped).map(|ty| &self.b.graph.types[ty as usize])
                {
                    declared = Some(*given);
                }
                let (name, binding) = (self.name(name), Some(binding));
                params.push(Param { name, type_text, declared, default: None, optional: rest, rest, binding });
            }
        }
        let defaults: Vec<_> = node.children_by_field_name("default_value", &mut node.walk()).collect();
        let places: Vec<_> = items(node).into_iter().filter(|it| it.kind() == "parameter").map(|it| end(it)).collect();
        for default in defaults.into_iter().filter(Node::is_named) {
            let at = places.iter().rposition(|place| *place <= start(default));
            let declared = at.and_then(|at| params.get(at)?.declared);
            self.expecting(declared.map(Expected::Type), default);
            if let Some(param) = at.and_then(|at| params.get_mut(at)) {
                param.optional = true;
                param.default = Some(self.b.text(start(default), end(default), DEFAULT_LIMIT));
            }
        }
        (params, labels)
    }
}

/// The named children behind a place.
fn after<'t>(node: Node<'t>, at: u32) -> impl Iterator<Item = Node<'t>> {
    items(node).into_iter().filter(move |it| start(*it) >= at)
}
