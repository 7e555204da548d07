//! What names are given: patterns, assignments, loops, parameters of callbacks.

use super::contexts::takes_context;
use super::*;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    /// Gives each name of a pattern its part of a value.
    pub fn destructure(&mut self, pattern: &BindingPattern<'a>, value: ValueId) {
        match pattern {
            BindingPattern::BindingIdentifier(id) => {
                if let Some(binding) = id.symbol_id.get() {
                    self.b.assign(binding.index() as BindingId, value);
                }
            }
            BindingPattern::ObjectPattern(object) => {
                for p in &object.properties {
                    let part = match p.key.static_name() {
                        Some(name) => self.member_value(value, &name),
                        None => self.b.value(Value::Index { object: value }),
                    };
                    self.destructure(&p.value, part);
                }
                // The rest has the members that were not taken.
                if let Some(rest) = &object.rest {
                    self.destructure(&rest.argument, value);
                }
            }
            BindingPattern::ArrayPattern(list) => {
                for (position, element) in list.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let part = self.b.value(Value::Part { object: value, position: position as u32 });
                        self.destructure(element, part);
                    }
                }
                if let Some(rest) = &list.rest {
                    self.destructure(&rest.argument, value);
                }
            }
            BindingPattern::AssignmentPattern(it) => {
                let default = self.value(&it.right);
                let options = vec![value, default];
                let either = self.b.value(Value::Either { options });
                self.destructure(&it.left, either);
            }
        }
    }

    /// A parameter's names: its declared type, its default, or a part of them.
    pub fn parameter(&mut self, p: &FormalParameter<'a>) {
        self.bind_parameter(&p.pattern, p.type_annotation.as_deref(), p.initializer.as_deref());
    }

    pub fn rest_parameter(&mut self, p: &FormalParameterRest<'a>) {
        self.bind_parameter(&p.rest.argument, p.type_annotation.as_deref(), None);
    }

    fn bind_parameter(
        &mut self,
        pattern: &BindingPattern<'a>,
        annotation: Option<&TSTypeAnnotation<'a>>,
        default: Option<&Expression<'a>>,
    ) {
        for id in pattern.get_binding_identifiers() {
            if let Some(binding) = id.symbol_id.get() {
                self.b.binding_mut(binding.index() as BindingId).kind = BindingKind::Parameter;
            }
        }
        let default = default.map(|it| self.value(it));
        if let BindingPattern::BindingIdentifier(id) = pattern {
            let declared = annotation.map(|it| self.annotated(it));
            let Some(binding) = id.symbol_id.get().map(|id| id.index() as BindingId) else { return };
            if declared.is_some() {
                self.b.binding_mut(binding).declared = declared;
            }
            if let Some(value) = default {
                self.b.assign(binding, value);
            }
        } else if let Some(it) = annotation {
            let ty = self.annotated(it);
            let value = self.b.value(Value::Cast { ty });
            self.destructure(pattern, value);
        } else if let Some(value) = default {
            self.destructure(pattern, value);
        }
    }

    /// `for (const x of xs)`, `for (const key in object)`.
    pub fn loop_variable(&mut self, left: &ForStatementLeft<'a>, right: &Expression<'a>, of: bool) {
        let ForStatementLeft::VariableDeclaration(it) = left else { return };
        let Some(declarator) = it.declarations.first() else { return };
        let value = if of {
            let object = self.value(right);
            self.b.value(Value::Item { object, position: 1 })
        } else {
            self.builtin(Builtin::String)
        };
        self.destructure(&declarator.id, value);
    }

    /// `x = …`, `x ??= …`, `[a, b] = …`, `({ a } = …)`.
    pub fn assign_target(&mut self, target: &AssignmentTarget<'a>, value: ValueId) {
        match target {
            AssignmentTarget::AssignmentTargetIdentifier(id) => {
                if let Some(binding) = self.referred(id, false) {
                    self.b.assign(binding, value);
                }
            }
            AssignmentTarget::ObjectAssignmentTarget(object) => {
                for p in &object.properties {
                    match p {
                        AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(p) => {
                            let part = self.member_value(value, &p.binding.name);
                            if let Some(binding) = self.referred(&p.binding, false) {
                                self.b.assign(binding, part);
                            }
                        }
                        AssignmentTargetProperty::AssignmentTargetPropertyProperty(p) => {
                            if let Some(name) = p.name.static_name() {
                                let part = self.member_value(value, &name);
                                self.assign_maybe_default(&p.binding, part);
                            }
                        }
                    }
                }
            }
            AssignmentTarget::ArrayAssignmentTarget(list) => {
                for (position, element) in list.elements.iter().enumerate() {
                    if let Some(element) = element {
                        let part = self.b.value(Value::Part { object: value, position: position as u32 });
                        self.assign_maybe_default(element, part);
                    }
                }
            }
            _ => {}
        }
    }

    /// A module's variable that starts empty holds what functions give it, wherever these stand; one of JavaScript whatever it
    /// is given.
    pub fn fill_variables(&mut self) {
        for at in 0..self.b.graph.bindings.len() {
            let Some(symbol) = self.b.graph.bindings[at].symbol else { continue };
            let is_empty = |it: &ValueId| self.b.graph.values[*it as usize] == Value::Builtin(Builtin::Null);
            let declared = &self.b.graph.symbols[symbol as usize];
            let is_open = declared.kind == SymbolKind::Variable && declared.declared.is_none();
            if is_open && declared.initial.iter().all(is_empty) {
                for value in self.b.graph.bindings[at].values.clone() {
                    self.b.initial(symbol, value);
                }
            } else if is_open && self.documents_types {
                let more = declared.initial.len();
                let given = self.b.graph.bindings[at].values.iter().skip(more).copied().collect::<Vec<_>>();
                given.into_iter().for_each(|value| self.b.initial(symbol, value));
            }
        }
    }

    fn assign_maybe_default(&mut self, target: &AssignmentTargetMaybeDefault<'a>, value: ValueId) {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => self.assign_target(&it.binding, value),
            other => {
                if let Some(target) = other.as_assignment_target() {
                    self.assign_target(target, value);
                }
            }
        }
    }

    /// The parameters of functions given as arguments follow from what is called.
    pub fn callback_params(&mut self, callee: ValueId, arguments: &[Argument<'a>]) {
        for (argument, given) in arguments.iter().enumerate() {
            let params = match given.as_expression().map(Expression::get_inner_expression) {
                Some(Expression::ArrowFunctionExpression(f)) => &f.params,
                Some(Expression::FunctionExpression(f)) => &f.params,
                Some(other) => {
                    if takes_context(other) {
                        let position = argument as u32;
                        let context = self.b.value(Value::Takes { function: callee, position });
                        self.expect(other, context);
                    }
                    continue;
                }
                None => continue,
            };
            for (position, p) in params.items.iter().enumerate().filter(|(_, p)| p.type_annotation.is_none()) {
                let (argument, position) = (argument as u32, position as u32);
                let value = self.b.value(Value::CallbackParam { callee, argument, position });
                self.destructure(&p.pattern, value);
            }
        }
    }

    /// A function or class that is passed on by name. Returns the value.
    pub fn passed(&mut self, value: &Expression<'a>) -> ValueId {
        let made = self.value(value);
        self.note_passed(value, made);
        made
    }

    pub fn pass(&mut self, value: &Expression<'a>) {
        if self.passed_root(value).is_some() {
            self.passed(value);
        }
    }

    /// Notes a reference where a value could be a function or class named in it.
    pub fn note_passed(&mut self, value: &Expression<'a>, made: ValueId) {
        let Some(root) = self.passed_root(value) else { return };
        let (name, at) = match value.get_inner_expression() {
            Expression::Identifier(id) => (id.name.as_str(), id.span.start),
            Expression::StaticMemberExpression(m) => (m.property.name.as_str(), m.property.span.start),
            _ => return,
        };
        let (name, at, caller) = (self.b.name(name), self.b.source.point(at), self.b.caller());
        self.b.graph.references.push(Reference { kind: ReferenceKind::Callback, caller, value: made, name, at });
        self.roots.push(root);
    }

    /// What a passed value starts from: a binding of this file, or `this` (none). None at all: a local's
    /// member, or an expression that is no name.
    fn passed_root(&self, value: &Expression<'a>) -> Option<Option<BindingId>> {
        match value.get_inner_expression() {
            Expression::Identifier(id) => self.referred(id, false).map(Some),
            Expression::StaticMemberExpression(m) => {
                let mut object = m.object.get_inner_expression();
                while let Expression::StaticMemberExpression(inner) = object {
                    object = inner.object.get_inner_expression();
                }
                match object {
                    Expression::ThisExpression(_) => self.this.last().copied().flatten().map(|_| None),
                    Expression::Identifier(id) => {
                        let binding = self.referred(id, false)?;
                        let found = &self.b.graph.bindings[binding as usize];
                        let named = matches!(
                            found.kind,
                            BindingKind::Import | BindingKind::Class | BindingKind::Namespace | BindingKind::Function
                        );
                        (named || found.symbol.is_some()).then_some(None)
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Of the names that were passed on, those stay that are functions, classes or imports.
    pub fn keep_callbacks(&mut self) {
        let (bindings, symbols, roots) = (&self.b.graph.bindings, &self.b.graph.symbols, &self.roots);
        let keep = |root: &Option<BindingId>| {
            let Some(binding) = root.map(|at| &bindings[at as usize]) else { return true };
            let symbol = binding.symbol.map(|at| symbols[at as usize].kind);
            matches!(binding.kind, BindingKind::Import)
                || matches!(symbol, Some(SymbolKind::Function | SymbolKind::Class | SymbolKind::Method))
        };
        let mut at = 0;
        let mut kept: Vec<bool> = roots.iter().map(keep).collect();
        // Only callbacks are in the list of roots, in the order of the references.
        self.b.graph.references.retain(|reference| {
            reference.kind != ReferenceKind::Callback || {
                at += 1;
                std::mem::take(&mut kept[at - 1])
            }
        });
    }
}
