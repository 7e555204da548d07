//! Settings of the environment that are read.

use super::found::Found;
use super::{Anchors, Site};
use crate::rows::{TEXT, Writer, clip, flag};
use facts::unit::Cell;
use facts::{Call, StandIn, Value, ValueId};
use rules::Clause;
use std::borrow::Cow;

/// Of what is called on a setting in a row so much is looked at.
const MAX_BEHIND: usize = 6;

impl<'g> Writer<'_, 'g> {
    /// A read of the environment by a call.
    pub fn environment(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(variable) = self.literal(site, &clause.variable) else { return };
        // Spring's `${server.port:8080}`.
        let held = variable.strip_prefix("${").and_then(|it| it.strip_suffix('}')).filter(|it| !it.contains("${"));
        let (held, written) = match held.map(|it| it.split_once(':').map_or((it, None), |(it, to)| (it, Some(to)))) {
            Some((name, default)) => (Some(name.to_owned()), default.map(|it| Cow::Owned(it.to_owned()))),
            None => (None, None),
        };
        let variable = held.map_or(variable.clone(), Cow::Owned);
        let default = self.find(site, &clause.default).into_iter().next();
        let first = site.result.and_then(|result| anchors.called_on(result));
        let next = |call: &&'g Call| anchors.called_on(call.result?);
        let row: Vec<&'g Call> = std::iter::successors(first, next).take(MAX_BEHIND).collect();
        let is_one = |words: &str, call: &Call| words.split(' ').any(|word| word == self.graph.name(call.name));
        let fails = clause.required == "*" || row.iter().any(|call| is_one(&clause.required, call));
        let other = row.iter().find(|call| is_one(&clause.otherwise, call));
        let default = default.or_else(|| other?.given.first().map(|given| Found::Shape(&given.shape)));
        let told = default.as_ref().and_then(|found| self.texts(found).into_iter().next()).or(written);
        let stand_in = site.result.and_then(|result| self.stand_in(result));
        let told = told.or_else(|| stand_in?.text.map(|text| Cow::Borrowed(self.graph.name(text))));
        let fails = fails || stand_in.is_some_and(|it| it.fails);
        let has_default = told.is_some()
            || default.is_some()
            || other.is_some()
            || stand_in.is_some_and(|it| !it.fails)
            || site.result.is_some_and(|result| stand_in.is_none() && self.is_stood_in_for(result));
        let [caller, ..] = self.caller(site.caller);
        let row = [
            clip(&variable, TEXT),
            caller,
            self.path(),
            site.at.line.into(),
            flag(has_default),
            told.as_ref().map_or(Cell::Null, |text| clip(text, 200)),
            clip(&clause.framework, 40),
            flag(!has_default && fails),
        ];
        self.unit.push("environment_uses", &row);
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
        self.graph.values.iter().any(|it| match it {
            Value::Either { options } => options.split_last().is_some_and(|(_, before)| before.contains(&value)),
            _ => false,
        })
    }

    /// The reads of the environment that are no calls.
    pub fn settings(&mut self) {
        for setting in &self.graph.settings {
            let [caller, ..] = self.caller(setting.caller);
            let default = setting.default.as_deref();
            let row = [
                clip(self.graph.name(setting.name), TEXT),
                caller,
                self.path(),
                setting.at.line.into(),
                flag(default.is_some()),
                default.filter(|text| !text.is_empty()).map_or(Cell::Null, |text| clip(text, 200)),
                clip(self.graph.name(setting.holder), 40),
                flag(setting.required && default.is_none()),
            ];
            self.unit.push("environment_uses", &row);
        }
    }
}
