//! Python's loops over rows that are written out: what is registered there is registered for each of them,
//! `for path, view in [("/a", a), ("/b", b)]: app.add_url_rule(path, view_func=view)`.

use super::Site;
use super::tables::Turn;
use crate::rows::Writer;
use facts::{Binding, BindingKind, Call, CallKind, Shape, Value, ValueId};

/// So deep in what a call is given the variables of a loop are looked for.
const MAX_DEPTH: u8 = 6;

/// What a loop goes through: the rows of a list, those of a dictionary with or without their keys.
struct Over {
    value: ValueId,
    has_keys: bool,
}

impl<'g> Writer<'_, 'g> {
    pub(super) fn goes_through_rows(&self) -> bool {
        self.graph.language == "python"
    }

    /// The turns of the loop of whose variables a registration is given some.
    pub(super) fn written_turns(&self, site: &Site<'g>) -> Vec<Turn<'g>> {
        let graph = self.graph;
        let mut over = Vec::new();
        for given in site.given {
            match &given.shape {
                Shape::Value(value) => self.gone_over(*value, site, MAX_DEPTH, &mut over),
                Shape::Text(text) | Shape::Joined(text) => self.gone_over_in(graph.name(*text), site, &mut over),
                _ => {}
            }
        }
        // A declaration itself is called by nothing.
        if site.decorated.is_none() || site.callee != 0 {
            self.gone_over(site.callee, site, MAX_DEPTH, &mut over);
        }
        over.sort_unstable();
        over.dedup();
        // Of several loops by one variable, the one above it that is nearest.
        let tables = over.into_iter().filter_map(|object| Some((object, self.table_of(object, site)?)));
        let Some((object, (table, has_keys))) = tables.max_by_key(|(_, (table, _))| table.at.byte) else {
            return Vec::new();
        };
        let turn = |given: &'g facts::Given| Turn {
            over: object,
            key: given.name.filter(|_| has_keys),
            row: &given.shape,
            fields: Vec::new(),
        };
        table.given.iter().map(turn).collect()
    }

    /// What the loops go through of whose variables a value is made.
    fn gone_over(&self, value: ValueId, site: &Site<'g>, depth: u8, told: &mut Vec<ValueId>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let graph = self.graph;
        match &graph.values[value as usize] {
            Value::Item { object, position: 1 } => told.push(*object),
            Value::Member { object, .. } | Value::Part { object, .. } => self.gone_over(*object, site, depth, told),
            Value::Named { value, .. } => self.gone_over(*value, site, depth, told),
            Value::Call { callee, arguments } => {
                arguments.iter().for_each(|it| self.gone_over(*it, site, depth, told));
                if let Some(object) = self.object(*callee) {
                    self.gone_over(object, site, depth, told);
                }
            }
            Value::Name { binding: Some(binding), .. } => {
                let binding = &graph.bindings[*binding as usize];
                match binding.values[..] {
                    // `router = made(name)`
                    [one] if matches!(graph.values[one as usize], Value::Call { .. }) => {
                        self.gone_over(one, site, depth, told);
                    }
                    _ => {
                        if let Some(part) = self.part_at(binding, site) {
                            self.gone_over(part, site, depth, told);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// The same of a text into which variables are put.
    fn gone_over_in(&self, text: &str, site: &Site<'g>, told: &mut Vec<ValueId>) {
        if !text.contains('{') {
            return;
        }
        let graph = self.graph;
        let named = |it: &&Binding| marks(graph.name(it.name)).iter().any(|mark| text.contains(mark.as_str()));
        let above = graph.bindings.iter().filter(|it| it.line <= site.at.line).filter(named);
        for part in above.filter_map(|binding| self.part_at(binding, site)) {
            self.gone_over(part, site, MAX_DEPTH, told);
        }
    }

    /// What the loop that begins last before a place gives a variable: values stand in the order of the source.
    fn part_at(&self, binding: &Binding, site: &Site<'g>) -> Option<ValueId> {
        let is_told = |it: &&ValueId| **it < site.callee && is_part(&self.graph.values[**it as usize]);
        binding.values.iter().filter(is_told).max().copied()
    }

    /// The rows that a loop goes through, where they are written above a place, and whether with their keys.
    fn table_of(&self, object: ValueId, site: &Site<'g>) -> Option<(&'g Call, bool)> {
        let graph = self.graph;
        let over = self.rows_of(object)?;
        let mut line = 0;
        let held = match graph.values[over.value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let binding = &graph.bindings[binding as usize];
                line = binding.line;
                match (binding.kind, &binding.values[..]) {
                    (BindingKind::Variable, [one]) => *one,
                    _ => return None,
                }
            }
            _ => over.value,
        };
        let is_table = |it: &&Call| {
            it.result == Some(held) && it.kind == CallKind::New && graph.name(it.name).is_empty() && it.at.line >= line
        };
        let mut tables = graph.literals.iter().filter(is_table).filter(|it| it.at.byte <= site.at.byte);
        let table = if line == 0 { tables.next_back() } else { tables.next() }?;
        let is_dictionary = table.given.iter().all(|it| it.name.is_some());
        (is_dictionary || !over.has_keys).then_some((table, over.has_keys))
    }

    fn rows_of(&self, object: ValueId) -> Option<Over> {
        let graph = self.graph;
        let Value::Call { callee, ref arguments } = graph.values[object as usize] else {
            return Some(Over { value: object, has_keys: false });
        };
        let Value::Member { object, name } = graph.values[callee as usize] else { return None };
        let has_keys = match graph.name(name) {
            "items" => true,
            "values" => false,
            _ => return None,
        };
        arguments.is_empty().then_some(Over { value: object, has_keys })
    }

    /// Where in its row a value stands: the parts to take one after the other.
    fn way_in_row(&self, value: ValueId) -> Option<Vec<u32>> {
        let turn = self.turn.as_ref()?;
        match &self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &self.graph.bindings[*binding as usize].values;
                let parts = values.iter().filter(|it| is_part(&self.graph.values[**it as usize]));
                parts.filter_map(|it| self.way_in_row(*it)).next()
            }
            Value::Part { object, position } => {
                let mut way = self.way_in_row(*object)?;
                way.push(*position);
                Some(way)
            }
            Value::Item { object, position: 1 } => (*object == turn.over).then(Vec::new),
            _ => None,
        }
    }

    /// What stands in the row for a value.
    pub(super) fn in_written_turn(&self, value: ValueId) -> Option<&'g Shape> {
        let turn = self.turn.as_ref()?;
        let way = self.way_in_row(value)?;
        let way = match turn.key {
            Some(_) => way.strip_prefix(&[1])?,
            None => &way[..],
        };
        way.iter().try_fold(turn.row, |shape, at| match shape {
            Shape::List(items) => items.get(*at as usize),
            _ => None,
        })
    }

    /// The key of the row, where a value is the loop's variable for it.
    pub(super) fn key_in_written_turn(&self, value: ValueId) -> Option<&'g str> {
        let key = self.turn.as_ref()?.key?;
        (self.way_in_row(value)? == [0]).then(|| self.graph.name(key))
    }

    /// A text into which parts of the row are put.
    pub(super) fn text_in_written_turn(&self, text: String) -> String {
        if !text.contains('{') {
            return text;
        }
        let graph = self.graph;
        let mut filled = text;
        for binding in &graph.bindings {
            let marks = marks(graph.name(binding.name));
            if !marks.iter().any(|mark| filled.contains(mark.as_str())) {
                continue;
            }
            let told = binding.values.iter().find_map(|it| match self.in_written_turn(*it) {
                Some(Shape::Text(part)) => Some(graph.name(*part)),
                _ => self.key_in_written_turn(*it),
            });
            if let Some(part) = told {
                filled = marks.iter().fold(filled, |text, mark| text.replace(mark.as_str(), part));
            }
        }
        filled
    }
}

fn is_part(value: &Value) -> bool {
    matches!(value, Value::Item { .. } | Value::Part { .. })
}

/// How a variable is put into a text: into one that is put together, and into one of Python's as it is written.
fn marks(variable: &str) -> [String; 2] {
    [format!("${{{variable}}}"), format!("{{{variable}}}")]
}
