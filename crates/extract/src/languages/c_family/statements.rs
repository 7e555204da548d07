//! What stands at the top, in namespaces and in functions' bodies.

use super::{Template, Walk, Walker, field, items, start};
use crate::builder::push_bounded;
use crate::tree::child;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn statement(&mut self, node: Node) {
        match node.kind() {
            "function_definition" => self.function_definition(node),
            "declaration" => self.declaration(node),
            "type_definition" => self.typedef(node),
            "struct_specifier" | "union_specifier" | "class_specifier" | "enum_specifier" => {
                self.specified(node, None);
            }
            "namespace_definition" => self.namespace(node),
            "namespace_alias_definition" => self.alias(node, field(node, "name")),
            "alias_declaration" => self.alias_declaration(node),
            "using_declaration" => self.using(node),
            "template_declaration" => self.template(node),
            "friend_declaration" => self.friend(node),
            "concept_definition" => {
                let Some(name) = field(node, "name") else { return };
                let symbol = self.declare(SymbolKind::TypeAlias, self.str(name), start(name), node);
                self.close_template(symbol);
                self.children(node);
            }
            "static_assert_declaration" | "template_instantiation" | "preproc_include" | "comment" => {}
            "linkage_specification" => field(node, "body").into_iter().for_each(|body| match body.kind() {
                "declaration_list" => self.children(body),
                _ => self.node(body),
            }),
            "compound_statement" => self.scoped(|walk| walk.children(node)),
            "if_statement" | "while_statement" | "do_statement" | "for_statement" | "case_statement"
            | "catch_clause" => {
                // `default:` has no value.
                if node.kind() != "case_statement" || field(node, "value").is_some() {
                    self.b.branch();
                }
                self.scoped(|walk| walk.controlled(node));
            }
            "switch_statement" => self.scoped(|walk| walk.controlled(node)),
            "for_range_loop" => {
                self.b.branch();
                self.scoped(|walk| walk.range(node));
            }
            "return_statement" | "co_return_statement" => {
                let Some(value) = items(node).first().copied() else { return };
                let value = self.passed(value);
                if let Some(returns) = self.returns.last_mut() {
                    push_bounded(returns, value);
                }
            }
            "goto_statement" | "break_statement" | "continue_statement" | "statement_identifier" | "type_qualifier" => {
            }
            kind if is_expression(kind) => {
                self.value(node);
            }
            _ => self.children(node),
        }
    }

    fn controlled(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                // `catch (const Error& e)`
                "parameter_list" => {
                    self.params(child, true);
                }
                "condition_clause" => self.controlled(child),
                "identifier" | "field_expression" if node.kind() != "case_statement" => {
                    let value = self.value(child);
                    let is_tested = node.kind() == "condition_clause" || field(node, "condition") == Some(child);
                    if is_tested {
                        self.tested(child, value);
                    }
                }
                _ => self.node(child),
            }
        }
    }

    /// `for (auto& [key, value] : map)`
    fn range(&mut self, node: Node) {
        field(node, "initializer").into_iter().for_each(|it| self.node(it));
        let object = match field(node, "right") {
            Some(right) => self.value(right),
            None => self.unknown(),
        };
        let at = field(node, "right").map_or_else(|| start(node), start);
        ["begin", "end"].into_iter().for_each(|member| self.implied(object, member, at, &[]));
        let base = field(node, "type").map(|ty| self.base_type(node, ty));
        if let (Some(base), Some(declarator)) = (base, field(node, "declarator")) {
            let item = self.b.value(Value::Item { object, position: 1 });
            self.local(node, declarator, base, Some(item));
        }
        field(node, "body").into_iter().for_each(|body| self.node(body));
    }

    fn namespace(&mut self, node: Node) {
        let Some(body) = field(node, "body") else { return };
        let is_inline =
            (0..node.child_count()).take(2).any(|at| node.child(at).is_some_and(|it| it.kind() == "inline"));
        let Some(name) = field(node, "name") else {
            let outer = std::mem::replace(&mut self.is_hidden, true);
            self.children(body);
            self.is_hidden = outer;
            return;
        };
        // An inline namespace is seen through.
        if is_inline {
            return self.children(body);
        }
        let names = if name.kind() == "nested_namespace_specifier" { names(name) } else { vec![name] };
        for name in &names {
            let key = (self.b.owner(), self.name(*name));
            let symbol = match self.spaces.get(&key) {
                Some(symbol) => *symbol,
                None => {
                    let symbol = self.declare(SymbolKind::Namespace, self.str(*name), start(*name), node);
                    self.b.symbol_mut(symbol).exported = true;
                    self.b.sign(symbol, start(node), start(body));
                    self.spaces.insert(key, symbol);
                    symbol
                }
            };
            self.b.enter(symbol);
            self.scopes.open(self.b, ScopeKind::Block, Some(symbol));
        }
        self.children(body);
        for _ in names {
            self.scopes.close();
            self.b.leave();
        }
    }

    /// `namespace a = b::c;`
    fn alias(&mut self, node: Node, name: Option<Node>) {
        let Some(name) = name else { return };
        let target = items(node).into_iter().rfind(|it| *it != name);
        let path = target.map(names).unwrap_or_default();
        self.other_name(Some(name), BindingKind::Namespace, &path);
    }

    /// `using a::b;`, `using namespace a;`
    fn using(&mut self, node: Node) {
        let Some(target) = items(node).last().copied() else { return };
        let path = names(target);
        if path.is_empty() {
            return;
        }
        let is_namespace = node.children(&mut node.walk()).any(|it| it.kind() == "namespace");
        if !is_namespace && self.is_in_class() {
            return;
        }
        match is_namespace {
            true => self.other_name(None, BindingKind::Namespace, &path),
            false => self.other_name(path.last().copied(), BindingKind::Import, &path),
        }
    }

    /// A name that stands for one elsewhere; without a name, for all of that namespace.
    fn other_name(&mut self, name: Option<Node>, kind: BindingKind, path: &[Node]) {
        let ids: Vec<NameId> = path.iter().map(|part| self.name(*part)).collect();
        let Some(at) = path.first().map(|part| start(*part)) else { return };
        let id = match name {
            Some(name) => self.name(name),
            None => self.b.name("*"),
        };
        // From the scope around, so that a name cannot stand for itself.
        let ty = self.b.ty(Type::Name { path: ids, scope: self.scopes.current(), root: None, arguments: Vec::new() });
        let line = self.b.source.line(at);
        let binding = self.b.binding(id, self.scopes.current(), kind, line);
        self.b.binding_mut(binding).declared = Some(ty);
    }

    fn template(&mut self, node: Node) {
        let scope = self.scopes.open(self.b, ScopeKind::Block, None);
        let list = field(node, "parameters");
        let params = list.map(|list| self.template_params(list)).unwrap_or_default();
        let specialises = list.is_some_and(|list| items(list).is_empty());
        let is_constrained = self.is_constrained(node, list);
        let outer = self.template.replace(Template { scope, params, specialises, is_constrained });
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor).filter(|it| it.kind() != "template_parameter_list") {
            self.node(child);
        }
        self.template = outer;
        self.scopes.close();
    }

    /// Whether a template is there for some arguments alone: by `requires`, by a parameter without a name, by `enable_if`.
    fn is_constrained(&self, node: Node, list: Option<Node>) -> bool {
        let has_name = |param: Node| match param.kind() {
            "optional_type_parameter_declaration" => field(param, "name").is_some(),
            "parameter_declaration" | "optional_parameter_declaration" => field(param, "declarator").is_some(),
            _ => true,
        };
        child(node, "requires_clause").is_some()
            || list.is_some_and(|list| {
                items(list).into_iter().any(|it| !has_name(it)) || self.str(list).contains("enable_if")
            })
    }

    pub fn template_params(&mut self, list: Node) -> Vec<TypeParam> {
        let mut made = Vec::new();
        for param in items(list) {
            let name = match param.kind() {
                "type_parameter_declaration" | "variadic_type_parameter_declaration" => {
                    items(param).into_iter().find(|it| it.kind() == "type_identifier")
                }
                "optional_type_parameter_declaration" => field(param, "name"),
                "template_template_parameter_declaration" => {
                    let inner = items(param).into_iter().find(|it| it.kind() == "type_parameter_declaration");
                    inner.and_then(|it| items(it).first().copied())
                }
                _ => {
                    let declarator = field(param, "declarator");
                    let base = field(param, "type").map(|ty| self.ty(ty));
                    if let (Some(declarator), Some(base)) = (declarator, base) {
                        self.local(param, declarator, base, None);
                    }
                    None
                }
            };
            let Some(name) = name else { continue };
            let id = self.name(name);
            self.scopes.rebind(self.b, id, BindingKind::TypeParam, start(name));
            made.push(TypeParam { name: id, bound: None, default: None });
        }
        made
    }

    /// Gives the template's parameters to the symbol that it declares.
    pub fn close_template(&mut self, symbol: SymbolId) {
        if let Some(Template { scope, params, specialises, is_constrained }) = self.template.take() {
            self.b.graph.scopes[scope as usize].symbol = Some(symbol);
            let made = self.b.symbol_mut(symbol);
            made.type_params = params;
            let is_callable = matches!(made.kind, SymbolKind::Function | SymbolKind::Method | SymbolKind::Constructor);
            let by_result = made.returns.as_deref().is_some_and(|it| it.contains("enable_if"));
            let is_constrained = (is_constrained || by_result) && is_callable;
            made.modifiers = made.modifiers.with(Modifiers::TITLED, specialises && is_callable);
            if is_constrained {
                let condition = self.unknown_type();
                let params = &mut self.b.symbol_mut(symbol).type_params;
                params.iter_mut().for_each(|param| param.bound = Some(condition));
            }
        }
    }

    /// Of friends only functions with a body are declared where they are named.
    fn friend(&mut self, node: Node) {
        for child in items(node).into_iter().filter(|it| it.kind() == "function_definition") {
            let class = self.inside.pop();
            let owner = self.b.leave();
            self.function_definition(child);
            owner.into_iter().for_each(|owner| self.b.enter(owner));
            self.inside.extend(class);
        }
    }

    pub fn is_in_class(&self) -> bool {
        let kind = self.b.owner().map(|id| self.b.graph.symbols[id as usize].kind);
        matches!(kind, Some(SymbolKind::Class | SymbolKind::Struct)) && !self.inside.is_empty()
    }
}

/// The names of a path from left to right, without template arguments.
pub fn names(node: Node) -> Vec<Node> {
    let (mut found, mut pending) = (Vec::new(), vec![node]);
    while let Some(node) = pending.pop() {
        match node.kind() {
            "qualified_identifier" | "nested_namespace_specifier" => {
                let inner = items(node);
                pending.extend(inner.into_iter().rev());
            }
            "template_type" | "template_function" | "template_method" => pending.extend(field(node, "name")),
            "dependent_name" | "dependent_type" => pending.extend(items(node).first()),
            _ => found.push(node),
        }
        if found.len() + pending.len() > 64 {
            break;
        }
    }
    found
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || matches!(
            kind,
            "identifier"
                | "qualified_identifier"
                | "initializer_list"
                | "lambda_expression"
                | "concatenated_string"
                | "field_initializer"
                | "this"
        )
}
