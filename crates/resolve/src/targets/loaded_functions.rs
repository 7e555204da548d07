//! Functions that files declare for all that are loaded with them: a call that gives more than one takes means another of
//! its name, or the library's.

use crate::languages::Packages;
use crate::naming::packages::package_of_scope;
use crate::targets::labels::{Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{BindingKind, Call, CallKind, SymbolKind, Value};

impl Eval<'_> {
    /// What a call by a bare name means that leads to a function of another file and gives more than that takes: any of
    /// those that take it. Where none does, it is the library's of that name.
    pub(crate) fn among_loaded(&mut self, file: FileId, call: &Call, verdict: Verdict) -> Verdict {
        let Some(source) = self.source(file).filter(|it| it.language.packages == Packages::Written) else {
            return verdict;
        };
        let is_bare = matches!(source.graph.values[call.callee as usize], Value::Name { .. });
        let [target] = verdict.targets[..] else { return verdict };
        if !is_bare || call.kind != CallKind::Call || target.file == file || self.takes_all(call, target) {
            return verdict;
        }
        let all = self.declared_beside(target);
        let fitting: Vec<Decl> = all.iter().copied().filter(|it| self.takes_all(call, *it)).collect();
        match (&all[..], Verdict::among(Resolution::Exact, fitting)) {
            ([], _) => verdict,
            (_, Some(other)) => other,
            (_, None) => Verdict::external(source.name(call.name)),
        }
    }

    fn takes_all(&self, call: &Call, target: Decl) -> bool {
        call.spread || self.most_arguments(target).is_none_or(|most| call.arguments <= most)
    }

    /// The functions of one's name that belong to no namespace, and that one among them: of what is built where that is.
    fn declared_beside(&self, target: Decl) -> Vec<Decl> {
        let project = self.project;
        let Some((source, symbol)) = project.symbol(target).filter(|(_, it)| it.kind == SymbolKind::Function) else {
            return Vec::new();
        };
        let name = source.name(symbol.name);
        let mut all: Vec<Decl> = Vec::new();
        for &(file, binding) in project.declared_in(source.language.system, project.names.intern(""), name) {
            let Some(other) = project.source(file).filter(|it| source.graph.is_test || !it.graph.is_test) else {
                continue;
            };
            other.ask(name);
            let binding = &other.graph.bindings[binding as usize];
            let is_global = package_of_scope(&other.graph, binding.scope) == Some("");
            if let (BindingKind::Function, true, Some(symbol)) = (binding.kind, is_global, binding.symbol) {
                all.push(Decl { file, symbol });
            }
        }
        if all.contains(&target) { all } else { Vec::new() }
    }
}
