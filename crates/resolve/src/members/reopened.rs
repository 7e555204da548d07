//! Classes of libraries and of the language itself that the repository opens again: `module ActiveRecord; class Base;
//! undef open; end; end`, `class Numeric; def mm; end; end`.

use crate::languages::Packages;
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::naming::packages::package_of_scope;
use crate::project::Project;
use crate::project::names::Name;
use crate::project::outline::List;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Ty};
use facts::Relation;

impl Project {
    /// The path of a library's class that a declaration opens again: rules know what extends it, and no part of it says
    /// what it extends itself.
    pub(crate) fn reopened(&self, decl: Decl) -> Option<String> {
        let (source, symbol) = self.symbol(decl).filter(|(_, symbol)| symbol.kind.is_type())?;
        let (graph, language) = (&source.graph, source.language);
        if language.packages != Packages::Lexical {
            return None;
        }
        let path = package_of_scope(graph, symbol.scope?)?.replace('.', "::");
        if !self.rules.is_called_on(&path) && self.rules.of_base(&path, &graph.language).next().is_none() {
            return None;
        }
        let parts = self.merged(decl);
        let mut bases = parts.iter().filter_map(|&part| self.symbol(part)).flat_map(|(_, part)| &part.bases);
        bases.all(|base| base.relation != Relation::Extends).then_some(path)
    }
}

impl Eval<'_> {
    /// What the repository adds under a name to the language's own class that a value is of; of several classes that it
    /// may be of, what each has.
    pub(crate) fn added_to_core(&mut self, object: Ty, name: Name) -> Vec<Hit> {
        let classes = (self.language.core_classes)(self.types.head(object));
        let plain = self.project.names.plain(name);
        if classes.is_empty()
            || self.project.is_std_name(self.language, plain)
            || self.project.listed(List::Method, plain).is_empty()
        {
            return Vec::new();
        }
        let is_test = |file| self.project.source(file).is_some_and(|it| it.graph.is_test);
        let in_test = is_test(self.file);
        let mut hits: Vec<Hit> = Vec::new();
        for class in classes {
            let class = self.name(class);
            let Entity::Symbol(decl) = self.project.free_name(self.file, 0, class, Use::Type) else { continue };
            let this = self.types.instance(decl, &[]);
            for hit in self.members(this, name) {
                let is_new = |decl: Decl| hits.iter().all(|it| it.declared() != Some(decl));
                if hit.declared().is_some_and(|it| is_new(it) && (in_test || !is_test(it.file))) {
                    hits.push(hit);
                }
            }
        }
        hits
    }
}
