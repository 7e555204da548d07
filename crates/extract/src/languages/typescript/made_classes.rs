//! Classes that a base makes of the members it is given: `const Item = View.extend({ render() {} })`.

use super::objects::has_functions;
use super::prototypes::GivenMembers;
use super::templates::is_options;
use super::*;
use syntax::oxc::allocator::Box as ArenaBox;
use syntax::oxc::ast::ast::*;
use syntax::oxc::span::GetSpan;

/// The call of a base that makes a class.
fn made_by<'e, 'a>(value: &'e Expression<'a>) -> Option<(&'e CallExpression<'a>, &'e Expression<'a>)> {
    let Expression::CallExpression(call) = value.get_inner_expression() else { return None };
    let Expression::StaticMemberExpression(m) = call.callee.get_inner_expression() else { return None };
    let base = match m.object.get_inner_expression() {
        Expression::Identifier(id) => id.name.as_str(),
        Expression::StaticMemberExpression(of) => of.property.name.as_str(),
        _ => return None,
    };
    let literals = call.arguments.iter().filter_map(|it| match it.as_expression()?.get_inner_expression() {
        Expression::ObjectExpression(object) => Some(object),
        _ => None,
    });
    let tells = |object: &ArenaBox<'a, ObjectExpression<'a>>| has_functions(object) && !is_options(object);
    let is_base = m.property.name == "extend" && base.starts_with(char::is_uppercase);
    (is_base && literals.into_iter().any(tells)).then_some((call, &m.object))
}

impl<'a> Walk<'_, '_> {
    /// Whether a name holds a class that its base made: by convention, those of classes start with a capital. Where types are
    /// written, what is made says what it is.
    pub fn holds_made_class(&self, name: &str, value: &Expression<'a>) -> bool {
        self.documents_types && name.starts_with(char::is_uppercase) && made_by(value).is_some()
    }

    /// Notes the call that makes a class, and what that extends.
    pub fn make_class(&mut self, symbol: SymbolId, value: &Expression<'a>) {
        let Some((call, base)) = made_by(value) else { return };
        self.made_class = Some((call.span.start, symbol));
        // A scope of its own tells it from classes of its name that other functions make.
        let mut root = base.get_inner_expression();
        while let Expression::StaticMemberExpression(m) = root {
            root = m.object.get_inner_expression();
        }
        if let Expression::Identifier(id) = root {
            let around = self.scope_of(id);
            let scope = self.b.scope(ScopeKind::Class, Some(around), Some(symbol));
            self.b.symbol_mut(symbol).scope = Some(scope);
        }
    }

    /// The class that a call makes which was noted.
    pub fn class_of_call(&mut self, it: &CallExpression<'a>) -> Option<SymbolId> {
        let (at, symbol) = self.made_class?;
        if at != it.span.start || it.arguments.is_empty() {
            return None;
        }
        self.made_class = None;
        Some(symbol)
    }

    /// Walks the call that makes a class: what its instances have, and behind that what the class has itself.
    pub fn class_made(&mut self, symbol: SymbolId, it: &CallExpression<'a>) {
        self.given_methods(GivenMembers { owner: symbol, from: 0, of_instances: true, only_first: true }, it);
        let Expression::StaticMemberExpression(m) = it.callee.get_inner_expression() else { return };
        let value = self.value(&m.object);
        let ty = self.b.ty(Type::Of { value });
        self.base(symbol, Relation::Extends, ty, m.object.span());
    }

    /// `const Light = makeType("light"); Light.prototype.shine = function …`: a class that extends what the call gives.
    pub fn classes_of_prototypes(&mut self) {
        if !self.documents_types {
            return;
        }
        let graph = &self.b.graph;
        let mut owners: Vec<SymbolId> = graph
            .symbols
            .iter()
            .filter(|it| it.modifiers.has(Modifiers::OF_INSTANCES))
            .filter_map(|it| it.parent)
            .filter(|&owner| graph.symbols[owner as usize].kind == SymbolKind::Variable)
            .collect();
        owners.sort_unstable();
        owners.dedup();
        for owner in owners {
            let symbol = &self.b.graph.symbols[owner as usize];
            let is_class = self.b.graph.name(symbol.name).starts_with(char::is_uppercase);
            let [given] = symbol.initial[..] else { continue };
            let made = matches!(self.b.graph.values[given as usize], Value::Call { .. });
            if !is_class || !made {
                continue;
            }
            let (from, to) = (symbol.span.start.byte, symbol.span.end.byte);
            let ty = self.b.ty(Type::Of { value: given });
            self.base(owner, Relation::Extends, ty, At::new(from, to));
            self.b.symbol_mut(owner).kind = SymbolKind::Class;
        }
    }
}
