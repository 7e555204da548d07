//! Functions without a name.

use super::{Walk, Walker, child, field, items};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    /// A lambda or anonymous method; `given` says to what it is given, and at which place.
    pub fn lambda(&mut self, node: Node, given: Option<(ValueId, u32)>) -> ValueId {
        self.function_value(node, |walk, position| {
            let (callee, argument) = given?;
            Some(walk.b.value(Value::CallbackParam { callee, argument, position }))
        })
    }

    /// A lambda that becomes a value of a type.
    pub fn lambda_as(&mut self, node: Node, ty: TypeId) -> ValueId {
        let callee = self.b.value(Value::Cast { ty });
        self.function_value(node, |walk, position| {
            Some(walk.b.value(Value::CallbackParam { callee, argument: OF_TYPE, position }))
        })
    }

    fn function_value(&mut self, node: Node, mut param: impl FnMut(&mut Self, u32) -> Option<ValueId>) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        match field(node, "parameters") {
            Some(list) if list.kind() == "parameter_list" => {
                for (position, parameter) in self.params(list, true).into_iter().enumerate() {
                    if let (Some(binding), None) = (parameter.binding, parameter.declared)
                        && let Some(value) = param(self, position as u32)
                    {
                        self.b.assign(binding, value);
                    }
                }
            }
            Some(name) => {
                let binding = self.bind(name, BindingKind::Parameter);
                if let Some(value) = param(self, 0) {
                    self.b.assign(binding, value);
                }
            }
            None => {}
        }
        let declared = field(node, "type").map(|ty| self.ty(ty));
        let body = field(node, "body").or_else(|| child(node, "block"));
        let returns = self.returning(declared, |walk| match body {
            Some(block) if block.kind() == "block" => walk.run(block),
            Some(expression) => walk.gives(expression),
            None => {}
        });
        self.scopes.close();
        let is_async = items(node).into_iter().any(|it| it.kind() == "modifier" && self.str(it) == "async");
        self.b.value(Value::Function { symbol: None, returns, declared, is_async })
    }
}
