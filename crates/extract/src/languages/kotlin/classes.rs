//! Classes, interfaces, objects, enums and type aliases.

use super::{Receiver, ReceiverKind, Walk, Walker, child, is_comment, is_type, items, keyword_at, last_name};
use crate::builder::{CALLEE_LIMIT, TEXT_LIMIT};
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_, 't> {
    pub fn class(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let keyword = |word: &str| node.children(&mut node.walk()).any(|child| child.kind() == word);
        let (kind, binds) = if keyword("interface") {
            (SymbolKind::Interface, BindingKind::Class)
        } else if child(node, "enum_class_body").is_some() || self.has_modifier(node, "enum") {
            (SymbolKind::Enum, BindingKind::Enum)
        } else {
            (SymbolKind::Class, BindingKind::Class)
        };
        let symbol = self.declare(kind, name, node);
        self.bind_type(name, binds, symbol);
        let label = self.name(name);
        self.class_inside(symbol, node, Some(label));
    }

    /// What a file imports by its name goes before what its package declares, the file itself not excepted.
    fn bind_type(&mut self, name: Node<'t>, kind: BindingKind, symbol: SymbolId) {
        let id = self.name(name);
        let binding = self.scopes.bind_behind_import(self.b, id, kind, start(name));
        self.b.binding_mut(binding).symbol = Some(symbol);
    }

    pub fn object(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Class, name, node);
        self.bind_type(name, BindingKind::Class, symbol);
        self.mark(symbol, Modifiers::STATIC);
        let label = self.name(name);
        self.class_inside(symbol, node, Some(label));
    }

    /// Its members are reached through the class around it.
    pub fn companion(&mut self, node: Node<'t>) {
        let symbol = match field(node, "name") {
            Some(name) => self.declare(SymbolKind::Class, name, node),
            None => self.declare_named(SymbolKind::Class, "Companion", keyword_at(node, "companion"), node),
        };
        let name = self.b.graph.symbols[symbol as usize].name;
        let binding = self.scopes.rebind(self.b, name, BindingKind::Class, start(node));
        self.b.binding_mut(binding).symbol = Some(symbol);
        self.mark(symbol, Modifiers::STATIC | Modifiers::EMBEDDED);
        self.class_inside(symbol, node, Some(name));
    }

    /// `object : Base(x) { … }` as a value.
    pub fn object_literal(&mut self, node: Node<'t>) -> ValueId {
        let symbol = self.b.symbol(SymbolKind::Class, "object", start(node), (start(node), end(node)));
        self.class_inside(symbol, node, None);
        let callee = self.b.value(Value::Class { symbol });
        self.b.value(Value::New { callee, arguments: Vec::new() })
    }

    pub fn mark(&mut self, symbol: SymbolId, bits: u32) {
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(bits, true);
    }

    fn has_modifier(&self, node: Node, word: &str) -> bool {
        child(node, "modifiers")
            .is_some_and(|list| list.named_children(&mut list.walk()).any(|modifier| self.str(modifier) == word))
    }

    fn class_inside(&mut self, symbol: SymbolId, node: Node<'t>, label: Option<NameId>) {
        let body = child(node, "class_body").or_else(|| child(node, "enum_class_body"));
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.receivers.push(Receiver { kind: ReceiverKind::Class(symbol), label });
        let type_params = self.type_params(node);
        self.b.symbol_mut(symbol).type_params = type_params;
        if let Some(constructor) = child(node, "primary_constructor") {
            let secondary = body.is_some_and(|body| child(body, "secondary_constructor").is_some());
            self.primary_constructor(symbol, constructor, secondary);
        }
        if let Some(list) = child(node, "delegation_specifiers") {
            items(list).into_iter().for_each(|base| self.base(symbol, base));
        }
        if let Some(body) = body {
            // Types and objects of a class are known in all of it.
            self.children(body);
        }
        self.receivers.pop();
        self.scopes.close();
        self.b.leave();
    }

    fn primary_constructor(&mut self, class: SymbolId, node: Node<'t>, is_one_of_several: bool) {
        let Some(list) = child(node, "class_parameters") else { return };
        let own = is_one_of_several.then(|| {
            let at = keyword_at(node, "constructor");
            let symbol = self.b.symbol(SymbolKind::Constructor, "constructor", at, (start(node), end(node)));
            self.b.sign(symbol, start(node), end(node));
            let exported = self.b.graph.symbols[class as usize].exported;
            self.b.symbol_mut(symbol).exported = exported;
            symbol
        });
        let mut params = Vec::new();
        for param in items(list).into_iter().filter(|it| it.kind() == "class_parameter") {
            let property = param.children(&mut param.walk()).any(|it| matches!(it.kind(), "val" | "var"));
            let parts = self.param_parts(param, None);
            let Some((mut made, name)) = parts else { continue };
            let binding = self.bind(name, BindingKind::Parameter, None);
            self.b.binding_mut(binding).declared = made.declared;
            made.binding = Some(binding);
            if property {
                let symbol = self.declare(SymbolKind::Property, name, param);
                self.b.sign(symbol, start(param), end(param));
                let declared = self.b.symbol_mut(symbol);
                (declared.declared, declared.declared_text) = (made.declared, made.type_text.clone());
            }
            params.push(made);
        }
        if let Some(symbol) = own {
            self.b.symbol_mut(symbol).params = params.clone();
        }
        self.b.symbol_mut(class).params = params;
    }

    /// A base class with its constructor's arguments, an interface, or one that another value stands in for.
    fn base(&mut self, class: SymbolId, node: Node<'t>) {
        for part in items(node) {
            let (ty, call) = match part.kind() {
                "constructor_invocation" => (part.named_child(0), Some(part)),
                "explicit_delegation" => (part.named_child(0), None),
                _ if is_type(part) => (Some(part), None),
                _ => continue,
            };
            let Some(ty) = ty else { continue };
            let is_interface = self.b.graph.symbols[class as usize].kind == SymbolKind::Interface;
            let relation = if call.is_some() || is_interface { Relation::Extends } else { Relation::Implements };
            let (text, line) = (self.text(ty, TEXT_LIMIT), self.b.source.line(start(ty)));
            let declared = self.ty(ty);
            self.b.symbol_mut(class).bases.push(Base { relation, ty: declared, text, line });
            if let Some(call) = call {
                self.super_call(class, call, ty);
            }
            if part.kind() == "explicit_delegation"
                && let Some(value) = items(part).into_iter().nth(1)
            {
                self.value(value);
            }
        }
    }

    fn super_call(&mut self, class: SymbolId, node: Node<'t>, ty: Node<'t>) {
        let Some(name) = last_name(ty) else { return };
        let callee = self.b.value(Value::Super { owner: Some(class) });
        let text = self.b.text_end(start(ty), end(name), CALLEE_LIMIT);
        let given = child(node, "value_arguments").map(|list| self.arguments(list)).unwrap_or_default();
        self.push_call(CallKind::Super, callee, name, text, start(node), &given);
        self.b.value(Value::Call { callee, arguments: given.values });
    }

    pub fn enum_entry(&mut self, node: Node<'t>) {
        let Some(name) = child(node, "identifier") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::EnumMember, name, node);
        self.b.sign(symbol, start(node), child(node, "class_body").map_or(end(node), start));
        if let Some(list) = child(node, "value_arguments") {
            self.arguments(list);
        }
        if let Some(body) = child(node, "class_body") {
            // An entry's own members are those of an unnamed subclass.
            let parent = self.b.owner();
            self.b.enter(symbol);
            self.scopes.open(self.b, ScopeKind::Class, parent);
            self.children(body);
            self.scopes.close();
            self.b.leave();
        }
    }

    pub fn type_alias(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "type") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::TypeAlias, name, node);
        self.bind_type(name, BindingKind::Type, symbol);
        self.b.sign(symbol, start(node), end(node));
        let scope = self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        let right = node.named_children(&mut node.walk()).filter(|it| is_type(*it)).last();
        let declared = right.map(|right| (self.ty(right), self.text(right, TEXT_LIMIT)));
        let made = self.b.symbol_mut(symbol);
        made.type_params = type_params;
        (made.declared, made.declared_text) = declared.unzip();
        self.scopes.close();
    }

    /// The code of an initialiser belongs to the class.
    pub fn initializer(&mut self, node: Node<'t>) {
        self.scoped(|walk| {
            for child in node.named_children(&mut node.walk()).filter(|it| !is_comment(*it)) {
                walk.children(child);
            }
        });
    }
}
