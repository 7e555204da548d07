//! Calls of the repository's functions that are given what a route is made of.

use super::registration::Registration;
use crate::members::extensions;
use crate::rows::Writer;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routing::verbs::verb;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{Call, Shape, SymbolKind, Value, ValueId};
use serde_json::json;
use std::borrow::Cow;

/// The name of rows of classes that answer by their methods, and of what functions register that are given such.
pub const ANSWERING: &str = "answering";
/// The methods by which classes of Python answer.
const ANSWERS: [&str; 5] = ["get", "post", "put", "patch", "delete"];
/// What is given more registers no route.
const MAX_GIVEN: usize = 8;

impl<'g> Writer<'_, 'g> {
    /// A call of a function of the repository that is given what a route is made of: a path and a function, or by a
    /// method's name a function alone. Whether that registers it is known only where all files are.
    pub fn handed_route(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        if self.graph.is_test || call.given.is_empty() || call.given.len() > MAX_GIVEN {
            return;
        }
        let name = self.graph.name(call.name);
        let named = verb(name.strip_prefix("Map").unwrap_or(name));
        // Of most calls a look at what they are given tells: types, which say what is a router, cost more.
        let extended = self.project.symbol(function).is_some_and(|(_, symbol)| extensions::extends(symbol));
        let may_have_router = extended || call.given.iter().any(|it| matches!(it.shape, Shape::Value(_)));
        if named.is_none() && !call.given.iter().any(|given| self.may_hold_route(&given.shape, may_have_router)) {
            return;
        }
        let routers: Vec<bool> = call.given.iter().map(|given| self.gives_router(&given.shape)).collect();
        let on = self.object(call.callee).filter(|it| extended && self.is_router(*it));
        let has_router = on.is_some() || routers.contains(&true);
        let shapes = || call.given.iter().zip(&routers).filter(|(_, is_router)| !**is_router).map(|(it, _)| &it.shape);
        let of_objects = if self.is_script() { shapes().flat_map(members_of).collect() } else { Vec::new() };
        let all = || shapes().chain(of_objects.iter().copied());
        let texts: Vec<String> = all().filter_map(|shape| self.path_given(shape, has_router)).collect();
        let method = texts.iter().find_map(|text| verb(text)).or(named);
        let listed = self.paths_listed(call);
        let mut words = listed.iter().chain(&texts).filter(|text| verb(text).is_none());
        let route = words.clone().find(|text| text.starts_with('/')).or_else(|| words.next());
        if route.is_none() && named.is_none() {
            return;
        }
        let (asking, handling): (Vec<&Shape>, Vec<&Shape>) = all().partition(|it| self.is_put_around(it));
        let handled = handling.into_iter().rev().find_map(|it| self.function_given(it, call));
        let before = usize::from(self.is_bound(call, function));
        let mut served = if route.is_some() { self.served(call, before, anchors) } else { Vec::new() };
        // What is given a router and a path may stand before others, as what gives one may.
        let is_known = route.is_some_and(|it| it.starts_with('/') && !it.contains("${"));
        let is_named = is_known && crate::languages::of(&self.graph.language).module_paths;
        let gives = call.result.filter(|_| is_named).is_some_and(|it| self.is_router(it));
        let is_before = has_router || !served.is_empty() || gives;
        let answers = self.answers_of(call);
        let is_before = is_before || !answers.is_empty();
        // What a call makes of a handler: `page("/films", caught(films.list))`.
        let is_made = is_known && call.given.last().is_some_and(|it| self.is_made_in_place(&it.shape));
        let handled =
            handled.or_else(|| call.given.last().filter(|_| is_made).and_then(|it| self.handling(&it.shape, call)));
        let Some((handler, handler_name)) = handled.or_else(|| is_before.then(|| (None, String::new()))) else {
            return;
        };
        let values = |shapes: Vec<&Shape>| -> Vec<ValueId> {
            let value = |it: &Shape| match it {
                Shape::Value(value) => Some(*value),
                _ => None,
            };
            shapes.into_iter().filter_map(value).collect()
        };
        let mut asking: Vec<_> = values(asking).into_iter().filter_map(|it| self.guard_value(it)).collect();
        if self.goes_by_types() {
            asking.extend(values(shapes().collect()).into_iter().flat_map(|it| self.wrappers_of(it)));
        }
        served.extend(asking.into_iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol, "asks": true })));
        served.extend(self.placed_arguments(call, &routers));
        let served = (!served.is_empty()).then(|| json!(served).to_string());
        let route = route.map_or("", String::as_str);
        let given = call.given.iter().zip(&routers).filter(|(_, is_router)| **is_router);
        let given = given.filter_map(|(given, _)| match given.shape {
            Shape::Value(value) => Some(value),
            _ => None,
        });
        let owner = on.into_iter().chain(given).next().and_then(|it| self.anchor(it, anchors));
        let callee = self.project.symbol_id(function);
        let end_line = call.at.line + self.flow_of(&Site::of_call(self.graph, call)).map_or(0, |flow| flow.lines);
        let is_answering = !answers.is_empty();
        let methods = match self.methods_listed_by(call) {
            listed if listed.is_empty() => vec![method],
            listed => listed.into_iter().map(Some).collect(),
        };
        let handled = match is_answering {
            true => answers,
            false => methods.into_iter().map(|it| (it, (handler.clone(), handler_name.clone()))).collect(),
        };
        let routes = if listed.is_empty() { vec![route] } else { listed.iter().map(String::as_str).collect() };
        for (route, (method, (handler, handler_name))) in
            routes.iter().flat_map(|route| handled.iter().map(move |it| (*route, it)))
        {
            self.register(&Registration {
                owner: owner.as_deref(),
                method: *method,
                route: Some(route),
                name: is_answering.then_some(ANSWERING),
                handler: handler.as_deref(),
                handler_name: Some(handler_name),
                guards: served.clone(),
                mounted: Some(&callee),
                end_line,
                ..self.registered_by("handed", call.caller, call.at.line)
            });
        }
    }

    /// Whether a route or a method may be among what a shape holds, or its members, by how that is written.
    fn may_hold_route(&self, shape: &Shape, has_router: bool) -> bool {
        match shape {
            Shape::Text(text) => {
                let text = self.graph.name(*text);
                text.contains("${") || is_route(text, has_router)
            }
            Shape::Joined(_) => true,
            Shape::Value(value) => !self.is_made(*value),
            Shape::Object(_) => members_of(shape).into_iter().any(|it| self.may_hold_route(it, has_router)),
            Shape::List(items) => items.iter().any(|it| matches!(it, Shape::Text(_))),
            _ => false,
        }
    }

    /// The paths that a call of Python is given as a list: `register(app, routes=["/a", "/b"], …)`.
    fn paths_listed(&self, call: &'g Call) -> Vec<String> {
        if self.graph.language != "python" {
            return Vec::new();
        }
        let path = |item: &Shape| match item {
            Shape::Text(text) => Some(self.graph.name(*text)).filter(|it| it.starts_with('/')).map(str::to_owned),
            _ => None,
        };
        let lists = call.given.iter().filter_map(|given| match &given.shape {
            Shape::List(items) if !items.is_empty() => items.iter().map(path).collect::<Option<Vec<String>>>(),
            _ => None,
        });
        lists.take(1).flatten().collect()
    }

    /// What of a class that a call of Python is given, or a view of it, answers by which method.
    fn answers_of(&mut self, call: &'g Call) -> Vec<(Option<&'static str>, Handler)> {
        if self.graph.language != "python" {
            return Vec::new();
        }
        let shapes = call.given.iter().map(|given| &given.shape);
        let classes: Vec<_> = shapes.filter_map(|shape| self.class_viewed(&Found::Shape(shape))).collect();
        let mut told = Vec::new();
        for class in classes {
            let of = self.project.symbol(class).map(|(_, symbol)| symbol.qualified.clone());
            let handler = (Some(self.project.symbol_id(class)), of.unwrap_or_default());
            for action in ANSWERS.iter().filter(|it| self.has_within(class, it)).collect::<Vec<_>>() {
                let method = self.method_named(class, action);
                told.push((verb(action), self.acting(method, &handler, action)));
            }
            if !told.is_empty() {
                break;
            }
        }
        told
    }

    /// Whether what is given is a function that stands around handlers: `signedIn` of `s.route("/x", s.show, signedIn)`.
    fn is_put_around(&mut self, shape: &Shape) -> bool {
        let Shape::Value(value) = *shape else { return false };
        self.goes_by_types() && self.stands_around(value).is_some() && self.given_function(value).is_none()
    }

    /// What a call is given that has handlers of its own, by its place: an object that serves requests.
    fn served(&mut self, call: &'g Call, before: usize, anchors: &Anchors<'_, 'g>) -> Vec<serde_json::Value> {
        let mut told = Vec::new();
        for (at, given) in call.given.iter().enumerate() {
            let at = at + before;
            let Shape::Value(value) = given.shape else { continue };
            let anchor = if self.is_router(value) { self.anchor(value, anchors) } else { self.router_within(value) };
            told.extend(anchor.map(|anchor| json!({ "name": at.to_string(), "symbol": anchor })));
        }
        told
    }

    /// What may be a route or a method: a text, or a parameter.
    fn path_given(&mut self, shape: &'g Shape, has_router: bool) -> Option<String> {
        match shape {
            Shape::Text(text) | Shape::Joined(text) => {
                let text = self.expanded(self.graph.name(*text).to_owned());
                is_route(&text, has_router).then_some(text)
            }
            Shape::Value(value) if self.is_own_parameter(*value) => {
                let ty = self.eval.value(self.file, *value);
                let is_called =
                    matches!(self.eval.types.head(ty), Head::FuncType(..) | Head::Func(..) | Head::Closure(..));
                // Where types tell, what is no text is no path.
                let is_other =
                    self.goes_by_types() && matches!(self.eval.types.head(ty), Head::External(_) | Head::Library(..));
                if is_called || is_other { None } else { self.unknown_text(shape) }
            }
            // A constant that holds a path, or a method's name.
            Shape::Value(_) => {
                let is_script = self.is_script();
                let is_method = |it: &str| is_script && verb(it).is_some();
                let fixed = self.fixed(shape).filter(|it| it.starts_with('/') || is_method(it)).map(Cow::into_owned);
                fixed.or_else(|| self.joined_of_parameter(shape))
            }
            _ => None,
        }
    }

    /// What a variable holds that is put together of what the function around is given: `let v1 = format!("{prefix}/v1")`.
    fn joined_of_parameter(&mut self, shape: &'g Shape) -> Option<String> {
        let Shape::Value(value) = *shape else { return None };
        let lent = match self.graph.values[value as usize] {
            Value::Lent { object } => object,
            _ => value,
        };
        let name = self.unknown_text(&Shape::Value(lent))?;
        let text = self.expanded(name.clone());
        let is_path = text.split_once('}').is_some_and(|(_, rest)| rest.starts_with('/'));
        (is_path && text != name && text.starts_with("${")).then_some(text)
    }

    /// Whether a parameter may be a function, where the language's types tell.
    fn may_handle(&mut self, value: ValueId) -> bool {
        if !crate::languages::of(&self.graph.language).module_paths {
            return true;
        }
        let ty = self.eval.value(self.file, value);
        !matches!(
            self.eval.types.head(ty),
            Head::Instance(..) | Head::External(_) | Head::Library(..) | Head::Builtin(_)
        )
    }

    /// A function that is given, as people name it: one written in place, one by its name, a parameter.
    pub fn function_given(&mut self, shape: &Shape, call: &Call) -> Option<(Option<String>, String)> {
        match shape {
            Shape::Function { .. } => match self.caller(call.caller) {
                [Cell::Text(symbol), Cell::Text(_), _] => Some((Some(symbol.into_owned()), "(inline)".to_owned())),
                _ => None,
            },
            Shape::Value(value) => {
                let verdict = self.eval.reference_target(self.file, *value);
                let [one] = verdict.targets[..] else {
                    // `signedIn(http.HandlerFunc(s.show))`
                    if self.goes_by_types()
                        && let Some((inner, _)) = self.given_function(*value)
                    {
                        return self.function_given(&Shape::Value(inner), call);
                    }
                    return (self.is_own_parameter(*value) && self.may_handle(*value))
                        .then(|| Some((None, self.last_name(*value)?.into_owned())))?;
                };
                let (_, symbol) = self.project.symbol(one)?;
                let is_function = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
                is_function.then(|| (Some(self.project.symbol_id(one)), symbol.qualified.clone()))
            }
            _ => None,
        }
    }
}

/// Whether a text may be a route or a method. Beside a router any word may be a part of a route.
fn is_route(text: &str, has_router: bool) -> bool {
    let is_path = has_router || text.is_empty() || text.starts_with('/') || text.contains(['{', ':', '<']);
    // `GET /orders`, as net/http's patterns are written.
    let is_pattern = || {
        text.split_once(' ').is_some_and(|(method, path)| {
            verb(method).is_some() && path.starts_with('/') && !path.contains(char::is_whitespace)
        })
    };
    let is_plain = !text.contains(char::is_whitespace) && (is_path || verb(text).is_some());
    text.len() <= 200 && (is_plain || is_pattern())
}

/// What the members of an object hold: `{ path: "/films", handler: list }`.
fn members_of(shape: &Shape) -> Vec<&Shape> {
    match shape {
        Shape::Object(members) => members.iter().take(MAX_GIVEN).map(|(_, shape)| shape).collect(),
        _ => Vec::new(),
    }
}
