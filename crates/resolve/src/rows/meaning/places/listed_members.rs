//! What the lists hold that members of classes are declared to be, of Python also where they are put together of others:
//! `permission_classes = Base.permission_classes + [IsOwner]`, `[*Base.permission_classes, IsOwner]`.

use super::found::{Found, MAX_LISTED};
use crate::project::source::Source;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::{Decl, FileId};
use facts::{SymbolId, Value, ValueId};
use std::borrow::Cow;

/// What a sum is a call of.
const SUM: &str = "__add__";
/// Lists that are put together of others.
const MAX_DEPTH: u8 = 6;

impl<'g> Writer<'_, 'g> {
    /// What a list holds that a member is declared to be.
    pub fn listed_by(&mut self, member: SymbolId) -> Vec<Found<'g>> {
        let symbol = &self.graph.symbols[member as usize];
        let [initial, ref later @ ..] = symbol.initial[..] else { return Vec::new() };
        // What the class says in its body stands first, before what methods give an instance.
        if !later.is_empty() && symbol.signature.starts_with("self.") {
            return Vec::new();
        }
        let mut told = Vec::new();
        if self.graph.language == "python" {
            match self.graph.values[initial as usize] {
                Value::Name { .. } | Value::Member { .. } => {
                    self.part_of_list(self.file, initial, MAX_DEPTH, &mut told);
                    // What is not known to be a list may be anything.
                    told.retain(|it| !matches!(it, Found::Text(name) if name.ends_with('?')));
                }
                _ => self.list_of_member(self.file, initial, MAX_DEPTH, &mut told),
            }
        } else if let Value::List { items } = &self.graph.values[initial as usize] {
            told.extend(items.iter().map(|item| Found::Value(*item)));
        }
        told.truncate(MAX_LISTED);
        told
    }

    /// What an object of Python holds by a name that a member of the decorated class is declared to be: `delete` of
    /// `method_decorators = {"delete": [signed_in]}`.
    pub fn kept_in_member(&self, site: &Site<'g>, members: &[String]) -> Option<Found<'g>> {
        let (key, members) = members.split_last()?;
        let member = self.member_of_class(site, members).filter(|_| self.graph.language == "python")?;
        let [initial] = self.graph.symbols[member as usize].initial[..] else { return None };
        let Value::Object { members, .. } = &self.graph.values[initial as usize] else { return None };
        let (_, held) = members.iter().find(|(name, _)| self.graph.name(*name) == key)?;
        Some(Found::Value(*held))
    }

    fn list_of_member(&mut self, file: FileId, value: ValueId, depth: u8, told: &mut Vec<Found<'g>>) {
        let Some(source) = self.project.source(file) else { return };
        let values = &source.graph.values;
        match &values[value as usize] {
            Value::List { items } => {
                for item in items {
                    match values[*item as usize] {
                        Value::Item { object, position: 1 } => self.part_of_list(file, object, depth, told),
                        _ => told.extend(self.item_of_member(file, *item)),
                    }
                }
            }
            Value::Call { callee, arguments } => {
                if let Value::Member { object, name } = values[*callee as usize]
                    && source.graph.name(name) == SUM
                {
                    self.part_of_list(file, object, depth, told);
                    arguments.iter().for_each(|it| self.part_of_list(file, *it, depth, told));
                }
            }
            _ => {}
        }
    }

    /// A list that another is put together of: what it holds, or, where that is not known, that it may hold something.
    fn part_of_list(&mut self, file: FileId, value: ValueId, depth: u8, told: &mut Vec<Found<'g>>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let Some(source) = self.project.source(file) else { return };
        let values = &source.graph.values;
        if matches!(values[value as usize], Value::List { .. } | Value::Call { .. }) {
            return self.list_of_member(file, value, depth, told);
        }
        if let [one] = self.eval.reference_target(file, value).targets[..]
            && let Some((_, symbol)) = self.project.symbol(one)
            && let [held] = symbol.initial[..]
        {
            return match self.project.source(one.file).map(|it| &it.graph.values[held as usize]) {
                Some(Value::List { .. } | Value::Call { .. }) => self.list_of_member(one.file, held, depth, told),
                _ => self.part_of_list(one.file, held, depth, told),
            };
        }
        told.extend(name_of(source, value).map(|name| Found::Text(Cow::Owned(format!("{name}?")))));
    }

    fn item_of_member(&mut self, file: FileId, item: ValueId) -> Option<Found<'g>> {
        if file == self.file {
            return Some(Found::Value(item));
        }
        if let [one] = self.eval.reference_target(file, item).targets[..] {
            return Some(Found::Declared(Decl { file: one.file, symbol: one.symbol }));
        }
        name_of(self.project.source(file)?, item).map(|name| Found::Text(Cow::Owned(name.to_owned())))
    }
}

fn name_of(source: &Source, value: ValueId) -> Option<&str> {
    match source.graph.values[value as usize] {
        Value::Name { name, .. } | Value::Member { name, .. } => Some(source.graph.name(name)),
        _ => None,
    }
}
