//! Blocks and lambdas: they see the locals around.

use super::{Method, Walk, Walker, docs, end, field, start};
use crate::builder::push_bounded;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `-> (x) { … }`
    pub fn lambda(&mut self, node: Node) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let mark = self.flow.mark();
        field(node, "parameters").into_iter().for_each(|list| {
            self.params(list, &docs::Doc::default());
        });
        let body = field(node, "body").and_then(|it| field(it, "body"));
        self.returns.push(Vec::new());
        let last = body.map(|it| self.last_value(it));
        let mut returns = self.returns.pop().unwrap_or_default();
        last.into_iter().for_each(|value| push_bounded(&mut returns, value));
        self.flow.rewind(mark);
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared: None, is_async: false })
    }

    /// A block; the callee that it is given to says what its parameters are.
    pub fn block_value(&mut self, node: Node, callee: Option<ValueId>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let mark = self.flow.mark();
        if let Some(list) = field(node, "parameters") {
            for (position, param) in self.params(list, &docs::Doc::default()).into_iter().enumerate() {
                if let (Some(binding), Some(callee), false) = (param.binding, callee, param.rest) {
                    let position = position as u32;
                    let value = self.b.value(Value::CallbackParam { callee, argument: 0, position });
                    self.b.assign(binding, value);
                }
            }
        } else if let Some(callee) = callee.filter(|_| self.str(node).contains("it") || self.str(node).contains("_1")) {
            // `it` and `_1` stand for what is not named.
            let value = self.b.value(Value::CallbackParam { callee, argument: 0, position: 0 });
            let (scope, line) = (self.scopes.current(), self.line(node));
            for name in ["it", "_1"] {
                let name = self.b.name(name);
                if self.flow.get(name).is_none() && self.described.is_empty() {
                    self.flow.assign(self.b, scope, name, value, line);
                }
            }
        }
        let scope = self.scopes.current();
        callee.into_iter().for_each(|callee| self.blocks.push((scope, callee)));
        let last = field(node, "body").map(|it| self.last_value(it));
        self.blocks.truncate(self.blocks.len() - usize::from(callee.is_some()));
        let way = self.flow.rewind(mark);
        self.scopes.close();
        // What it assigns to locals around stays.
        let names = &self.b.graph.names;
        let way = way.within(&self.flow, |name| names[name as usize].starts_with('@'));
        self.flow.join(self.b, &mut self.scopes, &[way], true);
        let returns = last.into_iter().collect();
        self.b.value(Value::Function { symbol: None, returns, declared: None, is_async: false })
    }

    /// `define_method(:x) { |a| … }`
    pub fn defined_method(&mut self, name: &str, at: u32, node: Node, block: Node) {
        let Some(owner) = self.owners.last() else {
            self.block_value(block, None);
            return;
        };
        let (visibility, is_static) = (owner.visibility, owner.singleton);
        let symbol = self.b.symbol(SymbolKind::Method, name, at, (start(node), end(node)));
        self.b.sign(symbol, start(node), start(block));
        let made = self.b.symbol_mut(symbol);
        made.modifiers = Modifiers(visibility).with(Modifiers::STATIC, is_static);
        made.exported = visibility == 0;
        self.b.has_body(symbol);
        let id = self.b.name(name);
        self.b.enter(symbol);
        self.methods.push(Method { name: id, is_static, params: 0, block: None, yields: Vec::new() });
        let value = if block.kind() == "lambda" { self.lambda(block) } else { self.block_value(block, None) };
        self.methods.pop();
        self.b.leave();
        if let Value::Function { returns, .. } = self.b.graph.values[value as usize].clone() {
            self.b.symbol_mut(symbol).return_values = returns;
        }
    }
}
