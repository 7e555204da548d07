//! Classes, interfaces, enums, records and annotation types: named ones, local ones, anonymous ones.

use super::annotations::{Marks, list_of};
use super::{Walk, Walker, child, end, field, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn class_declaration(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let (kind, binds) = match node.kind() {
            "interface_declaration" | "annotation_type_declaration" => (SymbolKind::Interface, BindingKind::Class),
            "enum_declaration" => (SymbolKind::Enum, BindingKind::Enum),
            _ => (SymbolKind::Class, BindingKind::Class),
        };
        let marks = self.marks(node);
        let symbol = self.b.symbol(kind, self.str(name), start(name), (start(node), end(node)));
        let body = field(node, "body");
        self.b.sign(symbol, marks.start.unwrap_or(start(node)), body.map_or(end(node), start));
        let local = self.in_body();
        let above = self.b.owner().map(|owner| &self.b.graph.symbols[owner as usize]);
        let in_interface = above.is_some_and(|owner| owner.kind == SymbolKind::Interface);
        let exported =
            !local && (marks.public || marks.protected || in_interface) && above.is_none_or(|owner| owner.exported);
        let is_nested_static = in_interface || kind != SymbolKind::Class || node.kind() == "record_declaration";
        let doc = self.doc(node);
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, exported);
        made.modifiers = marks
            .modifiers
            .with(Modifiers::ABSTRACT, kind == SymbolKind::Interface)
            .with(Modifiers::STATIC, is_nested_static && made.parent.is_some());
        let is_generated = marks.decorators.iter().any(|it| super::annotations::simple_name(&it.text) == "Generated");
        if is_generated && made.parent.is_none() {
            self.b.graph.is_generated = true;
        }
        self.b.symbol_mut(symbol).decorators = marks.decorators.clone();
        // A member of a class is found through its class, without a binding.
        if self.class().is_none() || local {
            self.bind(name, binds, Some(symbol));
        }
        let made_variables = self.made_variables(&marks.decorators);
        self.b.enter(symbol);
        let type_params = field(node, "type_parameters");
        if let Some(list) = type_params {
            self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
            let params = self.type_params(list);
            self.b.symbol_mut(symbol).type_params = params;
        }
        self.bases(symbol, node);
        let components = field(node, "parameters");
        self.inside_class(symbol, |walk| {
            components.into_iter().for_each(|list| walk.components(symbol, list, body));
            if let Some(body) = body {
                walk.class_body(body);
            }
            walk.made_members(symbol);
        });
        if type_params.is_some() {
            self.scopes.close();
        }
        if made_variables {
            self.scopes.close();
        }
        self.b.leave();
    }

    fn inside_class(&mut self, symbol: SymbolId, inside: impl FnOnce(&mut Self)) {
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.classes.push(symbol);
        inside(self);
        self.classes.pop();
        self.scopes.close();
    }

    pub fn class_body(&mut self, body: Node) {
        for member in items(body) {
            match member.kind() {
                "enum_body_declarations" => self.deeper(member, |walk| walk.class_body(member)),
                _ => self.deeper(member, |walk| walk.member(member)),
            };
        }
    }

    fn bases(&mut self, symbol: SymbolId, node: Node) {
        if let Some(superclass) = field(node, "superclass") {
            items(superclass).into_iter().for_each(|ty| self.base(symbol, Relation::Extends, ty));
        }
        if let Some(interfaces) = field(node, "interfaces") {
            let list = child(interfaces, "type_list").map(items).unwrap_or_default();
            list.into_iter().for_each(|ty| self.base(symbol, Relation::Implements, ty));
        }
        list_of(node, "extends_interfaces").into_iter().for_each(|ty| self.base(symbol, Relation::Extends, ty));
        let implied = match node.kind() {
            "enum_declaration" => "Enum",
            "record_declaration" => "Record",
            "annotation_type_declaration" => "annotation.Annotation",
            _ => return,
        };
        let line = self.b.source.line(start(node));
        let own = self.b.graph.symbols[symbol as usize].name;
        let own = Type::Name { path: vec![own], scope: self.scopes.current(), root: None, arguments: Vec::new() };
        let arguments = if implied == "Enum" { vec![self.b.ty(own)] } else { Vec::new() };
        let text = format!("java.lang.{implied}");
        let path = text.split('.').map(|part| self.b.name(part)).collect();
        let ty = self.b.ty(Type::Name { path, scope: 0, root: None, arguments });
        self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty, text, line });
    }

    fn base(&mut self, symbol: SymbolId, relation: Relation, node: Node) {
        let ty = self.ty(node);
        let (text, line) = (self.text(node, TEXT_LIMIT), self.b.source.line(start(node)));
        self.b.symbol_mut(symbol).bases.push(Base { relation, ty, text, line });
    }

    /// A record's components: each a field and the method that reads it, where the record's body declares none.
    fn components(&mut self, owner: SymbolId, list: Node, body: Option<Node>) {
        let params = self.params(list, false);
        let nodes = items(list).into_iter().filter(|it| matches!(it.kind(), "formal_parameter" | "spread_parameter"));
        let exported = self.b.graph.symbols[owner as usize].exported;
        for (param, node) in params.iter().zip(nodes) {
            let Some(name) = super::members::param_name(node) else { continue };
            let field = self.property(name, node, &Marks::default());
            let made = self.b.symbol_mut(field);
            made.modifiers = Modifiers(Modifiers::PRIVATE | Modifiers::READONLY);
            (made.declared, made.declared_text) = (param.declared, param.type_text.clone());
            if body.is_some_and(|body| self.reads(body, self.str(name))) {
                continue;
            }
            let method = self.b.symbol(SymbolKind::Method, self.str(name), start(name), (start(node), end(node)));
            self.b.sign(method, start(node), end(node));
            let made = self.b.symbol_mut(method);
            (made.returns_type, made.returns, made.exported) = (param.declared, param.type_text.clone(), exported);
        }
        self.b.symbol_mut(owner).params = params;
    }

    /// Whether a record's body declares the method that reads a component.
    fn reads(&self, body: Node, component: &str) -> bool {
        items(body).into_iter().any(|it| {
            it.kind() == "method_declaration"
                && field(it, "name").is_some_and(|name| self.str(name) == component)
                && field(it, "parameters").is_some_and(|list| {
                    !items(list).iter().any(|it| matches!(it.kind(), "formal_parameter" | "spread_parameter"))
                })
        })
    }

    /// `RED(1) { … }`: a value of the enum, with a class of its own where it has a body.
    pub fn enum_constant(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.b.symbol(SymbolKind::EnumMember, self.str(name), start(name), (start(node), end(node)));
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let marks = self.marks(node);
        let doc = self.doc(node);
        let exported = self.class().is_some_and(|class| self.b.graph.symbols[class as usize].exported);
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported, made.decorators) = (doc, exported, marks.decorators);
        made.modifiers = Modifiers(Modifiers::STATIC | Modifiers::READONLY);
        let arguments = field(node, "arguments").map(items).unwrap_or_default();
        arguments.into_iter().for_each(|argument| {
            self.passed(argument);
        });
        let (Some(body), Some(class)) = (body, self.class()) else { return };
        let (own, line) = (self.b.graph.symbols[class as usize].name, self.b.source.line(start(name)));
        let text = self.b.graph.name(own).to_owned();
        let scope = self.scopes.current();
        let ty = self.b.ty(Type::Name { path: vec![own], scope, root: None, arguments: Vec::new() });
        self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty, text, line });
        self.b.enter(symbol);
        self.inside_class(symbol, |walk| walk.class_body(body));
        self.b.leave();
    }

    /// The body of `new T() { … }`: a class below what is around it, named `$T`.
    pub fn anonymous(&mut self, ty: Node, base: TypeId, body: Node) -> SymbolId {
        let text = self.text(ty, TEXT_LIMIT);
        let plain = text.split('<').next().unwrap_or(&text).trim();
        let name = format!("${}", plain.rsplit('.').next().unwrap_or(plain));
        let symbol = self.b.symbol(SymbolKind::Class, &name, start(ty), (start(ty), end(body)));
        self.b.sign(symbol, start(ty), start(body));
        let line = self.b.source.line(start(ty));
        self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty: base, text, line });
        self.b.enter(symbol);
        self.inside_class(symbol, |walk| walk.class_body(body));
        self.b.leave();
        symbol
    }
}
