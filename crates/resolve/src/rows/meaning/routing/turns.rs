//! What is registered in a loop over a list of objects that is written out is registered for each of them:
//! `all.forEach((it) => router.use(it.path, it.route))`, `for (const { path, route } of all)`.

use crate::rows::Writer;
use crate::rows::meaning::Anchors;
use crate::rows::meaning::Site;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::places::found;
use crate::rows::meaning::places::found::Found;
use facts::{Shape, SymbolId, Value, ValueId};
use rules::{Clause, Kind, Selector};

/// What one turn of a loop registers.
pub struct Turn {
    pub route: String,
    pub mounted: Option<String>,
    pub handler: Option<Handler>,
}

impl<'g> Writer<'_, 'g> {
    /// The turns of the loop whose variable a registration's path is a member of; none where it is none.
    pub fn turns_of_list(
        &mut self,
        kind: Kind,
        site: &Site<'g>,
        clause: &Clause,
        anchors: &Anchors<'_, 'g>,
    ) -> Vec<Turn> {
        let Some((list, path)) = self.selected(site, &clause.route).and_then(|it| self.member_in_turn(it)) else {
            return Vec::new();
        };
        let mut member = |selector: &Selector| {
            let found = self.selected(site, selector).and_then(|it| self.member_in_turn(it));
            found.filter(|(of, _)| *of == list).map(|(_, name)| name)
        };
        let (mounted, handler) = (member(&clause.mounted), member(&clause.handler));
        let mut turns = Vec::new();
        for at in 0..found::MAX_LISTED * 4 {
            let text = |of: &Self, name: &str| {
                let wanted = format!("{at}.{name}");
                of.graph.member_texts(list).find(|(path, _)| *path == wanted).map(|(_, text)| text.to_owned())
            };
            if !self.graph.member_texts(list).any(|(path, _)| path.starts_with(&format!("{at}."))) {
                break;
            }
            let Some(route) = text(self, path) else { continue };
            let route = self.expanded(route);
            let mounted = mounted.and_then(|it| text(self, it)).and_then(|it| self.value_of_text(&it));
            let mounted = mounted.and_then(|it| self.anchor(it, anchors));
            let handler = handler.and_then(|it| text(self, it)).and_then(|it| self.value_of_text(&it));
            let handler = handler.and_then(|it| self.value_handler(it));
            if kind != Kind::Mount || mounted.is_some() {
                turns.push(Turn { route, mounted, handler });
            }
        }
        turns
    }

    /// What a mount is given in pairs behind one path: `"/users" => users::routes(), "/items" => items::routes()`.
    pub fn turns_of_pairs(&mut self, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) -> Vec<Turn> {
        let found = self.find(site, &clause.mounted);
        let before = match self.find(site, &clause.route)[..] {
            [Found::Shape(shape)] => self.path_made(shape),
            _ => String::new(),
        };
        let mut turns = Vec::new();
        for pair in found.chunks_exact(2) {
            let Found::Shape(path) = pair[0] else { continue };
            let path = self.path_made(path);
            let mounted = self.mounted(&pair[1], clause, site, anchors);
            let route = format!("{}/{}", before.trim_end_matches('/'), path.trim_start_matches('/'));
            turns.extend(mounted.map(|it| Turn { route, mounted: Some(it), handler: None }));
        }
        turns
    }

    /// A path that is a text, also one that is made its own: `"/items".to_owned()`.
    fn path_made(&mut self, shape: &'g Shape) -> String {
        if let Some(text) = self.fixed(shape) {
            return text.into_owned();
        }
        let made = match shape {
            Shape::Value(value) => self.call_giving(*value),
            _ => None,
        };
        let text = made.and_then(|call| call.text.strip_prefix('"')?.split_once('"'));
        text.map_or_else(|| "${path}".to_owned(), |(text, _)| text.to_owned())
    }

    fn selected(&mut self, site: &Site<'g>, selector: &Selector) -> Option<ValueId> {
        match self.find(site, selector)[..] {
            [Found::Value(value) | Found::Shape(&Shape::Value(value))] => Some(value),
            _ => None,
        }
    }

    /// The list that a loop goes over of whose variable something is a member, and which.
    pub fn member_in_turn(&self, value: ValueId) -> Option<(SymbolId, &'g str)> {
        let graph = self.graph;
        let held = |value: ValueId| match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => match graph.bindings[binding as usize].values[..] {
                [one] => one,
                _ => value,
            },
            _ => value,
        };
        let member = |value: ValueId| match graph.values[value as usize] {
            Value::Member { object, name } => Some((object, name)),
            _ => None,
        };
        let (object, name) = member(value).or_else(|| member(held(value)))?;
        let list = match graph.values[held(object) as usize] {
            Value::Item { object, position: 1 } => object,
            Value::CallbackParam { callee, position: 0, .. } => self.gone_through(callee)?,
            _ => return None,
        };
        let Value::Name { binding: Some(binding), .. } = graph.values[list as usize] else { return None };
        let symbol = graph.bindings[binding as usize].symbol?;
        let is_list = graph.member_texts(symbol).any(|(path, _)| path.starts_with("0."));
        is_list.then(|| (symbol, graph.name(name)))
    }

    /// What a name of the file's top stands for that a list holds: `${users}`, `${users.router}`.
    fn value_of_text(&self, text: &str) -> Option<ValueId> {
        let graph = self.graph;
        let wanted = text.strip_prefix("${")?.strip_suffix('}')?;
        let (first, last) = wanted.split_once('.').unwrap_or((wanted, ""));
        let is_top = |value: &Value, wanted: &str| match value {
            Value::Name { name, binding: Some(binding), .. } => {
                graph.name(*name) == wanted && graph.bindings[*binding as usize].scope == 0
            }
            _ => false,
        };
        let at = graph.values.iter().position(|value| match value {
            Value::Member { object, name } => {
                !last.is_empty() && graph.name(*name) == last && is_top(&graph.values[*object as usize], first)
            }
            _ => last.is_empty() && is_top(value, first),
        })?;
        Some(at as ValueId)
    }
}
