//! Functions and classes that are given members under computed keys, and those that copy what their instances have:
//! `for (var name in made) { Made[name] = function () { return made[name].apply(made, arguments); }; }`.

use super::*;
use syntax::oxc::ast::ast::*;

/// What asks whether something has a member itself, and not by its prototype.
const ASKS_OWN: &[&str] = &["hasOwn"];

impl<'a> Walk<'_, '_> {
    /// `A[key] = …`: `A` itself has members of any name; those of its instances, where each is copied under its name.
    pub fn opens(&mut self, target: &ComputedMemberExpression<'a>, given: &Expression<'a>) {
        if is_known_key(&target.expression) || self.prototype_owner(&target.object).is_some() {
            return;
        }
        let Some(owner) = self.assigned_owner(&target.object) else { return };
        if !matches!(self.b.graph.symbols[owner as usize].kind, SymbolKind::Function | SymbolKind::Class) {
            return;
        }
        let key = self.binding_named(&target.expression);
        let copies =
            key.is_some_and(|key| self.member_names.get(&key) == Some(&owner) && self.is_copy(given, owner, key));
        let made = self.b.symbol_mut(owner);
        // What copies members under some keys and is given others under others may have either by a name.
        let like_instances =
            copies && made.modifiers.has(Modifiers::OPEN) == made.modifiers.has(Modifiers::LIKE_INSTANCES);
        made.modifiers.0 &= !Modifiers::LIKE_INSTANCES;
        let opened = Modifiers::OPEN | if like_instances { Modifiers::LIKE_INSTANCES } else { 0 };
        made.modifiers = made.modifiers.with(opened, true);
    }

    /// `for (name in made)`, `for (name in Made.prototype)`.
    pub fn names_looped(&mut self, left: &ForStatementLeft<'a>, right: &Expression<'a>, whole: At) {
        let Some((owner, is_prototype)) = self.instance_owner(right) else { return };
        let text = &self.b.source.text[whole.start as usize..whole.end as usize];
        // What an instance has itself is not what its prototype has. A class's methods are no names that a loop goes through.
        let misses = !is_prototype && ASKS_OWN.iter().any(|it| text.contains(it));
        if !misses && self.b.graph.symbols[owner as usize].kind == SymbolKind::Function {
            self.name_members(left, owner);
        }
    }

    /// `for (const name of Object.keys(Made.prototype))`
    pub fn names_listed(&mut self, left: &ForStatementLeft<'a>, right: &Expression<'a>) {
        if let Some(owner) = self.listed_owner(right) {
            self.name_members(left, owner);
        }
    }

    /// `Object.keys(Made.prototype).forEach(function (name) { … })`
    pub fn names_handed(&mut self, it: &CallExpression<'a>) {
        let Expression::StaticMemberExpression(m) = it.callee.get_inner_expression() else { return };
        let Some(given) = it.arguments.first().and_then(|it| it.as_expression()) else { return };
        if m.property.name != "forEach" {
            return;
        }
        let params = match given.get_inner_expression() {
            Expression::FunctionExpression(f) => &f.params,
            Expression::ArrowFunctionExpression(f) => &f.params,
            _ => return,
        };
        if let (Some(owner), Some(name)) = (self.listed_owner(&m.object), params.items.first().and_then(bound)) {
            self.member_names.insert(name, owner);
        }
    }

    fn name_members(&mut self, left: &ForStatementLeft<'a>, owner: SymbolId) {
        let name = match left {
            ForStatementLeft::VariableDeclaration(it) => match it.declarations.first().map(|it| &it.id) {
                Some(BindingPattern::BindingIdentifier(id)) => id.symbol_id.get().map(|it| it.index() as BindingId),
                _ => None,
            },
            ForStatementLeft::AssignmentTargetIdentifier(id) => self.referred(id, false),
            _ => None,
        };
        if let Some(name) = name {
            self.member_names.insert(name, owner);
        }
    }

    /// Of which function or class a value lists what its prototype has.
    fn listed_owner(&self, value: &Expression<'a>) -> Option<SymbolId> {
        let Expression::CallExpression(call) = value.get_inner_expression() else { return None };
        let Expression::StaticMemberExpression(m) = call.callee.get_inner_expression() else { return None };
        let is_object = matches!(m.object.get_inner_expression(), Expression::Identifier(id) if id.name == "Object");
        let [given] = &call.arguments[..] else { return None };
        let owner = self.prototype_owner(given.as_expression()?)?;
        let kind = self.b.graph.symbols[owner as usize].kind;
        let lists = match m.property.name.as_str() {
            "keys" => kind == SymbolKind::Function,
            "getOwnPropertyNames" => matches!(kind, SymbolKind::Function | SymbolKind::Class),
            _ => false,
        };
        (is_object && lists).then_some(owner)
    }

    /// The function or class of which a value is an instance or the prototype, and whether it is that.
    fn instance_owner(&self, value: &Expression<'a>) -> Option<(SymbolId, bool)> {
        if let Some(owner) = self.prototype_owner(value) {
            return Some((owner, true));
        }
        let binding = &self.b.graph.bindings[self.binding_named(value)? as usize];
        let [held] = binding.values[..] else { return None };
        let owner = match self.b.graph.values[held as usize] {
            Value::New { callee, .. } => self.called(callee)?,
            // Called without `new`, it makes an instance all the same where it says so.
            Value::Call { callee, .. } => {
                let owner = self.called(callee)?;
                let returned = &self.b.graph.symbols[owner as usize].return_values;
                let makes = |value: &ValueId| match self.b.graph.values[*value as usize] {
                    Value::New { callee, .. } => self.called(callee) == Some(owner),
                    _ => false,
                };
                Some(owner).filter(|_| !returned.is_empty() && returned.iter().all(makes))?
            }
            _ => return None,
        };
        Some((owner, false))
    }

    /// The symbol of what is called by its name.
    fn called(&self, callee: ValueId) -> Option<SymbolId> {
        match self.b.graph.values[callee as usize] {
            Value::Name { binding: Some(binding), .. } => self.b.graph.bindings[binding as usize].symbol,
            _ => None,
        }
    }

    fn binding_named(&self, value: &Expression<'a>) -> Option<BindingId> {
        match value.get_inner_expression() {
            Expression::Identifier(id) => self.referred(id, false),
            _ => None,
        }
    }

    /// Whether a value is what an instance has under a key, or a function that does nothing but call that.
    fn is_copy(&self, value: &Expression<'a>, owner: SymbolId, key: BindingId) -> bool {
        let called = match value.get_inner_expression() {
            Expression::ComputedMemberExpression(m) => {
                let is_owner = self.instance_owner(&m.object).is_some_and(|(it, _)| it == owner);
                return is_owner && self.binding_named(&m.expression) == Some(key);
            }
            Expression::FunctionExpression(f) => f.body.as_ref().and_then(|it| only_value(&it.statements)),
            Expression::ArrowFunctionExpression(f) => match &f.body {
                ArrowFunctionBody::FunctionBody(body) => only_value(&body.statements),
                body => body.as_expression(),
            },
            Expression::CallExpression(call) => return self.is_made_copy(call, owner, key),
            _ => None,
        };
        let Some(Expression::CallExpression(call)) = called.map(Expression::get_inner_expression) else { return false };
        match call.callee.get_inner_expression() {
            Expression::StaticMemberExpression(m) if matches!(m.property.name.as_str(), "apply" | "call") => {
                self.is_copy(&m.object, owner, key)
            }
            callee @ Expression::ComputedMemberExpression(_) => self.is_copy(callee, owner, key),
            _ => false,
        }
    }

    /// `made[key].bind(made)`, and `(function (key) { return … })(key)`.
    fn is_made_copy(&self, call: &CallExpression<'a>, owner: SymbolId, key: BindingId) -> bool {
        match call.callee.get_inner_expression() {
            Expression::StaticMemberExpression(m) if m.property.name == "bind" => self.is_copy(&m.object, owner, key),
            Expression::FunctionExpression(f) => {
                let ([param], [given]) = (&f.params.items[..], &call.arguments[..]) else { return false };
                let is_given = given.as_expression().and_then(|it| self.binding_named(it)) == Some(key);
                let value = f.body.as_ref().and_then(|it| only_value(&it.statements));
                let (true, Some(own), Some(value)) = (is_given, bound(param), value) else { return false };
                self.is_copy(value, owner, own)
            }
            _ => false,
        }
    }
}

/// The binding of a parameter that is a name.
fn bound(param: &FormalParameter) -> Option<BindingId> {
    match &param.pattern {
        BindingPattern::BindingIdentifier(id) => id.symbol_id.get().map(|it| it.index() as BindingId),
        _ => None,
    }
}

/// What a body gives, or does, that is one statement.
fn only_value<'e, 'a>(statements: &'e [Statement<'a>]) -> Option<&'e Expression<'a>> {
    match statements {
        [Statement::ReturnStatement(it)] => it.argument.as_ref(),
        [Statement::ExpressionStatement(it)] => Some(&it.expression),
        _ => None,
    }
}

/// Whether a key is one of which the code says what it is: a text, a number, `Symbol.iterator`.
fn is_known_key(key: &Expression) -> bool {
    match key.get_inner_expression() {
        Expression::StringLiteral(_) | Expression::NumericLiteral(_) => true,
        Expression::StaticMemberExpression(m) => {
            matches!(m.object.get_inner_expression(), Expression::Identifier(id) if id.name == "Symbol")
        }
        _ => false,
    }
}
