//! Classes of libraries that the repository opens again: `module ActiveRecord; class Base; undef open; end; end`.

use crate::languages::Packages;
use crate::naming::packages::package_of_scope;
use crate::project::Project;
use crate::values::types::Decl;
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
