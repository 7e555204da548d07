//! Members of classes: fields, methods, constructors, initialisers.

use super::annotations::Marks;
use super::{Walk, Walker, child, end, field, fields, items, start};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn member(&mut self, node: Node) {
        match node.kind() {
            "method_declaration" | "annotation_type_element_declaration" => self.method(node),
            "constructor_declaration" | "compact_constructor_declaration" => self.constructor(node),
            "field_declaration" | "constant_declaration" => self.fields_of(node),
            "enum_constant" => self.enum_constant(node),
            "static_initializer" => items(node).into_iter().for_each(|block| self.node(block)),
            _ => self.node(node),
        }
    }

    /// Whether a member can be reached from outside its package.
    fn member_exported(&self, marks: &Marks) -> bool {
        let Some(class) = self.class() else { return marks.public };
        let owner = &self.b.graph.symbols[class as usize];
        let public = marks.public || marks.protected;
        let implied = owner.kind == SymbolKind::Interface && !marks.modifiers.has(Modifiers::PRIVATE);
        owner.exported && (public || implied)
    }

    fn method(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let marks = self.marks(node);
        let symbol = self.b.symbol(SymbolKind::Method, self.str(name), start(name), (start(node), end(node)));
        let body = field(node, "body");
        let value = field(node, "value");
        self.b.sign(symbol, marks.start.unwrap_or(start(node)), body.map_or(end(node), start));
        let in_interface =
            self.class().is_some_and(|id| self.b.graph.symbols[id as usize].kind == SymbolKind::Interface);
        let is_abstract = in_interface && body.is_none();
        self.describe(symbol, node, marks, is_abstract);
        self.b.enter(symbol);
        self.function(symbol, node, body);
        if let Some(value) = value {
            // The default of an annotation's element.
            let text = self.text(value, DEFAULT_LIMIT);
            self.b.symbol_mut(symbol).declared_text = Some(text);
        }
        self.b.leave();
    }

    fn describe(&mut self, symbol: SymbolId, node: Node, marks: Marks, is_abstract: bool) {
        let (doc, exported) = (self.doc(node), self.member_exported(&marks));
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, exported);
        made.modifiers = marks.modifiers.with(Modifiers::ABSTRACT, is_abstract);
        made.decorators = marks.decorators;
    }

    fn constructor(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let marks = self.marks(node);
        let symbol = self.b.symbol(SymbolKind::Constructor, self.str(name), start(name), (start(node), end(node)));
        let body = field(node, "body");
        self.b.sign(symbol, marks.start.unwrap_or(start(node)), body.map_or(end(node), start));
        self.describe(symbol, node, marks, false);
        self.b.enter(symbol);
        self.function(symbol, node, body);
        if node.kind() == "compact_constructor_declaration"
            && let Some(class) = self.class()
        {
            // Its parameters are the record's components.
            let params = self.b.graph.symbols[class as usize].params.clone();
            self.b.symbol_mut(symbol).params = params;
        }
        self.b.leave();
    }

    /// The inside of a method or constructor whose symbol is entered.
    fn function(&mut self, symbol: SymbolId, node: Node, body: Option<Node>) {
        if body.is_some() {
            self.b.has_body(symbol);
        }
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        if let Some(list) = field(node, "type_parameters") {
            let params = self.type_params(list);
            self.b.symbol_mut(symbol).type_params = params;
        }
        if let Some(list) = field(node, "parameters") {
            let params = self.params(list, true);
            self.b.symbol_mut(symbol).params = params;
        }
        if let Some(ty) = field(node, "type") {
            let returns = self.ty(ty);
            let returns = self.array(returns, field(node, "dimensions"));
            let text = self.text(ty, TEXT_LIMIT);
            let made = self.b.symbol_mut(symbol);
            (made.returns, made.returns_type) = (Some(text), Some(returns));
        }
        self.returns.push(Vec::new());
        self.expects.push(self.b.graph.symbols[symbol as usize].returns_type);
        body.iter().for_each(|body| self.children(*body));
        self.expects.pop();
        let returned = self.returns.pop().unwrap_or_default();
        self.b.symbol_mut(symbol).return_values = returned;
        self.scopes.close();
    }

    /// The parameters of a list; bound in the current scope where there is a body to see them.
    pub fn params(&mut self, list: Node, bound: bool) -> Vec<Param> {
        let mut made = Vec::new();
        for node in items(list) {
            let rest = node.kind() == "spread_parameter";
            if !rest && node.kind() != "formal_parameter" {
                continue;
            }
            let Some(name) = param_name(node) else { continue };
            let marks = self.marks(node);
            crate::environment::injected(self.b, &marks.decorators, start(name));
            let ty = field(node, "type").or_else(|| {
                let is_type = |it: &Node| !matches!(it.kind(), "modifiers" | "variable_declarator");
                items(node).into_iter().find(is_type)
            });
            let Some(ty) = ty else { continue };
            let text = self.text(ty, TEXT_LIMIT);
            let inferred = text == "var";
            let mut declared = self.ty(ty);
            let dimensions = field(node, "dimensions")
                .or_else(|| child(node, "variable_declarator").and_then(|it| field(it, "dimensions")));
            declared = self.array(declared, dimensions);
            if rest {
                declared = self.b.ty(Type::List { element: declared });
            }
            let type_text = Some(if rest { format!("{text}...") } else { text });
            let declared = Some(declared).filter(|_| !inferred);
            let binding = (bound && name.kind() == "identifier").then(|| self.bind(name, BindingKind::Parameter, None));
            if let Some(binding) = binding {
                self.b.binding_mut(binding).declared = declared;
            }
            let name = self.name(name);
            made.push(Param { name, type_text, declared, default: None, optional: rest, rest, binding });
        }
        made
    }

    fn fields_of(&mut self, node: Node) {
        let Some(ty) = field(node, "type") else { return self.children(node) };
        let marks = self.marks(node);
        let declared = self.ty(ty);
        let text = self.text(ty, TEXT_LIMIT);
        let in_interface = node.kind() == "constant_declaration";
        for declarator in fields(node, "declarator") {
            let Some(name) = field(declarator, "name") else { continue };
            let symbol = self.property(name, node, &marks);
            let declared = self.array(declared, field(declarator, "dimensions"));
            let value = field(declarator, "value");
            self.b.sign(symbol, marks.start.unwrap_or(start(node)), value.map_or(end(declarator), start));
            let signature = self.b.graph.symbols[symbol as usize].signature.trim_end_matches([' ', '=']).to_owned();
            let made = self.b.symbol_mut(symbol);
            made.signature = signature;
            made.modifiers = marks.modifiers.with(Modifiers::STATIC | Modifiers::READONLY, in_interface);
            (made.declared, made.declared_text) = (Some(declared), Some(text.clone()));
            made.decorators = marks.decorators.clone();
            if let Some(value) = value {
                self.b.enter(symbol);
                let value = self.initialiser(value, Some(declared));
                self.b.leave();
                self.b.initial(symbol, value);
            }
        }
    }

    pub fn property(&mut self, name: Node, node: Node, marks: &Marks) -> SymbolId {
        let symbol = self.b.symbol(SymbolKind::Property, self.str(name), start(name), (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        let (doc, exported) = (self.doc(node), self.member_exported(marks));
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, exported);
        symbol
    }

    /// The value of an initialiser; one in braces is an array of the declared type.
    pub fn initialiser(&mut self, node: Node, declared: Option<TypeId>) -> ValueId {
        if node.kind() != "array_initializer" {
            return self.expected(node, declared);
        }
        self.array_items(node);
        match declared {
            Some(ty) => self.b.value(Value::Instance { ty }),
            None => self.unknown(),
        }
    }
}

/// The name that a parameter binds.
pub fn param_name(node: Node) -> Option<Node> {
    let declarator = || child(node, "variable_declarator").and_then(|it| field(it, "name"));
    field(node, "name").or_else(declarator)
}
