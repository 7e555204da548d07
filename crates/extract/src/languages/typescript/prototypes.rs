//! Prototypes: what instances of a function have by assignments and by calls that copy members.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::Visit;
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    /// What a class or function has itself is not what its instances have, where both have something of one name.
    pub fn mark_static(&mut self) {
        let beside = std::mem::take(&mut self.beside);
        if beside.is_empty() {
            return;
        }
        let of_type = |at: &SymbolId| {
            let parent = self.b.graph.symbols[*at as usize].parent;
            let kind = parent.map(|parent| self.b.graph.symbols[parent as usize].kind);
            matches!(kind, Some(SymbolKind::Class | SymbolKind::Function))
        };
        let own: FxHashSet<SymbolId> = beside.into_iter().filter(of_type).collect();
        let key = |symbol: &Symbol| (symbol.parent, symbol.name);
        let is_own = |at: usize| own.contains(&(at as SymbolId));
        let symbols = &self.b.graph.symbols;
        let of_instances: FxHashSet<_> =
            symbols.iter().enumerate().filter(|(at, _)| !is_own(*at)).map(|(_, it)| key(it)).collect();
        let both: Vec<SymbolId> =
            own.iter().copied().filter(|at| of_instances.contains(&key(&symbols[*at as usize]))).collect();
        for at in both {
            let made = self.b.symbol_mut(at);
            made.modifiers = made.modifiers.with(Modifiers::STATIC, true);
        }
    }

    /// `A.prototype = { … }`: its functions are methods of `A`. `A.prototype = Object.create(B.prototype)`,
    /// `A.prototype = new B()` and `A.prototype = B.prototype`: `A` extends `B`.
    pub fn prototype_assignment(&mut self, owner: SymbolId, value: &Expression<'a>) {
        // What has a prototype is called with `new`.
        if self.b.graph.symbols[owner as usize].kind == SymbolKind::Method {
            self.b.symbol_mut(owner).kind = SymbolKind::Function;
        }
        let first = self.b.graph.symbols.len();
        self.b.enter(owner);
        self.next_this = Some(owner);
        self.visit_expression(value);
        self.b.leave();
        self.mark_of_instances(owner, first);
        let inner = value.get_inner_expression();
        let base = match inner {
            Expression::Identifier(_) => Some(value),
            Expression::NewExpression(it) => Some(&it.callee),
            Expression::CallExpression(it) if names(&it.callee, "Object", "create") => {
                let created = it.arguments.first().and_then(|it| it.as_expression());
                match created.map(|it| (it, of_prototype(it))) {
                    Some((_, Some(base))) => Some(base),
                    Some((created, None)) if self.prototype_owner(created).is_some() => {
                        return self.inherits_value(owner, created);
                    }
                    _ => None,
                }
            }
            Expression::StaticMemberExpression(_) => match of_prototype(inner) {
                Some(base) => Some(base),
                None => return self.inherits_value(owner, inner),
            },
            _ => None,
        };
        if let Some(base) = base {
            self.inherits(owner, base);
        }
    }

    /// Of the symbols since `first`, those that `owner` has directly are what its instances have.
    fn mark_of_instances(&mut self, owner: SymbolId, first: usize) {
        for at in first..self.b.graph.symbols.len() {
            if self.b.graph.symbols[at].parent == Some(owner) {
                let made = self.b.symbol_mut(at as SymbolId);
                made.modifiers = made.modifiers.with(Modifiers::OF_INSTANCES, true);
            }
        }
    }

    fn inherits(&mut self, owner: SymbolId, base: &Expression<'a>) {
        let ty = self.base_type(base, None);
        self.base(owner, Relation::Extends, ty, base.span());
    }

    /// Instances of `owner` have what a value has.
    fn inherits_value(&mut self, owner: SymbolId, base: &Expression<'a>) {
        let value = self.value(base);
        let ty = self.b.ty(Type::Of { value });
        self.base(owner, Relation::Extends, ty, base.span());
    }

    /// `util.inherits(A, B)`, `Object.setPrototypeOf(A.prototype, B.prototype)`: `A` extends `B`.
    /// `Object.assign(A.prototype, C, { … })` gives `A` methods: what their functions' `this` is, and where they belong;
    /// so do `A.extend({ … })` and `Object.assign(A, { … })` where nobody takes what they give back.
    pub fn prototype_call(&mut self, it: &CallExpression<'a>, dropped: bool) -> Option<GivenMembers> {
        let (called, on) = match it.callee.get_inner_expression() {
            Expression::Identifier(id) => (id.name.as_str(), None),
            Expression::StaticMemberExpression(m) => (m.property.name.as_str(), Some(&m.object)),
            _ => return None,
        };
        let first = it.arguments.first()?.as_expression()?;
        match (called, &it.arguments[1..]) {
            ("inherits", [second]) => {
                let owner = self.assigned_owner(first)?;
                self.inherits(owner, second.as_expression()?);
                None
            }
            ("setPrototypeOf", [second]) => {
                let owner = self.assigned_owner(of_prototype(first)?)?;
                self.inherits(owner, of_prototype(second.as_expression()?)?);
                None
            }
            ("extend" | "mixin", []) if dropped && matches!(first, Expression::ObjectExpression(_)) => {
                self.given_members(on?, 0)
            }
            ("assign" | "extend" | "mixin", [_, ..]) => {
                let given = self.given_members(first, 1)?;
                (dropped || given.of_instances).then_some(given)
            }
            _ => None,
        }
    }

    /// Whose members the arguments of a call from the nth are.
    fn given_members(&self, receiver: &Expression<'a>, from: usize) -> Option<GivenMembers> {
        let prototype = self.prototype_owner(receiver);
        let owner = prototype.or_else(|| self.assigned_owner(receiver))?;
        let kind = self.b.graph.symbols[owner as usize].kind;
        let may_be =
            matches!(kind, SymbolKind::Function | SymbolKind::Class | SymbolKind::Method | SymbolKind::Variable);
        may_be.then_some(GivenMembers { owner, from, of_instances: prototype.is_some(), only_first: false })
    }

    /// Walks a call that gives the functions of its arguments to something.
    pub fn given_methods(&mut self, given: GivenMembers, it: &CallExpression<'a>) {
        let GivenMembers { owner, from, of_instances, only_first } = given;
        self.visit_expression(&it.callee);
        for (at, argument) in it.arguments.iter().enumerate() {
            let of_instances = of_instances && (at == from || !only_first);
            let inner = argument.as_expression().filter(|_| at >= from).map(Expression::get_inner_expression);
            if !matches!(inner, Some(Expression::ObjectExpression(_))) {
                self.visit_argument(argument);
                let is_named = matches!(inner, Some(Expression::Identifier(_) | Expression::StaticMemberExpression(_)));
                if let Some(mixed) = inner.filter(|_| is_named && of_instances) {
                    let value = self.value(mixed);
                    let ty = self.b.ty(Type::Of { value });
                    self.base(owner, Relation::Embeds, ty, mixed.span());
                }
                continue;
            }
            let first = self.b.graph.symbols.len();
            self.b.enter(owner);
            self.next_this = Some(owner);
            self.given_literal = inner.map(|it| it.span().start);
            self.visit_argument(argument);
            self.b.leave();
            if of_instances {
                self.mark_of_instances(owner, first);
            } else {
                let symbols = &self.b.graph.symbols;
                let own = (first..symbols.len()).filter(|&at| symbols[at].parent == Some(owner));
                self.beside.extend(own.map(|at| at as SymbolId));
            }
        }
    }

    /// Notes that a symbol is a member of what another file declares, where `owner` may be that.
    pub fn give_elsewhere(&mut self, symbol: SymbolId, owner: &Expression<'a>) {
        if self.is_from_elsewhere(owner) {
            let ty = self.base_type(owner, None);
            self.b.symbol_mut(symbol).receiver = Some(ty);
        }
    }

    /// `A.b = { … }` where another file declares `A`: a property that it is given.
    pub fn property_elsewhere(
        &mut self,
        name: &str,
        name_at: u32,
        target: &StaticMemberExpression<'a>,
        it: &AssignmentExpression<'a>,
    ) -> SymbolId {
        let symbol = self.symbol(SymbolKind::Property, name, name_at, it.span);
        let prefix = self.text(target.object.span(), 80);
        self.b.symbol_mut(symbol).qualified = prefix;
        self.give_elsewhere(symbol, &target.object);
        symbol
    }

    /// Whether a path of names starts at an import, or at a name that the file does not bind.
    pub fn is_from_elsewhere(&self, value: &Expression<'a>) -> bool {
        match value.get_inner_expression() {
            Expression::Identifier(id) => {
                self.referred(id, false).is_none_or(|at| self.b.graph.bindings[at as usize].import.is_some())
            }
            Expression::StaticMemberExpression(m) => self.is_from_elsewhere(&m.object),
            _ => false,
        }
    }

    /// `a.b = function …`: what `this` is in it, where it asks.
    pub fn receive_from(&mut self, function: &Expression<'a>, owner: &Expression<'a>) {
        self.next_of_literal = false;
        let Expression::FunctionExpression(f) = function.get_inner_expression() else { return };
        let Some(scope) = f.scope_id.get().map(|id| id.index()) else { return };
        if self.literal_uses.remove(&(scope as ScopeId)) {
            let value = self.given_to(owner);
            self.b.graph.scopes[scope].receiver = Some(value);
        }
    }

    /// What members are given to: of a prototype that is what instances are.
    fn given_to(&mut self, owner: &Expression<'a>) -> ValueId {
        match of_prototype(owner).filter(|_| self.prototype_owner(owner).is_none()) {
            Some(function) => {
                let callee = self.value(function);
                self.b.value(Value::New { callee, arguments: Vec::new() })
            }
            None => self.value(owner),
        }
    }

    /// Walks `A.extend({ … })` where another file declares `A`: what it is given.
    pub fn given_elsewhere(&mut self, owner: &Expression<'a>, from: usize, it: &CallExpression<'a>) {
        self.visit_expression(&it.callee);
        let prefix = self.text(owner.span(), 80);
        for (at, argument) in it.arguments.iter().enumerate() {
            let first = self.b.graph.symbols.len();
            let inner = argument.as_expression().filter(|_| at >= from).map(Expression::get_inner_expression);
            self.given_literal =
                inner.filter(|it| matches!(it, Expression::ObjectExpression(_))).map(|it| it.span().start);
            self.visit_argument(argument);
            let Some(Expression::ObjectExpression(object)) = inner else { continue };
            let properties = || object.properties.iter().filter_map(|it| it.as_property());
            let keys: FxHashSet<u32> = properties().map(|it| it.key.span().start).collect();
            for at in first..self.b.graph.symbols.len() {
                let symbol = &self.b.graph.symbols[at];
                if symbol.parent.is_some() || !keys.contains(&symbol.name_at.byte) {
                    continue;
                }
                let made = self.b.symbol_mut(at as SymbolId);
                made.qualified.clone_from(&prefix);
                made.modifiers.0 &= !Modifiers::OF_LITERAL;
                self.give_elsewhere(at as SymbolId, owner);
            }
            let whole = self.made_at(object.span);
            for p in properties() {
                let Expression::FunctionExpression(f) = p.value.get_inner_expression() else { continue };
                let scope = f.scope_id.get().map(|id| id.index());
                if let Some(scope) = scope.filter(|at| self.b.graph.scopes[*at].receiver == Some(whole)) {
                    let value = self.given_to(owner);
                    self.b.graph.scopes[scope].receiver = Some(value);
                }
            }
        }
    }

    /// Of `A.extend({ … })` and `Object.assign(A.prototype, { … })`, statements of the file itself, `A` that another file
    /// declares, and from which argument on it is given members.
    pub fn extended_elsewhere<'e>(&self, it: &'e CallExpression<'a>) -> Option<(&'e Expression<'a>, usize)> {
        let (called, on) = match it.callee.get_inner_expression() {
            Expression::Identifier(id) => (id.name.as_str(), None),
            Expression::StaticMemberExpression(m) => (m.property.name.as_str(), Some(&m.object)),
            _ => return None,
        };
        if self.b.owner().is_some() || !self.frames.is_empty() {
            return None;
        }
        let first = it.arguments.first()?.as_expression()?;
        let (owner, from) = match (called, &it.arguments[1..]) {
            ("extend" | "mixin", []) if matches!(first, Expression::ObjectExpression(_)) => (on?, 0),
            ("assign" | "extend" | "mixin", [_, ..]) => (first, 1),
            _ => return None,
        };
        let is_name = |it: &Expression| matches!(it, Expression::Identifier(_) | Expression::StaticMemberExpression(_));
        (is_name(owner) && self.is_from_elsewhere(owner)).then_some((owner, from))
    }

    /// Walks a call whose nth argument holds the functions of `owner`.
    pub fn walk_options(&mut self, owner: SymbolId, nth: usize, it: &CallExpression<'a>) {
        self.visit_expression(&it.callee);
        for (at, argument) in it.arguments.iter().enumerate() {
            let options = at == nth;
            if options {
                self.b.enter(owner);
                self.next_this = Some(owner);
            }
            self.visit_argument(argument);
            if options {
                self.b.leave();
            }
        }
    }

    /// Whose prototype a value is: `A.fn = A.prototype`, `const proto = A.prototype = { … }`.
    pub fn prototype_of(&self, value: &Expression<'a>) -> Option<SymbolId> {
        match value.get_inner_expression() {
            Expression::AssignmentExpression(it) => match &it.left {
                AssignmentTarget::StaticMemberExpression(m) if m.property.name == "prototype" => {
                    self.assigned_owner(&m.object)
                }
                _ => self.prototype_of(&it.right),
            },
            inner => self.prototype_owner(inner),
        }
    }

    /// The symbol of `A` where a value is `A.prototype`, or something that stands for that.
    pub fn prototype_owner(&self, value: &Expression<'a>) -> Option<SymbolId> {
        match value.get_inner_expression() {
            Expression::Identifier(id) => {
                let binding = self.referred(id, false)?;
                self.prototype_names.get(&binding).copied()
            }
            Expression::StaticMemberExpression(m) if m.property.name == "prototype" => self.assigned_owner(&m.object),
            Expression::StaticMemberExpression(m) => {
                let owner = self.assigned_owner(&m.object)?;
                self.prototype_members.get(&(owner, m.property.name.to_string())).copied()
            }
            _ => None,
        }
    }

    /// The symbol of `A` in `A.b = …` and `A.prototype.b = …`, also of one that is itself a member: `ns.A.b = …`.
    pub fn assigned_owner(&self, object: &Expression<'a>) -> Option<SymbolId> {
        if let Some(owner) = self.prototype_owner(object) {
            return Some(owner);
        }
        match object.get_inner_expression() {
            Expression::Identifier(id) => {
                self.referred(id, false).and_then(|at| self.b.graph.bindings[at as usize].symbol)
            }
            Expression::StaticMemberExpression(m) if m.property.name != "prototype" => match self.common_export(m) {
                Some(name) => self.exported_symbols.get(&name).copied(),
                None => {
                    let owner = self.assigned_owner(&m.object)?;
                    self.assigned.get(&(owner, m.property.name.to_string())).copied()
                }
            },
            _ => None,
        }
    }
}

/// Whose members the object literals are that a call is given from an argument on.
#[derive(Clone, Copy)]
pub struct GivenMembers {
    pub owner: SymbolId,
    pub from: usize,
    /// Instances of the owner have them, and not it itself.
    pub of_instances: bool,
    /// Those of the first argument alone; the owner itself has what stands behind.
    pub only_first: bool,
}

/// `A` of `A.prototype`
pub fn of_prototype<'e, 'a>(value: &'e Expression<'a>) -> Option<&'e Expression<'a>> {
    match value.get_inner_expression() {
        Expression::StaticMemberExpression(m) if m.property.name == "prototype" => Some(&m.object),
        _ => None,
    }
}

/// Whether an expression is `object.name`.
fn names(value: &Expression, object: &str, name: &str) -> bool {
    match value.get_inner_expression() {
        Expression::StaticMemberExpression(m) => {
            m.property.name == name && matches!(&m.object, Expression::Identifier(id) if id.name == object)
        }
        _ => false,
    }
}
