//! Classes, structs, actors, enums, protocols, extensions, type aliases.

use super::{Walk, Walker, child, is_type, items, type_in};
use crate::builder::TEXT_LIMIT;
use crate::tree::{end, field, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'t> Walk<'_, '_> {
    pub fn class(&mut self, node: Node<'t>) {
        let (Some(word), Some(name)) = (field(node, "declaration_kind"), field(node, "name")) else {
            return self.children(node);
        };
        let (kind, binds) = match word.kind() {
            "extension" => return self.extension(node, name),
            "struct" => (SymbolKind::Struct, BindingKind::Class),
            "enum" => (SymbolKind::Enum, BindingKind::Enum),
            _ => (SymbolKind::Class, BindingKind::Class),
        };
        let symbol = self.declare(kind, self.plain(name), start(name), node);
        self.bind(name, binds, Some(symbol));
        self.inside(symbol, node, None);
    }

    pub fn protocol(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Interface, self.plain(name), start(name), node);
        self.bind(name, BindingKind::Class, Some(symbol));
        self.inside(symbol, node, None);
    }

    /// A further part of a type. Its members go by the type's name.
    fn extension(&mut self, node: Node<'t>, name: Node<'t>) {
        let last = items(name).into_iter().rfind(|it| it.kind() == "type_identifier").unwrap_or(name);
        let symbol = self.declare(SymbolKind::Extension, self.plain(last), start(last), node);
        let written = self.ty(name);
        let ty = self.constrained(node, written);
        let path = match &self.b.graph.types[ty as usize] {
            Type::Name { path, .. } => path.iter().map(|it| self.b.graph.name(*it)).collect::<Vec<_>>().join("."),
            _ => self.plain(last).to_owned(),
        };
        let made = self.b.symbol_mut(symbol);
        made.receiver = Some(ty);
        if let Some((owner, _)) = path.rsplit_once('.') {
            made.qualified = owner.to_owned();
        }
        let first = self.b.graph.symbols.len();
        let said = self.said_of(node);
        let around = std::mem::replace(&mut self.said, said);
        self.inside(symbol, node, Some(ty));
        self.said = around;
        for id in first..self.b.graph.symbols.len() {
            if self.b.graph.symbols[id].parent == Some(symbol) {
                self.b.graph.symbols[id].qualified.clone_from(&path);
            }
        }
    }

    /// What `where` says of names: `where Output == A`, of which nothing else is known there.
    fn said_of(&mut self, node: Node<'t>) -> Vec<(NameId, TypeId)> {
        let mut said = Vec::new();
        for it in child(node, "type_constraints").map(items).unwrap_or_default() {
            let it = items(it).into_iter().find(|it| it.kind().ends_with("_constraint")).unwrap_or(it);
            let Some(of) = field(it, "constrained_type").filter(|of| !self.str(*of).contains('.')) else { continue };
            let of = self.name(of);
            if let Some(named) = type_in(it) {
                said.push((of, self.ty(named)));
            }
        }
        said
    }

    /// The type that an extension is for, with what `where` says of its parameters: `extension Array where Element == A`.
    fn constrained(&mut self, node: Node<'t>, ty: TypeId) -> TypeId {
        let Some(list) = child(node, "type_constraints") else { return ty };
        let Type::Name { path, arguments, .. } = &self.b.graph.types[ty as usize] else { return ty };
        let name = path.last().map(|it| self.b.graph.name(*it));
        let parameters: &[&str] = match name {
            Some("Array" | "Set" | "ArraySlice") => &["Element"],
            Some("Dictionary") => &["Key", "Value"],
            _ => return ty,
        };
        if !arguments.is_empty() {
            return ty;
        }
        let mut said = Vec::new();
        for it in items(list) {
            let it = items(it).into_iter().find(|it| it.kind().ends_with("_constraint")).unwrap_or(it);
            let of = field(it, "constrained_type").map(|of| self.plain(of).to_owned());
            let Some(at) = parameters.iter().position(|name| of.as_deref() == Some(*name)) else { continue };
            if let Some(named) = type_in(it) {
                said.push((at, self.ty(named)));
            }
        }
        let Type::Name { path, scope, root, .. } = &self.b.graph.types[ty as usize] else { return ty };
        let (path, scope, root) = (path.clone(), *scope, *root);
        let unknown = self.b.ty(Type::Unknown);
        let argument = |at| said.iter().find(|(of, _)| *of == at).map_or(unknown, |(_, ty)| *ty);
        let arguments = (0..parameters.len()).map(argument).collect();
        self.b.ty(Type::Name { path, scope, root, arguments })
    }

    fn inside(&mut self, symbol: SymbolId, node: Node<'t>, extended: Option<TypeId>) {
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::PARTIAL, true);
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        self.b.symbol_mut(symbol).type_params = type_params;
        for base in items(node).into_iter().filter(|it| it.kind() == "inheritance_specifier") {
            let Some(ty) = type_in(base) else { continue };
            let kind = self.b.graph.symbols[symbol as usize].kind;
            let first = self.b.graph.symbols[symbol as usize].bases.is_empty();
            let relation = match kind {
                SymbolKind::Interface => Relation::Extends,
                SymbolKind::Class if first => Relation::Extends,
                _ => Relation::Implements,
            };
            let (text, line) = (self.text(ty, TEXT_LIMIT), self.b.source.line(start(ty)));
            let ty = self.ty(ty);
            self.b.symbol_mut(symbol).bases.push(Base { relation, ty, text, line });
        }
        self.types.push((symbol, extended));
        body.into_iter().for_each(|body| self.children(body));
        self.types.pop();
        self.scopes.close();
        self.b.leave();
    }

    /// `case a, b(Int, name: String)`
    pub fn enum_entry(&mut self, node: Node<'t>) {
        let mut last: Option<SymbolId> = None;
        for part in items(node) {
            match part.kind() {
                "simple_identifier" => {
                    let symbol = self.declare(SymbolKind::EnumMember, self.plain(part), start(part), node);
                    self.b.sign(symbol, start(node), end(node));
                    last = Some(symbol);
                }
                "enum_type_parameters" => {
                    let (mut params, mut labels, mut label) = (Vec::new(), Vec::new(), None);
                    for it in items(part) {
                        if it.kind() == "simple_identifier" {
                            label = Some(self.name(it));
                        } else if is_type(it) {
                            let name = label.take().unwrap_or_else(|| self.b.name("_"));
                            let (declared, type_text) = (Some(self.ty(it)), Some(self.text(it, TEXT_LIMIT)));
                            labels.push(name);
                            params.push(Param {
                                name,
                                type_text,
                                declared,
                                default: None,
                                optional: false,
                                rest: false,
                                binding: None,
                            });
                        } else if let Some(param) = params.last_mut() {
                            param.optional = true;
                            self.value(it);
                        }
                    }
                    if let Some(symbol) = last {
                        let made = self.b.symbol_mut(symbol);
                        (made.params, made.labels) = (params, labels);
                    }
                }
                "modifiers" => {}
                _ => {
                    self.value(part);
                }
            }
        }
    }

    pub fn type_alias(&mut self, node: Node<'t>) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::TypeAlias, self.plain(name), start(name), node);
        self.bind(name, BindingKind::Type, Some(symbol));
        self.b.sign(symbol, start(node), end(node));
        let scope = self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let type_params = self.type_params(node);
        let declared = type_in(node).map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT)));
        let made = self.b.symbol_mut(symbol);
        made.type_params = type_params;
        (made.declared, made.declared_text) = declared.unzip();
        self.scopes.close();
    }

    /// `associatedtype E: Bound`: what is known of it is its bound, until a type says what it is.
    pub fn associated_type(&mut self, node: Node<'t>) {
        let symbol = self.b.graph.symbols.len();
        self.type_alias(node);
        if symbol < self.b.graph.symbols.len() {
            let made = self.b.symbol_mut(symbol as SymbolId);
            made.modifiers = made.modifiers.with(Modifiers::ABSTRACT, true);
        }
    }

    pub fn import(&mut self, node: Node<'t>) {
        let Some(path) = child(node, "identifier") else { return };
        let parts: Vec<_> = items(path).into_iter().map(|part| self.plain(part)).collect();
        let single = node.children(&mut node.walk()).any(|it| {
            matches!(it.kind(), "typealias" | "struct" | "class" | "enum" | "protocol" | "let" | "var" | "func")
        });
        let line = self.b.source.line(start(node));
        let id = self.b.graph.imports.len() as ImportId;
        let (specifier, imported, local) = match &parts[..] {
            [module @ .., name] if single && !module.is_empty() => {
                let name = self.b.name(name);
                (module.join("."), Imported::Name(name), name)
            }
            _ => (parts.join("."), Imported::All, self.b.name("*")),
        };
        let binds = imported != Imported::All;
        let names = vec![ImportedName { imported, local, type_only: false }];
        self.b.graph.imports.push(Import { specifier, names, type_only: false, dynamic: false, line });
        if binds {
            let binding = self.scopes.rebind(self.b, local, BindingKind::Import, start(path));
            self.b.binding_mut(binding).import = Some((id, 0));
        }
    }
}
