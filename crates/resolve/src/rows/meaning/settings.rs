//! Settings of the environment that are read, and data that is read and written.

use super::Site;
use super::found::Found;
use crate::rows::{TEXT, Writer, clip, flag};
use facts::unit::Cell;
use facts::{Shape, Value};
use rules::Clause;

impl<'g> Writer<'_, 'g> {
    /// A read of the environment by a call.
    pub fn environment(&mut self, clause: &Clause, site: &Site<'g>) {
        let Some(variable) = self.literal(site, &clause.variable) else { return };
        let default = self.find(site, &clause.default).into_iter().next();
        let told = default.as_ref().and_then(|found| self.texts(found).into_iter().next());
        let [caller, ..] = self.caller(site.caller);
        let row = [
            clip(&variable, TEXT),
            caller,
            self.path(),
            site.at.line.into(),
            flag(default.is_some()),
            told.as_ref().map_or(Cell::Null, |text| clip(text, 200)),
            clip(&clause.framework, 40),
        ];
        self.unit.push("environment_uses", &row);
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
            ];
            self.unit.push("environment_uses", &row);
        }
    }

    /// Rows or documents that a call reads or writes.
    pub fn data(&mut self, clause: &Clause, site: &Site<'g>) {
        let named = self.literal(site, &clause.operation);
        let operation = clause.operations.get(site.name).map(String::as_str).or(named.as_deref()).map(str::to_owned);
        let Some(operation) = operation else { return };
        let model = self.find(site, &clause.model).into_iter().next();
        let value = match &model {
            Some(Found::Value(value) | Found::Shape(Shape::Value(value))) => Some(*value),
            _ => None,
        };
        let symbol = match value {
            Some(value) => {
                let verdict = self.eval.reference_target(self.file, value);
                match verdict.targets[..] {
                    [one] => Some(self.project.symbol_id(one)),
                    _ => None,
                }
            }
            None => None,
        };
        let name = match &model {
            Some(Found::Value(value)) => match &self.graph.values[*value as usize] {
                Value::Name { name, .. } | Value::Member { name, .. } => Some(self.graph.name(*name).to_owned()),
                _ => None,
            },
            Some(found) => self.texts(found).into_iter().next().map(|text| text.into_owned()),
            None => None,
        };
        let [caller, ..] = self.caller(site.caller);
        let row = [
            caller,
            clip(&operation, 20),
            clip(&clause.framework, 40),
            name.as_deref().map_or(Cell::Null, |name| clip(name, TEXT)),
            symbol.map_or(Cell::Null, Cell::from),
            self.path(),
            site.at.line.into(),
        ];
        self.unit.push("data_accesses", &row);
    }
}
