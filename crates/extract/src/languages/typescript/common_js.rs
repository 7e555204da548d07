//! What CommonJS has a file export, by whichever name.

use super::*;
use syntax::oxc::ast::ast::*;

impl<'a> Walk<'_, '_> {
    /// The name that CommonJS exports by an assignment to a member: `export=` for `module.exports`,
    /// `x` for `exports.x` and `module.exports.x`.
    pub fn common_export(&self, target: &StaticMemberExpression<'a>) -> Option<String> {
        let is = |value: &Expression<'a>, name: &str| matches!(value, Expression::Identifier(id) if id.name == name && self.referred(id, false).is_none());
        let whole = |m: &StaticMemberExpression<'a>| is(&m.object, "module") && m.property.name == "exports";
        if whole(target) {
            return Some("export=".to_owned());
        }
        let of_module = match &target.object {
            Expression::StaticMemberExpression(m) => whole(m),
            Expression::Identifier(id) => {
                self.referred(id, false).is_some_and(|binding| self.export_names.contains(&binding))
            }
            _ => false,
        };
        (of_module || is(&target.object, "exports")).then(|| target.property.name.to_string())
    }
}

/// The variables of a module that hold what CommonJS has it export, where it exports nothing else as a whole.
pub fn export_names(program: &Program) -> FxHashSet<BindingId> {
    let is_whole = |value: &Expression| match value {
        Expression::StaticMemberExpression(m) => {
            m.property.name == "exports" && matches!(&m.object, Expression::Identifier(id) if id.name == "module")
        }
        Expression::Identifier(id) => id.name == "exports",
        _ => false,
    };
    let replaces = |it: &AssignmentExpression| match &it.left {
        AssignmentTarget::StaticMemberExpression(m) => {
            m.property.name == "exports" && matches!(&m.object, Expression::Identifier(id) if id.name == "module")
        }
        _ => false,
    };
    let mut names = FxHashSet::default();
    for statement in &program.body {
        match statement {
            Statement::VariableDeclaration(declared) => {
                let held = declared.declarations.iter().filter(|it| it.init.as_ref().is_some_and(is_whole));
                names.extend(held.filter_map(|it| match &it.id {
                    BindingPattern::BindingIdentifier(id) => id.symbol_id.get().map(|it| it.index() as BindingId),
                    _ => None,
                }));
            }
            Statement::ExpressionStatement(it) => {
                if let Expression::AssignmentExpression(it) = &it.expression
                    && replaces(it)
                {
                    return FxHashSet::default();
                }
            }
            _ => {}
        }
    }
    names
}
