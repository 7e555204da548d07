//! The texts that constants hold as members of objects, wherever these are declared: `FILMS.list` of
//! `const FILMS = { list: "/films" }`.

use super::constants::with_names;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::values::types::{Decl, FileId};
use facts::{Value, ValueId};

/// Constants that are put together of others.
const MAX_DEPTH: u8 = 4;
/// Members inside of each other.
const MAX_PARTS: usize = 4;

impl Writer<'_, '_> {
    /// The text that a name of this file stands for which leads to a member, of an object or of a class: `FILMS.list`.
    pub fn member_held(&self, name: &str) -> Option<String> {
        self.member_in(self.file, name, MAX_DEPTH).filter(|text| !text.contains("${"))
    }

    /// The same of a value: the names that it is written as.
    pub fn member_text(&self, value: ValueId) -> Option<String> {
        let (mut at, mut names) = (value, Vec::new());
        while let Value::Member { object, name } = self.graph.values[at as usize] {
            names.push(self.graph.name(name));
            at = object;
            if names.len() > MAX_PARTS {
                return None;
            }
        }
        let Value::Name { binding: Some(binding), .. } = self.graph.values[at as usize] else { return None };
        names.reverse();
        let entity = self.project.binding(self.file, binding, Use::Value);
        self.of_entity(&entity, &names.join("."), MAX_DEPTH).filter(|text| !text.contains("${"))
    }

    pub fn member_in(&self, file: FileId, name: &str, depth: u8) -> Option<String> {
        let (first, path) = name.split_once('.')?;
        let holder = self.project.names.intern(first);
        let binding = self.project.source(file)?.top_binding(holder, |_| true)?;
        self.of_entity(&self.project.binding(file, binding, Use::Value), path, depth)
    }

    fn of_entity(&self, entity: &Entity, path: &str, depth: u8) -> Option<String> {
        let Entity::Symbol(holder) = *entity else { return None };
        let (source, _) = self.project.symbol(holder)?;
        let depth = depth.checked_sub(1)?;
        let Some((_, text)) = source.graph.member_texts(holder.symbol).find(|(told, _)| *told == path) else {
            // A member of a class or an enumeration.
            let named = source.members_named(Some(holder.symbol), self.project.names.intern(path));
            let [symbol] = *named else { return None };
            return self.text_held(Decl { file: holder.file, symbol });
        };
        if !text.contains("${") {
            return Some(text.to_owned());
        }
        Some(with_names(text, |name| {
            let of_file = || self.project.source(holder.file)?.top_binding(self.project.names.intern(name), |_| true);
            let plain = || match self.project.binding(holder.file, of_file()?, Use::Value) {
                Entity::Symbol(one) => self.text_held(one),
                _ => None,
            };
            self.member_in(holder.file, name, depth).or_else(plain)
        }))
    }
}
