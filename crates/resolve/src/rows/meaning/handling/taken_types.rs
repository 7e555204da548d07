//! What a handler takes that nothing in its route names can only be made of the request: types of other crates too.

use super::handlers::{Handler, MAX_GUARDS};
use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use facts::Shape;

/// What lies in the language itself.
const STANDARD: [&str; 3] = ["std", "core", "alloc"];
/// What a request handler may go without.
const LENIENT: [&str; 3] = ["Option", "Result", "Either"];

impl<'g> Writer<'_, 'g> {
    /// The types of other crates of which the symbol takes one that no text of the decorator names, `<id>`, but those of
    /// crates whose names begin with one of `known`.
    pub fn taken_by_symbol(&mut self, site: &Site<'g>, known: &[String]) -> Vec<Handler> {
        let graph = self.graph;
        let (Some(symbol), Some(source)) = (site.decorated, self.project.source(self.file)) else { return Vec::new() };
        let texts = site.given.iter().filter_map(|given| match given.shape {
            Shape::Text(text) => Some(graph.name(text)),
            _ => None,
        });
        let texts: Vec<&str> = texts.collect();
        let mut told = Vec::new();
        for param in &graph.symbols[symbol as usize].params {
            let name = graph.name(param.name);
            let is_named = |text: &&str| text.contains(&format!("<{name}>")) || text.contains(&format!("<{name}..>"));
            let Some(declared) = param.declared.filter(|_| !texts.iter().any(is_named)) else { continue };
            let Entity::External(path) = self.eval.named_by(source, self.file, declared) else { continue };
            let path = self.project.names.text(path).to_string();
            let (of, last) = (path.split('.').next().unwrap_or_default(), path.rsplit('.').next().unwrap_or_default());
            let is_known = STANDARD.contains(&of) || known.iter().any(|it| of.starts_with(it.as_str()));
            if of != last && !is_known && !LENIENT.contains(&last) {
                told.push((None, last.to_owned()));
            }
        }
        told.truncate(MAX_GUARDS);
        told
    }
}
