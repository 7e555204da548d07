//! What is inside of functions of every kind: parameters, results, bodies.

use super::{Walk, Walker, child, end, field, has_token, items, start};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// The inside of a function whose symbol is entered. `returns` is the type before its name.
    pub fn function_inside(&mut self, symbol: SymbolId, node: Node, returns: Option<Node>) {
        let body = field(node, "body");
        let initializer = child(node, "constructor_initializer");
        let behind = initializer.or(body).map_or(end(node), start);
        self.sign_until(symbol, node, behind);
        if body.is_some() {
            self.b.has_body(symbol);
        }
        self.attributes(symbol, node);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = field(node, "type_parameters").map(|list| self.type_params(list, node)).unwrap_or_default();
        let list = field(node, "parameters");
        let params = list.map(|list| self.params(list, true)).unwrap_or_default();
        let extends = list.is_some_and(|list| items(list).first().is_some_and(|first| self.is_receiver(*first)));
        let receiver = params.first().and_then(|param| param.declared).filter(|_| extends);
        let returns = returns.map(|it| (self.text(it, TEXT_LIMIT), self.ty(it)));
        let made = self.b.symbol_mut(symbol);
        (made.type_params, made.params, made.receiver) = (type_params, params, receiver);
        (made.returns, made.returns_type) = returns.unzip();
        self.keep_defaults(symbol);
        if let Some(initializer) = initializer {
            let word = initializer.children(&mut initializer.walk()).find(|it| matches!(it.kind(), "this" | "base"));
            if let (Some(word), Some(arguments)) = (word, child(initializer, "argument_list")) {
                self.constructs_base(word, arguments);
                self.keep_handed_texts(symbol, word.kind(), arguments);
            }
        }
        body.into_iter().for_each(|body| self.keep_template(symbol, body));
        self.body(symbol, body);
        self.scopes.close();
    }

    /// A body, and what it returns.
    pub fn body(&mut self, symbol: SymbolId, body: Option<Node>) {
        let declared = self.b.graph.symbols[symbol as usize].returns_type;
        let values = self.returning(declared, |walk| body.into_iter().for_each(|body| walk.run(body)));
        for value in values {
            self.b.returned(symbol, value);
        }
    }

    /// What is returned in `inside`, where a type may be declared for it.
    pub fn returning(&mut self, declared: Option<TypeId>, inside: impl FnOnce(&mut Self)) -> Vec<ValueId> {
        self.returns.push((Vec::new(), declared));
        inside(self);
        self.returns.pop().unwrap_or_default().0
    }

    /// A block, or `=> expression`, in the scope that is open.
    pub fn run(&mut self, body: Node) {
        self.deeper(body, |walk| match body.kind() {
            "arrow_expression_clause" => {
                for expression in items(body) {
                    walk.gives(expression);
                }
            }
            _ => {
                walk.hoist(body);
                walk.children(body);
            }
        });
    }

    /// Walks what the innermost function returns.
    pub fn gives(&mut self, expression: Node) {
        let declared = self.returns.last().and_then(|(_, declared)| *declared);
        let value = self.given(expression, declared);
        if let Some((returns, _)) = self.returns.last_mut() {
            push_bounded(returns, value);
        }
    }

    /// Local functions can be called from before they stand.
    pub fn hoist(&mut self, block: Node) {
        for statement in block.named_children(&mut block.walk()) {
            let statement = match statement.kind() {
                "global_statement" => statement.named_child(0),
                _ => Some(statement),
            };
            let local = statement.filter(|it| it.kind() == "local_function_statement");
            if let Some(name) = local.and_then(|it| field(it, "name")) {
                self.bind(name, BindingKind::Function);
            }
        }
    }

    pub fn local_function(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let text = self.str(name);
        let symbol = self.declare(SymbolKind::Function, text, name, node);
        let id = self.name(name);
        let binding = match self.scopes.bound(id, self.scopes.current()) {
            Some(binding) => binding,
            None => self.bind(name, BindingKind::Function),
        };
        self.b.binding_mut(binding).symbol = Some(symbol);
        self.b.enter(symbol);
        self.function_inside(symbol, node, field(node, "type"));
        self.b.leave();
    }

    fn is_receiver(&self, parameter: Node) -> bool {
        parameter.named_children(&mut parameter.walk()).any(|it| it.kind() == "modifier" && self.str(it) == "this")
    }

    /// The parameters of a list; bound in the current scope where there is a body to see them.
    pub fn params(&mut self, list: Node, bound: bool) -> Vec<Param> {
        let mut made = Vec::new();
        for parameter in items(list).into_iter().filter(|it| it.kind() == "parameter") {
            self.attributes_of(parameter);
            let Some(name) = field(parameter, "name") else { continue };
            let ty = field(parameter, "type");
            let default = items(parameter).into_iter().rfind(|it| it.start_byte() > name.end_byte());
            default.into_iter().for_each(|it| {
                self.passed(it);
            });
            let default = default.map(|it| self.text(it, DEFAULT_LIMIT));
            made.push(self.param(name, ty, default, false, bound));
        }
        // `params T[] rest` has no node of its own: its parts are the list's.
        if has_token(list, "params")
            && let Some(name) = list.child_by_field_name("name")
        {
            made.push(self.param(name, field(list, "type"), None, true, bound));
        }
        made
    }

    fn param(&mut self, name: Node, ty: Option<Node>, default: Option<String>, rest: bool, bound: bool) -> Param {
        let declared = ty.map(|it| self.ty(it));
        let text = ty.map(|it| self.text(it, TEXT_LIMIT));
        let type_text = if rest { text.map(|text| format!("params {text}")) } else { text };
        let binding = bound.then(|| self.bind(name, BindingKind::Parameter));
        if let Some(binding) = binding {
            self.b.binding_mut(binding).declared = declared;
        }
        let name = self.name(name);
        Param { name, type_text, declared, optional: rest || default.is_some(), default, rest, binding }
    }
}
