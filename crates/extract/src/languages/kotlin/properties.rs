//! Properties and local variables.

use super::lambdas::gives_lambda;
use super::{Walk, Walker, child, is_comment, is_function, is_type, items};
use crate::builder::TEXT_LIMIT;
use crate::tree::{end, start};
use facts::*;
use syntax::tree_sitter::Node;

/// What a declaration of `val` or `var` consists of.
struct Parts<'t> {
    receiver: Option<Node<'t>>,
    names: Vec<Node<'t>>,
    destructures: bool,
    value: Option<Node<'t>>,
    delegate: Option<Node<'t>>,
    accessors: Vec<Node<'t>>,
    readonly: bool,
}

impl<'t> Walk<'_, '_, 't> {
    pub fn property(&mut self, node: Node<'t>) {
        let parts = Parts::of(node);
        let local = self
            .b
            .owner_of(|kind| is_function(kind) || is_class(kind))
            .is_some_and(|owner| is_function(self.b.graph.symbols[owner as usize].kind));
        if local || parts.destructures || self.in_block() {
            return self.local(parts);
        }
        let Some(variable) = parts.names.first().copied() else { return self.children(node) };
        let Some(name) = child(variable, "identifier") else { return };
        let member = self.b.owner().is_some();
        let getter =
            parts.accessors.iter().copied().find(|it| it.kind() == "getter" && child(*it, "function_body").is_some());
        let kind = match (getter, member) {
            // What is computed is a function that is called by being read.
            (Some(_), _) if parts.value.is_none() => SymbolKind::Getter,
            (_, true) => SymbolKind::Property,
            (_, false) => SymbolKind::Variable,
        };
        let symbol = self.declare(kind, name, node);
        if parts.readonly {
            self.mark(symbol, Modifiers::READONLY);
        }
        let head = parts.value.or(parts.delegate).or(parts.accessors.first().copied());
        self.b.sign(symbol, start(node), head.filter(|_| kind == SymbolKind::Getter).map_or(end(node), start));
        let declared = variable.named_children(&mut variable.walk()).find(|it| is_type(*it));
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        self.b.symbol_mut(symbol).type_params = type_params;
        let label = self.name(name);
        if let Some(receiver) = parts.receiver {
            self.extend(symbol, scope, receiver, Some(label));
        }
        let declared = declared.map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT)));
        let (ty, text) = declared.unzip();
        let made = self.b.symbol_mut(symbol);
        if kind == SymbolKind::Getter {
            (made.returns_type, made.returns) = (ty, text);
        } else {
            (made.declared, made.declared_text) = (ty, text);
        }
        if let Some(value) = parts.value {
            self.ask(value, ty);
            let value = self.value(value);
            self.b.initial(symbol, value);
        }
        if let Some(delegate) = parts.delegate {
            let value = self.delegated(delegate, parts.readonly);
            self.b.initial(symbol, value);
        }
        for accessor in &parts.accessors {
            self.accessor(symbol, *accessor);
        }
        if parts.receiver.is_some() {
            self.receivers.pop();
        }
        self.scopes.close();
        self.b.leave();
        if !member && parts.receiver.is_none() {
            let binding = self.bind(name, BindingKind::Variable, Some(symbol));
            self.b.binding_mut(binding).declared = ty;
        }
    }

    /// Whether statements are walked: in a function's body, an initialiser, a lambda.
    fn in_block(&self) -> bool {
        let scope = &self.b.graph.scopes[self.scopes.current() as usize];
        matches!(scope.kind, ScopeKind::Block | ScopeKind::Function)
    }

    fn accessor(&mut self, symbol: SymbolId, node: Node<'t>) {
        let getter = node.kind() == "getter";
        if getter && self.b.graph.symbols[symbol as usize].kind == SymbolKind::Getter {
            self.b.has_body(symbol);
        }
        self.scopes.open(self.b, ScopeKind::Function, None);
        if let Some(param) = child(node, "identifier").filter(|_| !getter) {
            let binding = self.bind(param, BindingKind::Parameter, None);
            let declared = self.b.graph.symbols[symbol as usize].declared;
            self.b.binding_mut(binding).declared = declared;
        }
        if self.str(node).contains("field") {
            self.backing_field(symbol, node);
        }
        let ty = node.named_children(&mut node.walk()).find(|it| is_type(*it));
        let declared = ty.map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT)));
        let written = self.b.graph.symbols[symbol as usize].returns_type.filter(|_| getter);
        let values = self.body(child(node, "function_body"), declared.as_ref().map(|(ty, _)| *ty).or(written));
        if getter {
            let made = self.b.symbol_mut(symbol);
            if made.returns_type.is_none() {
                (made.returns_type, made.returns) = declared.unzip();
            }
            made.return_values = values;
        }
        self.scopes.close();
    }

    /// `field` in an accessor: what the property holds.
    fn backing_field(&mut self, symbol: SymbolId, node: Node<'t>) {
        let field = self.b.name("field");
        let binding = self.scopes.rebind(self.b, field, BindingKind::Variable, start(node));
        let property = &self.b.graph.symbols[symbol as usize];
        let (declared, held) = (property.declared, property.initial.first().copied());
        self.b.binding_mut(binding).declared = declared;
        held.into_iter().for_each(|held| self.b.assign(binding, held));
    }

    /// `by f(…)`: what the delegate gives whenever the property is read.
    fn delegated(&mut self, node: Node<'t>, readonly: bool) -> ValueId {
        let Some(delegate) = items(node).first().copied() else { return self.unknown() };
        let object = self.value(delegate);
        let given = [self.unknown(), self.unknown(), self.unknown()];
        self.implied(object, "provideDelegate", delegate, given[..2].to_vec());
        self.implied(object, "getValue", delegate, given[..2].to_vec());
        if !readonly {
            self.implied(object, "setValue", delegate, given.to_vec());
        }
        self.b.value(Value::Enter { object })
    }

    fn local(&mut self, parts: Parts<'t>) {
        let value = match (parts.value, parts.delegate) {
            (Some(value), _) => {
                // Of one variable, whose type is walked here as well as where it is bound.
                let ty = match parts.names[..] {
                    [one] if !parts.destructures && gives_lambda(value) => {
                        one.named_children(&mut one.walk()).find(|it| is_type(*it))
                    }
                    _ => None,
                };
                let ty = ty.map(|ty| self.ty(ty));
                self.ask(value, ty);
                Some(self.value(value))
            }
            (_, Some(delegate)) => Some(self.delegated(delegate, parts.readonly)),
            _ => None,
        };
        // Accessors are not written here; one that the parser finds is walked for its calls.
        parts.accessors.iter().for_each(|accessor| self.children(*accessor));
        self.destructure(&parts.names, value, parts.destructures);
    }

    /// Binds variables to a value, or each to its part.
    pub fn destructure(&mut self, names: &[Node<'t>], value: Option<ValueId>, parts: bool) {
        for (position, variable) in names.iter().enumerate() {
            let ty = variable.named_children(&mut variable.walk()).find(|it| is_type(*it));
            let declared = ty.map(|ty| self.ty(ty));
            let Some(name) = child(*variable, "identifier").filter(|name| self.str(*name) != "_") else { continue };
            let binding = self.bind(name, BindingKind::Variable, None);
            self.b.binding_mut(binding).declared = declared;
            if let Some(object) = value {
                let position = position as u32;
                let value = if parts {
                    if let Some(member) = COMPONENTS.get(position as usize) {
                        self.implied(object, member, name, Vec::new());
                    }
                    self.b.value(Value::Part { object, position })
                } else {
                    object
                };
                self.b.assign(binding, value);
            }
        }
    }
}

/// The functions that a declaration of several names calls.
const COMPONENTS: [&str; 5] = ["component1", "component2", "component3", "component4", "component5"];

fn is_class(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Class | SymbolKind::Interface | SymbolKind::Enum | SymbolKind::EnumMember)
}

impl<'t> Parts<'t> {
    fn of(node: Node<'t>) -> Self {
        let mut parts = Parts {
            receiver: None,
            names: Vec::new(),
            destructures: false,
            value: None,
            delegate: None,
            accessors: Vec::new(),
            readonly: false,
        };
        for part in node.children(&mut node.walk()) {
            match part.kind() {
                "val" => parts.readonly = true,
                "variable_declaration" => parts.names.push(part),
                "multi_variable_declaration" => {
                    parts.destructures = true;
                    parts.names = items(part);
                }
                "property_delegate" => parts.delegate = Some(part),
                "getter" | "setter" => parts.accessors.push(part),
                "modifiers" | "type_parameters" | "type_constraints" => {}
                _ if !part.is_named() || is_comment(part) => {}
                _ if parts.names.is_empty() && !parts.destructures => {
                    if is_type(part) {
                        parts.receiver = Some(part);
                    }
                }
                _ => parts.value = Some(part),
            }
        }
        parts
    }
}
