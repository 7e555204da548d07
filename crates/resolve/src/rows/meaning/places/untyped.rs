//! Calls on what nobody says the type of, which say by their words alone what they do: rules about `(untyped)`.

use super::found::MAX_ROW;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::rows::meaning::routers::anchors::Anchors;
use crate::targets::labels::Verdict;
use facts::{Call, Value, ValueId};
use rules::Kind;

/// What stands for it in front of the names of the calls of a row.
const UNTYPED: &str = "(untyped)";

/// What holds all collections of a database by their names.
const HOLDER: &str = "collections";

impl<'p, 'g> Writer<'p, 'g> {
    /// What a call reads or writes that leads to nothing which a rule knows: `this.db.collection("users").findOne({})`
    /// is one of `(untyped).collection.findOne`; and what it asks there in the body around it.
    pub fn untyped_access(&mut self, call: &'g Call, verdict: &Verdict, anchors: &mut Anchors<'p, 'g>) {
        let project = self.project;
        if !verdict.targets.is_empty() || !project.rules.names_last(self.graph.name(call.name)) {
            return;
        }
        let Some(path) = self.path_of_row(call.callee) else { return };
        let site = Site::of_call(self.graph, call);
        for clause in project.rules.of_call(&path, &self.graph.language) {
            let is_about = clause.call.iter().any(|it| it.text().starts_with(UNTYPED) && it.fits_path(&path));
            if is_about && clause.is_in_body() {
                anchors.pending.push((clause, Site::of_call(self.graph, call)));
            }
            if !is_about || clause.kind != Some(Kind::Data) {
                continue;
            }
            match clause.sql.is_empty() {
                true => self.data(clause, &site),
                false => self.own_statement(call),
            }
        }
    }

    /// The names of the calls of a row on something of which nothing is known, and of what holds several of which one is
    /// taken, also where a variable holds a part of it.
    fn path_of_row(&self, callee: ValueId) -> Option<String> {
        let (mut at, mut names) = (callee, Vec::new());
        for _ in 0..MAX_ROW {
            let Value::Member { object, name } = self.graph.values[at as usize] else { break };
            names.push(self.graph.name(name));
            at = match self.graph.values[self.kept_in(object) as usize] {
                Value::Call { callee, .. } => callee,
                // One of several: `collections[name]`, `collections["users"]`, which is a member.
                Value::Index { object } => object,
                Value::Member { object, .. } if self.last_name(object).is_some_and(|it| it == HOLDER) => object,
                _ => break,
            };
        }
        names.push(UNTYPED);
        names.reverse();
        (names.len() > 1).then(|| names.join("."))
    }
}
