//! Views of Python that names stand for: what a module makes of a class, `orders = Orders.as_view()`, and members of a module
//! that a function is given, `def routes(views): return [path("orders", views.orders)]`.

use super::handlers::Handler;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::values::types::{Decl, Head};
use facts::{BindingKind, Shape, SymbolKind, Value, ValueId};

/// What makes a view of a class.
const VIEWING: &str = "as_view";
/// So many functions may stand around one.
const MAX_AROUND: usize = 8;

impl Writer<'_, '_> {
    /// The class that a module's variable holds a view of, which is made for the methods that the class has.
    pub fn view_held(&mut self, variable: Decl) -> Option<Decl> {
        if self.graph.language != "python" {
            return None;
        }
        let (source, symbol) = self.project.symbol(variable).filter(|(_, it)| it.kind == SymbolKind::Variable)?;
        let [held] = symbol.initial[..] else { return None };
        let mut held = held;
        // What stands around it gives a view as well: `orders = login_required(Orders.as_view())`.
        for _ in 0..MAX_AROUND {
            match &source.graph.values[held as usize] {
                Value::Call { arguments, .. } if arguments.len() == 1 => held = arguments[0],
                _ => break,
            }
        }
        let Value::Call { callee, arguments } = &source.graph.values[held as usize] else { return None };
        let Value::Member { object, name } = source.graph.values[*callee as usize] else { return None };
        if source.graph.name(name) != VIEWING || !arguments.is_empty() {
            return None;
        }
        let [class] = self.eval.reference_target(variable.file, object).targets[..] else { return None };
        self.project.symbol(class).is_some_and(|(_, it)| it.kind.is_type()).then_some(class)
    }

    /// What stands around a view that a name of another file stands for, the outermost first.
    pub fn around_view(&mut self, value: ValueId) -> Vec<Handler> {
        let mut told = Vec::new();
        let is_name = matches!(self.graph.values[value as usize], Value::Name { .. } | Value::Member { .. });
        if self.graph.language != "python" || !is_name {
            return told;
        }
        let [one] = self.eval.reference_target(self.file, value).targets[..] else { return told };
        if one.file == self.file || self.view_held(one).is_none() && self.function_around(one).is_none() {
            return told;
        }
        let Some((source, symbol)) = self.project.symbol(one) else { return told };
        let values = &source.graph.values;
        let mut held = symbol.initial.first().copied();
        while let Some(at) = held.filter(|_| told.len() < MAX_AROUND)
            && let Value::Call { callee, arguments } = &values[at as usize]
        {
            let made = match values[*callee as usize] {
                Value::Call { callee, .. } => callee,
                _ => *callee,
            };
            let verdict = self.eval.reference_target(one.file, made);
            match (&verdict.targets[..], verdict.external, &values[made as usize]) {
                ([own], ..) => {
                    let name = self.project.symbol(*own).map(|(_, symbol)| symbol.qualified.clone());
                    told.push((Some(self.project.symbol_id(*own)), name.unwrap_or_default()));
                }
                (_, Some(path), Value::Name { name, .. } | Value::Member { name, .. }) if self.asks_first(path) => {
                    told.push((None, source.graph.name(*name).to_owned()));
                }
                _ => {}
            }
            held = arguments.first().copied();
        }
        // The class itself makes the view.
        told.retain(|(_, name)| name != VIEWING && !name.ends_with(&format!(".{VIEWING}")));
        told
    }

    /// The function that a module's variable holds with others around it: `board = staff_only(show)`.
    fn function_around(&mut self, variable: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(variable).filter(|(_, it)| it.kind == SymbolKind::Variable)?;
        let [held] = symbol.initial[..] else { return None };
        let mut held = held;
        for _ in 0..MAX_AROUND {
            let Value::Call { callee, ref arguments } = source.graph.values[held as usize] else { break };
            let [inner] = arguments[..] else { return None };
            let made = match source.graph.values[callee as usize] {
                Value::Call { callee, .. } => callee,
                _ => callee,
            };
            let verdict = self.eval.reference_target(variable.file, made);
            let is_own = matches!(verdict.targets[..], [one] if self.declared_function(one).is_some());
            if !is_own && !verdict.external.is_some_and(|path| self.asks_first(path)) {
                return None;
            }
            held = inner;
        }
        let is_name = matches!(source.graph.values[held as usize], Value::Name { .. } | Value::Member { .. });
        let [one] = self.eval.reference_target(variable.file, held).targets[..] else { return None };
        (is_name && symbol.initial[0] != held && self.declared_function(one).is_some()).then_some(one)
    }

    /// The class of the view that a value stands for.
    pub fn view_named(&mut self, value: ValueId) -> Option<Decl> {
        let variable = match self.eval.reference_target(self.file, value).targets[..] {
            [one] => one,
            _ => self.member_of_given(value)?,
        };
        self.view_held(variable)
    }

    /// What handles where it is a view that a name stands for.
    pub fn view_handler(&mut self, value: ValueId) -> Option<Handler> {
        let one = match self.view_named(value) {
            Some(class) => class,
            None => self.wrapped_elsewhere(value).or_else(|| self.member_of_given(value))?,
        };
        let name = self.project.symbol(one).map(|(_, symbol)| symbol.qualified.clone())?;
        Some((Some(self.project.symbol_id(one)), name))
    }

    /// The function of a view that a name of another file stands for.
    fn wrapped_elsewhere(&mut self, value: ValueId) -> Option<Decl> {
        let is_name = matches!(self.graph.values[value as usize], Value::Name { .. } | Value::Member { .. });
        if self.graph.language != "python" || !is_name {
            return None;
        }
        let [one] = self.eval.reference_target(self.file, value).targets[..] else { return None };
        if one.file == self.file { None } else { self.function_around(one) }
    }

    /// The member of a module that a function is given by the one call of it in its file.
    fn member_of_given(&mut self, value: ValueId) -> Option<Decl> {
        let graph = self.graph;
        if graph.language != "python" {
            return None;
        }
        let Value::Member { object, name } = graph.values[value as usize] else { return None };
        let Value::Name { binding: Some(binding), .. } = graph.values[object as usize] else { return None };
        let taken = &graph.bindings[binding as usize];
        let function = graph.scopes[taken.scope as usize].symbol.filter(|_| taken.kind == BindingKind::Parameter)?;
        let at = graph.symbols[function as usize].params.iter().position(|it| it.binding == Some(binding))?;
        let own = Decl { file: self.file, symbol: function };
        let named = graph.symbols[function as usize].name;
        let mut calls = graph.calls.iter().filter(|call| call.name == named);
        let (call, None) = (calls.next()?, calls.next()) else { return None };
        if self.eval.reference_target(self.file, call.callee).targets[..] != [own] {
            return None;
        }
        let Shape::Value(given) = call.given.get(at)?.shape else { return None };
        let ty = self.eval.value(self.file, given);
        let Head::Module(file) = *self.eval.types.head(ty) else { return None };
        let name = self.project.names.intern(graph.name(name));
        match self.project.module_member(file, name, Use::Value) {
            Entity::Symbol(one) => Some(one),
            _ => None,
        }
    }
}
