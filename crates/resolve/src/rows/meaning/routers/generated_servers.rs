//! Servers that oapi-codegen makes of a description: `api.HandlerWithOptions(server, api.ChiServerOptions{BaseURL: "/v1",
//! BaseRouter: r, Middlewares: …})`, `api.RegisterHandlers(group, server)`. What is generated registers methods of a
//! wrapper, which calls those of what it is given; what stands before them is said where that is given.

use super::registration::Registration;
use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::handling::handlers::Handler;
use crate::values::types::{Decl, Head};
use facts::{Call, Param, Shape, SymbolKind, Value, ValueId};
use rules::Kind;
use serde_json::json;

/// The names of the mounts that say where such a server is registered, and by which methods it is handled.
const GENERATED: &str = "generated server";
const METHODS: &str = "generated methods";
const REGISTERING: [&str; 7] = [
    "Handler",
    "HandlerFromMux",
    "HandlerFromMuxWithBaseURL",
    "HandlerWithOptions",
    "RegisterHandlers",
    "RegisterHandlersWithBaseURL",
    "RegisterHandlersWithOptions",
];
/// The type whose methods are registered, and the one whose methods these call.
const WRAPPER: &str = "ServerInterfaceWrapper";
const INTERFACE: &str = "ServerInterface";
/// What makes the server of one whose methods take whole requests.
const STRICT: &str = "NewStrictHandler";
/// Options of frameworks whose middlewares ask in the order in which they are listed; of others the last asks first.
const IN_ORDER: [&str; 3] = ["GinServerOptions", "FiberServerOptions", "IrisServerOptions"];
const MAX_PARTS: u8 = 3;

impl<'p, 'g> Writer<'p, 'g> {
    /// Whether a function is one that a generated server is registered by.
    pub fn is_generated_server(&self, function: Decl) -> bool {
        if !self.goes_by_types() || self.graph.is_test || function.file == self.file {
            return false;
        }
        let Some((source, symbol)) = self.project.symbol(function) else { return false };
        symbol.kind == SymbolKind::Function
            && REGISTERING.contains(&source.graph.name(symbol.name))
            && !source.members_named(None, self.project.names.intern(WRAPPER)).is_empty()
    }

    /// The rows of a call by which a generated server is registered.
    pub fn generated_server(&mut self, call: &'g Call, function: Decl, anchors: &mut Anchors<'p, 'g>) {
        if !self.is_generated_server(function) {
            return;
        }
        let Some((source, symbol)) = self.project.symbol(function) else { return };
        let (mut server, mut base, mut router) = (None, None, None);
        let mut asked: Vec<(Handler, bool)> = Vec::new();
        for (given, param) in call.given.iter().zip(&symbol.params) {
            let declared = param.type_text.as_deref().unwrap_or_default();
            match &given.shape {
                Shape::Value(value) if declared == INTERFACE => server = Some(*value),
                shape if declared == "string" => base = self.path_told(shape, anchors, MAX_PARTS),
                shape if declared.ends_with("Options") => {
                    for member in self.options_given(shape, anchors) {
                        match member {
                            ("BaseURL", shape) => base = self.path_told(shape, anchors, MAX_PARTS),
                            ("BaseRouter", Shape::Value(value)) => router = Some(*value),
                            ("Middlewares", shape) => {
                                asked = self.asked_in_list(shape);
                                if !IN_ORDER.contains(&declared) {
                                    asked.reverse();
                                }
                            }
                            _ => {}
                        }
                    }
                }
                Shape::Value(value) if !is_text(param) => router = Some(*value),
                _ => {}
            }
        }
        let server = server.map(|it| self.kept_in(it));
        let (class, strictly) = server.map(|it| self.server_class(it)).unwrap_or_default();
        asked.extend(strictly);
        let result = call.result.and_then(|it| self.result_anchor(it, anchors));
        let owner = match router {
            Some(router) => {
                let owner = self.anchor(router, anchors);
                let is_given_on = call.result.is_some_and(|it| anchors.is_held(it) || anchors.given_to(it).is_some());
                if let (Some(owner), Some(result)) = (&owner, result.filter(|_| is_given_on)) {
                    self.link(&result, owner, call.caller, call.at.line);
                }
                owner
            }
            None => result,
        };
        let Some(owner) = owner else { return };
        anchors.owners.insert(owner.clone());
        let path = &source.graph.path;
        let mounted = format!("{path}#(server)~{}:{}", self.graph.path, call.at.line);
        let told = |((symbol, name), maybe): &(Handler, bool)| match maybe {
            true => json!({ "name": name, "symbol": symbol, "maybe": true }),
            false => json!({ "name": name, "symbol": symbol }),
        };
        let guards: Vec<_> = asked.iter().map(told).collect();
        self.server_row(call, GENERATED, &owner, base.as_deref(), json!(guards).to_string(), &mounted);
        let methods = class.map(|it| self.methods_of_server(it, function)).unwrap_or_default();
        self.server_row(call, METHODS, &mounted, None, json!(methods).to_string(), path);
    }

    fn server_row(&mut self, call: &Call, name: &str, owner: &str, route: Option<&str>, told: String, mounted: &str) {
        self.register(&Registration {
            framework: Some("oapi-codegen"),
            owner: Some(owner),
            route,
            name: Some(name),
            guards: Some(told),
            mounted: Some(mounted),
            ..self.registered_by(Kind::Mount.word(), call.caller, call.at.line)
        });
    }

    /// The members of options that are written in place, or of what a variable was given.
    fn options_given(&self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> Vec<(&'g str, &'g Shape)> {
        let graph = self.graph;
        match shape {
            Shape::Object(members) => members.iter().map(|(name, it)| (graph.name(*name), it)).collect(),
            Shape::Value(value) => {
                let literal = anchors.call_giving(self.kept_in(*value));
                let given = literal.map(|it| &it.given[..]).unwrap_or_default();
                given.iter().filter_map(|it| Some((graph.name(it.name?), &it.shape))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Who a list of middlewares asks; of one that is not known, that somebody may be asked.
    fn asked_in_list(&mut self, shape: &'g Shape) -> Vec<(Handler, bool)> {
        let told: Vec<Handler> = match shape {
            Shape::List(items) => {
                let one = |it: &Shape| match it {
                    Shape::Value(value) => Some(*value),
                    _ => None,
                };
                let values: Vec<ValueId> = items.iter().filter_map(one).collect();
                values.into_iter().filter_map(|it| self.guard_value(it)).collect()
            }
            Shape::Value(value) => self.askers_listed(*value),
            _ => return Vec::new(),
        };
        if told.is_empty() && !matches!(shape, Shape::List(_)) {
            return vec![((None, "Middlewares".to_owned()), true)];
        }
        told.into_iter().map(|it| (it, false)).collect()
    }

    /// The type whose methods handle requests, and who is asked between it and what is generated.
    fn server_class(&mut self, server: ValueId) -> (Option<Decl>, Vec<(Handler, bool)>) {
        let graph = self.graph;
        if let Value::Call { callee, .. } = graph.values[server as usize]
            && self.last_name(callee).is_some_and(|it| it.starts_with(STRICT))
            && let Some(call) = self.call_giving(server)
        {
            let [given, rest @ ..] = &call.given[..] else { return (None, Vec::new()) };
            let mut asked = rest.first().map(|it| self.asked_in_list(&it.shape)).unwrap_or_default();
            asked.reverse();
            let Shape::Value(inner) = given.shape else { return (None, asked) };
            return (self.class_instance(inner), asked);
        }
        (self.class_instance(server), Vec::new())
    }

    fn class_instance(&mut self, value: ValueId) -> Option<Decl> {
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let kind = self.project.symbol(class)?.1.kind;
        (kind != SymbolKind::Interface).then_some(class)
    }

    /// By the methods that are generated, those of a type that handle them, of what it embeds too.
    fn methods_of_server(&mut self, class: Decl, function: Decl) -> Vec<serde_json::Value> {
        let Some(source) = self.project.source(function.file) else { return Vec::new() };
        let interface = self.project.names.intern(INTERFACE);
        let [interface] = *source.members_named(None, interface) else { return Vec::new() };
        let names: Vec<String> = source
            .children(interface)
            .map(|it| source.graph.name(source.graph.symbols[it as usize].name).to_owned())
            .collect();
        let instance = self.eval.types.instance(class, &[]);
        let mut told = Vec::new();
        for name in names {
            let wanted = self.project.names.intern(&name);
            let hits = self.eval.members(instance, wanted);
            if let Some(method) = hits.iter().find_map(|hit| hit.declared()) {
                told.push(json!({ "name": name, "symbol": self.project.symbol_id(method) }));
            }
        }
        told
    }
}

fn is_text(param: &Param) -> bool {
    param.type_text.as_deref() == Some("string")
}
