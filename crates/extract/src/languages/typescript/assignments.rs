//! Assignments to members: fields by `this.x = …`, CommonJS's exports, what functions and prototypes are given.

use super::classes::{as_member, holder_kind};
use super::objects::has_functions;
use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::ast_visit::{Visit, walk};
use syntax::oxc::span::GetSpan;

impl<'a> Walk<'_, '_> {
    /// `a.b = …`, `A.prototype.b = …`, `this.b = …`, `exports.b = …`: a function there is named by it.
    /// What every assignment does, whatever it is to.
    pub fn assigned(&mut self, it: &AssignmentExpression<'a>) {
        if it.operator.is_logical() {
            self.b.branch();
        }
        self.forget(&it.left, it.span);
    }

    pub fn member_assignment(&mut self, target: &StaticMemberExpression<'a>, it: &AssignmentExpression<'a>) {
        let name_at = target.property.span.start;
        let name = target.property.name.as_str();
        let kind = holder_kind(&it.right);
        if matches!(target.object.get_inner_expression(), Expression::ThisExpression(_)) {
            return self.field_assignment(name, name_at, kind, it);
        }
        let common = self.common_export(target);
        if name == "prototype"
            && let Some(owner) = self.assigned_owner(&target.object)
        {
            return self.prototype_assignment(owner, &it.right);
        }
        let sets_global = common.is_none() && self.sets_global(target, &it.right);
        if sets_global && kind.is_none() {
            let symbol = self.global_symbol(target, it);
            self.hold(symbol, None, Some(&it.right));
            return;
        }
        let makes = self.holds_made_class(name, &it.right);
        let kind = if makes { Some(SymbolKind::Class) } else { kind };
        let whole = common.as_deref() == Some("export=");
        let Some(kind) = kind.filter(|_| !whole) else {
            let chained = self.chained.filter(|_| whole).and_then(|at| self.b.graph.bindings[at as usize].symbol);
            let symbol = match (&common, is_holder(&it.right)) {
                (Some(_), true) if whole && chained.is_none() => self.export_equals_symbol(it),
                (Some(_), true) if !whole => {
                    let symbol = self.symbol(SymbolKind::Variable, name, name_at, it.span);
                    self.b.symbol_mut(symbol).exported = true;
                    Some(symbol)
                }
                (None, holder) => self.given_property(name, name_at, holder, target, it),
                _ => None,
            };
            match symbol {
                Some(symbol) => _ = self.hold(symbol, None, Some(&it.right)),
                None => {
                    self.next_this = chained;
                    self.visit_expression(&it.right);
                    self.pass(&it.right);
                }
            }
            self.give_member(target, it);
            return self.export_assigned(common, &it.right, target.span.start);
        };
        let owner = if common.is_some() { None } else { self.assigned_owner(&target.object) };
        let of_instances = common.is_none() && self.prototype_owner(&target.object).is_some();
        // By convention, what starts with a capital is called with `new`, and has what its prototype is given.
        let constructs = !of_instances && kind == SymbolKind::Function && name.starts_with(char::is_uppercase);
        let kind = if common.is_some() || constructs { kind } else { as_member(kind) };
        let around = self.b.owner();
        let symbol = self.symbol(kind, name, name_at, it.span);
        let made = self.b.symbol_mut(symbol);
        made.parent = owner.or(around);
        made.modifiers = made.modifiers.with(Modifiers::OF_INSTANCES, of_instances);
        self.given_at.insert(it.right.get_inner_expression().span().start, symbol);
        match (owner, &common) {
            (Some(owner), _) => {
                self.assigned.insert((owner, name.to_owned()), symbol);
                if !of_instances {
                    self.beside.push(symbol);
                }
            }
            (None, Some(name)) => _ = self.exported_symbols.insert(name.clone(), symbol),
            (None, None) => {}
        }
        if owner.is_none() && common.is_none() && around.is_none() {
            let prefix = self.text(target.object.span(), 80);
            self.b.symbol_mut(symbol).qualified = prefix;
            self.give_elsewhere(symbol, &target.object);
        }
        if sets_global {
            self.mark_global(symbol);
        }
        if makes {
            self.make_class(symbol, &it.right);
        }
        self.next_this = owner.filter(|_| !constructs);
        self.next_of_literal = owner.is_none() && common.is_none() && kind != SymbolKind::Class && !constructs;
        self.hold(symbol, None, Some(&it.right));
        if owner.is_none() && common.is_none() {
            self.receive_from(&it.right, &target.object);
        }
        self.give_member(target, it);
        self.export_assigned(common, &it.right, target.span.start);
    }

    /// `A.b = { … }`, `A.prototype.b = c`: a property that a class or function is given, where it holds functions.
    fn given_property(
        &mut self,
        name: &str,
        name_at: u32,
        holder: bool,
        target: &StaticMemberExpression<'a>,
        it: &AssignmentExpression<'a>,
    ) -> Option<SymbolId> {
        let named = || {
            matches!(
                it.right.get_inner_expression(),
                Expression::Identifier(_) | Expression::StaticMemberExpression(_) | Expression::AssignmentExpression(_)
            )
        };
        let Some(owner) = self.assigned_owner(&target.object) else {
            let may_be = holder && self.b.owner().is_none() && self.is_from_elsewhere(&target.object);
            return may_be.then(|| self.property_elsewhere(name, name_at, target, it));
        };
        let prototype = self.prototype_of(&it.right);
        if !(holder || prototype.is_some() || self.b.owner().is_none() && named()) {
            return None;
        }
        let of_instances = self.prototype_owner(&target.object).is_some();
        if let Some(prototype) = prototype {
            self.prototype_members.insert((owner, name.to_owned()), prototype);
        }
        let key = (owner, self.b.name(name));
        let kind = self.b.graph.symbols[owner as usize].kind;
        let known = self.fields.get(&key).copied();
        let is_certain = |at: SymbolId| !self.b.graph.symbols[at as usize].modifiers.has(Modifiers::CONDITIONAL);
        if !matches!(kind, SymbolKind::Class | SymbolKind::Function)
            || known.is_some_and(|it| it.is_none_or(is_certain))
        {
            return None;
        }
        let symbol = self.symbol(SymbolKind::Property, name, name_at, it.span);
        let made = self.b.symbol_mut(symbol);
        made.parent = Some(owner);
        made.modifiers = made.modifiers.with(Modifiers::OF_INSTANCES, of_instances);
        self.fields.entry(key).or_insert(Some(symbol));
        Some(symbol)
    }

    /// `this.#b = …`
    pub fn private_assignment(&mut self, target: &PrivateFieldExpression<'a>, it: &AssignmentExpression<'a>) {
        if matches!(target.object.get_inner_expression(), Expression::ThisExpression(_)) {
            let name = format!("#{}", target.field.name);
            return self.field_assignment(&name, target.field.span.start, holder_kind(&it.right), it);
        }
        self.visit_expression(&it.right);
        self.pass(&it.right);
    }

    /// `a[x] = function …`: what `this` is in it.
    pub fn computed_assignment(&mut self, target: &ComputedMemberExpression<'a>, it: &AssignmentExpression<'a>) {
        walk::walk_computed_member_expression(self, target);
        self.next_this = self.assigned_owner(&target.object);
        self.visit_expression(&it.right);
        self.next_this = None;
        self.pass(&it.right);
        self.opens(target, &it.right);
        if it.operator.is_assign() && !matches!(target.expression, Expression::StringLiteral(_)) {
            self.give_under_key(&target.object, &it.right);
        }
    }

    /// `module.exports = …` of a function, a class or an object of functions without a name of its own.
    fn export_equals_symbol(&mut self, it: &AssignmentExpression<'a>) -> Option<SymbolId> {
        let kind = holder_kind(&it.right).unwrap_or(SymbolKind::Variable);
        let named = match it.right.get_inner_expression() {
            Expression::FunctionExpression(f) => f.id.is_some(),
            Expression::ClassExpression(c) => c.id.is_some(),
            _ => false,
        };
        (!named).then(|| {
            let symbol = self.symbol(kind, "exports", it.left.span().end - "exports".len() as u32, it.span);
            self.b.symbol_mut(symbol).exported = true;
            symbol
        })
    }

    /// `module.exports.x` where only the whole was assigned is a member of that.
    pub fn complete_exports(&mut self) {
        let whole =
            self.b.graph.exports.iter().find(|it| self.b.graph.name(it.name) == "export=").map(|it| it.what.clone());
        let Some(what @ (Exported::Value(_) | Exported::Local(_))) = whole else { return };
        let mut used: Vec<(String, BindingId)> = self.export_bindings.drain().collect();
        used.retain(|(_, binding)| self.b.graph.bindings[*binding as usize].values.is_empty());
        used.sort_unstable();
        for (name, binding) in used {
            let object = match what {
                Exported::Value(value) => value,
                Exported::Local(local) => {
                    let name = self.b.graph.bindings[local as usize].name;
                    self.b.value(Value::Name { name, scope: 0, binding: Some(local) })
                }
                _ => return,
            };
            let member = self.member_value(object, &name);
            self.b.assign(binding, member);
        }
    }

    /// `this.x = …` in a class: a field of it, by its declaration or by this.
    fn field_assignment(&mut self, name: &str, name_at: u32, kind: Option<SymbolKind>, it: &AssignmentExpression<'a>) {
        let owner = self.this.last().copied().flatten();
        let name_id = self.b.name(name);
        let known = owner.and_then(|owner| self.fields.get(&(owner, name_id)).copied());
        let (Some(owner), None) = (owner, known) else {
            self.visit_expression(&it.right);
            let value = self.passed(&it.right);
            match (owner, known.flatten()) {
                (_, Some(field)) if self.b.graph.symbols[field as usize].kind == SymbolKind::Property => {
                    self.b.initial(field, value);
                }
                (Some(owner), None) => self.pending.push((owner, name_id, value)),
                _ => {}
            }
            return;
        };
        let symbol = self.symbol(kind.map_or(SymbolKind::Property, as_member), name, name_at, it.span);
        let is_conditional = self.conditions.last() == Some(&self.frames.len());
        let made = self.b.symbol_mut(symbol);
        made.parent = Some(owner);
        made.modifiers = made.modifiers.with(Modifiers::CONDITIONAL, is_conditional);
        self.fields.insert((owner, name_id), Some(symbol));
        if kind.is_some() {
            self.next_this = Some(owner);
            self.hold(symbol, None, Some(&it.right));
        } else {
            // The value stays with the method that assigns it: calls in it are that method's.
            self.sign_holder(symbol, it.span.start, it.span.end, Some(it.right.span()));
            self.documented_holder(symbol, it.span.start);
            self.visit_expression(&it.right);
            let value = self.passed(&it.right);
            self.b.initial(symbol, value);
        }
    }
}

/// Whether a value is a function, a class or an object literal that holds some.
fn is_holder(value: &Expression) -> bool {
    match value.get_inner_expression() {
        Expression::ObjectExpression(object) => has_functions(object),
        value => holder_kind(value).is_some(),
    }
}
