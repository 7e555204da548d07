//! The texts that constants hold as members of objects, wherever these are declared: `FILMS.list` of
//! `const FILMS = { list: "/films" }`.

use super::constants::with_names;
use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::behaviour::requests::SCRIPTS;
use crate::values::types::{Decl, FileId};
use facts::{EXPORTED, Export, Exported, Value, ValueId};

/// Constants that are put together of others.
const MAX_DEPTH: u8 = 6;
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

    /// The text that stands at a path below what a name means; of no path, what the name itself stands for.
    pub fn of_entity(&self, entity: &Entity, path: &str, depth: u8) -> Option<String> {
        let depth = depth.checked_sub(1)?;
        match *entity {
            Entity::Symbol(one) if path.is_empty() => self.text_within(one, depth),
            Entity::Symbol(holder) => {
                let (source, _) = self.project.symbol(holder)?;
                if let Some((_, text)) = source.graph.member_texts(holder.symbol).find(|(told, _)| *told == path) {
                    return Some(self.with_names_of(holder.file, text, depth));
                }
                // A member of a class or an enumeration.
                let named = source.members_named(Some(holder.symbol), self.project.names.intern(path));
                let [symbol] = *named else { return None };
                self.text_within(Decl { file: holder.file, symbol }, depth)
            }
            // What a file exports that is no declaration goes by the export.
            Entity::Value(file, value) => {
                let graph = &self.project.source(file)?.graph;
                let is_it = |it: &&Export| matches!(it.what, Exported::Value(told) if told == value);
                let name = graph.name(graph.exports.iter().find(is_it)?.name);
                let path = if name == "export=" { path.to_owned() } else { joined(name, path) };
                self.exported_text(file, &path, depth)
            }
            Entity::ValueMember(file, _, name) => {
                self.exported_text(file, &joined(&self.project.names.text(name), path), depth)
            }
            Entity::Module(file) => {
                let (first, rest) = path.split_once('.').unwrap_or((path, ""));
                let member = self.project.module_member(file, self.project.names.intern(first), Use::Value);
                self.of_entity(&member, rest, depth)
            }
            _ => None,
        }
    }

    /// What stands at a path below what a file exports that is no declaration. What is a name there goes on with that.
    fn exported_text(&self, file: FileId, path: &str, depth: u8) -> Option<String> {
        let graph = &self.project.source(file)?.graph;
        for (told, text) in graph.member_texts(EXPORTED) {
            match path.strip_prefix(told) {
                Some("") => return Some(self.with_names_of(file, text, depth)),
                Some(rest) if rest.starts_with('.') => {
                    let name = text.strip_prefix("${").and_then(|it| it.strip_suffix('}'))?;
                    return self.member_in(file, &format!("{name}{rest}"), depth);
                }
                _ => {}
            }
        }
        None
    }

    fn with_names_of(&self, file: FileId, text: &str, depth: u8) -> String {
        with_names(text, |name| self.name_in(file, name, depth))
    }

    /// What a name of a module of JavaScript stands for, by itself or as a member, there or where it is imported from.
    pub fn name_in(&self, file: FileId, name: &str, depth: u8) -> Option<String> {
        let source = self.project.source(file).filter(|it| SCRIPTS.contains(&&*it.graph.language))?;
        let plain = || {
            let binding = source.top_binding(self.project.names.intern(name), |_| true)?;
            self.of_entity(&self.project.binding(file, binding, Use::Value), "", depth)
        };
        self.member_in(file, name, depth).or_else(plain)
    }
}

fn joined(name: &str, path: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{name}.{path}") }
}
