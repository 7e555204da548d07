//! Modules behind paths, in trees of objects that have a `path`, a `module` and `children`, which are such or modules
//! themselves: what NestJS's `RouterModule.register` is given.

use crate::rows::Writer;
use crate::rows::meaning::places::found::Found;
use crate::rows::meaning::routers::registration::Registration;
use crate::rows::meaning::{Anchors, Site};
use facts::{Shape, SymbolKind, Value, ValueId};
use rules::{Clause, Kind};

/// The name of prefixes that are put before modules, and of clauses that find these in trees.
const MODULE: &str = "module";
const TREE: &str = "module tree";
/// Steps into trees.
const MAX_DEPTH: u8 = 24;

/// A module, and the path that it is put behind.
type Placed = (ValueId, String);

impl<'g> Writer<'_, 'g> {
    /// Tells of the modules of a tree. False: a clause is about none.
    pub fn module_tree(&mut self, clause: &Clause, site: &Site<'g>, anchors: &Anchors<'_, 'g>) -> bool {
        if clause.kind != Some(Kind::Prefix) || self.literal(site, &clause.name).is_none_or(|name| name != TREE) {
            return false;
        }
        let mut placed = Vec::new();
        match site.given {
            [given] if given.name.is_none() => self.placed_in(&given.shape, "", MAX_DEPTH, &mut placed),
            given => {
                let members: Vec<(&str, &'g Shape)> =
                    given.iter().filter_map(|it| Some((self.graph.name(it.name?), &it.shape))).collect();
                self.placed_by(&members, "", MAX_DEPTH, &mut placed);
            }
        }
        for (module, path) in placed {
            let Some(owner) = self.anchor_of(&Found::Value(module), anchors) else { continue };
            self.register(&Registration {
                framework: Some(&clause.framework),
                owner: Some(&owner),
                route: Some(&path),
                name: Some(MODULE),
                ..self.registered_by(Kind::Prefix.word(), site.caller, site.at.line)
            });
        }
        true
    }

    fn placed_by(&mut self, members: &[(&str, &'g Shape)], before: &str, depth: u8, told: &mut Vec<Placed>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let member = |wanted: &str| members.iter().find(|(name, _)| *name == wanted).map(|(_, shape)| *shape);
        let path = member("path").and_then(|shape| {
            let fixed = self.fixed(shape).map(|it| it.into_owned());
            fixed.or_else(|| self.unknown_text(shape))
        });
        let path = path.unwrap_or_default();
        let path =
            [before, path.trim_matches('/')].into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("/");
        if let Some(&Shape::Value(module)) = member(MODULE) {
            told.push((module, path.clone()));
        }
        if let Some(children) = member("children") {
            self.placed_in(children, &path, depth, told);
        }
    }

    fn placed_in(&mut self, shape: &'g Shape, before: &str, depth: u8, told: &mut Vec<Placed>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let graph = self.graph;
        match shape {
            Shape::List(items) => items.iter().for_each(|it| self.placed_in(it, before, depth, told)),
            Shape::Object(members) => {
                let members: Vec<_> = members.iter().map(|(name, shape)| (graph.name(*name), shape)).collect();
                self.placed_by(&members, before, depth, told);
            }
            Shape::Value(value) => self.placed_at(*value, before, depth, told),
            _ => {}
        }
    }

    fn placed_at(&mut self, value: ValueId, before: &str, depth: u8, told: &mut Vec<Placed>) {
        let Some(depth) = depth.checked_sub(1) else { return };
        let graph = self.graph;
        let is_typed = match graph.values[value as usize] {
            Value::Name { binding: Some(binding), .. } => graph.bindings[binding as usize].declared.is_some(),
            _ => false,
        };
        let held = self.kept_in(value);
        let table = graph.literals.iter().find(|it| it.result == Some(held) && graph.name(it.name).is_empty());
        match (table, &graph.values[held as usize]) {
            // A list whose type says so is told by itself.
            (Some(table), _) if !is_typed => {
                table.given.iter().for_each(|it| self.placed_in(&it.shape, before, depth, told));
            }
            (None, Value::List { items }) => items.iter().for_each(|it| self.placed_at(*it, before, depth, told)),
            (None, Value::Item { object, .. }) => self.placed_at(*object, before, depth, told),
            (None, _) if !before.is_empty() && self.is_module(value) => told.push((value, before.to_owned())),
            _ => {}
        }
    }

    fn is_module(&mut self, value: ValueId) -> bool {
        let [class] = self.eval.reference_target(self.file, value).targets[..] else { return false };
        self.project.symbol(class).is_some_and(|(_, symbol)| symbol.kind == SymbolKind::Class)
    }
}
