//! Namespaces and types.

use super::{Walk, Walker, child, end, field, has_token, identifier, is_made, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

/// Modifiers that say who may use a declaration, and the rest of them.
#[derive(Clone, Copy, Default)]
pub struct Written {
    pub bits: u32,
    has_access: bool,
}

impl Walk<'_, '_> {
    /// `namespace A.B { … }`
    pub fn namespace(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let outer = self.namespace.clone();
        self.open_namespace(name);
        let scope = self.scopes.open(self.b, ScopeKind::Block, None);
        self.b.graph.packages.push((scope, self.namespace.clone()));
        field(node, "body").into_iter().for_each(|body| self.children(body));
        self.scopes.close();
        self.namespace = outer;
    }

    /// `namespace A.B;`
    pub fn file_namespace(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return };
        self.open_namespace(name);
        self.b.graph.package = Some(self.namespace.clone());
    }

    fn open_namespace(&mut self, name: Node) {
        let text: String = self.str(name).chars().filter(|c| !c.is_whitespace()).collect();
        self.namespace = if self.namespace.is_empty() { text } else { format!("{}.{text}", self.namespace) };
    }

    /// What is written before a declaration's keyword.
    pub fn written(&self, node: Node) -> Written {
        let mut written = Written::default();
        let (mut is_protected, mut is_private) = (false, false);
        for modifier in node.named_children(&mut node.walk()).filter(|it| it.kind() == "modifier") {
            let bit = match self.str(modifier) {
                "private" => {
                    is_private = true;
                    0
                }
                "protected" => {
                    is_protected = true;
                    0
                }
                "public" | "internal" | "file" => {
                    written.has_access = true;
                    0
                }
                "static" => Modifiers::STATIC,
                "abstract" => Modifiers::ABSTRACT,
                "async" => Modifiers::ASYNC,
                "readonly" => Modifiers::READONLY,
                "const" => Modifiers::READONLY | Modifiers::STATIC,
                "partial" => Modifiers::PARTIAL,
                _ => 0,
            };
            written.bits |= bit;
        }
        // `protected internal` and `private protected` are open to subclasses first of all.
        written.bits |= match (is_protected, is_private) {
            (true, _) => Modifiers::PROTECTED,
            (false, true) => Modifiers::PRIVATE,
            _ => 0,
        };
        written.has_access |= is_protected || is_private;
        written
    }

    /// A symbol with its documentation and what is written before it. Members of classes and structs are
    /// private where nothing is said.
    pub fn declare(&mut self, kind: SymbolKind, name: &str, name_at: Node, node: Node) -> SymbolId {
        let symbol = self.b.symbol(kind, name, start(name_at), (start(node), end(node)));
        let doc = self.doc_above(node);
        let written = self.written(node);
        let owner = self.b.owner().map(|id| self.b.graph.symbols[id as usize].kind);
        let private = !written.has_access && matches!(owner, Some(SymbolKind::Class | SymbolKind::Struct));
        let bits = written.bits | if private { Modifiers::PRIVATE } else { 0 };
        let made = self.b.symbol_mut(symbol);
        made.doc = doc;
        made.exported = bits & Modifiers::PRIVATE == 0;
        made.modifiers = made.modifiers.with(bits, true);
        symbol
    }

    /// The declaration without its attributes and its body on one line.
    pub fn sign_until(&mut self, symbol: SymbolId, node: Node, end: u32) {
        let first = node.children(&mut node.walk()).find(|it| it.kind() != "attribute_list");
        self.b.sign(symbol, first.map_or(start(node), start), end);
    }

    pub fn type_declaration(&mut self, node: Node) {
        if self.is_extension_block(node) {
            return self.extension_block(node);
        }
        let Some(name) = field(node, "name") else { return self.children(node) };
        let (kind, binds) = match node.kind() {
            "struct_declaration" => (SymbolKind::Struct, BindingKind::Class),
            "record_declaration" if has_token(node, "struct") => (SymbolKind::Struct, BindingKind::Class),
            "interface_declaration" => (SymbolKind::Interface, BindingKind::Type),
            "enum_declaration" => (SymbolKind::Enum, BindingKind::Enum),
            "delegate_declaration" => (SymbolKind::TypeAlias, BindingKind::Type),
            _ => (SymbolKind::Class, BindingKind::Class),
        };
        // The class of a view is called like its file, and nobody finds it by its name alone.
        let path = self.b.graph.path.clone();
        let file = path.rsplit('/').next().and_then(|it| it.split('.').next()).filter(|_| is_made(name));
        let at_namespace = self.b.owner().is_none() && file.is_none();
        let symbol = self.declare(kind, file.unwrap_or_else(|| self.plain(name)), name, node);
        let made = self.b.symbol_mut(symbol);
        made.modifiers =
            made.modifiers.with(Modifiers::PARTIAL, made.modifiers.has(Modifiers::PARTIAL) || file.is_some());
        if at_namespace {
            let count = child(node, "type_parameter_list").map_or(0, |list| items(list).len());
            let id = self.generic_name(name, count);
            let binding = self.b.binding(id, self.scopes.current(), binds, self.b.source.line(start(name)));
            self.b.binding_mut(binding).symbol = Some(symbol);
        }
        let body = field(node, "body");
        self.sign_until(symbol, node, body.map_or(end(node), start));
        self.b.enter(symbol);
        self.attributes(symbol, node);
        let scope = self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        if let Some(list) = child(node, "type_parameter_list") {
            let type_params = self.type_params(list, node);
            self.b.symbol_mut(symbol).type_params = type_params;
        }
        if kind == SymbolKind::TypeAlias {
            self.delegate(symbol, node);
        } else {
            self.primary_constructor(symbol, node);
            if let Some(list) = child(node, "base_list") {
                self.bases(symbol, list);
            }
            if let Some(body) = body {
                let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
                self.b.symbol_mut(symbol).scope = Some(scope);
                self.deeper(body, |walk| walk.children(body));
                self.scopes.close();
            }
        }
        self.scopes.close();
        self.b.leave();
    }

    fn delegate(&mut self, symbol: SymbolId, node: Node) {
        let params = field(node, "parameters").map(|list| self.params(list, false)).unwrap_or_default();
        let returns = field(node, "type").map(|ty| self.ty(ty));
        let types = params.iter().map(|param| param.declared).collect::<Option<Vec<_>>>();
        let declared = match types {
            Some(params) => self.b.ty(Type::Function { params, returns }),
            None => self.unknown_type(),
        };
        let text = self.text(node, TEXT_LIMIT);
        let made = self.b.symbol_mut(symbol);
        made.params = params;
        (made.declared, made.declared_text) = (Some(declared), Some(text));
    }

    /// `class A(int x)`: the parameters are seen by all members; a record's are properties too.
    fn primary_constructor(&mut self, symbol: SymbolId, node: Node) {
        let Some(list) = child(node, "parameter_list") else { return };
        let params = self.params(list, true);
        if node.kind() == "record_declaration" {
            for parameter in items(list).into_iter().filter(|it| it.kind() == "parameter") {
                let (Some(name), Some(ty)) = (field(parameter, "name"), field(parameter, "type")) else { continue };
                let text = self.str(name);
                let property =
                    self.b.symbol(SymbolKind::Property, text, start(name), (start(parameter), end(parameter)));
                let (declared, written) = (self.ty(ty), self.text(ty, TEXT_LIMIT));
                self.b.sign(property, start(parameter), end(parameter));
                let made = self.b.symbol_mut(property);
                made.exported = true;
                (made.declared, made.declared_text) = (Some(declared), Some(written));
            }
        }
        self.b.symbol_mut(symbol).params = params;
        self.keep_defaults(symbol);
    }

    fn bases(&mut self, symbol: SymbolId, list: Node) {
        let is_interface = self.b.graph.symbols[symbol as usize].kind == SymbolKind::Interface;
        let mut is_first = true;
        let mut before = None;
        for base in items(list) {
            let named = match base.kind() {
                "argument_list" => {
                    if let Some(at) = before {
                        self.constructs_base(at, base);
                        self.keep_handed_texts(symbol, "base", base);
                    }
                    continue;
                }
                "primary_constructor_base_type" => field(base, "type"),
                _ => Some(base),
            };
            let Some(named) = named else { continue };
            before = identifier(named);
            let (ty, text) = (self.ty(named), self.text(named, TEXT_LIMIT));
            let last = identifier(named).map_or("", |it| self.str(it));
            // An interface is called `IName` without exception; the first of the others is the base class.
            let is_interface = is_interface || !is_first || is_interface_name(last);
            is_first = false;
            let relation = if is_interface { Relation::Implements } else { Relation::Extends };
            let relation = match self.b.graph.symbols[symbol as usize].kind {
                SymbolKind::Interface => Relation::Extends,
                _ => relation,
            };
            let line = self.b.source.line(start(base));
            self.b.symbol_mut(symbol).bases.push(Base { relation, ty, text, line });
            if let (Some(at), Some(arguments)) = (before, child(base, "argument_list")) {
                self.constructs_base(at, arguments);
                self.keep_handed_texts(symbol, "base", arguments);
            }
        }
    }

    pub fn enum_member(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return };
        let text = self.str(name);
        let symbol = self.declare(SymbolKind::EnumMember, text, name, node);
        self.sign_until(symbol, node, end(node));
        self.b.enter(symbol);
        self.attributes(symbol, node);
        field(node, "value").into_iter().for_each(|value| self.node(value));
        self.b.leave();
    }
}

/// `IList`, but not `Int`.
fn is_interface_name(name: &str) -> bool {
    name.strip_prefix('I').is_some_and(|rest| rest.starts_with(char::is_uppercase))
}
