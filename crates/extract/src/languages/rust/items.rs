//! Items: what a module or block declares wherever it stands.

use super::attributes::Attributes;
use super::impls::Block;
use super::names::Space;
use super::{Walk, Walker, end, field, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// Binds the names of the items below `node` in the current scope; those that are declared there go
    /// before those that are imported.
    pub fn hoist(&mut self, node: Node) {
        let mut attributes = Attributes::default();
        let (mut uses, mut weak_uses) = (Vec::new(), Vec::new());
        let (mut weak, mut weak_files, mut weak_made) = (Vec::new(), Vec::new(), Vec::new());
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "attribute_item" => {
                    attributes.push(child);
                    continue;
                }
                "line_comment" | "block_comment" => continue,
                "use_declaration" | "extern_crate_declaration" if self.is_elsewhere(&attributes) => {
                    weak_uses.push(child)
                }
                "use_declaration" | "extern_crate_declaration" => uses.push(child),
                "mod_item" if field(child, "body").is_none() => {
                    let path = self.path_attribute(&attributes);
                    match field(child, "name") {
                        Some(name) if self.is_elsewhere(&attributes) => weak_files.push((name, path)),
                        Some(name) => self.module_file(name, path),
                        None => {}
                    }
                }
                "foreign_mod_item" => field(child, "body").into_iter().for_each(|body| self.hoist(body)),
                "macro_invocation" | "expression_statement" => match self.expansion(child) {
                    Some(made) if self.is_elsewhere_call(child, &attributes) => weak_made.push(made),
                    Some(made) => self.hoist(made.root_node()),
                    None if !self.is_elsewhere_call(child, &attributes) => self.spread_here(child),
                    None => {}
                },
                "macro_definition" => {
                    if let Some(name) = field(child, "name") {
                        let text = format!("{}!", self.str(name));
                        let id = self.b.name(&text);
                        self.hoist_name(id, name, BindingKind::Function, &[Space::Macro]);
                    }
                }
                kind => {
                    if let (Some((binds, spaces)), Some(name)) = (declares(child, kind), field(child, "name")) {
                        match self.is_elsewhere(&attributes) {
                            true => weak.push((name, binds, spaces)),
                            false => {
                                let id = self.name(name);
                                self.hoist_name(id, name, binds, spaces);
                            }
                        }
                    }
                }
            }
            attributes.clear();
        }
        for child in uses.into_iter().chain(weak_uses) {
            match child.kind() {
                "use_declaration" => self.use_declaration(child),
                _ => self.extern_crate(child),
            }
        }
        for (name, path) in weak_files {
            self.b.graph.left_out.push(self.b.graph.imports.len() as ImportId);
            self.module_file(name, path);
        }
        for (name, binds, spaces) in weak {
            let id = self.name(name);
            self.hoist_name(id, name, binds, spaces);
        }
        for made in weak_made {
            self.elsewhere(true, |walk| walk.hoist(made.root_node()));
        }
    }

    pub fn hoist_name(&mut self, id: NameId, name: Node, kind: BindingKind, spaces: &[Space]) {
        let (scope, line) = (self.scopes.current(), self.b.source.line(start(name)));
        if let Some(earlier) = spaces.first().and_then(|space| self.names.bound(*space, scope, id)) {
            if let Some(gate) = self.deciding(earlier) {
                let rival = self.b.binding(id, scope, kind, line);
                self.set_rival(earlier, gate, rival);
            }
            return;
        }
        let binding = self.b.binding(id, scope, kind, line);
        self.gated(binding);
        spaces.iter().for_each(|space| self.names.set_where_free(*space, scope, id, binding));
    }

    /// Walks an item. False: it is none.
    pub fn item(&mut self, node: Node, attributes: &Attributes) -> bool {
        match node.kind() {
            "function_item" | "function_signature_item" => {
                self.function(node, attributes, None);
            }
            "struct_item" | "union_item" => self.structure(node, attributes),
            "enum_item" => self.enumeration(node, attributes),
            "trait_item" => self.trait_item(node, attributes),
            "impl_item" => self.impl_item(node, attributes),
            "type_item" => {
                self.type_item(node, attributes, None);
            }
            "const_item" | "static_item" => {
                self.constant(node, attributes, SymbolKind::Variable);
            }
            "mod_item" => self.module(node, attributes),
            "foreign_mod_item" => field(node, "body").into_iter().for_each(|body| {
                self.body_items(body);
            }),
            "macro_definition" => self.macro_definition(node, attributes),
            "use_declaration" | "extern_crate_declaration" | "inner_attribute_item" | "attribute_item" => {}
            "macro_invocation" | "expression_statement" => {
                return self.in_expansion(node, |walk, made| walk.body_items(made)).is_some();
            }
            _ => return false,
        }
        true
    }

    /// The items of a list whose names are bound already.
    fn body_items(&mut self, node: Node) {
        let mut attributes = Attributes::default();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "attribute_item" => attributes.push(child),
                "line_comment" | "block_comment" => {}
                _ => {
                    let is_elsewhere = self.is_elsewhere_call(child, &attributes);
                    self.elsewhere(is_elsewhere, |walk| walk.deeper(child, |walk| walk.statement(child, &attributes)));
                    attributes.clear();
                }
            }
        }
    }

    /// A symbol for the item `node` of `name`, bound where its name was.
    pub fn declare(&mut self, kind: SymbolKind, name: Node, node: Node, attributes: &Attributes) -> SymbolId {
        let symbol = self.b.symbol(kind, self.str(name), self.name_start(name), (start(node), end(node)));
        self.describe(symbol, node, attributes);
        symbol
    }

    /// The binding that was made for an item's name leads to its symbol. Of several under different
    /// conditions the first one counts, or one that is rather built.
    pub fn bind_item(&mut self, space: Space, name: NameId, symbol: SymbolId, attributes: &Attributes) {
        let scope = self.scopes.current();
        let Some(binding) = self.names.bound(space, scope, name) else { return };
        let binding = self.in_braces(binding);
        if self.b.graph.bindings[binding as usize].import.is_some() {
            return;
        }
        if self.is_elsewhere(attributes) {
            self.names.set_weak(symbol);
        }
        if let (Space::Type, Some(to)) = (space, self.names.gate) {
            self.b.graph.given_types.push((symbol, to));
        }
        let earlier = self.b.graph.bindings[binding as usize].symbol;
        if earlier.is_none_or(|earlier| self.names.is_weak(earlier)) {
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
    }

    fn module(&mut self, node: Node, attributes: &Attributes) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "body")) else { return };
        let symbol = self.declare(SymbolKind::Namespace, name, node, attributes);
        let id = self.name(name);
        self.bind_item(Space::Type, id, symbol, attributes);
        self.b.sign(symbol, start(node), start(body));
        if self.b.graph.symbols[symbol as usize].doc.is_none() {
            let doc = self.inner_doc(body);
            self.b.symbol_mut(symbol).doc = doc;
        }
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Module, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.body(body);
        self.scopes.close();
        self.b.leave();
    }

    fn structure(&mut self, node: Node, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Struct, name, node, attributes);
        let id = self.name(name);
        self.bind_item(Space::Type, id, symbol, attributes);
        self.bind_projections(symbol, attributes);
        let body = field(node, "body");
        let fields_at = body.filter(|body| body.kind() == "field_declaration_list");
        self.b.sign(symbol, start(node), fields_at.map_or(end(node), start));
        self.b.enter(symbol);
        self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.type_params_of(symbol, node);
        self.derives(symbol, attributes);
        self.declares_self(symbol, id);
        body.into_iter().for_each(|body| self.fields(body, symbol));
        self.selves.pop();
        self.scopes.close();
        self.b.leave();
    }

    fn derives(&mut self, symbol: SymbolId, attributes: &Attributes) {
        for path in self.derived(attributes) {
            let Some(name) = path.last().copied() else { continue };
            let ty = self.named(path.iter().map(|name| self.str(*name)).collect(), Vec::new());
            let (text, line) = (self.str(name).to_owned(), self.b.source.line(start(name)));
            self.b.symbol_mut(symbol).bases.push(Base { relation: Relation::Implements, ty, text, line });
        }
    }

    /// The fields of a struct or variant. A tuple's are called by their position.
    fn fields(&mut self, body: Node, owner: SymbolId) {
        let mut attributes = Attributes::default();
        let mut position = 0u32;
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            match child.kind() {
                "attribute_item" => {
                    attributes.push(child);
                    continue;
                }
                "line_comment" | "block_comment" | "visibility_modifier" => continue,
                "field_declaration" => {
                    if let (Some(name), Some(ty)) = (field(child, "name"), field(child, "type")) {
                        let symbol = self.declare(SymbolKind::Property, name, child, &attributes);
                        self.field(symbol, child, ty, owner);
                    }
                }
                _ if body.kind() == "ordered_field_declaration_list" => {
                    let symbol = self.b.symbol(
                        SymbolKind::Property,
                        &position.to_string(),
                        start(child),
                        (start(child), end(child)),
                    );
                    self.field(symbol, child, child, owner);
                    position += 1;
                }
                _ => {}
            }
            attributes.clear();
        }
    }

    fn field(&mut self, symbol: SymbolId, node: Node, ty: Node, owner: SymbolId) {
        let declared = self.ty(ty);
        let text = self.text(ty, TEXT_LIMIT);
        self.b.sign(symbol, start(node), end(node));
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = (Some(declared), Some(text));
        if self.b.graph.symbols[owner as usize].kind == SymbolKind::EnumMember {
            self.as_visible_as_owner(symbol);
        }
    }

    fn enumeration(&mut self, node: Node, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Enum, name, node, attributes);
        let id = self.name(name);
        self.bind_item(Space::Type, id, symbol, attributes);
        self.bind_projections(symbol, attributes);
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        self.b.enter(symbol);
        self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.type_params_of(symbol, node);
        self.derives(symbol, attributes);
        self.declares_self(symbol, id);
        if let Some(body) = body {
            let mut attributes = Attributes::default();
            let mut cursor = body.walk();
            for child in body.named_children(&mut cursor) {
                match child.kind() {
                    "attribute_item" => {
                        attributes.push(child);
                        continue;
                    }
                    "enum_variant" => self.variant(child, id, &attributes),
                    _ => {}
                }
                attributes.clear();
            }
        }
        self.selves.pop();
        self.scopes.close();
        self.b.leave();
    }

    /// A variant with a payload is a function that makes a value of its enum.
    fn variant(&mut self, node: Node, owner: NameId, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return };
        let symbol = self.declare(SymbolKind::EnumMember, name, node, attributes);
        self.as_visible_as_owner(symbol);
        self.b.sign(symbol, start(node), end(node));
        self.b.enter(symbol);
        if let Some(body) = field(node, "body") {
            self.fields(body, symbol);
            let root = self.visible(Space::Type, owner);
            let scope = self.scopes.current();
            let ty = self.b.ty(Type::Name { path: vec![owner], scope, root, arguments: Vec::new() });
            self.b.symbol_mut(symbol).returns_type = Some(ty);
        }
        field(node, "value").into_iter().for_each(|value| {
            self.value(value);
        });
        self.b.leave();
    }

    /// A type alias; in a block that implements, the block's parameters are its own.
    pub fn type_item(&mut self, node: Node, attributes: &Attributes, of: Option<&Block>) -> Option<SymbolId> {
        let name = field(node, "name")?;
        let symbol = self.declare(SymbolKind::TypeAlias, name, node, attributes);
        if of.is_none() {
            let id = self.name(name);
            self.bind_item(Space::Type, id, symbol, attributes);
        }
        self.b.sign(symbol, start(node), end(node));
        self.b.enter(symbol);
        self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        if let Some(block) = of.map(|of| of.node) {
            self.type_params_of(symbol, block);
            let receiver = field(block, "type").map(|ty| self.ty(ty));
            self.b.symbol_mut(symbol).receiver = receiver;
        }
        self.type_params_of(symbol, node);
        if let Some(ty) = field(node, "type") {
            let declared = self.ty(ty);
            let text = self.text(ty, TEXT_LIMIT);
            let made = self.b.symbol_mut(symbol);
            (made.declared, made.declared_text) = (Some(declared), Some(text));
        }
        self.scopes.close();
        self.b.leave();
        Some(symbol)
    }

    pub fn constant(&mut self, node: Node, attributes: &Attributes, kind: SymbolKind) -> Option<SymbolId> {
        let name = field(node, "name")?;
        let (ty, value) = (field(node, "type"), field(node, "value"));
        if self.str(name) == "_" {
            ty.into_iter().for_each(|ty| {
                self.ty(ty);
            });
            value.into_iter().for_each(|value| {
                self.value(value);
            });
            return None;
        }
        let symbol = self.declare(kind, name, node, attributes);
        self.b.sign(symbol, start(node), end(node));
        let id = self.name(name);
        if kind == SymbolKind::Variable {
            self.bind_item(Space::Value, id, symbol, attributes);
        }
        let declared = ty.map(|ty| (self.key_type(node, ty), self.text(ty, TEXT_LIMIT)));
        self.b.enter(symbol);
        let value = value.map(|value| self.passed(value));
        self.b.leave();
        value.into_iter().for_each(|value| self.b.initial(symbol, value));
        let constant = node.kind() == "const_item";
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = declared.unzip();
        made.modifiers = made.modifiers.with(Modifiers::READONLY, constant);
        made.modifiers = made.modifiers.with(Modifiers::STATIC, kind == SymbolKind::Property);
        Some(symbol)
    }
}

/// What an item binds, and in which spaces of names.
fn declares(node: Node, kind: &str) -> Option<(BindingKind, &'static [Space])> {
    Some(match kind {
        "function_item" | "function_signature_item" => (BindingKind::Function, &[Space::Value]),
        "struct_item" => match field(node, "body").map(|body| body.kind()) {
            Some("field_declaration_list") => (BindingKind::Class, &[Space::Type]),
            _ => (BindingKind::Class, &[Space::Type, Space::Value]),
        },
        "union_item" => (BindingKind::Class, &[Space::Type]),
        "enum_item" => (BindingKind::Enum, &[Space::Type]),
        "trait_item" | "type_item" => (BindingKind::Type, &[Space::Type]),
        "const_item" | "static_item" => (BindingKind::Variable, &[Space::Value]),
        "mod_item" => (BindingKind::Namespace, &[Space::Type]),
        _ => return None,
    })
}
