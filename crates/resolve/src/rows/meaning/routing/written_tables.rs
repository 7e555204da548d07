//! Python's and JavaScript's loops over rows that are written out: what is registered there is registered for each of them,
//! `for path, view in [("/a", a), ("/b", b)]: app.add_url_rule(path, view_func=view)`,
//! `routes.forEach((it) => app[it.method](it.path, it.handler))`.

use super::tables::Turn;
use super::verbs::verb;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::texts::constants::with_names;
use facts::{Binding, BindingKind, Call, CallKind, NameId, Shape, Value, ValueId};

/// So deep in what a call is given the variables of a loop are looked for.
const MAX_DEPTH: u8 = 6;

/// What a loop goes through: the rows of a list, those of a dictionary with or without their keys.
struct Over {
    value: ValueId,
    has_keys: bool,
}

/// A part of a row, by its place or its name.
enum Step {
    Part(u32),
    Member(NameId),
}

impl<'g> Writer<'_, 'g> {
    pub fn goes_through_rows(&self) -> bool {
        self.graph.language == "python" || self.is_script() || self.is_ruby()
    }

    fn is_ruby(&self) -> bool {
        self.graph.language == "ruby"
    }

    /// What a loop goes through of which a value is each: of `for (const it of all)` or `all.forEach((it) => …)`.
    fn over_of(&self, value: ValueId) -> Option<ValueId> {
        match self.graph.values[value as usize] {
            Value::Item { object, position: 1 } => Some(object),
            Value::CallbackParam { callee, argument: 0, position: 0 } if self.is_script() => self.gone_through(callee),
            Value::CallbackParam { callee, argument: 0, .. } if self.is_ruby() => self.gone_through(callee),
            _ => None,
        }
    }

    /// The turns of the loop of whose variables a registration is given some.
    pub fn written_turns(&self, site: &Site<'g>) -> Vec<Turn<'g>> {
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
            given: Vec::new(),
            texts: Vec::new(),
        };
        table.given.iter().map(turn).collect()
    }

    /// Whether a value is what a loop goes through each time, or a part of that.
    pub fn is_gone_through(&self, value: ValueId) -> bool {
        match self.graph.values[value as usize] {
            Value::Member { object, .. } => self.is_gone_through(object),
            Value::Name { binding: Some(binding), .. } => {
                self.graph.bindings[binding as usize].values.iter().any(|it| self.is_part(*it))
            }
            _ => self.is_part(value),
        }
    }

    /// What the loops go through of whose variables a value is made.
    fn gone_over(&self, value: ValueId, site: &Site<'g>, depth: u8, told: &mut Vec<ValueId>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let graph = self.graph;
        if let Some(over) = self.over_of(value) {
            return told.push(over);
        }
        match &graph.values[value as usize] {
            Value::Index { object } if self.is_script() => self.gone_over(*object, site, depth, told),
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
        let mut above: Vec<&Binding> =
            graph.bindings.iter().filter(|it| it.line <= site.at.line).filter(named).collect();
        // Of parameters of blocks that are called alike, the one of the block around.
        if self.is_ruby() {
            above.sort_by_key(|it| (it.name, std::cmp::Reverse(it.line)));
            above.dedup_by_key(|it| it.name);
        }
        for part in above.into_iter().filter_map(|binding| self.part_at(binding, site)) {
            self.gone_over(part, site, MAX_DEPTH, told);
        }
    }

    /// What the loop that begins last before a place gives a variable: values stand in the order of the source.
    fn part_at(&self, binding: &Binding, site: &Site<'g>) -> Option<ValueId> {
        // Parameters of functions are known behind what these do.
        if let ([only], true) = (&binding.values[..], self.is_script()) {
            return Some(*only).filter(|it| self.is_part(*it));
        }
        let is_told = |it: &&ValueId| **it < site.callee && self.is_part(**it);
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
            // A constant of the file's own.
            Value::Name { name, .. } if self.is_ruby() => {
                let is_it = |it: &&facts::Symbol| it.parent.is_none() && it.name == name;
                let mut declared = graph.symbols.iter().filter(is_it);
                match (declared.next().map(|it| &it.initial[..]), declared.next()) {
                    (Some([one]), None) => *one,
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
        let has_keys = over.has_keys || self.is_ruby() && is_dictionary;
        (is_dictionary || !has_keys).then_some((table, has_keys))
    }

    fn rows_of(&self, object: ValueId) -> Option<Over> {
        let graph = self.graph;
        let Value::Call { callee, ref arguments } = graph.values[object as usize] else {
            return Some(Over { value: object, has_keys: false });
        };
        let Value::Member { object, name } = graph.values[callee as usize] else { return None };
        if self.is_script() {
            let is_object = self.last_name(object).is_some_and(|it| it == "Object");
            let has_keys = graph.name(name) == "entries";
            return match arguments[..] {
                [value] if is_object && (has_keys || graph.name(name) == "values") => Some(Over { value, has_keys }),
                _ => None,
            };
        }
        let has_keys = match graph.name(name) {
            "items" => true,
            "values" => false,
            _ => return None,
        };
        arguments.is_empty().then_some(Over { value: object, has_keys })
    }

    /// Where in its row a value stands: the parts to take one after the other.
    fn way_in_row(&self, value: ValueId) -> Option<Vec<Step>> {
        let turn = self.turn.as_ref()?;
        if let Some(over) = self.over_of(value) {
            let splits = turn.key.is_some() || matches!(turn.row, Shape::List(_));
            return match self.graph.values[value as usize] {
                _ if over != turn.over => None,
                // A block takes a row by its parts.
                Value::CallbackParam { position, .. } if self.is_ruby() => match (splits, position) {
                    (true, _) => Some(vec![Step::Part(position)]),
                    (false, 0) => Some(Vec::new()),
                    _ => None,
                },
                _ => Some(Vec::new()),
            };
        }
        match &self.graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => {
                let values = &self.graph.bindings[*binding as usize].values;
                let parts = values.iter().filter(|it| self.is_part(**it));
                parts.filter_map(|it| self.way_in_row(*it)).next()
            }
            Value::Part { object, position } => {
                let mut way = self.way_in_row(*object)?;
                way.push(Step::Part(*position));
                Some(way)
            }
            Value::Member { object, name } if self.is_script() => {
                let mut way = self.way_in_row(*object)?;
                way.push(Step::Member(*name));
                Some(way)
            }
            _ => None,
        }
    }

    /// What stands in the row for a value.
    pub fn in_written_turn(&self, value: ValueId) -> Option<&'g Shape> {
        let turn = self.turn.as_ref()?;
        if let Value::Name { binding: Some(binding), .. } = self.graph.values[value as usize]
            && let Some((_, shape)) = turn.given.iter().find(|(it, _)| *it == binding)
        {
            return Some(shape);
        }
        let way = self.way_in_row(value)?;
        let way = match (turn.key, &way[..]) {
            (Some(_), [Step::Part(1), rest @ ..]) => rest,
            (Some(_), _) => return None,
            (None, way) => way,
        };
        way.iter().try_fold(turn.row, |shape, step| match (shape, step) {
            (Shape::List(items), Step::Part(at)) => items.get(*at as usize),
            (Shape::Object(members), Step::Member(name)) => {
                members.iter().find(|(it, _)| it == name).map(|(_, shape)| shape)
            }
            _ => None,
        })
    }

    /// The key of the row, where a value is the loop's variable for it.
    pub fn key_in_written_turn(&self, value: ValueId) -> Option<&'g str> {
        let key = self.turn.as_ref()?.key?;
        matches!(self.way_in_row(value)?[..], [Step::Part(0)]).then(|| self.graph.name(key))
    }

    /// The method of a router that a row names: `app[it.method](it.path)`, `app[it.method.toLowerCase()](it.path)`.
    pub fn verb_in_turn(&self, site: &Site<'g>) -> Option<&'static str> {
        self.turn.as_ref().filter(|_| self.is_script())?;
        let Value::Index { .. } = self.graph.values[site.callee as usize] else { return None };
        let call = self.graph.calls.iter().find(|it| it.callee == site.callee && it.at.byte == site.at.byte)?;
        let (_, index) = call.text.rsplit_once('[')?;
        let index = index.trim_end_matches(']').trim_end_matches("()").trim_end_matches(".toLowerCase");
        let (first, last) = index.split_once('.').map_or((index, None), |(first, last)| (first, Some(last)));
        let named = self.graph.bindings.iter().filter(|it| self.graph.name(it.name) == first);
        let shape = named.flat_map(|it| &it.values).find_map(|it| self.in_written_turn(*it))?;
        let told = match (shape, last) {
            (Shape::Object(members), Some(last)) => {
                members.iter().find(|(name, _)| self.graph.name(*name) == last).map(|(_, shape)| shape)?
            }
            (shape, None) => shape,
            _ => return None,
        };
        match told {
            Shape::Text(text) => verb(self.graph.name(*text)),
            _ => None,
        }
    }

    /// A text with what members of the row hold: `/v1${it.path}`.
    fn members_in_turn(&self, text: &str) -> String {
        with_names(text, |name| {
            let (first, last) = name.split_once('.')?;
            let named = self.graph.bindings.iter().filter(|it| self.graph.name(it.name) == first);
            let row = named.flat_map(|it| &it.values).find_map(|it| self.in_written_turn(*it))?;
            let Shape::Object(members) = row else { return None };
            match members.iter().find(|(name, _)| self.graph.name(*name) == last)? {
                (_, Shape::Text(text)) => Some(self.graph.name(*text).to_owned()),
                _ => None,
            }
        })
    }

    /// Whether something is what a loop goes through each time, or a part of that.
    fn is_part(&self, value: ValueId) -> bool {
        match self.graph.values[value as usize] {
            Value::Item { .. } | Value::Part { .. } => true,
            Value::Member { object, .. } if self.is_script() => self.is_part(object),
            Value::CallbackParam { .. } => self.over_of(value).is_some(),
            _ => false,
        }
    }

    /// A text into which parts of the row are put.
    pub fn text_in_written_turn(&self, text: String) -> String {
        if !text.contains('{') {
            return text;
        }
        let graph = self.graph;
        let mut filled = if self.is_script() { self.members_in_turn(&text) } else { text };
        let turn = self.turn.iter();
        let given = turn.clone().flat_map(|it| &it.given).filter_map(|(binding, shape)| match shape {
            Shape::Text(text) => Some((graph.name(graph.bindings[*binding as usize].name), graph.name(*text))),
            _ => None,
        });
        let others = turn.flat_map(|it| &it.texts).map(|(name, text)| (name.as_str(), text.as_str()));
        for (name, part) in given.chain(others) {
            filled = marks(name).iter().fold(filled, |text, mark| text.replace(mark.as_str(), part));
        }
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

/// How a variable is put into a text: into one that is put together, and into one of Python's as it is written.
fn marks(variable: &str) -> [String; 2] {
    [format!("${{{variable}}}"), format!("{{{variable}}}")]
}
