//! Constants and variables, of the package and of functions.

use super::declarations::whole;
use super::{Walk, Walker, end, field, fields, items, start};
use crate::builder::TEXT_LIMIT;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// A group of constants: one without a type and a value repeats those above it.
    pub fn constants(&mut self, node: Node) {
        let mut repeated = None;
        for spec in items(node) {
            if spec.kind() != "const_spec" {
                self.node(spec);
                continue;
            }
            match (field(spec, "type"), field(spec, "value")) {
                (None, None) => {}
                (ty, _) => repeated = ty.map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT))),
            }
            self.variables(spec, repeated.clone(), Modifiers::READONLY);
        }
    }

    pub fn var_spec(&mut self, node: Node) {
        let declared = field(node, "type").map(|ty| (self.ty(ty), self.text(ty, TEXT_LIMIT)));
        self.variables(node, declared, 0);
    }

    fn variables(&mut self, node: Node, declared: Option<(TypeId, String)>, modifiers: u32) {
        let names = fields(node, "name");
        let values = field(node, "value").map(items).unwrap_or_default();
        if let ([name], [value]) = (&names[..], &values[..])
            && self.at_top()
            && value.kind() == "func_literal"
        {
            return self.named_literal(*name, *value, node);
        }
        let whole = whole(node);
        let symbols: Vec<Option<SymbolId>> = names
            .iter()
            .map(|name| {
                (self.at_top() && self.str(*name) != "_").then(|| {
                    let symbol = self.declare(SymbolKind::Variable, *name, whole);
                    self.b.sign(symbol, start(whole), end(whole));
                    symbol
                })
            })
            .collect();
        // A name counts from behind its declaration on: `x := x`.
        let values = self.values_of(&values, names.len());
        for (at, (name, symbol)) in names.into_iter().zip(symbols).enumerate() {
            if self.str(name) == "_" {
                continue;
            }
            let binding = self.bind(name, BindingKind::Variable, symbol);
            self.b.binding_mut(binding).declared = declared.as_ref().map(|it| it.0);
            if let Some(value) = values.get(at) {
                self.b.assign(binding, *value);
            }
            if let Some(symbol) = symbol {
                values.get(at).into_iter().for_each(|value| self.b.initial(symbol, *value));
                let made = self.b.symbol_mut(symbol);
                made.modifiers = made.modifiers.with(modifiers, true);
                (made.declared, made.declared_text) = declared.clone().unzip();
            }
        }
    }

    /// `var F = func() { … }`: a function under that name.
    fn named_literal(&mut self, name: Node, literal: Node, node: Node) {
        let whole = whole(node);
        let symbol = self.declare(SymbolKind::Function, name, whole);
        self.bind(name, BindingKind::Function, Some(symbol));
        self.b.enter(symbol);
        self.function_inside(symbol, literal);
        self.b.leave();
        self.b.sign(symbol, start(whole), field(literal, "body").map_or(end(literal), start));
    }

    /// `a, b := …`: new names, or the scope's own once more.
    pub fn short(&mut self, node: Node) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.children(node) };
        let names = items(left);
        let values = self.values_of(&items(right), names.len());
        self.drops(&names, right);
        self.declare_each(&names, &values);
    }

    /// Declares the names that the scope does not have yet and gives each its value.
    pub fn declare_each(&mut self, names: &[Node], values: &[ValueId]) {
        for (at, name) in names.iter().enumerate() {
            if name.kind() != "identifier" || self.str(*name) == "_" {
                continue;
            }
            let id = self.name(*name);
            let known = self.scopes.bound(id, self.scopes.current());
            let binding = known.unwrap_or_else(|| self.bind(*name, BindingKind::Variable, None));
            if let Some(value) = values.get(at) {
                self.b.assign(binding, *value);
            }
        }
    }

    /// `a, b = …`
    pub fn assignment(&mut self, node: Node) {
        let (Some(left), Some(right)) = (field(node, "left"), field(node, "right")) else { return self.children(node) };
        let targets = items(left);
        let values = self.values_of(&items(right), targets.len());
        self.drops(&targets, right);
        let plain = field(node, "operator").is_none_or(|it| it.kind() == "=");
        if let ([target], [value], true) = (&targets[..], &values[..], plain)
            && self.renews(*target, right)
        {
            return self.renewed(*target, *value);
        }
        self.assign_each(&targets, if plain { &values } else { &[] });
    }

    /// Whether a name is given something that is made in its place, in the block that declares it: from there on it holds
    /// nothing else, whatever branches do.
    fn renews(&mut self, target: Node, right: Node) -> bool {
        let is_made = |it: &Node| matches!(it.kind(), "call_expression" | "composite_literal");
        let in_block = target.parent().and_then(|it| it.parent()?.parent()).is_some_and(|it| it.kind() != "for_clause");
        if target.kind() != "identifier" || self.at_top() || !in_block || !items(right).first().is_some_and(is_made) {
            return false;
        }
        let id = self.name(target);
        let own = self.scopes.bound(id, self.scopes.current()).map(|it| &self.b.graph.bindings[it as usize]);
        own.is_some_and(|own| {
            matches!(own.kind, BindingKind::Variable | BindingKind::Parameter) && own.symbol.is_none()
        })
    }

    /// A name of the same type under which the block knows the value from here on.
    fn renewed(&mut self, name: Node, value: ValueId) {
        let before = self.read(name);
        let declared = match self.b.graph.values[before as usize] {
            Value::Name { binding: Some(binding), .. } => self.b.graph.bindings[binding as usize].declared,
            _ => None,
        };
        let declared = declared.unwrap_or_else(|| self.b.ty(Type::Of { value: before }));
        let binding = self.bind(name, BindingKind::Variable, None);
        self.b.binding_mut(binding).declared = Some(declared);
        self.b.assign(binding, value);
    }

    pub fn assign_each(&mut self, targets: &[Node], values: &[ValueId]) {
        for (at, target) in targets.iter().enumerate() {
            if target.kind() != "identifier" {
                let member = self.value(*target);
                let is_kept = |it: &&ValueId| {
                    matches!(
                        self.b.graph.values[**it as usize],
                        Value::Call { .. } | Value::Name { binding: Some(_), .. }
                    )
                };
                let kept = values.get(at).filter(is_kept);
                if let Some(value) = kept.filter(|_| target.kind() == "selector_expression") {
                    self.b.graph.stored.push((member, *value));
                }
                continue;
            }
            let id = self.name(*target);
            let Some(value) = values.get(at) else { continue };
            match self.scopes.visible(self.b, id) {
                Some(binding) => self.b.assign(binding, *value),
                None if self.str(*target) == "_" => {}
                None => {
                    let name = self.scopes.name(self.b, id, None);
                    self.b.graph.stored.push((name, *value));
                }
            }
        }
    }

    /// The values that `count` names are given: one each, or the parts of one call's results. The second
    /// of two that an index, an assertion or a channel gives says whether there was one.
    fn values_of(&mut self, nodes: &[Node], count: usize) -> Vec<ValueId> {
        let [only] = nodes else { return nodes.iter().map(|node| self.passed(*node)).collect() };
        let value = self.passed(*only);
        if count < 2 {
            return vec![value];
        }
        let mut inner = *only;
        while inner.kind() == "parenthesized_expression"
            && let Some(child) = inner.named_child(0)
        {
            inner = child;
        }
        if !matches!(inner.kind(), "call_expression" | "type_conversion_expression") {
            return vec![value, self.builtin(Builtin::Boolean)];
        }
        (0..count as u32).map(|position| self.b.value(Value::Part { object: value, position })).collect()
    }
}
