//! Routers that functions are given and give back: what is registered on them hangs on what they come from.

use super::found::MAX_ROW;
use super::verbs::verb;
use super::{Anchors, Site};
use crate::members::extensions;
use crate::naming::entities::Entity;
use crate::rows::{TEXT, Writer, clip};
use crate::values::types::{Decl, Head, Ty};
use facts::unit::Cell;
use facts::{BindingKind, Call, Modifiers, Shape, SymbolId, SymbolKind, Value, ValueId};
use rules::{Kind, Source};
use std::borrow::Cow;

/// What is given more registers no route.
const MAX_GIVEN: usize = 8;
/// How names end that are given to routers.
const ROUTERS: [&str; 4] = ["app", "router", "routes", "server"];
/// So many functions may stand around a router that is given back.
const MAX_AROUND: u8 = 3;

impl<'g> Writer<'_, 'g> {
    /// A router that a function of the repository is given: what is registered on its parameter hangs on it.
    pub fn handed_on(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        self.extended_in_block(call, function, anchors);
        self.called_in_block(call, function, anchors);
        self.held_router(call, function, anchors);
        let extended = self.project.symbol(function).is_some_and(|(_, symbol)| extensions::extends(symbol));
        // Called by its class, `Orders.Map(group)`, an extension is given all it takes.
        let receiver = self.object(call.callee).filter(|it| extended && !self.is_class(*it));
        let given = call.given.iter().map(|given| match given.shape {
            Shape::Value(value) => Some(value),
            _ => None,
        });
        let values: Vec<Option<ValueId>> = receiver.map(Some).into_iter().chain(given).collect();
        let back = self.parameter_given_back(function);
        for (at, value) in values.into_iter().enumerate() {
            let Some(value) = value else { continue };
            let is_mounted = self.is_of_mount(value, function, at, anchors);
            let is_given_back = receiver.is_none() && back == Some(at);
            if !is_mounted && !is_given_back && !self.may_be_router(value, anchors) {
                continue;
            }
            if (is_mounted || self.is_any_router(value) || self.goes_for_router(value))
                && let Some(owner) = self.anchor(value, anchors)
            {
                let mounted = format!("{}({at})", self.project.symbol_id(function));
                self.link(&owner, &mounted, call.caller, call.at.line);
            }
        }
    }

    /// An extension that is called in the block of a router, which it then extends, `route("/api") { users() }`, or
    /// right in another extension of routers.
    fn extended_in_block(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        let extends = self.project.symbol(function).is_some_and(|(_, symbol)| symbol.receiver.is_some());
        if !extends || self.object(call.callee).is_some() {
            return;
        }
        let owner = self.router_of(call, anchors);
        if let Some(owner) = owner {
            let mounted = self.project.symbol_id(function);
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    /// A function that is called in the block of what takes what is registered around it: `path("/api") { Users.routes() }`.
    fn called_in_block(&mut self, call: &'g Call, function: Decl, anchors: &Anchors) {
        let extends = self.project.symbol(function).is_none_or(|(_, symbol)| symbol.receiver.is_some());
        let Some(block) = anchors.block_of(call.callee).filter(|_| !extends) else { return };
        let Some(path) = anchors.paths.get(&block.callee) else { return };
        let takes = |part: &rules::Part| part.source == Source::Result;
        let is_around = |part: &rules::Part| part.source == Source::Around;
        let mut clauses = self.project.rules.of_call(path, &self.graph.language);
        let is_ambient = clauses
            .any(|it| it.kind == Some(Kind::Mount) && it.mounted.0.iter().any(takes) && it.on.0.iter().any(is_around));
        if let Some(owner) = block.result.filter(|_| is_ambient).and_then(|it| self.result_anchor(it, anchors)) {
            let mounted = self.project.symbol_id(function);
            self.link(&owner, &mounted, call.caller, call.at.line);
        }
    }

    fn is_class(&mut self, value: ValueId) -> bool {
        let ty = self.eval.value(self.file, value);
        matches!(self.eval.types.head(ty), Head::Class(_))
    }

    pub(super) fn extends_router(&mut self, function: SymbolId) -> bool {
        let project = self.project;
        let receiver = self.graph.symbols[function as usize].receiver;
        let (Some(receiver), Some(source)) = (receiver, project.source(self.file)) else { return false };
        match self.eval.named_by(source, self.file, receiver) {
            Entity::External(path) => project.rules.is_router(&project.names.text(path)),
            _ => false,
        }
    }

    /// A name that holds one thing throughout, or a group made in place: what a callback is given is neither.
    fn may_be_router(&self, value: ValueId, anchors: &Anchors) -> bool {
        let graph = self.graph;
        match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &graph.bindings[binding as usize].values;
                !values.iter().any(|it| matches!(graph.values[*it as usize], Value::CallbackParam { .. }))
            }
            // A variable of the package in another file.
            Value::Name { binding: None, .. } => true,
            Value::Member { object, .. } => {
                matches!(graph.values[object as usize], Value::This { .. } | Value::Receiver { .. })
            }
            // `app.MapGroup("/items").WithTags("items")`
            Value::Call { .. } => self.in_row(value).any(|it| anchors.apart.contains(&it)),
            _ => false,
        }
    }

    /// Whether it is the first parameter of a function that a mount is given in place, `configure(|cfg| routes(cfg))`, and
    /// is handed on as what the same library declares.
    fn is_of_mount(&mut self, value: ValueId, function: Decl, at: usize, anchors: &Anchors) -> bool {
        let graph = self.graph;
        let Value::Name { binding: Some(binding), .. } = graph.values[value as usize] else { return false };
        let mut given = graph.bindings[binding as usize].values.iter().map(|it| &graph.values[*it as usize]);
        let path = given.find_map(|it| match it {
            Value::CallbackParam { callee, position: 0, .. } => anchors.paths.get(callee),
            _ => None,
        });
        let Some(path) = path else { return false };
        if !self.project.rules.of_call(path, &graph.language).any(|it| it.kind == Some(Kind::Mount)) {
            return false;
        }
        let declared = self.project.symbol(function).and_then(|(_, symbol)| symbol.params.get(at)?.declared);
        let Some(declared) = declared else { return false };
        let ty = self.eval.declared(function.file, declared, None);
        // A type is known by its namespace or by its name alone, as its file names it.
        let library = |path: &str| path.split('.').next().map(str::to_owned);
        match *self.eval.types.head(ty) {
            Head::External(own) | Head::Library(own, _) => {
                let own = self.project.names.text(own);
                library(&own) == library(path) || own.rsplit('.').next().map(str::to_owned) == library(path)
            }
            _ => false,
        }
    }

    /// A parameter that is declared to be nothing and is called what routers are called: who hands it on is given one.
    pub(super) fn goes_for_router(&mut self, value: ValueId) -> bool {
        let graph = self.graph;
        let Value::Name { name, binding: Some(binding), .. } = graph.values[value as usize] else { return false };
        let name = graph.name(name).to_ascii_lowercase();
        if graph.bindings[binding as usize].kind != BindingKind::Parameter
            || !ROUTERS.iter().any(|it| name.ends_with(it))
        {
            return false;
        }
        let ty = self.eval.value(self.file, value);
        matches!(self.eval.types.head(ty), Head::Unknown)
    }

    /// A call of a function of the repository that is given what a route is made of: a path and a function, or by a
    /// method's name a function alone. Whether that registers it is known only where all files are.
    pub fn handed_route(&mut self, call: &'g Call, function: Decl, anchors: &Anchors<'_, 'g>) {
        if self.graph.is_test || call.given.is_empty() || call.given.len() > MAX_GIVEN {
            return;
        }
        let routers: Vec<bool> = call.given.iter().map(|given| self.gives_router(&given.shape)).collect();
        let extended = self.project.symbol(function).is_some_and(|(_, symbol)| extensions::extends(symbol));
        let on = self.object(call.callee).filter(|it| extended && self.is_router(*it));
        let has_router = on.is_some() || routers.contains(&true);
        let shapes = || call.given.iter().zip(&routers).filter(|(_, is_router)| !**is_router).map(|(it, _)| &it.shape);
        let name = self.graph.name(call.name);
        let named = verb(name.strip_prefix("Map").unwrap_or(name));
        let texts: Vec<String> = shapes().filter_map(|shape| self.path_given(shape, has_router)).collect();
        let method = texts.iter().find_map(|text| verb(text)).or(named);
        let mut words = texts.iter().filter(|text| verb(text).is_none());
        let route = words.clone().find(|text| text.starts_with('/')).or_else(|| words.next());
        if route.is_none() && named.is_none() {
            return;
        }
        let handled = shapes().rev().find_map(|it| self.function_given(it, call));
        let served = if route.is_some() { self.served(call, anchors) } else { Vec::new() };
        // What is given a router and a path may stand before others.
        let is_before = has_router || !served.is_empty();
        let Some((handler, handler_name)) = handled.or_else(|| is_before.then(|| (None, String::new()))) else {
            return;
        };
        let served = match served.is_empty() {
            true => Cell::Null,
            false => Cell::from(serde_json::json!(served).to_string()),
        };
        let route = route.map_or("", String::as_str);
        let given = call.given.iter().zip(&routers).filter(|(_, is_router)| **is_router);
        let given = given.filter_map(|(given, _)| match given.shape {
            Shape::Value(value) => Some(value),
            _ => None,
        });
        let owner = on.into_iter().chain(given).next().and_then(|it| self.anchor(it, anchors));
        let callee = self.project.symbol_id(function);
        let [caller, ..] = self.caller(call.caller);
        let end_line = call.at.line + self.flow_of(&Site::of_call(self.graph, call)).map_or(0, |flow| flow.lines);
        let row = [
            "handed".into(),
            Cell::Null,
            owner.as_deref().map_or(Cell::Null, |owner| clip(owner, 1_000)),
            method.map_or(Cell::Null, Cell::from),
            clip(route, TEXT),
            Cell::Null,
            handler.as_deref().map_or(Cell::Null, |it| clip(it, 2_100)),
            if handler_name.is_empty() { Cell::Null } else { clip(&handler_name, TEXT) },
            served,
            clip(&callee, 1_000),
            caller,
            self.path(),
            call.at.line.into(),
            end_line.into(),
        ];
        self.unit.push("registrations", &row);
    }

    /// What a call is given that has handlers of its own, by its place: an object that serves requests.
    fn served(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>) -> Vec<serde_json::Value> {
        let mut told = Vec::new();
        for (at, given) in call.given.iter().enumerate() {
            let Shape::Value(value) = given.shape else { continue };
            let anchor = if self.is_router(value) { self.anchor(value, anchors) } else { self.router_within(value) };
            told.extend(anchor.map(|anchor| serde_json::json!({ "name": at.to_string(), "symbol": anchor })));
        }
        told
    }

    /// Of an instance of a class of the repository, the member that serves what it is asked: the one that it embeds, or
    /// the only one that handlers are registered on. Asked where types embed others: it rests on all that the class's
    /// file declares.
    pub fn router_within(&mut self, value: ValueId) -> Option<String> {
        let ty = self.eval.value(self.file, value);
        let Head::Instance(class, _) = *self.eval.types.head(ty) else { return None };
        let source = self.project.source(class.file).filter(|source| source.language.embeds)?.whole();
        let mut routers = Vec::new();
        for id in source.children(class.symbol) {
            let symbol = &source.graph.symbols[id as usize];
            let decl = Decl { file: class.file, symbol: id };
            if symbol.kind == SymbolKind::Property && self.is_router_type(decl) {
                routers.push((symbol.modifiers.has(Modifiers::EMBEDDED), decl));
            }
        }
        let embedded = routers.iter().find(|(is_embedded, _)| *is_embedded);
        let one = embedded.or_else(|| routers.first().filter(|_| routers.len() == 1));
        one.map(|(_, decl)| self.project.symbol_id(*decl))
    }

    fn is_router_type(&mut self, property: Decl) -> bool {
        let ty = self.eval.symbol_value(property);
        self.is_of_routers(ty)
    }

    /// What may be a route or a method: a text, or a parameter. Beside a router any word may be a part of a route.
    fn path_given(&mut self, shape: &'g Shape, has_router: bool) -> Option<String> {
        match shape {
            Shape::Text(text) | Shape::Joined(text) => {
                let text = self.expanded(self.graph.name(*text).to_owned());
                let is_path = has_router || text.is_empty() || text.starts_with('/') || text.contains(['{', ':', '<']);
                let is_verb = verb(&text).is_some();
                let is_plain = text.len() <= 200 && !text.contains(char::is_whitespace);
                (is_plain && (is_path || is_verb)).then_some(text)
            }
            Shape::Value(value) if self.is_own_parameter(*value) => {
                let ty = self.eval.value(self.file, *value);
                let is_called =
                    matches!(self.eval.types.head(ty), Head::FuncType(..) | Head::Func(..) | Head::Closure(..));
                if is_called { None } else { self.unknown_text(shape) }
            }
            // A constant that holds a path.
            Shape::Value(_) => self.fixed(shape).filter(|it| it.starts_with('/')).map(Cow::into_owned),
            _ => None,
        }
    }

    /// A function that is given, as people name it: one written in place, one by its name, a parameter.
    fn function_given(&mut self, shape: &Shape, call: &Call) -> Option<(Option<String>, String)> {
        match shape {
            Shape::Function { .. } => match self.caller(call.caller) {
                [Cell::Text(symbol), Cell::Text(_), _] => Some((Some(symbol.into_owned()), "(inline)".to_owned())),
                _ => None,
            },
            Shape::Value(value) => {
                let verdict = self.eval.reference_target(self.file, *value);
                let [one] = verdict.targets[..] else {
                    return self
                        .is_own_parameter(*value)
                        .then(|| Some((None, self.last_name(*value)?.into_owned())))?;
                };
                let (_, symbol) = self.project.symbol(one)?;
                let is_function = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Method);
                is_function.then(|| (Some(self.project.symbol_id(one)), symbol.qualified.clone()))
            }
            _ => None,
        }
    }

    pub fn is_own_parameter(&self, value: ValueId) -> bool {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return false };
        self.graph.bindings[binding as usize].kind == BindingKind::Parameter
    }

    fn gives_router(&mut self, shape: &Shape) -> bool {
        matches!(shape, Shape::Value(value) if self.is_router(*value))
    }

    /// Whether handlers are registered on things of a value's type.
    pub fn is_router(&mut self, value: ValueId) -> bool {
        let ty = self.eval.value(self.file, value);
        self.is_of_routers(ty)
    }

    fn is_of_routers(&self, ty: Ty) -> bool {
        match *self.eval.types.head(ty) {
            Head::External(path) | Head::Library(path, _) => {
                self.project.rules.is_router(&self.project.names.text(path))
            }
            _ => false,
        }
    }

    /// What the calls of a row give, from the last to the first.
    fn in_row(&self, value: ValueId) -> impl Iterator<Item = ValueId> {
        std::iter::successors(Some(value), |at| match self.graph.values[*at as usize] {
            Value::Call { callee, .. } => self.object(callee),
            _ => None,
        })
        .take(MAX_ROW)
    }

    /// The routers that functions of this file give back.
    pub fn handed_back(&mut self, anchors: &Anchors) {
        let graph = self.graph;
        // What branches give is each of that.
        let options = |value: &'g ValueId| match &graph.values[*value as usize] {
            Value::Either { options } => &options[..],
            _ => std::slice::from_ref(value),
        };
        for (id, symbol) in graph.symbols.iter().enumerate() {
            for value in symbol.return_values.iter().flat_map(options) {
                let Some(router) = self.given_back(*value, anchors, MAX_AROUND) else { continue };
                let id = id as SymbolId;
                let own = self.id(id);
                // What it gives back of what it is given hangs where it is called.
                if router.strip_prefix(&*own).is_some_and(|rest| rest.starts_with('(')) {
                    continue;
                }
                self.link(&format!("{own}()"), &router, Some(id), symbol.name_at.line);
            }
        }
    }

    /// The router that a value is, or that is given back with something around it: `withCors(logged(mux))`.
    fn given_back(&mut self, value: ValueId, anchors: &Anchors, around: u8) -> Option<String> {
        // What a row gives in the end has what its calls add.
        let is_known = |it: &String| anchors.owners.contains(it);
        let own = self.result_anchor(value, anchors).filter(is_known);
        let own = own.or_else(|| self.anchor(value, anchors).filter(is_known));
        if own.is_some() || around == 0 {
            return own;
        }
        let Value::Call { arguments, .. } = &self.graph.values[value as usize] else { return None };
        arguments.iter().find_map(|it| self.given_back(*it, anchors, around - 1))
    }

    /// A mount without a path: one thing is another's under a second name.
    pub fn link(&mut self, owner: &str, mounted: &str, caller: Option<SymbolId>, line: u32) {
        let [caller, ..] = self.caller(caller);
        let none = || Cell::Null;
        let row = [
            Kind::Mount.word().into(),
            none(),
            clip(owner, 1_000),
            none(),
            none(),
            none(),
            none(),
            none(),
            none(),
            clip(mounted, 1_000),
            caller,
            self.path(),
            line.into(),
            line.into(),
        ];
        self.unit.push("registrations", &row);
    }
}
