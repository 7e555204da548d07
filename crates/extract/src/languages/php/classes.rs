//! Classes, interfaces, traits and enums with their members.

use super::calls::expression_of;
use super::names::Kind;
use super::{Owner, Walk, Walker, docs, end, field, items, modifiers, start};
use crate::builder::TEXT_LIMIT;
use crate::shapes;
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn class(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let kind = match node.kind() {
            "interface_declaration" => SymbolKind::Interface,
            "enum_declaration" => SymbolKind::Enum,
            _ => SymbolKind::Class,
        };
        let binds = match kind {
            SymbolKind::Interface => BindingKind::Type,
            SymbolKind::Enum => BindingKind::Enum,
            _ => BindingKind::Class,
        };
        let symbol = self.declare(kind, name, node);
        let made = modifiers(node).with(Modifiers::ABSTRACT, node.kind() == "trait_declaration");
        self.b.symbol_mut(symbol).modifiers = made;
        self.b.symbol_mut(symbol).exported = true;
        let full = self.names.own(self.str(name));
        let id = self.name(name);
        let binding = self.b.binding(id, self.names.scope, binds, self.line(name));
        self.b.binding_mut(binding).symbol = Some(symbol);
        self.names.declare(Kind::Class, &full, binding);
        let full = self.b.name(&full);
        let is_trait = node.kind() == "trait_declaration";
        self.class_inside(symbol, Some(full).filter(|_| !is_trait), node);
    }

    /// `new class(…) { … }`
    pub fn anonymous_class(&mut self, node: Node) -> SymbolId {
        let span = (start(node), end(node));
        let keyword = node.children(&mut node.walk()).find(|it| it.kind() == "class");
        let symbol = self.b.symbol(SymbolKind::Class, "class", keyword.map_or(start(node), start), span);
        self.class_inside(symbol, None, node);
        symbol
    }

    fn class_inside(&mut self, symbol: SymbolId, name: Option<NameId>, node: Node) {
        let body = field(node, "body");
        let comment = self.doc_above(node);
        let templates = self.templates.len();
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.owners.push(Owner { symbol, name, properties: FxHashMap::default(), assigned: Vec::new() });
        self.b.enter(symbol);
        self.attributes(symbol, node);
        self.annotations(symbol, comment);
        let doc = self.document(symbol, comment);
        self.declare_templates(symbol, &doc);
        // Traits go before the parent, and that before interfaces.
        let members = body.map(items).unwrap_or_default();
        for list in members.iter().filter(|it| it.kind() == "use_declaration") {
            for used in items(*list).into_iter().filter(|it| it.kind() != "use_list") {
                self.base(symbol, Relation::Embeds, used, &doc);
            }
        }
        for list in items(node) {
            let relation = match list.kind() {
                "base_clause" => Relation::Extends,
                "class_interface_clause" => Relation::Implements,
                _ => continue,
            };
            items(list).into_iter().for_each(|base| self.base(symbol, relation, base, &doc));
        }
        if let Some(comment) = comment {
            self.magic(symbol, &doc, comment.at);
        }
        for member in body.into_iter().flat_map(|it| it.named_children(&mut it.walk()).collect::<Vec<_>>()) {
            self.deeper(member, |walk| walk.member(member));
        }
        self.b.leave();
        if let Some(owner) = self.owners.pop() {
            for (name, value) in owner.assigned {
                if let Some(property) = owner.properties.get(&name) {
                    self.b.initial(*property, value);
                }
            }
        }
        self.scopes.close();
        self.templates.truncate(templates);
    }

    fn base(&mut self, symbol: SymbolId, relation: Relation, node: Node, doc: &docs::Doc) {
        if !matches!(node.kind(), "name" | "qualified_name" | "relative_name") {
            return;
        }
        let name = self.class_name(node);
        let written = self.str(node);
        let last = written.rsplit('\\').next().unwrap_or(written);
        // `@extends Base<T>` says what the base's parameters stand for.
        let generic = doc.bases.iter().find(|ty| {
            let head = ty.split('<').next().unwrap_or_default();
            head.rsplit('\\').next().is_some_and(|it| it.eq_ignore_ascii_case(last)) && ty.contains('<')
        });
        let arguments = match generic.map(|ty| self.doc_type(ty)).map(|ty| &self.b.graph.types[ty as usize]) {
            Some(Type::Name { arguments, .. }) => arguments.clone(),
            _ => Vec::new(),
        };
        let ty = self.b.ty(Type::Name { path: vec![name], scope: self.scopes.current(), root: None, arguments });
        let (text, line) = (self.text(node, TEXT_LIMIT), self.line(node));
        self.b.symbol_mut(symbol).bases.push(Base { relation, ty, text, line });
    }

    fn member(&mut self, node: Node) {
        match node.kind() {
            "comment" => self.statement(node),
            "method_declaration" => self.method(node),
            "property_declaration" => self.properties(node),
            "const_declaration" => self.constants(node),
            "enum_case" => {
                let Some(name) = field(node, "name") else { return };
                let symbol = self.declare(SymbolKind::EnumMember, name, node);
                self.b.sign(symbol, start(node), end(node));
                self.b.symbol_mut(symbol).exported = true;
                field(node, "value").into_iter().for_each(|it| {
                    self.value(it);
                });
            }
            "use_declaration" => {
                for list in items(node).into_iter().filter(|it| it.kind() == "use_list") {
                    items(list).into_iter().for_each(|it| self.renamed(it));
                }
            }
            _ => self.node(node),
        }
    }

    /// `use T { T::a as b; }`: `b` is another name of a method, `T::a` or a trait's `a`.
    fn renamed(&mut self, node: Node) {
        let parts = items(node);
        let (Some(from), Some(to)) = (parts.first(), parts.get(1..).and_then(|it| it.last())) else { return };
        if node.kind() != "use_as_clause" || to.kind() != "name" {
            return;
        }
        let Some(owner) = self.owner() else { return };
        let (object, name) = match from.kind() {
            "class_constant_access_expression" => match items(*from)[..] {
                [class, name] => (self.class_value(class), self.name(name)),
                _ => return,
            },
            _ => (self.b.value(Value::This { owner: Some(owner) }), self.name(*from)),
        };
        let callee = self.b.value(Value::Member { object, name });
        let value = self.b.value(Value::Call { callee, arguments: Vec::new() });
        let symbol = self.b.symbol(SymbolKind::Method, self.str(*to), start(*to), (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        self.b.returned(symbol, value);
    }

    fn properties(&mut self, node: Node) {
        let comment = self.doc_above(node);
        let native = field(node, "type");
        let made = modifiers(node);
        for element in items(node).into_iter().filter(|it| it.kind() == "property_element") {
            let Some(name) = field(element, "name").and_then(|it| it.named_child(0)) else { continue };
            let symbol = self.property(name, node, made);
            let doc = self.document(symbol, comment);
            self.declare_type(symbol, native, doc.var.as_ref().map(|it| it.0.as_str()));
            self.attributes(symbol, node);
            self.annotations(symbol, comment);
            if let Some(written) = field(element, "default_value") {
                let value = self.passed(written);
                self.b.initial(symbol, value);
                self.listed_property(name, written);
            }
        }
        for hook in items(node).into_iter().filter(|it| it.kind() == "property_hook_list").flat_map(items) {
            self.hook(hook);
        }
    }

    /// The code that reading or writing a property runs.
    pub fn hook(&mut self, node: Node) {
        self.function_scope(None, |walk| {
            field(node, "parameters").into_iter().for_each(|list| {
                walk.params(list, &docs::Doc::default());
            });
            field(node, "body").into_iter().for_each(|body| walk.node(body));
        });
    }

    /// A property's symbol, known to the class.
    pub fn property(&mut self, name: Node, node: Node, modifiers: Modifiers) -> SymbolId {
        let symbol = self.b.symbol(SymbolKind::Property, self.str(name), start(name), (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        let made = self.b.symbol_mut(symbol);
        made.modifiers = modifiers;
        made.exported = !modifiers.has(Modifiers::PRIVATE | Modifiers::PROTECTED);
        let id = self.name(name);
        if let Some(owner) = self.owners.last_mut() {
            owner.properties.entry(id).or_insert(symbol);
        }
        symbol
    }

    /// `const A = 1, B = 2;`, of a class or of the file.
    pub fn constants(&mut self, node: Node) {
        let comment = self.doc_above(node);
        let in_class = node.parent().is_some_and(|it| it.kind().ends_with("declaration_list"));
        let kind = if in_class { SymbolKind::Property } else { SymbolKind::Variable };
        for element in items(node).into_iter().filter(|it| it.kind() == "const_element") {
            let parts = items(element);
            let (Some(name), Some(value)) = (parts.first(), parts.get(1)) else { continue };
            let symbol = self.b.symbol(kind, self.str(*name), start(*name), (start(node), end(node)));
            self.b.sign(symbol, start(node), end(node));
            self.document(symbol, comment);
            let made = self.b.symbol_mut(symbol);
            made.modifiers = modifiers(node).with(Modifiers::READONLY | Modifiers::STATIC, true);
            made.exported = !made.modifiers.has(Modifiers::PRIVATE | Modifiers::PROTECTED);
            self.declare_type(symbol, field(node, "type"), None);
            let value = self.passed(*value);
            self.b.initial(symbol, value);
        }
    }

    /// `@property`, `@method` and `@mixin` of a class's documentation.
    fn magic(&mut self, symbol: SymbolId, doc: &docs::Doc, from: u32) {
        for mixin in &doc.mixins {
            let ty = self.doc_type(mixin);
            let line = self.b.source.line(from);
            self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Embeds, ty, text: mixin.clone(), line });
        }
        for member in &doc.members {
            let kind = if member.is_method { SymbolKind::Method } else { SymbolKind::Property };
            let at = from + member.at;
            let made = self.b.symbol(kind, &member.name, at, (at, at + member.name.len() as u32));
            let ty = member.ty.as_ref().map(|ty| (self.doc_type(ty), ty.clone()));
            let signature = match member.is_method {
                true => format!(
                    "function {}(){}",
                    member.name,
                    member.ty.as_ref().map_or(String::new(), |it| format!(": {it}"))
                ),
                false => format!("{} ${}", member.ty.as_deref().unwrap_or("mixed"), member.name),
            };
            let it = self.b.symbol_mut(made);
            it.exported = true;
            it.signature = signature;
            it.modifiers = it.modifiers.with(Modifiers::AMBIENT, true).with(Modifiers::STATIC, member.is_static);
            match member.is_method {
                true => (it.returns_type, it.returns) = ty.unzip(),
                false => (it.declared, it.declared_text) = ty.unzip(),
            }
        }
    }

    /// `#[A(…), B]`
    pub fn attributes(&mut self, symbol: SymbolId, node: Node) {
        let Some(list) = field(node, "attributes") else { return };
        for attribute in items(list).into_iter().flat_map(items) {
            let Some(name) = items(attribute).into_iter().find(|it| it.kind() != "arguments") else { continue };
            let value = self.class_value(name);
            let text = self.text(attribute, TEXT_LIMIT);
            let written = field(attribute, "parameters").map(items).unwrap_or_default();
            let given = written.into_iter().take(SHAPES_LIMIT).filter_map(|it| Some((it, expression_of(it)?)));
            let given = given.map(|(it, inner)| Given {
                name: field(it, "name").map(|name| self.name(name)),
                shape: shapes::constant(self.b, inner),
            });
            let given = given.collect();
            self.b.symbol_mut(symbol).decorators.push(Decorator { text, value, given });
            let last = self.last_part(name);
            self.reference(ReferenceKind::Decorator, value, last.0, last.1);
            if let Some(arguments) = field(attribute, "parameters") {
                self.arguments(arguments);
            }
        }
    }

    /// A symbol for the declaration `node` of `name`.
    pub fn declare(&mut self, kind: SymbolKind, name: Node, node: Node) -> SymbolId {
        self.b.symbol(kind, self.str(name), start(name), (start(node), end(node)))
    }
}
