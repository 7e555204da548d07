//! Handlers that are registered with a framework, and what stands before them: prefixes, guards, mounts.

use super::handed_routes::ANSWERING;
use super::registration::Registration;
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::handling::applied::DECORATING;
use crate::rows::meaning::handling::guards::told_guard;
use crate::rows::meaning::handling::handlers::{Handler, MAX_GUARDS};
use crate::rows::meaning::places::classes::{cased, named_after, nested};
use crate::rows::meaning::places::found::{Found, MAX_ROW};
use crate::rows::meaning::routing::verbs::method_named;
use crate::rows::meaning::{Anchors, Site};
use facts::{Call, Shape};
use rules::{Clause, Kind, Part, Source};
use serde_json::json;
use std::borrow::Cow;

/// The name of a mount of several things, each behind its path.
const PAIRS: &str = "pairs";

impl<'g> Writer<'_, 'g> {
    pub fn registration(&mut self, kind: Kind, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'_, 'g>) {
        let is_of_others = clause.hands_on() || clause.is_under_condition();
        let is_of_others = is_of_others || self.is_around_handler(kind, clause, site);
        if is_of_others || !clause.has.is_empty() && !self.has_method(site, &clause.has) {
            return;
        }
        if self.is_of_filters(clause) {
            return;
        }
        if kind == Kind::Endpoint && clause.takes > 0 && !self.answers_itself(clause, site) {
            return;
        }
        // Nobody makes one of it: those that extend it are told themselves.
        if matches!(kind, Kind::Job | Kind::Event | Kind::Command) && self.is_abstract(site) {
            return;
        }
        let owner = self.embedded_router(site, clause).or_else(|| self.owner_in_turn(site, anchors));
        let owner = owner.or_else(|| {
            clause.on.0.iter().find_map(|part| {
                let found = self.found(site, part).into_iter().next()?;
                self.anchor_of(&found, anchors)
            })
        });
        let owner = owner.or_else(|| self.own_owner(site)).or_else(|| self.registrar_owner(site, anchors));
        self.carries_out(kind, site);
        let framework = self.own_framework(site);
        anchors.owners.extend(owner.clone());
        if kind == Kind::Rpc {
            anchors.procedures.extend(owner.clone().map(|it| (it, clause.framework.to_string())));
        }
        let mut methods: Vec<Cow<str>> =
            self.find(site, &clause.method).iter().flat_map(|it| self.methods_of(it)).collect();
        for part in clause.method.0.iter().filter(|part| part.source == Source::Behind) {
            let told = part.members.first().and_then(|name| self.listed_behind(site, name, anchors));
            methods.extend(told.into_iter().flatten().map(Cow::Owned));
        }
        if kind == Kind::Endpoint
            && let Some(told) = self.methods_taken(site, clause)
        {
            methods = told.into_iter().map(Cow::Owned).collect();
        }
        if methods.is_empty() && kind == Kind::Endpoint {
            methods.extend(self.methods_of_owner(site, clause).into_iter().map(Cow::Owned));
        }
        if let Some(verb) = site.verb.or_else(|| self.verb_in_turn(site)) {
            methods = vec![Cow::Borrowed(verb)];
        }
        let routes = self.routes(kind, site, clause, anchors);
        if kind == Kind::Endpoint {
            if self.collects(clause, site, &routes, anchors) {
                return;
            }
            self.hands_list_on(clause, site, anchors);
        }
        // A path that is no literal is not known, which is not the same as an empty one.
        if kind == Kind::Endpoint && routes.is_empty() {
            return self.serves(clause, site, anchors);
        }
        let name = self.literal(site, &clause.name).or_else(|| self.reach(kind, site, clause, anchors).map(Cow::Owned));
        let name = name.or_else(|| self.left_mount(kind, site, anchors).map(Cow::Borrowed));
        let name = name.or_else(|| self.event_named(kind, site, clause).map(Cow::Owned)).or_else(|| {
            let told = self.name_told(site, &clause.name).filter(|_| !clause.casing.is_empty())?;
            Some(Cow::Owned(cased(&told, &clause.casing)))
        });
        // A command's name may be followed by what it takes: `mail:send {user}`.
        let name = match kind {
            Kind::Command => name.and_then(|it| Some(Cow::Owned(it.split('{').next()?.trim_end().to_owned()))),
            _ => name,
        };
        let mut handlers = self.handlers(site, &clause.handler);
        let is_wrapping = clause.wrapping || site.applied.is_some();
        if is_wrapping
            && let Some((None, _)) = handlers.last()
            && let Some(wrapped) = self.wrapped_handler(site, clause)
        {
            handlers = vec![wrapped];
        }
        if kind == Kind::Endpoint
            && let Some(written) = self.written_inside(site, &clause.handler)
        {
            handlers = vec![written];
        }
        if self.turn.is_some() && self.graph.language == "ruby" {
            for (_, name) in &mut handlers {
                *name = self.text_in_turn(name.replace("#{", "${"));
            }
        }
        if self.turn.is_some() {
            handlers = handlers.into_iter().map(|it| self.handler_in_turn(it, site)).collect();
        }
        let is_given_back = self.is_given_back(site);
        if is_given_back {
            handlers.clear();
        }
        let mut actions = self.actions(site, clause, &handlers, anchors);
        if let Some(handler) = handlers.last() {
            actions.extend(self.answering(site, clause, handler, anchors));
        }
        let is_open = kind == Kind::Endpoint && actions.is_empty() && self.handles_by_parameter(clause, site);
        let is_plain = (clause.actions.is_empty() || is_open) && actions.is_empty();
        let name = if is_open { Some(Cow::Borrowed(ANSWERING)) } else { name };
        let name = if is_given_back { Some(Cow::Borrowed(DECORATING)) } else { name };
        if is_open {
            methods = self.find(site, &clause.only).iter().flat_map(|it| self.texts(it)).collect();
        }
        let found = self.find(site, &clause.guards);
        let mut guards: Vec<Handler> = found
            .iter()
            .flat_map(|it| self.guards_of(it, site, clause))
            .filter(|(symbol, _)| !clause.own || symbol.is_some())
            .take(MAX_GUARDS)
            .collect();
        if let [Part { source: source @ (Source::Behind | Source::Row), members, .. }] = &clause.guards.0[..]
            && kind == Kind::Endpoint
            && crate::languages::of(&self.graph.language).module_paths
        {
            guards = self.put_around_route(site, members, *source == Source::Row);
            guards.extend(self.layers_of_handler(site, clause));
            guards.truncate(MAX_GUARDS);
        }
        if let [Part { source: Source::Taken, members, .. }] = &clause.guards.0[..] {
            guards = self.taken_by_symbol(site, members);
        }
        let is_plainly_handled = kind == Kind::Endpoint && !is_wrapping;
        if is_plainly_handled && clause.guards != clause.handler {
            guards.extend(self.listed_before(site, &clause.handler));
        }
        if kind == Kind::Endpoint && clause.guards != clause.handler {
            guards.extend(self.appended_before(site, &clause.handler));
        }
        let certain = guards.len();
        guards.extend(self.wrappers(site, clause));
        let converting = guards.len();
        guards.extend(self.converters(site, clause));
        if is_plainly_handled {
            guards.extend(self.refusing_around(site, &clause.handler));
        }
        // Of a list of both, the last is the handler.
        if clause.guards == clause.handler && !guards.is_empty() {
            guards.pop();
        }
        // A class that does not say who asks says nothing.
        if kind == Kind::Guard && guards.is_empty() && !clause.guards.0.iter().all(|it| self.is_said(site, it)) {
            return;
        }
        let mounted: Vec<Option<String>> = match clause.mounted.is_empty() {
            true => vec![None],
            false => {
                let mut found = self.mounted_beside(kind, site, clause);
                found.extend(self.types_together(site, clause));
                found.extend(self.find(site, &clause.mounted));
                if kind == Kind::Mount {
                    found.iter().for_each(|it| self.constructed(it, site, anchors));
                }
                let found: Vec<_> = found.into_iter().flat_map(|it| self.routes_given(it, clause)).collect();
                let found: Vec<_> = found.into_iter().flat_map(|it| self.mounted_in(it, clause)).collect();
                let found: Vec<_> = found.into_iter().flat_map(|it| self.in_each_turn(it)).collect();
                let found: Vec<_> = found.into_iter().flat_map(|it| self.each_joined(it, kind)).collect();
                let mut known = Vec::new();
                for one in &found {
                    let Some(mounted) = self.mounted(one, clause, site, anchors) else { continue };
                    self.handlers_given(kind, site, one, (&mounted, routes.first().map(String::as_str)), anchors);
                    known.push(Some(mounted));
                }
                known
            }
        };
        let first = |list: &[Handler]| list.last().cloned().unwrap_or_default();
        let handler = first(&handlers);
        // Ruby's `before_action :check, if: :strict?` says so where it is given.
        let is_condition =
            |given: &facts::Given| given.name.is_some_and(|it| matches!(self.graph.name(it), "if" | "unless"));
        // A condition in a function that is written on the same line is what that asks.
        let is_inside = |given: &facts::Given| matches!(given.shape, Shape::Function { .. });
        let begin = self.graph.condition_around(site.at.line);
        let is_under = begin.is_some_and(|from| from < site.at.line || !site.given.iter().any(is_inside));
        // Where what is decorated is, its decorators are.
        let is_under = is_under && !self.is_at_decorated(site, clause);
        let is_under = is_under && !self.is_made_beside(site, owner.as_deref());
        let around = self.options_around(site).map_or(&[][..], |it| it.given);
        let is_maybe = kind == Kind::Guard && (is_under || site.given.iter().chain(around).any(is_condition));
        // Before which methods it asks only the running program knows.
        let is_unread = kind == Kind::Guard && [&clause.only, &clause.except].iter().any(|it| self.is_unread(site, it));
        // Which paths an expression fits is not told.
        let is_expression = kind == Kind::Guard && site.given.iter().any(|it| self.is_expression(&it.shape));
        let is_maybe = is_maybe || is_unread || is_expression || found.iter().any(|it| self.may_be_empty(it));
        // What decorates a handler, or is put around it, asks where its own code refuses.
        let decorates = is_plainly_handled || crate::languages::of(&self.graph.language).decorators_give;
        let told = |(at, guard)| told_guard(guard, is_maybe, decorates && at >= certain || at >= converting);
        let asked: Vec<_> = guards.iter().enumerate().map(told).collect();
        let guards = (!asked.is_empty()).then(|| json!(asked).to_string());
        let methods: Vec<Option<String>> = match methods.is_empty() {
            // Whether it is mounted only the running program knows.
            true if kind == Kind::Mount && is_under && self.is_script() => vec![Some("maybe".to_owned())],
            true => vec![None],
            // What is called under a computed name says no method.
            false => methods.iter().map(|it| Some(method_named(it)).filter(|it| !it.is_empty())).collect(),
        };
        let is_of_pairs = kind == Kind::Mount && name.as_deref() == Some(PAIRS);
        let listed = match is_of_pairs {
            true => self.turns_of_pairs(site, clause, anchors),
            false => self.turns_of_list(kind, site, clause, anchors),
        };
        let name = name.filter(|_| !is_of_pairs);
        let turns: Vec<_> = match kind {
            Kind::Endpoint if is_plain => routes.iter().map(|it| self.unrolled(site, clause, it)).collect(),
            _ => Vec::new(),
        };
        let routes = if routes.is_empty() { vec![None] } else { routes.into_iter().map(Some).collect() };
        let around = self.decorating(site, clause).or(site.caller);
        let end_line = site.at.line + self.flow_of(site).map_or(0, |flow| flow.lines);
        let below: Vec<String> =
            actions.iter().map(|(action, _)| self.filled(site, clause, action.route.clone())).collect();
        let is_nesting = clause.actions.iter().any(|it| it.route.contains("{one}"));
        let mut push = |method: Option<&str>, route: Option<&str>, handler: &Handler, mounted: Option<&str>| {
            self.register(&Registration {
                framework: Some(framework.as_deref().unwrap_or(&clause.framework)),
                owner: owner.as_deref(),
                method,
                route,
                name: name.as_deref(),
                handler: handler.0.as_deref(),
                handler_name: Some(&handler.1),
                guards: guards.clone(),
                mounted,
                end_line,
                ..self.registered_by(kind.word(), around, site.at.line)
            });
        };
        for turn in &listed {
            let handler = turn.handler.as_ref().unwrap_or(&handler);
            methods.iter().for_each(|it| push(it.as_deref(), Some(&turn.route), handler, turn.mounted.as_deref()));
        }
        for mounted in mounted.iter().filter(|_| listed.is_empty()) {
            for (at, route) in routes.iter().enumerate() {
                if let Some(turns) = turns.get(at).filter(|it| !it.is_empty()) {
                    for (route, handled) in turns {
                        let handler = handled.as_ref().unwrap_or(&handler);
                        methods.iter().for_each(|it| push(it.as_deref(), Some(route), handler, mounted.as_deref()));
                    }
                    continue;
                }
                for ((action, handler), below) in actions.iter().zip(&below) {
                    // A path of its own names the controller where nothing else does.
                    let told = route.as_deref().unwrap_or_default();
                    let handler = match handler.1.strip_prefix('#') {
                        Some(action) => &(None, format!("{told}#{action}")),
                        None => handler,
                    };
                    // Where members go by the name of the resource, dots stand between resources.
                    let around = if is_nesting { nested(told) } else { told.to_owned() };
                    let whole = match clause.actions.is_empty() {
                        true => told.to_owned(),
                        false => format!("{around}{}", named_after(below, told)),
                    };
                    if action.method.is_empty() {
                        methods.iter().for_each(|it| push(it.as_deref(), Some(&whole), handler, mounted.as_deref()));
                        continue;
                    }
                    push(Some(&action.method), Some(&whole), handler, mounted.as_deref());
                }
                if is_plain {
                    methods.iter().for_each(|method| {
                        push(method.as_deref(), route.as_deref(), &handler, mounted.as_deref());
                    });
                }
            }
        }
    }

    /// An event by the name of what stands for it, a signal or a class.
    fn event_named(&mut self, kind: Kind, site: &Site<'g>, clause: &Clause) -> Option<String> {
        if kind != Kind::Event {
            return None;
        }
        let found = self.find(site, &clause.name).into_iter().next()?;
        let class = self.class_named(&found).and_then(|class| self.project.symbol(class));
        let class = class.map(|(source, symbol)| source.graph.name(symbol.name).to_owned());
        class.or_else(|| self.texts(&found).into_iter().next().map(Cow::into_owned))
    }

    /// Of a guard, which handlers it asks for: `only index show`, `except index`; of a prefix, which paths it leaves out.
    /// A call that follows in the row may say so too: `middleware("auth")->only("show")`.
    pub fn reach(&mut self, kind: Kind, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) -> Option<String> {
        if !matches!(kind, Kind::Guard | Kind::Prefix) {
            return None;
        }
        [("only", &clause.only), ("except", &clause.except)].into_iter().filter(|(_, it)| !it.is_empty()).find_map(
            |(word, selector)| {
                let names = self.listed(site, selector).or_else(|| self.listed_behind(site, word, anchors))?;
                (!self.is_unread(site, selector)).then(|| format!("{word} {}", names.join(" ")))
            },
        )
    }

    /// The texts that a selector tells; none where nothing stands there.
    pub fn listed(&mut self, site: &Site<'g>, selector: &rules::Selector) -> Option<Vec<String>> {
        let found = self.find(site, selector);
        if let [Found::Shape(&Shape::Value(value))] = found[..]
            && let Some(names) = self.constant_listed(value)
        {
            return Some(names);
        }
        // What is left out may say by which method: `{ path: "health", method: RequestMethod.GET }`.
        let described = |it: &Found<'g>| match it {
            Found::Shape(Shape::List(items)) => items.iter().filter_map(|item| self.path_of_method(item)).collect(),
            _ => Vec::new(),
        };
        let others: Vec<String> = found.iter().flat_map(described).collect();
        let texts = || found.iter().flat_map(|it| self.texts(it)).map(Cow::into_owned).chain(others).collect();
        (!found.is_empty()).then(texts)
    }

    /// The path of an object that names one, behind the method that it names: `GET:health`.
    fn path_of_method(&self, shape: &'g Shape) -> Option<String> {
        let Shape::Object(members) = shape else { return None };
        let text = |wanted: &str| {
            let (_, held) = members.iter().find(|(name, _)| self.graph.name(*name) == wanted)?;
            self.texts(&Found::Shape(held)).first().map(|text| text.clone().into_owned())
        };
        let path = text("path")?;
        Some(text("method").map_or_else(|| path.clone(), |method| format!("{method}:{path}")))
    }

    /// The texts that a call is given which follows in the row: `resource(…).only(["show"])`.
    pub fn listed_behind(&mut self, site: &Site<'g>, name: &str, anchors: &Anchors<'_, 'g>) -> Option<Vec<String>> {
        let next = |call: &&'g Call| anchors.called_on(call.result?);
        let first = anchors.called_on(site.result?);
        let call = std::iter::successors(first, next).take(MAX_ROW).find(|call| self.graph.name(call.name) == name)?;
        let shapes: Vec<_> = call.given.iter().flat_map(|it| self.found_in_turn(Found::Shape(&it.shape))).collect();
        Some(shapes.iter().flat_map(|it| self.texts(it)).map(Cow::into_owned).collect())
    }

    pub fn anchor_of(&mut self, found: &Found<'g>, anchors: &Anchors) -> Option<String> {
        match found {
            Found::Value(value) | Found::Row(value) | Found::Shape(Shape::Value(value)) => {
                anchors.routes.get(value).cloned().or_else(|| self.anchor(*value, anchors))
            }
            Found::Symbol(symbol) => Some(self.id(*symbol)),
            Found::Whole(value) => self.result_anchor(anchors.row_end(*value), anchors),
            Found::Member(value, name) => Some(format!("{}.{name}", self.result_anchor(*value, anchors)?)),
            Found::Text(name) => Some(format!("{}#{name}", self.graph.path)),
            Found::Shape(Shape::Text(name)) => {
                let name = self.graph.name(*name);
                let named = self.named_by_text(name).map(|it| self.project.symbol_id(it));
                Some(named.unwrap_or_else(|| format!("{}#{name}", self.graph.path)))
            }
            Found::Declared(one) => Some(self.project.symbol_id(*one)),
            Found::Type(ty) => {
                let source = self.project.source(self.file)?;
                match self.eval.named_by(source, self.file, *ty) {
                    Entity::Symbol(one) => Some(self.project.symbol_id(one)),
                    _ => None,
                }
            }
            Found::File => Some(format!("{}#<module>", self.graph.path)),
            _ => None,
        }
    }

    /// Whether a class says in its body what a selector asks for, be it that there is none, and whether a row goes on.
    fn is_said(&self, site: &Site<'g>, part: &rules::Part) -> bool {
        if part.source == Source::Next {
            return site.next.is_some();
        }
        if let Source::Together(parts) = &part.source {
            return parts.iter().any(|it| self.is_said(site, it));
        }
        let member = || self.member_of_class(site, &part.members).map(|it| &self.graph.symbols[it as usize]);
        part.source != Source::Its || member().is_some_and(|it| !it.signature.starts_with("self."))
    }
}
