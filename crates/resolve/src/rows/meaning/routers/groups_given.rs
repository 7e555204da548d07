//! Functions that give a group which they make of what they are given: `func group(r *gin.RouterGroup, path string, all
//! ...gin.HandlerFunc) *gin.RouterGroup { g := r.Group(path); g.Use(all...); return g }`. Each of their calls makes one of
//! its own: what stands before it and who it asks is said by what that call is given. Extensions do so too:
//! `static RouteGroupBuilder Secured(this IEndpointRouteBuilder app, string path) => app.MapGroup(path).RequireAuthorization()`.

use super::registration::Registration;
use crate::members::extensions::extends;
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::places::found::MAX_LISTED;
use crate::values::types::Decl;
use facts::{BindingKind, Call, Given, Param, Shape, Symbol, Type, TypeId, Value, ValueId};
use rules::Kind;
use serde_json::{Value as Json, json};

/// The name of the mount that says what a call is given which gives a group.
const CALLED: &str = "called";
/// What takes more is no maker of groups.
const MAX_GIVEN: usize = 12;
/// Calls in each other whose texts make a path.
const MAX_PARTS: u8 = 3;
/// Calls and names between what an extension gives and what it makes that of.
const MAX_STEPS: u8 = 40;

impl<'p, 'g> Writer<'p, 'g> {
    /// Whether a call's function gives a library's router and is told more than the router itself knows: what it gives is
    /// this call's own.
    pub fn gives_own_group(&mut self, call: &Call, function: Decl) -> bool {
        if self.graph.is_test || call.given.len() > MAX_GIVEN {
            return false;
        }
        if let Some(object) = self.object(call.callee)
            && !self.is_class(object)
            && self.project.symbol(function).is_some_and(|(_, symbol)| extends(symbol))
        {
            return self.extends_by_group(function);
        }
        if !self.goes_by_types() || call.given.is_empty() {
            return false;
        }
        let Some(library) = self.library_of_group(function) else { return false };
        // What lends another library's router is the only one of its kind.
        self.takes_routers_of(function, &library) && self.parameter_given_back(function).is_none()
    }

    /// Whether an extension gives, on every way, a router that it makes of the one which it extends.
    fn extends_by_group(&mut self, function: Decl) -> bool {
        if !self.gives_group(function) {
            return false;
        }
        let Some((source, symbol)) = self.project.symbol(function) else { return false };
        !symbol.return_values.is_empty()
            && symbol.return_values.iter().all(|it| self.is_made_in(source, symbol, *it, function))
    }

    /// Whether a row of calls makes something of its own of the first parameter.
    fn is_made_in(&mut self, source: &Source, symbol: &Symbol, value: ValueId, function: Decl) -> bool {
        let (mut at, mut is_made) = (value, false);
        for _ in 0..MAX_STEPS {
            match &source.graph.values[at as usize] {
                Value::Name { binding: Some(id), .. } => {
                    let binding = &source.graph.bindings[*id as usize];
                    match binding.values[..] {
                        [one] if binding.kind != BindingKind::Parameter => at = one,
                        _ => return is_made && symbol.params.first().is_some_and(|it| it.binding == Some(*id)),
                    }
                }
                Value::Call { callee, .. } => {
                    let Value::Member { object, .. } = source.graph.values[*callee as usize] else { return false };
                    is_made |= self.makes_apart(function, *callee);
                    at = object;
                }
                _ => return false,
            }
        }
        false
    }

    /// Whether what a call gives is a thing of its own by what rules say, or by what an extension of the repository does.
    pub fn makes_apart(&mut self, within: Decl, callee: ValueId) -> bool {
        let verdict = self.eval.reference_target(within.file, callee);
        if let [one] = verdict.targets[..] {
            return one != within && self.gives_group(one);
        }
        let Some(path) = verdict.external else { return false };
        let project = self.project;
        let path = project.names.text(path);
        let mut clauses = project.rules.of_call(&path, &self.graph.language);
        clauses.any(|it| {
            it.kind == Some(Kind::Mount) && it.mounted.0.iter().any(|part| part.source == rules::Source::Result)
        })
    }

    /// Whether a function gives what a library registers handlers on, and does not handle requests alone.
    pub fn gives_group(&mut self, function: Decl) -> bool {
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
                // A type may be known by its name alone.
                is_group.then(|| path.rsplit_once('.').map_or("", |(library, _)| library).to_owned())
            }
            _ => None,
        }
    }

    /// What a call is given that gives a group of its own, by the places of parameters: paths, routers, and who asks.
    pub fn group_called(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'p, 'g>) {
        let Some(result) = call.result.filter(|it| anchors.apart.contains(it)) else { return };
        if !self.gives_own_group(call, function) {
            return;
        }
        let Some((source, symbol)) = self.project.symbol(function) else { return };
        let Some(held) = self.result_anchor(result, anchors) else { return };
        let mut told: Vec<Json> = Vec::new();
        // An extension takes what it is called on before all others.
        let extended = self.object(call.callee).filter(|_| extends(symbol));
        if let Some(owner) = extended.and_then(|it| self.anchor(it, anchors)) {
            told.push(json!({ "name": "0", "symbol": owner }));
        }
        let before = usize::from(extended.is_some());
        let place_of = |at: usize, given: &Given| {
            let name = given.name.filter(|_| extended.is_some()).map(|it| self.graph.name(it));
            name.map_or(Some(at + before), |name| {
                symbol.params.iter().position(|it| source.graph.name(it.name) == name)
            })
        };
        let places: Vec<Option<usize>> = call.given.iter().enumerate().map(|(at, it)| place_of(at, it)).collect();
        // What an extension is not given is what it says itself.
        for (at, param) in symbol.params.iter().enumerate().skip(before).filter(|_| extended.is_some()) {
            if let Some(text) = param.default.as_deref().filter(|_| !places.contains(&Some(at))) {
                let is_text = text.len() > 1 && text.starts_with('"') && text.ends_with('"');
                let text = if is_text { &text[1..text.len() - 1] } else { "" };
                told.push(json!({ "name": at.to_string(), "text": text }));
            }
        }
        for (at, given) in places.into_iter().zip(&call.given) {
            let Some(at) = at else { continue };
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
        let is_text = |ty: &str| ty.trim_start_matches("...").trim_end_matches('?') == "string";
        if param.is_some_and(|it| it.type_text.as_deref().is_some_and(is_text)) {
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
