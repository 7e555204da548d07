//! Functions, methods and types.

use super::{Walk, Walker, end, field, fields, is_exported, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn function(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Function, name, node);
        // Every file of a package may have its own `init`, and nothing can call it.
        if !matches!(self.str(name), "init" | "_") {
            self.bind(name, BindingKind::Function, Some(symbol));
        }
        self.b.enter(symbol);
        self.function_inside(symbol, node);
        self.b.leave();
    }

    pub fn method(&mut self, node: Node) {
        let (Some(name), Some(receiver)) = (field(node, "name"), field(node, "receiver")) else {
            return self.children(node);
        };
        let symbol = self.declare(SymbolKind::Method, name, node);
        if let Some(owner) = items(receiver).first().and_then(|it| field(*it, "type")).and_then(type_name) {
            let id = self.name(owner);
            let parent = self.types.get(&id).copied();
            let owner = self.str(owner).to_owned();
            let made = self.b.symbol_mut(symbol);
            made.parent = parent;
            if parent.is_none() {
                made.qualified = owner;
            }
        }
        self.b.enter(symbol);
        self.function_inside(symbol, node);
        self.b.leave();
    }

    /// The inside of a function or method whose symbol is entered.
    pub fn function_inside(&mut self, symbol: SymbolId, node: Node) {
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        if body.is_some() {
            self.b.has_body(symbol);
        }
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        if let Some(receiver) = field(node, "receiver").and_then(|list| items(list).first().copied()) {
            self.receiver(symbol, receiver);
        }
        let type_params = field(node, "type_parameters").map(|list| self.type_params(list)).unwrap_or_default();
        let params = field(node, "parameters").map(|list| self.params(list, true)).unwrap_or_default();
        let returns = field(node, "result").map(|result| self.result(result, true));
        let made = self.b.symbol_mut(symbol);
        (made.type_params, made.params) = (type_params, params);
        (made.returns, made.returns_type) = returns.unzip();
        self.returns.push(Vec::new());
        body.iter().for_each(|body| self.children(*body));
        self.b.symbol_mut(symbol).return_values = self.returns.pop().unwrap_or_default();
        self.scopes.close();
    }

    fn receiver(&mut self, symbol: SymbolId, node: Node) {
        let Some(declared) = field(node, "type") else { return };
        // `func (s *Stack[T])` declares `T`.
        if let Some(arguments) = find_generic(declared).and_then(|it| field(it, "type_arguments")) {
            for argument in items(arguments) {
                if let Some(name) = type_name(argument) {
                    self.bind(name, BindingKind::TypeParam, None);
                }
            }
        }
        let ty = self.ty(declared);
        self.b.symbol_mut(symbol).receiver = Some(ty);
        if let Some(name) = field(node, "name") {
            let binding = self.bind(name, BindingKind::Parameter, None);
            self.b.binding_mut(binding).declared = Some(ty);
        }
    }

    pub fn type_params(&mut self, list: Node) -> Vec<TypeParam> {
        let mut made = Vec::new();
        for declaration in items(list) {
            // A constraint may use parameters that stand behind it; names come first.
            let names = fields(declaration, "name");
            let bindings: Vec<_> = names.iter().map(|name| self.bind(*name, BindingKind::TypeParam, None)).collect();
            let bound = field(declaration, "type").map(|bound| self.ty(bound));
            for (name, binding) in names.into_iter().zip(bindings) {
                self.b.binding_mut(binding).declared = bound;
                made.push(TypeParam { name: self.name(name), bound, default: None });
            }
        }
        made
    }

    /// The parameters of a list; bound in the current scope where there is a body to see them.
    pub fn params(&mut self, list: Node, bound: bool) -> Vec<Param> {
        let mut made = Vec::new();
        for declaration in items(list) {
            let Some(ty) = field(declaration, "type") else { continue };
            let rest = declaration.kind() == "variadic_parameter_declaration";
            let text = self.text(ty, TEXT_LIMIT);
            let type_text = Some(if rest { format!("...{text}") } else { text });
            let mut declared = self.ty(ty);
            if rest {
                declared = self.b.ty(Type::List { element: declared });
            }
            let declared = Some(declared);
            let names = fields(declaration, "name");
            let unnamed = names.is_empty().then(|| self.b.name("_"));
            for name in names {
                let binding = bound.then(|| self.bind(name, BindingKind::Parameter, None));
                if let Some(binding) = binding {
                    self.b.binding_mut(binding).declared = declared;
                }
                let (name, type_text) = (self.name(name), type_text.clone());
                made.push(Param { name, type_text, declared, default: None, optional: rest, rest, binding });
            }
            if let Some(name) = unnamed {
                made.push(Param { name, type_text, declared, default: None, optional: rest, rest, binding: None });
            }
        }
        made
    }

    /// What a function gives, as written and as a type; named results are bound where there is a body.
    pub fn result(&mut self, node: Node, bound: bool) -> (String, TypeId) {
        let ty = match node.kind() {
            "parameter_list" => {
                let parts: Vec<_> = self.params(node, bound).into_iter().filter_map(|param| param.declared).collect();
                match parts[..] {
                    [only] => only,
                    _ => self.b.ty(Type::Tuple { parts }),
                }
            }
            _ => self.ty(node),
        };
        (self.text(node, TEXT_LIMIT), ty)
    }

    /// `type X …`, and `type X = …` alike.
    pub fn type_spec(&mut self, node: Node) {
        let (Some(name), Some(body)) = (field(node, "name"), field(node, "type")) else { return self.children(node) };
        let (kind, binds) = match body.kind() {
            "struct_type" => (SymbolKind::Struct, BindingKind::Class),
            "interface_type" => (SymbolKind::Interface, BindingKind::Type),
            _ => (SymbolKind::TypeAlias, BindingKind::Type),
        };
        let whole = whole(node);
        let symbol = self.declare(kind, name, whole);
        self.bind(name, binds, Some(symbol));
        if self.at_top() {
            let id = self.name(name);
            self.types.insert(id, symbol);
        }
        let brace = body.children(&mut body.walk()).find(|it| matches!(it.kind(), "{" | "field_declaration_list"));
        self.b.sign(symbol, start(whole), brace.map_or(end(node), start));
        self.b.enter(symbol);
        let type_params = field(node, "type_parameters").map(|list| {
            let scope = self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
            self.b.symbol_mut(symbol).scope = Some(scope);
            self.type_params(list)
        });
        match body.kind() {
            "struct_type" => items(body).into_iter().for_each(|list| self.fields_of(list, symbol)),
            "interface_type" => self.interface(body, symbol),
            _ => {
                let ty = self.ty(body);
                let text = self.text(body, TEXT_LIMIT);
                let made = self.b.symbol_mut(symbol);
                (made.declared, made.declared_text) = (Some(ty), Some(text));
            }
        }
        if let Some(type_params) = type_params {
            self.b.symbol_mut(symbol).type_params = type_params;
            self.scopes.close();
        }
        self.b.leave();
    }

    fn fields_of(&mut self, list: Node, owner: SymbolId) {
        for member in items(list) {
            let Some(ty) = field(member, "type").filter(|_| member.kind() == "field_declaration") else {
                self.node(member);
                continue;
            };
            let declared = self.ty(ty);
            let names = fields(member, "name");
            if names.is_empty() {
                self.embed(owner, ty, declared);
                if let Some(name) = type_name(ty) {
                    let symbol = self.property(name, member, ty, declared);
                    let made = self.b.symbol_mut(symbol);
                    made.modifiers = made.modifiers.with(Modifiers::EMBEDDED, true);
                }
            }
            for name in names {
                self.property(name, member, ty, declared);
            }
        }
    }

    fn property(&mut self, name: Node, member: Node, ty: Node, declared: TypeId) -> SymbolId {
        let symbol = self.declare(SymbolKind::Property, name, member);
        let text = self.text(ty, TEXT_LIMIT);
        if let Some(tag) = field(member, "tag") {
            let decorators = self.tags(tag);
            self.b.symbol_mut(symbol).decorators = decorators;
        }
        self.b.sign(symbol, start(member), end(ty));
        let made = self.b.symbol_mut(symbol);
        (made.declared, made.declared_text) = (Some(declared), Some(text));
        symbol
    }

    fn embed(&mut self, owner: SymbolId, node: Node, ty: TypeId) {
        let (text, line) = (self.text(node, TEXT_LIMIT), self.b.source.line(start(node)));
        self.b.symbol_mut(owner).bases.push(Base { relation: Relation::Embeds, ty, text, line });
    }

    pub fn interface(&mut self, body: Node, owner: SymbolId) {
        for member in items(body) {
            match member.kind() {
                "method_elem" => {
                    let Some(name) = field(member, "name") else { continue };
                    let symbol = self.declare(SymbolKind::Method, name, member);
                    self.b.sign(symbol, start(member), end(member));
                    let params = field(member, "parameters").map(|list| self.params(list, false));
                    let returns = field(member, "result").map(|result| self.result(result, false));
                    let made = self.b.symbol_mut(symbol);
                    made.params = params.unwrap_or_default();
                    (made.returns, made.returns_type) = returns.unzip();
                    made.modifiers = made.modifiers.with(Modifiers::ABSTRACT, true);
                }
                // One type is embedded; several are a constraint's choice.
                "type_elem" => match items(member)[..] {
                    [one] if matches!(one.kind(), "type_identifier" | "qualified_type" | "generic_type") => {
                        let ty = self.ty(one);
                        self.embed(owner, one, ty);
                    }
                    _ => {
                        self.ty(member);
                    }
                },
                _ => self.node(member),
            }
        }
    }

    /// A symbol for the declaration `node` of `name`, with its documentation.
    pub fn declare(&mut self, kind: SymbolKind, name: Node, node: Node) -> SymbolId {
        let text = self.str(name);
        let symbol = self.b.symbol(kind, text, start(name), (start(node), end(node)));
        let doc = self.doc_above(node);
        let exported = is_exported(text) && (self.returns.is_empty() || self.b.owner().is_none());
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, exported);
        symbol
    }
}

/// The declaration around the only specification in it, else the specification: what a reader takes for it.
pub fn whole(spec: Node) -> Node {
    match spec.parent() {
        Some(parent) if parent.kind().ends_with("_declaration") && parent.child(1) == Some(spec) => parent,
        _ => spec,
    }
}

/// The last name of a type, without pointers, arguments and package.
pub fn type_name(node: Node) -> Option<Node> {
    match node.kind() {
        "type_identifier" | "identifier" => Some(node),
        "qualified_type" => field(node, "name"),
        "generic_type" => type_name(field(node, "type")?),
        "pointer_type" | "parenthesized_type" | "type_elem" | "type_constraint" => type_name(node.named_child(0)?),
        _ => None,
    }
}

fn find_generic(node: Node) -> Option<Node> {
    match node.kind() {
        "generic_type" => Some(node),
        "pointer_type" | "parenthesized_type" => find_generic(node.named_child(0)?),
        _ => None,
    }
}
