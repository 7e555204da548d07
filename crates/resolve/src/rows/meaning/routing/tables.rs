//! Routes in tables: what is registered in a loop over rows that are written out is registered for each of them,
//! `for _, it := range []route{{"GET", "/items", list}} { r.Handle(it.method, it.path, it.handler) }`.

use super::verbs::verb;
use crate::rows::Writer;
use crate::rows::meaning::places::conditions::is_in_capitals;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::{Anchors, Site};
use crate::values::types::Head;
use facts::{Binding, BindingId, BindingKind, NameId, Shape, SymbolKind, Type, Value, ValueId};
use rules::{Clause, Kind, Part, Source};

/// So deep in what a call is given the variable of a loop is looked for.
const MAX_DEPTH: u8 = 6;

/// The row of a table for which a registration is read.
#[derive(Debug)]
pub struct Turn<'g> {
    /// What the loop goes over, as its variables know it.
    pub over: ValueId,
    /// The text under which a map has the row.
    pub key: Option<NameId>,
    pub row: &'g Shape,
    /// The fields of the row's type, in the order in which they are declared.
    pub fields: Vec<String>,
    /// Of a row that is a call, what that gives a function by its parameters.
    pub given: Vec<(BindingId, &'g Shape)>,
    /// The texts of other parameters, by their names.
    pub texts: Vec<(String, String)>,
}

impl<'g> Writer<'_, 'g> {
    /// Tells an endpoint once for each row of the table that the loop around goes over. False where there is none.
    pub fn each_row(&mut self, clause: &Clause, site: &Site<'g>, anchors: &mut Anchors<'_, 'g>) -> bool {
        if self.turn.is_some() {
            return false;
        }
        if self.goes_through_rows() && matches!(clause.kind, Some(Kind::Endpoint | Kind::Mount | Kind::Guard)) {
            let turns = self.written_turns(site);
            let is_told = !turns.is_empty();
            for turn in turns {
                self.turn = Some(turn);
                self.clause(clause, site, anchors);
            }
            self.turn = None;
            return is_told;
        }
        if !matches!(clause.kind, Some(Kind::Endpoint | Kind::Mount))
            || site.decorated.is_some()
            || !self.goes_by_types()
        {
            return false;
        }
        let Some((over, item)) = self.loop_of(site) else { return false };
        let mut rows: Vec<_> = self.listed_values(over).into_iter().map(|it| it.given).collect();
        // Groups that a loop makes for texts.
        let is_of_texts = rows.iter().all(|it| matches!(it.shape, Shape::Text(_)));
        if clause.kind == Some(Kind::Mount) && !is_of_texts {
            return false;
        }
        let fields = item.map(|it| self.fields_of(it)).unwrap_or_default();
        // `switch it.method { case "GET": r.GET(it.path, it.handler) }`
        if self.is_by_name(clause)
            && let Some(verb) = self.last_name(site.callee).and_then(|name| verb(&name))
            && self.graph.condition_around(site.at.line).is_some()
            && !rows.is_empty()
            && rows.iter().all(|it| self.method_in_row(&it.shape, &fields).is_some())
        {
            rows.retain(|it| self.method_in_row(&it.shape, &fields) == Some(verb));
            if rows.is_empty() {
                return true;
            }
        }
        for given in &rows {
            let (key, row, fields) = (given.name, &given.shape, fields.clone());
            self.turn = Some(Turn { over, key, row, fields, given: Vec::new(), texts: Vec::new() });
            self.clause(clause, site, anchors);
        }
        self.turn = None;
        !rows.is_empty()
    }

    /// Whether a registration's method is what the call is named.
    fn is_by_name(&self, clause: &Clause) -> bool {
        matches!(clause.method.0[..], [Part { source: Source::Name, .. }])
    }

    /// The method that a row names under a field that is called so; of a type that is not known, the only one.
    fn method_in_row(&self, row: &'g Shape, fields: &[String]) -> Option<&'static str> {
        let graph = self.graph;
        let told = |shape: &'g Shape| {
            let word = self.texts(&Found::Shape(shape)).into_iter().next()?;
            verb(&word).filter(|_| is_in_capitals(&word) || word.starts_with("Method"))
        };
        match row {
            Shape::Object(members) => {
                let is_method = |name: NameId| graph.name(name).to_ascii_lowercase().ends_with("method");
                members.iter().find(|(name, _)| is_method(*name)).and_then(|(_, shape)| told(shape))
            }
            Shape::List(items) => {
                let named = fields.iter().position(|it| it.to_ascii_lowercase().ends_with("method"));
                match named.and_then(|at| items.get(at)) {
                    Some(shape) => told(shape),
                    None => items.iter().find_map(told),
                }
            }
            _ => None,
        }
    }

    /// What the loop goes over of which a registration is given a part, and the variable for its rows.
    fn loop_of(&self, site: &Site<'g>) -> Option<(ValueId, Option<ValueId>)> {
        let given = site.given.iter().find_map(|given| match given.shape {
            Shape::Value(value) => self.part_of_row(value, MAX_DEPTH),
            Shape::Joined(text) => self.part_of_row_in(self.graph.name(text), site),
            _ => None,
        });
        given.or_else(|| self.part_of_row(site.callee, MAX_DEPTH))
    }

    /// The same of a text into which a variable of the loop around is put: `"/items/" + name`.
    fn part_of_row_in(&self, text: &str, site: &Site<'g>) -> Option<(ValueId, Option<ValueId>)> {
        let graph = self.graph;
        let mut names = text.split("${").skip(1).filter_map(|it| it.split(['}', '.']).next());
        names.find_map(|name| {
            let (at, binding) = self.loop_variable(name, site)?;
            match graph.values[*binding.values.first()? as usize] {
                Value::Item { object, position } => Some((object, (position == 1).then_some(at))),
                _ => None,
            }
        })
    }

    /// The variable of a loop that a name stands for at a place, and a value that is it.
    fn loop_variable(&self, name: &str, site: &Site<'g>) -> Option<(ValueId, &'g Binding)> {
        let graph = self.graph;
        let is_it = |it: &&Binding| {
            let is_each = matches!(it.values[..], [one] if matches!(graph.values[one as usize], Value::Item { .. }));
            it.line <= site.at.line && is_each && graph.name(it.name) == name
        };
        let binding = graph.bindings.iter().filter(is_it).max_by_key(|it| it.line)?;
        Some((binding.values[0], binding))
    }

    fn part_of_row(&self, value: ValueId, depth: u8) -> Option<(ValueId, Option<ValueId>)> {
        let depth = depth.checked_sub(1)?;
        let graph = self.graph;
        match &graph.values[value as usize] {
            Value::Member { object, .. } => self.part_of_row(*object, depth),
            Value::Call { callee, arguments } => {
                let within = arguments.iter().find_map(|it| self.part_of_row(*it, depth));
                within.or_else(|| self.part_of_row(self.object(*callee)?, depth))
            }
            Value::Name { binding: Some(binding), .. } => match graph.bindings[*binding as usize].values[..] {
                [one] => match graph.values[one as usize] {
                    Value::Item { object, position } => Some((object, (position == 1).then_some(value))),
                    // `handler := it.handler`
                    Value::Member { .. } | Value::Call { .. } => self.part_of_row(one, depth),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    fn fields_of(&mut self, item: ValueId) -> Vec<String> {
        let ty = self.eval.value(self.file, item);
        let class = match *self.eval.types.head(ty) {
            Head::Instance(class, _) => class,
            // A type without a name: `[]struct{ path string; handler http.HandlerFunc }`.
            Head::Shape(file, ty, ..) => {
                let Some(source) = self.project.source(file) else { return Vec::new() };
                let Type::Object { members } = &source.graph.types[ty as usize] else { return Vec::new() };
                return members.iter().map(|(name, _)| source.graph.name(*name).to_owned()).collect();
            }
            _ => return Vec::new(),
        };
        let Some(source) = self.project.source(class.file) else { return Vec::new() };
        let symbol = |id: u32| &source.graph.symbols[id as usize];
        let fields = source.children(class.symbol).filter(|it| symbol(*it).kind == SymbolKind::Property);
        fields.map(|it| source.graph.name(symbol(it).name).to_owned()).collect()
    }

    /// The part of the loop that a variable holds: 0 the key, 1 the row.
    fn position_in_turn(&self, binding: BindingId) -> Option<u32> {
        let turn = self.turn.as_ref()?;
        let [value] = self.graph.bindings[binding as usize].values[..] else { return None };
        match self.graph.values[value as usize] {
            Value::Item { object, position } if object == turn.over => Some(position),
            _ => None,
        }
    }

    /// What stands in the row for a value; `Some(None)` where the row says nothing there.
    fn in_turn(&self, value: ValueId) -> Option<Option<&'g Shape>> {
        let turn = self.turn.as_ref()?;
        if self.goes_through_rows() {
            return self.in_written_turn(value).map(Some);
        }
        if let Some(shape) = self.given_in_turn(value) {
            return Some(Some(shape));
        }
        match self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                if let Some(position) = self.position_in_turn(binding) {
                    return (position == 1).then_some(Some(turn.row));
                }
                match self.graph.bindings[binding as usize].values[..] {
                    [one] if matches!(self.graph.values[one as usize], Value::Member { .. }) => self.in_turn(one),
                    _ => None,
                }
            }
            Value::Member { object, name } => {
                let Value::Name { binding: Some(binding), .. } = self.graph.values[object as usize] else {
                    return None;
                };
                self.position_in_turn(binding).filter(|it| *it == 1)?;
                Some(self.field_of_row(self.graph.name(name)))
            }
            _ => None,
        }
    }

    fn field_of_row(&self, field: &str) -> Option<&'g Shape> {
        let turn = self.turn.as_ref()?;
        match turn.row {
            Shape::Object(members) => {
                members.iter().find(|(name, _)| self.graph.name(*name) == field).map(|(_, it)| it)
            }
            Shape::List(items) => items.get(turn.fields.iter().position(|it| it == field)?),
            _ => None,
        }
    }

    /// The text under which the row stands, where a value is the loop's variable for it.
    fn key_in_turn(&self, value: ValueId) -> Option<&'g str> {
        if self.goes_through_rows() {
            return self.key_in_written_turn(value);
        }
        let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize] else { return None };
        self.position_in_turn(binding).filter(|it| *it == 0)?;
        Some(self.graph.name(self.turn.as_ref()?.key?))
    }

    /// A value as the row has it.
    pub fn turned(&self, value: ValueId) -> ValueId {
        match self.in_turn(value) {
            Some(Some(&Shape::Value(given))) => given,
            _ => value,
        }
    }

    /// What something given is, as the row has it: the row itself where that is given whole.
    pub fn turned_shape(&self, shape: &'g Shape) -> &'g Shape {
        let Shape::Value(value) = *shape else { return shape };
        self.in_turn(value).flatten().unwrap_or(shape)
    }

    /// What is found, as the row has it: nothing where that says nothing there.
    pub fn found_in_turn(&mut self, found: Found<'g>) -> Vec<Found<'g>> {
        if self.turn.is_none() {
            return vec![found];
        }
        if let Found::Value(value) = found {
            return vec![Found::Value(if self.goes_through_rows() { self.turned(value) } else { value })];
        }
        // What is spread of a row: `...it.checks`.
        if let Found::Shape(Shape::List(items)) = found
            && let [Shape::Value(value)] = items[..]
            && let Some(Some(told)) = self.in_turn(value)
        {
            return vec![Found::Shape(told)];
        }
        let Found::Shape(&Shape::Value(value)) = found else { return vec![found] };
        if let Some(key) = self.key_in_turn(value) {
            let text = if key.contains("${") { self.expanded(key.to_owned()).into() } else { key.into() };
            return vec![Found::Text(text)];
        }
        match self.in_turn(value) {
            Some(told) => told.map(Found::Shape).into_iter().collect(),
            None => self.given_by_row(value).unwrap_or_else(|| vec![found]),
        }
    }

    /// What a method of the row lists: `it.methods()`, which gives back `[]string{it.method, "OPTIONS"}`.
    fn given_by_row(&mut self, call: ValueId) -> Option<Vec<Found<'g>>> {
        let graph = self.graph;
        let Value::Call { callee, ref arguments } = graph.values[call as usize] else { return None };
        let row = self.object(callee).filter(|_| arguments.is_empty())?;
        self.in_turn(row)?;
        let method = self.target(callee).filter(|it| it.file == self.file)?;
        let symbol = &graph.symbols[method.symbol as usize];
        let [given_back] = symbol.return_values[..] else { return None };
        let told = self.list_literal(given_back)?.given.iter().filter_map(|given| match given.shape {
            Shape::Value(value) if self.is_receivers(value) => self.field_of_row(&self.last_name(value)?),
            _ => Some(&given.shape),
        });
        Some(told.map(Found::Shape).collect())
    }

    /// Whether a value is a field of the receiver of the method around.
    fn is_receivers(&self, value: ValueId) -> bool {
        let object = self.object(value).map(|it| &self.graph.values[it as usize]);
        match object {
            Some(Value::Receiver { .. }) => true,
            Some(Value::Name { binding: Some(binding), .. }) => {
                self.graph.bindings[*binding as usize].kind == BindingKind::Parameter
            }
            _ => false,
        }
    }

    /// A text into which parts of the row are put.
    pub fn text_in_turn(&self, text: String) -> String {
        if self.turn.is_some() && self.goes_through_rows() {
            return self.text_in_written_turn(text);
        }
        let Some(turn) = self.turn.as_ref().filter(|_| text.contains("${")) else { return text };
        let given = turn.given.iter().filter_map(|(binding, shape)| {
            let name = self.graph.name(self.graph.bindings[*binding as usize].name);
            let told = match shape {
                Shape::Text(text) => self.graph.name(*text),
                shape => verb(self.texts(&Found::Shape(shape)).first()?)?,
            };
            Some((name, told))
        });
        let text = given.fold(text, |text, (name, told)| text.replace(&format!("${{{name}}}"), told));
        let texts = |field: &str| match self.field_of_row(field) {
            Some(Shape::Text(text)) => Some(self.graph.name(*text)),
            Some(shape) => self.texts(&Found::Shape(shape)).first().and_then(|it| verb(it)),
            _ => None,
        };
        let text = match self.variable_of_turn(1) {
            Some(variable) => {
                let whole = match turn.row {
                    Shape::Text(text) => Some(self.graph.name(*text)),
                    _ => None,
                };
                // `it.path` goes by the row's own field.
                let text = text.replace(&format!("${{{variable}."), "${");
                whole.map_or_else(|| text.clone(), |it| text.replace(&format!("${{{variable}}}"), it))
            }
            None => text,
        };
        let names: Vec<&str> = match turn.row {
            Shape::Object(members) => members.iter().map(|(name, _)| self.graph.name(*name)).collect(),
            _ => turn.fields.iter().map(String::as_str).collect(),
        };
        let filled = names.into_iter().fold(text, |text, name| match texts(name) {
            Some(part) => text.replace(&format!("${{{name}}}"), part),
            None => text,
        });
        match (turn.key, self.variable_of_turn(0)) {
            (Some(key), Some(variable)) => filled.replace(&format!("${{{variable}}}"), self.graph.name(key)),
            _ => filled,
        }
    }

    /// What the loop's variable for keys or rows is called.
    fn variable_of_turn(&self, position: u32) -> Option<&'g str> {
        let bindings = &self.graph.bindings;
        let named = (0..bindings.len() as BindingId).find(|it| self.position_in_turn(*it) == Some(position))?;
        Some(self.graph.name(bindings[named as usize].name))
    }
}
