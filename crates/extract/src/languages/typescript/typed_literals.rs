//! Objects that a variable holds whose type the file imports from a package, and lists of such: each is told as a literal
//! of that type.

use super::*;
use facts::Type;
use syntax::oxc::ast::ast::*;

/// Of a list so many objects are told.
const LITERALS_LIMIT: usize = 200;
/// What a list of a type is called, besides `T[]`.
const LISTS: [&str; 2] = ["Array", "ReadonlyArray"];

impl<'a> Walk<'_, '_> {
    /// Tells of the objects in an expression, which was walked, of a variable's type.
    pub fn note_literals(&mut self, ty: TypeId, value: &Expression<'a>) {
        let Some((name, scope, binding)) = self.package_type(ty) else { return };
        let objects: Vec<&ObjectExpression<'a>> = match value.get_inner_expression() {
            Expression::ObjectExpression(object) => vec![object],
            Expression::ArrayExpression(list) => {
                let items = list.elements.iter().filter_map(|item| item.as_expression());
                let objects = items.filter_map(|item| match item.get_inner_expression() {
                    Expression::ObjectExpression(object) => Some(&**object),
                    _ => None,
                });
                objects.take(LITERALS_LIMIT).collect()
            }
            _ => return,
        };
        for object in objects {
            let given = self.members_given(object);
            if given.is_empty() {
                continue;
            }
            let callee = self.b.value(Value::Name { name, scope, binding: Some(binding) });
            let start = object.span.start;
            let literal = Call {
                kind: CallKind::New,
                caller: self.b.caller(),
                callee,
                name,
                text: self.b.graph.name(name).to_owned(),
                at: self.b.source.point(start),
                start_line: self.b.source.line(start),
                arguments: 0,
                spread: false,
                given,
                result: None,
            };
            self.b.graph.literals.push(literal);
        }
    }

    /// The name of a type that is imported from a package, or of a list's elements.
    fn package_type(&self, ty: TypeId) -> Option<(NameId, ScopeId, BindingId)> {
        let graph = &self.b.graph;
        match &graph.types[ty as usize] {
            Type::List { element } => self.package_type(*element),
            Type::Name { path, arguments, .. } if matches!(path[..], [one] if LISTS.contains(&graph.name(one))) => {
                self.package_type(*arguments.first()?)
            }
            Type::Name { path, scope, root: Some(root), .. } => {
                let [name] = path[..] else { return None };
                let (import, _) = graph.bindings[*root as usize].import?;
                let is_package = !graph.imports[import as usize].specifier.starts_with('.');
                is_package.then_some((name, *scope, *root))
            }
            _ => None,
        }
    }
}
