//! The models that Eloquent's relations lead to: `$server->subusers()->first()` asks for what `subusers()` gives as
//! `$this->hasMany(Subuser::class)`. <https://laravel.com/docs/eloquent-relationships>

use crate::naming::entities::Entity;
use crate::rows::Writer;
use crate::rows::meaning::Site;
use crate::values::types::{Decl, FileId};
use facts::{Type, Value, ValueId};

/// What makes a relation, by the model that it is given first.
const RELATIONS: [&str; 10] = [
    "hasOne",
    "hasMany",
    "hasOneThrough",
    "hasManyThrough",
    "belongsTo",
    "belongsToMany",
    "morphOne",
    "morphMany",
    "morphToMany",
    "morphedByMany",
];
/// What changes the table between two models, and neither of them.
const BETWEEN: [&str; 7] =
    ["attach", "detach", "sync", "syncWithoutDetaching", "syncWithPivotValues", "toggle", "updateExistingPivot"];
/// Calls of a row are followed so far.
const MAX_ROW: usize = 16;

impl Writer<'_, '_> {
    /// The model that the nearest relation in front of a call leads to.
    pub fn relation_model(&mut self, site: &Site) -> Option<Decl> {
        if self.graph.language != "php" || BETWEEN.contains(&site.name) {
            return None;
        }
        let mut at = site.callee;
        for _ in 0..MAX_ROW {
            let Value::Call { callee, .. } = self.graph.values[self.object(at)? as usize] else { return None };
            if let [method] = self.eval.reference_target(self.file, callee).targets[..] {
                return self.related_by(method);
            }
            at = callee;
        }
        None
    }

    fn related_by(&mut self, method: Decl) -> Option<Decl> {
        let (source, symbol) = self.project.symbol(method)?;
        let [mut at] = symbol.return_values[..] else { return None };
        for _ in 0..MAX_ROW {
            let Value::Call { callee, arguments } = &source.graph.values[at as usize] else { return None };
            let Value::Member { object, name } = source.graph.values[*callee as usize] else { return None };
            if RELATIONS.contains(&source.graph.name(name)) {
                return self.class_written_in(method.file, *arguments.first()?);
            }
            at = object;
        }
        None
    }

    /// The class of the repository whose name a file gives: `Subuser::class`.
    fn class_written_in(&mut self, file: FileId, value: ValueId) -> Option<Decl> {
        let source = self.project.source(file)?;
        let class = match source.graph.values[value as usize] {
            Value::Cast { ty } => match source.graph.types[ty as usize] {
                Type::ClassOf { inner } => match self.eval.named_by(source, file, inner) {
                    Entity::Symbol(class) => class,
                    _ => return None,
                },
                _ => return None,
            },
            Value::Member { object, name } if source.graph.name(name) == "class" => {
                let [class] = self.eval.reference_target(file, object).targets[..] else { return None };
                class
            }
            _ => return None,
        };
        self.project.symbol(class).filter(|(_, symbol)| symbol.kind.is_type()).map(|_| class)
    }
}
