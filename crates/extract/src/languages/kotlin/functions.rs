//! Functions, constructors and parameters.

use super::{Receiver, ReceiverKind, Walk, Walker, child, is_type, items, keyword_at};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    pub fn function(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let kind = match self.owner_kind() {
            Some(SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::EnumMember) => {
                SymbolKind::Method
            }
            _ => SymbolKind::Function,
        };
        let symbol = self.declare(kind, name, node);
        let parts = Parts::of(node, Some(name));
        // An extension is found by its receiver, never by its name alone.
        if kind == SymbolKind::Function && parts.receiver.is_none() {
            self.bind(name, BindingKind::Function, Some(symbol));
        }
        if parts.body.is_none() {
            self.mark(symbol, Modifiers::ABSTRACT);
        }
        self.b.enter(symbol);
        let label = self.name(name);
        self.function_inside(symbol, node, parts, Some(label));
        self.b.leave();
    }

    fn owner_kind(&self) -> Option<SymbolKind> {
        self.b.owner().map(|owner| self.b.graph.symbols[owner as usize].kind)
    }

    /// The inside of a function whose symbol is entered.
    fn function_inside(&mut self, symbol: SymbolId, node: Node<'t>, parts: Parts<'t>, label: Option<NameId>) {
        self.b.sign(symbol, start(node), parts.body.map_or(end(node), start));
        if parts.body.is_some() {
            self.b.has_body(symbol);
        }
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        self.b.symbol_mut(symbol).type_params = type_params;
        let extends = parts.receiver.map(|receiver| self.extend(symbol, scope, receiver, label));
        let params = child(node, "function_value_parameters").map(|list| self.params(list)).unwrap_or_default();
        let returns = parts.returns.map(|ty| (self.text(ty, TEXT_LIMIT), self.ty(ty)));
        let made = self.b.symbol_mut(symbol);
        made.params = params;
        (made.returns, made.returns_type) = returns.unzip();
        let declared = made.returns_type;
        let values = self.body(parts.body, declared);
        self.b.symbol_mut(symbol).return_values = values;
        if extends.is_some() {
            self.receivers.pop();
        }
        self.scopes.close();
    }

    /// The type that an extension belongs to; `this` in it.
    pub fn extend(&mut self, symbol: SymbolId, scope: ScopeId, receiver: Node<'t>, label: Option<NameId>) {
        let ty = self.ty(receiver);
        self.b.symbol_mut(symbol).receiver = Some(ty);
        let value = self.b.value(Value::Cast { ty });
        self.b.graph.scopes[scope as usize].receiver = Some(value);
        self.receivers.push(Receiver { kind: ReceiverKind::Value(value), label });
    }

    /// Walks a function's body and gives what it returns.
    pub fn body(&mut self, body: Option<Node<'t>>, declared: Option<TypeId>) -> Vec<ValueId> {
        self.returns.push(Vec::new());
        self.declared.push(declared);
        for part in body.map(items).unwrap_or_default() {
            match part.kind() {
                "block" => self.children(part),
                _ => {
                    self.ask(part, declared);
                    let value = self.value(part);
                    self.returned(value);
                }
            }
        }
        self.declared.pop();
        self.returns.pop().unwrap_or_default()
    }

    pub fn returned(&mut self, value: ValueId) {
        if let Some(returns) = self.returns.last_mut() {
            push_bounded(returns, value);
        }
    }

    pub fn secondary_constructor(&mut self, node: Node<'t>) {
        let symbol = self.declare_named(SymbolKind::Constructor, "constructor", keyword_at(node, "constructor"), node);
        let body = child(node, "block");
        let delegation = child(node, "constructor_delegation_call");
        let class = self.b.owner();
        self.b.enter(symbol);
        self.b.sign(symbol, start(node), delegation.or(body).map_or(end(node), start));
        self.b.has_body(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let params = child(node, "function_value_parameters").map(|list| self.params(list)).unwrap_or_default();
        self.b.symbol_mut(symbol).params = params;
        if let Some(call) = delegation {
            self.delegation(class, call);
        }
        self.returns.push(Vec::new());
        self.declared.push(None);
        body.into_iter().for_each(|body| self.children(body));
        self.declared.pop();
        self.returns.pop();
        self.scopes.close();
        self.b.leave();
    }

    /// `this(…)`, `super(…)` before a constructor's body.
    fn delegation(&mut self, class: Option<SymbolId>, node: Node<'t>) {
        let given = child(node, "value_arguments").map(|list| self.arguments(list)).unwrap_or_default();
        let Some(word) = node.child(0) else { return };
        let text = self.str(word).to_owned();
        match (text.as_str(), class) {
            ("this", Some(symbol)) => {
                let callee = self.b.value(Value::Class { symbol });
                self.push_call(CallKind::New, callee, word, text, start(node), &given);
                self.b.value(Value::New { callee, arguments: given.values });
            }
            _ => {
                let callee = self.b.value(Value::Super { owner: class });
                self.push_call(CallKind::Super, callee, word, text, start(node), &given);
                self.b.value(Value::Call { callee, arguments: given.values });
            }
        }
    }

    /// The parameters of a list, bound in the current scope.
    pub fn params(&mut self, list: Node<'t>) -> Vec<Param> {
        let mut made: Vec<Param> = Vec::new();
        let (mut modifiers, mut after) = (None, false);
        for part in items(list) {
            match part.kind() {
                "parameter_modifiers" => (modifiers, after) = (Some(part), false),
                "parameter" => {
                    after = true;
                    let Some((mut param, name)) = self.param_parts(part, modifiers.take()) else { continue };
                    let binding = self.bind(name, BindingKind::Parameter, None);
                    self.b.binding_mut(binding).declared = param.declared;
                    param.binding = Some(binding);
                    made.push(param);
                }
                // A default stands behind its parameter.
                _ => {
                    let ty = made.last().filter(|_| after).and_then(|param| param.declared);
                    self.ask(part, ty);
                    self.value(part);
                    if let Some(param) = made.last_mut().filter(|_| after) {
                        param.optional = true;
                        param.default = Some(self.b.text(start(part), end(part), DEFAULT_LIMIT));
                    }
                    after = false;
                }
            }
        }
        made
    }

    /// A parameter without its binding, and where its name stands.
    pub fn param_parts(&mut self, node: Node<'t>, modifiers: Option<Node<'t>>) -> Option<(Param, Node<'t>)> {
        let name = child(node, "identifier")?;
        let ty = node.named_children(&mut node.walk()).find(|it| is_type(*it));
        let vararg = |list: Node<'t>| {
            list.named_children(&mut list.walk())
                .any(|it| it.kind() == "parameter_modifier" && self.str(it) == "vararg")
        };
        let modifiers = modifiers.or_else(|| child(node, "modifiers"));
        let rest = modifiers.is_some_and(vararg);
        let is_property = node.children(&mut node.walk()).any(|it| matches!(it.kind(), "val" | "var"));
        modifiers.filter(|_| !is_property).into_iter().for_each(|it| self.injected(it));
        let type_text = ty.map(|ty| self.text(ty, TEXT_LIMIT));
        let mut declared = ty.map(|ty| self.ty(ty));
        if rest && let Some(element) = declared {
            declared = Some(self.b.ty(Type::List { element }));
        }
        let default = ty.and_then(|ty| items(node).into_iter().find(|it| start(*it) >= end(ty)));
        if let Some(default) = default {
            self.ask(default, declared.filter(|_| !rest));
            self.value(default);
        }
        let param = Param {
            name: self.name(name),
            type_text,
            declared,
            default: default.map(|it| self.text(it, DEFAULT_LIMIT)),
            optional: default.is_some() || rest,
            rest,
            binding: None,
        };
        Some((param, name))
    }

    /// `fun(x: Int): Int { … }` as a value.
    pub fn anonymous_function(&mut self, node: Node<'t>) -> ValueId {
        let parts = Parts::of(node, child(node, "function_value_parameters"));
        self.scopes.open(self.b, ScopeKind::Function, None);
        child(node, "function_value_parameters").into_iter().for_each(|list| {
            self.params(list);
        });
        let declared = parts.returns.map(|ty| self.ty(ty));
        let returns = self.body(parts.body, declared);
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }
}

/// The parts of a function that have no names in the grammar.
pub struct Parts<'t> {
    pub receiver: Option<Node<'t>>,
    pub returns: Option<Node<'t>>,
    pub body: Option<Node<'t>>,
}

impl<'t> Parts<'t> {
    /// A type before `middle` is the receiver, one behind it what is returned.
    pub fn of(node: Node<'t>, middle: Option<Node<'t>>) -> Self {
        let middle = middle.map_or(0, start);
        let mut parts = Parts { receiver: None, returns: None, body: None };
        for part in node.named_children(&mut node.walk()) {
            match part.kind() {
                "function_body" => parts.body = Some(part),
                _ if !is_type(part) => {}
                _ if start(part) < middle => parts.receiver = Some(part),
                _ => parts.returns = Some(part),
            }
        }
        parts
    }
}
