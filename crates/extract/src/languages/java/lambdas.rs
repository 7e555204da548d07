//! Functions as values: lambdas and method references.

use super::{Walk, Walker, field, items, start};
use crate::builder::push_bounded;
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// `(a, b) -> …`. `given` is the callee and the argument's place where it is handed to a call: what the
    /// parameters are follows from the callee's signature.
    pub fn lambda(&mut self, node: Node, given: Option<(ValueId, u32)>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        let mut names = Vec::new();
        if let Some(list) = field(node, "parameters") {
            match list.kind() {
                "identifier" => names.push((list, self.bind(list, BindingKind::Parameter, None))),
                "inferred_parameters" => {
                    for name in items(list).into_iter().filter(|it| it.kind() == "identifier") {
                        names.push((name, self.bind(name, BindingKind::Parameter, None)));
                    }
                }
                _ => {
                    // Their number tells overloads apart, though their types are declared.
                    for (position, _) in self.params(list, true).into_iter().enumerate() {
                        if let Some((callee, argument)) = given {
                            let position = position as u32;
                            self.b.value(Value::CallbackParam { callee, argument, position });
                        }
                    }
                }
            }
        }
        for (position, (_, binding)) in names.into_iter().enumerate() {
            if let Some((callee, argument)) = given {
                let position = position as u32;
                let value = self.b.value(Value::CallbackParam { callee, argument, position });
                self.b.assign(binding, value);
            }
        }
        self.returns.push(Vec::new());
        self.expects.push(None);
        if let Some(body) = field(node, "body") {
            if body.kind() == "block" {
                self.children(body);
                // What only ever throws is as good a function with a value as one without.
                let ends = items(body).into_iter().rfind(|it| !it.kind().ends_with("_comment"));
                if ends.is_some_and(|it| it.kind() == "throw_statement")
                    && let Some(returns) = self.returns.last_mut().filter(|returns| returns.is_empty())
                {
                    let value = self.scopes.unknown(self.b);
                    push_bounded(returns, value);
                }
            } else {
                let value = self.passed(body);
                if let Some(returns) = self.returns.last_mut() {
                    push_bounded(returns, value);
                }
            }
        }
        self.expects.pop();
        let returns = self.returns.pop().unwrap_or_default();
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared: None, is_async: false })
    }

    /// `a::m`, `T::m`, `super::m`, `T::new`: a use of what it names, and a function that calls it.
    pub fn method_reference(&mut self, node: Node) -> ValueId {
        let parts = items(node);
        let Some(object) = parts.first().copied() else { return self.unknown() };
        let name = parts.iter().skip(1).rev().find(|it| it.kind() == "identifier").copied();
        let Some(name) = name else { return self.constructor_reference(object) };
        let is_type = matches!(
            object.kind(),
            "generic_type"
                | "array_type"
                | "integral_type"
                | "floating_point_type"
                | "boolean_type"
                | "scoped_type_identifier"
                | "annotated_type"
                | "type_identifier"
        );
        let object = if is_type {
            let ty = self.ty(object);
            self.class_value(ty)
        } else {
            self.value(object)
        };
        let id = self.name(name);
        let callee = self.b.value(Value::Member { object, name: id });
        self.b.refer(ReferenceKind::Callback, callee, id, start(name));
        let call = self.b.value(Value::Call { callee, arguments: Vec::new() });
        self.reference(call)
    }

    fn constructor_reference(&mut self, object: Node) -> ValueId {
        let ty = self.ty(object);
        let made = match super::calls::last_name(object) {
            Some(name) => {
                let callee = self.class_value(ty);
                let (caller, at, name) = (self.b.caller(), self.b.source.point(start(name)), self.name(name));
                let kind = ReferenceKind::Callback;
                self.b.graph.references.push(Reference { kind, caller, value: callee, name, at });
                self.b.value(Value::New { callee, arguments: Vec::new() })
            }
            None => self.b.value(Value::Instance { ty }),
        };
        self.reference(made)
    }

    /// A function that is named, not written: how many parameters it has, only its use tells.
    fn reference(&mut self, gives: ValueId) -> ValueId {
        let function = Value::Function { symbol: None, returns: vec![gives], declared: None, is_async: false };
        let function = self.b.value(function);
        self.b.value(Value::Either { options: vec![function] })
    }
}
