//! Classes, modules, constants that hold classes.

use super::{Owner, Walk, Walker, docs, end, field, items, start, symbol_text};
use crate::builder::{CALLEE_LIMIT, TEXT_LIMIT};
use facts::*;
use rustc_hash::FxHashMap;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `class A::B < C`, `module A`
    pub fn class(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let written = self.str(name);
        let body = field(node, "body");
        let base = field(node, "superclass").and_then(|it| it.named_child(0));
        let named = base.and_then(|base| self.superclass(written, base));
        let symbol = self.open_class(written, name, node, node.kind() == "module", body.map_or(end(node), start));
        if let Some(base) = base {
            match named {
                Some(ty) => self.push_base(symbol, Relation::Extends, ty, base),
                None => self.base(symbol, Relation::Extends, base),
            }
            self.struct_members(symbol, base);
        }
        self.class_body(body);
        self.close_class();
    }

    /// A superclass that is named, as the code around the class knows it: the class is not there yet, so that one of its own
    /// name stands further out.
    fn superclass(&mut self, written: &str, node: Node) -> Option<TypeId> {
        if !matches!(node.kind(), "constant" | "scope_resolution") {
            return None;
        }
        let text = self.str(node);
        let here = self.scopes.current();
        let scope = match written == text {
            true => self.b.graph.scopes[here as usize].parent.unwrap_or(here),
            false => here,
        };
        let name = self.b.name(text);
        Some(self.b.ty(Type::Name { path: vec![name], scope, root: None, arguments: Vec::new() }))
    }

    /// A class's symbol, entered; `written` is its name as written, `head` where its declaration ends.
    fn open_class(&mut self, written: &str, name: Node, node: Node, is_module: bool, head: u32) -> SymbolId {
        let (outer, last) = written.rsplit_once("::").unwrap_or(("", written));
        let around = match (self.owners.last(), outer) {
            _ if written.starts_with("::") => outer.trim_start_matches("::").replace("::", "."),
            (Some(owner), "") => owner.full.clone(),
            (Some(owner), outer) => format!("{}.{}", owner.full, outer.replace("::", ".")),
            (None, outer) => outer.replace("::", "."),
        };
        let comment = self.comment_above(node);
        let symbol = self.b.symbol(SymbolKind::Class, last, end(name) - last.len() as u32, (start(node), end(node)));
        let head = self.superclass_end(node).unwrap_or(end(name)).max(end(name)).min(head.max(end(name)));
        self.b.sign(symbol, start(node), head);
        let doc = comment.and_then(|it| self.b.doc(&docs::clean(it)));
        let made = self.b.symbol_mut(symbol);
        (made.exported, made.doc) = (true, doc);
        made.modifiers = Modifiers::default().with(Modifiers::PARTIAL, true).with(Modifiers::ABSTRACT, is_module);
        if !outer.is_empty() {
            made.qualified = around.clone();
        }
        let full = if around.is_empty() { last.to_owned() } else { format!("{around}.{last}") };
        self.declare_constant(last, &around, BindingKind::Class, symbol, self.line(name));
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.graph.packages.push((scope, full.clone()));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.owners.push(Owner {
            symbol,
            full,
            variables: FxHashMap::default(),
            methods: FxHashMap::default(),
            visibility: 0,
            singleton: false,
            extends_self: false,
        });
        self.b.enter(symbol);
        symbol
    }

    fn superclass_end(&self, node: Node) -> Option<u32> {
        field(node, "superclass").map(end)
    }

    /// Binds a constant in the package that it belongs to.
    fn declare_constant(&mut self, name: &str, package: &str, kind: BindingKind, symbol: SymbolId, line: u32) {
        let here = self.owners.last().map_or("", |owner| owner.full.as_str());
        let scope = if here == package {
            self.constants_scope()
        } else {
            // `class A::B` stands in `A`, of which nothing else is here.
            let scope = self.b.scope(ScopeKind::Block, Some(self.scopes.current()), None);
            self.b.graph.packages.push((scope, package.to_owned()));
            scope
        };
        let name = self.b.name(name);
        let binding = self.b.binding(name, scope, kind, line);
        self.b.binding_mut(binding).symbol = Some(symbol);
    }

    /// The scope that constants are bound in: the class's around or the file's, whatever blocks are between.
    fn constants_scope(&self) -> ScopeId {
        let mut scope = self.scopes.current();
        let is_package = |scope: ScopeId| self.b.graph.packages.iter().any(|(of, _)| *of == scope);
        while let Some(parent) = self.b.graph.scopes[scope as usize].parent {
            if is_package(scope) || self.b.graph.scopes[scope as usize].kind == ScopeKind::Class {
                break;
            }
            scope = parent;
        }
        scope
    }

    /// The module that a call's block makes, `has_many :items do def recent … end`: what it defines is no method of the class
    /// around.
    pub fn module_of_block(&mut self, written: &str, name: Node, node: Node, block: Node) {
        self.open_class(written, name, node, true, start(block));
        self.class_body(field(block, "body"));
        self.close_class();
    }

    /// `A::B.class_eval do … end` outside of classes and methods opens the class again. None: it is a call like any other.
    pub fn opened_by_call(&mut self, node: Node, receiver: Node, method: Node) -> Option<ValueId> {
        let text = self.str(method);
        let block = field(node, "block")?;
        let opens = matches!(text, "class_eval" | "class_exec" | "module_eval" | "module_exec")
            && matches!(receiver.kind(), "constant" | "scope_resolution")
            && self.owners.is_empty()
            && self.methods.is_empty()
            && field(node, "arguments").is_none()
            && field(block, "parameters").is_none();
        let body = field(block, "body").filter(|body| opens && items(*body).iter().any(is_definition))?;
        let object = self.passed(receiver);
        let name = self.name(method);
        let callee = self.b.value(Value::Member { object, name });
        let written = self.b.text_end(start(receiver), end(method), CALLEE_LIMIT);
        self.push_call(CallKind::Call, node, (written, start(method)), name, callee);
        self.open_class(self.str(receiver), receiver, node, text.starts_with("module"), start(block));
        self.class_body(Some(body));
        self.close_class();
        Some(self.unknown())
    }

    fn class_body(&mut self, body: Option<Node>) {
        let flow = std::mem::take(&mut self.flow);
        let methods = std::mem::take(&mut self.methods);
        self.returns.push(Vec::new());
        body.into_iter().for_each(|body| self.children(body));
        self.returns.pop();
        self.methods = methods;
        self.flow = flow;
    }

    fn close_class(&mut self) {
        self.b.leave();
        self.scopes.close();
        let Some(owner) = self.owners.pop() else { return };
        if owner.extends_self {
            for symbol in &mut self.b.graph.symbols {
                if symbol.parent == Some(owner.symbol) && symbol.kind == SymbolKind::Method {
                    symbol.modifiers = symbol.modifiers.with(Modifiers::CLASS_METHOD, true);
                }
            }
        }
    }

    /// `class << self`
    pub fn singleton_class(&mut self, node: Node) {
        let of_self = field(node, "value").is_some_and(|it| it.kind() == "self");
        let Some(owner) = self.owners.last_mut().filter(|_| of_self) else { return self.children(node) };
        let before = (owner.singleton, owner.visibility);
        (owner.singleton, owner.visibility) = (true, 0);
        self.class_body(field(node, "body"));
        if let Some(owner) = self.owners.last_mut() {
            (owner.singleton, owner.visibility) = before;
        }
    }

    pub fn base(&mut self, symbol: SymbolId, relation: Relation, node: Node) {
        if !matches!(node.kind(), "constant" | "scope_resolution") {
            let called = if node.kind() == "call" { field(node, "receiver") } else { None };
            match called.map(|it| self.str(it)) {
                Some(made @ ("Struct" | "Data")) => {
                    let ty = self.named_type(made);
                    self.push_base(symbol, relation, ty, node);
                    self.node(node);
                }
                _ => {
                    let value = self.node(node);
                    let ty = self.b.ty(Type::Of { value });
                    self.push_base(symbol, relation, ty, node);
                }
            }
            return;
        }
        let ty = self.named_type(self.str(node));
        self.push_base(symbol, relation, ty, node);
    }

    fn push_base(&mut self, symbol: SymbolId, relation: Relation, ty: TypeId, node: Node) {
        let (text, line) = (self.text(node, TEXT_LIMIT), self.line(node));
        let base = Base { relation, ty, text, line };
        let bases = &mut self.b.symbol_mut(symbol).bases;
        // What is included last is asked first, all of it before the class above.
        match relation {
            Relation::Extends => bases.push(base),
            _ => bases.insert(0, base),
        }
    }

    /// A constant's path as a type.
    pub fn named_type(&mut self, written: &str) -> TypeId {
        let name = self.b.name(written);
        self.b.ty(Type::Name { path: vec![name], scope: self.scopes.current(), root: None, arguments: Vec::new() })
    }

    /// `A = …`: a constant; `A = Struct.new(:b) do … end`, `A = Class.new(B)`: a class.
    pub fn constant(&mut self, left: Node, right: Node) -> ValueId {
        let whole = left.parent().unwrap_or(left);
        if let Some((receiver, method)) = self.maker(right) {
            let head = field(right, "block").map_or(end(right), start);
            let symbol = self.open_class(self.str(left), left, whole, receiver == "Module", head);
            self.b.sign(symbol, start(whole), head);
            match (receiver, method) {
                ("Class", _) => {
                    let arguments = field(right, "arguments").map(items).unwrap_or_default();
                    arguments.first().into_iter().for_each(|it| self.base(symbol, Relation::Extends, *it));
                }
                ("Module", _) => {}
                _ => {
                    let ty = self.named_type(receiver);
                    self.push_base(symbol, Relation::Extends, ty, right);
                    self.struct_members(symbol, right);
                }
            }
            self.note_maker(right);
            let body = field(right, "block").and_then(|it| field(it, "body"));
            self.class_body(body);
            self.close_class();
            return self.b.value(Value::Class { symbol });
        }
        let written = self.str(left);
        let (outer, last) = written.rsplit_once("::").unwrap_or(("", written));
        let comment = self.comment_above(whole);
        let kind = if self.owners.is_empty() { SymbolKind::Variable } else { SymbolKind::Property };
        let symbol = self.b.symbol(kind, last, end(left) - last.len() as u32, (start(whole), end(whole)));
        self.b.sign(symbol, start(whole), end(whole));
        let doc = comment.and_then(|it| self.b.doc(&docs::clean(it)));
        let made = self.b.symbol_mut(symbol);
        (made.doc, made.exported) = (doc, true);
        made.modifiers = made.modifiers.with(Modifiers::READONLY | Modifiers::STATIC, true);
        let around = self.owners.last().map_or(String::new(), |owner| owner.full.clone());
        let package = match (outer, around.as_str()) {
            ("", _) => around,
            (outer, "") => outer.replace("::", "."),
            (outer, around) => format!("{around}.{}", outer.replace("::", ".")),
        };
        self.declare_constant(last, &package, BindingKind::Variable, symbol, self.line(left));
        let value = self.passed(right);
        self.b.initial(symbol, value);
        value
    }

    /// `Struct.new`, `Data.define`, `Class.new`, `Module.new`
    fn maker(&self, node: Node) -> Option<(&'static str, &'static str)> {
        let receiver = field(node, "receiver").filter(|it| node.kind() == "call" && it.kind() == "constant")?;
        let method = self.str(field(node, "method")?);
        let known = [("Struct", "new"), ("Data", "define"), ("Class", "new"), ("Module", "new")];
        known.into_iter().find(|known| *known == (self.str(receiver), method))
    }

    /// The members that `Struct.new(:a, :b)` gives a class.
    fn struct_members(&mut self, symbol: SymbolId, node: Node) {
        if !matches!(self.maker(node), Some(("Struct" | "Data", _))) {
            return;
        }
        for argument in field(node, "arguments").map(items).unwrap_or_default() {
            if argument.kind() == "simple_symbol"
                && let Some(name) = symbol_text(argument, self.str(argument))
            {
                self.accessor(name, argument, argument, symbol);
            }
        }
    }

    /// A property that is reached by calling its name.
    pub fn accessor(&mut self, name: &str, at: Node, node: Node, owner: SymbolId) -> SymbolId {
        let plain = name.trim_end_matches('=');
        let from = end(at) - u32::from(self.str(at).ends_with(['"', '\''])) - plain.len() as u32;
        let symbol = self.b.symbol(SymbolKind::Property, name, from, (start(node), end(node)));
        self.b.sign(symbol, start(node), end(node));
        let variable = self.b.name(&format!("@{plain}"));
        let object = self.b.value(Value::This { owner: Some(owner) });
        let value = self.b.value(Value::Member { object, name: variable });
        let (is_static, visibility) =
            self.owners.last().map_or((false, 0), |owner| (owner.singleton, owner.visibility));
        let made = self.b.symbol_mut(symbol);
        made.initial.push(value);
        made.modifiers = Modifiers(visibility).with(Modifiers::STATIC, is_static);
        made.exported = visibility == 0;
        let id = self.b.name(name);
        if let Some(owner) = self.owners.last_mut() {
            owner.methods.insert(id, symbol);
        }
        symbol
    }
}

/// Whether a statement defines what instances or the class have.
fn is_definition(node: &Node) -> bool {
    matches!(node.kind(), "method" | "singleton_method" | "singleton_class")
}
