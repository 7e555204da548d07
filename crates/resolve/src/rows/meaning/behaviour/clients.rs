//! Requests to servers: method and address as they are written, and what stands before it.

use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use crate::rows::{LONG_TEXT, Writer, clip, type_rows};
use facts::unit::Cell;
use facts::{BindingKind, Shape, Value, ValueId};
use rules::{Clause, Part, Source};
use serde_json::json;

/// Of the fields of a body so many are told.
const MAX_FIELDS: usize = 24;
/// Characters of an address.
const MAX_ADDRESS: usize = 1_000;

impl<'g> Writer<'_, 'g> {
    /// A request. Where nothing is known of its address, it tells nothing.
    pub fn client_call(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(url) = self.written_address(site, clause, anchors) else { return };
        let method = self.written_method(site, clause);
        let found = self.find(site, &clause.body).into_iter().next();
        let fields = match found {
            Some(Found::Shape(shape)) => self.fields(shape, anchors),
            _ => Vec::new(),
        };
        let owner = self.client_owner(clause, site, anchors);
        let response = self.response(site);
        self.client_site(ClientSite {
            kind: "call",
            library: &clause.framework,
            owner,
            method,
            url,
            fields,
            response,
            ..ClientSite::at(site)
        });
    }

    /// What stands before the addresses of requests that are made with one thing.
    pub fn client_base(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(url) = self.written_address(site, clause, anchors) else { return };
        let owner = self.client_owner(clause, site, anchors);
        self.client_site(ClientSite { kind: "base", library: &clause.framework, owner, url, ..ClientSite::at(site) });
    }

    fn client_owner(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> Option<String> {
        clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        })
    }

    pub fn client_site(&mut self, told: ClientSite) {
        let [caller, ..] = self.caller(told.caller);
        fn some(text: Option<&str>, most: usize) -> Cell<'_> {
            text.map_or(Cell::Null, |text| clip(text, most))
        }
        let fields: Vec<_> = told.fields.iter().take(MAX_FIELDS).collect();
        let row = [
            told.kind.to_owned().into(),
            some(Some(told.library).filter(|it| !it.is_empty()), 40),
            some(told.owner.as_deref(), LONG_TEXT),
            some(told.callee.as_deref(), 2_100),
            some(told.place.as_deref(), 60),
            some(told.method.as_deref(), 60),
            told.url.into(),
            if fields.is_empty() { Cell::Null } else { Cell::from(json!(fields).to_string()) },
            told.response.map_or(Cell::Null, Cell::from),
            caller,
            self.path(),
            told.line.into(),
        ];
        self.unit.push("client_sites", &row);
    }

    /// The method: a word, or the name that holds it as `${name}`.
    fn written_method(&mut self, site: &Site<'g>, clause: &Clause) -> Option<String> {
        for part in &clause.method.0 {
            match self.found(site, part).into_iter().next() {
                Some(Found::Text(text)) => {
                    return Some(
                        crate::rows::meaning::routing::verbs::verb(&text)
                            .map_or_else(|| text.to_ascii_uppercase(), str::to_owned),
                    );
                }
                Some(Found::Shape(shape)) => return self.method_of(shape),
                Some(_) => return None,
                None => {
                    let held = self.member_of_name(site, part);
                    if held.is_some() {
                        return held;
                    }
                }
            }
        }
        None
    }

    /// The method that a shape tells.
    pub fn method_of(&mut self, shape: &'g Shape) -> Option<String> {
        if let Some(text) = self.fixed(shape) {
            return Some(text.to_ascii_uppercase());
        }
        let Shape::Value(value) = shape else { return None };
        let last = self.last_name(*value)?;
        // A constant of an enumeration: `HttpMethod.GET`.
        match crate::rows::meaning::routing::verbs::verb(&last) {
            Some(verb) if matches!(self.graph.values[*value as usize], Value::Member { .. }) => Some(verb.to_owned()),
            _ => self.dotted(*value).map(|name| format!("${{{name}}}")),
        }
    }

    fn written_address(&mut self, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) -> Option<String> {
        for part in &clause.route.0 {
            let text = match self.found(site, part).into_iter().next() {
                Some(Found::Shape(shape)) => self.address_of(shape, anchors, 2),
                Some(Found::Text(text)) => Some(text.into_owned()),
                Some(_) => None,
                None => self.member_of_name(site, part),
            };
            if let Some(text) = text {
                return Some(format!("{}{text}", clause.prepend).chars().take(MAX_ADDRESS).collect());
            }
        }
        None
    }

    /// `${options.url}` where `url` is to be taken out of what is given by a name.
    fn member_of_name(&self, site: &Site<'g>, part: &Part) -> Option<String> {
        let Source::At(at) = part.source else { return None };
        if part.members.is_empty() {
            return None;
        }
        let given = site.given.get(usize::try_from(at).ok()?)?;
        let Shape::Value(value) = given.shape else { return None };
        Some(format!("${{{}.{}}}", self.dotted(value)?, part.members.join(".")))
    }

    /// The address that a shape is: a text, what a name holds, what a call makes of one. A name of which nothing is
    /// known stands as `${name}`.
    pub fn address_of(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>, steps: u8) -> Option<String> {
        if let Some(text) = self.fixed(shape) {
            return Some(self.expanded(text.into_owned()));
        }
        if let Some(route) = self.named_route_held(shape, anchors) {
            return Some(route);
        }
        let value = match shape {
            Shape::Joined(text) => return Some(self.expanded(self.graph.name(*text).to_owned())),
            Shape::Value(value) => *value,
            _ => return None,
        };
        match &self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), name, .. } if let Some(text) = self.graph.text(*binding) => {
                // What is made of what bore the name before, or of a method that is called so: `const url = this.url("/a")`.
                let is_of_itself = text.starts_with(&format!("${{{}}}", self.graph.name(*name)));
                Some(if is_of_itself { text.to_owned() } else { self.expanded(text.to_owned()) })
            }
            Value::Call { callee, .. } | Value::New { callee, .. } => {
                let callee = *callee;
                if let Some(route) = self.named_route(value, anchors) {
                    return Some(route);
                }
                let call = anchors.call_giving(value).filter(|_| steps > 0)?;
                let given = call.given.iter().take(2).find_map(|it| self.address_of(&it.shape, anchors, steps - 1))?;
                // What a function of the repository puts in front is not known.
                let is_own = !self.eval.reference_target(self.file, callee).targets.is_empty();
                let front = if is_own && given.starts_with('/') { self.last_name(callee) } else { None };
                Some(front.map_or(given.clone(), |name| format!("${{{name}}}{given}")))
            }
            Value::Member { object, .. }
                if matches!(self.graph.values[*object as usize], Value::This { .. } | Value::Receiver { .. }) =>
            {
                let text = self.property_held(value).map(|text| self.expanded(text));
                text.or_else(|| self.dotted(value).map(|name| format!("${{{name}}}")))
            }
            _ => {
                let name = self.dotted(value)?;
                let held = if self.is_imported(value) { self.constant_elsewhere(&name) } else { None };
                Some(held.unwrap_or_else(|| format!("${{{name}}}")))
            }
        }
    }

    /// Whether it is a name that the file imports.
    fn is_imported(&self, value: ValueId) -> bool {
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                self.graph.bindings[binding as usize].kind == BindingKind::Import
            }
            _ => false,
        }
    }

    /// A name with the members behind it.
    pub fn dotted(&self, value: ValueId) -> Option<String> {
        /// Members of members.
        const DEEPEST: usize = 4;
        let (mut at, mut names) = (value, Vec::new());
        for _ in 0..DEEPEST {
            match &self.graph.values[at as usize] {
                Value::Member { object, name } => {
                    names.push(self.graph.name(*name));
                    at = *object;
                }
                Value::Name { name, .. } => {
                    names.push(self.graph.name(*name));
                    break;
                }
                Value::This { .. } | Value::Receiver { .. } => {
                    names.push("this");
                    break;
                }
                _ => break,
            }
        }
        names.reverse();
        (!names.is_empty()).then(|| names.join("."))
    }

    /// The names of an object's members, of one that is made to a text too.
    pub fn fields(&self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> Vec<&'g str> {
        match shape {
            Shape::Object(members) => members.iter().map(|(name, _)| self.graph.name(*name)).collect(),
            Shape::Value(value) if matches!(self.graph.values[*value as usize], Value::Call { .. }) => {
                let call = anchors.call_giving(*value).filter(|call| self.graph.name(call.name) == "stringify");
                match call.and_then(|call| call.given.first()).map(|given| &given.shape) {
                    Some(shape @ Shape::Object(_)) => self.fields(shape, anchors),
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    /// The declaration of the type that a call is told to give: `get<User[]>(…)`.
    pub fn response(&mut self, site: &Site<'g>) -> Option<String> {
        let Value::Call { arguments, .. } = &self.graph.values[site.result? as usize] else { return None };
        let Value::TypeArguments { types } = &self.graph.values[*arguments.last()? as usize] else { return None };
        let first = *types.first()?;
        let declared = type_rows::named(self, first).into_iter().next()?;
        Some(self.project.symbol_id(declared))
    }
}

/// What a row of `client_sites` tells.
pub struct ClientSite<'t> {
    pub kind: &'static str,
    pub library: &'t str,
    pub owner: Option<String>,
    /// The function of the repository that is given the address, and as what.
    pub callee: Option<String>,
    pub place: Option<String>,
    pub method: Option<String>,
    pub url: String,
    pub fields: Vec<&'t str>,
    pub response: Option<String>,
    pub caller: Option<facts::SymbolId>,
    pub line: u32,
}

impl ClientSite<'_> {
    pub fn at(site: &Site) -> Self {
        Self {
            kind: "",
            library: "",
            owner: None,
            callee: None,
            place: None,
            method: None,
            url: String::new(),
            fields: Vec::new(),
            response: None,
            caller: site.caller,
            line: site.at.line,
        }
    }
}
