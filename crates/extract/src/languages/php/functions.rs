//! Functions, methods, closures and their parameters.

use super::docs::Doc;
use super::names::Kind;
use super::{Function, Walk, Walker, end, field, items, modifiers, start, visibility};
use crate::builder::{DEFAULT_LIMIT, TEXT_LIMIT};
use facts::*;
use syntax::tree_sitter::Node;

/// Methods of instances by which libraries ask what these list.
const LISTING: &[&str] = &["behaviors"];

/// The method of routers that binds closures to what they group routes on.
const GROUPING: &str = "group";

impl Walk<'_, '_> {
    pub fn function(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let symbol = self.declare(SymbolKind::Function, name, node);
        self.b.symbol_mut(symbol).exported = self.functions.is_empty();
        let full = self.names.own(self.str(name));
        let id = self.name(name);
        let binding = self.b.binding(id, self.names.scope, BindingKind::Function, self.line(name));
        self.b.binding_mut(binding).symbol = Some(symbol);
        self.names.declare(Kind::Function, &full, binding);
        self.function_inside(symbol, node);
    }

    pub fn method(&mut self, node: Node) {
        let Some(name) = field(node, "name") else { return self.children(node) };
        let is_constructor = self.str(name).eq_ignore_ascii_case("__construct");
        let kind = if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method };
        let symbol = self.declare(kind, name, node);
        let in_interface =
            self.owner().is_some_and(|it| self.b.graph.symbols[it as usize].kind == SymbolKind::Interface);
        let made = modifiers(node).with(Modifiers::ABSTRACT, in_interface);
        let it = self.b.symbol_mut(symbol);
        it.modifiers = made;
        it.exported = !made.has(Modifiers::PRIVATE | Modifiers::PROTECTED);
        self.function_inside(symbol, node);
        let is_listing = made.has(Modifiers::STATIC) || LISTING.contains(&self.str(name));
        let body = field(node, "body").filter(|_| is_listing);
        body.into_iter().for_each(|body| self.listed_method(name, body));
    }

    fn function_inside(&mut self, symbol: SymbolId, node: Node) {
        let comment = self.doc_above(node);
        let body = field(node, "body");
        self.b.sign(symbol, start(node), body.map_or(end(node), start));
        let doc = self.document(symbol, comment);
        let templates = self.templates.len();
        self.b.enter(symbol);
        self.attributes(symbol, node);
        self.annotations(symbol, comment);
        if body.is_some() {
            self.b.has_body(symbol);
        }
        self.providers(symbol, &doc);
        let ((), function, scope) = self.function_scope(Some(symbol), |walk| {
            walk.declare_templates(symbol, &doc);
            let params = field(node, "parameters").map(|list| walk.params(list, &doc)).unwrap_or_default();
            let native = field(node, "return_type");
            let asserts = walk.tells_by_return(node, &doc);
            let returns_type = asserts.or_else(|| walk.told_type(native, doc.returns.as_deref()));
            let returns = match (native, &doc.returns) {
                (Some(native), _) => Some(walk.text(native, TEXT_LIMIT)),
                (None, Some(written)) => {
                    walk.b.doc(written).map(|text| crate::text::keep_start(text.replace('\n', " "), TEXT_LIMIT))
                }
                _ => None,
            };
            let made = walk.b.symbol_mut(symbol);
            (made.params, made.returns, made.returns_type) = (params, returns, returns_type);
            body.into_iter().for_each(|body| walk.node(body));
        });
        self.b.leave();
        self.templates.truncate(templates);
        let is_generator = !function.yields.is_empty();
        let made = self.b.symbol_mut(symbol);
        made.scope = Some(scope);
        made.modifiers = made.modifiers.with(Modifiers::GENERATOR, is_generator);
        made.return_values = if is_generator { function.yields } else { function.returns };
    }

    /// The parameters of a list, bound in the current scope.
    pub fn params(&mut self, list: Node, doc: &Doc) -> Vec<Param> {
        let mut made = Vec::new();
        for node in items(list) {
            let Some(variable) = field(node, "name") else { continue };
            let variable = if variable.kind() == "by_ref" { items(variable)[0] } else { variable };
            let Some(name) = variable.named_child(0) else { continue };
            let text = self.str(name);
            let native = field(node, "type");
            let rest = node.kind() == "variadic_parameter";
            let written = doc.params.iter().find(|(known, _)| known == text).map(|it| it.1.clone());
            let mut declared = self.told_type(native, written.as_deref());
            if rest && let Some(element) = declared {
                declared = Some(self.b.ty(Type::List { element }));
            }
            let type_text = match (native, written) {
                (Some(native), _) => Some(self.text(native, TEXT_LIMIT)),
                (None, Some(written)) => self.b.doc(&written).map(|it| crate::text::keep_start(it, TEXT_LIMIT)),
                _ => None,
            };
            let default = field(node, "default_value");
            if let Some(default) = default {
                self.passed(default);
            }
            let local = self.name(variable);
            let binding = self.b.binding(local, self.scopes.current(), BindingKind::Parameter, self.line(variable));
            self.b.binding_mut(binding).declared = declared;
            self.flow.set(local, binding);
            if node.kind() == "property_promotion_parameter" {
                self.promoted(node, name, declared, type_text.clone(), local, binding);
            }
            made.push(Param {
                name: self.name(name),
                type_text,
                declared,
                default: default.map(|it| self.text(it, DEFAULT_LIMIT)),
                optional: default.is_some() || rest,
                rest,
                binding: Some(binding),
            });
        }
        made
    }

    /// `__construct(private readonly A $a)`: a property that holds the parameter.
    fn promoted(
        &mut self,
        node: Node,
        name: Node,
        declared: Option<TypeId>,
        text: Option<String>,
        local: NameId,
        binding: BindingId,
    ) {
        let made = Modifiers::default()
            .with(field(node, "visibility").map_or(0, visibility), true)
            .with(Modifiers::READONLY, field(node, "readonly").is_some());
        let class = self.owner();
        let constructor = self.b.leave();
        let symbol = self.property(name, node, made);
        constructor.into_iter().for_each(|it| self.b.enter(it));
        let value = self.scopes.name(self.b, local, Some(binding));
        let it = self.b.symbol_mut(symbol);
        it.parent = class;
        (it.declared, it.declared_text) = (declared, text);
        if declared.is_none() {
            self.b.initial(symbol, value);
        }
        for hook in items(node).into_iter().filter(|it| it.kind() == "property_hook_list").flat_map(items) {
            self.hook(hook);
        }
    }

    /// `function (…) use ($x) { … }`
    pub fn closure(&mut self, node: Node) -> ValueId {
        let clauses = items(node).into_iter().filter(|it| it.kind() == "anonymous_function_use_clause");
        let mut shared: Vec<(NameId, BindingId)> = Vec::new();
        let mut held: Vec<(NameId, ValueId)> = Vec::new();
        for used in clauses.flat_map(items) {
            let by_ref = used.kind() == "by_ref";
            let Some(variable) = (if by_ref { used.named_child(0) } else { Some(used) }) else { continue };
            let name = self.name(variable);
            if by_ref && self.flow.get(name).is_none() {
                let value = self.builtin(Builtin::Null);
                self.assign(variable, value);
            }
            shared.extend(self.flow.get(name).filter(|_| by_ref).map(|binding| (name, binding)));
            held.push((name, self.variable(variable)));
        }
        let comment = self.comment.take();
        let this = self.name_of_this();
        let this = (this, self.flow.get(this).filter(|_| self.in_cases()));
        let ((declared, after), function, _) = self.function_scope(None, |walk| {
            walk.comment = comment;
            for (name, value) in held {
                let (scope, line) = (walk.scopes.current(), walk.line(node));
                walk.flow.assign(walk.b, scope, name, value, line);
            }
            let declared = walk.signature(node);
            match this {
                _ if walk.is_bound(node) || walk.is_rebound(node) => walk.bind_this(node),
                (name, Some(around)) => walk.flow.set(name, around),
                _ => {}
            }
            field(node, "body").into_iter().for_each(|body| walk.node(body));
            let after: Vec<_> = shared.iter().filter_map(|(name, _)| walk.flow.get(*name)).collect();
            (declared, after)
        });
        // What it assigns to a variable that it shares is there outside, too.
        for ((name, binding), after) in shared.into_iter().zip(after) {
            let value = self.scopes.name(self.b, name, Some(after));
            self.b.assign(binding, value);
        }
        self.function_value_of(function, declared)
    }

    /// Whether `$this` is what a closure is given in the place of a parameter, as no class is around: `$app->group('/api',
    /// function () { $this->get(…); })`.
    fn is_bound(&self, node: Node) -> bool {
        let takes = field(node, "parameters").is_some_and(|it| !items(it).is_empty());
        if takes || self.owner().is_some() {
            return false;
        }
        let call = node.parent().and_then(|it| it.parent()).and_then(|it| it.parent());
        call.is_some_and(|it| {
            it.kind() == "member_call_expression" && field(it, "name").is_some_and(|name| self.str(name) == GROUPING)
        })
    }

    /// From here on `$this` is what only those know who call the function.
    fn bind_this(&mut self, function: Node) {
        let (name, scope, line) = (self.name_of_this(), self.scopes.current(), self.line(function));
        let binding = self.b.binding(name, scope, BindingKind::Parameter, line);
        self.flow.set(name, binding);
    }

    fn name_of_this(&mut self) -> NameId {
        self.b.name("$this")
    }

    /// `fn (…) => …`: sees the variables around.
    pub fn arrow(&mut self, node: Node) -> ValueId {
        let mark = self.flow.mark();
        self.scopes.open(self.b, ScopeKind::Function, None);
        self.functions.push(Function::default());
        let declared = self.signature(node);
        if self.is_rebound(node) {
            self.bind_this(node);
        }
        if let Some(body) = field(node, "body") {
            let value = self.passed(body);
            if let Some(function) = self.functions.last_mut() {
                function.returns.push(value);
            }
        }
        let function = self.functions.pop().unwrap_or_default();
        self.scopes.close();
        self.flow.rewind(mark);
        self.function_value_of(function, declared)
    }

    fn signature(&mut self, node: Node) -> Option<TypeId> {
        field(node, "parameters").into_iter().for_each(|list| {
            self.params(list, &Doc::default());
        });
        field(node, "return_type").map(|it| self.ty(it))
    }

    fn function_value_of(&mut self, function: Function, declared: Option<TypeId>) -> ValueId {
        let returns = if function.yields.is_empty() { function.returns } else { Vec::new() };
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }
}
