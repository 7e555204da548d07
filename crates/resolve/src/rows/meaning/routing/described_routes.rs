//! Routes of JavaScript that objects describe, `{ method: "GET", path: "/a", handler: list }`: they go by what holds them, a
//! variable, what a function gives back or a file gives out, and count where that is registered.

use crate::rows::Writer;
use crate::rows::meaning::RouterAnchors as Anchors;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::texts::literals::ROUTE;
use facts::{Call, Shape, SymbolId, Value, ValueId};
use rules::{Clause, Part, Source};

/// Lists in what is put together of them.
pub const MAX_AROUND: usize = 4;
/// The name of mounts of such routes.
const ROUTES: &str = "routes";
/// The same of what registers by itself on what it is given.
const PLUGIN: &str = "plugin";

impl<'p, 'g> Writer<'p, 'g> {
    /// Tells of a route that something holds.
    pub fn described_route(&mut self, literal: &'g Call, anchors: &mut Anchors<'p, 'g>) {
        let (project, graph) = (self.project, self.graph);
        let Some(result) = literal.result else { return };
        let Some(owner) = self.holding_route(literal.callee, anchors) else { return };
        anchors.routes.insert(result, owner);
        // One of a type that rules know is told by that.
        let is_typed = graph.literals.iter().any(|it| it.at == literal.at && graph.name(it.name) != ROUTE);
        let clauses = project.rules.of_literal(ROUTE, &graph.language).filter(|_| !is_typed);
        anchors.pending.extend(clauses.map(|clause| (clause, Site::of_call(graph, literal))));
    }

    /// What holds a route, or the list that it stands in.
    fn holding_route(&mut self, value: ValueId, anchors: &Anchors<'p, 'g>) -> Option<String> {
        let graph = self.graph;
        let mut at = value;
        for _ in 0..MAX_AROUND {
            if anchors.is_held(at) {
                return self.result_anchor(at, anchors);
            }
            let is_it = |it: &ValueId| match &graph.values[*it as usize] {
                Value::Either { options } => options.contains(&at),
                _ => *it == at,
            };
            if let Some(id) = graph.symbols.iter().position(|it| it.return_values.iter().any(is_it)) {
                return Some(format!("{}()", self.id(id as SymbolId)));
            }
            let found = (0..graph.values.len() as ValueId).find(|it| match &graph.values[*it as usize] {
                Value::Call { callee, arguments } => {
                    arguments.contains(&at)
                        || (self.object(*callee) == Some(at) && self.is_called(*callee, &["concat"]))
                }
                Value::Function { symbol: None, returns, .. } => returns.contains(&at),
                _ => false,
            });
            let Some(around) = found else { break };
            match &graph.values[around as usize] {
                Value::Call { callee, .. } if self.is_called(*callee, &["push", "unshift"]) => {
                    let list = self.object(*callee)?;
                    return self.anchor(list, anchors);
                }
                Value::Call { callee, .. } if !self.is_called(*callee, &["concat", "map", "flatMap"]) => break,
                _ => at = around,
            }
        }
        if at == value { None } else { self.result_anchor(at, anchors) }
    }

    /// The files of a folder that a plugin is required from by a name that only running code knows:
    /// `require(`../plugins/${name}`)`.
    pub fn plugins_of_folder(&self, value: ValueId, clause: &Clause, anchors: &Anchors<'p, 'g>) -> Option<String> {
        let graph = self.graph;
        let [Part { source: Source::Text(name), .. }] = &clause.name.0[..] else { return None };
        let call = anchors.call_giving(value).filter(|it| name == PLUGIN && graph.name(it.name) == "require")?;
        let Shape::Text(text) = call.given.first()?.shape else { return None };
        let (folder, rest) = graph.name(text).split_once("/${")?;
        if !folder.starts_with('.') || !rest.ends_with('}') {
            return None;
        }
        let mut parts: Vec<&str> = graph.path.split('/').collect();
        parts.pop();
        for part in folder.split('/') {
            match part {
                "." => {}
                ".." => drop(parts.pop()?),
                name => parts.push(name),
            }
        }
        Some(format!("{}/*", parts.join("/")))
    }

    pub fn is_called(&self, callee: ValueId, names: &[&str]) -> bool {
        matches!(self.graph.values[callee as usize], Value::Member { name, .. } if names.contains(&self.graph.name(name)))
    }

    /// The things whose routes a mount of such registers: of what is put together of lists, each; of what a loop goes
    /// through, the list.
    pub fn routes_given(&self, found: Found<'g>, clause: &Clause) -> Vec<Found<'g>> {
        let graph = self.graph;
        let is_of_routes = matches!(&clause.name.0[..], [Part { source: Source::Text(text), .. }] if text == ROUTES);
        let value = match found {
            Found::Shape(Shape::List(items)) if is_of_routes => match &items[..] {
                [spread @ Shape::Value(_)] => return self.routes_given(Found::Shape(spread), clause),
                _ => return Vec::new(),
            },
            Found::Shape(Shape::Value(value)) if is_of_routes => *value,
            found => return vec![found],
        };
        if let Value::Name { binding: Some(binding), .. } = &graph.values[value as usize] {
            let held = graph.bindings[*binding as usize].values.first();
            let over = held.and_then(|it| match graph.values[*it as usize] {
                Value::Item { object, .. } => Some(object),
                Value::CallbackParam { callee, argument: 0, position: 0 } => {
                    self.object(callee).filter(|_| self.is_called(callee, &["forEach", "map"]))
                }
                _ => None,
            });
            if let Some(over) = over {
                return vec![Found::Value(over)];
            }
        }
        let mut told = vec![value];
        self.put_in_list(value, MAX_AROUND, &mut told);
        told.truncate(found::MAX_LISTED);
        told.into_iter().map(Found::Value).collect()
    }
}
