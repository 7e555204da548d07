//! What object literals are given behind the place where they are written: `const a = {}; a.b = …`.

use super::*;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// A member that an object literal is given.
pub struct Given {
    object: ValueId,
    name: NameId,
    value: ValueId,
}

impl<'a> Walk<'_, '_> {
    /// Notes `a.b = …` where `a` holds an object literal and nothing else, in the function that declares it: what other
    /// functions assign is there only once they were called.
    pub fn give_member(&mut self, target: &StaticMemberExpression<'a>, it: &AssignmentExpression<'a>) {
        let id = match target.object.get_inner_expression() {
            Expression::Identifier(id) => id,
            // `exports.a.b = …`, where the module itself does that.
            Expression::StaticMemberExpression(m) if self.frames.is_empty() => {
                let exported = self.common_export(m).and_then(|name| self.export_bindings.get(&name).copied());
                if let Some(object) = exported.and_then(|it| self.literal_of(it)).filter(|_| it.operator.is_assign()) {
                    self.give(object, &target.property.name, &it.right);
                }
                return;
            }
            _ => return,
        };
        let Some(binding) = self.referred(id, false) else { return };
        let Some(object) = self.literal_of(binding).filter(|_| it.operator.is_assign()) else { return };
        let declared = self.b.graph.bindings[binding as usize].scope;
        let used = id.reference_id.get().map(|at| self.scoping.get_reference(at).scope_id().index() as ScopeId);
        if used.is_none_or(|used| self.function_around(used) != self.function_around(declared)) {
            return;
        }
        self.give(object, &target.property.name, &it.right);
    }

    /// Notes `a[key] = …` and `this.a[key] = …` where `a` holds an object literal.
    pub fn give_under_key(&mut self, object: &Expression<'a>, given: &Expression<'a>) {
        let literal = match object.get_inner_expression() {
            Expression::Identifier(id) => self.referred(id, false).and_then(|binding| self.literal_of(binding)),
            Expression::StaticMemberExpression(m) if matches!(m.object, Expression::ThisExpression(_)) => {
                let name = self.b.name(&m.property.name);
                let owner = self.this.last().copied().flatten();
                let field = owner.and_then(|owner| self.fields.get(&(owner, name)).copied().flatten());
                match field.map(|field| &self.b.graph.symbols[field as usize]) {
                    Some(field) if field.declared.is_none() => match field.initial[..] {
                        [value] => Some(value).filter(|value| self.is_literal(*value)),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        };
        if let Some(literal) = literal {
            self.give(literal, ANY_KEY, given);
        }
    }

    fn give(&mut self, object: ValueId, name: &str, given: &Expression<'a>) {
        let value = match given.get_inner_expression() {
            inner @ (Expression::FunctionExpression(_) | Expression::ArrowFunctionExpression(_)) => {
                self.made_at(inner.span())
            }
            _ => self.value(given),
        };
        let name = self.b.name(name);
        self.given.push(Given { object, name, value });
    }

    /// Gives object literals their members, and the one that a module exports as a whole what it exports beside that.
    pub fn give_members(&mut self) {
        let mut given = std::mem::take(&mut self.given);
        if let Some((object, behind)) = self.exported_literal() {
            for name in behind {
                let Some(&at) = self.export_bindings.get(self.b.graph.name(name)) else { continue };
                let binding = &self.b.graph.bindings[at as usize];
                if binding.values.is_empty() {
                    continue;
                }
                let value = Value::Name { name: binding.name, scope: 0, binding: Some(at) };
                given.push(Given { object, name, value: self.b.value(value) });
            }
        }
        let mut held: FxHashMap<(ValueId, NameId), usize> = FxHashMap::default();
        let objects: FxHashSet<ValueId> = given.iter().map(|it| it.object).collect();
        for object in objects {
            let Value::Object { members, .. } = &self.b.graph.values[object as usize] else { continue };
            held.extend(members.iter().enumerate().map(|(at, (name, _))| ((object, *name), at)));
        }
        for Given { object, name, value } in given {
            let known = held.get(&(object, name)).copied().filter(|_| self.b.graph.name(name) != ANY_KEY);
            let both = known.and_then(|at| match &self.b.graph.values[object as usize] {
                Value::Object { members, .. } => Some(vec![members[at].1, value]),
                _ => None,
            });
            let value = both.map_or(value, |options| self.b.value(Value::Either { options }));
            let Value::Object { members, .. } = &mut self.b.graph.values[object as usize] else { continue };
            match known {
                Some(at) => members[at].1 = value,
                None => {
                    held.insert((object, name), members.len());
                    members.push((name, value));
                }
            }
        }
    }

    /// The object literal that a variable holds, where it holds no other thing.
    fn literal_of(&self, binding: BindingId) -> Option<ValueId> {
        let binding = &self.b.graph.bindings[binding as usize];
        match binding.values[..] {
            [value] if binding.declared.is_none() => Some(value).filter(|value| self.is_literal(*value)),
            _ => None,
        }
    }

    /// The object literal that a module exports as a whole, and the names that it exports behind that: what was exported
    /// before is gone with what it takes the place of.
    fn exported_literal(&self) -> Option<(ValueId, Vec<NameId>)> {
        let exports = &self.b.graph.exports;
        let at = exports.iter().rposition(|it| self.b.graph.name(it.name) == "export=")?;
        let object = match exports[at].what {
            Exported::Value(value) => Some(value).filter(|value| self.is_literal(*value)),
            Exported::Local(local) => self.literal_of(local),
            _ => None,
        };
        Some((object?, exports[at + 1..].iter().map(|it| it.name).collect()))
    }

    fn is_literal(&self, value: ValueId) -> bool {
        matches!(self.b.graph.values[value as usize], Value::Object { .. })
    }

    fn function_around(&self, mut scope: ScopeId) -> ScopeId {
        while let Some(parent) = self.b.graph.scopes[scope as usize].parent {
            if self.b.graph.scopes[scope as usize].kind != ScopeKind::Block {
                break;
            }
            scope = parent;
        }
        scope
    }
}
