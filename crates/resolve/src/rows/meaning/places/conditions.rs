//! What clauses want of a place before they tell of it.

use super::found::Found;
use crate::rows::Writer;
use crate::rows::meaning::{Anchors, Site};
use facts::{Shape, Value, ValueId};
use rules::{Clause, Kind};
use std::borrow::Cow;

/// A condition: what is found is written in capitals, as the environment's names are.
const CAPITALS: &str = "CAPITALS";
/// A condition: what is found is a text, as far as a path is known.
const TEXT: &str = "TEXT";

/// A condition: what is found is a parameter of the function around.
const PARAMETER: &str = "PARAMETER";

/// So many calls stand around one that a condition is about.
const MAX_AROUND: usize = 4;

impl<'g> Writer<'_, 'g> {
    /// The names of the calls that Python puts others around: `as_view` of `checked(Items.as_view())`.
    pub fn put_inside(&self, call: ValueId) -> Vec<Cow<'g, str>> {
        let graph = self.graph;
        let inner = |at: &ValueId| match &graph.values[*at as usize] {
            Value::Call { arguments, .. } => {
                let is_call = |it: &&ValueId| matches!(graph.values[**it as usize], Value::Call { .. });
                arguments.first().filter(is_call).copied()
            }
            _ => None,
        };
        let first = inner(&call).filter(|_| graph.language == "python");
        let inside = std::iter::successors(first, inner).take(MAX_AROUND);
        let named = inside.filter_map(|it| match graph.values[it as usize] {
            Value::Call { callee, .. } => self.last_name(callee),
            _ => None,
        });
        named.collect()
    }

    /// Whether selectors find what a clause wants of them.
    pub fn holds(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> bool {
        clause.when.iter().all(|(selector, wanted)| {
            if selector == "signature" {
                let symbol = site.decorated.or(site.caller).map(|symbol| &self.graph.symbols[symbol as usize]);
                return symbol.is_some_and(|symbol| {
                    wanted.split('&').all(|wanted| match wanted.strip_prefix('!') {
                        Some(none) => !symbol.signature.contains(none),
                        None => wanted.split('|').any(|part| symbol.signature.contains(part)),
                    })
                });
            }
            if selector == "class.signature" {
                let class = site.decorated.or(site.caller).and_then(|symbol| self.class_of(symbol));
                let signature = class.map(|it| format!("{} ", self.graph.symbols[it as usize].signature));
                let holds = |part: &str| signature.as_ref().is_some_and(|it| it.contains(part));
                return match wanted.strip_prefix('!') {
                    Some(none) => !none.split('|').any(holds),
                    None => wanted.split('|').any(holds),
                };
            }
            let mut found = self.find(site, &rules::Selector::from(selector.clone()));
            // What a row gives in the end, by the name of its last call.
            if let Some(Found::Whole(value)) = found.first() {
                let last = anchors.call_giving(anchors.row_end(*value));
                found = last.map(|call| Found::Text(self.graph.name(call.name).into())).into_iter().collect();
            }
            let has = |word: &str| wanted.trim_start_matches('!') == word;
            let is_text = has(TEXT)
                && match found.first() {
                    Some(Found::Shape(shape)) => self.is_path(shape, anchors),
                    found => matches!(found, Some(Found::Text(_))),
                };
            let is_parameter =
                matches!(found.first(), Some(Found::Shape(Shape::Value(value))) if self.is_own_parameter(*value));
            let held = self.text_behind(found.first());
            let is = |wanted: &str| {
                if wanted == TEXT {
                    return is_text;
                }
                if wanted == PARAMETER {
                    return is_parameter;
                }
                if wanted == CAPITALS {
                    return found.first().is_some_and(|it| self.texts(it).iter().any(|it| is_in_capitals(it)));
                }
                let fits = |text: &str| match wanted.strip_suffix('*') {
                    Some(begin) => text.starts_with(begin),
                    None => text == wanted,
                };
                found.first().is_some_and(|it| self.condition_texts(it).iter().chain(&held).any(|it| fits(it)))
            };
            match wanted.strip_prefix('!') {
                Some(others) => !others.split('|').any(is),
                None if wanted == "*" => !found.is_empty(),
                None if wanted.is_empty() => found.is_empty(),
                None => wanted.split('|').any(is),
            }
        })
    }

    /// The text that a name which a condition is about is declared to hold.
    fn text_behind(&mut self, found: Option<&Found<'g>>) -> Option<Cow<'g, str>> {
        match found {
            Some(Found::Shape(shape @ Shape::Value(value))) => match self.graph.values[*value as usize] {
                Value::Name { .. } | Value::Member { .. } => self.fixed(shape),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether all that a clause takes for texts is known, as far as a path is.
    pub fn all_texts(&mut self, site: &Site<'g>, clause: &Clause, anchors: &Anchors<'_, 'g>) -> bool {
        let texts = self.find(site, &clause.texts);
        !texts.is_empty()
            && texts.iter().all(|it| match it {
                // A function may be given a path that it hands on. Of a table it then says nothing.
                Found::Shape(Shape::Value(value)) if self.is_own_parameter(*value) => clause.kind != Some(Kind::Data),
                // So does one that it goes through.
                Found::Shape(Shape::Value(value)) if self.parameter_gone_through(*value).is_some() => true,
                // Several paths of one handler.
                Found::Shape(Shape::List(items)) if clause.kind == Some(Kind::Endpoint) => {
                    let mut is_path =
                        |item| self.expression(Kind::Endpoint, item).is_some() || self.is_path(item, anchors);
                    !items.is_empty() && items.iter().all(&mut is_path)
                }
                // A member of what a loop goes over.
                Found::Shape(Shape::Value(value)) if self.member_in_turn(*value).is_some() => true,
                Found::Shape(shape) => {
                    let is_expression = clause.kind.is_some_and(|kind| self.expression(kind, shape).is_some());
                    is_expression || self.is_path(shape, anchors)
                }
                found => matches!(found, Found::Text(_)),
            })
    }
}

pub fn is_in_capitals(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    text.starts_with(|c: char| c.is_ascii_uppercase()) && text.chars().all(fits)
}
