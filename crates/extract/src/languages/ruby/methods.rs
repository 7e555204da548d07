//! Methods and their parameters.

use super::{Method, Walk, Walker, docs, end, field, items, start};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT, push_bounded};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `def f(…)`, `def self.f(…)`
    pub fn method(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let text = self.str(name);
        let on_self = field(node, "object").is_some_and(|it| it.kind() == "self" || it.kind() == "constant");
        let in_class = self.owners.last().map(|owner| (owner.symbol, owner.singleton, owner.visibility));
        let is_static = on_self || in_class.is_some_and(|it| it.1);
        let kind = match in_class {
            None => SymbolKind::Function,
            Some(_) if text == "initialize" && !is_static => SymbolKind::Constructor,
            Some(_) => SymbolKind::Method,
        };
        let comment = self.comment_above(node);
        let doc = comment.map(docs::read).unwrap_or_default();
        let symbol = self.b.symbol(kind, text, start(name), (start(node), end(node)));
        let visibility = in_class.map_or(0, |it| if on_self { 0 } else { it.2 });
        let words = comment.and_then(|it| self.b.doc(&docs::clean(it)));
        let made = self.b.symbol_mut(symbol);
        made.modifiers = Modifiers(visibility).with(Modifiers::STATIC, is_static);
        made.exported = visibility & (Modifiers::PRIVATE | Modifiers::PROTECTED) == 0;
        made.doc = words;
        let id = self.name(name);
        match self.owners.last_mut() {
            Some(owner) => {
                owner.methods.insert(id, symbol);
            }
            None => {
                let scope = self.defining_scope(node);
                let binding = self.b.binding(id, scope, BindingKind::Function, self.line(name));
                self.b.binding_mut(binding).symbol = Some(symbol);
                self.functions.define(id, scope, binding);
            }
        }
        self.method_inside(symbol, id, is_static, node, &doc);
    }

    fn method_inside(&mut self, symbol: SymbolId, name: NameId, is_static: bool, node: Node, doc: &docs::Doc) {
        let body = field(node, "body");
        let list = field(node, "parameters");
        let head = list.or(field(node, "name")).map_or(end(node), end);
        self.b.sign(symbol, start(node), head);
        self.b.has_body(symbol);
        self.b.enter(symbol);
        let (flow, blocks) = (std::mem::take(&mut self.flow), std::mem::take(&mut self.blocks));
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        let params = list.map(|list| self.params(list, doc)).unwrap_or_default();
        let block = list.map(items).unwrap_or_default().into_iter().find(|it| it.kind() == "block_parameter");
        let block = block.and_then(|it| field(it, "name")).map(|it| self.name(it)).and_then(|it| self.flow.get(it));
        self.methods.push(Method { name, is_static, params: params.len() as u32, block, yields: Vec::new() });
        let returns = doc.returns.as_ref().map(|text| (self.doc_type(text), text.clone()));
        let made = self.b.symbol_mut(symbol);
        (made.scope, made.params) = (Some(scope), params);
        if let Some((ty, text)) = returns {
            (made.returns_type, made.returns) = (Some(ty), Some(crate::text::keep_start(text, TEXT_LIMIT)));
        }
        self.returns.push(Vec::new());
        let last = body.map(|body| self.last_value(body));
        let mut values = self.returns.pop().unwrap_or_default();
        if let Some(last) = last {
            push_bounded(&mut values, last);
        }
        let yields = self.methods.pop().map(|it| it.yields).unwrap_or_default();
        let made = self.b.symbol_mut(symbol);
        (made.return_values, made.yields) = (values, yields);
        self.scopes.close();
        (self.flow, self.blocks) = (flow, blocks);
        self.b.leave();
    }

    /// Walks the statements of a body; the value of the last one.
    pub fn last_value(&mut self, body: Node) -> ValueId {
        if !matches!(
            body.kind(),
            "body_statement" | "block_body" | "then" | "else" | "do" | "begin" | "parenthesized_statements"
        ) {
            return self.passed(body);
        }
        let mut last = None;
        let mut cursor = body.walk();
        let mut others = Vec::new();
        for child in body.named_children(&mut cursor) {
            match child.kind() {
                "comment" => self.note_comment(child),
                "rescue" => {
                    let value = self.rescue(child);
                    push_bounded(&mut others, value);
                }
                "ensure" => self.children(child),
                "else" => last = Some(self.last_value(child)),
                _ => last = Some(self.passed(child)),
            }
        }
        let value = last.unwrap_or_else(|| self.builtin(Builtin::Null));
        if others.is_empty() {
            return value;
        }
        others.insert(0, value);
        self.b.value(Value::Either { options: others })
    }

    pub fn params(&mut self, list: Node, doc: &docs::Doc) -> Vec<Param> {
        let mut made = Vec::new();
        for node in items(list) {
            let name = match node.kind() {
                "identifier" => Some(node),
                "destructured_parameter" => {
                    let object = self.unknown();
                    self.destructured(node, object);
                    continue;
                }
                _ => field(node, "name"),
            };
            let Some(name) = name else { continue };
            let default = field(node, "value");
            let value = default.map(|it| self.passed(it));
            let id = self.name(name);
            let written = doc.params.iter().find(|it| it.0 == self.str(name)).map(|it| it.1.clone());
            let declared = written.as_ref().map(|it| self.doc_type(it));
            let binding = self.b.binding(id, self.scopes.current(), BindingKind::Parameter, self.line(name));
            self.b.binding_mut(binding).declared = declared;
            let rest = matches!(node.kind(), "splat_parameter" | "hash_splat_parameter");
            if declared.is_none() {
                match (value, node.kind()) {
                    (Some(value), _) => self.b.assign(binding, value),
                    (None, "splat_parameter") => {
                        let value = self.b.value(Value::List { items: Vec::new() });
                        self.b.assign(binding, value);
                    }
                    (None, "hash_splat_parameter") => {
                        let value = self.map_of(Vec::new());
                        self.b.assign(binding, value);
                    }
                    _ => {}
                }
            }
            self.flow.set(id, binding);
            made.push(Param {
                name: id,
                type_text: written,
                declared,
                default: default.map(|it| self.text(it, DEFAULT_LIMIT)),
                optional: default.is_some() || rest || node.kind() == "block_parameter",
                rest,
                binding: Some(binding),
            });
        }
        made
    }

    /// `(a, (b, *c))` as parameters.
    pub fn destructured(&mut self, node: Node, object: ValueId) {
        for (position, part) in items(node).into_iter().enumerate() {
            let value = self.b.value(Value::Part { object, position: position as u32 });
            match part.kind() {
                "destructured_parameter" => self.destructured(part, value),
                "identifier" => self.assign_local(part, value),
                _ => {
                    let object = self.b.value(Value::List { items: Vec::new() });
                    field(part, "name").into_iter().for_each(|it| self.assign_local(it, object));
                }
            }
        }
    }

    pub fn assign_local(&mut self, name: Node, value: ValueId) {
        let (id, scope, line) = (self.name(name), self.scopes.current(), self.line(name));
        self.flow.assign(self.b, scope, id, value, line);
    }
}
