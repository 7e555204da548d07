//! Classes, structs, unions and enums, and their members.

use super::statements::names;
use super::{Class, Walk, Walker, end, field, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// A class, struct or union with a body.
    pub fn class(&mut self, node: Node, name: Node, body: Node) -> SymbolId {
        let path = names(name);
        let last = path.last().copied().unwrap_or(name);
        let is_class = node.kind() == "class_specifier";
        let kind = if is_class { SymbolKind::Class } else { SymbolKind::Struct };
        // A specialisation goes by its arguments too, so that the name alone means the template.
        let text = match specialised(name) {
            Some(whole) => self.str(whole).split_whitespace().collect::<Vec<_>>().join(" "),
            None => self.str(last).to_owned(),
        };
        let symbol = self.declare(kind, &text, start(last), node);
        self.close_template(symbol);
        if path.len() > 1 {
            self.belongs(symbol, &path[..path.len() - 1]);
            self.b.symbol_mut(symbol).receiver = None;
        }
        let access = self.inside.last().filter(|_| self.is_in_class()).map_or(0, |class| class.access);
        let exported = !self.is_hidden && !self.in_function();
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(access, true);
        made.exported = exported;
        self.b.sign(symbol, start(node), start(body));
        let id = self.name(last);
        let key = (self.b.symbol_mut(symbol).parent, id);
        self.classes.entry(key).or_insert(symbol);
        if self.in_function() {
            let binding = self.scopes.rebind(self.b, id, BindingKind::Class, start(last));
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
        self.bases(node, symbol);
        let constructors = self.constructors_of(self.str(last), body);
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let access = if is_class { Modifiers::PRIVATE } else { 0 };
        self.inside.push(Class { name: id, access, constructors });
        let returns = std::mem::take(&mut self.returns);
        self.bases_by_default(node);
        self.members(body);
        self.returns = returns;
        self.inside.pop();
        self.scopes.close();
        self.b.leave();
        symbol
    }

    fn bases(&mut self, node: Node, symbol: SymbolId) {
        let Some(clause) = items(node).into_iter().find(|it| it.kind() == "base_class_clause") else { return };
        for base in items(clause) {
            if !matches!(base.kind(), "type_identifier" | "qualified_identifier" | "template_type") {
                continue;
            }
            let (ty, text, line) = (self.ty(base), self.text(base, TEXT_LIMIT), self.b.source.line(start(base)));
            self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Extends, ty, text, line });
        }
    }

    /// The bases whose constructors without arguments the class's call.
    fn bases_by_default(&mut self, node: Node) {
        let clause = items(node).into_iter().find(|it| it.kind() == "base_class_clause");
        for base in clause.map(items).unwrap_or_default() {
            let Some(name) = names(base).last().copied() else { continue };
            if let Some(open) = self.is_made_by_default(self.str(name)) {
                self.constructed_by_default(base, start(base), open);
            }
        }
    }

    fn members(&mut self, body: Node) {
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            match member.kind() {
                "access_specifier" => {
                    let access = match self.str(member) {
                        "private" => Modifiers::PRIVATE,
                        "protected" => Modifiers::PROTECTED,
                        _ => 0,
                    };
                    self.inside.iter_mut().last().into_iter().for_each(|class| class.access = access);
                }
                "field_declaration" => self.member(member),
                _ => self.node(member),
            }
        }
    }

    /// Fields and methods without a body.
    pub fn member(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return self.children(node) };
        let base = self.base_type(node, ty);
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        if declarators.is_empty() {
            return self.embedded(ty);
        }
        let value = field(node, "default_value");
        let initial = value.map(|value| self.passed(value));
        // `T member{x};`
        if let Some(given) = value.filter(|it| it.kind() == "initializer_list" && self.cpp)
            && declarators.iter().all(|it| it.kind() == "field_identifier")
        {
            self.note_constructed(given, ty, &items(given));
        }
        for declarator in declarators {
            let declared = self.declarator(declarator, base);
            let Some(name) = declared.name else { continue };
            if let Some(function) = declared.function {
                self.prototype(node, name, function, declared.ty);
                continue;
            }
            let symbol = self.declare(SymbolKind::Property, self.str(name), start(name), node);
            let text = self.type_text(ty, Some(declarator), Some(name));
            self.b.sign(symbol, start(node), end(declarator));
            let is_static = self.has_storage(node, "static");
            let access = self.inside.last().map_or(0, |class| class.access);
            let made = self.b.symbol_mut(symbol);
            made.modifiers = made.modifiers.with(access, true).with(Modifiers::STATIC, is_static);
            made.exported = access & Modifiers::PRIVATE == 0;
            (made.declared, made.declared_text) = (Some(declared.ty), Some(text));
            initial.into_iter().for_each(|value| self.b.initial(symbol, value));
            if initial.is_none()
                && !is_static
                && let Some(open) = self.is_made_by_default(self.str(name))
            {
                self.made_by_default(ty, declarator, open);
            }
        }
    }

    /// The members of a struct or union without name and declarator belong to the class around it.
    fn embedded(&mut self, ty: Node) {
        if let (None, Some(body), "struct_specifier" | "union_specifier") =
            (field(ty, "name"), field(ty, "body"), ty.kind())
        {
            self.members(body);
        }
    }

    pub fn has_storage(&self, node: Node, word: &str) -> bool {
        let mut cursor = node.walk();
        node.children(&mut cursor).any(|it| it.kind() == "storage_class_specifier" && self.str(it) == word)
    }

    /// A function that is declared without a body.
    pub fn prototype(&mut self, node: Node, name: Node, function: Node, returns: TypeId) {
        let symbol = self.function(node, name, returns);
        self.b.sign(symbol, start(node), end(node));
        self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        let params = field(function, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
        self.b.symbol_mut(symbol).params = params;
        self.trailing(symbol, function);
        self.scopes.close();
    }

    /// An enum with a body. One without a name has its values declared where it stands.
    pub fn enumeration(&mut self, node: Node, name: Option<Node>, body: Node) -> Option<SymbolId> {
        let symbol = name.map(|name| {
            let path = names(name);
            let last = path.last().copied().unwrap_or(name);
            let symbol = self.declare(SymbolKind::Enum, self.str(last), start(last), node);
            let exported = !self.is_hidden && !self.in_function();
            let mut cursor = node.walk();
            let is_scoped = node.children(&mut cursor).any(|it| matches!(it.kind(), "class" | "struct"));
            let made = self.b.symbol_mut(symbol);
            made.exported = exported;
            made.modifiers = made.modifiers.with(Modifiers::EMBEDDED, self.cpp && !is_scoped);
            self.b.sign(symbol, start(node), start(body));
            if self.in_function() {
                let id = self.name(last);
                let binding = self.scopes.rebind(self.b, id, BindingKind::Enum, start(last));
                self.b.binding_mut(binding).symbol = Some(symbol);
            }
            symbol
        });
        symbol.into_iter().for_each(|symbol| self.b.enter(symbol));
        for value in items(body).into_iter().filter(|it| it.kind() == "enumerator") {
            let Some(name) = field(value, "name") else { continue };
            let member = self.declare(SymbolKind::EnumMember, self.str(name), start(name), value);
            self.b.symbol_mut(member).exported = !self.is_hidden;
            self.b.sign(member, start(value), end(value));
            field(value, "value").into_iter().for_each(|it| {
                self.value(it);
            });
        }
        if symbol.is_some() {
            self.b.leave();
        }
        symbol
    }

    /// `A::A() : Base(x), member_(y)`
    pub fn initialisers(&mut self, list: Node) {
        for initialiser in items(list).into_iter().filter(|it| it.kind() == "field_initializer") {
            let parts = items(initialiser);
            let [name, given @ ..] = &parts[..] else { continue };
            let given = given.iter().copied().find(|it| matches!(it.kind(), "argument_list" | "initializer_list"));
            let arguments = given.map(items).unwrap_or_default();
            let name = class_of_constructor(self, *name);
            let callee = self.callee(name);
            self.note_construction(initialiser, name, callee, &arguments);
            for argument in arguments {
                self.passed(argument);
            }
        }
    }
}

/// `A` of `A::A(x)`, where the constructor stands for its class; else the name itself.
fn class_of_constructor<'t>(walk: &Walk, name: Node<'t>) -> Node<'t> {
    let (Some(scope), Some(inner)) = (field(name, "scope"), field(name, "name")) else { return name };
    if name.kind() == "qualified_identifier" && walk.str(scope) == walk.str(inner) { scope } else { name }
}

/// `A<int>` of `struct A<int> { … }`
fn specialised(name: Node) -> Option<Node> {
    let mut node = name;
    loop {
        match node.kind() {
            "template_type" => return Some(node),
            "qualified_identifier" => node = field(node, "name")?,
            _ => return None,
        }
    }
}
