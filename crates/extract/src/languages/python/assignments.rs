//! Assignments: bindings and what they were given, variables of the module, attributes of classes.

use super::literals::string_items;
use super::{StarNames, Walk, last_name, visibility};
use crate::builder::{SIGNATURE_LIMIT, TEXT_LIMIT};
use facts::*;
use syntax::ruff::ast::{self, Expr, Stmt};
use syntax::ruff::text_size::{Ranged, TextRange};

/// The type that an assignment declares.
#[derive(Clone)]
struct Declared {
    ty: TypeId,
    text: String,
    modifiers: u32,
}

impl Walk<'_, '_> {
    pub fn assignment(&mut self, it: &ast::StmtAssign, next: Option<&Stmt>) {
        if let ([target], Expr::Lambda(lambda)) = (&it.targets[..], &*it.value)
            && self.named_lambda(target, lambda, it.range)
        {
            return;
        }
        if let [Expr::Name(target)] = &it.targets[..] {
            if target.id == "__all__" && self.scopes.current() == 0 {
                let names = string_items(&it.value);
                self.star_names = names.map_or(StarNames::Computed, StarNames::Known);
            }
            if target.id == "pytest_plugins" && self.scopes.current() == 0 {
                self.plugins(&it.value);
            }
            if self.holds_symbols() && self.type_assignment(target, &it.value, it.range) {
                return;
            }
        }
        if let [Expr::Tuple(targets)] = &it.targets[..]
            && let Expr::Tuple(values) = &*it.value
            && targets.elts.len() == values.elts.len()
            && !targets.elts.iter().chain(&values.elts).any(Expr::is_starred_expr)
        {
            let given: Vec<_> = values.elts.iter().map(|value| self.passed(value)).collect();
            for (target, value) in targets.elts.iter().zip(given) {
                self.assign_in(target, value, it.range);
            }
            return;
        }
        let value = self.passed(&it.value);
        for target in &it.targets {
            let symbol = self.assign_in(target, value, it.range);
            self.describe(symbol, it.range, next);
        }
        if let [target] = &it.targets[..] {
            self.named_settings(target, &it.value);
            self.member_set(target, &it.value);
            self.table_held(target, &it.value, value);
        }
    }

    pub fn annotated(&mut self, it: &ast::StmtAnnAssign, next: Option<&Stmt>) {
        if let (Expr::Name(target), Some(value)) = (&*it.target, &it.value)
            && last_name(&it.annotation) == Some("TypeAlias")
        {
            let ty = self.ty(value);
            return self.alias(target, ty, self.text(&**value, TEXT_LIMIT), it.range);
        }
        let value = it.value.as_deref().map(|value| self.passed(value));
        self.annotated = match &*it.target {
            Expr::Name(target) if self.in_class_body() => Some(self.b.name(&target.id)),
            _ => None,
        };
        let (ty, modifiers) = self.annotation(&it.annotation);
        self.annotated = None;
        let declared = Declared { ty, text: self.text(&*it.annotation, TEXT_LIMIT), modifiers };
        let symbol = self.hold(&it.target, value, Some(&declared), it.range);
        self.describe(symbol, it.range, next);
        if let Some(value) = &it.value {
            self.named_settings(&it.target, value);
        }
    }

    pub fn augmented(&mut self, it: &ast::StmtAugAssign) {
        let value = self.value(&it.value);
        self.more_settings(it);
        self.added_list(it);
        match &*it.target {
            Expr::Name(target) => {
                if target.id == "__all__" && self.scopes.current() == 0 {
                    self.add_star_names(string_items(&it.value));
                }
                self.narrowing.forget(&target.id);
                let name = self.b.name(&target.id);
                let scope = self.scopes.current();
                let known = self.scopes.bound(name, scope);
                let binding = self.scopes.bind(self.b, name, scope, BindingKind::Variable, target.start().to_u32());
                if known.is_none() {
                    self.b.assign(binding, value);
                }
                // `urlpatterns += users.urlpatterns`
                let adds = it.op == ast::Operator::Add && is_list_of_others(&it.value);
                if adds && scope == 0 {
                    let name = self.value(&it.target);
                    self.b.graph.stored.push((name, value));
                }
            }
            target => {
                self.value(target);
            }
        }
    }

    /// Whether names bound here have symbols: at a module's top level and in a class's body.
    fn holds_symbols(&self) -> bool {
        self.scopes.current() == 0 || self.in_class_body()
    }

    /// Binds a name of the current scope to a value, without a symbol.
    pub fn bind_value(&mut self, name: &str, byte: u32, value: ValueId) -> BindingId {
        self.narrow_by_assignment(name, value);
        let (name, scope) = (self.b.name(name), self.scopes.current());
        let binding = self.scopes.bind(self.b, name, scope, BindingKind::Variable, byte);
        self.b.assign(binding, value);
        binding
    }

    /// Gives a target a value: of a loop, a `with`, a comprehension. Makes symbols only of attributes.
    pub fn assign(&mut self, target: &Expr, value: ValueId) {
        if let Expr::Name(it) = target {
            self.bind_value(&it.id, it.start().to_u32(), value);
        } else {
            self.assign_in(target, value, target.range());
        }
    }

    /// Gives a target of the statement `span` a value.
    fn assign_in(&mut self, target: &Expr, value: ValueId, span: TextRange) -> Option<SymbolId> {
        self.deeper(target, |walk| walk.hold(target, Some(value), None, span)).flatten()
    }

    fn hold(
        &mut self,
        target: &Expr,
        value: Option<ValueId>,
        declared: Option<&Declared>,
        span: TextRange,
    ) -> Option<SymbolId> {
        match target {
            Expr::Name(it) => {
                match value {
                    Some(value) => self.narrow_by_assignment(&it.id, value),
                    None => self.narrowing.forget(&it.id),
                }
                let (name, scope) = (self.b.name(&it.id), self.scopes.current());
                let binding = self.scopes.bind(self.b, name, scope, BindingKind::Variable, it.start().to_u32());
                if let Some(value) = value {
                    self.b.assign(binding, value);
                }
                if let Some(declared) = declared {
                    self.b.binding_mut(binding).declared.get_or_insert(declared.ty);
                }
                if self.b.graph.bindings[binding as usize].kind != BindingKind::Variable
                    || self.b.graph.bindings[binding as usize].scope != scope
                    || !self.holds_symbols()
                {
                    return None;
                }
                let symbol = self.held_by(self.b.owner(), &it.id, it.range, span)?;
                self.b.binding_mut(binding).symbol.get_or_insert(symbol);
                self.fill(symbol, value, declared);
                Some(symbol)
            }
            Expr::Attribute(it) => {
                if let Some((_, class, on_class)) = self.this(&it.value) {
                    let text = self.slice(it.range).to_owned();
                    self.narrowing.forget(&text);
                    let symbol = self.held_by(Some(class), it.attr.as_str(), it.attr.range, span)?;
                    if let Some(value) = value {
                        self.narrowing.attribute_assigned(self.b, text, value);
                    }
                    let made = self.b.symbol_mut(symbol);
                    made.modifiers = made.modifiers.with(Modifiers::STATIC, on_class);
                    self.fill(symbol, value, declared);
                    return Some(symbol);
                }
                let object = self.value(&it.value);
                if let Some(value) = value.filter(|_| self.is_parameter(&it.value)) {
                    let name = self.b.name(&it.attr);
                    let member = self.b.value(Value::Member { object, name });
                    self.b.graph.stored.push((member, value));
                }
                None
            }
            Expr::Tuple(ast::ExprTuple { elts, .. }) | Expr::List(ast::ExprList { elts, .. }) => {
                for (position, target) in elts.iter().enumerate() {
                    let part = value.map(|object| self.b.value(Value::Part { object, position: position as u32 }));
                    if let Some(part) = part {
                        self.assign_in(target, part, span);
                    }
                }
                None
            }
            // What is left over of a list is a list of the same.
            Expr::Starred(it) => self.hold(&it.value, value, None, span),
            other => {
                self.value(other);
                None
            }
        }
    }

    /// Whether a name is that of what a function takes.
    pub fn is_parameter(&mut self, expr: &Expr) -> bool {
        let Expr::Name(name) = expr else { return false };
        let name = self.b.name(&name.id);
        let binding = self.scopes.visible(self.b, name);
        binding.is_some_and(|it| self.b.graph.bindings[it as usize].kind == BindingKind::Parameter)
    }

    /// The symbol of a variable or attribute: the one that is there, or a new one. None where the name
    /// is a method's, so that the assignment calls a setter or hides it.
    fn held_by(&mut self, owner: Option<SymbolId>, name: &str, at: TextRange, span: TextRange) -> Option<SymbolId> {
        let id = self.b.name(name);
        if let Some(symbol) = self.held.get(&(owner, id)) {
            return Some(*symbol);
        }
        let kind = match owner.map(|owner| (owner, self.b.graph.symbols[owner as usize].kind)) {
            None => SymbolKind::Variable,
            Some((owner, _)) if self.methods.contains(&(owner, id)) => return None,
            Some((_, SymbolKind::Enum)) if self.in_class_body() && !name.starts_with('_') => SymbolKind::EnumMember,
            Some(_) => SymbolKind::Property,
        };
        let symbol = self.b.symbol(kind, name, at.start().to_u32(), (span.start().to_u32(), span.end().to_u32()));
        let signature = self.text(span, SIGNATURE_LIMIT);
        let made = self.b.symbol_mut(symbol);
        made.parent = owner;
        made.signature = signature;
        made.modifiers = made.modifiers.with(visibility(name, owner.is_some()), true);
        self.held.insert((owner, id), symbol);
        Some(symbol)
    }

    fn fill(&mut self, symbol: SymbolId, value: Option<ValueId>, declared: Option<&Declared>) {
        if let Some(value) = value {
            self.b.initial(symbol, value);
        }
        let made = self.b.symbol_mut(symbol);
        if let Some(declared) = declared.filter(|_| made.declared.is_none()) {
            made.declared = Some(declared.ty);
            made.declared_text = Some(declared.text.clone());
            made.modifiers = made.modifiers.with(declared.modifiers, true);
        }
    }

    /// Gives a variable or attribute its documentation: the string behind it, or the `#:` lines above it.
    fn describe(&mut self, symbol: Option<SymbolId>, span: TextRange, next: Option<&Stmt>) {
        let Some(symbol) = symbol.filter(|id| self.b.graph.symbols[*id as usize].doc.is_none()) else { return };
        let behind = next.and_then(|next| self.docstring(std::slice::from_ref(next)));
        let doc = behind.or_else(|| self.comments_above(span.start().to_u32()));
        self.b.symbol_mut(symbol).doc = doc;
    }

    fn comments_above(&self, byte: u32) -> Option<String> {
        let (source, mut line, mut lines) = (self.b.source, self.b.source.line(byte), Vec::new());
        while line > 1 {
            line -= 1;
            let (start, end) = source.line_bounds(line);
            let Some(text) = source.slice(start, end).trim().strip_prefix("#:") else { break };
            lines.push(text.strip_prefix(' ').unwrap_or(text));
        }
        lines.reverse();
        self.b.doc(&lines.join("\n"))
    }

    /// `X = Union[A, B]`, `X = dict[str, A]`, `T = TypeVar("T", bound=A)`, `X = NewType("X", A)`: names of types. Of a
    /// `TypeVar` without a bound nothing is known.
    fn type_assignment(&mut self, target: &ast::ExprName, value: &Expr, span: TextRange) -> bool {
        match value {
            Expr::Subscript(it) if self.is_generic_type(&it.value) || self.is_class_with_types(it) => {
                let ty = self.ty(value);
                self.alias(target, ty, self.text(value, TEXT_LIMIT), span);
                true
            }
            Expr::Call(it) => {
                let named = match last_name(&it.func) {
                    Some("TypeVar") => it.arguments.find_keyword("bound").map(|keyword| &keyword.value),
                    Some("NewType") if let Some(of) = it.arguments.args.get(1) => Some(of),
                    _ => return false,
                };
                self.value(value);
                if last_name(&it.func) == Some("TypeVar") {
                    let name = self.b.name(&target.id);
                    self.type_vars.insert(name);
                }
                let ty = match named {
                    Some(named) => self.ty(named),
                    None => self.unknown_type(),
                };
                self.alias(target, ty, self.text(named.unwrap_or(value), TEXT_LIMIT), span);
                true
            }
            _ => false,
        }
    }

    /// `Own[Type]`: a class of this file, given the types that it is generic in.
    fn is_class_with_types(&mut self, it: &ast::ExprSubscript) -> bool {
        let Expr::Name(class) = &*it.value else { return false };
        let name = self.b.name(&class.id);
        let binding = self.scopes.visible(self.b, name);
        binding.is_some_and(|at| self.b.graph.bindings[at as usize].kind == BindingKind::Class)
            && names_types(&it.slice)
    }

    /// `type X[T] = …`
    pub fn type_alias(&mut self, it: &ast::StmtTypeAlias) {
        let Expr::Name(name) = &*it.name else { return };
        let binding = self.bind_type(name);
        let params = it.type_params.as_deref();
        let type_params = params.map(|params| self.open_type_params(params, None)).unwrap_or_default();
        let ty = self.ty(&it.value);
        self.close_type_params(params.is_some());
        if let Some(symbol) = self.alias_symbol(name, ty, self.text(&*it.value, TEXT_LIMIT), it.range, binding) {
            self.b.symbol_mut(symbol).type_params = type_params;
        }
    }

    fn alias(&mut self, name: &ast::ExprName, ty: TypeId, text: String, span: TextRange) {
        let binding = self.bind_type(name);
        self.alias_symbol(name, ty, text, span, binding);
    }

    fn bind_type(&mut self, name: &ast::ExprName) -> BindingId {
        let (id, scope) = (self.b.name(&name.id), self.scopes.current());
        self.scopes.bind(self.b, id, scope, BindingKind::Type, name.start().to_u32())
    }

    fn alias_symbol(
        &mut self,
        name: &ast::ExprName,
        ty: TypeId,
        text: String,
        span: TextRange,
        binding: BindingId,
    ) -> Option<SymbolId> {
        if !self.holds_symbols() {
            self.b.binding_mut(binding).declared = Some(ty);
            return None;
        }
        let span = (span.start().to_u32(), span.end().to_u32());
        let symbol = self.b.symbol(SymbolKind::TypeAlias, &name.id, name.start().to_u32(), span);
        self.b.sign(symbol, span.0, span.1);
        let member = self.b.owner().is_some();
        let made = self.b.symbol_mut(symbol);
        made.declared = Some(ty);
        made.declared_text = Some(text);
        made.modifiers = made.modifiers.with(visibility(&name.id, member), true);
        self.b.binding_mut(binding).symbol.get_or_insert(symbol);
        Some(symbol)
    }
}

/// Whether an expression is written like a type, or several: `int`, `Own`, `a.Own[T]`, `A | None`.
pub(super) fn names_types(value: &Expr) -> bool {
    match value {
        Expr::Subscript(it) => names_types(&it.value),
        Expr::BinOp(it) => names_types(&it.left) && names_types(&it.right),
        Expr::Tuple(it) => !it.is_empty() && it.iter().all(names_types),
        Expr::NoneLiteral(_) => true,
        Expr::Name(_) | Expr::Attribute(_) => last_name(value).is_some_and(|name| {
            let name = name.trim_start_matches('_');
            let is_constant = name.len() > 1 && !name.contains(char::is_lowercase);
            name.starts_with(char::is_uppercase) && !is_constant
                || matches!(name, "bool" | "bytes" | "dict" | "float" | "int" | "list" | "set" | "str" | "tuple")
        }),
        _ => false,
    }
}

/// Whether an expression may be lists by their names, or holds what such lists hold.
fn is_list_of_others(it: &Expr) -> bool {
    match it {
        Expr::Name(_) | Expr::Attribute(_) => true,
        Expr::BinOp(it) => it.op == ast::Operator::Add && (is_list_of_others(&it.left) || is_list_of_others(&it.right)),
        Expr::List(list) => list.elts.iter().any(Expr::is_starred_expr),
        _ => false,
    }
}
