//! Classes that answer by methods that are called as HTTP's, `class Orders(View): def get(self, request)`, or as where
//! they are registered says: `Orders.as_view({"get": "list"})`.

use super::handlers::Handler;
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{RouterAnchors as Anchors, Site};
use crate::values::types::Decl;
use facts::{Call, NameId, Shape, SymbolId, Value, ValueId};
use rules::{Action, Clause, Pattern};
use std::borrow::Cow;

/// What a sum is a call of.
const SUM: &str = "__add__";
/// The variable of a module whose list is Django's routes.
const ROUTES: &str = "urlpatterns";
/// What adds a list to another.
const EXTENDING: &str = "extend";
/// A list is put together of so many.
const MAX_PARTS: usize = 200;
/// So many classes of the repository above a class are asked for a method.
const MAX_ABOVE: usize = 24;

impl<'g> Writer<'_, 'g> {
    /// What of a handler that is a class answers for which method. None of what may answer for more than is known.
    pub fn answering<'c>(
        &mut self,
        site: &Site<'g>,
        clause: &'c Clause,
        handler: &Handler,
        anchors: &Anchors<'_, 'g>,
    ) -> Vec<(Cow<'c, Action>, Handler)> {
        if clause.answers.is_empty() {
            return Vec::new();
        }
        let Some(found) = self.find(site, &clause.handler).into_iter().next() else { return Vec::new() };
        let Some(class) = self.class_viewed(&found) else { return Vec::new() };
        let view = match found {
            Found::Shape(Shape::Value(value)) => anchors.call_giving(self.kept_in(*value)),
            _ => None,
        };
        let given = self.answers_given(view);
        if !given.is_empty() {
            let told = given.into_iter().map(|action| {
                let handler = self.acting(self.method_named(class, &action.name), handler, &action.name);
                (Cow::Owned(action), handler)
            });
            return told.collect();
        }
        let library = |path: &str| path.split('.').next().map(str::to_owned);
        let patterns: Vec<&Pattern> = clause.answers.iter().flat_map(|it| &it.by).collect();
        let known: Vec<Option<String>> = patterns.iter().map(|it| library(&it.root())).collect();
        if self.outer_bases(class).iter().any(|base| !known.contains(&library(base))) {
            return Vec::new();
        }
        let only = view.map(|call| self.find(&Site::of_call(self.graph, call), &clause.only)).unwrap_or_default();
        let only: Vec<Cow<str>> = only.iter().flat_map(|it| self.texts(it)).collect();
        let is_left_out = |name: &str| !only.is_empty() && !only.iter().any(|it| it.eq_ignore_ascii_case(name));
        let mut told = Vec::new();
        for action in clause.answers.iter().filter(|it| !is_left_out(&it.name)) {
            if self.has_within(class, &action.name) || self.extends(class, &action.by) {
                // Who is asked before what a class has from another is said by the class.
                let method = self.method_named(class, &action.name);
                told.push((Cow::Borrowed(action), self.acting(method, handler, &action.name)));
            }
        }
        told
    }

    /// What handles an action of a class: its method, or the class by the action's name.
    pub fn acting(&self, method: Option<Decl>, handler: &Handler, action: &str) -> Handler {
        match (method, handler) {
            (Some(method), _) => {
                let name = self.project.symbol(method).map(|(_, symbol)| symbol.qualified.clone());
                (Some(self.project.symbol_id(method)), name.unwrap_or_default())
            }
            (None, (Some(class), name)) => (Some(class.clone()), format!("{name}.{action}")),
            (None, (None, name)) => (None, format!("{name}#{action}")),
        }
    }

    /// The methods of a class by the methods of HTTP that a view of it is made for.
    fn answers_given(&self, view: Option<&'g Call>) -> Vec<Action> {
        let Some(Shape::Object(members)) = view.and_then(|call| call.given.first()).map(|given| &given.shape) else {
            return Vec::new();
        };
        let action = |(verb, shape): &(NameId, Shape)| match shape {
            Shape::Text(name) => Some(Action {
                name: self.graph.name(*name).to_owned(),
                method: self.graph.name(*verb).to_ascii_uppercase(),
                ..Action::default()
            }),
            _ => None,
        };
        members.iter().filter_map(action).collect()
    }

    /// Whether a class, or one of the repository that it extends, declares a method.
    pub fn has_within(&mut self, class: Decl, name: &str) -> bool {
        let mut open = vec![class];
        let mut at = 0;
        while let Some(&one) = open.get(at) {
            if self.method_named(one, name).is_some() {
                return true;
            }
            at += 1;
            let Some((source, symbol)) = self.project.symbol(one) else { continue };
            for base in &symbol.bases {
                if let Entity::Symbol(above) = self.eval.named_by(source, one.file, base.ty)
                    && open.len() < MAX_ABOVE
                    && !open.contains(&above)
                {
                    open.push(above);
                }
            }
        }
        false
    }

    /// Lists of a module that hold what other lists do: what is registered in this file, `urlpatterns = old + new`, and
    /// those of its name in other modules, `urlpatterns = [*users, *orders]`.
    pub fn spread_lists(&mut self, anchors: &Anchors<'_, 'g>) {
        let graph = self.graph;
        for (id, list, line) in self.lists_held() {
            let name = graph.name(graph.symbols[id as usize].name);
            for part in self.parts_of_list(list) {
                let Some(target) = self.eval.value_target(self.file, part) else { continue };
                let named = self.project.symbol(target).map(|(source, it)| source.graph.name(it.name));
                let is_alike = named == Some(name) || name == ROUTES && self.goes_through_rows();
                let mounted = self.anchor(part, anchors);
                if let Some(mounted) = mounted.filter(|it| is_alike || anchors.owners.contains(it)) {
                    let owner = self.id(id);
                    if owner != mounted {
                        self.link(&owner, &mounted, None, line);
                    }
                }
            }
        }
    }

    /// What variables of the module are given that may be lists, and what is added to them: `urlpatterns += new`,
    /// `urlpatterns.extend(new)`.
    fn lists_held(&self) -> Vec<(SymbolId, ValueId, u32)> {
        let graph = self.graph;
        let mut held = Vec::new();
        for (id, symbol) in graph.symbols.iter().enumerate() {
            if let (None, [list]) = (symbol.parent, &symbol.initial[..])
                && !matches!(graph.values[*list as usize], Value::Name { .. } | Value::Member { .. })
            {
                held.push((id as SymbolId, *list, symbol.name_at.line));
            }
        }
        if !self.goes_through_rows() {
            return held;
        }
        let variable = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => graph.bindings[binding as usize].symbol,
            _ => None,
        };
        held.extend(graph.stored.iter().filter_map(|(name, value)| {
            let id = variable(*name)?;
            Some((id, *value, graph.symbols[id as usize].name_at.line))
        }));
        held.extend(graph.calls.iter().filter(|call| graph.name(call.name) == EXTENDING).filter_map(|call| {
            let Value::Member { object, .. } = graph.values[call.callee as usize] else { return None };
            let [facts::Given { shape: Shape::Value(list), .. }] = call.given[..] else { return None };
            Some((variable(object)?, list, call.at.line))
        }));
        held
    }

    /// The lists by their names that a list is put together of.
    fn parts_of_list(&self, list: ValueId) -> Vec<ValueId> {
        let graph = self.graph;
        let (mut parts, mut open) = (Vec::new(), vec![list]);
        while let Some(at) = open.pop().filter(|_| parts.len() < MAX_PARTS) {
            match &graph.values[at as usize] {
                Value::List { items } => {
                    let spread = items.iter().filter_map(|item| match graph.values[*item as usize] {
                        Value::Item { object, .. } => Some(object),
                        _ => None,
                    });
                    parts.extend(spread);
                }
                Value::Call { callee, arguments } => match graph.values[*callee as usize] {
                    Value::Member { object, name } if graph.name(name) == SUM => {
                        open.push(object);
                        open.extend(arguments);
                    }
                    _ => {}
                },
                Value::Name { .. } | Value::Member { .. } => parts.push(at),
                _ => {}
            }
        }
        parts
    }
}
