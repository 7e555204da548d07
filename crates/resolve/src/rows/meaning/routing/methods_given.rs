//! Methods of requests that functions of Python take and hand on: `def add(path, view, methods=("GET",))`.

use super::verbs::verb;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use facts::{Call, Shape, Value, ValueId};
use rules::Clause;
use std::borrow::Cow;

/// Stands before a method that a call may say in its place.
const OPEN: &str = "?";
/// The function of Go that makes capitals.
const CAPITALS: &str = "ToUpper";

impl<'g> Writer<'_, 'g> {
    /// The texts of what stands in the place of methods, in capitals where Go makes these: `strings.ToUpper("Post")`.
    pub fn methods_of(&self, found: &Found<'g>) -> Vec<Cow<'g, str>> {
        if let &Found::Shape(&Shape::Value(value)) = found
            && self.goes_by_types()
            && matches!(self.graph.values[value as usize], Value::Call { .. })
            && let Some(call) = self.graph.calls.iter().find(|it| it.result == Some(value))
            && let (CAPITALS, [given]) = (self.graph.name(call.name), &call.given[..])
            && let Shape::Text(text) = given.shape
        {
            return vec![Cow::Owned(self.graph.name(text).to_ascii_uppercase())];
        }
        self.texts(found)
    }

    /// The methods of a registration that the function around takes: those that stand for the parameter where calls leave it
    /// out. None where it takes none.
    pub fn methods_taken(&mut self, site: &Site<'g>, clause: &Clause) -> Option<Vec<String>> {
        if self.graph.language != "python" {
            return None;
        }
        let taken = self.find(site, &clause.method).into_iter().find_map(|it| match it {
            Found::Shape(&Shape::Value(value)) | Found::Value(value) if self.is_own_parameter(value) => Some(value),
            _ => None,
        })?;
        let default = self.default_of(taken).unwrap_or_default();
        let words = default.split(['[', ']', '(', ')', ',', ' ', '"', '\'']);
        let told: Vec<String> = words.filter_map(verb).map(|it| format!("{OPEN}{it}")).collect();
        Some(if told.is_empty() { vec![OPEN.to_owned()] } else { told })
    }

    fn default_of(&self, value: ValueId) -> Option<&'g str> {
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        let function = self.graph.scopes[self.graph.bindings[binding as usize].scope as usize].symbol?;
        let params = &self.graph.symbols[function as usize].params;
        params.iter().find(|it| it.binding == Some(binding))?.default.as_deref()
    }

    /// The methods that a call of Python lists: `add("/x", show, ["GET", "POST"])`.
    pub fn methods_listed_by(&self, call: &'g Call) -> Vec<&'static str> {
        if self.graph.language != "python" {
            return Vec::new();
        }
        let word = |item: &Shape| match item {
            Shape::Text(text) => verb(self.graph.name(*text)),
            _ => None,
        };
        let listed = call.given.iter().find_map(|given| match &given.shape {
            Shape::List(items) if !items.is_empty() => items.iter().map(word).collect::<Option<Vec<_>>>(),
            _ => None,
        });
        listed.unwrap_or_default()
    }
}
