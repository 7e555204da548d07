//! What calls of JavaScript's functions are given, place by place: a function that registers what it is given may take the
//! method, the path, who asks and who handles in any order, `route(GET, "/films", [signedIn], films.list, asJson)`.

use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::handling::handlers::Handler;
use crate::rows::meaning::places::found::Found;
use facts::{Call, Shape, Value};
use serde_json::{Value as Json, json};

/// Of an object that is given so many members are told.
const MAX_MEMBERS: usize = 16;
/// A longer text is no path.
const MAX_TEXT: usize = 200;

impl<'g> Writer<'_, 'g> {
    /// What a call is given, by its place, `2`, or the member of an object there, `0.path`; `is_left`: what is told otherwise.
    pub fn placed_arguments(&mut self, call: &'g Call, is_left: &[bool]) -> Vec<Json> {
        let mut told = Vec::new();
        if !self.is_script() {
            return told;
        }
        for (at, given) in call.given.iter().enumerate() {
            if is_left[at] {
                continue;
            }
            if let Shape::Object(members) = &given.shape {
                for (name, shape) in members.iter().take(MAX_MEMBERS) {
                    let place = format!("{at}.{}", self.graph.name(*name));
                    told.push(self.placed(call, at, &place, shape));
                }
            }
            told.push(self.placed(call, at, &at.to_string(), &given.shape));
        }
        told
    }

    fn placed(&mut self, call: &'g Call, at: usize, place: &str, shape: &'g Shape) -> Json {
        let is_parameter = matches!(shape, Shape::Value(value) if self.is_own_parameter(*value));
        let text = match shape {
            Shape::Text(text) | Shape::Joined(text) => Some(self.expanded(self.graph.name(*text).to_owned())),
            Shape::Value(_) if is_parameter => self.unknown_text(shape),
            Shape::Value(_) => self.fixed(shape).map(|it| it.into_owned()),
            _ => None,
        };
        let text = text.filter(|it| it.len() <= MAX_TEXT && !it.contains(char::is_whitespace));
        let mut one = json!({ "at": at, "name": place });
        let is_list = matches!(shape, Shape::List(_));
        let may_ask = matches!(shape, Shape::Value(_) | Shape::Function { .. }) && (is_parameter || text.is_none());
        if is_list || may_ask {
            let site = Site::of_call(self.graph, call);
            let asking = self.guards(&Found::Shape(shape), &site);
            one["given"] = asking.into_iter().map(|(symbol, name)| json!({ "name": name, "symbol": symbol })).collect();
            if let Some((symbol, name)) = self.handling(shape, call) {
                one["handler"] = json!({ "name": name, "symbol": symbol });
            }
        }
        if let Some(text) = text {
            one["text"] = json!(text);
        }
        one
    }

    /// Whether a call of JavaScript stands in the place of something.
    pub fn is_made_in_place(&self, shape: &Shape) -> bool {
        self.is_script()
            && matches!(shape, Shape::Value(value) if matches!(self.graph.values[*value as usize], Value::Call { .. }))
    }

    /// What handles where a list ends in it, a call makes it or it is a function.
    pub fn handling(&mut self, shape: &'g Shape, call: &'g Call) -> Option<Handler> {
        match shape {
            Shape::List(items) => self.handling(items.last()?, call),
            _ => self.function_given(shape, call).or_else(|| match shape {
                Shape::Value(value) => self.value_handler(*value),
                _ => None,
            }),
        }
    }
}
