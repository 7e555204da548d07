//! Traits and the blocks that implement: what gives types their methods.

use super::attributes::Attributes;
use super::names::Space;
use super::{Walk, Walker, end, field, start};
use crate::builder::TEXT_LIMIT;
use crate::tree::{child, items};
use facts::*;
use syntax::tree_sitter::Node;

/// The block that a method is a member of.
pub struct Block<'t> {
    pub node: Node<'t>,
    /// The symbol of the type or trait, where the file declares it further up.
    pub owner: Option<SymbolId>,
    pub owner_name: String,
    /// It is a trait, or the implementation of one.
    pub of_trait: bool,
    pub is_trait: bool,
}

/// What `Self` is.
pub enum SelfType {
    /// In a block that implements: the type as written there, and the block's own associated types.
    Of(TypeId, Vec<(NameId, TypeId)>),
    Trait(SymbolId),
}

impl SelfType {
    pub fn inner(&self) -> &[(NameId, TypeId)] {
        match self {
            Self::Of(_, inner) => inner,
            Self::Trait(_) => &[],
        }
    }
}

impl Walk<'_, '_> {
    pub fn trait_item(&mut self, node: Node, attributes: &Attributes) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Interface, name, node, attributes);
        let id = self.name(name);
        self.bind_item(Space::Type, id, symbol, attributes);
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        self.b.enter(symbol);
        let scope = self.scopes.open(self.b, ScopeKind::Class, Some(symbol));
        self.b.symbol_mut(symbol).scope = Some(scope);
        self.type_params_of(symbol, node);
        for bound in field(node, "bounds").map(items).unwrap_or_default() {
            if is_trait(bound) {
                let base = self.base(bound, Relation::Extends);
                self.b.symbol_mut(symbol).bases.push(base);
            }
        }
        self.selves.push(SelfType::Trait(symbol));
        if let Some(body) = body {
            let block = Block { node, owner: Some(symbol), owner_name: String::new(), of_trait: true, is_trait: true };
            self.members(body, &block);
        }
        self.selves.pop();
        self.scopes.close();
        self.b.leave();
    }

    pub fn impl_item(&mut self, node: Node, attributes: &Attributes) {
        let Some(mut ty) = field(node, "type") else { return self.children(node) };
        // `impl dyn A + Send`: what it gives is reached through `A`.
        if let Some(first) = items(ty).into_iter().find(|it| is_trait(*it)).filter(|_| ty.kind() == "bounded_type") {
            ty = first;
        }
        self.scopes.open(self.b, ScopeKind::Block, None);
        self.type_params(node);
        let is_hidden = self.is_of_hidden(ty, attributes);
        let extended = if is_hidden { self.unknown_type() } else { self.ty(ty) };
        let of_trait = field(node, "trait").filter(|it| is_trait(*it));
        // `impl !Send for T`
        let mut cursor = node.walk();
        let negative = node.children(&mut cursor).any(|child| child.kind() == "!");
        let bases = of_trait.filter(|_| !negative).map(|it| self.base(it, Relation::Implements));
        let owner = self.owner_of_impl(ty).filter(|_| !is_hidden);
        let owner_name = type_name(ty).map(|name| self.str(name).to_owned()).unwrap_or_default();
        let line = self.b.source.line(start(node));
        if let (Some(owner), Some(base)) = (owner, &bases) {
            self.b.symbol_mut(owner).bases.push(base.clone());
        }
        let body = field(node, "body");
        let inner = body.map(|body| self.associated_types(body)).unwrap_or_default();
        self.selves.push(SelfType::Of(extended, inner));
        let block = Block { node, owner, owner_name, of_trait: of_trait.is_some(), is_trait: false };
        let members = body.map(|body| self.members(body, &block)).unwrap_or_default();
        let lent = self.lent_decorators(attributes);
        for member in members.iter().filter(|_| !lent.is_empty()) {
            let made = self.b.symbol_mut(*member);
            if made.kind == SymbolKind::Method || made.kind == SymbolKind::Function {
                made.decorators.extend(lent.iter().cloned());
            }
        }
        self.selves.pop();
        self.scopes.close();
        let bases = bases.into_iter().collect();
        let behind = match (ty.kind(), child(ty, "mutable_specifier")) {
            ("reference_type", None) => Behind::Shared,
            ("reference_type", Some(_)) => Behind::Mutable,
            _ => Behind::Nothing,
        };
        self.b.graph.impls.push(Impl { ty: extended, behind, bases, members, line });
    }

    pub fn base(&mut self, node: Node, relation: Relation) -> Base {
        let (ty, text) = (self.ty(node), self.text(node, TEXT_LIMIT));
        Base { relation, ty, text, line: self.b.source.line(start(node)) }
    }

    /// Whether a block that is not built is for a type that is not built either, whose name means what a file imports.
    fn is_of_hidden(&mut self, ty: Node, attributes: &Attributes) -> bool {
        let Some(name) = type_name(ty).filter(|_| self.is_elsewhere(attributes)) else { return false };
        let (id, text) = (self.name(name), self.str(name));
        let binding = self.visible(Space::Type, id);
        let is_imported = binding.is_some_and(|it| self.b.graph.bindings[it as usize].import.is_some());
        is_imported && self.b.graph.symbols.iter().any(|it| it.kind.is_type() && self.b.graph.name(it.name) == text)
    }

    /// The symbol of the type that a block implements for, where it stands further up in this file.
    fn owner_of_impl(&mut self, ty: Node) -> Option<SymbolId> {
        let name = type_name(ty).filter(|name| name.parent().is_none_or(|it| it.kind() != "scoped_type_identifier"))?;
        let id = self.name(name);
        let binding = self.visible(Space::Type, id)?;
        self.b.graph.bindings[binding as usize].symbol
    }

    /// `Self` in what a type declares is the type with its own parameters.
    pub fn declares_self(&mut self, symbol: SymbolId, name: NameId) {
        let params: Vec<NameId> = self.b.graph.symbols[symbol as usize].type_params.iter().map(|it| it.name).collect();
        let scope = self.scopes.current();
        let mut named = |name, arguments| {
            let root = self.visible(Space::Type, name);
            self.b.ty(Type::Name { path: vec![name], scope, root, arguments })
        };
        let arguments = params.into_iter().map(|param| named(param, Vec::new())).collect();
        let ty = named(name, arguments);
        self.selves.push(SelfType::Of(ty, Vec::new()));
    }

    /// What a block says that its associated types are.
    pub fn associated_types(&mut self, body: Node) -> Vec<(NameId, TypeId)> {
        let mut made = Vec::new();
        for item in items(body).into_iter().filter(|item| item.kind() == "type_item") {
            if let (Some(name), Some(ty)) = (field(item, "name"), field(item, "type")) {
                let ty = self.ty(ty);
                made.push((self.name(name), ty));
            }
        }
        made
    }

    /// The members of a trait or block.
    fn members(&mut self, body: Node, of: &Block) -> Vec<SymbolId> {
        let mut attributes = Attributes::default();
        let (mut made, mut weak) = (Vec::new(), Vec::new());
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if child.kind() == "attribute_item" {
                attributes.push(child);
                continue;
            }
            if matches!(child.kind(), "line_comment" | "block_comment") {
                continue;
            }
            let is_elsewhere = self.is_elsewhere_call(child, &attributes);
            let inner = self.elsewhere(is_elsewhere, |walk| {
                let inner = walk.in_expansion(child, |walk, root| (walk.members(root, of), Vec::new()));
                inner.or_else(|| walk.given_members(child, |walk, block| walk.members(block, of)))
            });
            if let Some((mut inner, mut weaker)) = inner {
                if is_elsewhere { &mut weak } else { &mut made }.append(&mut inner);
                weak.append(&mut weaker);
                attributes.clear();
                continue;
            }
            let symbol = self.deeper(child, |walk| walk.member(child, &attributes, of)).flatten();
            match symbol {
                Some(symbol) if self.is_elsewhere(&attributes) => weak.push(symbol),
                _ => made.extend(symbol),
            }
            attributes.clear();
        }
        // Of several under different conditions the first counts.
        made.append(&mut weak);
        made
    }

    fn member(&mut self, node: Node, attributes: &Attributes, of: &Block) -> Option<SymbolId> {
        let symbol = match node.kind() {
            "function_item" | "function_signature_item" => {
                let symbol = self.function(node, attributes, Some(of))?;
                let made = self.b.symbol_mut(symbol);
                made.modifiers = made.modifiers.with(Modifiers::ABSTRACT, of.is_trait && field(node, "body").is_none());
                return Some(symbol);
            }
            "const_item" => self.constant(node, attributes, SymbolKind::Property)?,
            "type_item" => self.type_item(node, attributes, Some(of).filter(|of| !of.is_trait))?,
            "associated_type" => {
                let name = field(node, "name")?;
                let symbol = self.declare(SymbolKind::TypeAlias, name, node, attributes);
                self.b.sign(symbol, start(node), end(node));
                let bound = field(node, "bounds").and_then(|bounds| self.bounds(bounds));
                self.b.symbol_mut(symbol).declared = bound;
                symbol
            }
            _ => {
                self.statement(node, attributes);
                return None;
            }
        };
        let made = self.b.symbol_mut(symbol);
        match of.owner {
            Some(owner) => made.parent = Some(owner),
            None => (made.parent, made.qualified) = (None, of.owner_name.clone()),
        }
        if of.of_trait {
            self.as_visible_as_owner(symbol);
        }
        Some(symbol)
    }
}

/// The last name of a type, without references, arguments and path.
pub fn type_name(node: Node) -> Option<Node> {
    match node.kind() {
        "type_identifier" | "primitive_type" => Some(node),
        "scoped_type_identifier" => field(node, "name"),
        "generic_type" => type_name(field(node, "type")?),
        "reference_type" | "pointer_type" => type_name(field(node, "type")?),
        "dynamic_type" | "abstract_type" => type_name(field(node, "trait")?),
        _ => None,
    }
}

/// Whether a bound is a trait: no lifetime, no `?Sized`.
pub fn is_trait(node: Node) -> bool {
    !matches!(node.kind(), "lifetime" | "removed_trait_bound" | "use_bounds" | "line_comment" | "block_comment")
}
