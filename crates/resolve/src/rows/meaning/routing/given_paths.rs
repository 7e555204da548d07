//! Functions of Python that give a path which they make of the one that they are given: `rule("/items")` of
//! `return f"/<org>{path}" if many else path`. Each that one may give is told, and that it is one of several.

use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::values::types::Decl;
use facts::{BindingId, Call, Shape, Value};

/// Stands behind a path that is one of several of which the running program has one.
const EITHER: &str = "${|}";
/// A function gives no more.
const MAX_PATHS: usize = 4;
/// Paths in the place of what such a function is given.
const MAX_PARTS: u8 = 2;

impl<'p, 'g> Writer<'p, 'g> {
    /// The paths that the call may give which stands in the place of one.
    pub fn given_paths(&mut self, shape: &'g Shape, anchors: &Anchors<'_, 'g>) -> Option<Vec<String>> {
        let Shape::Value(value) = *shape else { return None };
        let call = anchors.call_giving(value).filter(|_| self.goes_through_rows())?;
        let function = self.target(call.callee)?;
        self.paths_of(function, call, anchors)
    }

    fn paths_of(&mut self, function: Decl, call: &'g Call, anchors: &Anchors<'_, 'g>) -> Option<Vec<String>> {
        let templates = self.templates_of(function)?;
        let (source, symbol) = self.project.symbol(function)?;
        let own = usize::from(
            matches!(self.graph.values[call.callee as usize], Value::Member { .. }) && symbol.parent.is_some(),
        );
        let names = symbol.params.iter().skip(own).map(|it| source.graph.name(it.name));
        let mut given = Vec::new();
        for (at, name) in names.enumerate() {
            let by_name = call.given.iter().find(|it| it.name.is_some_and(|it| self.graph.name(it) == name));
            let by_place = call.given.iter().filter(|it| it.name.is_none()).nth(at);
            let Some(one) = by_name.or(by_place) else { continue };
            given.push((format!("${{{name}}}"), self.path_told(&one.shape, anchors, MAX_PARTS)?));
        }
        let fill = |text: &str| given.iter().fold(text.to_owned(), |text, (mark, told)| text.replace(mark, told));
        Some(either(templates.into_iter().map(fill).collect()))
    }

    /// The function by which a parameter is given other paths, each made of one of those that it was given:
    /// `urls = [rule(url) for url in urls]`.
    pub fn changing(&mut self, parameter: BindingId) -> Option<Decl> {
        let graph = self.graph;
        let [value] = graph.bindings[parameter as usize].values[..] else { return None };
        let Value::List { items } = &graph.values[value as usize] else { return None };
        let [one] = items[..] else { return None };
        let Value::Call { callee, ref arguments } = graph.values[one as usize] else { return None };
        if arguments.len() != 1 {
            return None;
        }
        let function = self.target(callee)?;
        self.templates_of(function).map(|_| function)
    }

    /// The paths that a function may give of one that it is given by its place.
    pub fn paths_through(&self, function: Decl, path: &str) -> Vec<String> {
        let told = || {
            let (source, symbol) = self.project.symbol(function)?;
            let mark = format!("${{{}}}", source.graph.name(symbol.params.first()?.name));
            Some(self.templates_of(function)?.iter().map(|it| it.replace(&mark, path)).collect())
        };
        told().map(either).unwrap_or_default()
    }

    /// The texts that a function of the repository gives, with its parameters in them.
    fn templates_of(&self, function: Decl) -> Option<Vec<&'p str>> {
        let (source, _) = self.project.symbol(function)?;
        let lines = source.graph.property_text(function.symbol)?.strip_prefix('\n')?;
        Some(lines.lines().take(MAX_PATHS).collect())
    }
}

fn either(mut paths: Vec<String>) -> Vec<String> {
    if paths.len() > 1 {
        paths.iter_mut().for_each(|it| it.push_str(EITHER));
    }
    paths
}
