//! Extensions that bear the name of a member which their type has outside.

use crate::languages::Extensions;
use crate::members::Hit;
use crate::targets::labels::{Resolution, Verdict};
use crate::targets::overloads::Choice;
use crate::values::eval::Eval;
use crate::values::types::{FileId, Head};
use facts::{Value, ValueId};

impl Eval<'_> {
    /// What a call of a container's member means that takes another number of arguments: an extension that takes them.
    pub(super) fn past_outside(&mut self, verdict: Verdict, file: FileId, callee: ValueId) -> Verdict {
        if verdict.resolution != Resolution::External {
            return verdict;
        }
        match self.extension_by_count(file, callee) {
            Some(found) => found,
            None => verdict,
        }
    }

    fn extension_by_count(&mut self, file: FileId, callee: ValueId) -> Option<Verdict> {
        let source = self.source(file).filter(|it| it.language.extensions == Extensions::ByType)?;
        let Value::Member { object, name } = source.graph.values[callee as usize] else { return None };
        let counts = source.language.overloads?.counts;
        let arguments = self.arguments_of(file, callee)?.to_vec();
        let count = self.split_arguments(file, &arguments).0.len();
        let object = self.value(file, object);
        let Head::Std(std, _) = *self.types.head(object) else { return None };
        let (least, most) = counts(std, source.graph.name(name))?;
        if (least..=most).contains(&count) {
            return None;
        }
        let found = self.extensions(source, file, object, source.name(name), false);
        let Some(&Hit::Declared(one, env, _)) = found.first() else { return None };
        let mut all = self.candidates(one, env);
        self.add_extensions(file, one, Some(object), &mut all);
        match self.choose(&all, file, &arguments, Some(object)) {
            Choice::One(candidate) => Some(Verdict::one(Resolution::Typed, candidate.decl)),
            _ => None,
        }
    }
}
