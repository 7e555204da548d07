//! Settings of the environment that are read, and data that is read and written.

use super::found::Found;
use super::{Anchors, Site};
use crate::rows::{TEXT, Writer, clip, flag};
use crate::values::types::{Decl, Head};
use facts::unit::Cell;
use facts::{Shape, Value, ValueId};
use rules::Clause;

/// What is read or written.
struct Access<'a> {
    operation: &'a str,
    model: Option<&'a str>,
    symbol: Option<String>,
    fields: &'a [String],
}

impl<'g> Writer<'_, 'g> {
    /// A read of the environment by a call.
    pub fn environment(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) {
        let Some(variable) = self.literal(site, &clause.variable) else { return };
        let default = self.find(site, &clause.default).into_iter().next();
        let next = site.result.and_then(|result| anchors.called_on(result)).map(|call| self.graph.name(call.name));
        let fails = clause.required.split(' ').any(|word| word == "*" || Some(word) == next);
        let told = default.as_ref().and_then(|found| self.texts(found).into_iter().next());
        let has_default = default.is_some()
            || site.result.is_some_and(|result| {
                self.is_stood_in_for(result) || self.gives_otherwise(result, &clause.otherwise, anchors)
            });
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

    /// Whether one of the calls on a value, one behind the other, gives something else where that is nothing.
    fn gives_otherwise(&self, value: ValueId, words: &str, anchors: &Anchors<'_, 'g>) -> bool {
        const MAX: usize = 6;
        let on = |value: &ValueId| anchors.called_on(*value).and_then(|call| call.result);
        let chain = std::iter::successors(Some(value), on).take(MAX);
        let mut calls = chain.filter_map(|value| anchors.called_on(value)).map(|call| self.graph.name(call.name));
        calls.any(|name| words.split(' ').any(|word| word == name))
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

    /// Rows or documents that a call reads or writes.
    pub fn data(&mut self, clause: &Clause, site: &Site<'g>) {
        if !clause.sql.is_empty() {
            return self.statement(clause, site);
        }
        let named = self.literal(site, &clause.operation);
        let operation = clause.operations.get(site.name).map(String::as_str).or(named.as_deref()).map(str::to_owned);
        let Some(operation) = operation else { return };
        let model = self.find(site, &clause.model).into_iter().next();
        let value = match &model {
            Some(Found::Value(value) | Found::Shape(Shape::Value(value))) => Some(*value),
            _ => None,
        };
        let class = value.and_then(|value| self.class_meant(value));
        let symbol = match (class, value) {
            (Some(class), _) => Some(self.project.symbol_id(class)),
            (None, Some(value)) => {
                let verdict = self.eval.reference_target(self.file, value);
                match verdict.targets[..] {
                    [one] => Some(self.project.symbol_id(one)),
                    _ => None,
                }
            }
            (None, None) => None,
        };
        let named = class.and_then(|class| self.project.symbol(class));
        let named = named.map(|(source, symbol)| source.graph.name(symbol.name).to_owned());
        let name = match &model {
            _ if named.is_some() => named,
            // What a row begins with is a model only where it is a class.
            Some(Found::Value(value)) if Some(*value) == self.row_base(site.callee) && !self.is_class_name(*value) => {
                None
            }
            Some(Found::Value(value)) => match &self.graph.values[*value as usize] {
                Value::Name { name, .. } | Value::Member { name, .. } => Some(self.graph.name(*name).to_owned()),
                _ => None,
            },
            Some(found) => self.texts(found).into_iter().next().map(|text| text.into_owned()),
            None => None,
        };
        // PHP's variables name no table.
        let name = name.filter(|name| !name.starts_with('$'));
        let fields = self.field_names(site, clause);
        self.access(clause, site, &Access { operation: &operation, model: name.as_deref(), symbol, fields: &fields });
    }

    /// The class that is named, or of which the class is: `Order`, `Order::class`, `Order.class`.
    fn class_meant(&mut self, value: ValueId) -> Option<Decl> {
        let of = match &self.graph.values[value as usize] {
            Value::Member { object, name } if self.graph.name(*name) == "class" => *object,
            Value::Type { .. } | Value::Cast { .. } | Value::Name { .. } | Value::Member { .. } => value,
            _ => return None,
        };
        let verdict = self.eval.reference_target(self.file, of);
        if let [one] = verdict.targets[..] {
            return self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type()).then_some(one);
        }
        let ty = self.eval.value(self.file, of);
        match *self.eval.types.head(ty) {
            Head::Class(decl) => Some(decl),
            _ => None,
        }
    }

    /// Whether a name is written as those of classes are.
    fn is_class_name(&self, value: ValueId) -> bool {
        self.last_name(value).is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()))
    }

    /// What a statement of SQL does that a call is given. What does not parse tells nothing.
    fn statement(&mut self, clause: &Clause, site: &Site<'g>) {
        let found = self.find(site, &clause.sql).into_iter().next();
        let Some(text) = found.and_then(|found| match found {
            Found::Shape(shape) => self.fixed(shape).or_else(|| self.held_text(shape)),
            _ => None,
        }) else {
            return;
        };
        for told in sql::accesses(&text).unwrap_or_default() {
            let (operation, model) = (told.operation, Some(told.table.as_str()));
            self.access(clause, site, &Access { operation, model, symbol: None, fields: &told.columns });
        }
    }

    /// The text that a local name in the place of a text was given.
    fn held_text(&self, shape: &Shape) -> Option<std::borrow::Cow<'g, str>> {
        let Shape::Value(value) = shape else { return None };
        let Value::Name { binding: Some(binding), .. } = self.graph.values[*value as usize] else { return None };
        let symbol = self.graph.bindings[binding as usize].symbol?;
        self.graph.constant(symbol).map(std::borrow::Cow::Borrowed)
    }

    /// The fields that a call names: keys of an object, names of arguments, texts.
    fn field_names(&mut self, site: &Site<'g>, clause: &Clause) -> Vec<String> {
        let mut names = Vec::new();
        for found in self.find(site, &clause.fields) {
            match found {
                Found::Shape(Shape::Object(members)) => {
                    names.extend(members.iter().map(|(name, _)| self.graph.name(*name).to_owned()));
                }
                // What a variable holds is not known.
                Found::Shape(Shape::Value(value))
                    if matches!(self.graph.values[*value as usize], Value::Name { .. }) => {}
                found => names.extend(self.texts(&found).into_iter().map(|text| text.into_owned())),
            }
        }
        names
    }

    fn access(&mut self, clause: &Clause, site: &Site<'g>, access: &Access) {
        let [caller, ..] = self.caller(site.caller);
        // As many as fit the column.
        let fields: Vec<&str> = access.fields.iter().map(String::as_str).filter(|it| it.len() <= 60).take(24).collect();
        let row = [
            caller,
            clip(access.operation, 20),
            clip(&clause.framework, 40),
            access.model.map_or(Cell::Null, |name| clip(name, TEXT)),
            access.symbol.as_deref().map_or(Cell::Null, |symbol| Cell::from(symbol.to_owned())),
            self.path(),
            site.at.line.into(),
            if fields.is_empty() { Cell::Null } else { serde_json::json!(fields).to_string().into() },
        ];
        self.unit.push("data_accesses", &row);
    }
}

impl Writer<'_, '_> {
    /// The class of the repository that a value is, or is an instance of.
    pub fn model_of(&mut self, value: ValueId) -> Option<Decl> {
        let verdict = self.eval.reference_target(self.file, value);
        if let [one] = verdict.targets[..]
            && self.project.symbol(one).is_some_and(|(_, symbol)| symbol.kind.is_type())
        {
            return Some(one);
        }
        let ty = self.eval.value(self.file, value);
        match *self.eval.types.head(ty) {
            Head::Instance(decl, _) | Head::Class(decl) => Some(decl),
            _ => None,
        }
    }
}
