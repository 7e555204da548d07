//! What type parameters stand for, put together and taken away; texts as types.

use crate::project::names::Name;
use crate::values::computed::LOCAL;
use crate::values::types::{Decl, Env, FileId, Head, MAX_OPTIONS, Ty, Types};
use facts::BindingId;

impl Types {
    /// Some texts; the names are those of equal texts.
    pub(crate) fn literals(&mut self, mut names: Vec<Name>) -> Ty {
        names.sort_unstable();
        names.dedup();
        self.make(Head::Literals(names.into()))
    }

    /// Of more options than are kept, those that say most: the language's own types go first, then what lies outside.
    pub(super) fn keep_telling(&self, kept: &mut Vec<Ty>) {
        let own: fn(&Head) -> bool = |head| matches!(head, Head::Builtin(_));
        let outside: fn(&Head) -> bool = |head| matches!(head, Head::External(_));
        for says_less in [own, outside] {
            while kept.len() > MAX_OPTIONS
                && let Some(last) = kept.iter().rposition(|&ty| says_less(self.head(ty)))
            {
                kept.remove(last);
            }
        }
        kept.truncate(MAX_OPTIONS);
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
