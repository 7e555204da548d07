//! What attributes name in languages that leave the end of their classes' names away.

use super::labels::{Resolution, Verdict};
use crate::naming::entities::Entity;
use crate::project::source::Source;
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId};
use facts::{Relation, Type, Value, ValueId};

/// Classes between an attribute and the language's own.
const MAX_ABOVE: usize = 8;

impl Eval<'_> {
    /// Where `[Route]` leads in a file that sees a class of the repository of that name which is no attribute: to
    /// `RouteAttribute`. None: nothing stands in the way.
    pub(crate) fn attribute_target(
        &mut self,
        source: &Source,
        file: FileId,
        value: ValueId,
        aliases: u8,
    ) -> Option<Verdict> {
        let end = source.language.decorators_extend?;
        let graph = &source.graph;
        let Value::Cast { ty } = graph.values[value as usize] else { return None };
        let Type::Union { options } = &graph.types[ty as usize] else { return None };
        let [Type::ClassOf { inner: whole }, Type::ClassOf { inner: plain }] =
            [options.first()?, options.get(1)?].map(|it| &graph.types[*it as usize])
        else {
            return None;
        };
        let Entity::Symbol(one) = self.named_by(source, file, *plain) else { return None };
        if self.is_attribute(one, end) {
            return None;
        }
        Some(match self.named_by(source, file, *whole) {
            Entity::Symbol(other) if other == one => Verdict::none(Resolution::Unresolved),
            entity => self.entity_target(entity, Resolution::Exact, aliases),
        })
    }

    /// Whether a class extends, as far as is known, one of a name that ends so.
    fn is_attribute(&mut self, class: Decl, end: &str) -> bool {
        let mut at = class;
        for _ in 0..MAX_ABOVE {
            let Some((source, symbol)) = self.project.symbol(at) else { return true };
            let Some(base) = symbol.bases.iter().find(|it| it.relation == Relation::Extends) else { return false };
            match self.named_by(source, at.file, base.ty) {
                Entity::Symbol(above) => at = above,
                Entity::External(path) => return self.project.names.text(path).ends_with(end),
                _ => return true,
            }
        }
        true
    }
}
