//! Handlers of Rust: with layers around them in their place, `get(show.layer(from_fn(signed_in)))`, and given to functions
//! that make routes of them, `fn shown(handler: Shown) -> MethodRouter { get(handler) }`. Each call of one of these serves
//! what it is given.

use super::handlers::Handler;
use crate::rows::Writer;
use crate::rows::meaning::places::found::{Found, MAX_ROW};
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use facts::{Shape, SymbolKind, Value, ValueId};
use rules::{Clause, Kind, Source};
use serde_json::json;

/// The name of rows that say what a call is given whose result is mounted, place by place.
const HANDLED: &str = "handled";
/// What puts something around a handler.
const LAYER: &str = "layer";
/// The name of guards that are put together.
const TOGETHER: &str = "above together";

impl<'g> Writer<'_, 'g> {
    /// The function that a row of calls begins with, and what the calls put around it, the innermost first.
    fn row_of_handler(&mut self, value: ValueId) -> Option<(ValueId, Vec<ValueId>)> {
        let graph = self.graph;
        let (mut at, mut layers) = (value, Vec::new());
        for _ in 0..MAX_ROW {
            let Value::Call { callee, arguments } = &graph.values[at as usize] else { break };
            let Value::Member { object, name } = graph.values[*callee as usize] else { return None };
            if graph.name(name) == LAYER {
                layers.extend(arguments.first());
            }
            at = object;
        }
        (at != value && self.is_function_named(at)).then_some((at, layers))
    }

    fn is_function_named(&mut self, value: ValueId) -> bool {
        let is_function = |kind| matches!(kind, SymbolKind::Function | SymbolKind::Method);
        let symbol = self.target(value).and_then(|one| self.project.symbol(one));
        symbol.is_some_and(|(_, symbol)| is_function(symbol.kind))
    }

    /// The handler that a row of calls begins with, in a language where calls put something around functions.
    pub fn handler_within(&mut self, found: &[Found<'g>]) -> Option<ValueId> {
        let &[Found::Shape(&Shape::Value(value))] = found else { return None };
        if !crate::languages::of(&self.graph.language).module_paths {
            return None;
        }
        self.row_of_handler(value).map(|(handler, _)| handler)
    }

    /// Who asks before a handler by what is put around it in its place.
    pub fn layers_of_handler(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<Handler> {
        let found = self.find(site, &clause.handler);
        let [Found::Shape(&Shape::Value(value))] = found[..] else { return Vec::new() };
        let Some((_, layers)) = self.row_of_handler(value) else { return Vec::new() };
        layers.into_iter().rev().flat_map(|it| self.guards(&Found::Value(it), site)).collect()
    }

    /// Whether a guard is put around a handler alone, of which its route tells.
    pub fn is_around_handler(&mut self, kind: Kind, clause: &Clause, site: &Site<'g>) -> bool {
        let on_outer = clause.on.0.iter().any(|it| it.outer && it.source == Source::Object);
        if kind != Kind::Guard || !on_outer || !crate::languages::of(&self.graph.language).module_paths {
            return false;
        }
        let object = site.outer.and_then(|outer| self.object(outer.callee));
        object.is_some_and(|it| self.is_function_named(it))
    }

    /// Who asks by a layer: of several that are put together each, the first of them first.
    pub fn layers(&mut self, found: &Found<'g>, site: &Site<'g>) -> Vec<Handler> {
        let &Found::Shape(&Shape::Value(value)) = found else { return self.guards(found, site) };
        let graph = self.graph;
        let (mut at, mut row) = (self.kept_first(value), Vec::new());
        for _ in 0..MAX_ROW {
            let Value::Call { callee, arguments } = &graph.values[at as usize] else { break };
            if self.is_put_together(*callee) {
                row.extend(arguments.first());
            }
            let Some(object) = self.object(*callee) else { break };
            at = object;
        }
        if row.is_empty() {
            return self.guards(found, site);
        }
        row.into_iter().rev().flat_map(|it| self.guards(&Found::Value(it), site)).collect()
    }

    fn is_put_together(&mut self, callee: ValueId) -> bool {
        let Some(path) = self.eval.reference_target(self.file, callee).external else { return false };
        let project = self.project;
        let path = project.names.text(path);
        let is_named =
            |clause: &Clause| matches!(&clause.name.0[..], [part] if part.source == Source::Text(TOGETHER.into()));
        project.rules.of_call(&path, &self.graph.language).any(is_named)
    }

    /// The functions that a call is given whose result is mounted: what its function registers of its parameters is
    /// handled by them.
    pub fn handlers_given(
        &mut self,
        kind: Kind,
        site: &Site<'g>,
        found: &Found<'g>,
        told: (&str, Option<&str>),
        anchors: &Anchors<'_, 'g>,
    ) {
        let (&Found::Value(value) | &Found::Shape(&Shape::Value(value))) = found else { return };
        if kind != Kind::Mount || !crate::languages::of(&self.graph.language).module_paths {
            return;
        }
        let mut at = value;
        for _ in 0..MAX_ROW {
            let Value::Call { callee, .. } = self.graph.values[at as usize] else { return };
            match (self.target(callee), self.object(callee)) {
                (Some(_), _) => break,
                (None, Some(object)) => at = object,
                (None, None) => return,
            }
        }
        let Some(call) = anchors.call_giving(at) else { return };
        let Some(function) = self.target(call.callee) else { return };
        let mut given = Vec::new();
        for (at, one) in call.given.iter().enumerate() {
            let row = match one.shape {
                Shape::Value(value) => self.row_of_handler(value),
                _ => None,
            };
            let (handled, layers) = match row {
                Some((handler, layers)) => (self.value_handler(handler), layers),
                None => (self.function_given(&one.shape, call), Vec::new()),
            };
            let Some((symbol, name)) = handled else { continue };
            let mut all: Vec<_> =
                layers.into_iter().rev().flat_map(|it| self.guards(&Found::Value(it), site)).collect();
            all.push((symbol, name));
            let all: Vec<_> = all.iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol })).collect();
            given.push(json!({ "at": at, "name": at.to_string(), "handler": all.last(), "given": all }));
        }
        if given.is_empty() {
            return;
        }
        let (mounted, route) = told;
        let function = self.project.symbol_id(function);
        self.register(&Registration {
            owner: Some(mounted),
            route,
            name: Some(HANDLED),
            mounted: Some(&function),
            guards: Some(json!(given).to_string()),
            ..self.registered_by("handed", site.caller, site.at.line)
        });
    }
}
