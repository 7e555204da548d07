//! What names and members lead to that are not called by themselves: references, values, what stands under a key.

use crate::languages::Extensions;
use crate::members::Hit;
use crate::naming::entities::{Entity, Use};
use crate::targets::bare_names::Bare;
use crate::targets::labels::{MAX_ALIASES, MAX_CANDIDATES, Resolution, Verdict};
use crate::values::eval::Eval;
use crate::values::types::{Decl, FileId, Head, Ty};
use facts::{SymbolKind, Value, ValueId};

impl Eval<'_> {
    /// What a name or member that is not called leads to.
    pub fn reference_target(&mut self, file: FileId, value: ValueId) -> Verdict {
        self.refuel();
        let held = self.held_value(file, value);
        let mut verdict = held.unwrap_or_else(|| self.target(file, value, MAX_ALIASES));
        if verdict.targets.is_empty()
            && let Some(method) = self.named_through_class(file, value)
        {
            verdict = method;
        }
        verdict.targets.truncate(MAX_CANDIDATES);
        verdict
    }

    /// A property that is named, in a language in which a call of its name passes over it if it holds no function.
    fn held_value(&mut self, file: FileId, value: ValueId) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.extensions == Extensions::ByType)?;
        let (hits, name, how) = match &source.graph.values[value as usize] {
            Value::Name { name, scope, binding } => {
                let name = source.name(*name);
                match self.bare(file, *scope, name, *binding, Use::Value) {
                    Bare::Members(hits) => (hits, name, Resolution::Exact),
                    Bare::Entity(_) => return None,
                }
            }
            Value::Member { object, name } => {
                let (object, name) = (self.value(file, *object), source.name(*name));
                let is_static = matches!(self.types.head(object), Head::Class(_));
                let how = if is_static { Resolution::Exact } else { Resolution::Typed };
                (self.reached(source, file, object, name, Use::Value), name, how)
            }
            _ => return None,
        };
        let holds = |hit: &Hit| {
            let declared = hit.declared().and_then(|decl| self.project.symbol(decl));
            declared.is_some_and(|(_, symbol)| {
                matches!(symbol.kind, SymbolKind::Getter | SymbolKind::Setter | SymbolKind::Property)
            })
        };
        let found = !hits.is_empty() && hits.iter().all(holds);
        found.then(|| self.hits_target(hits, name, how, MAX_ALIASES))
    }

    /// A method that is named through its class, `A.f(_:)`: of an instance that comes later.
    fn named_through_class(&mut self, file: FileId, value: ValueId) -> Option<Verdict> {
        let source = self.source(file).filter(|source| source.language.extended_types)?;
        let Value::Member { object, name } = source.graph.values[value as usize] else { return None };
        let class = self.value(file, object);
        if !matches!(self.types.head(class), Head::Class(_)) {
            return None;
        }
        let instance = self.instance_of(class);
        let hits = self.reached(source, file, instance, source.name(name), Use::Call);
        let verdict = self.hits_target(hits, source.name(name), Resolution::Typed, MAX_ALIASES);
        (!verdict.targets.is_empty()).then_some(verdict)
    }

    /// The one declaration that a name or member stands for in the place of a value: a field too, where a language
    /// tells fields and methods of one name apart.
    pub fn value_target(&mut self, file: FileId, value: ValueId) -> Option<Decl> {
        let asked = (file, value, self.around);
        if let Some(known) = self.value_targets.get(&asked) {
            return *known;
        }
        let target = self.find_value_target(file, value);
        self.value_targets.insert(asked, target);
        target
    }

    fn find_value_target(&mut self, file: FileId, value: ValueId) -> Option<Decl> {
        let verdict = self.reference_target(file, value);
        if !verdict.targets.is_empty() {
            return verdict.targets[..].first().copied().filter(|_| verdict.targets.len() == 1);
        }
        let source = self.source(file).filter(|source| source.language.separate_methods)?;
        let hits = match &source.graph.values[value as usize] {
            Value::Name { name, scope, binding } => {
                match self.bare(file, *scope, source.name(*name), *binding, Use::Value) {
                    Bare::Members(hits) => hits,
                    Bare::Entity(Entity::Symbol(decl)) => return Some(decl),
                    Bare::Entity(_) => return None,
                }
            }
            Value::Member { object, name } => {
                let object = self.value(file, *object);
                self.reached(source, file, object, source.name(*name), Use::Value)
            }
            _ => return None,
        };
        match hits[..] {
            [Hit::Declared(decl, ..)] => Some(decl),
            _ => None,
        }
    }

    /// Where calling what stands under a key of an object leads: of a class, some static member of which only what it
    /// mostly gives is known.
    pub(super) fn element_target(&mut self, object: Ty) -> Verdict {
        if self.language.computed_types && matches!(self.types.head(object), Head::Class(_)) {
            return Verdict::none(Resolution::Dynamic);
        }
        let element = self.element_behind(object);
        self.type_target(element)
    }
}
