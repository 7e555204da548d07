//! The models that Django's are related to: `article.comment_set.all()` asks for the `Comment`s of the file that declares
//! what `article` is, `article.tags.all()` for what its `ManyToManyField(Tag)` holds.

use crate::naming::entities::{Entity, Use};
use crate::rows::Writer;
use crate::rows::meaning::places::classes::cased;
use crate::rows::meaning::{Anchors, Site};
use crate::targets::labels::Verdict;
use crate::values::types::Decl;
use facts::{Call, Value, ValueId};
use rules::{Clause, Kind};

/// What a manager is asked, as rules know it.
const MANAGER: &str = "django.db.models.Manager";
/// What a row on one is asked in the end.
const ROW: &str = "django.db.models.QuerySet";
/// How Django names what leads back to those that lead to a model: `comment_set`.
const BACK: &str = "_set";
const MANY: &str = "ManyToManyField";

impl<'p, 'g> Writer<'p, 'g> {
    /// The rows of a call of what leads back to a model by its name.
    pub fn led_back(
        &mut self,
        call: &'g Call,
        verdict: &Verdict,
        block: Option<&'g Call>,
        anchors: &mut Anchors<'p, 'g>,
    ) {
        let (project, graph) = (self.project, self.graph);
        if !verdict.targets.is_empty() {
            return;
        }
        let Some(base) = self.way_back(call.callee) else { return };
        let manager = if self.object(call.callee) == Some(base) { MANAGER } else { ROW };
        let path = format!("{manager}.{}", graph.name(call.name));
        let is_told = |it: &&Clause| it.kind == Some(Kind::Data);
        let told: Vec<&Clause> = project.rules.of_call(&path, &graph.language).filter(is_told).collect();
        if told.is_empty() || self.related_model(base).is_none() {
            return;
        }
        let next = call.result.and_then(|result| anchors.called_on(result));
        let site = Site { block, next, ..Site::of_call(graph, call) };
        anchors.pending.extend(told.into_iter().map(|it| (it, site)));
    }

    /// What a row of calls begins with that leads back to a model by its name.
    pub fn way_back(&self, callee: ValueId) -> Option<ValueId> {
        let graph = self.graph;
        let base = self.row_base(callee).filter(|_| graph.language == "python")?;
        let Value::Member { name, .. } = graph.values[base as usize] else { return None };
        graph.name(name).ends_with(BACK).then_some(base)
    }

    /// The model that is asked for behind a member of another: of `article.comment_set`, `article.tags`.
    pub fn related_model(&mut self, value: ValueId) -> Option<Decl> {
        let graph = self.graph;
        let Value::Member { object, name } = graph.values[value as usize] else { return None };
        if graph.language != "python" {
            return None;
        }
        if let [property] = self.eval.reference_target(self.file, value).targets[..] {
            return self.held_many(property);
        }
        let word = graph.name(name).strip_suffix(BACK)?;
        let class = self.project.names.intern(&cased(word, "pascal"));
        // Models that lead to each other stand in one file, or the file names them that asks.
        let owner = self.model_of(object).map(|it| it.file);
        let files = owner.into_iter().chain([self.file]);
        files.into_iter().find_map(|file| match self.project.module_member(file, class, Use::Type) {
            Entity::Symbol(class) if self.is_django_model(class) => Some(class),
            _ => None,
        })
    }

    /// The model of which a property holds many: `ManyToManyField(Tag)`.
    fn held_many(&mut self, property: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(property)?;
        let [held] = symbol.initial[..] else { return None };
        let Value::Call { callee, ref arguments } = source.graph.values[held as usize] else { return None };
        let (Value::Member { name, .. } | Value::Name { name, .. }) = source.graph.values[callee as usize] else {
            return None;
        };
        let first = *arguments.first().filter(|_| source.graph.name(name) == MANY)?;
        match self.eval.reference_target(property.file, first).targets[..] {
            [class] => Some(class).filter(|class| self.is_django_model(*class)),
            _ => None,
        }
    }

    fn is_django_model(&mut self, class: Decl) -> bool {
        self.project.symbol(class).is_some_and(|(_, it)| it.kind.is_type())
            && self.outer_bases(class).iter().any(|it| it.starts_with("django.") && it.ends_with("Model"))
    }
}
