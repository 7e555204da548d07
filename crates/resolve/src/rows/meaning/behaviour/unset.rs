//! What happens where a setting is not there: what takes its place, and whether the code fails.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use facts::{Call, ErrorKind, Shape, StandIn, Type, Value, ValueId};
use rules::Clause;
use std::borrow::Cow;

/// What stands in for nothing.
pub const NOTHING: [&str; 5] = ["None", "null", "undefined", "nil", "#{null}"];
/// Of what is called on a setting in a row so much is looked at.
pub const MAX_BEHIND: usize = 6;

/// What happens where a setting is not there.
pub struct Unset<'g> {
    /// Something takes its place.
    pub default: bool,
    /// What, where that is known.
    pub told: Option<Cow<'g, str>>,
    pub fails: bool,
}

impl<'g> Writer<'_, 'g> {
    /// What happens where a setting is not there.
    pub fn unset(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> Unset<'g> {
        let default = self.find(site, &clause.default).into_iter().next();
        let held = site.result.map(|result| self.held_in(result, anchors));
        let first = held.and_then(|result| anchors.called_on(result).or_else(|| self.called_behind(result)));
        let next = |call: &&'g Call| anchors.called_on(call.result?);
        let row: Vec<&'g Call> = std::iter::successors(first, next).take(MAX_BEHIND).collect();
        let is_one = |words: &str, call: &Call| words.split(' ').any(|word| word == self.graph.name(call.name));
        let fails =
            clause.required == "*" && default.is_none() || row.iter().any(|call| is_one(&clause.required, call));
        let mut chain = row.iter().copied().chain(self.called_before(site.callee, anchors));
        let other = chain.find(|call| is_one(&clause.otherwise, call));
        // `unwrap_or_else(|_| panic!("…"))`; what is called behind fails on the same line.
        let gives_up = |call: &Call| match call.given.first().map(|given| &given.shape) {
            Some(Shape::Function { line, .. }) if !fails => self.graph.errors.iter().any(|it| {
                matches!(it.kind, ErrorKind::Panic | ErrorKind::Throw) && (*line..=line + 1).contains(&it.at.line)
            }),
            _ => false,
        };
        let fails = fails || other.is_some_and(gives_up);
        let other = other.filter(|it| !gives_up(it));
        let default = default.or_else(|| other?.given.first().map(|given| Found::Shape(&given.shape)));
        let default = default.or_else(|| self.given_beside(site, anchors));
        let is_nothing = |found: &Found<'g>| {
            let is_text = matches!(found, Found::Shape(Shape::Text(_)));
            !is_text && self.texts(found).first().is_some_and(|it| NOTHING.contains(&&**it))
        };
        let default = default.filter(|found| !is_nothing(found));
        // A member of something is called otherwise than what it holds.
        let is_written = |found: &&Found<'g>| match found {
            Found::Shape(Shape::Value(value)) => !matches!(self.graph.values[*value as usize], Value::Member { .. }),
            _ => true,
        };
        let told = default.as_ref().filter(is_written).map(|found| self.texts_told(found, site.caller));
        let told = told.filter(|it| !it.is_empty());
        let told = told.map(|it| if let [one] = &it[..] { one.clone() } else { Cow::Owned(it.join(", ")) });
        let stand_in = site.result.and_then(|result| self.stand_in(result));
        let stand_in_text = stand_in.and_then(|it| Some(self.graph.name(it.text?)));
        let is_left_open = stand_in_text.is_some_and(|it| NOTHING.contains(&it));
        let told = told.or_else(|| stand_in_text.filter(|_| !is_left_open).map(Cow::Borrowed));
        let has_default = told.is_some()
            || default.is_some()
            || other.is_some()
            || stand_in.is_some_and(|it| !it.fails && !is_left_open)
            || site.result.is_some_and(|result| stand_in.is_none() && self.is_stood_in_for(result));
        Unset { default: has_default, told, fails: fails || stand_in.is_some_and(|it| it.fails) }
    }

    /// What is told, behind a call of a function that reads a setting, of where that is not there.
    pub fn unset_behind(&mut self, call: &'g Call, anchors: &Anchors<'_, 'g>) -> Unset<'g> {
        let otherwise = self.project.rules.otherwise(&self.graph.language).to_owned();
        let clause = Clause { otherwise, ..Clause::default() };
        self.unset(&clause, &Site::of_call(self.graph, call), anchors)
    }

    /// What stands in for a value where that is nothing or empty, as code says that is near.
    fn stand_in(&self, value: ValueId) -> Option<&'g StandIn> {
        let whole = |it: &StandIn| match self.graph.values[it.of as usize] {
            Value::Part { object, .. } => object == value,
            _ => it.of == value,
        };
        self.graph.stand_ins.iter().find(|it| whole(it))
    }

    /// Whether something else stands behind a value where that is nothing: `a or b`.
    fn is_stood_in_for(&self, value: ValueId) -> bool {
        let is_before = |it: &Value| match it {
            Value::Either { options } => options.split_last().is_some_and(|(_, before)| before.contains(&value)),
            _ => false,
        };
        (0..).zip(&self.graph.values).any(|(either, it)| is_before(it) && !self.is_of_elements(either))
    }

    /// Whether a value says what a collection holds: of `{ host: a, port: b }` neither stands in for the other.
    fn is_of_elements(&self, value: ValueId) -> bool {
        self.graph.types.iter().any(|it| matches!(it, Type::Of { value: of } if *of == value))
    }
}
