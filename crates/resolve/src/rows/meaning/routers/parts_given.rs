//! Routers that functions give together, `(open, closed)`: the first goes by the function, each other by its place behind
//! it, `groups().1`.

use super::opened::opened;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::places::found::Found;
use crate::values::types::Decl;
use facts::{Call, Shape, SymbolId, Type, Value, ValueId};
use rules::Kind;

/// So many things are given together.
const MAX_PARTS: u32 = 8;
/// Calls of lists put together in one row.
const MAX_ROW: usize = 20;
/// What puts lists together: all of one list, what stands behind another, and what only passes on what it is called on.
const JOINING: [&str; 2] = ["concat", "flatten"];
const BEHIND: &str = "chain";
const PASSING: [&str; 3] = ["into_iter", "collect", "to_vec"];

impl<'g> Writer<'_, 'g> {
    /// Links each but the first of several that a function of this file gives.
    pub fn parts_back(&mut self, function: SymbolId, value: ValueId, anchors: &Anchors) {
        let graph = self.graph;
        let Value::List { items } = &graph.values[value as usize] else { return };
        let own = self.id(function);
        let line = graph.symbols[function as usize].name_at.line;
        for (at, item) in items.iter().enumerate().take(MAX_PARTS as usize).skip(1) {
            if let Some(router) = self.given_back(*item, anchors, 0) {
                self.link(&format!("{own}().{at}"), &router, Some(function), line);
            }
        }
    }

    /// What is held of those that a call gives, but the first: the place of each, and by what it is held.
    pub fn parts_held(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) -> Vec<(u32, String)> {
        let graph = self.graph;
        let gives_several = self.project.symbol(function).is_some_and(|(source, symbol)| {
            symbol.returns_type.is_some_and(|ty| matches!(source.graph.types[ty as usize], Type::Tuple { .. }))
        });
        let Some(result) = call.result.filter(|_| gives_several) else { return Vec::new() };
        let mut held = Vec::new();
        for id in 0..graph.bindings.len() {
            let [part] = graph.bindings[id].values[..] else { continue };
            let Value::Part { object, position } = graph.values[part as usize] else { continue };
            let is_its = std::iter::successors(Some(object), |at| opened(graph, *at)).any(|it| it == result);
            if is_its && (1..MAX_PARTS).contains(&position) && self.is_any_router(part) {
                let owner = self.binding_anchor(id as u32, anchors, super::anchors::MAX_STEPS);
                held.extend(owner.map(|it| (position, it)));
            }
        }
        held
    }

    /// What a member of what a function of the repository gives goes by, `routes().0`, also where a name holds that.
    pub fn part_anchor(&mut self, object: ValueId, name: &str) -> Option<String> {
        let graph = self.graph;
        if !crate::languages::of(&graph.language).module_paths {
            return None;
        }
        let position: u32 = name.parse().ok().filter(|it| *it < MAX_PARTS)?;
        let Value::Call { callee, .. } = graph.values[self.kept_first(object) as usize] else { return None };
        let function = self.target(callee)?;
        let own = format!("{}()", self.project.symbol_id(function));
        Some(if position == 0 { own } else { format!("{own}.{position}") })
    }

    /// Links all of a list of Rust's that a function of this file puts together of what others give.
    pub fn joined_back(&mut self, function: SymbolId, value: ValueId, anchors: &Anchors) {
        let parts = self.lists_joined(value);
        let (own, line) = (self.id(function), self.graph.symbols[function as usize].name_at.line);
        for part in parts.into_iter().filter(|it| *it != value) {
            let router = self.given_back(part, anchors, 0).or_else(|| match self.graph.values[part as usize] {
                Value::Call { callee, .. } => self.target(callee).map(|it| format!("{}()", self.project.symbol_id(it))),
                _ => None,
            });
            if let Some(router) = router {
                self.link(&format!("{own}()"), &router, Some(function), line);
            }
        }
    }

    /// What a mount is given, each of what is put together where it is a list.
    pub fn each_joined(&mut self, found: Found<'g>, kind: Kind) -> Vec<Found<'g>> {
        match found {
            Found::Shape(&Shape::Value(value)) if kind == Kind::Mount => {
                let is_rust = crate::languages::of(&self.graph.language).module_paths;
                if let Value::Either { options } = &self.graph.values[value as usize]
                    && is_rust
                {
                    return options.iter().map(|it| Found::Value(*it)).collect();
                }
                match self.lists_joined(value)[..] {
                    [one] if one == value => vec![found],
                    ref several => several.iter().map(|it| Found::Value(*it)).collect(),
                }
            }
            found => vec![found],
        }
    }

    /// Lists that are put together in Rust where a call is given one: `[users(), orders()].concat()`,
    /// `users().into_iter().chain(orders()).collect()`.
    fn lists_joined(&mut self, value: ValueId) -> Vec<ValueId> {
        let graph = self.graph;
        let (mut told, mut open) = (Vec::new(), vec![value]);
        let is_made = matches!(graph.values[value as usize], Value::Call { .. });
        if !is_made || !crate::languages::of(&graph.language).module_paths {
            return vec![value];
        }
        for _ in 0..MAX_ROW {
            let Some(at) = open.pop() else { break };
            match &graph.values[at as usize] {
                Value::List { items } => open.extend(items.iter().rev()),
                Value::Call { callee, arguments } => match graph.values[*callee as usize] {
                    Value::Member { object, name } if self.target(*callee).is_none() => {
                        let name = graph.name(name);
                        if name == BEHIND {
                            open.extend(arguments.iter().rev());
                            open.push(object);
                        } else if JOINING.contains(&name) || PASSING.contains(&name) {
                            open.push(object);
                        } else {
                            told.push(at);
                        }
                    }
                    _ => told.push(at),
                },
                _ => told.push(at),
            }
        }
        if told.len() < 2 { vec![value] } else { told }
    }
}
