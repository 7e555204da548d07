//! Functions that give a group which they make of what they are given: `func group(r *gin.RouterGroup, path string, all
//! ...gin.HandlerFunc) *gin.RouterGroup { g := r.Group(path); g.Use(all...); return g }`. Each of their calls makes one of
//! its own: what stands before it and who it asks is said by what that call is given.

use super::Anchors;
use super::found::MAX_LISTED;
use super::registration::Registration;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::values::types::Decl;
use facts::{Call, Param, Shape, Type, TypeId};
use rules::Kind;
use serde_json::{Value as Json, json};

/// The name of the mount that says what a call is given which gives a group.
const CALLED: &str = "called";
/// What takes more is no maker of groups.
const MAX_GIVEN: usize = 12;
/// Calls in each other whose texts make a path.
const MAX_PARTS: u8 = 3;

impl<'p, 'g> Writer<'p, 'g> {
    /// Whether a call's function gives a library's router and is told more than the router itself knows: what it gives is
    /// this call's own.
    pub(super) fn gives_own_group(&mut self, call: &Call, function: Decl) -> bool {
        if !self.goes_by_types() || self.graph.is_test || call.given.is_empty() || call.given.len() > MAX_GIVEN {
            return false;
        }
        let Some(library) = self.library_of_group(function) else { return false };
        // What lends another library's router is the only one of its kind.
        self.takes_routers_of(function, &library) && self.parameter_given_back(function).is_none()
    }

    /// Whether a function gives what a library registers handlers on, and does not handle requests alone.
    pub(super) fn gives_group(&mut self, function: Decl) -> bool {
        self.library_of_group(function).is_some()
    }

    /// Whether the routers that a function takes are all of one library.
    fn takes_routers_of(&mut self, function: Decl, library: &str) -> bool {
        let Some((source, symbol)) = self.project.symbol(function) else { return false };
        symbol.params.iter().filter_map(|it| it.declared).all(|declared| {
            let of = self.router_library(source, function, declared);
            of.is_none_or(|it| it == library)
        })
    }

    fn library_of_group(&mut self, function: Decl) -> Option<String> {
        let (source, symbol) = self.project.symbol(function)?;
        self.router_library(source, function, symbol.returns_type?)
    }

    /// The library whose router a type is, or the first of several results.
    fn router_library(&mut self, source: &Source, function: Decl, ty: TypeId) -> Option<String> {
        let mut given = ty;
        let types = &source.graph.types;
        for _ in 0..3 {
            match &types[given as usize] {
                Type::Optional { inner } => given = *inner,
                Type::Tuple { parts } => given = *parts.first()?,
                _ => break,
            }
        }
        match self.eval.named_by(source, function.file, given) {
            Entity::External(path) => {
                let path = self.project.names.text(path);
                let name = path.rsplit('.').next().unwrap_or_default();
                let is_group = !name.contains("Handler") && self.project.rules.is_router(&path);
                path.rsplit_once('.').filter(|_| is_group).map(|(library, _)| library.to_owned())
            }
            _ => None,
        }
    }

    /// What a call is given that gives a group of its own, by the places of parameters: paths, routers, and who asks.
    pub(super) fn group_called(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'p, 'g>) {
        let Some(result) = call.result.filter(|it| anchors.apart.contains(it)) else { return };
        if !self.gives_own_group(call, function) {
            return;
        }
        let Some((_, symbol)) = self.project.symbol(function) else { return };
        let Some(held) = self.result_anchor(result, anchors) else { return };
        let mut told: Vec<Json> = Vec::new();
        for (at, given) in call.given.iter().enumerate() {
            let last = symbol.params.len().saturating_sub(1);
            let is_rest = symbol.params.last().is_some_and(|it| it.rest) && at >= last;
            let place = if is_rest { last } else { at };
            told.extend(self.told_of(&given.shape, place, symbol.params.get(place), anchors));
        }
        // Of what takes any number of others, none is something that is known as well.
        if let Some(last) = symbol.params.len().checked_sub(1).filter(|at| symbol.params[*at].rest)
            && call.given.len() <= last
        {
            told.push(json!({ "name": last.to_string(), "given": [] }));
        }
        for (at, held) in self.parts_held(call, function, anchors) {
            told.push(json!({ "name": format!(".{at}"), "symbol": held }));
        }
        let maker = self.project.symbol_id(function);
        let is_held = (!anchors.is_held(result)).then_some("in place");
        self.register(&Registration {
            owner: Some(&held),
            name: Some(CALLED),
            handler_name: is_held,
            guards: Some(json!(told).to_string()),
            mounted: Some(&maker),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }

    fn told_of(
        &mut self,
        shape: &'g Shape,
        place: usize,
        param: Option<&Param>,
        anchors: &Anchors<'_, 'g>,
    ) -> Option<Json> {
        let place = place.to_string();
        if let Shape::Value(value) = *shape
            && self.is_any_router(value)
        {
            return Some(json!({ "name": place, "symbol": self.anchor(value, anchors)? }));
        }
        if param.is_some_and(|it| it.type_text.as_deref().is_some_and(|it| it.trim_start_matches("...") == "string")) {
            let text = self.path_told(shape, anchors, MAX_PARTS)?;
            return Some(json!({ "name": place, "text": text }));
        }
        let guards: Vec<_> = match shape {
            Shape::Value(value) => self.guard_values(*value),
            Shape::Function { .. } => vec![(None, "(inline)".to_owned())],
            Shape::List(items) => {
                let values = items.iter().take(MAX_LISTED).filter_map(|it| match it {
                    Shape::Value(value) => Some(*value),
                    _ => None,
                });
                values.collect::<Vec<_>>().into_iter().filter_map(|it| self.guard_value(it)).collect()
            }
            _ => Vec::new(),
        };
        let guards: Vec<_> = guards.iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol })).collect();
        (!guards.is_empty()).then(|| json!({ "name": place, "given": guards }))
    }
}
