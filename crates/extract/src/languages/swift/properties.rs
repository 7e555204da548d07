//! Properties and local variables.

use super::expected::Expected;
use super::{Walk, Walker, child, is_comment, items, type_in};
use crate::builder::TEXT_LIMIT;
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

/// One of the variables that a declaration declares.
#[derive(Default)]
struct Variable<'t> {
    pattern: Option<Node<'t>>,
    ty: Option<Node<'t>>,
    value: Option<Node<'t>>,
    /// Its accessors or observers.
    computed: Option<Node<'t>>,
    observers: Option<Node<'t>>,
}

impl<'t> Walk<'_, '_> {
    pub fn property(&mut self, node: Node<'t>) {
        let mut variables: Vec<Variable> = Vec::new();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let part = cursor.node();
            match (cursor.field_name(), part.kind()) {
                (Some("name"), "pattern") => {
                    variables.push(Variable { pattern: Some(part), ..Variable::default() });
                }
                (_, "type_annotation") => {
                    variables.last_mut().into_iter().for_each(|it| it.ty = type_in(part));
                }
                (Some("computed_value"), _) => {
                    variables.last_mut().into_iter().for_each(|it| it.computed = Some(part));
                }
                (_, "willset_didset_block") => {
                    variables.last_mut().into_iter().for_each(|it| it.observers = Some(part));
                }
                (Some("value"), _) => variables.last_mut().into_iter().for_each(|it| it.value = Some(part)),
                _ => {}
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        let readonly = child(node, "value_binding_pattern").is_some_and(|it| self.str(it) == "let");
        let member = self.in_type();
        let top = self.scopes.current() == 0;
        for variable in variables {
            match variable.pattern.map(|pattern| bound_name(pattern)) {
                Some(Some(name)) if member || top => self.declared(node, variable, name, readonly),
                _ => self.local(variable),
            }
        }
    }

    fn declared(&mut self, node: Node<'t>, variable: Variable<'t>, name: Node<'t>, readonly: bool) {
        let member = self.in_type();
        let kind = match (variable.computed, member) {
            // What is computed is a function that is called by being read.
            (Some(_), _) => SymbolKind::Getter,
            (None, true) => SymbolKind::Property,
            (None, false) => SymbolKind::Variable,
        };
        let symbol = self.declare(kind, self.plain(name), start(name), node);
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::READONLY, readonly);
        self.b.sign(symbol, start(node), variable.computed.or(variable.observers).map_or(end(node), start));
        self.b.enter(symbol);
        self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        let (ty, text) = variable.ty.map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT))).unzip();
        let ty = ty.or_else(|| if variable.value.is_none() { self.wrapped_type(node) } else { None });
        let made = self.b.symbol_mut(symbol);
        if kind == SymbolKind::Getter {
            (made.returns_type, made.returns) = (ty, text);
        } else {
            (made.declared, made.declared_text) = (ty, text);
        }
        if let Some(value) = variable.value {
            let value = self.expecting(ty.map(Expected::Type), value);
            self.b.initial(symbol, value);
        }
        let held = self.b.graph.symbols[symbol as usize].initial.first().copied();
        if let Some(computed) = variable.computed {
            self.b.has_body(symbol);
            let values = self.accessors(computed, ty, held);
            self.b.symbol_mut(symbol).return_values = values;
        }
        if let Some(observers) = variable.observers {
            self.accessors(observers, ty, held);
        }
        self.scopes.close();
        self.b.leave();
        if !member {
            let binding = self.bind(name, BindingKind::Variable, Some(symbol));
            self.b.binding_mut(binding).declared = ty;
        }
    }

    /// The type that a property's wrapper is given where the property says none: `@Environment(Model.self) var model`.
    fn wrapped_type(&mut self, node: Node<'t>) -> Option<TypeId> {
        let modifiers = child(node, "modifiers")?;
        let attributes = items(modifiers).into_iter().filter(|it| it.kind() == "attribute");
        let name = attributes.filter_map(|it| self.str(it).split_once('(')?.1.trim_end().strip_suffix(".self)")).find(
            |name| {
                name.starts_with(char::is_uppercase) && name.chars().all(|c| c.is_alphanumeric() || "._".contains(c))
            },
        )?;
        let path: Vec<NameId> = name.split('.').map(|part| self.b.name(part)).collect();
        let (scope, root) = (self.scopes.current(), self.scopes.visible_inside(path[0]));
        Some(self.b.ty(Type::Name { path, scope, root, arguments: Vec::new() }))
    }

    /// The bodies between the braces; what the getter gives.
    fn accessors(&mut self, node: Node<'t>, declared: Option<TypeId>, held: Option<ValueId>) -> Vec<ValueId> {
        let parts: Vec<_> = items(node);
        if parts.iter().all(|it| it.kind() == "statements") {
            return self.body(node, declared.map(Expected::Type));
        }
        let mut returns = Vec::new();
        for part in parts {
            self.scopes.open(self.b, ScopeKind::Function, None);
            let getter = part.kind() == "computed_getter";
            // What an accessor is given is of the property's type, whether it has a name of its own or not.
            let binding = match child(part, "simple_identifier") {
                Some(name) => Some(self.bind(name, BindingKind::Parameter, None)),
                None if getter => None,
                None => {
                    let name = self.b.name(if part.kind() == "didset_clause" { "oldValue" } else { "newValue" });
                    Some(self.scopes.rebind(self.b, name, BindingKind::Parameter, start(part)))
                }
            };
            if let Some(binding) = binding {
                self.b.binding_mut(binding).declared = declared;
                held.into_iter().for_each(|held| self.b.assign(binding, held));
            }
            let values = self.body(part, declared.filter(|_| getter).map(Expected::Type));
            if getter {
                returns = values;
            }
            self.scopes.close();
        }
        returns
    }

    fn local(&mut self, variable: Variable<'t>) {
        let ty = variable.ty.map(|ty| self.ty(ty));
        let value = variable.value.map(|value| self.expecting(ty.map(Expected::Type), value));
        if let Some(computed) = variable.computed.or(variable.observers) {
            self.scoped(|walk| walk.accessors(computed, ty, value));
        }
        if let Some(pattern) = variable.pattern {
            self.bind_pattern(pattern, value, ty);
        }
    }

    /// A protocol's property: what it holds, without a body.
    pub fn requirement(&mut self, node: Node<'t>) {
        let Some(name) = child(node, "pattern").and_then(bound_name) else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Property, self.plain(name), start(name), node);
        self.b.sign(symbol, start(node), end(node));
        let declared = child(node, "type_annotation").and_then(type_in);
        let declared = declared.map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT)));
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = declared.unzip();
        made.modifiers = made.modifiers.with(Modifiers::ABSTRACT, true);
    }
}

/// The one name that a pattern binds, if it is no more than a name.
fn bound_name(pattern: Node) -> Option<Node> {
    let mut cursor = pattern.walk();
    let mut inside = pattern.named_children(&mut cursor).filter(|it| !is_comment(*it));
    let mut only = inside.next()?;
    if only.kind() == "value_binding_pattern" {
        only = inside.next()?;
    }
    (inside.next().is_none() && only.kind() == "simple_identifier").then_some(only)
}
