//! What does harm where others decide on it, and what calls hand on of what a function is given.

use crate::rows::meaning::Site;
use crate::rows::meaning::places::found::Found;
use crate::rows::{TEXT, Writer, clip};
use crate::values::types::Head;
use facts::unit::Cell;
use facts::{BindingKind, CLEANED_KINDS, CallFlow, Passed, Shape, Value, ValueId};
use rules::{Clause, Selector, Source};
use serde_json::json;

/// Of a hundred: a parameter is known to go into it, or nothing is but that it is not constant.
const OF_PARAMETER: u32 = 90;
const OF_UNKNOWN: u32 = 60;
/// What the column of what a call hands on takes.
const MAX_PASSED: usize = 200;

impl<'g> Writer<'_, 'g> {
    /// What a call is given that is not constant.
    pub fn flow_of(&self, site: &Site<'g>) -> Option<&'g CallFlow> {
        let calls = &self.graph.calls;
        let first = calls.partition_point(|call| call.at < site.at);
        let here = calls[first..].iter().take_while(|call| call.at == site.at);
        let at = here.enumerate().find(|(_, call)| call.callee == site.callee)?.0;
        self.graph.flow((first + at) as u32)
    }

    /// A call that does harm by what it is given. A constant does none.
    pub fn sink(&mut self, clause: &Clause, site: &Site<'g>) {
        let Some(flow) = self.flow_of(site).filter(|_| self.is_called_so(clause, site)) else { return };
        let Some((argument, passed, found)) = self.harmful(clause, site, flow) else { return };
        // Pairs in the place of an argument are no text either: `where(:level => 1)`.
        let is_built = match found {
            Some(Found::Shape(Shape::Value(_) | Shape::Object(_) | Shape::List(_))) | None => false,
            Some(_) => true,
        };
        if clause.built && !is_built {
            return;
        }
        let is_fixed = match found {
            Some(Found::Shape(&Shape::Value(value))) if clause.sink == "sql" && self.is_of_criteria(value) => true,
            Some(Found::Shape(shape @ Shape::Value(_))) if self.fixed(shape).is_some() => true,
            // Where nothing is known of it but that it is not constant in this file.
            Some(Found::Shape(shape)) if passed.of.is_empty() => self.is_of_constants(shape),
            _ => false,
        };
        if passed.is_constant
            || passed.harmless & bit_of(&clause.sink) != 0
            || is_fixed
            || clause.derived && passed.of.is_empty()
        {
            return;
        }
        let sources: Vec<&str> = passed.of.iter().map(|name| self.graph.name(*name)).collect();
        let [caller, ..] = self.caller(site.caller);
        let callee = self.graph.calls.iter().find(|call| call.at == site.at && call.callee == site.callee);
        let row = [
            caller,
            clip(&clause.sink, 20),
            clause.cwe.into(),
            clip(&clause.owasp, 8),
            clip(&clause.framework, 40),
            clip(callee.map_or(site.name, |call| &call.text), TEXT),
            argument.into(),
            if sources.is_empty() { "unknown".into() } else { "parameter".into() },
            if sources.is_empty() { Cell::Null } else { Cell::from(json!(sources).to_string()) },
            self.path(),
            site.at.line.into(),
            if sources.is_empty() { OF_UNKNOWN } else { OF_PARAMETER }.into(),
        ];
        self.unit.push("sinks", &row);
    }

    /// The argument that a clause is about, its position among all, and what stands there. Of a range the first that is
    /// not constant, be it a name that holds a text, in another file too.
    fn harmful(
        &mut self,
        clause: &Clause,
        site: &Site<'g>,
        flow: &'g CallFlow,
    ) -> Option<(u32, &'g Passed, Option<Found<'g>>)> {
        for part in &clause.argument.0 {
            let Source::Range(from, _) = part.source else {
                let Some((at, passed)) = argument(self.graph, flow, &part.source) else { continue };
                return Some((at, passed, self.find(site, &clause.argument).into_iter().next()));
            };
            let by_place = flow.given.iter().enumerate().filter(|(_, passed)| passed.name.is_none());
            let in_range = by_place.enumerate().skip(usize::try_from(from).ok()?);
            for (place, (at, passed)) in in_range.filter(|(_, (_, passed))| !passed.is_constant) {
                let found = self.find(site, &Selector::from(place.to_string())).into_iter().next();
                let holds_text =
                    matches!(&found, Some(Found::Shape(shape @ Shape::Value(_))) if self.fixed(shape).is_some());
                if !holds_text {
                    return Some((at as u32, passed, found));
                }
            }
        }
        None
    }

    /// Whether a value is a query that is put together without a text: JPA's `CriteriaQuery<Cat>`.
    fn is_of_criteria(&mut self, value: ValueId) -> bool {
        let ty = self.eval.value(self.file, value);
        let (Head::External(path) | Head::Library(path, _)) = *self.eval.types.head(ty) else { return false };
        let path = self.project.names.text(path).to_string();
        path.split('.').any(|it| it.starts_with("Criteria") || it.starts_with("criteria"))
    }

    /// Whether it is called by its own name or that of an import: what is called by another name is a value that it gave,
    /// or one of its type.
    fn is_called_so(&self, clause: &Clause, site: &Site<'g>) -> bool {
        let is_named = clause.call.iter().any(|pattern| pattern.last() == "*" || pattern.last() == site.name);
        let binding = match self.graph.values[site.callee as usize] {
            Value::Name { binding, .. } => binding,
            _ => None,
        };
        let is_import = |binding| self.graph.bindings[binding as usize].kind == BindingKind::Import;
        is_named || binding.is_some_and(is_import)
    }

    /// Which of its function's parameters a call hands on, and as what: `0=id limit=max 2=?`. `?`: nothing is known but
    /// that it is not constant.
    pub fn passed(&self, call: u32) -> Cell<'static> {
        let Some(flow) = self.graph.flow(call) else { return Cell::Null };
        let mut told = String::new();
        let mut position = 0;
        for passed in &flow.given {
            let place = match passed.name {
                Some(name) => self.graph.name(name).to_owned(),
                None => {
                    position += 1;
                    (position - 1).to_string()
                }
            };
            let unknown = (!passed.is_constant && passed.of.is_empty()).then_some("?");
            // Of what was checked as a path the check counts in the callee too.
            let followed = if passed.harmless & bit_of("path") == 0 { &passed.of[..] } else { &[] };
            for name in followed.iter().map(|name| self.graph.name(*name)).chain(unknown) {
                let one = format!("{place}={name}");
                if told.len() + one.len() < MAX_PASSED && !one.contains(char::is_whitespace) {
                    told.push_str(if told.is_empty() { "" } else { " " });
                    told.push_str(&one);
                }
            }
        }
        if told.is_empty() { Cell::Null } else { told.into() }
    }
}

/// A kind's bit in [`Passed::harmless`]; none of a kind for which nothing cleans.
fn bit_of(kind: &str) -> u8 {
    CLEANED_KINDS.iter().position(|it| *it == kind).map_or(0, |at| 1 << at)
}

/// The argument that a selector of one tells, and its position among all.
fn argument<'f>(graph: &facts::FileGraph, flow: &'f CallFlow, source: &Source) -> Option<(u32, &'f Passed)> {
    let all = || flow.given.iter().enumerate().map(|(at, passed)| (at as u32, passed));
    let by_place: Vec<_> = all().filter(|(_, passed)| passed.name.is_none()).collect();
    match source {
        Source::At(at) if *at < 0 => by_place.len().checked_sub(at.unsigned_abs() as usize).map(|at| by_place[at]),
        Source::At(at) => by_place.get(*at as usize).copied(),
        Source::Named(name) => all().find(|(_, passed)| passed.name.is_some_and(|it| graph.name(it) == name)),
        _ => None,
    }
}
