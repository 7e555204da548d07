//! Globals that a file sets itself: `window.App = App`, `root.App = App` behind `var root = typeof self === "object" && self`.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// By which names the host gives the object whose members are globals.
const GLOBAL_OBJECTS: &[&str] = &["globalThis", "window", "self", "global"];
/// What hosts have themselves: who sets one of these stands in for it.
const OF_HOSTS: &[&str] = &[
    "AbortController",
    "Array",
    "Blob",
    "Buffer",
    "CustomEvent",
    "Date",
    "Element",
    "Error",
    "Event",
    "EventSource",
    "EventTarget",
    "File",
    "FormData",
    "Function",
    "HTMLElement",
    "Headers",
    "Image",
    "IntersectionObserver",
    "JSON",
    "Map",
    "Math",
    "MutationObserver",
    "Node",
    "Object",
    "Promise",
    "Proxy",
    "Reflect",
    "Request",
    "ResizeObserver",
    "Response",
    "Set",
    "String",
    "Symbol",
    "TextDecoder",
    "TextEncoder",
    "URL",
    "URLSearchParams",
    "WeakMap",
    "WeakSet",
    "WebSocket",
    "Worker",
    "XMLHttpRequest",
    "alert",
    "cancelAnimationFrame",
    "clearImmediate",
    "clearInterval",
    "clearTimeout",
    "close",
    "confirm",
    "console",
    "crypto",
    "document",
    "event",
    "exports",
    "fetch",
    "history",
    "localStorage",
    "location",
    "module",
    "name",
    "navigator",
    "open",
    "opener",
    "parent",
    "performance",
    "process",
    "prompt",
    "queueMicrotask",
    "requestAnimationFrame",
    "require",
    "screen",
    "sessionStorage",
    "setImmediate",
    "setInterval",
    "setTimeout",
    "status",
    "structuredClone",
    "top",
];

impl<'a> Walk<'_, '_> {
    /// Whether a value is the object whose members are globals, or what a file takes for that.
    pub fn is_global_object(&self, value: &Expression<'a>) -> bool {
        match value.get_inner_expression() {
            Expression::Identifier(id) => match self.referred(id, false) {
                Some(binding) => self.global_objects.contains(&binding),
                None => GLOBAL_OBJECTS.contains(&id.name.as_str()),
            },
            Expression::ThisExpression(_) => self.this.is_empty(),
            Expression::LogicalExpression(it) => self.is_global_object(&it.left) || self.is_global_object(&it.right),
            Expression::ConditionalExpression(it) => {
                self.is_global_object(&it.consequent) || self.is_global_object(&it.alternate)
            }
            _ => false,
        }
    }

    /// `(function (root) { … })(this)`: the parameter that stands for the object of globals.
    pub fn global_arguments(&mut self, it: &CallExpression<'a>) {
        let Expression::FunctionExpression(f) = it.callee.get_inner_expression() else { return };
        for (param, given) in f.params.items.iter().zip(&it.arguments) {
            if let BindingPattern::BindingIdentifier(id) = &param.pattern
                && let (Some(binding), Some(given)) = (self.binding_of(id, false), given.as_expression())
                && self.is_global_object(given)
            {
                self.global_objects.insert(binding);
            }
        }
    }

    /// Whether an assignment sets a global that no host has to something that may be called.
    pub fn sets_global(&self, target: &StaticMemberExpression<'a>, value: &Expression<'a>) -> bool {
        let name = target.property.name.as_str();
        if !self.is_global_object(&target.object) || OF_HOSTS.contains(&name) || name.starts_with("on") {
            return false;
        }
        let mut value = value.get_inner_expression();
        while let Expression::AssignmentExpression(it) = value {
            value = it.right.get_inner_expression();
        }
        match value {
            Expression::Identifier(id) => {
                id.name != "undefined" && self.referred(id, false).is_none_or(|at| !self.kept_globals.contains(&at))
            }
            Expression::StringLiteral(_)
            | Expression::TemplateLiteral(_)
            | Expression::NumericLiteral(_)
            | Expression::BooleanLiteral(_)
            | Expression::NullLiteral(_)
            | Expression::UnaryExpression(_) => false,
            _ => true,
        }
    }

    /// Notes a variable that holds the object of globals, or what a global was before: `var previous = window.App`.
    pub fn holds_global(&mut self, binding: BindingId, value: &Expression<'a>) {
        if self.is_global_object(value) {
            self.global_objects.insert(binding);
        }
        if let Expression::StaticMemberExpression(m) = value.get_inner_expression()
            && self.is_global_object(&m.object)
        {
            self.kept_globals.insert(binding);
        }
    }

    /// Notes that a symbol is a global.
    pub fn mark_global(&mut self, symbol: SymbolId) {
        let name = self.b.name("globalThis");
        let ty = self.b.ty(Type::Name { path: vec![name], scope: 0, root: None, arguments: Vec::new() });
        let made = self.b.symbol_mut(symbol);
        (made.receiver, made.parent) = (Some(ty), None);
    }

    /// `window.App = App`: a symbol for the global, which holds that.
    pub fn global_symbol(&mut self, target: &StaticMemberExpression<'a>, it: &AssignmentExpression<'a>) -> SymbolId {
        let name = target.property.name.as_str();
        let symbol = self.symbol(SymbolKind::Property, name, target.property.span.start, it.span);
        let prefix = self.text(target.object.span(), 80);
        self.b.symbol_mut(symbol).qualified = prefix;
        self.mark_global(symbol);
        symbol
    }
}
