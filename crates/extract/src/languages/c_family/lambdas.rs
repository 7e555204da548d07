//! Lambdas as values.

use super::{Walk, Walker, field, items, start};
use facts::*;
use syntax::tree_sitter::Node;

impl Walk<'_, '_> {
    pub fn lambda(&mut self, node: Node) -> ValueId {
        self.scopes.open(self.b, ScopeKind::Function, None);
        for capture in field(node, "captures").map(items).unwrap_or_default() {
            self.capture(capture);
        }
        field(node, "template_parameters").into_iter().for_each(|list| {
            self.template_params(list);
        });
        let declarator = field(node, "declarator");
        field_of(declarator, "parameters").into_iter().for_each(|list| {
            self.params(list, true);
        });
        let trailing = declarator.and_then(|it| items(it).into_iter().find(|it| it.kind() == "trailing_return_type"));
        let declared = trailing.and_then(|it| items(it).first().copied()).map(|ty| self.ty(ty));
        self.returns.push(Vec::new());
        field(node, "body").into_iter().for_each(|body| self.children(body));
        let returns = self.returns.pop().unwrap_or_default();
        self.scopes.close();
        self.b.value(Value::Function { symbol: None, returns, declared, is_async: false })
    }

    /// `[x = f()]`
    fn capture(&mut self, node: Node) {
        if node.kind() != "lambda_capture_initializer" {
            return;
        }
        let (Some(name), Some(value)) = (field(node, "left"), field(node, "right")) else { return self.children(node) };
        let value = self.passed(value);
        let id = self.name(name);
        let binding = self.scopes.rebind(self.b, id, BindingKind::Variable, start(name));
        self.b.assign(binding, value);
    }
}

fn field_of<'t>(node: Option<Node<'t>>, name: &'static str) -> Option<Node<'t>> {
    field(node?, name)
}
