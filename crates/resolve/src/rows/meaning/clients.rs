//! Requests to servers: method and address as they are written, and what stands before it.

use super::found::Found;
use super::{Anchors, Site};
use crate::rows::{LONG_TEXT, Writer, clip, type_rows};
use facts::unit::Cell;
use facts::{Shape, Value};
use rules::Clause;
use serde_json::json;

/// Of the fields of a body so many are told.
const MAX_FIELDS: usize = 24;

impl<'g> Writer<'_, 'g> {
    /// A request. Where nothing is known of its address, it tells nothing.
    pub fn client_call(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors) {
        let known =
            self.address(site, clause).filter(|url| !url.starts_with("${") || url.trim_end_matches('}').contains('}'));
        let Some(url) = known else { return };
        let method = self.literal(site, &clause.method).map(|method| method.to_ascii_uppercase());
        let fields: Vec<&str> = match self.find(site, &clause.body).first() {
            Some(Found::Shape(Shape::Object(members))) => {
                members.iter().map(|(name, _)| self.graph.name(*name)).take(MAX_FIELDS).collect()
            }
            _ => Vec::new(),
        };
        let response = self.response(site);
        let fields = if fields.is_empty() { Cell::Null } else { Cell::from(json!(fields).to_string()) };
        self.client(
            "call",
            clause,
            site,
            anchors,
            [method.map_or(Cell::Null, Cell::from), Cell::from(url), fields, response.map_or(Cell::Null, Cell::from)],
        );
    }

    /// What stands before the addresses of requests that are made with one thing.
    pub fn client_base(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors) {
        let Some(url) = self.address(site, clause) else { return };
        self.client("base", clause, site, anchors, [Cell::Null, Cell::from(url), Cell::Null, Cell::Null]);
    }

    fn client(&mut self, kind: &str, clause: &Clause, site: &Site<'g>, anchors: &Anchors, told: [Cell<'g>; 4]) {
        let owner = clause.on.0.iter().find_map(|part| {
            let found = self.found(site, part).into_iter().next()?;
            self.anchor_of(&found, anchors)
        });
        let [caller, ..] = self.caller(site.caller);
        let [method, url, fields, response] = told;
        let row = [
            Cell::from(kind.to_owned()),
            clip(&clause.framework, 40),
            owner.as_deref().map_or(Cell::Null, |owner| clip(owner, LONG_TEXT)),
            method,
            url,
            fields,
            response,
            caller,
            self.path(),
            site.at.line.into(),
            90.into(),
        ];
        self.unit.push("client_calls", &row);
    }

    /// The address: a text as it is written, or one that a name holds.
    fn address(&mut self, site: &Site<'g>, clause: &Clause) -> Option<String> {
        let found = self.find(site, &clause.route).into_iter().next()?;
        let text = match found {
            Found::Shape(shape) => match self.fixed(shape) {
                Some(text) => text.into_owned(),
                None => self.unknown_text(shape)?,
            },
            Found::Text(text) => text.into_owned(),
            _ => return None,
        };
        let text = format!("{}{text}", clause.prepend);
        Some(text.chars().take(1_000).collect())
    }

    /// The declaration of the type that a call is told to give: `get<User[]>(…)`.
    fn response(&mut self, site: &Site<'g>) -> Option<String> {
        let Value::Call { arguments, .. } = &self.graph.values[site.result? as usize] else { return None };
        let Value::TypeArguments { types } = &self.graph.values[*arguments.last()? as usize] else { return None };
        let first = *types.first()?;
        let declared = type_rows::named(self, first).into_iter().next()?;
        Some(self.project.symbol_id(declared))
    }
}
