//! What names of other files stand for where files are linked by their names: namespaces taken over as a whole, types
//! behind macros.

use crate::naming::entities::{Entity, Use};
use crate::naming::linkage::{path_of, spaces_around};
use crate::project::Project;
use crate::project::names::Name;
use crate::project::source::Source;
use crate::values::types::{Decl, FileId};
use facts::{Modifiers, Value};

impl Project {
    /// The type that a macro names which a file sees: `#define IMPL A`.
    pub(super) fn type_behind_macro(&self, file: FileId, text: &str) -> Option<Entity> {
        let all = self.linked(file, text);
        let mut seen = all.iter().filter(|decl| self.seen_from(file).has(decl.file));
        let only = *seen.next().filter(|_| seen.next().is_none())?;
        let (source, symbol) = self.symbol(only).filter(|(_, symbol)| symbol.modifiers.has(Modifiers::MACRO))?;
        let Value::Name { name, .. } = source.graph.values[*symbol.initial.first()? as usize] else { return None };
        self.linked_entity(file, source.graph.name(name), Use::Type, false)
    }

    /// The namespaces whose names a file takes over as a whole, itself or by what it includes.
    pub(crate) fn used_spaces(&self, source: &Source, file: FileId) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for &binding in &source.used_spaces {
            let Some(path) = self.written_path(source, binding) else { continue };
            let around = spaces_around(source, source.graph.bindings[binding as usize].scope);
            // One of a namespace around it is named from there.
            let inner = around.iter().filter(|space| !space.is_empty()).map(|space| format!("{space}.{path}"));
            all.extend(inner.filter(|whole| !self.linked(file, whole).is_empty()));
            all.push(path);
        }
        for space in &self.seen_from(file).spaces {
            let space = self.names.text(*space);
            if !all.iter().any(|it| **it == *space) {
                all.push(space.to_string());
            }
        }
        all
    }

    /// The class of another that is declared behind it: `class Outer::Inner { … };`.
    pub(crate) fn declared_outside(&self, class: Decl, name: Name) -> Option<Decl> {
        let may_be = |(source, _): &(&Source, _)| source.language.links && source.language.call_constructs;
        let (source, _) = self.symbol(class).filter(may_be)?;
        let path = format!("{}.{}", path_of(&source.graph, class.symbol)?, self.names.text(name));
        match self.linked_entity(class.file, &path, Use::Type, true)? {
            Entity::Symbol(found) => Some(found),
            _ => None,
        }
    }
}
