//! Functions and methods: generics, parameters, results, bodies.

use super::attributes::Attributes;
use super::impls::{Block, SelfType};
use super::names::Space;
use super::patterns::places;
use super::{Walk, Walker, end, field, start};
use crate::builder::{TEXT_LIMIT, push_bounded};
use crate::tree::{child, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// A function; `of` is the block that it is a member of.
    pub fn function(&mut self, node: Node, attributes: &Attributes, of: Option<&Block>) -> Option<SymbolId> {
        let name = field(node, "name")?;
        let kind = if of.is_some() { SymbolKind::Method } else { SymbolKind::Function };
        let symbol = self.declare(kind, name, node, attributes);
        match of {
            Some(Block { owner: Some(owner), .. }) => self.b.symbol_mut(symbol).parent = Some(*owner),
            Some(Block { owner_name, .. }) => {
                let made = self.b.symbol_mut(symbol);
                (made.parent, made.qualified) = (None, owner_name.clone());
            }
            None => {
                let id = self.name(name);
                self.bind_item(Space::Value, id, symbol, attributes);
            }
        }
        if of.is_some_and(|of| of.of_trait) {
            self.as_visible_as_owner(symbol);
        }
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let mut cursor = node.walk();
        let modifiers = node.children(&mut cursor).find(|child| child.kind() == "function_modifiers");
        let is_async = modifiers.is_some_and(|it| self.str(it).split_whitespace().any(|word| word == "async"));
        let is_elsewhere = of.is_some_and(|of| of.owner.is_none() && of.of_trait && !of.is_trait);
        let itself = format!("self.{}()", self.str(name));
        let hands_on = is_elsewhere && body.is_some_and(|body| self.str(body).contains(&itself));
        let made = self.b.symbol_mut(symbol);
        made.modifiers = made.modifiers.with(Modifiers::ASYNC, is_async).with(Modifiers::HANDS_ON, hands_on);
        if body.is_some() {
            self.b.has_body(symbol);
        }
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Function, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.function_inside(symbol, node, of);
        self.scopes.close();
        self.b.leave();
        Some(symbol)
    }

    fn function_inside(&mut self, symbol: SymbolId, node: Node, of: Option<&Block>) {
        // The parameters of the block are the method's own, so that each method stands for itself.
        if let Some(block) = of.filter(|of| !of.is_trait).map(|of| of.node) {
            self.type_params_of(symbol, block);
            if let Some(ty) = field(block, "type") {
                let receiver = self.ty(ty);
                self.b.symbol_mut(symbol).receiver = Some(receiver);
                let has_types = self.selves.last().is_some_and(|it| !it.inner().is_empty());
                let body = field(block, "body").filter(|_| has_types);
                let inner = body.map(|body| self.associated_types(body)).unwrap_or_default();
                self.selves.push(SelfType::Of(receiver, inner));
            }
        }
        self.type_params_of(symbol, node);
        let list = field(node, "parameters");
        let params = list.map(|list| self.params(symbol, list, of)).unwrap_or_default();
        self.b.symbol_mut(symbol).params = params;
        if let Some(result) = field(node, "return_type") {
            let (text, ty) = (self.text(result, TEXT_LIMIT), self.ty(result));
            let made = self.b.symbol_mut(symbol);
            (made.returns, made.returns_type) = (Some(text), Some(ty));
        }
        if let Some(body) = field(node, "body") {
            self.returns.push(Vec::new());
            let last = self.deeper(body, |walk| walk.body(body)).flatten();
            let mut returns = self.returns.pop().unwrap_or_default();
            last.into_iter().for_each(|last| push_bounded(&mut returns, last));
            self.b.symbol_mut(symbol).return_values = returns;
            self.keep_returned_text(symbol, body);
        }
        if of.is_some_and(|of| !of.is_trait) && self.b.graph.symbols[symbol as usize].receiver.is_some() {
            self.selves.pop();
        }
    }

    /// Binds the type parameters of a declaration in the current scope, with the bounds of its `where`, and
    /// adds them to a symbol. Of the block's parameters that a method has, its `where` may ask for more.
    pub fn type_params_of(&mut self, symbol: SymbolId, node: Node) {
        let (made, bounds) = self.params_and_bounds(node);
        let mut params = std::mem::take(&mut self.b.symbol_mut(symbol).type_params);
        for param in &mut params {
            let binding = self.visible(Space::Type, param.name);
            self.bind_bounds(param, binding, &bounds);
        }
        params.extend(made);
        self.b.symbol_mut(symbol).type_params = params;
    }

    pub fn type_params(&mut self, node: Node) -> Vec<TypeParam> {
        self.params_and_bounds(node).0
    }

    /// The type parameters of a declaration, and what is asked of names in it.
    fn params_and_bounds(&mut self, node: Node) -> (Vec<TypeParam>, Vec<(NameId, TypeId)>) {
        let mut made: Vec<(TypeParam, BindingId)> = Vec::new();
        let list = field(node, "type_parameters").map(items).unwrap_or_default();
        // A bound may use parameters that stand behind it; names come first.
        for param in list.iter().filter(|param| param.kind() == "type_parameter") {
            let Some(name) = field(*param, "name") else { continue };
            let id = self.name(name);
            let binding = self.bind_local(id, BindingKind::TypeParam, start(name));
            made.push((TypeParam { name: id, bound: None, default: None }, binding));
        }
        let mut bounds: Vec<(NameId, TypeId)> = Vec::new();
        for param in list.iter().filter(|param| param.kind() == "type_parameter") {
            let Some(name) = field(*param, "name") else { continue };
            let bound = field(*param, "bounds").and_then(|it| self.bounds(it));
            bounds.extend(bound.map(|bound| (self.name(name), bound)));
            // Where nothing is given, the default stands for it.
            if let Some(default) = field(*param, "default_type").map(|it| self.ty(it))
                && bound.is_none()
            {
                bounds.push((self.name(name), default));
            }
        }
        let mut cursor = node.walk();
        let clause = node.named_children(&mut cursor).find(|child| child.kind() == "where_clause");
        for predicate in clause.map(items).unwrap_or_default() {
            let (Some(left), Some(right)) = (field(predicate, "left"), field(predicate, "bounds")) else { continue };
            let bound = self.bounds(right);
            if left.kind() == "type_identifier" {
                bounds.extend(bound.map(|bound| (self.name(left), bound)));
            }
        }
        for (param, binding) in &mut made {
            self.bind_bounds(param, Some(*binding), &bounds);
        }
        (made.into_iter().map(|(param, _)| param).collect(), bounds)
    }

    /// Adds to a type parameter what is asked of its name.
    fn bind_bounds(&mut self, param: &mut TypeParam, binding: Option<BindingId>, bounds: &[(NameId, TypeId)]) {
        let asked = bounds.iter().filter(|(name, _)| *name == param.name).map(|(_, ty)| *ty);
        let own: Vec<TypeId> = param.bound.into_iter().chain(asked).collect();
        param.bound = match own[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.b.ty(Type::Intersection { parts: own })),
        };
        if let Some(binding) = binding {
            self.b.binding_mut(binding).declared = param.bound;
        }
    }

    /// The parameters but for `self`, which has none of an argument list's places.
    fn params(&mut self, symbol: SymbolId, list: Node, of: Option<&Block>) -> Vec<Param> {
        let mut made = Vec::new();
        let mut has_self = false;
        for param in items(list) {
            match param.kind() {
                "self_parameter" => {
                    has_self = true;
                    self.self_param(param);
                    let is_lent = self.str(param).starts_with('&');
                    let by = if child(param, "mutable_specifier").is_some() {
                        Modifiers::LENT_MUTABLY
                    } else {
                        Modifiers::LENT
                    };
                    let made = self.b.symbol_mut(symbol);
                    made.modifiers = made.modifiers.with(by, is_lent);
                }
                "parameter" => {
                    let (Some(pattern), Some(ty)) = (field(param, "pattern"), field(param, "type")) else { continue };
                    if pattern.kind() == "self" {
                        has_self = true;
                        self.self_param(pattern);
                        let made = self.b.symbol_mut(symbol);
                        made.modifiers = made.modifiers.with(Modifiers::LENT | Modifiers::LENT_MUTABLY, true);
                        continue;
                    }
                    made.push(self.param(pattern, ty));
                }
                "variadic_parameter" => {
                    let name = self.b.name("...");
                    let (optional, rest) = (true, true);
                    made.push(Param {
                        name,
                        type_text: None,
                        declared: None,
                        default: None,
                        optional,
                        rest,
                        binding: None,
                    });
                }
                // A foreign function or a function type names types alone.
                kind if kind != "attribute_item" && kind != "line_comment" && kind != "block_comment" => {
                    self.ty(param);
                }
                _ => {}
            }
        }
        if of.is_some() && !has_self {
            let made = self.b.symbol_mut(symbol);
            made.modifiers = made.modifiers.with(Modifiers::STATIC, true);
        }
        made
    }

    fn self_param(&mut self, node: Node) {
        let id = self.b.name("self");
        let binding = self.bind_local(id, BindingKind::Parameter, start(node));
        match self.selves.last() {
            Some(SelfType::Of(receiver, _)) => self.b.binding_mut(binding).declared = Some(*receiver),
            Some(SelfType::Trait(symbol)) => {
                let this = Value::This { owner: Some(*symbol) };
                let this = self.b.value(this);
                self.b.assign(binding, this);
            }
            None => {}
        }
    }

    fn param(&mut self, pattern: Node, ty: Node) -> Param {
        let declared = self.ty(ty);
        let type_text = Some(self.text(ty, TEXT_LIMIT));
        let mut inner = pattern;
        while matches!(inner.kind(), "mut_pattern" | "ref_pattern")
            && let Some(child) = items(inner).last().copied()
        {
            inner = child;
        }
        let (name, binding) = match inner.kind() {
            "identifier" => {
                let id = self.name(inner);
                let binding = self.bind_local(id, BindingKind::Parameter, start(inner));
                self.b.binding_mut(binding).declared = Some(declared);
                (id, Some(binding))
            }
            _ => {
                let value = self.b.value(Value::Cast { ty: declared });
                self.pattern(pattern, value);
                (self.b.name("_"), None)
            }
        };
        Param { name, type_text, declared: Some(declared), default: None, optional: false, rest: false, binding }
    }

    /// `|a, b: T| …`. `given`: the call and the argument's place that the closure is given as.
    pub fn closure(&mut self, node: Node, given: Option<(ValueId, u32)>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let list = field(node, "parameters").map(places).unwrap_or_default();
        let list = list.into_iter().filter(|it| !matches!(it.kind(), "line_comment" | "block_comment"));
        for (position, param) in list.enumerate() {
            let (pattern, ty) = match param.kind() {
                "parameter" => (field(param, "pattern").unwrap_or(param), field(param, "type")),
                _ => (param, None),
            };
            let value = match (ty, given) {
                (Some(ty), _) => {
                    let ty = self.ty(ty);
                    self.b.value(Value::Cast { ty })
                }
                (None, Some((callee, argument))) => {
                    self.b.value(Value::CallbackParam { callee, argument, position: position as u32 })
                }
                (None, None) => self.unknown(),
            };
            self.pattern(pattern, value);
        }
        let declared = field(node, "return_type").map(|ty| self.ty(ty));
        self.returns.push(Vec::new());
        let last = field(node, "body").map(|body| self.value(body));
        let mut returns = self.returns.pop().unwrap_or_default();
        last.into_iter().for_each(|last| push_bounded(&mut returns, last));
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }
}
