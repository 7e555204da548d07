//! What Rails models have of each other, by the names that this goes by: `user.subscriptions.where(…)` asks for
//! `Subscription`s, whatever `user` is.

use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::places::classes::cased;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use crate::values::types::Decl;
use facts::nouns::singular;
use facts::{Call, Value, ValueId};
use rules::{Clause, Kind};

/// What all models extend.
const BASE: &str = "ActiveRecord::Base";
/// What lists can be asked for as well is left out.
const ASKED: [&str; 22] = [
    "where",
    "find_by",
    "find_by!",
    "pluck",
    "find_each",
    "find_in_batches",
    "in_batches",
    "update_all",
    "delete_all",
    "destroy_all",
    "find_or_create_by",
    "find_or_create_by!",
    "find_or_initialize_by",
    "create",
    "create!",
    "insert_all",
    "upsert_all",
    "exists?",
    "includes",
    "joins",
    "order",
    "preload",
];

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows of a call that asks for models by the name that another model has them under.
    pub fn associated(
        &mut self,
        call: &'g Call,
        verdict: &Verdict,
        block: Option<&'g Call>,
        anchors: &mut Anchors<'p, 'g>,
    ) {
        let (project, graph) = (self.project, self.graph);
        let name = graph.name(call.name);
        if graph.language != "ruby" || !verdict.targets.is_empty() || !ASKED.contains(&name) {
            return;
        }
        if self.object(call.callee).and_then(|object| self.associated_model(object)).is_none() {
            return;
        }
        let path = format!("{BASE}.{name}");
        let is_told = |it: &&Clause| it.kind == Some(Kind::Data);
        let site = Site { block, ..Site::of_call(graph, call) };
        anchors.pending.extend(project.rules.of_call(&path, "ruby").filter(is_told).map(|it| (it, site)));
    }

    /// The model that something has several of, by its name: `Subscription` of `user.subscriptions`.
    pub fn associated_model(&mut self, value: ValueId) -> Option<Decl> {
        let graph = self.graph;
        let callee = match graph.values[value as usize] {
            Value::Call { callee, .. } if graph.language == "ruby" => callee,
            _ => value,
        };
        let Value::Member { name, .. } = graph.values[callee as usize] else { return None };
        let word = graph.name(name);
        let one = singular(word);
        if graph.language != "ruby" || one == word {
            return None;
        }
        let class = self.project.names.intern(&cased(&one, "pascal"));
        match self.project.free_name(self.file, 0, class, Use::Type) {
            Entity::Symbol(class) if self.outer_bases(class).iter().any(|it| it == BASE) => Some(class),
            _ => None,
        }
    }
}
