//! Calls that may be requests through functions of the repository: they are given what looks like an address. Which of
//! them are is known only where all files are.

use super::clients::ClientSite;
use super::route_names::is_named;
use crate::rows::Writer;
use crate::rows::meaning::routing::verbs::verb;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::{Resolution, Verdict};
use facts::{BindingKind, Call, Shape, Value, ValueId};

/// Languages in which functions are often known by their names alone.
pub const SCRIPTS: [&str; 6] = ["typescript", "tsx", "javascript", "vue", "svelte", "astro"];
/// Of a file so many are told.
const MOST: u32 = 400;
/// Bytes a line of files that are no longer written for people.
const DENSE: u32 = 400;
/// Arguments that are looked at.
const ARGUMENTS: usize = 4;
/// Members of an object by which an address is given.
const ADDRESSES: [&str; 5] = ["url", "path", "endpoint", "uri", "route"];
/// Ends of the names of parameters that hold one.
const HOLDING: [&str; 8] = ["url", "path", "endpoint", "uri", "route", "resource", "input", "pathname"];
/// Members that hold what is sent.
const BODIES: [&str; 4] = ["body", "data", "json", "requestBody"];
/// Members of options, which are no body's.
const OPTIONS: [&str; 8] = ["headers", "method", "params", "query", "signal", "searchParams", "url", "path"];

impl<'g> Writer<'_, 'g> {
    /// A call that is given an address by which a function of the repository, or one that is not known, may ask.
    pub fn handed(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'_, 'g>) {
        let name = self.graph.name(call.name);
        let told = verb(name);
        let callee = verdict.targets.first().copied();
        if callee.is_none() && (told.is_none() || !self.may_ask(call, verdict) && !self.asks_named_route(call, anchors))
        {
            return;
        }
        // What tools made short says nothing by its names.
        let is_dense = self.graph.bytes / self.graph.lines.max(1) > DENSE;
        if call.given.is_empty() || anchors.handed >= MOST || is_dense {
            return;
        }
        let Some((place, url)) = self.address_among(call, callee.is_some(), told.is_some(), anchors) else { return };
        let method = self.method_among(call).or_else(|| told.map(str::to_owned));
        let method = method.or_else(|| (call.given.len() == 1).then(|| "DEFAULT".to_owned()));
        let fields = self.body_among(call, told, anchors);
        let site = Site::of_call(self.graph, call);
        let response = self.response(&site);
        let callee = callee.map(|callee| self.project.symbol_id(callee));
        anchors.handed += 1;
        let place = Some(place);
        self.client_site(ClientSite {
            kind: "handed",
            library: &call.text,
            callee,
            place,
            method,
            url,
            fields,
            response,
            ..ClientSite::at(&site)
        });
    }

    /// Whether a call that leads to no function of the repository may be a request by its name: it is not known what is
    /// called, or a library made it of something. What is given a function registers it.
    fn may_ask(&self, call: &Call, verdict: &Verdict) -> bool {
        let is_open = match verdict.resolution {
            Resolution::Dynamic => true,
            Resolution::Unresolved if verdict.external.is_none() => true,
            Resolution::Unresolved | Resolution::External => verdict.external.is_some_and(|path| {
                let (path, name) = (self.project.names.text(path), self.graph.name(call.name));
                // A name by itself leads out where nobody has it: a framework's tests have theirs from nowhere.
                path.rsplit('.').next() != Some(name) || &*path == name && self.graph.is_test
            }),
            _ => false,
        };
        is_open
            && (self.graph.is_test || SCRIPTS.contains(&&*self.graph.language))
            && !call.given.iter().any(|given| matches!(given.shape, Shape::Function { .. }))
    }

    /// The first address among what a call is given, and where it stands: `0`, `1.url`, `path`.
    fn address_among(
        &mut self,
        call: &'g Call,
        known: bool,
        verb: bool,
        anchors: &Anchors<'_, 'g>,
    ) -> Option<(String, String)> {
        for (at, given) in call.given.iter().take(ARGUMENTS).enumerate() {
            let place = given.name.map_or_else(|| at.to_string(), |name| self.graph.name(name).to_owned());
            let members: Vec<(String, &'g Shape)> = match &given.shape {
                Shape::Object(members) => members
                    .iter()
                    .filter(|(name, _)| ADDRESSES.contains(&self.graph.name(*name)))
                    .map(|(name, shape)| (format!("{place}.{}", self.graph.name(*name)), shape))
                    .collect(),
                shape @ (Shape::Text(_) | Shape::Joined(_) | Shape::Value(_)) => vec![(place, shape)],
                _ => Vec::new(),
            };
            for (place, shape) in members {
                let named = self.named_route_held(shape, anchors);
                if named.is_none() && !self.may_be_address(shape) {
                    continue;
                }
                let Some(url) = named.or_else(|| self.address_of(shape, anchors, 1)) else { continue };
                let is_held = (known || verb) && url.starts_with("${") && url.find('}') == Some(url.len() - 1);
                let fits = match is_held {
                    true => holds_address(&url),
                    false => is_named(&url) || is_address(&url, verb) || known && is_relative_path(&url),
                };
                if fits && url.len() <= 400 {
                    return Some((place, url));
                }
            }
        }
        None
    }

    /// Whether it is worth to ask what a shape holds: texts, parameters and variables with names of addresses.
    fn may_be_address(&self, shape: &Shape) -> bool {
        let value = match shape {
            Shape::Text(text) | Shape::Joined(text) => {
                return self.graph.name(*text).contains('/') || self.graph.name(*text).len() < 40;
            }
            Shape::Value(value) => *value,
            _ => return false,
        };
        match &self.graph.values[value as usize] {
            Value::Name { name, binding: Some(binding), .. } => {
                let kind = self.graph.bindings[*binding as usize].kind;
                self.graph.text(*binding).is_some()
                    || kind != BindingKind::Variable && holds_address(self.graph.name(*name))
                    || kind == BindingKind::Import
            }
            Value::Name { name, .. } => is_constant(self.graph.name(*name)),
            Value::Member { object, name } => {
                let name = self.graph.name(*name);
                is_constant(name) || holds_address(name) && self.is_parameter(*object)
            }
            Value::Call { .. } => true,
            _ => false,
        }
    }

    fn is_parameter(&self, value: ValueId) -> bool {
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                self.graph.bindings[binding as usize].kind == BindingKind::Parameter
            }
            _ => false,
        }
    }

    /// A method among what a call is given: a text, a constant, an object's member.
    fn method_among(&mut self, call: &'g Call) -> Option<String> {
        for given in call.given.iter().take(ARGUMENTS) {
            match &given.shape {
                Shape::Object(members) => {
                    let named = members.iter().find(|(name, _)| matches!(self.graph.name(*name), "method" | "type"));
                    if let Some(method) = named.and_then(|(_, shape)| self.method_of(shape)) {
                        return Some(method);
                    }
                }
                Shape::Text(text) => {
                    if let Some(verb) = verb(self.graph.name(*text)) {
                        return Some(verb.to_owned());
                    }
                }
                Shape::Value(value) if matches!(self.graph.values[*value as usize], Value::Member { .. }) => {
                    if let Some(verb) = self.last_name(*value).and_then(|name| verb(&name)) {
                        return Some(verb.to_owned());
                    }
                }
                Shape::Value(value) if self.last_name(*value).is_some_and(|name| name == "method") => {
                    return Some("${method}".to_owned());
                }
                _ => {}
            }
        }
        None
    }

    /// The fields of what is sent.
    fn body_among(&mut self, call: &'g Call, told: Option<&str>, anchors: &Anchors<'_, 'g>) -> Vec<&'g str> {
        for given in call.given.iter().take(ARGUMENTS) {
            let Shape::Object(members) = &given.shape else { continue };
            if let Some((_, shape)) = members.iter().find(|(name, _)| BODIES.contains(&self.graph.name(*name))) {
                return self.fields(shape, anchors);
            }
        }
        match (told, call.given.get(1).map(|given| &given.shape)) {
            (Some("POST" | "PUT" | "PATCH"), Some(shape @ Shape::Object(members)))
                if !members.iter().any(|(name, _)| OPTIONS.contains(&self.graph.name(*name))) =>
            {
                self.fields(shape, anchors)
            }
            _ => Vec::new(),
        }
    }
}

/// Whether a name says that an address is held.
fn holds_address(name: &str) -> bool {
    let name = name.trim_end_matches('}').to_ascii_lowercase();
    HOLDING.iter().any(|end| name.ends_with(end))
}

/// Whether a text is the path of a request, or a whole address. Behind a method's name a path may begin without a slash.
fn is_address(text: &str, verb: bool) -> bool {
    let plain = !text.chars().any(|c| c.is_whitespace() || matches!(c, '<' | '>' | '\\' | '*' | '|' | '^'));
    let starts =
        |text: &str| text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '$' | '{' | '#' | '_' | ':'));
    let is_path = text.strip_prefix('/').is_some_and(starts);
    let is_own =
        ["http://localhost", "http://127.0.0.1", "http://0.0.0.0", "http://${", "https://${", "http://{", "https://{"]
            .iter()
            .any(|start| text.starts_with(start));
    let is_put = ["${", "{", "#{"].iter().any(|open| text.starts_with(open)) && text.contains("}/");
    let is_relative = || verb && starts(text) && !text.contains(':') && (text.contains('/') || text.len() > 3);
    plain && (is_path || is_put || is_own || is_relative())
}

/// Whether a text is a path behind the base of what asks: `notes/${id}`. Files and types of contents are none.
fn is_relative_path(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '?' | '&' | '=');
    let mut rest = text;
    let mut written = String::new();
    while let Some((before, put)) = rest.split_once("${") {
        written.push_str(before);
        let Some((_, behind)) = put.split_once('}') else { return false };
        rest = behind;
    }
    written.push_str(rest);
    let kinds = ["application/", "text/", "image/", "audio/", "video/", "font/", "multipart/"];
    text.contains('/')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && written.chars().all(plain)
        && !kinds.iter().any(|kind| text.starts_with(kind))
}

fn is_constant(name: &str) -> bool {
    name.len() > 2 && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
