//! Functions, and what tables are given of them.

use super::docs::Docs;
use super::{Walk, Walker, end, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl<'s> Walk<'_, 's> {
    /// `function f()`, `local function f()`, `function M.f()`, `function M:f()`
    pub fn function_declaration(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        if name.kind() != "identifier" {
            let (Some(table), Some(own)) = (field(name, "table"), field(name, "field").or(field(name, "method")))
            else {
                return self.children(node);
            };
            let is_method = name.kind() == "method_index_expression";
            let owner = self.holder(table);
            self.member_function(owner, table, own, node, node, is_method);
            return;
        }
        let symbol = self.declare(SymbolKind::Function, name, node);
        let id = self.name(name);
        let is_local = node.child(0).is_some_and(|it| it.kind() == "local");
        match self.scopes.visible(self.b, id).filter(|_| !is_local) {
            // `local f` before, so that others can call it.
            Some(binding) => {
                let made = self.b.binding_mut(binding);
                match made.symbol {
                    None => made.symbol = Some(symbol),
                    Some(_) => {
                        let value = self.function_value(symbol);
                        self.b.assign(binding, value);
                    }
                }
            }
            None if is_local => {
                self.bind(name, BindingKind::Function, Some(symbol));
            }
            None => {
                let binding = self.scopes.bind(self.b, id, 0, BindingKind::Function, start(name));
                let made = self.b.binding_mut(binding);
                made.symbol = made.symbol.or(Some(symbol));
                self.b.symbol_mut(symbol).exported = true;
            }
        }
        self.function_inside(symbol, node, None);
    }

    fn function_value(&mut self, symbol: SymbolId) -> ValueId {
        self.b.value(Value::Function { symbol: Some(symbol), returns: Vec::new(), declared: None, is_async: false })
    }

    /// A function that a table is given under a name. `whole` is the statement or field, `node` holds the body.
    pub fn member_function(
        &mut self,
        owner: Option<SymbolId>,
        table: Node,
        name: Node,
        whole: Node,
        node: Node,
        is_method: bool,
    ) -> SymbolId {
        let takes_self = is_method || self.first_is_self(node);
        let id = self.name(name);
        let known = owner.and_then(|owner| self.members.get(&(owner, id)).copied());
        let field = known.filter(|&it| self.b.graph.symbols[it as usize].kind == SymbolKind::Property);
        let symbol = match field {
            Some(field) => self.redeclare(field, name, whole),
            None => self.declare(SymbolKind::Function, name, whole),
        };
        match owner {
            Some(owner) => {
                self.b.symbol_mut(symbol).parent = Some(owner);
                self.members.entry((owner, id)).or_insert(symbol);
                if takes_self {
                    self.b.symbol_mut(symbol).modifiers = Modifiers(Modifiers::CLASS_METHOD);
                }
                if is_method {
                    self.classes.insert(owner);
                }
            }
            None => {
                // A table of another file's, or one that only the program knows.
                self.value(table);
                let around = self.text(table, 80);
                let made = self.b.symbol_mut(symbol);
                made.qualified = around;
                made.exported = true;
            }
        }
        self.function_inside(symbol, node, owner.filter(|_| takes_self).map(|owner| (owner, is_method)));
        symbol
    }

    /// Whether a function that is given to a table has `self` for its first parameter.
    fn first_is_self(&self, node: Node) -> bool {
        let first = field(node, "parameters").and_then(|list| items(list).first().copied());
        first.is_some_and(|it| self.str(it) == "self")
    }

    /// A symbol for a declaration, with its documentation.
    pub fn declare(&mut self, kind: SymbolKind, name: Node, whole: Node) -> SymbolId {
        let text = self.str(name);
        let symbol = self.b.symbol(kind, text, start(name), (start(whole), end(whole)));
        self.sign_line(symbol, (start(whole), end(whole)));
        let docs = self.docs_above(start(whole));
        self.b.symbol_mut(symbol).doc = self.b.doc(&docs.text);
        symbol
    }

    /// Of what has no head of its own the first line says what it is.
    pub fn sign_line(&mut self, symbol: SymbolId, (from, to): (u32, u32)) {
        let line = self.b.source.line_bounds(self.b.source.line(from)).1;
        self.b.sign(symbol, from, to.min(line));
    }

    /// A field that instances may be given anew is the function that their table has under its name.
    fn redeclare(&mut self, field: SymbolId, name: Node, whole: Node) -> SymbolId {
        let docs = self.docs_above(start(whole));
        let doc = self.b.doc(&docs.text);
        let (span, name_at) = (self.b.source.span(start(whole), end(whole)), self.b.source.point(start(name)));
        let made = self.b.symbol_mut(field);
        (made.kind, made.span, made.name_at, made.doc) = (SymbolKind::Function, span, name_at, doc);
        (made.declared, made.declared_text) = (None, None);
        made.initial.clear();
        field
    }

    /// The parameters and body of a function whose symbol is there. `this`: the table that it belongs to, and whether
    /// `self` is not written among the parameters.
    pub fn function_inside(&mut self, symbol: SymbolId, node: Node, this: Option<(SymbolId, bool)>) {
        let params = field(node, "parameters");
        let docs = self.docs_above(self.b.graph.symbols[symbol as usize].span.start.byte);
        let from = self.b.graph.symbols[symbol as usize].span.start.byte;
        self.b.sign(symbol, from, params.map_or(end(node), end));
        self.b.has_body(symbol);
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        let generics = self.generics.len();
        self.note_generics(&docs);
        if let Some((owner, true)) = this {
            let name = self.b.name("self");
            let binding = self.scopes.rebind(self.b, name, BindingKind::Parameter, from);
            self.selves.insert(binding, owner);
        }
        let params = params.map(|list| self.params(list, &docs)).unwrap_or_default();
        if let (Some((owner, false)), Some(first)) = (this, params.first().and_then(|it| it.binding)) {
            self.selves.insert(first, owner);
        }
        let returns = docs.returns.map(|text| (self.doc_text(text), self.doc_type(text)));
        let made = self.b.symbol_mut(symbol);
        made.params = params;
        (made.returns, made.returns_type) = returns.unzip();
        self.returns.push(Vec::new());
        field(node, "body").into_iter().for_each(|body| self.children(body));
        let returned = self.returns.pop().unwrap_or_default();
        self.b.symbol_mut(symbol).return_values = returned;
        self.generics.truncate(generics);
        self.scopes.close();
        self.b.leave();
    }

    fn params(&mut self, list: Node, docs: &Docs<'s>) -> Vec<Param> {
        let mut made = Vec::new();
        for node in items(list) {
            let rest = node.kind() == "vararg_expression";
            let text = self.str(node);
            let doc = docs.params.iter().find(|param| param.name == text);
            let type_text = doc.map(|doc| self.doc_text(doc.ty));
            let declared = doc.map(|doc| self.doc_type(doc.ty));
            let binding = (!rest).then(|| self.bind(node, BindingKind::Parameter, None));
            if let Some(binding) = binding {
                self.b.binding_mut(binding).declared = declared;
            }
            made.push(Param {
                name: self.name(node),
                type_text,
                declared,
                default: None,
                optional: doc.is_some_and(|doc| doc.optional),
                rest,
                binding,
            });
        }
        made
    }

    /// `function(…) … end` as a value.
    pub fn closure(&mut self, node: Node, given: Option<(ValueId, u32)>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let params = field(node, "parameters").map(items).unwrap_or_default();
        for (position, param) in params.into_iter().enumerate().filter(|(_, it)| it.kind() == "identifier") {
            let binding = self.bind(param, BindingKind::Parameter, None);
            if let Some((callee, argument)) = given {
                let value = self.b.value(Value::CallbackParam { callee, argument, position: position as u32 });
                self.b.assign(binding, value);
            }
        }
        self.returns.push(Vec::new());
        field(node, "body").into_iter().for_each(|body| self.children(body));
        let returns = self.returns.pop().unwrap_or_default();
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared: None, is_async: false })
    }

    /// A function that a name is given: it is called by that.
    pub fn named_function(&mut self, name: Node, whole: Node, node: Node) -> (SymbolId, ValueId) {
        let symbol = self.declare(SymbolKind::Function, name, whole);
        self.function_inside(symbol, node, None);
        (symbol, self.function_value(symbol))
    }
}
