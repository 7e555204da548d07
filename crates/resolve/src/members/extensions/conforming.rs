//! Types from outside that the repository lets be of its own protocols.

use super::Fit;
use crate::languages::swift;
use crate::naming::parts;
use crate::project::outline::List;
use crate::values::eval::Eval;
use crate::values::types::{Decl, Head, Ty};
use facts::{Builtin, SymbolKind};

impl Eval<'_> {
    /// How a value from outside fits a protocol of the repository, where an extension of its type in the protocol's module or
    /// in the one that is looked at names that. None: none does.
    pub(super) fn fit_conforming(&mut self, wanted: Decl, object: Ty) -> Option<Fit> {
        let (of, symbol) = self.project.symbol(wanted)?;
        if !of.language.extended_types || symbol.kind != SymbolKind::Interface {
            return None;
        }
        let names = match self.types.head(object).clone() {
            Head::External(path) | Head::Library(path, _) => suffixes(&self.text(path)),
            ref head => swift::names_of(head).iter().map(|&name| name.to_owned()).collect(),
        };
        let here = self.source(self.file).and_then(|it| it.graph.package.as_deref());
        let mut modules: Vec<&str> = of.graph.package.as_deref().into_iter().chain(here).collect();
        modules.dedup();
        let is_one = !matches!(self.types.head(object), Head::Builtin(Builtin::Number));
        for module in modules {
            for name in &names {
                let key = self.name(&parts::key_in(of.language.system, module, name));
                for &(file, symbol) in self.project.listed(List::Part, key) {
                    let part = Decl { file, symbol };
                    let is_extension =
                        self.project.symbol(part).is_some_and(|(_, it)| it.kind == SymbolKind::Extension);
                    if is_extension && self.extends_type(part, wanted) {
                        return Some(if is_one { Fit::Base } else { Fit::Maybe });
                    }
                }
            }
        }
        None
    }
}

/// What a type may be called in an extension: its path, with any of the names in front left out.
fn suffixes(path: &str) -> Vec<String> {
    let dots = path.match_indices('.').map(|(at, _)| path[at + 1..].to_owned());
    std::iter::once(path.to_owned()).chain(dots).collect()
}
