//! Columns that the members of an object define: `{ id: serial("id").primaryKey() }`.

use super::models::{MAX_CHAIN, Part};
use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use facts::{FileGraph, Shape, Value, ValueId};
use rules::{Clause, Kind};

/// Functions that give what functions give are followed so far.
const MAX_OWN: usize = 3;

impl<'g> Writer<'_, 'g> {
    /// The columns that an object's members are.
    pub fn columns(&mut self, clause: &Clause, site: &Site<'g>, owner: Option<String>, anchors: &Anchors<'_, 'g>) {
        let found = self.find(site, &clause.columns);
        let Some(Found::Shape(Shape::Object(members))) = found.first() else { return };
        for (name, shape) in members {
            let name = Some(self.graph.name(*name).to_owned());
            let mut part = Part { owner: owner.clone(), name, line: site.at.line, ..Part::default() };
            if let Some(word) = clause.words.get("") {
                word.split(' ').for_each(|word| part.say(word, false));
            }
            match shape {
                Shape::Object(told) => {
                    for (word, shape) in told {
                        if self.graph.name(*word) == "type" {
                            part.ty = self.shape_type(shape);
                        }
                        self.word_of(&mut part, Some(*word), shape, clause);
                    }
                }
                Shape::Value(value) => self.defined(&mut part, *value, clause, anchors),
                shape => part.ty = self.shape_type(shape),
            }
            self.push_part(Kind::Column, clause, part);
        }
    }

    /// A column that is defined by calls in a row: `varchar("name").notNull()`.
    fn defined(&mut self, part: &mut Part, value: ValueId, clause: &Clause, anchors: &Anchors<'_, 'g>) {
        let mut at = value;
        for _ in 0..MAX_CHAIN {
            let (Some(call), Value::Call { callee, .. }) = (anchors.call_giving(at), &self.graph.values[at as usize])
            else {
                break;
            };
            match &self.graph.values[*callee as usize] {
                Value::Member { object, .. } if anchors.call_giving(*object).is_some() => {
                    self.called_word(part, call.name, &call.given, clause);
                    at = *object;
                }
                _ => {
                    part.line = call.at.line;
                    if let Some(Shape::Text(text)) = call.given.first().map(|it| &it.shape) {
                        part.column = Some(self.graph.name(*text).to_owned());
                    }
                    break;
                }
            }
        }
        part.ty = self.value_type(at);
        self.defined_by_own(part, at, clause);
    }

    /// A column that a function of the repository gives is what that returns: `createdAt()` of
    /// `const createdAt = () => integer("created_at").notNull()`.
    fn defined_by_own(&mut self, part: &mut Part, value: ValueId, clause: &Clause) {
        let project = self.project;
        let (mut file, mut at) = (self.file, value);
        for _ in 0..MAX_OWN {
            let Some(Value::Call { callee, .. }) = project.source(file).map(|it| &it.graph.values[at as usize]) else {
                return;
            };
            let Some(function) = self.eval.value_target(file, *callee) else { return };
            let Some((source, symbol)) = project.symbol(function) else { return };
            let ([returned], graph) = (&symbol.return_values[..], &source.graph) else { return };
            (file, at) = (function.file, *returned);
            for _ in 0..MAX_CHAIN {
                let Value::Call { callee, .. } = graph.values[at as usize] else { break };
                let Value::Member { object, name } = graph.values[callee as usize] else { break };
                if !matches!(graph.values[object as usize], Value::Call { .. }) {
                    break;
                }
                if let Some(meaning) = clause.words.get(graph.name(name)) {
                    part.say(meaning, false);
                }
                at = object;
            }
            part.ty = called_name(graph, at).or(part.ty.take());
        }
    }
}

/// The last name of what is called.
fn called_name(graph: &FileGraph, call: ValueId) -> Option<String> {
    let Value::Call { callee, .. } = graph.values[call as usize] else { return None };
    match graph.values[callee as usize] {
        Value::Member { name, .. } | Value::Name { name, .. } => Some(graph.name(name).to_owned()),
        _ => None,
    }
}
