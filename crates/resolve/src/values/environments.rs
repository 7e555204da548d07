//! What type parameters stand for, put together and taken away; texts as types.

use crate::project::names::Name;
use crate::values::computed::LOCAL;
use crate::values::types::{Decl, Env, FileId, Head, Ty, Types};
use facts::BindingId;

impl Types {
    /// Some texts; the names are those of equal texts.
    pub(crate) fn literals(&mut self, mut names: Vec<Name>) -> Ty {
        names.sort_unstable();
        names.dedup();
        self.make(Head::Literals(names.into()))
    }

    /// The environment without what some bindings of a file stand for that no declaration lists.
    pub(crate) fn without(&mut self, env: Env, file: FileId, bindings: &[BindingId]) -> Env {
        let is_kept = |(decl, position, _): &(Decl, u32, Ty)| {
            decl.file != file || decl.symbol != LOCAL || !bindings.contains(position)
        };
        if self.env(env).iter().all(is_kept) {
            return env;
        }
        let entries = self.env(env).iter().copied().filter(is_kept).collect();
        self.make_env(entries)
    }

    /// `inner`, and what `outer` says of further parameters.
    pub(crate) fn rebound(&mut self, inner: Env, outer: Env) -> Env {
        if inner == Env::EMPTY || outer == Env::EMPTY {
            return if inner == Env::EMPTY { outer } else { inner };
        }
        let mut entries = self.env(inner).to_vec();
        entries.extend_from_slice(self.env(outer));
        self.make_env(entries)
    }
}
