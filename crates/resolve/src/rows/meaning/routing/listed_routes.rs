//! Lists of routes that are put together of others: `[].concat(films, require("./users"))`, `[...films, home]`.

use super::described_routes::MAX_AROUND;
use crate::rows::Writer;
use crate::rows::meaning::RouterAnchors as Anchors;
use crate::rows::meaning::places::found::{Found, MAX_LISTED};
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::texts::literals::ROUTE;
use facts::{Exported, SymbolId, Value, ValueId};
use rules::Kind;

/// The name of mounts of what is put into a list, wherever that is registered.
const LISTED: &str = "listed routes";
/// A function that gives routes is given no more.
const MAX_GIVEN: usize = 2;

impl<'p, 'g> Writer<'p, 'g> {
    /// What a list is put together of that is written nowhere in it: `[].concat(a, require("./b"))`, `[...a, b]`, and what
    /// a name of a list is given later on, `list.push(c)`.
    pub fn put_in_list(&self, value: ValueId, steps: usize, told: &mut Vec<ValueId>) {
        let Some(steps) = steps.checked_sub(1) else { return };
        let graph = self.graph;
        let mut add = |part: ValueId| {
            if !told.contains(&part) {
                told.push(part);
                self.put_in_list(part, steps, told);
            }
        };
        match &graph.values[value as usize] {
            Value::List { items } => items.iter().for_each(|it| match graph.values[*it as usize] {
                Value::Item { object, position: 1 } => add(object),
                Value::Name { .. } | Value::Call { .. } => add(*it),
                _ => {}
            }),
            Value::Call { callee, arguments } if self.is_called(*callee, &["concat"]) => {
                self.object(*callee).into_iter().chain(arguments.iter().copied()).for_each(add);
            }
            Value::Name { binding: Some(binding), .. } => {
                let id = *binding;
                if let [held] = graph.bindings[id as usize].values[..]
                    && self.is_list_made(held)
                {
                    add(held);
                }
                let is_it = |it: ValueId| matches!(graph.values[it as usize], Value::Name { binding, .. } if binding == Some(id));
                for call in &graph.calls {
                    if self.is_called(call.callee, &["push", "unshift"])
                        && self.object(call.callee).is_some_and(is_it)
                        && let Some(Value::Call { arguments, .. }) = call.result.map(|it| &graph.values[it as usize])
                    {
                        arguments.iter().for_each(|it| match graph.values[*it as usize] {
                            Value::Item { object, position: 1 } => add(object),
                            _ => add(*it),
                        });
                    }
                }
            }
            _ => {}
        }
    }

    fn is_list_made(&self, value: ValueId) -> bool {
        matches!(self.graph.values[value as usize], Value::List { .. }) || self.is_concat(value)
    }

    fn is_concat(&self, value: ValueId) -> bool {
        matches!(self.graph.values[value as usize], Value::Call { callee, .. } if self.is_called(callee, &["concat"]))
    }

    /// Lists of routes that a file gives out, or a function gives back, and that others are put into: what they are put
    /// together of is registered where they are.
    pub fn lists_put_together(&mut self, anchors: &Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        if !self.is_script() {
            return;
        }
        let Some(clause) = project.rules.of_literal(ROUTE, &graph.language).next() else { return };
        let mut lists: Vec<(String, ValueId)> = Vec::new();
        for export in &graph.exports {
            if let Exported::Value(value) = export.what
                && self.is_list_made(value)
            {
                lists.extend(self.anchor(value, anchors).map(|owner| (owner, value)));
            }
        }
        for (id, symbol) in graph.symbols.iter().enumerate() {
            let id = id as SymbolId;
            if let [value] = symbol.initial[..]
                && self.is_list_made(value)
            {
                lists.push((self.id(id), value));
            }
            let given = symbol.return_values.iter().filter(|it| self.is_list_made(**it));
            lists.extend(given.map(|it| (format!("{}()", self.id(id)), *it)));
        }
        for (owner, list) in lists {
            let mut parts = Vec::new();
            self.put_in_list(list, MAX_AROUND, &mut parts);
            let own = |it: &facts::Binding| it.values[..] == [list];
            if let Some(binding) = graph.bindings.iter().position(own) {
                let is_it = |it: &Value| matches!(it, Value::Name { binding: Some(it), .. } if *it as usize == binding);
                let named = graph.values.iter().position(is_it);
                named.into_iter().for_each(|it| self.put_in_list(it as ValueId, MAX_AROUND, &mut parts));
            }
            parts.retain(|it| !self.is_list_made(*it) && *it != list);
            for part in parts.into_iter().take(MAX_LISTED) {
                if !self.may_hold_routes(part, anchors) {
                    continue;
                }
                let Some(mounted) = self.anchor_of(&Found::Value(part), anchors).filter(|it| *it != owner) else {
                    continue;
                };
                self.register(&Registration {
                    framework: Some(&clause.framework),
                    owner: Some(&owner),
                    route: Some(""),
                    name: Some(LISTED),
                    mounted: Some(&mounted),
                    ..self.registered_by(Kind::Mount.word(), None, 1)
                });
            }
        }
    }

    /// Whether a part of a list may be routes: what another file of the repository gives out, or what routes are held by.
    fn may_hold_routes(&mut self, part: ValueId, anchors: &Anchors<'p, 'g>) -> bool {
        let graph = self.graph;
        match &graph.values[part as usize] {
            // What is required where it stands is a name of the file as well.
            Value::Name { binding: Some(binding), .. } => match graph.bindings[*binding as usize].import {
                Some((import, _)) => graph.imports[import as usize].specifier.starts_with('.'),
                None => {
                    let held = self.anchor(part, anchors);
                    held.is_some_and(|it| anchors.routes.values().any(|owner| *owner == it))
                }
            },
            Value::Call { callee, arguments } => {
                arguments.len() <= MAX_GIVEN && self.target(*callee).is_some_and(|it| it.file != self.file)
            }
            _ => false,
        }
    }
}
